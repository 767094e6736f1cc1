/** Things that fly: from one place of the board to another, above everything. */

const TIME = 520; // milliseconds of one flight
const APART = 90; // milliseconds between the starts of two

export interface Flight {
  from: string; // `data-place` of where it starts
  to: string; // and where it lands
  draw: string; // SVG or text of our own; never anything a player typed
  label?: string;
}

/** Let things fly one after the other; the places carry `data-place`. */
export function fly(root: HTMLElement, flights: readonly Flight[]): void {
  flights.slice(0, 12).forEach((flight, number) => one(root, flight, number * APART));
}

function one(root: HTMLElement, flight: Flight, delay: number): void {
  const from = place(root, flight.from);
  const to = place(root, flight.to);
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
    { duration: TIME, delay, easing: "cubic-bezier(.4,0,.2,1)", fill: "backwards" },
  );
  done.finished.catch(() => undefined).finally(() => thing.remove());
}

function place(root: HTMLElement, name: string): DOMRect | null {
  const found = root.querySelector(`[data-place="${CSS.escape(name)}"]`);
  if (!found) return null;
  const box = found.getBoundingClientRect();
  return box.width || box.height ? box : null;
}

/** Shake or flash the places where something struck. */
export function strike(root: HTMLElement, name: string): void {
  const found = root.querySelector(`[data-place="${CSS.escape(name)}"]`);
  found?.animate(
    [
      { transform: "none" },
      { transform: "translateX(-5px)" },
      { transform: "translateX(5px)" },
      { transform: "none" },
    ],
    { duration: 160, iterations: 3 },
  );
}
