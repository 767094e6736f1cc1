/** A sale in words: offers, standing counter-offers, and how close the sale is to its end. */
import type { BoardProps, Talk } from "../../lib/board";
import type { NegocesOfferView, NegocesView } from "../../lib/wire";
import type { Words } from "../../lib/words";

type Given = Pick<BoardProps<NegocesView>, "view" | "history" | "talk">;

/** Return what was said in the present sale. */
export function ofThisSale({ history, talk }: Pick<Given, "history" | "talk">): Talk[] {
  const begun = history.findLastIndex((event) => event.name === "seller");
  return talk.filter((one) => one.after > begun);
}

/** Return the seller's messages since the lot was put up. */
export function sellersTalk({ view, history, talk }: Given): Talk[] {
  const put = history.findLastIndex((event) => event.name.startsWith("put_"));
  if (view.phase !== "sale" || put < 0) return [];
  return talk.filter((one) => one.seat === view.seller && one.after > put);
}

/** A counter-offer: what the seller says, and the action that grants it. */
export interface Wish {
  text: string;
  verb: string;
  what: string | number;
}

/** Return what the seller asks of a buyer who has not granted it; null if that is nothing. */
export function asked(given: Given, buyer: number): Wish | null {
  const last = sellersTalk(given).findLast((one) => one.phrase?.args.seat === buyer);
  const offer = given.view.seats[buyer]?.offer;
  const { key, args } = last?.phrase ?? { key: "", args: {} };
  if (!last || !key.startsWith("ask_")) return null;
  const coins = key === "ask_coins";
  const what = coins ? Number(args.coins) : String(args.card);
  if (what === (coins ? offer?.coins : offer?.card)) return null;
  return { text: last.text, verb: coins ? "coins" : "open", what };
}

/** Return how often the seller has called since the last event: 0, 1 or 2. */
export function calls(given: Given): 0 | 1 | 2 {
  const last = sellersTalk(given).findLast((one) => one.phrase?.key.startsWith("going_"));
  if (!last || last.after < given.history.length) return 0;
  return last.phrase?.key === "going_twice" ? 2 : 1;
}

/** Return an offer in words. */
export function told(offer: NegocesOfferView | null, words: Words): string {
  if (!offer) return words.say("board.nothing");
  const hidden = offer.has_card ? words.say("negoces.face_down") : "";
  const card = offer.card ? words.say(`card.${offer.card}`) : hidden;
  const key = offer.has_card ? "board.plus_coins" : "board.coins_only";
  const coins = offer.coins ? words.say(key, { coins: offer.coins }) : "";
  return [card, coins].filter(Boolean).join(" ") || words.say("board.nothing");
}
