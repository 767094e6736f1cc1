/**
 * The interface between the page and a game's board. Neither knows any rules.
 *
 * A game's folder `src/boards/GAME/` has an `index.ts`, found by the folder's name, whose
 * default export is a `BoardModule`, typed by the game's own view. The board fills the box it is
 * given (`container-type: size`), whatever its size. Everything has a name (`lib/name.ts`);
 * what can be clicked is a `<button>` made by `given.offers`.
 */
import type { Component } from "svelte";
import type { Offers } from "./offer.svelte";
import type { Event } from "./wire";
import type { Action, Words } from "./words";

/** How a seat is drawn everywhere; `SeatMark.svelte` draws its sign. */
export interface SeatFace {
  seat: number;
  name: string;
  you: boolean;
  bot: string; // the bot that plays there now, or empty
  colour: string; // a CSS colour, `var(--seat-1)`; never use it without the sign or name
  shape: string; // one of `SHAPES`
  acting: boolean; // true if the table waits for this seat
}

/** The certain effects of an action. */
export interface Preview<View = unknown> {
  events: Event[]; // as the acting seat will see them, up to the first uncertain one
  sentences: string[]; // the same as sentences
  whole: boolean; // no event is uncertain: `view` is the table after the action
  view: View | null;
}

/** The action that is hovered, focused or tapped once, be it legal or not. */
export interface Pointed<View = unknown> {
  action: Action;
  may: boolean;
  again: boolean; // another tap carries it out
  preview: Preview<View> | null; // null: not loaded yet
}

/** A chat message or phrase. */
export interface Talk {
  number: number;
  seat: number | null;
  name: string;
  text: string; // in the reader's language where it was a phrase
  after: number; // how many events of the history came before it
  phrase: { key: string; args: Record<string, unknown> } | null;
}

export interface BoardProps<View = unknown> {
  view: View; // the table as the reader may see it
  before: View | null; // the view before the last update, for animations
  events: readonly Event[]; // the events of the last update, in order: animate these
  cue: readonly Event[]; // events already shown of the next update, which follows soon
  beat: number; // rises with each update: `$effect` on it to start an animation
  asked: number | null; // the number of the reader's question; others may move while it is open
  seat: number | null; // the reader's own; null for spectators
  seats: readonly SeatFace[];
  legal: readonly Action[]; // the reader's legal actions; empty if they have nothing to decide
  busy: boolean; // an action is awaiting its answer: do not send another
  over: boolean;
  still: boolean; // reduced motion: show results at once
  words: Words; // `say(key, args)`, `about(action)`, names of seats
  /** Carry out an action. */
  act: (action: Action) => void;
  /** Show in the frame why an action is refused now. Use it for disabled things. */
  why: (action: Action) => void;
  /** Return an action's certain effects; null if it is illegal or the server does not answer. */
  preview: (action: Action) => Promise<Preview<View> | null>;
  /** Preview an action during hover or focus; null ends the preview. `Offers` calls it. */
  point: (action: Action | null, how?: { may: boolean; again: boolean }) => void;
  pointed: Pointed<View> | null; // the action to preview on the board
  offers: Offers; // makes the buttons of all actions
  /** Set the limit of automatic bidding (games with `proxy`); null turns it off. */
  proxy: (limit: number | null) => void;
  limit: number | null; // the current limit of automatic bidding
  history: readonly Event[]; // all events so far, within the table's memory setting
  talk: readonly Talk[]; // the latest messages, oldest first
  phrases: Readonly<Record<string, Record<string, (string | number)[]>>>; // the game's own, with their slots
  /** Send one of the game's phrases to the chat. */
  phrase: (key: string, args: Record<string, string | number>) => void;
}

/** A number of a seat, shown in its panel. */
export interface Fact {
  sign: Sign;
  value: number | string;
  name: string; // what it is: `3 cards`
  place?: string; // its `data-place`, where animations start and end
}

/** The small drawings beside numbers: `Sign.svelte`. The first fact of a panel is its score. */
export type Sign = "back" | "coin" | "crate" | "dot" | "flag" | "note" | "scroll" | "star";

/** All of a seat's things, shown in its panel if there is room, otherwise on a press. */
export interface HoldingsProps<View = unknown> {
  given: BoardProps<View>;
  face: SeatFace;
}

/** One line of a legend: a piece as it is drawn, what it is, and the rule's number. */
export interface LegendEntry {
  // Pieces differ in what they are given; each also gets the words.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  piece: Component<any>;
  props: Record<string, unknown>;
  key: string; // of the game's catalogue
  args?: Record<string, unknown>;
  rule: string;
}

export interface BoardModule<View = unknown> {
  Board: Component<BoardProps<View>>;
  Answers?: Component<BoardProps<View>>; // shown in the bar beside the question
  Holdings?: Component<HoldingsProps<View>>;
  Result?: Component<BoardProps<View>>; // shown at the end, with all hands open
  legend?: readonly LegendEntry[];
  panel: (view: View, seat: number, words: Words) => Fact[];
  leaves: (action: Action) => boolean; // true if the action is a button of the bar
  bubbles?: boolean; // the board shows what seats say
}

const boards = import.meta.glob<{ default: BoardModule }>("../boards/*/index.ts");

/** Return the board of a game: ours, its package's, or the plain one. */
export async function loadBoard(game: string): Promise<BoardModule> {
  const load = boards[`../boards/${game}/index.ts`];
  if (load) return (await load()).default;
  const plain = (await import("./plain")).default;
  const { packageBoard } = await import("./packages");
  const own = await packageBoard(game);
  return own ? { ...plain, ...own } : plain;
}

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
