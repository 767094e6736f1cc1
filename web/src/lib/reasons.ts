/** Reasons for moves in words, as `comptoir.review.story` says them. */
import type { HintedReason } from "./wire";
import type { Words } from "./words";

const share = (part: number) => String(Math.round(100 * part));

/** Return a reason, addressed to the player who asked. */
export function reasonSaid(reason: HintedReason, words: Words): string {
  const { kind, key, args, seat } = reason;
  if (kind === "points" || kind === "left") {
    const digits = Math.round(reason.amount) === Math.round(reason.otherwise) ? 10 : 1;
    const more = Math.round(reason.amount * digits) / digits;
    const less = Math.round(reason.otherwise * digits) / digits;
    if (kind === "left") {
      const what = words.say(key, { count: Math.trunc(more) });
      return words.say("reason.left", { what, otherwise: Math.trunc(less) });
    }
    return words.say(more > less ? "reason.own" : "reason.fewer", {
      rival: words.seat(seat),
      source: words.say(key, args),
      amount: words.say("points", { points: more }),
      otherwise: words.say("points", { points: less }),
    });
  }
  const spared = key.startsWith("spared.");
  const part = (often: number) => share(spared ? 1 - often : often);
  return words.say(`reason.${kind}`, {
    what: words.say(key, { seat, ...args }),
    amount: part(reason.amount),
    otherwise: part(reason.otherwise),
  });
}
