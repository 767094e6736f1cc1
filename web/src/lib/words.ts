/** Words in French and English, from the catalogues that the terminal reads too. */
import { message } from "./message.ts";
import type { ActionRef, Event } from "./wire";

export type Language = "en" | "fr";
export const LANGUAGES: readonly Language[] = ["en", "fr"];
export type Catalogue = Record<string, string>;
export type Args = Record<string, unknown>;

/** The labels on components: `card.51` as arguments of the message `label.KIND`. */
export type Labels = Record<string, Args>;

/** An action: its verb, and its argument as the engine's own word or number. */
export type Action = ActionRef;

/** Return an action as a text, as in records: its name where one is needed. */
export function textOf(action: Action): string {
  return action.what === undefined || action.what === null
    ? action.verb
    : `${action.verb} ${action.what}`;
}

const parsed = new Map<string, ReturnType<typeof message>>();

function filled(text: string, language: Language, said: Record<string, string | number>): string {
  const key = `${language} ${text}`;
  let found = parsed.get(key);
  if (!found) parsed.set(key, (found = message(text, language)));
  return found(said);
}

const found = new WeakMap<Catalogue, string[]>();

/** Return the areas of a catalogue whose messages are arguments of others, such as `{card}`. */
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
  readonly labels: Labels;
  private readonly marked: boolean; // every text between ⟦ and ⟧, for a test

  constructor(
    language: Language,
    messages: Catalogue,
    names: readonly string[] = [],
    labels: Labels = {},
    marked = false,
  ) {
    this.language = language;
    this.messages = messages;
    this.names = names;
    this.labels = labels;
    this.marked = marked;
  }

  /** Return the same words for other players, and for the components of their table. */
  named(names: readonly string[], labels: Labels = this.labels): Words {
    return new Words(this.language, this.messages, names, labels, this.marked);
  }

  /** Return true if there is a message with this key. */
  has(key: string): boolean {
    return key in this.messages;
  }

  /** Return a message; an argument that is itself a word of the game is translated. */
  say(key: string, args: Args = {}): string {
    const said: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(args)) said[name] = this.argument(name, value);
    return this.format(key, said);
  }

  private format(key: string, said: Record<string, string | number>): string {
    const text = this.messages[key];
    if (text === undefined) return key;
    const told = filled(text, this.language, said);
    return this.marked && told ? `⟦${told}⟧` : told;
  }

  /** Return the name of the player in a seat. */
  seat(seat: number): string {
    return this.names[seat] ?? this.say("seat", { number: seat + 1 });
  }

  /** Return a text after its heading, with a colon in the style of the language. */
  under(heading: string, text: string | number): string {
    return `${heading}${this.language === "fr" ? "\u00a0" : ""}: ${text}`;
  }

  /** Return the sentence for an event. */
  event(event: Event): string {
    return this.say(`event.${event.name}`, { seat: event.seat ?? null, ...this.named_args(event) });
  }

  /** Return an event's arguments, with players' names in place of seats. */
  named_args(event: Event): Args {
    const args: Args = { ...event.args };
    for (const name of event.seats ?? []) {
      if (typeof args[name] === "number") args[name] = this.seat(args[name]);
    }
    return args;
  }

  /** Return the name of a thing, a word that other messages take as an argument. */
  word(thing: string): string | null {
    const shown = Object.keys(this.labels).find((key) => key.endsWith(`.${thing}`));
    if (shown && !/^\d+$/.test(thing)) return this.label(this.labels[shown]!);
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
    const name = this.argumentsOf("action", action)[0];
    const said = name ? { [name]: this.named_thing(name, action.what) } : {};
    return this.format(`action.${action.verb}`, said);
  }

  /** Return what an action does, in a few words. */
  about(action: Action): string {
    const player = /\d+$/.exec(action.verb)?.[0];
    const names = this.argumentsOf("about", action);
    const name = names.find((one) => !player || one !== "player");
    return this.say(`about.${action.verb}`, {
      ...(name ? { [name]: action.what } : {}),
      ...(player ? { player: Number(player) } : {}),
    });
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

  private argumentsOf(area: string, action: Action): string[] {
    const text = this.messages[`${area}.${action.verb}`] ?? "";
    return [...text.matchAll(/\{\s*(\w+)/g)].map((match) => match[1]!);
  }

  private label(label: Args): string {
    return this.say(`label.${String(label.kind)}`, label);
  }

  private argument(name: string, value: unknown): string | number {
    if (name === "seat" && typeof value === "number") return this.seat(value);
    if (name === "player" && typeof value === "number") return this.seat(value - 1);
    if (Array.isArray(value))
      return value.map((each) => this.say(`label.${name}`, each as Args)).join(", ");
    const label = this.labels[`${name}.${String(value)}`];
    return label ? this.label(label) : this.named_thing(name, value);
  }

  private named_thing(name: string, value: unknown): string | number {
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

/** Return a sentence with no-break spaces at its punctuation, as in French typography. */
export function unbroken(text: string): string {
  return text.replace(/ (?=[!?;:»])/g, "\u00a0").replace(/« /g, "«\u00a0");
}
