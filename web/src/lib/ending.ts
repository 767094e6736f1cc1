/** How a game came to its end: every point by its source, and who led since when. */
import type { Source } from "./story";

/** Return sources with what a log no longer tells as the last one, so that sums are the totals. */
export function whole(
  told: readonly Source[],
  totals: readonly number[],
  rest: string,
): readonly Source[] {
  const points = totals.map((total, seat) => total - sumOf(told, seat));
  const complete = !told.length || !points.some(Boolean);
  return complete ? told : [...told, { label: rest, points, event: null }];
}

/** Return what the first sources gave a seat. */
export function sumOf(told: readonly Source[], seat: number, until = told.length): number {
  return told.slice(0, until).reduce((sum, { points }) => sum + (points[seat] ?? 0), 0);
}

/** Return the move since which a seat was never behind. */
export function leadsSince(scores: readonly (readonly number[])[], seat: number): number {
  const behind = scores.findLastIndex((row) => (row[seat] ?? 0) < Math.max(...row));
  return behind + 1;
}
