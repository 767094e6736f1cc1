import { describe, expect, test } from "vitest";
import { plainText, textOf, Words } from "../src/lib/words";
import { event, MESSAGES, words } from "./kit";

describe("what is said", () => {
  test("an argument that is a word of the game is translated", () => {
    expect(words().say("action.lay", { good: "tea" })).toBe("lay tea leaves");
  });

  test("an argument that nobody has a word for is said as it is", () => {
    expect(words().say("action.lay", { good: "wool" })).toBe("lay wool");
    expect(words().say("action.lay", { good: null })).toBe("lay ");
  });

  test("a message that is missing is its key", () => {
    expect(words().say("no.such")).toBe("no.such");
  });

  test("seats have their players' names, or a number", () => {
    expect(words().event(event("laid", 1, { good: "silk" }))).toBe("Bo lays raw silk.");
    expect(words().event(event("laid", 4, { good: "silk" }))).toBe("Player 5 lays raw silk.");
    const paid = { ...event("paid", 0, { payee: 1 }), seats: ["payee"] };
    expect(words().event(paid)).toBe("Ada pays Bo.");
  });

  test("in the pseudo-language every text is marked", () => {
    const marked = new Words("en", MESSAGES, [], {}, true);
    expect(marked.say("about.pass")).toBe("⟦leave it⟧");
  });
});

describe("actions", () => {
  test("are told by their verb and what they name", () => {
    expect(words().about({ verb: "bid", what: 1 })).toBe("bid one coin");
    expect(words().about({ verb: "bid", what: 3 })).toBe("bid 3 coins");
    expect(words().about({ verb: "pass" })).toBe("leave it");
    expect(words().action({ verb: "accept 2", what: 5 })).toBe("accept 2 5");
  });

  test("have a text, as records write it", () => {
    expect(textOf({ verb: "pass" })).toBe("pass");
    expect(textOf({ verb: "pass", what: null })).toBe("pass");
    expect(textOf({ verb: "coins", what: 0 })).toBe("coins 0");
  });

  const legal = [{ verb: "pass" }, { verb: "lay", what: "tea" }, { verb: "lay", what: "silk" }];

  test.each([
    ["lay tea leaves", legal[1]], // the reader's words
    ["LAY  Tea leaves ", legal[1]],
    ["lay tea", legal[1]], // the engine's own, or the beginning
    ["p", legal[0]],
    ["lay", null], // two begin so
    ["", null],
    ["sing", null],
  ])("typed as %j", (said, action) => {
    expect(words().read(said, legal)).toBe(action);
  });

  test("what is typed and not allowed is taken apart by the catalogue", () => {
    expect(words().typed("bid 99")).toEqual({ verb: "bid", what: 99 });
    expect(words().typed("Accept 2 7")).toEqual({ verb: "accept 2", what: 7 });
    expect(words().typed("lay wool")).toEqual({ verb: "lay", what: "wool" });
    expect(words().typed("sing")).toEqual({ verb: "sing" });
  });
});

test("a thing is named by the first area whose words are arguments", () => {
  expect(words().word("tea")).toBe("tea leaves"); // good, not colour: no message has {colour}
  expect(words().word("turn")).toBeNull(); // a label is not a thing
});

test("plain text has no accents, capitals or needless spaces", () => {
  expect(plainText("  Épices   à  BORD ")).toBe("epices a bord");
});

test("a component is named by what it shows, except where its name is typed", () => {
  const catalogue = {
    "action.lay": "lay {card}",
    "about.lay": "lay {card}",
    "about.accept 2": "accept {player}’s offer",
    "label.card": "{good} ({upper})",
    "label.upper": "{count} {flag}",
    "good.silk": "raw silk",
  };
  const upper = [
    { flag: "red", count: 2 },
    { flag: "blue", count: 1 },
  ];
  const bare = new Words("en", catalogue);
  const named = bare.named(["Ada", "Bo"], { "card.51": { kind: "card", good: "silk", upper } });
  const lay = { verb: "lay", what: "51" };
  expect(named.about(lay)).toBe("lay raw silk (2 red, 1 blue)");
  expect(named.action(lay)).toBe("lay 51");
  expect(bare.about(lay)).toBe("lay 51");
  expect(named.about({ verb: "accept 2", what: 7 })).toBe("accept Bo’s offer");
});
