/** Helpers shared by the page's tests. */
import type { BoardProps } from "../src/lib/board";
import type { Event, Line, State } from "../src/lib/wire";
import { Words, type Catalogue } from "../src/lib/words";

/** An invented game: two goods, a bid, and something hidden. */
export const MESSAGES: Catalogue = {
  seat: "Player {number}",
  "good.tea": "tea leaves",
  "good.silk": "raw silk",
  "colour.tea": "brown",
  "view.turn": "whose turn",
  "action.pass": "pass",
  "action.bid": "bid {what}",
  "action.lay": "lay {good}",
  "action.accept 2": "accept 2 {revision}",
  "about.pass": "leave it",
  "about.bid": "{what, plural, one {bid one coin} other {bid # coins}}",
  "about.lay": "put {good} down",
  "event.laid": "{seat} lays {good}.",
  "event.paid": "{seat} pays {payee}.",
  "event.drew.hidden": "{seat} draws.",
  "run.laid": "{seat} lays {count}: {list}.",
  "part.laid": "{count, plural, one {{good}} other {# × {good}}}",
  "entry.sat": "{invited, select, true {A seat for {name}.} other {{name} sits down.}}",
  "entry.left": "{by, select, host {The host frees a seat.} other {A player leaves.}}",
  "entry.answered":
    "{yes, select, true {{what, select, undo {{undone, plural, =0 {{seat} agrees.} other {# undone.}}} other {Fine.}}} other {{seat} declines.}}",
  "entry.asked.undo": "{seat} wants to go back.",
  "entry.asked.replace": "A bot for {seat}?",
  "entry.asked.stalling": "{seat} wants a bot for {other}.",
  "phrase.want": "I want {good}.",
};

export const words = (names: string[] = ["Ada", "Bo"]): Words => new Words("en", MESSAGES, names);

export const event = (name: string, seat: number | null, args: Event["args"] = {}): Event => ({
  name,
  seat,
  args,
});

/** A move; after it, as many moves stand as its line's number says. */
export function moved(number: number, seat: number, ...events: Event[]): Line {
  const what = { kind: "moved", seat, action: null, by: "player" } as const;
  return { number, at: number, what, moves: number, events };
}

export function state(asked: number | null, legal: State["own"]["legal"] = []): State {
  return {
    state: "playing",
    seats: [],
    seat: 0,
    host_seat: null,
    moves: 0,
    actors: asked === null ? [] : [0],
    pace: 0.5,
    own: { asked, prompt: null, legal, can_undo: false, proxy: null },
    ask: null,
    clock: null,
    view: null,
    result: null,
    again: "",
    unrated: "",
    fill: null,
  };
}

type Given = Pick<BoardProps, "legal" | "busy" | "asked" | "act" | "why" | "point">;

/** A board's props, and a record of what the board did with them. */
export function given(legal: Given["legal"]): Given & { did: unknown[] } {
  const did: unknown[] = [];
  return {
    legal,
    busy: false,
    asked: 1,
    act: (action) => did.push(["act", action]),
    why: (action) => did.push(["why", action]),
    point: (action, how) => did.push(["point", action, how]),
    did,
  };
}
