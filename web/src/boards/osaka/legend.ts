/** The legend: every kind of piece on the board. */
import type { LegendEntry } from "../../lib/board";
import Sign from "../../parts/marks/Sign.svelte";
import Card from "./Card.svelte";
import { COLOURS } from "./look";
import Ship from "./Ship.svelte";
import Token from "./Token.svelte";

export const legend: readonly LegendEntry[] = [
  ...COLOURS.map((colour) => ({
    piece: Ship,
    props: { colour },
    key: "legend.ship",
    args: { colour },
    rule: "OSA-4.1",
  })),
  { piece: Card, props: { card: "blue-2" }, key: "legend.card", rule: "OSA-1.3" },
  { piece: Card, props: { card: "red-3", turned: true }, key: "legend.insured", rule: "OSA-5.10" },
  { piece: Token, props: { colour: "yellow", size: 30 }, key: "legend.token", rule: "OSA-5.2" },
  { piece: Sign, props: { sign: "star", size: 24 }, key: "legend.points", rule: "OSA-7.2" },
  { piece: Sign, props: { sign: "flag", size: 24 }, key: "legend.tokens", rule: "OSA-5.7" },
  { piece: Sign, props: { sign: "back", size: 24 }, key: "legend.cards", rule: "OSA-3.7" },
  { piece: Sign, props: { sign: "coin", size: 24 }, key: "legend.coins", rule: "OSA-3.3" },
];
