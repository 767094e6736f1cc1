import { describe, expect, test } from "vitest";
import { talk } from "../src/lib/story";
import {
  headline,
  loadGlyphs,
  moments,
  recap,
  turns,
  type Glyphs,
  type Turn,
} from "../src/lib/turns";
import type { Line } from "../src/lib/wire";
import { Words, type Catalogue } from "../src/lib/words";
import { event, MESSAGES, moved, words } from "./kit";

const laid = (seat: number, good: string) => event("laid", seat, { good });
const paid = (seat: number, coins: number, payee = 1) => ({
  ...event("paid", seat, { coins, payee }),
  seats: ["payee"],
});
const GLYPHS: Glyphs = { laid: "deck", paid: { icon: "coin", amount: "coins", loses: true } };
const great = () =>
  new Words("en", { ...MESSAGES, "great.paid": "Payday!", "paragraph.paid": "" }, ["Ada", "Bo"]);
const texts = (told: readonly Turn[]) => told.map(({ items }) => items.map((item) => item.text));
const line = (number: number, what: Line["what"], moves = 0): Line => ({
  number,
  at: 0,
  what,
  moves,
  events: [],
});
const after = (moves: number, one: Line): Line => ({ ...one, moves });

describe("turns", () => {
  test("tell who is invited, who was removed, and who asks for a bot for whom", () => {
    const what: Line["what"][] = [
      { kind: "sat", seat: 1, name: "Cy", invited: true },
      { kind: "sat", seat: 1, name: "Bo" },
      { kind: "left", seat: 1 },
      { kind: "left", seat: 1, by: "host" },
      { kind: "asked", seat: 1, what: "replace", to: 1 },
      { kind: "asked", seat: 0, what: "replace", to: 1 },
    ];
    const lines = what.map((one, number) => line(number, one));
    expect(texts(turns(lines, words(), {})).flat()).toEqual([
      "A seat for Cy.",
      "Bo sits down.",
      "A player leaves.",
      "The host frees a seat.",
      "A bot for Bo?",
      "Ada wants a bot for Bo.",
    ]);
  });

  test("a seat's moves in a row are one turn, and end where another seat moves", () => {
    const lines = [
      moved(1, 0, laid(0, "tea")),
      moved(2, 0, laid(0, "silk")),
      moved(3, 1, laid(1, "tea")),
    ];
    const told = turns(lines, words(), GLYPHS);
    expect(told.map(({ number, seat }) => [number, seat])).toEqual([
      [1, 0],
      [3, 1],
    ]);
    expect(texts(told)).toEqual([["Ada lays 2: tea leaves, raw silk."], ["Bo lays tea leaves."]]);
    expect(told[0]!.items[0]).toMatchObject({ icon: "deck", amount: null, move: 2, great: "" });
  });

  test("what opens a paragraph is a turn of its own, with its amount and its banner", () => {
    const told = turns([moved(1, 0, laid(0, "tea"), paid(0, 3), paid(0, 2))], great(), GLYPHS);
    expect(texts(told)).toEqual([["Ada lays tea leaves."], ["Ada pays Bo."], ["Ada pays Bo."]]);
    expect(told[1]!.items[0]).toMatchObject({ icon: "coin", amount: -3, great: "Payday!" });
  });

  test("a move that shows nothing makes no turn; what has no drawing has a dot", () => {
    expect(turns([moved(1, 0)], words(), {})).toEqual([]);
    expect(turns([moved(1, 0, laid(0, "tea"))], words(), {})[0]!.items[0]!.icon).toBe("dot");
  });

  test("talk and the table stand apart", () => {
    const what: Line["what"][] = [
      { kind: "sat", seat: 0, name: "Ada" },
      { kind: "said", seat: 1, name: "Bo", text: "hello" },
      { kind: "phrased", seat: 0, key: "want", args: { good: "tea" } },
      { kind: "asked", seat: 0, what: "undo", to: 3 },
    ];
    const lines = what.map((one, number) => line(number, one));
    expect(turns(lines, words(), {}).map(({ kind, items }) => [kind, items[0]!.text])).toEqual([
      ["table", "Ada sits down."],
      ["talk", "hello"],
      ["talk", "I want tea leaves."],
      ["table", "Ada wants to go back."],
    ]);
    expect(talk(lines, words()).map(({ name, text }) => [name, text])).toEqual([
      ["Bo", "hello"],
      ["Ada", "I want tea leaves."],
    ]);
  });
});

describe("moments", () => {
  const undone = (number: number, moves: number) =>
    line(number, { kind: "undone", seat: 0 }, moves);

  test("each line knows how many moves stood after it", () => {
    const lines = [line(1, { kind: "started" }), after(1, moved(2, 0)), after(2, moved(3, 1))];
    expect([...moments(lines)]).toEqual([
      [3, 2],
      [2, 1],
      [1, 0],
    ]);
  });

  test("what was taken back has no moment, what came before and after has", () => {
    const again = [after(2, moved(4, 0)), after(3, moved(5, 1))];
    const lines = [moved(1, 0), moved(2, 0), undone(3, 1), ...again];
    expect([...moments(lines).keys()]).toEqual([5, 4, 1]);
    expect(moments(lines).get(1)).toBe(1);
  });

  test("so has what others agreed to take back, and it is struck out", () => {
    const lines = [
      moved(1, 0, laid(0, "tea")),
      moved(2, 0, laid(0, "silk")),
      line(3, { kind: "asked", seat: 0, what: "undo", to: 1 }, 2),
      line(4, { kind: "answered", seat: 1, yes: true }, 1),
    ];
    const told = turns(lines, words(), GLYPHS);
    expect(told.map((turn) => [turn.undone, turn.items[0]!.text])).toEqual([
      [false, "Ada lays tea leaves."],
      [true, "Ada lays raw silk."],
      [false, "Ada wants to go back."],
      [false, "1 undone."],
    ]);
    expect(recap(told, lines, 1, "").map((item) => item.text)).toEqual(["1 undone."]);
    const refused = [...lines.slice(0, 3), line(4, { kind: "answered", seat: 1, yes: false }, 2)];
    const kept = turns(refused, words(), GLYPHS);
    expect(kept.some((turn) => turn.undone)).toBe(false);
    expect(kept.at(-1)!.items[0]!.text).toBe("Bo declines.");
  });
});

describe("recap", () => {
  const lines = [
    moved(1, 0, laid(0, "tea")),
    moved(2, 1, laid(1, "tea")),
    moved(3, 2, paid(2, 4, 0)),
    moved(4, 1, laid(1, "silk")),
  ];
  const told = turns(lines, words(), GLYPHS);

  test("since the seat's own last move: what concerned it, and the last move", () => {
    expect(recap(told, lines, 0, "").map((item) => item.amount)).toEqual([-4, null]);
  });

  test("the last move is told whole", () => {
    const both = [...lines.slice(0, 3), moved(4, 1, laid(1, "silk"), paid(1, 2, 2))];
    const whole = turns(both, words(), GLYPHS);
    for (const seat of [0, 1, null])
      expect(
        recap(whole, both, seat, "")
          .slice(-2)
          .map((item) => item.amount),
      ).toEqual([null, -2]);
  });

  test("right after an own move it is that move; who looks on gets the last thing", () => {
    expect(recap(told, lines, 1, "").map((item) => item.text)).toEqual(["Bo lays raw silk."]);
    expect(recap(told, lines, null, "").map((item) => item.text)).toEqual(["Bo lays raw silk."]);
    expect(recap([], [], 0, "")).toEqual([]);
  });

  test("after an undo it is that, and no longer what was taken back", () => {
    const back = [...lines, line(5, { kind: "undone", seat: 1 }, 3)];
    const again = turns(back, words(), GLYPHS);
    const own = recap(again, back, 1, "You took your move back.");
    expect(own.map((item) => item.text)).toEqual(["You took your move back."]);
    const others = recap(again, back, 0, "You took your move back.");
    expect(others.map((item) => item.text)).toEqual(again.at(-1)!.items.map((item) => item.text));
  });

  test("a folded turn is told by its great moment, or by how it began", () => {
    const both = [moved(1, 0, laid(0, "tea"), paid(0, 3))];
    const loud = new Words("en", { ...MESSAGES, "great.paid": "Payday!" }, ["Ada", "Bo"]);
    expect(headline(turns(both, loud, GLYPHS)[0]!).great).toBe("Payday!");
    expect(headline(turns(both, words(), GLYPHS)[0]!).text).toBe("Ada lays tea leaves.");
  });
});

test("every event that a game tells of has a drawing", async () => {
  const catalogues = import.meta.glob<Catalogue>("../../src/comptoir/games/*/words/en.json", {
    import: "default",
  });
  for (const [path, load] of Object.entries(catalogues)) {
    const names = Object.keys(await load()).filter((key) => /^event\.\w+$/.test(key));
    const glyphs = await loadGlyphs(path.split("/").at(-3)!);
    expect(names.map((key) => key.slice(6)).filter((name) => !(name in glyphs))).toEqual([]);
  }
  expect(await loadGlyphs("a game that nobody has drawn")).toEqual({});
});
