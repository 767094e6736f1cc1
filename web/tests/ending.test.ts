/** The end: sums that are right whatever the log still tells, and who led since when. */
import { expect, test } from "vitest";
import { leadsSince, sumOf, whole } from "../src/lib/ending";
import { sources } from "../src/lib/story";
import { Words } from "../src/lib/words";
import { event, MESSAGES } from "./kit";

const words = new Words("en", { ...MESSAGES, "points_from.sold": "{good}" }, ["Ada", "Bo"]);
const sold = (seat: number, good: string, points: number) => event("sold", seat, { good, points });
const EVENTS = [sold(0, "tea", 3), sold(1, "silk", 4), sold(0, "tea", 2), event("paid", 0)];

test("what the log has forgotten is counted last, so that sums are the result", () => {
  const told = whole(sources(EVENTS, words, 2), [9, 4], "rest");
  expect(told.map(({ label, points }) => [label, points])).toEqual([
    ["tea leaves", [5, 0]],
    ["raw silk", [0, 4]],
    ["rest", [4, 0]],
  ]);
  expect([0, 1].map((seat) => sumOf(told, seat))).toEqual([9, 4]);
  expect(sumOf(told, 0, 1)).toBe(5);
});

test("nothing is added where the log tells all, or where a game has no points", () => {
  const told = sources(EVENTS, words, 2);
  expect(whole(told, [5, 4], "rest")).toBe(told);
  expect(whole([], [1, 0], "rest")).toEqual([]);
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
