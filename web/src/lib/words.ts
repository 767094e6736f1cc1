/** Words in French and English, from the catalogues that the terminal reads too. */
import IntlMessageFormat from "intl-messageformat";
import type { ActionRef, Event } from "./wire";

export type Language = "en" | "fr";
export const LANGUAGES: readonly Language[] = ["en", "fr"];
export type Catalogue = Record<string, string>;
export type Args = Record<string, unknown>;

/** An action: its verb, and what it names in the engine's own word or number. */
export type Action = ActionRef;

/** Return an action as a text, as records have it: its name where one is needed. */
export function textOf(action: Action): string {
  return action.what === undefined || action.what === null
    ? action.verb
    : `${action.verb} ${action.what}`;
}

const parsed = new Map<string, IntlMessageFormat>();

function message(text: string, language: Language): IntlMessageFormat {
  const key = `${language} ${text}`;
  let found = parsed.get(key);
  if (!found) {
    found = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
    parsed.set(key, found);
  }
  return found;
}

const found = new WeakMap<Catalogue, string[]>();

/** Return the areas of a catalogue whose messages are arguments of others, as `{card}`. */
function areas(messages: Catalogue): string[] {
  let names = found.get(messages);
  if (!names) {
    const all = Object.values(messages).flatMap((text) => [...text.matchAll(/\{\s*(\w+)/g)]);
    const known = new Set(Object.keys(messages).map((key) => key.split(".")[0]));
    names = [...new Set(all.map((match) => match[1]!))].filter((name) => known.has(name));
    found.set(messages, names);
  }
  return names;
}

/** The messages of some areas in one language, as `comptoir.engine.text.words.Words`. */
export class Words {
  readonly language: Language;
  readonly messages: Catalogue;
  readonly names: readonly string[];
  private readonly marked: boolean; // every text between ⟦ and ⟧, for a test

  constructor(
    language: Language,
    messages: Catalogue,
    names: readonly string[] = [],
    marked = false,
  ) {
    this.language = language;
    this.messages = messages;
    this.names = names;
    this.marked = marked;
  }

  /** Return the same words for other players. */
  named(names: readonly string[]): Words {
    return new Words(this.language, this.messages, names, this.marked);
  }

  /** Return true if there is a message with this key. */
  has(key: string): boolean {
    return key in this.messages;
  }

  /** Return a message; an argument that is itself a word of the game is translated. */
  say(key: string, args: Args = {}): string {
    const text = this.messages[key];
    if (text === undefined) return key;
    const said: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(args)) said[name] = this.argument(name, value);
    const told = String(message(text, this.language).format(said));
    return this.marked && told ? `⟦${told}⟧` : told;
  }

  /** Return the name of the player in a seat. */
  seat(seat: number): string {
    return this.names[seat] ?? this.say("seat", { number: seat + 1 });
  }

  /** Return the sentence for an event. */
  event(event: Event): string {
    return this.say(`event.${event.name}`, { seat: event.seat ?? null, ...this.named_args(event) });
  }

  /** Return an event's arguments with seats by their players' names. */
  named_args(event: Event): Args {
    const args: Args = { ...event.args };
    for (const name of event.seats ?? []) {
      if (typeof args[name] === "number") args[name] = this.seat(args[name]);
    }
    return args;
  }

  /** Return the name of a thing: a word that other messages take as an argument. */
  word(thing: string): string | null {
    const area = areas(this.messages).find((name) => this.has(`${name}.${thing}`));
    return area === undefined ? null : this.say(`${area}.${thing}`);
  }

  /** Return all things of a thing's sort, as the catalogue lists them. */
  kin(thing: string): string[] {
    const area = areas(this.messages).find((name) => this.has(`${name}.${thing}`));
    const all = Object.keys(this.messages).filter((key) => key.startsWith(`${area}.`));
    return area === undefined ? [] : all.map((key) => key.slice(area.length + 1));
  }

  /** Return an action as a player of this language types it. */
  action(action: Action): string {
    return this.of("action", action);
  }

  /** Return what an action does, in a few words. */
  about(action: Action): string {
    return this.of("about", action);
  }

  /** Return the action a player typed, in this language or in the engine's own words. */
  read(said: string, actions: readonly Action[]): Action | null {
    const plain = plainText(said);
    const exact = actions.find((a) => plainText(this.action(a)) === plain || textOf(a) === plain);
    if (exact) return exact;
    const starts = actions.filter((a) => plainText(this.action(a)).startsWith(plain));
    return plain && starts.length === 1 ? (starts[0] ?? null) : null;
  }

  /** Parse an illegal action that a player typed, by the verbs of the catalogue. */
  typed(said: string): Action {
    const parts = said.toLowerCase().split(/\s+/);
    let verbs = parts.length;
    while (verbs > 1 && !this.has(`action.${parts.slice(0, verbs).join(" ")}`)) verbs--;
    const verb = parts.slice(0, verbs).join(" ");
    const rest = parts.slice(verbs).join(" ");
    return rest ? { verb, what: /^\d+$/.test(rest) ? Number(rest) : rest } : { verb };
  }

  private of(area: string, action: Action): string {
    const key = `${area}.${action.verb}`;
    const name = /\{\s*(\w+)/.exec(this.messages[key] ?? "")?.[1];
    return this.say(key, name ? { [name]: action.what } : {});
  }

  private argument(name: string, value: unknown): string | number {
    if (name === "seat" && typeof value === "number") return this.seat(value);
    if (typeof value === "string" && this.has(`${name}.${value}`))
      return this.say(`${name}.${value}`);
    if (typeof value === "number" || typeof value === "string") return value;
    if (value !== null && typeof value === "object" && "verb" in value)
      return this.action(value as Action);
    return typeof value === "boolean" ? String(value) : "";
  }
}

/** Return a text without accents, capitals and needless spaces. */
export function plainText(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim().replace(/\s+/g, " ");
}

/** A sentence whose signs stay with the words they belong to, as French sets them. */
export function unbroken(text: string): string {
  return text.replace(/ (?=[!?;:»])/g, "\u00a0").replace(/« /g, "«\u00a0");
}
