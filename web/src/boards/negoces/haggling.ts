/** The state of a sale's talk: standing counter-offers, and how close the sale is to its end. */
import type { BoardProps, Talk } from "../../lib/board";
import type { NegocesView } from "../../lib/wire";

type Given = Pick<BoardProps<NegocesView>, "view" | "history" | "talk">;

/** Return the seller's messages since the lot was put up. */
export function sellersTalk({ view, history, talk }: Given): Talk[] {
  const put = history.findLastIndex((event) => event.name.startsWith("put_"));
  if (view.phase !== "sale" || put < 0) return [];
  return talk.filter((one) => one.seat === view.seller && one.after > put);
}

/** Return the offer that the seller asks of a buyer; null if there is none. */
export function asked(given: Given, buyer: number): { verb: string; what: string | number } | null {
  const last = sellersTalk(given).findLast((one) => one.phrase?.args.seat === buyer)?.phrase;
  if (last?.key === "ask_coins") return { verb: "coins", what: Number(last.args.coins) };
  if (last?.key === "ask_card") return { verb: "open", what: String(last.args.card) };
  return null;
}

/** Return how often the seller has called since the last event: 0, 1 or 2. */
export function calls(given: Given): 0 | 1 | 2 {
  const last = sellersTalk(given).findLast((one) => one.phrase?.key.startsWith("going_"));
  if (!last || last.after < given.history.length) return 0;
  return last.phrase?.key === "going_twice" ? 2 : 1;
}
