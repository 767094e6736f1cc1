/**
 * The puzzle of the day, and the reader's rating and streak, which are kept in this browser.
 *
 * The day is that of UTC, so that everybody has the same puzzle. A puzzle is rated once, like a
 * game of chess against an opponent of the puzzle's own rating; solved at the second try, it is
 * a draw.
 */
import { keep } from "./prefs.svelte";

const DAY = 86_400_000; // milliseconds
const STEP = 37; // without a common factor with 100: every puzzle comes up before any is repeated
const FIRST = 1500; // initial rating: that of puzzles which weak bots solve half of the time
const SCALE = 400;
const SWAY = 32; // most points that one puzzle changes
const KEY = "puzzles";

/** A reader's puzzle progress; `done` holds each result: 1, ½ at the second try, or 0. */
export interface Progress {
  rating: number;
  streak: number; // days in a row with the puzzle of the day solved
  last: number; // the last day of the streak
  done: Record<string, number>;
}

export const NONE: Progress = { rating: FIRST, streak: 0, last: -1, done: {} };

export function dayOf(now: number): number {
  return Math.floor(now / DAY);
}

/** Return the number of a day's puzzle, out of `count`. */
export function ofTheDay(count: number, day: number): number {
  return (day * STEP) % count;
}

/** Return the day's puzzle on the first page; the games take turns. */
export function daily<T extends { name: string; puzzles: number }>(
  games: readonly T[],
  day: number,
): { game: T; number: number } | null {
  const own = games.filter((game) => game.puzzles);
  const game = own[day % own.length];
  return game ? { game, number: ofTheDay(game.puzzles, day) } : null;
}

/** Return the current streak in days; a missed day ends it. */
export function streakOn(progress: Progress, day: number): number {
  return progress.last >= day - 1 ? progress.streak : 0;
}

/** Return the progress after a puzzle; one that was already done changes nothing. */
export function after(
  progress: Progress,
  puzzle: { name: string; rating: number; today: boolean },
  result: number,
  day: number,
): Progress {
  if (puzzle.name in progress.done) return progress;
  const hoped = 1 / (1 + 10 ** ((puzzle.rating - progress.rating) / SCALE));
  const rating = Math.round(progress.rating + SWAY * (result - hoped));
  const done = { ...progress.done, [puzzle.name]: result };
  const counts = puzzle.today && result > 0 && progress.last < day;
  if (!counts) return { ...progress, rating, done };
  return { rating, done, streak: streakOn(progress, day) + 1, last: day };
}

/** Return the stored progress; null if the reader wants no rating. */
export function progress(): Progress | null {
  const kept = keep.get(KEY);
  if (kept === "off") return null;
  try {
    return kept ? { ...NONE, ...(JSON.parse(kept) as Partial<Progress>) } : NONE;
  } catch {
    return NONE;
  }
}

/** Store the progress; null deletes it, and stores none from now on. */
export function keepProgress(now: Progress | null): void {
  keep.set(KEY, now ? JSON.stringify(now) : "off");
}
