/** Props of a static board, on which nobody plays. */
import type { BoardProps, SeatFace } from "./board";
import { SHAPES } from "./faces";
import { Offers } from "./offer.svelte";
import { prefs } from "./prefs.svelte";
import type { Lesson } from "./wire";
import { textOf } from "./words";

const nothing = () => undefined;

/** Return the props of a static board: the given ones, and no legal actions. */
export function atRest(
  given: Pick<BoardProps, "view" | "seat" | "seats" | "words"> & Partial<BoardProps>,
): BoardProps {
  const whole: BoardProps = {
    before: null,
    events: [],
    cue: [],
    beat: 0,
    asked: null,
    legal: [],
    busy: false,
    over: false,
    still: prefs.still,
    limit: null,
    talk: [],
    phrases: {},
    history: [],
    pointed: null,
    offers: new Offers(() => whole),
    act: nothing,
    why: nothing,
    point: nothing,
    proxy: nothing,
    phrase: nothing,
    preview: () => Promise.resolve(null),
    ...given,
  };
  return whole;
}

/** Return the marks of players, given only their names. */
export function facesOf(
  names: readonly string[],
  you: number | null,
  actors: readonly number[],
): SeatFace[] {
  return names.map((name, seat) => ({
    seat,
    name,
    you: seat === you,
    bot: "",
    colour: `var(--seat-${seat + 1})`,
    shape: SHAPES[seat % SHAPES.length] ?? "circle",
    acting: actors.includes(seat),
  }));
}

/** Preview an action of a lesson from its script. */
export function foreseen(lesson: Lesson, at: number): BoardProps["preview"] {
  const action = lesson.steps[at]?.action;
  const events = lesson.steps[at + 1]?.events ?? [];
  const found = { events, sentences: [], whole: false, view: null };
  return (asked) => Promise.resolve(action && textOf(asked) === textOf(action) ? found : null);
}
