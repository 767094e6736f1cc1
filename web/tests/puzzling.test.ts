/** The puzzle of the day, the rating and the streak. */
import { expect, test } from "vitest";
import { after, daily, dayOf, NONE, ofTheDay, streakOn } from "../src/lib/puzzling";

const puzzle = { name: "osaka 5", rating: 1500, today: true };

test("everybody has the same puzzle on one day, and every puzzle has its day", () => {
  const noon = Date.UTC(2026, 10, 19, 12);
  expect(dayOf(noon)).toBe(dayOf(Date.UTC(2026, 10, 19, 23, 59)));
  expect(dayOf(noon) + 1).toBe(dayOf(Date.UTC(2026, 10, 20)));
  const seen = Array.from({ length: 100 }, (_, n) => ofTheDay(100, dayOf(noon) + n));
  expect(new Set(seen).size).toBe(100);
});

test("the games with puzzles take turns on the first page", () => {
  const games = [
    { name: "batavia", puzzles: 100 },
    { name: "entrepot", puzzles: 0 },
    { name: "osaka", puzzles: 50 },
  ];
  const names = [20, 21, 22].map((day) => daily(games, day)?.game.name);
  expect(names).toEqual(["batavia", "osaka", "batavia"]);
  expect(daily(games, 21)?.number).toBe(ofTheDay(50, 21));
  expect(daily([games[1]!], 20)).toBeNull();
});

test("a harder puzzle gives more points, and a puzzle counts once", () => {
  const easy = after(NONE, { ...puzzle, rating: 1100 }, 1, 20);
  const hard = after(NONE, { ...puzzle, rating: 1900 }, 1, 20);
  expect(hard.rating).toBeGreaterThan(easy.rating);
  expect(easy.rating).toBeGreaterThan(NONE.rating);
  expect(after(NONE, puzzle, 0, 20).rating).toBeLessThan(NONE.rating);
  expect(after(NONE, puzzle, 0.5, 20).rating).toBe(NONE.rating);
  expect(after(hard, puzzle, 0, 20)).toBe(hard);
});

test("a streak grows by a puzzle of the day each day, and ends with a day left out", () => {
  const first = after(NONE, puzzle, 1, 20);
  const other = after(first, { ...puzzle, name: "borneo 1" }, 1, 20);
  const second = after(other, { ...puzzle, name: "osaka 6" }, 0.5, 21);
  expect([first, other, second].map((one) => one.streak)).toEqual([1, 1, 2]);
  expect(streakOn(second, 22)).toBe(2);
  expect(streakOn(second, 23)).toBe(0);
  const missed = after(second, { ...puzzle, name: "osaka 7" }, 0, 22);
  expect(streakOn(missed, 23)).toBe(0);
  const older = after(NONE, { ...puzzle, today: false }, 1, 20);
  expect(older.streak).toBe(0);
});
