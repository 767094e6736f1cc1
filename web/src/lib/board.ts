/**
 * What a board is given, and what it may do: no rules live here or in a board.
 *
 * A board is `src/boards/GAME/Board.svelte`, found by its folder's name. It shows `view`,
 * offers actions by `Offers` of `offer.svelte.ts`. Its module script may export
 * `leaves: string[]`: the verbs that it leaves to the frame, which makes buttons of them.
 * Everything it shows has a word or a letter besides its colour; what can be clicked is a
 * `<button>` with a name (`words.about(action)`), at least 44 px high and wide.
 */
import type { Component } from "svelte";
import type { Event } from "./wire";
import type { Action, Words } from "./words";

/** How one seat is drawn everywhere: use `SeatMark.svelte` for its sign. */
export interface SeatFace {
  seat: number;
  name: string;
  you: boolean;
  bot: string; // the bot that plays there now, or empty
  colour: string; // a CSS colour, `var(--seat-1)`: never without its sign or name
  shape: string; // circle, square, triangle, diamond or hexagon
  acting: boolean; // whether the table waits for this seat
}

/** What an action would surely do. */
export interface Preview<View = unknown> {
  events: Event[]; // as their owner will see them, up to the first thing left open
  sentences: string[]; // the same, told
  whole: boolean; // nothing is left open: `view` is the table as it would be
  view: View | null;
}

/** Something said at the table; it binds nobody. */
export interface Talk {
  number: number;
  seat: number | null;
  name: string;
  text: string; // in the reader's language where it was a phrase
}

export interface BoardProps<View = unknown> {
  view: View; // the table as the reader may see it
  before: View | null; // the view before the last news, for what should move
  events: readonly Event[]; // what the last news brought, in order: animate these
  beat: number; // rises with each news: `$effect` on it to start an animation
  seat: number | null; // the reader's own; null looks on
  seats: readonly SeatFace[];
  legal: readonly Action[]; // what the reader may do now; empty if not asked
  busy: boolean; // an action is on its way: another one would come too late
  over: boolean;
  still: boolean; // reduced motion: show results at once
  words: Words; // `say(key, args)`, `about(action)`, names of seats
  /** Carry out an action. */
  act: (action: Action) => void;
  /** Say in the frame why an action is refused now. Use it on what is greyed out. */
  why: (action: Action) => void;
  /** What an action would surely do; null if it is not allowed or nobody answers. */
  preview: (action: Action) => Promise<Preview<View> | null>;
  /** Show in the frame what an action would do, while it is pointed at; null: no more. */
  point: (action: Action | null, again?: boolean) => void; // again: another tap does it
  /** Let the table raise for the reader up to a limit (games with `proxy`); null: no more. */
  proxy: (limit: number | null) => void;
  limit: number | null; // how far the table raises now
  history: readonly Event[]; // all that happened so far, as far as the table remembers
  talk: readonly Talk[]; // the last things said, oldest first
  phrases: Readonly<Record<string, Record<string, (string | number)[]>>>; // the game's own, with their slots
  /** Say a phrase of the game's. */
  phrase: (key: string, args: Record<string, string | number>) => void;
}

export interface BoardModule {
  default: Component<BoardProps>;
  leaves?: readonly string[]; // verbs for the frame; without it, all are
}

const boards = import.meta.glob<BoardModule>("../boards/*/Board.svelte");

/** Return the board of a game: ours, its package's, or the plain one. */
export async function loadBoard(game: string): Promise<BoardModule> {
  const load = boards[`../boards/${game}/Board.svelte`];
  if (load) return load();
  const { packageBoard } = await import("./packages");
  return (await packageBoard(game)) ?? import("../parts/PlainBoard.svelte");
}

export const SHAPES = ["circle", "square", "triangle", "diamond", "hexagon"] as const;

/** Return the legal actions of a verb. */
export function ofVerb(legal: readonly Action[], verb: string): Action[] {
  return legal.filter((action) => action.verb === verb);
}

/** Return the legal action of a verb and a thing, if there is one. */
export function find(
  legal: readonly Action[],
  verb: string,
  what?: string | number,
): Action | undefined {
  return legal.find(
    (action) => action.verb === verb && (what === undefined || action.what === what),
  );
}
