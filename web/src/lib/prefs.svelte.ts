/** The reader's preferences (language, theme, motion, text view), stored in this browser. */
import { area, catalogue } from "./catalogues";
import type { Pace } from "./tables";
import { Words, type Catalogue, type Language } from "./words";

export type Theme = "auto" | "light" | "dark" | "contrast";
export const THEMES: readonly Theme[] = ["auto", "light", "dark", "contrast"];
/** Duration factors of animations by choice; nothing moves at `off`. */
export const TEMPOS = { usual: 1, slow: 2, fast: 0.5, off: 0 };
export type Tempo = keyof typeof TEMPOS;

/** Wrap `localStorage`; a browser that refuses to store anything is fine. */
export const keep = {
  get(name: string): string | null {
    try {
      return localStorage.getItem(`comptoir.${name}`);
    } catch {
      return null;
    }
  },
  set(name: string, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(`comptoir.${name}`);
      else localStorage.setItem(`comptoir.${name}`, value);
    } catch {
      /* private windows may refuse */
    }
  },
};

const pseudo = keep.get("pseudo") === "1"; // marks every translated text, for a test

const contrast = matchMedia("(prefers-contrast: more)");

function firstLanguage(): Language {
  const kept = keep.get("language");
  if (kept === "en" || kept === "fr") return kept;
  return navigator.language.startsWith("fr") ? "fr" : "en";
}

function firstTempo(): Tempo {
  const kept = keep.get("tempo") ?? "";
  return kept in TEMPOS ? (kept as Tempo) : "usual";
}

class Prefs {
  language = $state<Language>(firstLanguage());
  theme = $state<Theme>((keep.get("theme") as Theme | null) ?? "auto");
  text = $state(keep.get("text") === "1"); // the text view instead of the board
  name = $state(keep.get("name") ?? "");
  tempo = $state<Tempo>(firstTempo());
  pace = $state<Pace>((keep.get("pace") as Pace | null) ?? "swift"); // of bots
  reduced = $state(matchMedia("(prefers-reduced-motion: reduce)").matches);
  words = $state.raw<Words>(new Words("en", {}));
  private readonly areas = new Set<string>();
  private loading: Promise<void> = Promise.resolve();

  constructor() {
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", (change) => {
      this.reduced = change.matches;
    });
    contrast.addEventListener("change", () => this.paint());
    this.paint();
    this.hurry();
  }

  /** True if animations are off. */
  get still(): boolean {
    return this.reduced || this.tempo === "off" || !("animate" in Element.prototype);
  }

  /** Load the page's own words; call it before anything is shown. */
  load(): Promise<void> {
    const load = async (): Promise<void> => {
      this.words = await this.wordsOf();
      document.documentElement.lang = this.language;
    };
    this.loading = this.loading.then(load, load); // one by one: the last has all areas
    return this.loading;
  }

  /** Load an area's words, which only some pages need. */
  also(...names: string[]): Promise<void> {
    if (names.every((name) => this.areas.has(name))) return this.loading;
    for (const name of names) this.areas.add(name);
    return this.load();
  }

  /** Return the words of the page, and of a game, in the reader's language. */
  async wordsOf(game?: string): Promise<Words> {
    const language = this.language;
    const areas = [...this.areas].map((name) => area(language, name));
    const parts = await Promise.all([catalogue(language, game), ...areas]);
    return new Words(language, Object.assign({}, ...parts) as Catalogue, [], {}, pseudo);
  }

  async speak(language: Language): Promise<void> {
    this.language = language;
    keep.set("language", language);
    await this.load();
  }

  paint(theme: Theme = this.theme): void {
    this.theme = theme;
    keep.set("theme", theme);
    const root = document.documentElement;
    const shown = theme === "auto" && contrast.matches ? "contrast" : theme;
    if (shown === "auto") delete root.dataset.theme;
    else root.dataset.theme = shown;
  }

  hurry(tempo: Tempo = this.tempo): void {
    this.tempo = tempo;
    keep.set("tempo", tempo);
    const root = document.documentElement;
    root.dataset.tempo = tempo;
    root.style.setProperty("--tempo", String(TEMPOS[tempo]));
  }

  paceBots(pace: Pace): void {
    this.pace = pace;
    keep.set("pace", pace);
  }

  showText(on: boolean): void {
    this.text = on;
    keep.set("text", on ? "1" : null);
  }

  called(name: string): void {
    this.name = name;
    keep.set("name", name);
  }

  /** Return one of several translations that the server sent. */
  of(texts: Record<string, string>): string {
    const text = texts[this.language] ?? texts.en ?? "";
    return pseudo && text ? `⟦${text}⟧` : text;
  }
}

export const prefs = new Prefs();

/** Return a message in the reader's language; reactive to a change of language. */
export function say(key: string, args: Record<string, unknown> = {}): string {
  return prefs.words.say(key, args);
}

/** Format a share as whole percent in the reader's language. */
export const percent = (share: number): string =>
  share.toLocaleString(prefs.language, { style: "percent", maximumFractionDigits: 0 });

/** Format a number with one decimal in the reader's language. */
export const tenths = (value: number): string =>
  value.toLocaleString(prefs.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
