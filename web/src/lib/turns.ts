/**
 * The log by turns: each event with its drawing, its amount and its moment.
 *
 * A game's `glyphs.ts` says which drawing stands for an event, which argument is an amount, how
 * it sounds, and where a great moment happens; `paragraph.EVENT` in its catalogue begins a turn
 * of the log, `great.EVENT` makes a great moment.
 */
import type { Sound } from "./sound.svelte";
import type { Scene } from "./stage.svelte";
import { aside, tell, textArg } from "./story";
import type { Event, Line } from "./wire";
import type { Words } from "./words";

export type Icon =
  | "anchor" | "deck" | "coin" | "crate" | "cross" | "die" | "dot" | "eye" | "flag" | "gavel" | "hand"
  | "lock" | "meeple" | "ready" | "scroll" | "seal" | "shield" | "ship" | "skull" | "speech"
  | "star" | "swords" | "trophy" | "walk" | "wave"; // prettier-ignore

/** An event's drawing, and which argument is an amount; `loses`: the amount is given away. */
export interface Glyph {
  icon: Icon;
  amount?: string;
  loses?: boolean;
  sound?: Sound;
  scene?: Scene; // of a great moment
  at?: string; // where it happens: the first existing place of `pier-{slot} piers`
}
export type Glyphs = Readonly<Record<string, Icon | Glyph>>;

/** One thing that happened, in a sentence. */
export interface Item {
  text: string;
  icon: Icon;
  amount: number | null; // negative where it is given away; of a run, all together
  great: string; // the caption of a great moment, or empty
  sound: Sound | null;
  scene: Scene;
  places: readonly string[]; // values of `data-place`; the first that exists is used
  move: number | null; // number of moves made by then; null if one cannot look back at it
  events: readonly Event[];
}

/** Consecutive events of one seat; or a chat line, or a notice about the table. */
export interface Turn {
  id: string;
  number: number; // of its first line
  seat: number | null;
  kind: "play" | "talk" | "table";
  items: Item[];
  undone: boolean; // true if the moves were taken back later
}

const files = import.meta.glob<{ glyphs: Glyphs }>("../boards/*/glyphs.ts");

/** Return the glyphs of a game; a game without any has dots. */
export async function loadGlyphs(game: string): Promise<Glyphs> {
  return (await files[`../boards/${game}/glyphs.ts`]?.())?.glyphs ?? {};
}

interface Told {
  event: Event;
  move: number | null;
}

/** Group a table's lines into turns. */
export function turns(lines: readonly Line[], words: Words, glyphs: Glyphs): Turn[] {
  const at = moments(lines);
  const found: Turn[] = [];
  let open: { turn: Turn; mover: number | null; told: Told[] } | null = null;
  const begin = (number: number, seat: number | null, undone: boolean): Turn => {
    const id = `${number}.${found.length}`;
    return { id, number, seat, kind: "play", items: [], undone };
  };
  const close = () => {
    if (open) open.turn.items = items(open.told, words, glyphs);
    if (open?.turn.items.length) found.push(open.turn);
    open = null;
  };
  for (const line of lines) {
    const { what } = line;
    if (what.kind !== "moved" && what.kind !== "started") {
      close();
      const { seat, kind, text } = aside(line, words, lines);
      const one = {
        text,
        icon: "speech",
        amount: null,
        great: "",
        sound: null,
        scene: "none",
        places: [],
        move: null,
        events: [],
      } as const;
      const id = String(line.number);
      found.push({ id, number: line.number, seat, kind, items: [one], undone: false });
      continue;
    }
    const mover = what.kind === "moved" ? what.seat : null;
    const move = at.get(line.number) ?? null;
    const undone = move === null;
    if (open && (open.mover !== mover || open.turn.undone !== undone)) close();
    for (const event of line.events) {
      if (words.has(`paragraph.${event.name}`) && open?.told.length) close();
      const seat: number | null =
        open || !words.has(`paragraph.${event.name}`) ? mover : (event.seat ?? null);
      open ??= { turn: begin(line.number, seat, undone), mover, told: [] };
      open.told.push({ event, move });
    }
  }
  close();
  return found;
}

function items(told: readonly Told[], words: Words, glyphs: Glyphs): Item[] {
  const events = told.map((one) => one.event);
  let at = 0;
  return tell(events, words).map(({ text, events: run }) => {
    at += run.length;
    const name = run[0]!.name.replace(/\.hidden$/, "");
    const found = glyphs[name] ?? "dot";
    const glyph: Glyph = typeof found === "string" ? { icon: found } : found;
    const great = words.has(`great.${name}`) ? words.say(`great.${name}`, run[0]!.args) : "";
    const move = told[at - 1]?.move ?? null;
    const { icon, sound = null, scene = "none" } = glyph;
    const places = placesOf(run[0]!, glyph.at ?? "");
    const how = { icon, sound, scene, places };
    return { text, ...how, amount: amount(run, glyph), great, move, events: run };
  });
}

/** Return the names of an event's places on the board. */
export function placesOf(event: Event, at: string): string[] {
  const filled = at.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === "seat" ? String(event.seat) : textArg(event, name),
  );
  return filled.split(" ").filter(Boolean);
}

function amount(run: readonly Event[], glyph: Glyph): number | null {
  const all = run.map((event) => event.args?.[glyph.amount ?? ""]);
  if (!all.every((one) => typeof one === "number")) return null;
  return all.reduce((sum, one) => sum + one, 0) * (glyph.loses ? -1 : 1);
}

/** Return how many moves stood after each move; moves taken back later have no moment. */
export function moments(lines: readonly Line[]): Map<number, number> {
  const found = new Map<number, number>();
  let lowest = Infinity;
  for (const { number, what, moves } of lines.toReversed()) {
    if ((what.kind === "moved" || what.kind === "started") && moves <= lowest)
      found.set(number, moves);
    lowest = Math.min(lowest, moves);
  }
  return found;
}

/** Return the line shown for a folded turn: its great moment, or its first event. */
export function headline(turn: Turn): Item {
  return turn.items.find((item) => item.great) ?? turn.items[0]!;
}

/** Return true if an event concerns a seat: it acts, is paid, is attacked. */
function concerns(item: Item, seat: number | null): boolean {
  return item.events.some(
    (event) => event.seat === seat || (event.seats ?? []).some((arg) => event.args?.[arg] === seat),
  );
}

const SHORT = 3; // things that fit into a line

/**
 * The events since a seat's last move, in a line: great moments, events that concern the seat,
 * and the last move. After an undo it is only the undo: `back` is the text for the seat's own.
 */
export function recap(
  told: readonly Turn[],
  lines: readonly Line[],
  seat: number | null,
  back: string,
): Item[] {
  const latest = lines.findLast(
    ({ what, moves }, at) =>
      ["moved", "started"].includes(what.kind) || moves < (lines[at - 1]?.moves ?? 0),
  );
  if (latest && !["moved", "started"].includes(latest.what.kind)) {
    const undone = told.find((turn) => turn.number === latest.number)?.items ?? [];
    const own = latest.what.kind === "undone" && latest.what.seat === seat;
    return own ? undone.map((item) => ({ ...item, text: back })) : undone;
  }
  const own = lines.findLast(({ what }) => what.kind === "moved" && what.seat === seat);
  const since = seat === null ? -1 : (own?.number ?? -1);
  const all = told.filter((turn) => turn.kind === "play" && !turn.undone);
  const fresh = all.filter((turn) => turn.number > since).flatMap((turn) => turn.items);
  const shown = fresh.length ? fresh : (all.at(-1)?.items ?? []);
  const last = shown.at(-1)?.move;
  const chosen = shown.filter(
    (item) => item.move === last || (fresh.length && (item.great || concerns(item, seat))),
  );
  return chosen.slice(-SHORT);
}
