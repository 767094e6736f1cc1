/** The host's choices on the home page, as settings for the server. */
import { requestId } from "./api";
import type { Values } from "./options";
import { prefs } from "./prefs.svelte";
import type { Clock, GameInfo, NewTable, TableSettings } from "./wire";

const HOUR = 3600;

/** Clocks by name: a bank and an increment, or days with a grace period of some hours. */
export const CLOCKS: Record<string, Clock | null> = {
  none: null,
  brisk: { bank: 5 * 60, increment: 15, common: 90 },
  calm: { bank: 15 * 60, increment: 30, common: 180 },
  days: { bank: 3 * 24 * HOUR, grace: 12 * HOUR, common: 12 * HOUR },
};
/** Absence rules of a live table: minutes until a bot plays or the others vote. */
export const ABSENCES: Record<string, { minutes: number; timeout: "bot" | "vote" } | null> = {
  none: null,
  ask: { minutes: 3, timeout: "vote" },
  bot2: { minutes: 2, timeout: "bot" },
  bot10: { minutes: 10, timeout: "bot" },
};
/** Bot speeds: minimum seconds per move by the name of the choice. */
export const PACES = { once: 0, swift: 0.5, calm: 1.2, people: 2.4 };
export type Pace = keyof typeof PACES;
export const MEMORIES = ["open", "table", "fading"] as const;
export const LEVELS = ["novice", "casual", "strong", "expert", "master"] as const;
/** Mixed bots: the game's personalities, one after the other. */
export const MIXED = "mixed";

/** Return the bot of a seat, from the choice for all seats. */
export function botAt(seat: number, chosen: string, characters: readonly string[]): string {
  if (chosen !== MIXED) return chosen;
  return characters[seat % characters.length] ?? "casual";
}

export interface Chosen {
  seats: number;
  level: string; // of the bots
  friends: boolean; // leave the other seats free
  clock: keyof typeof CLOCKS;
  memory: (typeof MEMORIES)[number];
  absence: keyof typeof ABSENCES;
  open: boolean; // anyone may find the table
}

/** Return the default choices. */
export function usual(game: GameInfo): Chosen {
  const seats = game.seats.includes(4) ? 4 : (game.seats.at(-1) ?? 4);
  return {
    seats,
    level: "casual",
    friends: false,
    clock: "none",
    memory: "open",
    absence: "none",
    open: false,
  };
}

/** The name of a clock or an absence rule; empty if the table has one of its own. */
function named<T>(all: Record<string, T>, same: (one: T) => boolean): string {
  return Object.entries(all).find(([, one]) => same(one))?.[0] ?? "";
}

/** Return the choices with which a table was made. */
export function chosenAt(settings: TableSettings, seats: number): Chosen {
  const { clock, absence, timeout } = settings;
  return {
    seats,
    level: settings.substitute ?? "casual",
    friends: true,
    clock: named(
      CLOCKS,
      (one) =>
        (one?.bank ?? 0) === (clock?.bank ?? 0) &&
        (one?.increment ?? 0) === (clock?.increment ?? 0) &&
        (one?.grace ?? 0) === (clock?.grace ?? 0),
    ),
    memory: settings.memory ?? "open",
    absence: named(
      ABSENCES,
      (one) => (one?.minutes ?? 0) * 60 === (absence ?? 0) && (!one || one.timeout === timeout),
    ),
    open: settings.public ?? false,
  };
}

/** Return a table's settings with other choices; settings without a choice stay the same. */
export function settingsWith(
  before: TableSettings,
  game: GameInfo,
  chosen: Chosen,
  options: Values,
): TableSettings {
  const { settings } = newTable(game, chosen, options);
  const { clock, absence, timeout, memory, substitute, seats } = settings;
  return {
    ...before,
    seats,
    options,
    memory,
    substitute,
    public: chosen.open,
    ...(chosen.clock ? { clock } : {}),
    ...(chosen.absence ? { absence, timeout } : {}),
  };
}

export function newTable(game: GameInfo, chosen: Chosen, options: Values = {}): NewTable {
  const absence = ABSENCES[chosen.absence] ?? null;
  const bots = Array.from({ length: chosen.seats }, (_, seat) =>
    seat && !chosen.friends ? botAt(seat, chosen.level, game.characters) : null,
  );
  const settings = {
    game: game.name,
    seats: chosen.seats,
    language: prefs.language,
    substitute: botAt(0, chosen.level, game.characters),
    clock: CLOCKS[chosen.clock] ?? null,
    memory: chosen.memory,
    pace: PACES[prefs.pace],
    absence: absence && absence.minutes * 60,
    timeout: absence?.timeout ?? ("bot" as const),
    public: chosen.open && chosen.friends,
    options,
  };
  return { settings, request: requestId(), seat: 0, bots };
}

export type Say = (key: string, args?: Record<string, unknown>) => string;

/** Return a table's clock in words. */
export function clock({ clock: given }: Pick<TableSettings, "clock">, say: Say): string {
  if (!given) return say("clock.none");
  const days = given.bank / 86400;
  if (days >= 1) return say("clock.some_days", { days: Math.round(days) });
  const name = Object.entries(CLOCKS).find(
    ([, one]) => one?.bank === given.bank && one.increment === given.increment,
  )?.[0];
  const minutes = Math.round(given.bank / 6) / 10;
  return name ? say(`clock.${name}`) : say("clock.own", { minutes, seconds: given.increment ?? 0 });
}
