/** A table's settings in words: clock, absence, memory, options. */
import { options } from "./options";
import { clock, type Say } from "./tables";
import type { GameInfo, TableSettings } from "./wire";
import type { Words } from "./words";

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
    if (kind === "yes") return [value ? label : words.under(label, "–")];
    if (kind === "file") return [label];
    if (kind === "seat") return [words.under(label, seatOption(value as number | null, say))];
    const told = Array.isArray(value) ? value.join(", ") : JSON.stringify(value);
    return [words.under(label, told)];
  });
}
