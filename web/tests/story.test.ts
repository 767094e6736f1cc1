import { describe, expect, test } from "vitest";
import { numberArg, paragraphs, sentences, spoken, textArg } from "../src/lib/story";
import type { Line } from "../src/lib/wire";
import { event, moved, words } from "./kit";

const laid = (seat: number, good: string) => event("laid", seat, { good });

describe("sentences", () => {
  test("a run of the same is one sentence that counts", () => {
    const told = sentences([laid(0, "tea"), laid(0, "tea"), laid(0, "silk")], words());
    expect(told).toEqual(["Ada lays 3: 2 × tea leaves, raw silk."]);
  });

  test("another seat or another thing ends a run", () => {
    const told = sentences(
      [laid(0, "tea"), laid(1, "tea"), event("paid", 1, { payee: "you" })],
      words(),
    );
    expect(told).toEqual(["Ada lays tea leaves.", "Bo lays tea leaves.", "Bo pays you."]);
  });

  test("nothing happened: nothing is told", () => {
    expect(sentences([], words())).toEqual([]);
  });
});

describe("paragraphs", () => {
  test("tell who is invited, who was removed, and who asks for a bot for whom", () => {
    const what: Line["what"][] = [
      { kind: "sat", seat: 1, name: "Cy", invited: true },
      { kind: "sat", seat: 1, name: "Bo" },
      { kind: "left", seat: 1 },
      { kind: "left", seat: 1, by: "host" },
      { kind: "asked", seat: 1, what: "replace", to: 1 },
      { kind: "asked", seat: 0, what: "replace", to: 1 },
    ];
    const lines = what.map((one, number) => ({ number, at: 0, what: one, events: [] }));
    expect(paragraphs(lines, words()).map(({ text }) => text)).toEqual([
      "A seat for Cy.",
      "Bo sits down.",
      "A player leaves.",
      "The host frees a seat.",
      "A bot for Bo?",
      "Ada wants a bot for Bo.",
    ]);
  });

  test("a seat's moves in a row are one paragraph, and end where another seat moves", () => {
    const lines = [
      moved(1, 0, laid(0, "tea")),
      moved(2, 0, laid(0, "silk")),
      moved(3, 1, laid(1, "tea")),
    ];
    expect(
      paragraphs(lines, words()).map(({ number, seat, text }) => [number, seat, text]),
    ).toEqual([
      [1, 0, "Ada lays 2: tea leaves, raw silk."],
      [3, 1, "Bo lays tea leaves."],
    ]);
  });

  test("a move that shows nothing makes no paragraph", () => {
    expect(paragraphs([moved(1, 0)], words())).toEqual([]);
  });

  test("talk and the table stand apart", () => {
    const what: Line["what"][] = [
      { kind: "sat", seat: 0, name: "Ada" },
      { kind: "said", seat: 1, name: "Bo", text: "hello" },
      { kind: "phrased", seat: 0, key: "want", args: { good: "tea" } },
      { kind: "asked", seat: 0, what: "undo", to: 3 },
    ];
    const lines = what.map((one, at): Line => ({ number: at, at, what: one, events: [] }));
    expect(paragraphs(lines, words()).map(({ kind, text }) => [kind, text])).toEqual([
      ["table", "Ada sits down."],
      ["talk", "hello"],
      ["talk", "I want tea leaves."],
      ["table", "Ada wants to go back."],
    ]);
    expect(
      lines.flatMap((line) => spoken(line, words())).map(({ name, text }) => [name, text]),
    ).toEqual([
      ["Bo", "hello"],
      ["Ada", "I want tea leaves."],
    ]);
  });
});

test("arguments of events are texts and numbers, or nothing", () => {
  const one = event("laid", 0, { good: "tea", rank: 3, odd: { a: 1 } });
  expect([
    textArg(one, "good"),
    textArg(one, "rank"),
    textArg(one, "odd"),
    textArg(one, "no"),
  ]).toEqual(["tea", "3", "", ""]);
  expect(numberArg(one, "rank")).toBe(3);
});
