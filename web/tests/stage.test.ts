/** Great moments: what is held back, for how long, and what lets it go. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prefs } from "../src/lib/prefs.svelte";
import { momentOf, Stage } from "../src/lib/stage.svelte";
import type { Item } from "../src/lib/turns";
import type { Event } from "../src/lib/wire";
import { event } from "./kit";

const HALF = 900; // milliseconds until a moment strikes
const what = { icon: "dot", amount: null, scene: "none", sound: null, move: 1 } as const;
const item = (one: Event, great = ""): Item => ({
  ...what,
  text: one.name,
  great,
  places: [],
  events: [one],
});
const sail = item(event("sailed", null));
const payday = item(event("payday", null), "Payday!");
const wreck = item(event("wrecked", null), "The Current!");

let stage: Stage;
let applied: number;
const apply = () => (applied += 1);
const named = () => stage.cue.map(({ name }) => name);
const pass = (time: number) => vi.advanceTimersByTimeAsync(time);
const look = (seen: boolean) => vi.spyOn(document, "hidden", "get").mockReturnValue(!seen);

beforeEach(() => {
  vi.useFakeTimers();
  look(true);
  prefs.reduced = false;
  HTMLElement.prototype.animate = () => ({}) as Animation; // a browser that can move things
  stage = new Stage();
  applied = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("an update is shown when its last moment strikes, and the next one comes when it is seen", async () => {
  let done = false;
  void stage.play([sail, payday, wreck], apply)!.then(() => (done = true));

  expect(stage.now?.caption).toBe("Payday!");
  expect(named()).toEqual(["sailed"]); // what came before it has been seen
  await pass(HALF);
  expect(named()).toEqual(["sailed", "payday"]);
  expect([applied, stage.holds]).toEqual([0, true]);
  await pass(HALF);
  expect(stage.now?.caption).toBe("The Current!");
  await pass(HALF);
  expect([applied, stage.holds, done]).toEqual([1, true, false]);
  expect(named()).toEqual([]); // the table has them itself now
  await pass(HALF);
  expect([applied, stage.holds, done, stage.now]).toEqual([1, false, true, null]);
});

test("a press ends the moment that is shown, and only that", async () => {
  void stage.play([payday, wreck], apply);
  stage.hurry();
  await pass(0);
  expect([stage.now?.caption, applied]).toEqual(["The Current!", 0]);
  stage.hurry();
  await pass(0);
  expect([stage.now, applied, stage.holds]).toEqual([null, 1, false]);
});

test.each(["hidden", "still"])("nothing is held back where it is not seen: %s", (why) => {
  if (why === "hidden") look(false);
  else prefs.reduced = true;
  expect(stage.play([payday], apply)).toBeNull();
});

test("nothing is held back without a great moment", () => {
  expect(stage.play([sail], apply)).toBeNull();
});

test("a tab that is left lets everything go", async () => {
  void stage.play([payday, wreck], apply);
  look(false);
  stage.hurry();
  await pass(0);
  expect([stage.now, applied, stage.holds]).toEqual([null, 1, false]);
});

test("moments that hold nothing back follow each other, and a held one comes first", async () => {
  prefs.reduced = true;
  stage.show([payday, wreck].map(momentOf));
  expect([stage.now?.caption, stage.holds]).toEqual(["Payday!", false]);
  await pass(stage.now!.time);
  expect(stage.now?.caption).toBe("The Current!");
  prefs.reduced = false;
  void stage.play([payday], apply);
  expect([stage.now?.caption, stage.holds]).toEqual(["Payday!", true]);
  await pass(2 * HALF);
  expect(stage.now).toBeNull();
});

test("a reconnect forgets what was shown", async () => {
  let done = false;
  void stage.play([payday], apply)!.then(() => (done = true));
  stage.clear();
  await pass(0);
  expect([stage.now, stage.holds, done, applied]).toEqual([null, false, true, 0]);
});
