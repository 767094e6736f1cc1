import IntlMessageFormat from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { message } from "../src/lib/message";
import { LANGUAGES, type Catalogue } from "../src/lib/words";

const catalogues = import.meta.glob<Catalogue>(
  [
    "../src/words/**/*.json",
    "../../src/comptoir/*/words/*.json",
    "../../src/comptoir/games/*/words/*.json",
  ],
  { eager: true, import: "default" },
);
const NUMBERS = [0, 1, 2, 3, 11, 21, 22, 113];

/** Return arguments for a message: each in turn takes every value that it may mind. */
function* arguments_(text: string): Generator<Record<string, string | number>> {
  const names = new Set([...text.matchAll(/\{\s*(\w+)\s*[,}]/g)].map((found) => found[1]!));
  const kinds = Object.fromEntries(
    [...text.matchAll(/\{\s*(\w+)\s*,\s*(\w+)/g)].map((found) => [found[1]!, found[2]!]),
  );
  const keys = [...text.matchAll(/([\w.-]+)\s*\{/g)].map((found) => found[1]!);
  const values = (name: string): (string | number)[] => {
    if (kinds[name] === "select") return [...keys, "none of these", "constructor"];
    return kinds[name] ? NUMBERS : ["a word", 43];
  };
  const usual = Object.fromEntries([...names].map((name) => [name, values(name)[0]!]));
  for (const name of names) for (const value of values(name)) yield { ...usual, [name]: value };
  if (!names.size) yield {};
}

describe("every message of ours", () => {
  test.each(LANGUAGES)("reads in %s as in a complete ICU", (language) => {
    const ours = Object.entries(catalogues).filter(([path]) => path.endsWith(`/${language}.json`));
    expect(ours.length).toBeGreaterThan(8);
    for (const text of ours.flatMap(([, words]) => Object.values(words))) {
      const icu = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
      const said = message(text, language);
      for (const args of arguments_(text)) expect(said(args)).toBe(String(icu.format(args)));
    }
  });

  test.each(LANGUAGES)("writes numbers as %s does", (language) => {
    for (const n of [...NUMBERS, 1.5, -1, 4321, 1_234_567.25]) {
      for (const [text, same] of [
        ["{n}", "{n, number}"],
        ["{n, plural, one {#} other {# each}}"],
        ["{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}"],
      ] as const) {
        const icu = new IntlMessageFormat(same ?? text, language).format({ n });
        expect(message(text, language)({ n })).toBe(icu);
      }
    }
  });

  test("quotes as ICU does", () => {
    for (const text of ["it''s", "l'eau", "a '{b}' c", "'{", "{n, plural, other {'#' # '{'}}"]) {
      const icu = new IntlMessageFormat(text, "en").format({ n: 2 });
      expect(message(text, "en")({ n: 2 })).toBe(icu);
    }
  });

  test("is refused if it is torn; an argument that is missing stays", () => {
    for (const text of ["{a", "{n, plural, one {x}}", "{n, plural, other {x}"])
      expect(() => message(text, "en")).toThrow(text);
    expect(message("{a} and {b}", "en")({ a: 1 })).toBe("1 and {b}");
  });
});
