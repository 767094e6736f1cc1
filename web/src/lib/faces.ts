/** Names, colours and shapes of the players at a table. */
import type { SeatFace } from "./board";
import { say } from "./prefs.svelte";
import type { State } from "./wire";

/** The shapes of eight seats, as many as a game may have. */
export const SHAPES = [
  "circle",
  "square",
  "triangle",
  "diamond",
  "hexagon",
  "pentagon",
  "shield",
  "cross",
] as const;

/** Bots are shown under a merchant's name, with their level beside it. */
const MERCHANTS = ["Amina", "Bram", "Chen", "Dewi", "Elio", "Fatou", "Goran", "Hina"];

/** Default names of guests, in both languages. */
const GUEST = /^(?:Guest|Invité)(?=$| \d+$)/;

export function names(seats: readonly { name: string; bot: string }[]): string[] {
  return seats.map(({ name }, number) =>
    name ? name.replace(GUEST, say("front.guest")) : MERCHANTS[number % MERCHANTS.length]!,
  );
}

export function faces(state: State): SeatFace[] {
  const called = names(state.seats);
  return state.seats.map((seat, number) => ({
    seat: number,
    name: called[number] ?? "?",
    you: number === state.seat,
    bot: seat.bot,
    colour: `var(--seat-${number + 1})`,
    shape: SHAPES[number % SHAPES.length] ?? "circle",
    acting: state.actors.includes(number),
  }));
}
