import { expect, test } from "vitest";
import { Offers } from "../src/lib/offer.svelte";
import type { Action } from "../src/lib/words";
import { given } from "./kit";

const LAY: Action = { verb: "lay", what: "tea" };
const SILK: Action = { verb: "lay", what: "silk" };
const ARMED = { may: true, again: true };
const GONE = ["point", null, undefined];
const mouse = new MouseEvent("click");
const finger = Object.assign(new MouseEvent("click"), { pointerType: "touch" });

test("what is legal is offered, and a click carries it out", () => {
  const table = given([LAY]);
  const offer = new Offers(() => table).thing("lay", "tea");
  offer.onclick(mouse);
  expect(offer["data-action"]).toBe("lay tea");
  expect(offer["aria-disabled"]).toBeUndefined();
  expect(table.did).toEqual([["act", LAY]]);
});

test("what is not legal is greyed out, and a click asks why", () => {
  const table = given([LAY]);
  const offer = new Offers(() => table).thing("lay", "silk");
  offer.onclick(finger);
  expect([offer["data-action"], offer["aria-disabled"]]).toEqual([undefined, true]);
  expect(table.did).toEqual([["why", { verb: "lay", what: "silk" }]]);
});

test("a number is not its text", () => {
  const offers = new Offers(() => given([{ verb: "bid", what: 1 }]));
  expect(offers.can("bid", 1)).toBe(true);
  expect(offers.can("bid", "1")).toBe(false);
});

test("pointer and focus show the same, and leaving shows it no more", () => {
  const table = given([LAY]);
  const offers = new Offers(() => table);
  const offer = offers.thing("lay", "tea");
  offer.onpointerenter();
  offer.onpointerleave();
  offer.onfocus();
  offer.onblur();
  const shown = ["point", LAY, { may: true, again: false }];
  expect(table.did).toEqual([shown, GONE, shown, GONE]);
  offers.thing("lay", "silk").onfocus(); // a board may show what is not allowed, too
  expect(table.did.at(-1)).toEqual(["point", SILK, { may: false, again: false }]);
});

test("a finger's first tap on a thing shows, its second one does", () => {
  const table = given([LAY]);
  const offers = new Offers(() => table);
  offers.thing("lay", "tea").onclick(finger);
  expect(table.did).toEqual([["point", LAY, ARMED]]);
  expect(offers.thing("lay", "tea")["data-armed"]).toBe(true);
  offers.thing("lay", "tea").onclick(finger);
  expect(table.did.at(-1)).toEqual(["act", LAY]);
  expect(offers.thing("lay", "tea")["data-armed"]).toBeUndefined();
});

test("a tap elsewhere or another question begins anew", () => {
  const table = given([LAY, SILK]);
  const offers = new Offers(() => table);
  offers.thing("lay", "tea").onclick(finger);
  offers.thing("lay", "silk").onclick(finger);
  expect(table.did.at(-1)).toEqual(["point", SILK, ARMED]);
  table.asked = 2;
  offers.thing("lay", "silk").onclick(finger);
  expect(table.did.filter((did) => Array.isArray(did) && did[0] === "act")).toEqual([]);
});

test("what a finger was shown stays until its thing is left", () => {
  const table = given([LAY, { verb: "lay", what: "silk" }]);
  const offers = new Offers(() => table);
  offers.thing("lay", "tea").onclick(finger);
  offers.thing("lay", "tea").onpointerleave(); // a finger lifts
  offers.thing("lay", "silk").onpointerenter(); // a mouse lies there
  offers.thing("lay", "silk").onblur(); // what had the focus before
  expect(table.did).toEqual([["point", LAY, ARMED]]);
  offers.thing("lay", "tea").onblur();
  expect(table.did.at(-1)).toEqual(GONE);
  expect(offers.thing("lay", "tea")["data-armed"]).toBeUndefined();
});

test("a button whose words say what it does needs one tap", () => {
  const table = given([{ verb: "pass" }]);
  new Offers(() => table).button("pass").onclick(finger);
  expect(table.did).toEqual([["act", { verb: "pass", what: undefined }]]);
});

test("while an action is on its way nothing else is done", () => {
  const table = { ...given([LAY]), busy: true };
  const offers = new Offers(() => table);
  offers.thing("lay", "tea").onclick(mouse);
  offers.thing("lay", "silk").onclick(mouse);
  expect(table.did).toEqual([]);
});

test("a thing that is not where it may be taken is not offered", () => {
  const offer = new Offers(() => given([LAY])).thing("lay", "tea", false);
  expect([offer["data-action"], offer["aria-disabled"]]).toEqual([undefined, true]);
});
