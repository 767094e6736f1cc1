/** The legend: every kind of piece on the board. */
import type { LegendEntry } from "../../lib/board";
import Drawing from "../../parts/marks/Drawing.svelte";
import Sign from "../../parts/marks/Sign.svelte";
import { COMPANIES, SPICES } from "./art";
import Flag from "./Flag.svelte";
import Spice from "./Spice.svelte";

export const legend: readonly LegendEntry[] = [
  ...COMPANIES.map((company) => ({
    piece: Flag,
    props: { company, size: 34 },
    key: "legend.flag",
    args: { company },
    rule: "BOR-1.5",
  })),
  ...SPICES.map((spice) => ({
    piece: Spice,
    props: { spice, size: 28 },
    key: spice === "crate" ? "legend.crate" : "legend.spice",
    args: { spice },
    rule: "BOR-1.2",
  })),
  {
    piece: Drawing,
    props: { d: "M6 22V3M6 4h13l-3 4 3 4H6", fill: "var(--ink)" },
    key: "legend.monopoly",
    rule: "BOR-6.2",
  },
  {
    piece: Drawing,
    props: { d: "M4 3h16v18H4z", fill: "#fbf3e2" },
    key: "legend.mission",
    rule: "BOR-4.1",
  },
  {
    piece: Drawing,
    props: { d: "M3 15h18l-3 6H6zM11 2v12H5c4-3 6-7 6-12z", fill: "#3a2c22" },
    key: "legend.pirates",
    rule: "BOR-9.1",
  },
  { piece: Sign, props: { sign: "star", size: 24 }, key: "legend.points", rule: "BOR-8.2" },
  { piece: Sign, props: { sign: "scroll", size: 24 }, key: "legend.missions", rule: "BOR-8.3" },
  { piece: Sign, props: { sign: "back", size: 24 }, key: "legend.cards", rule: "BOR-7.1" },
];
