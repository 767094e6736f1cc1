/** Animations: turns events into flights of pieces across the board. */
import { fly, type Flight } from "../../lib/motion";
import { numberArg, textArg } from "../../lib/story";
import type { BorneoView, Event } from "../../lib/wire";
import { card, merchant, pirate, tile } from "./art";

interface Stage {
  you: number | null;
  before: BorneoView;
}

function flightOf(event: Event, stage: Stage, slot: number): Flight | null {
  const seat = event.seat ?? 0;
  const arg = (name: string) => textArg(event, name);
  const good = arg("good");
  const hand = stage.you === seat ? "hand" : `home-${seat}`;
  const post = `post-${arg("company")}-${arg("rank")}`;
  switch (event.name.replace(".hidden", "")) {
    case "dealt":
    case "drew":
      return { from: "pile", to: hand, draw: card(good) };
    case "loaded":
      return { from: hand, to: `harbour-${arg("slot")}`, draw: card(good) };
    case "took":
    case "got_harbour":
      return { from: `harbour-${slot}`, to: `store-${seat}`, draw: card(good) };
    case "kept":
      return { from: `home-${seat}`, to: `store-${seat}`, draw: card(good) };
    case "paid":
      return { from: `store-${seat}`, to: "discard", draw: card(good) };
    case "traded":
      return { from: "pirate", to: `home-${seat}`, draw: pirate };
    case "completed":
      return { from: "missions", to: `home-${seat}`, draw: tile(numberArg(event, "value")) };
    case "discarded":
      return { from: hand, to: "discard", draw: card(good) };
    case "laid":
      return { from: hand, to: "fight-attacker", draw: card("") };
    case "defended":
      return { from: hand, to: "fight-defender", draw: card("") };
    case "placed":
    case "retreated":
    case "stayed":
      return { from: `home-${seat}`, to: post, draw: merchant(seat) };
    case "moved":
      return { from: `company-${arg("origin")}`, to: post, draw: merchant(seat) };
    case "won":
      return { from: `company-${arg("company")}`, to: post, draw: merchant(seat) };
    default:
      return null;
  }
}

/** Start the flights for the latest events. */
export function flights(events: readonly Event[], stage: Stage): void {
  let slot = stage.before.slot ?? 0;
  const found: Flight[] = [];
  for (const event of events) {
    if (typeof event.args?.slot === "number") slot = event.args.slot;
    found.push(...[flightOf(event, stage, slot) ?? []].flat());
  }
  fly(found);
}
