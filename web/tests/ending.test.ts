/** The end: sums that are right whatever the log still tells, and who led since when. */
import { expect, test } from "vitest";
import { leadsSince, sources, sumOf } from "../src/lib/ending";
import { Words } from "../src/lib/words";
import { event, MESSAGES } from "./kit";

const words = new Words("en", { ...MESSAGES, "points_from.sold": "{good}" }, ["Ada", "Bo"]);
const sold = (seat: number, good: string, points: number) => event("sold", seat, { good, points });
const EVENTS = [sold(0, "tea", 3), sold(1, "silk", 4), sold(0, "tea", 2), event("paid", 0)];

test("points are added up by source, and the place of a source is its event's", () => {
  const glyphs = { sold: { icon: "coin", at: "stall-{good}" } } as const;
  expect(sources(EVENTS, words, [5, 4], "rest", glyphs)).toEqual([
    { label: "tea leaves", points: [5, 0], places: ["stall-tea"] },
    { label: "raw silk", points: [0, 4], places: ["stall-silk"] },
  ]);
});

test("what the log has forgotten is counted last, so that sums are the result", () => {
  const told = sources(EVENTS, words, [9, 4], "rest");
  expect(told.at(-1)).toEqual({ label: "rest", points: [4, 0], places: [] });
  expect([0, 1].map((seat) => sumOf(told, seat))).toEqual([9, 4]);
  expect(sumOf(told, 0, 1)).toBe(5);
});

test("a game without points has nothing to count", () => {
  expect(sources([event("paid", 0)], words, [1, 0])).toEqual([]);
});

test("a lead begins after the last move at which somebody was ahead", () => {
  const scores = [
    [0, 0],
    [2, 3],
    [4, 4],
    [6, 5],
  ];
  expect(leadsSince(scores, 0)).toBe(2);
  expect(leadsSince(scores.slice(0, 1), 1)).toBe(0);
  expect(leadsSince(scores, 1)).toBe(4);
});
