/** The board of a game that has none of its own. */
import PlainBoard from "../parts/PlainBoard.svelte";
import type { BoardModule, Sign } from "./board";

const SIGNS: readonly Sign[] = ["star", "coin", "back"]; // for the first numbers of a seat

export default {
  Board: PlainBoard,
  leaves: () => false,
  panel: (view, seat, words) => {
    const seats = (view as { seats?: Record<string, unknown>[] } | null)?.seats ?? [];
    const numbers = Object.entries(seats[seat] ?? {}).filter(
      (field): field is [string, number] => typeof field[1] === "number",
    );
    return SIGNS.flatMap((sign, at) => {
      const [field, value] = numbers[at] ?? [];
      if (field === undefined || value === undefined) return [];
      const label = words.has(`view.${field}`) ? words.say(`view.${field}`) : field;
      return [{ sign, value, name: `${label}: ${value}` }];
    });
  },
} satisfies BoardModule;
