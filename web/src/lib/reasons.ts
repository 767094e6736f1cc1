/** Reasons for moves and results in words, in the same form as the Python code. */
import type { HintedReason, Tie } from "./wire";
import type { Words } from "./words";

const OFTEN = ["never", "rarely", "sometimes", "often", "usually", "always"];
const BOUNDS = [0.07, 0.3, 0.52, 0.74, 0.93];
/** Return a share of imagined tables as a key of `reason.event`. */
const howOften = (share: number) => OFTEN[BOUNDS.filter((bound) => share >= bound).length]!;

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
  const part = (often: number) => howOften(spared ? 1 - often : often);
  return words.say("reason.event", {
    what: words.say(key, { seat, ...args }),
    amount: part(reason.amount),
    otherwise: part(reason.otherwise),
  });
}

/** Return which rule decided between players with equal points, and by what. */
export function tieSaid(tie: Tie, words: Words): string {
  const points = words.say("points", { points: tie.points });
  const names = tie.seats.map((seat) => words.seat(seat));
  if (!tie.rule) return words.say("tie.shared", { points, names: names.join(", ") });
  const list = names.map((name, n) => `${name} ${tie.values[n]}`).join(", ");
  return words.say("tie.decided", { points, rule: words.say(`tie.${tie.rule}`), list });
}
