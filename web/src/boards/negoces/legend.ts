/** The legend: every kind of piece on the board. */
import type { LegendEntry } from "../../lib/board";
import Sign from "../../parts/marks/Sign.svelte";
import { CARDS } from "./art";
import Card from "./Card.svelte";

export const legend: readonly LegendEntry[] = [
  ...CARDS.map((card) => ({
    piece: Card,
    props: { card, size: 32 },
    key: card === "contraband" ? "legend.contraband" : "legend.good",
    args: { card },
    rule: card === "contraband" ? "NEG-1.3" : "NEG-1.2",
  })),
  {
    piece: Card,
    props: { card: null, hidden: true, size: 32 },
    key: "legend.hidden",
    rule: "NEG-4.2",
  },
  { piece: Sign, props: { sign: "crate", size: 24 }, key: "legend.goods", rule: "NEG-6.2" },
  { piece: Sign, props: { sign: "coin", size: 24 }, key: "legend.coins", rule: "NEG-6.2" },
  { piece: Sign, props: { sign: "back", size: 24 }, key: "legend.cards", rule: "NEG-1.4" },
];
