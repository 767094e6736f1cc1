/** The board of a game that has none of its own. */
import PlainBoard from "../parts/PlainBoard.svelte";
import type { BoardModule, Sign } from "./board";

const MOST = 3; // numbers of a seat in its panel

export default {
  Board: PlainBoard,
  leaves: () => false,
  panel: (view, seat, words) => {
    const seats = (view as { seats?: Record<string, unknown>[] } | null)?.seats ?? [];
    const numbers = Object.entries(seats[seat] ?? {}).filter(
      (field): field is [string, number] => typeof field[1] === "number",
    );
    const first = numbers.filter(([field]) => field === "points");
    const rest = numbers.filter(([field]) => field !== "points");
    return [...first, ...rest].slice(0, MOST).map(([field, value]) => {
      const label = words.has(`view.${field}`) ? words.say(`view.${field}`) : field;
      const sign: Sign = field === "points" ? "star" : "dot";
      return { sign, value, name: `${label}: ${value}` };
    });
  },
} satisfies BoardModule;
