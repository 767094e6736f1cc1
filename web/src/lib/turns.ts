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

/** How an event is drawn, and which of its arguments is an amount; `loses`: it is given away. */
export interface Glyph {
  icon: Icon;
  amount?: string;
  loses?: boolean;
  sound?: Sound;
  scene?: Scene; // of a great moment
  at?: string; // where it happens: names of places, as `pier-{slot} piers`; the first that is there
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
  places: readonly string[]; // `data-place`, the first that is there
  move: number | null; // moves made by then, where one can look back at it
  events: readonly Event[];
}

/** What one seat did in a row; or something said, or about the table. */
export interface Turn {
  id: string;
  number: number; // of its first line
  seat: number | null;
  kind: "play" | "talk" | "table";
  items: Item[];
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

/** Group a table's lines into turns; `moves` is the number of moves that stand. */
export function turns(lines: readonly Line[], words: Words, glyphs: Glyphs, moves: number): Turn[] {
  const at = moments(lines, moves);
  const found: Turn[] = [];
  let open: { turn: Turn; mover: number | null; told: Told[] } | null = null;
  const begin = (number: number, seat: number | null): Turn => {
    const id = `${number}.${found.length}`;
    return { id, number, seat, kind: "play", items: [] };
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
      const { seat, kind, text } = aside(line, words);
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
      found.push({ id: String(line.number), number: line.number, seat, kind, items: [one] });
      continue;
    }
    const mover = what.kind === "moved" ? what.seat : null;
    const move = at.get(line.number) ?? null;
    if (open && open.mover !== mover) close();
    for (const event of line.events) {
      if (words.has(`paragraph.${event.name}`) && open?.told.length) close();
      const seat: number | null =
        open || !words.has(`paragraph.${event.name}`) ? mover : (event.seat ?? null);
      open ??= { turn: begin(line.number, seat), mover, told: [] };
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

/**
 * How many moves stood after each line, from now back: moves undone later are left out,
 * and so is everything before others agreed to go back.
 */
export function moments(lines: readonly Line[], moves: number): Map<number, number> {
  const found = new Map<number, number>();
  let [now, lowest, asked, start] = [moves, moves, "", 0];
  lines.forEach(({ what }, place) => {
    if (what.kind === "asked") asked = what.what;
    if (what.kind === "answered" && asked === "undo") start = place + 1;
  });
  for (const { number, what } of lines.slice(start).toReversed()) {
    lowest = Math.min(lowest, now);
    if (what.kind === "undone") now += 1;
    if (what.kind === "moved" || what.kind === "started") {
      if (now <= lowest) found.set(number, now);
      now -= 1;
    }
  }
  return found;
}

/** What stands for a turn while it is folded: its great moment, or how it began. */
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
 * Since a seat's own last move, in a line: great moments, what concerned it, and the last thing.
 * After an undo that is the undo: `back` is what the seat is told of its own.
 */
export function recap(
  told: readonly Turn[],
  lines: readonly Line[],
  seat: number | null,
  back: string,
): Item[] {
  const latest = lines.findLast(({ what }) => ["moved", "started", "undone"].includes(what.kind));
  if (latest?.what.kind === "undone") {
    const undone = told.find((turn) => turn.number === latest.number)?.items ?? [];
    return latest.what.seat === seat ? undone.map((item) => ({ ...item, text: back })) : undone;
  }
  const own = lines.findLast(({ what }) => what.kind === "moved" && what.seat === seat);
  const since = seat === null ? -1 : (own?.number ?? -1);
  const all = told.filter((turn) => turn.kind === "play");
  const fresh = all.filter((turn) => turn.number > since).flatMap((turn) => turn.items);
  if (!fresh.length) return all.at(-1)?.items.slice(-1) ?? [];
  const last = fresh.at(-1)!;
  const chosen = fresh.filter((item) => item.great || concerns(item, seat) || item === last);
  return chosen.slice(-SHORT);
}
