import { describe, expect, test } from "vitest";
import { asked, calls, sellersTalk } from "../src/boards/negoces/haggling";
import type { Talk } from "../src/lib/board";
import type { NegocesView } from "../src/lib/wire";
import { event } from "./kit";

const history = [event("dealt", 0), event("put_open", 2), event("ready", 1)];
const view = { phase: "sale", seller: 2 } as NegocesView;
const said = (seat: number, after: number, key: string, args = {}): Talk => {
  return { number: after, seat, name: "", text: "", after, phrase: { key, args } };
};

describe("haggling", () => {
  test("a counter-offer is what its buyer would offer; the last one counts", () => {
    const talk = [
      said(2, 2, "ask_coins", { seat: 0, coins: 4 }),
      said(2, 3, "ask_coins", { seat: 1, coins: 9 }),
      said(2, 3, "ask_card", { seat: 0, card: "tea" }),
    ];
    expect(asked({ view, history, talk }, 0)).toEqual({ verb: "open", what: "tea" });
    expect(asked({ view, history, talk }, 1)).toEqual({ verb: "coins", what: 9 });
    expect(asked({ view, history, talk }, 3)).toBeNull();
  });

  test("nobody but the seller makes one, nor one of the sale before", () => {
    const talk = [
      said(1, 3, "ask_coins", { seat: 0, coins: 4 }),
      said(2, 1, "ask_coins", { seat: 0, coins: 5 }),
    ];
    expect(sellersTalk({ view, history, talk })).toEqual([]);
    expect(asked({ view, history, talk }, 0)).toBeNull();
    const over = { ...view, phase: "lot" };
    expect(sellersTalk({ view: over, history, talk: [said(2, 3, "going_once")] })).toEqual([]);
  });

  test("a call stands until something happens", () => {
    const called = (key: string, after = 3) =>
      calls({ view, history, talk: [said(2, after, key)] });
    expect([called("going_once"), called("going_twice"), called("thanks")]).toEqual([1, 2, 0]);
    expect(called("going_once", 2)).toBe(0);
  });
});
