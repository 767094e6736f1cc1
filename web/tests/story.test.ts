import { describe, expect, test } from "vitest";
import { numberArg, sentences, textArg } from "../src/lib/story";
import { event, words } from "./kit";

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
