/** The board for games without a board of their own. */
import PlainAnswers from "../parts/plain/PlainAnswers.svelte";
import PlainBoard from "../parts/plain/PlainBoard.svelte";
import PlainSeat from "../parts/plain/PlainSeat.svelte";
import type { BoardModule, Fact } from "./board";
import { brief, scoresOf, tell } from "./score";
import { things } from "./things";

const MOST = 3; // numbers shown in a seat's panel

export default {
  Board: PlainBoard,
  Answers: PlainAnswers,
  Holdings: PlainSeat,
  leaves: () => false,
  panel: (view, seat, words) => {
    const seats = (view as { seats?: Record<string, unknown>[] } | null)?.seats ?? [];
    const place = seats[seat] ?? {};
    const shown = things(place, words);
    const score = scoresOf(view)[seat];
    const now: Fact[] = score
      ? [{ sign: "star", value: brief(score), name: tell(score, words) }]
      : [];
    const numbers = shown.filter(({ told }) => typeof told === "number");
    const facts = numbers.map(({ label, told }): Fact => {
      const value = told as number;
      return { sign: "dot", value, name: words.under(label, value) };
    });
    const hidden = shown.filter(({ key }) => typeof place[`${key}_cards`] === "number");
    const backs = hidden.map(({ key, label }): Fact => {
      const value = place[`${key}_cards`] as number;
      return { sign: "back", value, name: words.under(label, value) };
    });
    const most = MOST - Math.min(1, backs.length);
    return [...[...now, ...facts].slice(0, most), ...backs].slice(0, MOST);
  },
} satisfies BoardModule;
