/** Animations: turns events into flights of pieces and places of the ships. */
import { fly, type Flight } from "../../lib/motion";
import { textArg } from "../../lib/story";
import type { Event } from "../../lib/wire";
import { FILL, INK, isColour, ON, PAPER, partsOf, pattern } from "./look";

/** A card as a flying drawing; without a name it shows its back. */
function card(name: string | null): string {
  const size = `viewBox="0 0 56 78" width="46" height="64"`;
  const edge = `<rect x="1" y="1" width="54" height="76" rx="6" fill="${name ? PAPER : "#a8946d"}" stroke="${INK}" stroke-width="1.5"/>`;
  if (!name)
    return `<svg ${size}>${edge}<path d="M10 10h36v58H10z" fill="none" stroke="${PAPER}"/></svg>`;
  const { colour, value } = partsOf(name);
  const top = `<path d="M4 10a6 6 0 0 1 6-6h36a6 6 0 0 1 6 6v37H4z" fill="${FILL[colour]}"/><path d="M4 4h48v43H4z" fill="${pattern(colour)}" opacity=".22"/>`;
  return `<svg ${size}>${edge}${top}<text x="9" y="71" font-size="25" font-weight="700" fill="${INK}">${value}</text></svg>`;
}

function token(colour: string): string {
  if (!isColour(colour)) return "";
  return `<svg viewBox="0 0 40 40" width="34" height="34"><circle cx="20" cy="20" r="18" fill="${FILL[colour]}" stroke="${INK}" stroke-width="1.5"/><circle cx="20" cy="20" r="9" fill="none" stroke="${ON[colour]}" stroke-width="2"/></svg>`;
}

function pawn(seat: number): string {
  return `<svg viewBox="0 0 24 24" width="28" height="28"><path d="M12 2a5 5 0 0 1 3 9l4 11H5l4-11a5 5 0 0 1 3-9z" fill="var(--seat-${seat + 1})" stroke="${INK}"/></svg>`;
}

function flightOf(event: Event, you: number | null): Flight | null {
  const seat = event.seat ?? 0;
  const name = textArg(event, "card") || null;
  const there = (place: string, otherwise: string) =>
    document.querySelector(`[data-place="${CSS.escape(place)}"]`) ? place : otherwise;
  const hand = you === seat ? "hand" : `home-${seat}`;
  switch (event.name) {
    case "took":
    case "fetched":
      return { from: "market", to: hand, draw: card(name) };
    case "turned_up":
      return { from: "pile", to: hand, draw: card(name) };
    case "paid":
    case "gave_up":
      return { from: hand, to: "discard", draw: card(name) };
    case "bought":
      return { from: "market", to: `goods-${seat}`, draw: card(name) };
    case "shown":
    case "grown": {
      const row = event.name === "shown" ? "market" : "farm";
      return { from: "pile", to: there(`${row}-${name}`, row), draw: card(name) };
    }
    case "ripened":
      return { from: "farm", to: "market", draw: card(null) };
    case "reserved":
    case "reserved_farm": {
      const row = event.name === "reserved" ? "market" : "farm";
      return { from: `home-${seat}`, to: there(`${row}-${name}`, row), draw: pawn(seat) };
    }
    case "kept":
      return { from: `goods-${seat}`, to: `points-${seat}`, draw: card(name) };
    case "face_down":
      return { from: "pile", to: `points-${seat}`, draw: card(null) };
    case "cleared":
      return { from: `goods-${seat}`, to: "discard", draw: card(name) };
    case "lost":
      return { from: `goods-${seat}`, to: "space-wave_2", draw: card(name) };
    case "delivered":
    case "chose":
      return {
        from: event.name === "chose" ? "sea" : "space-edo",
        to: `tokens-${seat}`,
        draw: token(textArg(event, "colour")),
      };
    default:
      return null;
  }
}

export function flights(events: readonly Event[], you: number | null): void {
  fly(events.flatMap((event) => flightOf(event, you) ?? []));
}

/** Return where the ships are after some events. */
export function sailed(
  ships: Record<string, string>,
  events: readonly Event[],
): Record<string, string> {
  const now = { ...ships };
  for (const event of events) {
    const colour = textArg(event, "colour");
    if (event.name === "sailed") now[colour] = textArg(event, "space");
    else if (event.name === "wrecked") now[colour] = "anori";
    else if (event.name === "returned") now[colour] = "osaka";
  }
  return now;
}
