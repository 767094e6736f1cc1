/** What a host may choose on the first page, as the server wants to hear it. */
import { requestId } from "./api";
import { prefs } from "./prefs.svelte";
import type { Clock, GameInfo, NewTable } from "./wire";

const HOUR = 3600;

/** Clocks by name: a bank and an increment, or some days with hours that do not count. */
export const CLOCKS: Record<string, Clock | null> = {
  none: null,
  brisk: { bank: 5 * 60, increment: 15, common: 90 },
  calm: { bank: 15 * 60, increment: 30, common: 180 },
  days: { bank: 3 * 24 * HOUR, grace: 12 * HOUR, common: 12 * HOUR },
};
/** Minutes until a bot plays for somebody who is away and is asked; none: nobody does. */
export const ABSENCES = [null, 2, 10] as const;
/** Seconds that bots take at least, by the name of the choice: from at once to as people do. */
export const PACES = { once: 0, swift: 0.5, calm: 1.2, people: 2.4 };
export type Pace = keyof typeof PACES;
export const MEMORIES = ["open", "table", "fading"] as const;

export interface Chosen {
  seats: number;
  level: string; // of the bots
  friends: boolean; // leave the other seats free
  clock: keyof typeof CLOCKS;
  memory: (typeof MEMORIES)[number];
  absence: (typeof ABSENCES)[number];
  open: boolean; // anyone may find the table
}

export function newTable(game: GameInfo, chosen: Chosen): NewTable {
  const bots = Array.from({ length: chosen.seats }, (_, seat) =>
    seat && !chosen.friends ? chosen.level : null,
  );
  const settings = {
    game: game.name,
    seats: chosen.seats,
    language: prefs.language,
    substitute: chosen.level,
    clock: CLOCKS[chosen.clock] ?? null,
    memory: chosen.memory,
    pace: PACES[prefs.pace],
    absence: chosen.absence && chosen.absence * 60,
    public: chosen.open,
  };
  return { settings, request: requestId(), seat: 0, bots };
}
