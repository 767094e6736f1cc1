/** Animations of two boards: events in, places out. */
import { beforeEach, expect, test } from "vitest";
import { flights as borneo } from "../src/boards/borneo/moves";
import { flights as osaka, sailed } from "../src/boards/osaka/moves";
import type { BorneoView, Event } from "../src/lib/wire";
import { event } from "./kit";

let flown: string[][]; // what was drawn, by the places between which it flew

/** A board whose places stand one beside the other, so that a flight tells from where to where. */
function board(...places: string[]): void {
  document.body.replaceChildren();
  places.forEach((place, at) => {
    const one = document.createElement("i");
    one.dataset.place = place;
    one.getBoundingClientRect = () => new DOMRect(at * 10, 0, 2, 2);
    one.getClientRects = () => [one.getBoundingClientRect()] as unknown as DOMRectList;
    document.body.append(one);
  });
  HTMLElement.prototype.animate = function (frames) {
    const at = (frame: Keyframe | undefined) =>
      places[Math.round((parseFloat(String(frame?.transform).slice(10)) - 1) / 10)] ?? "?";
    const list = frames as Keyframe[];
    flown.push([at(list[0]), at(list.at(-1))]);
    return { finished: Promise.resolve() } as unknown as Animation;
  };
}

beforeEach(() => {
  flown = [];
});

test("ships are where the events so far have brought them", () => {
  const list: Event[] = [
    event("sailed", null, { colour: "red", space: "edo" }),
    event("payday", null, { colour: "red" }),
    event("wrecked", null, { colour: "blue" }),
    event("returned", null, { colour: "red" }),
  ];
  const sea = { red: "wave_1", blue: "wave_2" };
  expect(list.map((_, end) => sailed(sea, list.slice(0, end)))).toEqual([
    sea,
    { red: "edo", blue: "wave_2" },
    { red: "edo", blue: "wave_2" },
    { red: "edo", blue: "anori" },
  ]);
  expect(sailed(sea, list)).toEqual({ red: "osaka", blue: "anori" });
});

test("a card goes to the reader's hand, or to the place of another player", () => {
  board("market", "hand", "home-1");
  osaka([event("took", 0, { card: "red-2" }), event("took", 1, { card: "red-2" })], 0);
  expect(flown).toEqual([
    ["market", "hand"],
    ["market", "home-1"],
  ]);
});

test("what happens at no place of the board moves nothing", () => {
  board("market");
  osaka([event("passed", 0)], 0);
  osaka([event("took", 0, { card: "red-2" })], 0); // no hand is shown
  expect(flown).toEqual([]);
});

test("cards are taken from the harbour that was named last", () => {
  board("hand", "harbour-2", "store-0");
  const stage = { you: 0, before: { slot: 1 } as BorneoView };
  borneo(
    [event("loaded", 0, { slot: 2, good: "pepper" }), event("took", 0, { good: "pepper" })],
    stage,
  );
  expect(flown).toEqual([
    ["hand", "harbour-2"],
    ["harbour-2", "store-0"],
  ]);
});
