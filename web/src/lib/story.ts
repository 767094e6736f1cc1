/** Events as sentences, as in `comptoir.engine.play.narration`: runs of one kind share one. */
import type { Talk } from "./board";
import type { Event, Line } from "./wire";
import type { Args, Words } from "./words";

/** Return an argument of an event as text; empty if it has none. */
export function textArg(event: Event, name: string): string {
  const value = event.args?.[name];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** Return an argument of an event that is a number. */
export function numberArg(event: Event, name: string): number {
  return Number(event.args?.[name]);
}

/** One sentence, and the events that it covers. */
export interface Sentence {
  text: string;
  events: readonly Event[];
}

/** Return events as sentences, one for each run of the same kind. */
export function tell(events: readonly Event[], words: Words): Sentence[] {
  const told: Sentence[] = [];
  let end: number;
  for (let start = 0; start < events.length; start = end) {
    const first = events[start]!;
    end = start + 1;
    while (events[end]?.name === first.name && events[end]?.seat === first.seat) end++;
    const run = events.slice(start, end);
    const key = `run.${first.name}`;
    if (run.length > 1 && words.has(key)) {
      const list = listed(run, words);
      const text = words.say(key, { seat: first.seat ?? null, count: run.length, list });
      told.push({ text, events: run });
    } else {
      told.push(...run.map((event) => ({ text: words.event(event), events: [event] })));
    }
  }
  return told;
}

/** Return the sentences of events. */
export function sentences(events: readonly Event[], words: Words): string[] {
  return tell(events, words).map((one) => one.text);
}

/** Return a text sentence by sentence. */
export const inSentences = (text: string): string[] => text.split(/(?<=[.!?])\s+/);

function listed(run: readonly Event[], words: Words): string {
  const key = `part.${run[0]!.name}`;
  if (!words.has(key)) return "";
  const counts = new Map<string, [Event, number]>();
  for (const event of run) {
    const name = JSON.stringify(event);
    counts.set(name, [event, (counts.get(name)?.[1] ?? 0) + 1]);
  }
  return [...counts.values()]
    .map(([event, count]) => words.say(key, { ...words.named_args(event), count }))
    .join(", ");
}

/** The points that every seat got from one source, and the first event about them. */
export interface Source {
  label: string;
  points: number[];
  event: Event | null;
}

/** Where points came from, as `comptoir.engine.play.score_breakdown`: every seat's, by the source's label. */
export function sources(events: readonly Event[], words: Words, seats: number): Source[] {
  const found = new Map<string, Source>();
  for (const event of events) {
    for (const [arg, value] of Object.entries(event.args ?? {})) {
      const key = `${arg}_from.${event.name}`;
      if (!words.has(key) || typeof value !== "number" || typeof event.seat !== "number") continue;
      const label = words.say(key, event.args);
      const points = new Array<number>(seats).fill(0);
      const source = found.get(label) ?? { label, points, event };
      source.points[event.seat] = (source.points[event.seat] ?? 0) + value;
      found.set(label, source);
    }
  }
  return [...found.values()];
}

/** A line that is not a move: chat, or a notice about the table. */
export interface Aside {
  seat: number | null; // who spoke
  kind: "talk" | "table";
  text: string;
}

/** Return true if a line is chat. */
export const isTalk = ({ what }: Line): boolean => what.kind === "said" || what.kind === "phrased";

/** Return a line that is not a move as text; `lines` holds the request that an answer is to. */
export function aside(line: Line, words: Words, lines: readonly Line[]): Aside {
  const what = line.what;
  if (what.kind === "said") return { seat: what.seat, kind: "talk", text: what.text };
  if (what.kind === "phrased") {
    return { seat: what.seat, kind: "talk", text: words.say(`phrase.${what.key}`, what.args) };
  }
  const { kind, ...args } = what;
  const told: Args = { by: "player", invited: false, ...args };
  if (what.kind === "answered") {
    const earlier = lines.filter(({ number }) => number < line.number);
    const asked = earlier.findLast((one) => one.what.kind === "asked")?.what;
    told.what = asked?.kind === "asked" ? asked.what : "";
    told.undone = Math.max(0, (earlier.at(-1)?.moves ?? 0) - line.moves);
  }
  if (what.kind !== "asked")
    return { seat: null, kind: "table", text: words.say(`entry.${kind}`, told) };
  const stalling = what.what === "replace" && what.seat !== what.to;
  const key = `entry.asked.${stalling ? "stalling" : what.what}`;
  told.other = words.seat(what.to);
  return { seat: null, kind: "table", text: words.say(key, told) };
}

/** Return a table's chat, with the number of events before each message. */
export function talk(lines: readonly Line[], words: Words): Talk[] {
  let after = 0;
  return lines.flatMap((line): Talk[] => {
    const { what, number } = line;
    after += line.events.length;
    if (what.kind === "said") {
      const { seat, name, text } = what;
      return [{ number, seat, name, text, after, phrase: null }];
    }
    if (what.kind !== "phrased") return [];
    const { seat, key, args } = what;
    const text = words.say(`phrase.${key}`, args);
    return [{ number, seat, name: words.seat(seat), text, after, phrase: { key, args } }];
  });
}
