/** How a game came to its end: every point by its source, and who led since when. */
import { placesOf, type Glyphs } from "./turns";
import type { Event } from "./wire";
import type { Words } from "./words";

/** What one source gave every seat, and where it is on the board. */
export interface Source {
  label: string;
  points: number[];
  places: readonly string[];
}

/**
 * Where points came from, as `comptoir.engine.play.score_breakdown`: every seat's, by the
 * source's label. What the log no longer tells is the last source, `rest`, so that sums are right.
 */
export function sources(
  events: readonly Event[],
  words: Words,
  totals: readonly number[],
  rest = "",
  glyphs: Glyphs = {},
): Source[] {
  const found = new Map<string, Source>();
  for (const event of events) {
    for (const [arg, value] of Object.entries(event.args ?? {})) {
      const key = `${arg}_from.${event.name}`;
      if (!words.has(key) || typeof value !== "number" || typeof event.seat !== "number") continue;
      const label = words.say(key, event.args);
      const glyph = glyphs[event.name];
      const places = typeof glyph === "object" ? placesOf(event, glyph.at ?? "") : [];
      const source = found.get(label) ?? { label, points: totals.map(() => 0), places };
      source.points[event.seat] = (source.points[event.seat] ?? 0) + value;
      found.set(label, source);
    }
  }
  const told = [...found.values()];
  if (!told.length) return [];
  const left = totals.map((total, seat) => total - sumOf(told, seat));
  return left.some(Boolean) ? [...told, { label: rest, points: left, places: [] }] : told;
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
