/** A table's settings in words: clock, absence, memory, options. */
import { options } from "./options";
import { CLOCKS } from "./tables";
import type { GameInfo, TableSettings } from "./wire";
import type { Words } from "./words";

type Say = (key: string, args?: Record<string, unknown>) => string;

/** Return the settings of a table as headings and sentences. */
export function facts(
  settings: TableSettings,
  game: GameInfo | null,
  words: Words,
  say: Say,
): [string, string][] {
  const told: [string, string][] = [
    [say("front.clock"), clock(settings, say)],
    [say("front.absence"), absence(settings, say)],
    [say("front.memory"), say(`memory.${settings.memory}`)],
  ];
  const chosen = game ? other(settings, game, words, say) : [];
  return chosen.length ? [...told, [say("new.options"), chosen.join(", ")]] : told;
}

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

function absence(settings: TableSettings, say: Say): string {
  const days = (settings.clock?.bank ?? 0) + (settings.clock?.grace ?? 0) >= 86400;
  if (!settings.absence || days) return say("absence.none");
  const key = settings.timeout === "vote" ? "absence.asked_after" : "absence.bot_after";
  return say(key, { minutes: Math.round(settings.absence / 60) });
}

/** Name the seat that an option chooses; null: it is drawn by lot. */
export const seatOption = (seat: number | null, say: Say): string =>
  seat === null ? say("option.drawn") : say("option.seat", { number: seat + 1 });

/** Return the options that differ from the defaults. */
function other(settings: TableSettings, game: GameInfo, words: Words, say: Say): string[] {
  const given = settings.options ?? {};
  return options(game.options).flatMap(({ name, kind, usual }) => {
    const value = given[name];
    if (value === undefined || JSON.stringify(value) === JSON.stringify(usual)) return [];
    const key = `option.${name}.name`;
    const label = words.has(key) ? words.say(key) : name;
    if (kind === "yes") return [value ? label : `${label}: –`];
    if (kind === "file") return [label];
    if (kind === "seat") return [`${label}: ${seatOption(value as number | null, say)}`];
    const told = Array.isArray(value) ? value.join(", ") : JSON.stringify(value);
    return [`${label}: ${told}`];
  });
}
