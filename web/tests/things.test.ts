/** A board for any game: what a view holds, what its cards offer, and what moved. */
import { describe, expect, test } from "vitest";
import { atRest } from "../src/lib/rest";
import { busy, colour, doneAt, elsewhere, face, moves, opened, things } from "../src/lib/things";
import { Words } from "../src/lib/words";

const words = new Words(
  "en",
  {
    "good.silk": "silk",
    "good.tea": "tea",
    "lot.silk-1": "1 silk",
    "lot.silk-2": "2 silk",
    "action.take": "take {good}",
    "action.sell": "sell {lot}",
    "view.turn": "",
    "view.hand": "hand",
    "view.coins": "coins",
    "phase.trade": "trade",
    "place.market": "",
    "place.pile": "",
    "place.hand": "",
    "at.take": "market",
    "at.draw": "pile",
  },
  ["Ada", "Bo"],
);

function view(market: Record<string, number>, pile: number, hands: [object | null, number][]) {
  const seats = hands.map(([hand, hand_cards]) => ({ hand, hand_cards, coins: 3 }));
  return { viewer: 0, phase: "trade", turn: 0, market, pile, pile_cards: null, seats };
}
const now = view({ silk: 1, tea: 2 }, 5, [
  [{ silk: 2 }, 2],
  [null, 3],
]);

describe("what a view holds", () => {
  test("cards by kind, the number of hidden ones, and what is told; the rest is left out", () => {
    expect(things(now, words).map(({ key, kinds, backs, told }) => [key, kinds, backs, told])).toEqual([
      ["phase", [], 0, "trade"],
      ["market", [["silk", 1], ["tea", 2]], 0, null],
      ["pile", [], 5, null],
    ]); // prettier-ignore
    expect(things(now.seats[1], words).map(({ key, backs }) => [key, backs])).toEqual([
      ["hand", 3],
      ["coins", 0],
    ]);
  });

  test("a list of things is counted, and numbers by kind are no cards", () => {
    const [row, price] = things({ row: ["tea", "silk", "tea"], price: { silk: 4, tea: 0 } }, words);
    expect(row).toMatchObject({ kinds: [["tea", 2], ["silk", 1]], cards: false }); // prettier-ignore
    expect(price).toMatchObject({ kinds: [["silk", 4], ["tea", 0]], cards: false }); // prettier-ignore
  });

  test("whoever sees everything sees the pile's cards", () => {
    const [pile] = things({ pile: 2, pile_cards: { tea: 2 } }, words);
    expect(pile).toMatchObject({ kinds: [["tea", 2]], backs: 0, cards: true });
  });

  test("cards are large where something is done", () => {
    expect(things(now, words).map((thing) => busy(thing, words))).toEqual([false, true, true]);
  });
});

test("a card offers what is done where it lies, and the rest are buttons", () => {
  const legal = [
    { verb: "take", what: "tea" },
    { verb: "draw" },
    { verb: "sell", what: "silk-1" },
    { verb: "take", what: "salt" }, // which the market does not show
  ];
  const [, market, pile] = things(now, words);
  expect(doneAt(market!, "tea", legal, words)).toBe(legal[0]);
  expect(doneAt(market!, "silk", legal, words)).toBeUndefined();
  expect(doneAt(pile!, null, legal, words)).toBe(legal[1]);
  expect(elsewhere(atRest({ view: now, seat: 0, seats: [], words, legal }))).toEqual(
    legal.slice(2),
  );
});

test("a lot has the colour of its good, and goods differ", () => {
  expect(colour("silk-2", words)).toBe(colour("silk", words));
  expect(colour("tea", words)).not.toBe(colour("silk", words));
});

describe("what moved", () => {
  const told = (before: unknown, after: unknown) =>
    moves(before, after, 0, words).map(({ from, to }) => [from, to]);

  test("a card is taken, and the market is filled", () => {
    const after = view({ silk: 2, tea: 1 }, 4, [
      [{ silk: 2 }, 2],
      [null, 4],
    ]);
    expect(told(now, after)).toEqual([
      ["at-pile", "at-market"],
      ["at-market", "seat-1"],
    ]);
  });

  test("one's own draw comes face up", () => {
    const after = view({ silk: 1, tea: 2 }, 4, [
      [{ silk: 2, tea: 1 }, 3],
      [null, 3],
    ]);
    expect(told(now, after)).toEqual([["at-pile", "at-hand"]]);
    expect(moves(now, after, 0, words)[0]!.draw).toContain(colour("tea", words));
  });

  test("nothing flies where nothing changed", () => {
    expect(told(now, now)).toEqual([]);
  });
});

describe("games in which all choose at once", () => {
  const more = new Words("en", {
    ...words.messages,
    "at.choose": "tides",
    "place.tides": "",
    "action.choose": "choose {tide}",
    "tide.1": "1",
    "tide.2": "2",
    "face.ship.heron": "12|Danish",
    "reveal.showed": "tide",
  });

  test("a row of what may be chosen is clicked, and what is used up is gone", () => {
    const [tides] = things({ tides: { "1": 0, "2": 1 } }, more);
    expect(tides).toMatchObject({ cards: true, kinds: [["2", 1]] });
    expect(doneAt(tides!, "2", [{ verb: "choose", what: "2" }], more)?.what).toBe("2");
  });

  test("what is done at something that is no place of cards is a button", () => {
    const { "place.tides": _, ...messages } = more.messages;
    const given = {
      view: { tides: { "1": 1, "2": 1 }, seats: [] },
      seat: null,
      legal: [
        { verb: "choose", what: "1" },
        { verb: "choose", what: "2" },
      ],
      words: new Words("en", messages),
    } as unknown as Parameters<typeof elsewhere>[0];
    expect(elsewhere(given)).toHaveLength(2);
  });

  test("a grid is rows of cards", () => {
    const [lots] = things({ lots: { east: { silk: 1, tea: 0 }, west: { silk: 0, tea: 2 } } }, more);
    expect(lots).toMatchObject({ told: null, rows: [["east", [["silk", 1]]], ["west", [["tea", 2]]]] }); // prettier-ignore
  });

  test("a card has the number and the words of its sheet", () => {
    expect(face("heron", more)).toEqual({ number: "12", text: "Danish" });
    expect(face("silk", more)).toBeNull();
  });

  test("the choices that an update opens are shown by seat", () => {
    const event = (name: string, seat: number, tide: string) => ({ name, seat, args: { tide } });
    const events = [event("showed", 0, "2"), event("showed", 1, "1"), event("guided", 0, "2")];
    expect(opened(events, more)).toEqual([
      [0, "2"],
      [1, "1"],
    ]);
  });
});
