/** The legend: every kind of piece on the board. */
import type { LegendEntry } from "../../lib/board";
import Drawing from "../../parts/marks/Drawing.svelte";
import Sign from "../../parts/marks/Sign.svelte";
import { COMPANIES, GOODS } from "./art";
import Flag from "./Flag.svelte";
import Good from "./Good.svelte";
import Seal from "./Seal.svelte";

export const legend: readonly LegendEntry[] = [
  ...COMPANIES.map((company) => ({
    piece: Flag,
    props: { company, size: 36 },
    key: "legend.flag",
    args: { company },
    rule: "BAT-1.2",
  })),
  ...GOODS.map((good) => ({
    piece: Good,
    props: { good, size: 28 },
    key: "legend.good",
    args: { good },
    rule: "BAT-9.2",
  })),
  { piece: Sign, props: { sign: "star", size: 24 }, key: "legend.gold", rule: "BAT-9.6" },
  { piece: Sign, props: { sign: "note", size: 24 }, key: "legend.bills", rule: "BAT-9.3" },
  { piece: Sign, props: { sign: "back", size: 24 }, key: "legend.cards", rule: "BAT-3.10" },
  {
    piece: Seal,
    props: { seat: 0, size: 24 },
    key: "legend.seal",
    rule: "BAT-4.5",
  },
  {
    piece: Drawing,
    props: { d: "M2 12 16 7l4 4-14 5zM8 14a3 3 0 1 0 .01 0z", fill: "var(--ink-2)" },
    key: "legend.cannon",
    rule: "BAT-7.1",
  },
  {
    piece: Drawing,
    props: { d: "M12 7a5 5 0 1 0 .01 0z", fill: "var(--gold)" },
    key: "legend.first",
    rule: "BAT-3.7",
  },
  {
    piece: Drawing,
    props: { d: "M5 22V3M5 4h13l-3 4 3 4H5", fill: "var(--glow)" },
    key: "legend.arrival",
    rule: "BAT-8.1",
  },
];
