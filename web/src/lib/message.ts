/**
 * A small parser of ICU MessageFormat, like `comptoir.engine.text.message`: `{name}`, plural,
 * selectordinal and select. A test compares it with a full parser for all our messages.
 */
import type { Language } from "./words";

type Said = Record<string, string | number>;
type Part = (said: Said, count: string) => string; // `count` is the value of #

const NUMBERS = { en: new Intl.NumberFormat("en"), fr: new Intl.NumberFormat("fr") };

/** Parse a message in one language; return a function that fills in its arguments. */
export function message(text: string, language: Language): (said: Said) => string {
  let at = 0;
  const written = (value: string | number): string =>
    typeof value === "number" ? NUMBERS[language].format(value) : value;

  function refuse(why: string): never {
    throw new SyntaxError(`message “${text}”: ${why}`);
  }

  function sign(): string {
    return text[at++] ?? refuse("a brace is not closed");
  }

  function until(signs: string): string {
    const start = at;
    while (at < text.length && !signs.includes(text[at]!)) at++;
    return text.slice(start, at);
  }

  /** An apostrophe, or the literal text that a pair of them quotes. */
  function quoted(special: string): string {
    at++;
    if (text[at] === "'") return (at++, "'");
    if (!`${special}}`.includes(text[at] ?? " ")) return "'";
    const kept = until("'");
    at++;
    return kept;
  }

  /** Read to the end, or to the closing brace of a choice; `counted`: # stands for a number. */
  function read(counted: boolean, inside: boolean): Part {
    const parts: Part[] = [];
    const special = `{'${counted ? "#" : ""}${inside ? "}" : ""}`;
    while (at < text.length && !(inside && text[at] === "}")) {
      if (text[at] === "{") parts.push(argument());
      else if (counted && text[at] === "#") parts.push((at++, (_said, count) => count));
      else {
        const same = text[at] === "'" ? quoted(special) : until(special);
        parts.push(() => same);
      }
    }
    if (inside && at === text.length) refuse("a brace is not closed");
    return (said, count) => parts.map((part) => part(said, count)).join("");
  }

  /** Read an argument, from its opening to its closing brace. */
  function argument(): Part {
    at++;
    const name = until(",}").trim();
    if (sign() === "}") return (said) => (name in said ? written(said[name]!) : `{${name}}`);
    const kind = until(",}").trim();
    sign();
    const choices = new Map<string, Part>();
    for (let key = until("{}").trim(); key; key = until("{}").trim()) {
      sign();
      choices.set(key, read(kind !== "select", true));
      sign();
    }
    const other = choices.get("other");
    if (sign() !== "}" || !other) return refuse(`${name} has no choice “other”`);
    if (kind === "select") return (said) => (choices.get(String(said[name])) ?? other)(said, "");
    const type = kind === "plural" ? "cardinal" : "ordinal";
    const rules = new Intl.PluralRules(language, { type });
    return (said) => {
      const value = Number(said[name]);
      const found = choices.get(`=${value}`) ?? choices.get(rules.select(value)) ?? other;
      return found(said, written(value));
    };
  }

  const whole = read(false, false);
  return (said) => whole(said, "");
}
