/** Animations of two boards: events in, places out. */
import { beforeEach, expect, test } from "vitest";
import { flights as borneo } from "../src/boards/borneo/moves";
import { flights as osaka, scenes } from "../src/boards/osaka/moves";
import type { BorneoView, Event } from "../src/lib/wire";
import { event } from "./kit";

const START = { red: "osaka", blue: "anori" };
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

test("ships that sail together are one scene", () => {
  const sails = ["red", "blue"].map((colour) => event("sailed", null, { colour, space: "wave_1" }));
  expect(scenes(sails, START)).toEqual([
    { ships: { red: "wave_1", blue: "wave_1" }, told: null, struck: null },
  ]);
});

test("a payday and a wreck are scenes of their own, and are told", () => {
  const list: Event[] = [
    event("sailed", null, { colour: "red", space: "edo" }),
    event("payday", null, { colour: "red" }),
    event("bought", 0, { card: "red-5" }), // nothing on the water
    event("wrecked", null, { colour: "blue" }),
    event("returned", null, { colour: "red" }),
  ];
  const told = scenes(list, START);
  expect(told.map((scene) => [scene.told?.name ?? "", scene.struck, scene.ships.red])).toEqual([
    ["", null, "edo"],
    ["payday", null, "edo"],
    ["wrecked", "blue", "edo"],
    ["", null, "osaka"],
  ]);
  expect(told[2]?.ships.blue).toBe("anori");
});

test("nothing sails: no scene", () => {
  expect(scenes([event("paid", 0, { card: "red-2" })], START)).toEqual([]);
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
