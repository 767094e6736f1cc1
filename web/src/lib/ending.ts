/** How a game was won: every point by its source, and who led since which move. */
import type { Source } from "./story";

/** Return the sources, plus one for points missing from the log, so that they add up. */
export function whole(
  told: readonly Source[],
  totals: readonly number[],
  rest: string,
): readonly Source[] {
  const points = totals.map((total, seat) => total - sumOf(told, seat));
  const complete = !told.length || !points.some(Boolean);
  return complete ? told : [...told, { label: rest, points, event: null }];
}

/** Return a seat's points from the first sources. */
export function sumOf(told: readonly Source[], seat: number, until = told.length): number {
  return told.slice(0, until).reduce((sum, { points }) => sum + (points[seat] ?? 0), 0);
}

/** Return the move since which a seat was never behind. */
export function leadsSince(scores: readonly (readonly number[])[], seat: number): number {
  const behind = scores.findLastIndex((row) => (row[seat] ?? 0) < Math.max(...row));
  return behind + 1;
}
