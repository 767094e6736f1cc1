import { describe, expect, test } from "vitest";
import { asked, calls, ofThisSale, sellersTalk } from "../src/boards/negoces/haggling";
import type { Talk } from "../src/lib/board";
import type { NegocesView } from "../src/lib/wire";
import { event } from "./kit";

const history = [event("dealt", 0), event("put_open", 2), event("ready", 1)];
const seats = [0, 1, 2, 3].map(() => ({ offer: null }));
const view = { phase: "sale", seller: 2, seats } as unknown as NegocesView;
const said = (seat: number, after: number, key: string, args = {}): Talk => {
  return { number: after, seat, name: "", text: key, after, phrase: { key, args } };
};

describe("haggling", () => {
  test("a counter-offer is what its buyer would offer; the last one counts", () => {
    const talk = [
      said(2, 2, "ask_coins", { seat: 0, coins: 4 }),
      said(2, 3, "ask_coins", { seat: 1, coins: 9 }),
      said(2, 3, "ask_card", { seat: 0, card: "tea" }),
    ];
    expect(asked({ view, history, talk }, 0)).toEqual({
      text: "ask_card",
      verb: "open",
      what: "tea",
    });
    expect(asked({ view, history, talk }, 1)).toMatchObject({ verb: "coins", what: 9 });
    expect(asked({ view, history, talk }, 3)).toBeNull();
  });

  test("what the buyer offers already is not asked for", () => {
    const talk = [said(2, 3, "ask_coins", { seat: 0, coins: 4 })];
    const offer = (coins: number) =>
      ({ ...view, seats: [{ offer: { coins, card: null } }] }) as unknown as NegocesView;
    expect(asked({ view: offer(3), history, talk }, 0)).toMatchObject({ what: 4 });
    expect(asked({ view: offer(4), history, talk }, 0)).toBeNull();
  });

  test("what was said in the sale before is gone", () => {
    const talk = [said(0, 3, "thanks"), said(1, 5, "want")];
    const next = [...history, event("accepted", 2), event("seller", 1)];
    expect(ofThisSale({ history, talk })).toEqual(talk);
    expect(ofThisSale({ history: next, talk })).toEqual([talk[1]]);
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
