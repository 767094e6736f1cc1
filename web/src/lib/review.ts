/** Client for reviews and puzzles. */
import { Refusal } from "./api";
import { send } from "./transport";
import type {
  Chances,
  Fault,
  PuzzleList,
  PuzzleSolution,
  PuzzleView,
  ReviewState,
  Turn,
} from "./wire";

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await send(path, { ...sent, headers: { "content-type": "application/json" } });
  const said: unknown = await answer.json();
  if (!answer.ok) throw new Refusal(said as Fault, answer.status);
  return said as T;
}

export type Depth = "quick" | "deep";
const at = (id: string) => `/tables/${encodeURIComponent(id)}/review`;

/** Return a review, or its progress. */
export const reviewOf = (
  id: string,
  depth: Depth,
  language: string,
  seat: number | null,
): Promise<ReviewState> =>
  ask(`${at(id)}?depth=${depth}&language=${language}${seat === null ? "" : `&seat=${seat}`}`);
/** Request a review of a game. */
export const beginReview = (id: string, depth: Depth): Promise<ReviewState> =>
  ask(at(id), { depth });
/** Return a turning point's sentence; a review's text has these in the order of the turns. */
export function turnSaid({ review, story, seat }: ReviewState, turn: Turn): string {
  if (!review) return "";
  const before = 1 + Number(review.how === "plain") + (seat === null ? review.seats.length : 1);
  return story[before + review.turning.indexOf(turn)] ?? "";
}

/** Return the biggest turning point; null if no turn decided the game. */
export function turningPoint({ review }: ReviewState): Turn | null {
  const swing = (turn: Turn) => Math.max(...turn.change.map(Math.abs));
  return review?.turning.toSorted((a, b) => swing(b) - swing(a))[0] ?? null;
}

/** The address of the curve as a picture. */
export const pictureOf = (id: string, depth: Depth, language: string): string =>
  `${at(id)}.svg?depth=${depth}&language=${language}`;

/** Save the curve as a PNG of twice its size, drawn by the browser. */
export async function savePng(path: string, name: string): Promise<void> {
  const image = new Image();
  const svg = await (await send(path)).text();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const link = document.createElement("a");
  link.href = canvas.toDataURL("image/png");
  link.download = name;
  link.click();
}

export const puzzlesOf = (game: string): Promise<PuzzleList> =>
  ask(`/puzzles/${encodeURIComponent(game)}`);
export const puzzle = (game: string, number: number): Promise<PuzzleView> =>
  ask(`/puzzles/${encodeURIComponent(game)}/${number}`);
export const solution = (game: string, number: number): Promise<PuzzleSolution> =>
  ask(`/puzzles/${encodeURIComponent(game)}/${number}/solution`);
/** Return the chances in a running game, for readers who may see them. */
export const chancesAt = (id: string): Promise<Chances> =>
  ask(`/tables/${encodeURIComponent(id)}/chances`);
