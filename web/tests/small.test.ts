/** Small pure modules: proofs, addresses, rules, replays, stored preferences. */
import { createHash } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { find, ofVerb } from "../src/lib/board";
import { names } from "../src/lib/faces";
import { keep } from "../src/lib/prefs.svelte";
import { seenBy } from "../src/lib/replay";
import { follow, route } from "../src/lib/route.svelte";
import { blocks } from "../src/lib/rulebook";
import { sha256 } from "../src/lib/sha256";
import { CLOCKS, newTable } from "../src/lib/tables";
import { event } from "./kit";

test.each(["", "abc", "é€😀", "x".repeat(55), "x".repeat(56), "x".repeat(64), "y".repeat(1000)])(
  "SHA-256 is Node's, of %j",
  (text) => {
    expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
  },
);

describe("through whose eyes", () => {
  const drew = { ...event("drew", 1, { card: "tea", count: 1 }), hidden: ["card"] };

  test("its owner and a look at everything see it whole", () => {
    expect(seenBy(drew, "1")).toBe(drew);
    expect(seenBy(drew, "all")).toBe(drew);
  });

  test("others see that it happened", () => {
    expect(seenBy(drew, "0")).toEqual({
      ...drew,
      name: "drew.hidden",
      args: { count: 1 },
      hidden: [],
    });
  });

  test("what hides nothing is the same for all", () => {
    expect(seenBy(event("sailed", 1), "0").name).toBe("sailed");
  });
});

describe("legal actions", () => {
  const legal = [{ verb: "bid", what: 0 }, { verb: "bid", what: 2 }, { verb: "pass" }];

  test("are found by verb and thing, nought too", () => {
    expect(find(legal, "bid", 0)).toBe(legal[0]);
    expect(find(legal, "bid", 1)).toBeUndefined();
    expect(find(legal, "pass")).toBe(legal[2]);
    expect(ofVerb(legal, "bid").length).toBe(2);
  });
});

describe("addresses", () => {
  function click(href: string, more: Partial<HTMLAnchorElement> = {}, keys: MouseEventInit = {}) {
    const link = Object.assign(document.createElement("a"), { href }, more);
    document.body.append(link);
    let ours = false;
    link.addEventListener("click", (event) => {
      follow(event);
      ours = event.defaultPrevented;
      event.preventDefault(); // nobody goes anywhere
    });
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...keys }));
    link.remove();
    return ours;
  }

  test("a link of ours is followed without loading the page anew", () => {
    expect(click("/t/abc?x=1")).toBe(true);
    expect([route.path, route.query.get("x")]).toEqual(["/t/abc", "1"]);
  });

  test.each([
    ["elsewhere", "https://example.org/t/abc", {}, {}],
    ["of the interface", "/api/games", {}, {}],
    ["in another tab", "/t/abc", { target: "_blank" }, {}],
    ["with a key held", "/t/abc", {}, { ctrlKey: true }],
    ["with another button", "/t/abc", {}, { button: 1 }],
  ])("a link %s is the browser's", (_, href, more, keys) => {
    expect(click(href, more, keys)).toBe(false);
  });
});

describe("what this browser keeps", () => {
  test("is found again, and forgotten", () => {
    keep.set("draft", "half a sentence");
    expect(keep.get("draft")).toBe("half a sentence");
    keep.set("draft", null);
    expect(keep.get("draft")).toBeNull();
  });

  test("a browser that keeps nothing is fine", () => {
    vi.stubGlobal("localStorage", undefined);
    keep.set("name", "Ada");
    expect(keep.get("name")).toBeNull();
    vi.unstubAllGlobals();
  });
});

describe("the rules as blocks", () => {
  const text =
    "# Title\n\n## 1 Chapter\n\n**ABC-1.2** Pay *two* `coins` *(we decided)*.\n\n> Example.\n\n| a | b |\n|---|---|\n| 1 | 2 |";

  test("have a kind and the ledger's number", () => {
    expect(blocks(text).map(({ kind, number }) => [kind, number])).toEqual([
      ["title", ""],
      ["chapter", ""],
      ["paragraph", "ABC-1.2"],
      ["example", ""],
      ["table", ""],
    ]);
  });

  test("take over no HTML", () => {
    const [one] = blocks("A <script>alert(1)</script> here.");
    expect(one?.spans).toEqual([{ text: "A <script>alert(1)</script> here.", kind: "plain" }]);
  });

  test("mark what was decided, and code", () => {
    expect(blocks(text)[2]?.spans.map(({ kind }) => kind)).toEqual([
      "plain",
      "plain",
      "plain",
      "code",
      "plain",
      "decision",
      "plain",
    ]);
  });
});

describe("a new table", () => {
  const game = { name: "any" } as Parameters<typeof newTable>[0];
  const chosen = {
    seats: 3,
    level: "strong",
    friends: false,
    memory: "open",
    absence: "none",
    open: false,
  } as const;

  test("has bots in all other seats, or leaves them to friends", () => {
    expect(newTable(game, { ...chosen, clock: "none" }).bots).toEqual([null, "strong", "strong"]);
    expect(newTable(game, { ...chosen, clock: "none", friends: true }).bots).toEqual([
      null,
      null,
      null,
    ]);
  });

  test("has characters one after the other where all sorts were chosen", () => {
    const characters = ["cautious", "greedy"];
    const mixed = { ...chosen, seats: 4, level: "mixed", clock: "none" } as const;
    const made = newTable({ ...game, characters }, mixed);
    expect(made.bots).toEqual([null, "greedy", "cautious", "greedy"]);
    expect(made.settings.substitute).toBe("cautious");
    expect(newTable({ ...game, characters: [] }, mixed).settings.substitute).toBe("casual");
  });

  test("has the clock that was chosen, and a request of its own", () => {
    const [one, other] = [
      newTable(game, { ...chosen, clock: "calm" }),
      newTable(game, { ...chosen, clock: "calm" }),
    ];
    expect(one.settings.clock).toEqual(CLOCKS.calm);
    expect(one.request).not.toBe(other.request);
  });

  test("waits for who is away, unless the host wants a bot or a vote after some minutes", () => {
    const settings = (absence: string) => {
      const made = newTable(game, { ...chosen, clock: "none", absence }).settings;
      return [made.absence, made.timeout];
    };
    expect(settings("none")).toEqual([null, "bot"]);
    expect(settings("bot2")).toEqual([120, "bot"]);
    expect(settings("ask")).toEqual([180, "vote"]);
  });
});

test("bots sit under a merchant's name, people under their own", () => {
  expect(
    names([
      { name: "Ada", bot: "" },
      { name: "", bot: "house" },
    ]),
  ).toEqual(["Ada", "Bram"]);
});
