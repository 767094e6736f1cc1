/** A view of any game as generic parts: cards, piles, numbers, the rest. */
import type { Flight } from "./motion";
import { find, type BoardProps } from "./board";
import type { Event } from "./wire";
import type { Action, Words } from "./words";

export type Kinds = [string, number][];
type Part = Readonly<Record<string, unknown>>; // a view, or a seat's place in it

/** One part of a view; its fields decide how it is drawn. */
export interface Thing {
  key: string;
  label: string;
  cards: boolean; // a place of cards
  kinds: Kinds; // how many of each
  rows: [string, Kinds][]; // the same for each row of a grid, by the row's name
  backs: number; // hidden cards: everybody sees only how many
  told: unknown; // any other value: a number, a word, lists
}

const counted = (key: string) => `${key}_cards`; // as `comptoir.engine.derived.view` names it

/** Return the visible parts of a view, or of a seat's place, in order. */
export function things(of: unknown, words: Words): Thing[] {
  const part = (of ?? {}) as Part;
  return Object.entries(part).flatMap(([key, value]): Thing[] => {
    const label = words.has(`view.${key}`) ? words.say(`view.${key}`) : key.replaceAll("_", " ");
    const inside = key.endsWith("_cards") && key.slice(0, -"_cards".length) in part;
    if (inside || !label || ["viewer", "seats", "score"].includes(key)) return [];
    if (key === "phase" && !words.has(`phase.${String(value)}`)) return [];
    const [content, count] = apart(key, value, part);
    const cards = count !== null || words.has(`place.${key}`);
    const kinds = byKind(content)?.filter(([, n]) => n || !cards) ?? null;
    const rows = kinds ? [] : grid(content);
    if (content === null && count === null) return [];
    const told = kinds === null && count === null && !rows.length ? content : null;
    const backs = kinds ? 0 : (count ?? 0);
    return [{ key, label, cards, kinds: kinds ?? [], rows, backs, told }];
  });
}

/** Return a place's visible cards, and the public number of its hidden ones. */
function apart(key: string, value: unknown, part: Part): [unknown, number | null] {
  const other = part[counted(key)];
  if (!(counted(key) in part)) return [value, null];
  return typeof value === "number" ? [other, value] : [value, other as number];
}

/** Return the named rows of a grid of cards or counts; none if it is not a grid. */
function grid(content: unknown): [string, Kinds][] {
  if (content === null || typeof content !== "object") return [];
  const rows = Object.entries(content).map(([name, row]) => [name, byKind(row)] as const);
  if (rows.length < 2 || rows.some(([, kinds]) => kinds === null)) return [];
  const named = Array.isArray(content);
  return rows.map(([name, kinds]) => [
    named ? String(Number(name) + 1) : name,
    kinds!.filter(([, n]) => n),
  ]);
}

/** Return how many of each kind a row holds; null if it is not a row. */
function byKind(content: unknown): Kinds | null {
  if (content === null || typeof content !== "object") return null;
  if (!Array.isArray(content)) {
    const pairs = Object.entries(content);
    return pairs.every(([, n]) => typeof n === "number") ? pairs : null;
  }
  if (!content.every((one) => typeof one === "string")) return null;
  const found = new Map<string, number>();
  for (const one of content) found.set(one, (found.get(one) ?? 0) + 1);
  return [...found];
}

/** Return true if cards are drawn large here: an action uses them, or none is declared. */
export function busy(thing: Thing, words: Words): boolean {
  const places = Object.entries(words.messages).filter(([key]) => key.startsWith("at."));
  return thing.cards && (!places.length || places.some(([, place]) => place === thing.key));
}

/** Return the legal actions at a part, or at one of its kinds; `at.VERB` says where. */
export function doneAt(
  thing: Thing,
  kind: string | null,
  legal: readonly Action[],
  words: Words,
): Action | undefined {
  const here = legal.filter(({ verb }) => words.messages[`at.${verb}`] === thing.key);
  return here.length ? find(here, here[0]!.verb, kind ?? undefined) : undefined;
}

export const FEW = 4; // buttons that fit in the bar; more of them get a place of their own

/** Return the actions that no card offers: they become buttons. */
export function elsewhere({ view, seat, legal, words }: BoardProps): Action[] {
  const seats = (view as { seats?: unknown[] } | null)?.seats ?? [];
  const shown = [...things(view, words), ...(seat === null ? [] : things(seats[seat], words))];
  // Only cards are clicked: actions on anything else become buttons.
  const offered = shown
    .filter(({ cards }) => cards)
    .flatMap((thing) => [
      ...thing.kinds.map(([kind]) => doneAt(thing, kind, legal, words)),
      thing.backs ? doneAt(thing, null, legal, words) : undefined,
    ]);
  return legal.filter((action) => !offered.includes(action));
}

/** The print on a component, beside its name: a number and words. */
export interface Face {
  number: string;
  text: string;
}

/** Return what a components file says about a kind; null if it says nothing. */
export function face(kind: string, words: Words): Face | null {
  const key = Object.keys(words.messages).find(
    (one) => one.startsWith("face.") && one.endsWith(`.${kind}`),
  );
  if (!key) return null;
  const [number = "", text = ""] = words.messages[key]!.split("|");
  return { number, text };
}

/** Return the choices that the last update has opened, by seat; `reveal.EVENT` names them. */
export function opened(events: readonly Event[], words: Words): [number, string][] {
  return events.flatMap((event): [number, string][] => {
    const choice = event.args?.[words.messages[`reveal.${event.name}`] ?? ""];
    const said = typeof choice === "string" || typeof choice === "number";
    return said && typeof event.seat === "number" ? [[event.seat, `${choice}`]] : [];
  });
}

const HUES = [25, 250, 145, 310, 75, 200, 350, 110, 280, 50]; // neighbours look different

/** Return the colour of a kind, from its position in the list of its sort. */
export function colour(kind: string, words: Words): string {
  const bare = kind.replace(/-\d+$/, ""); // `silk-2`, two silk, has the colour of silk
  const all = words.kin(bare).length ? words.kin(bare) : words.kin(kind);
  const named = all.includes(bare) ? bare : kind;
  const suit = face(named, words)?.text ?? null; // cards of one suit have one colour
  const kin = suit ? [...new Set(all.map((one) => face(one, words)?.text))] : all;
  const at = Math.max(0, kin.indexOf(suit ?? named));
  return `oklch(0.52 0.12 ${HUES[at % HUES.length]})`;
}

type Held = Map<string, Map<string, number>>; // by place, how many of each kind; "": unseen

/** Return where cards lie; another player's place is their panel. */
function held(view: unknown, own: number | null, words: Words): Held {
  const found: Held = new Map();
  const add = (part: unknown, name: (key: string) => string) => {
    for (const thing of things(part, words).filter((one) => one.cards)) {
      const at = found.get(name(thing.key)) ?? new Map<string, number>();
      for (const [kind, n] of thing.backs ? [["", thing.backs] as const] : thing.kinds)
        at.set(kind, (at.get(kind) ?? 0) + n);
      found.set(name(thing.key), at);
    }
  };
  add(view, (key) => `at-${key}`);
  const seats = ((view as { seats?: unknown[] } | null)?.seats ?? []).entries();
  for (const [n, seat] of seats) add(seat, (key) => (n === own ? `at-${key}` : `seat-${n}`));
  return found;
}

/** Return what has moved between two views: cards that left one place and came to another. */
export function moves(before: unknown, now: unknown, own: number | null, words: Words): Flight[] {
  const [was, is] = [held(before, own, words), held(now, own, words)];
  const changes = [...is].flatMap(([place, kinds]) => {
    const all = new Set([...kinds.keys(), ...(was.get(place)?.keys() ?? [])]);
    return [...all].map((kind) => ({
      place,
      kind,
      more: (kinds.get(kind) ?? 0) - (was.get(place)?.get(kind) ?? 0),
    }));
  });
  const losses = changes.filter(({ more }) => more < 0);
  const flights: Flight[] = [];
  const land = (to: (typeof changes)[number], fits: (kind: string) => boolean) => {
    for (const from of losses) {
      if (from.place === to.place || !fits(from.kind)) continue;
      for (; to.more > 0 && from.more < 0; to.more--, from.more++)
        flights.push({ from: from.place, to: to.place, draw: card(to.kind || from.kind, words) });
    }
  };
  const gains = changes.filter(({ more }) => more > 0);
  for (const one of gains) if (one.kind) land(one, (kind) => kind === one.kind);
  for (const one of gains) if (one.kind) land(one, (kind) => !kind);
  for (const one of gains) if (!one.kind) land(one, (kind) => kind !== "");
  for (const one of gains) if (!one.kind) land(one, () => true);
  return flights;
}

function card(kind: string, words: Words): string {
  const fill = kind ? colour(kind, words) : "var(--wood-2)";
  return `<svg width="34" height="46"><rect x="1" y="1" width="32" height="44" rx="5" fill="${fill}" stroke="var(--sheet)" stroke-width="2"/></svg>`;
}
