/** The current scores that come with every view: in brief, in words, and who leads. */
import { say } from "./prefs.svelte";
import type { Score, ScoreSource } from "./wire";
import type { Words } from "./words";

/** Return the scores of a view, seat by seat. */
export function scoresOf(view: unknown): Score[] {
  const seats = (view as { seats?: { score?: Score }[] } | null)?.seats ?? [];
  return seats.flatMap(({ score }) => (score ? [score] : []));
}

/** Return the points with a sign: `≥` if they can only rise, `≈` if they can fall too. */
export function brief({ points, least, sure }: Pick<Score, "points" | "least" | "sure">): string {
  return `${sure ? "" : least === points ? "≥" : "≈"}${points}`;
}

/** Return a score in words: `at least 23 gold`. */
export function tell(score: Score, words: Words): string {
  const points = words.say("points", { points: score.points });
  if (score.sure) return points;
  const least = words.say("points", { points: score.least });
  return say(score.least === score.points ? "score.least" : "score.about", { points, least });
}

/** Return the label of a source, which is the game's own. */
export function labelOf(source: ScoreSource, words: Words): string {
  return words.say(source.key, source.args);
}

/** Return the seats that lead, as far as is known; none if nobody has points. */
export function leaders(scores: readonly Score[]): Set<number> {
  const best = Math.max(0, ...scores.map(({ points }) => points));
  if (!best) return new Set();
  return new Set(scores.flatMap(({ points }, seat) => (points === best ? [seat] : [])));
}
