/** Flight animations: drawings that move from one place of the table to another. */
import { prefs, TEMPOS } from "./prefs.svelte";

const TIME = 560; // milliseconds of one flight, at the usual tempo
const APART = 110; // milliseconds between the starts of two flights
const MOST = 12; // flights per update

export interface Flight {
  from: string; // `data-place` of where it starts
  to: string; // and where it lands
  draw: string; // SVG or text of our own; never anything a player typed
  label?: string;
}

/** Scale milliseconds by the reader's animation speed. */
export function paced(time: number): number {
  return time * TEMPOS[prefs.tempo];
}

/** Start flights one after the other between elements with `data-place`. */
export function fly(flights: readonly Flight[]): void {
  flights.slice(0, MOST).forEach((flight, number) => one(flight, number * paced(APART)));
}

/** Finish all flights at once, as when the reader presses something. */
export function hurry(): void {
  for (const thing of document.querySelectorAll(".flight"))
    for (const flying of thing.getAnimations()) flying.finish();
}

function one(flight: Flight, delay: number): void {
  const from = place(flight.from);
  const to = place(flight.to);
  if (!from || !to) return;
  const thing = document.createElement("div");
  thing.className = "flight";
  thing.setAttribute("aria-hidden", "true");
  thing.innerHTML = flight.draw;
  document.body.append(thing);
  const size = thing.getBoundingClientRect();
  const at = (box: DOMRect) =>
    `translate(${box.left + box.width / 2 - size.width / 2}px, ${box.top + box.height / 2 - size.height / 2}px)`;
  const done = thing.animate(
    [
      { transform: `${at(from)} scale(.8)`, opacity: 0.2 },
      { transform: `${at(from)} scale(1.05)`, opacity: 1, offset: 0.15 },
      { transform: `${at(to)} scale(1)`, opacity: 1, offset: 0.9 },
      { transform: `${at(to)} scale(.9)`, opacity: 0 },
    ],
    { duration: paced(TIME), delay, easing: "cubic-bezier(.4,0,.2,1)", fill: "backwards" },
  );
  done.finished.catch(() => undefined).finally(() => thing.remove());
}

/** Find the first visible element with this `data-place`. */
export function placed(name: string): Element | undefined {
  const all = document.querySelectorAll(`[data-place="${CSS.escape(name)}"]`);
  return [...all].find((thing) => thing.getClientRects().length > 0);
}

function place(name: string): DOMRect | null {
  return placed(name)?.getBoundingClientRect() ?? null;
}

/** Shake the place where a blow has landed. */
export function strike(thing: Element | undefined): void {
  const shaken = ["0", "-5px", "5px", "0"].map((by) => ({ translate: by }));
  thing?.animate(shaken, { duration: paced(160), iterations: 3 });
}
