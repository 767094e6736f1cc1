/** Our own drawings for Borneo: flags of the companies, spices, and what flies. */
import type { BorneoCardView } from "../../lib/wire";
import type { Words } from "../../lib/words";

export const COMPANIES = ["blue", "yellow", "red", "green"] as const;
export const SPICES = ["pepper", "cinnamon", "cloves", "nutmeg", "crate"] as const;
export const RANKS = [1, 2, 3, 4, 5] as const;
export const INK = "var(--card-ink)";
export const PAPER = "#fbf3e2";

/** Fill, ink, and a mark that identifies the company without its colour. */
export const FLAG: Record<string, { fill: string; ink: string; mark: string }> = {
  blue: {
    fill: "#2f5f8a",
    ink: "#fff8ec",
    mark: "M0 3q3-3 6 0t6 0 6 0 6 0v3q-3 3-6 0t-6 0-6 0-6 0zM0 10q3-3 6 0t6 0 6 0 6 0v3q-3 3-6 0t-6 0-6 0-6 0z",
  },
  yellow: {
    fill: "#e0b64a",
    ink: "var(--card-ink)",
    mark: "M0 2h24v2.5H0zM0 7h24v2.5H0zM0 12h24v2.5H0z",
  },
  red: { fill: "#b4432f", ink: "#fff8ec", mark: "M10 0h4v16h-4zM0 6h24v4H0z" },
  green: { fill: "#41713f", ink: "#fff8ec", mark: "M0 0h5l7 12 7-12h5l-10 16h-4z" },
};

/** Pen drawings of the spices in a box of 24: `d` is filled, `line` only drawn. */
export const SPICE: Record<string, { fill: string; d: string; line: string }> = {
  pepper: {
    fill: "#4a423b",
    d: "M8 6a3.5 3.5 0 1 1 0 7 3.5 3.5 0 1 1 0-7zM16 5a3.2 3.2 0 1 1 0 6.4A3.2 3.2 0 1 1 16 5zM13 13a3.7 3.7 0 1 1 0 7.4 3.7 3.7 0 1 1 0-7.4z",
    line: "M3 20c2-1 4-1 6-4",
  },
  cinnamon: {
    fill: "#b5713f",
    d: "M3 15 15 3q3-1.5 4.5 0t0 4.5l-12 12Q6 21 4 20q-2.5-2-1-5zM9 20 20 9q2.5 0 2 3L12 22q-2.5.500-3-2z",
    line: "M15 3q3 1 4.5 4.5M5 16q2 .5 3 3",
  },
  cloves: {
    fill: "#8a4a3a",
    d: "M7 9a3 3 0 1 1 2.6 0l.4 11h-3zM15 6.5a3 3 0 1 1 2.6 0L18 20h-3z",
    line: "M4.5 5.5 8 8.5l3.5-3M12.8 3 16.3 6l3.5-3",
  },
  nutmeg: {
    fill: "#c08a55",
    d: "M12 3c6 0 9 4 9 9s-4 9-9 9-9-4-9-9 3-9 9-9z",
    line: "M8 6c4 4 4 8 0 12M13 4c4 5 4 11 0 16M5 10c3-1 6 0 9 4",
  },
  crate: { fill: "#e3c990", d: "M3 6h18v14H3z", line: "M3 10h18M3 16h18M8 6v14M16 6v14" },
};

/** Name a card: its spice and its flags. */
export function cardName(card: BorneoCardView, words: Words): string {
  return words.say("borneo.card", { card: card.card });
}

/** Count the visible flags of a row of cards, each covering the lower row of the one before. */
export function seen(cards: readonly { flags: string[] }[], company: string): number {
  return cards
    .flatMap((card, at) => (at < cards.length - 1 ? card.flags.slice(0, 3) : card.flags))
    .filter((flag) => flag === company).length;
}

/** Return the SVG of a card in flight: its spice, or its back. */
export function card(good: string): string {
  const spice = SPICE[good.split("-")[0] ?? ""];
  const face = spice
    ? `<g transform="translate(9 10) scale(1.1)" stroke="${INK}" stroke-width="1.2"><path d="${spice.d}" fill="${spice.fill}"/><path d="${spice.line}" fill="none"/></g>`
    : `<path d="M8 8h30v30H8z" fill="none" stroke="${PAPER}"/>`;
  return `<svg viewBox="0 0 46 46" width="46" height="46"><rect x="1" y="1" width="44" height="44" rx="5" fill="${spice ? PAPER : "#a8946d"}" stroke="${INK}" stroke-width="1.5"/>${face}</svg>`;
}

export function merchant(seat: number): string {
  return `<svg viewBox="0 0 24 30" width="30" height="38"><path d="M12 2a5 5 0 0 1 3 9q5 3 6 17H3q1-14 6-17a5 5 0 0 1 3-9z" fill="var(--seat-${seat + 1})" stroke="${INK}" stroke-width="1.2"/></svg>`;
}

export function tile(value: number): string {
  return `<svg viewBox="0 0 46 40" width="46" height="40"><rect x="1" y="1" width="44" height="38" rx="8" fill="${PAPER}" stroke="${INK}" stroke-width="1.5"/><text x="23" y="28" text-anchor="middle" font-size="22" font-weight="700" fill="${INK}">${value}</text></svg>`;
}

export const HULL = "M6 36h48l-8 12H14z";
export const SAILS = "M30 4v30M30 6c10 4 16 12 17 24H30zM27 10C18 14 13 22 12 30h15z";
export const pirate = `<svg viewBox="0 0 60 50" width="84" height="70"><path d="${HULL}" fill="#3a2c22" stroke="#000"/><path d="${SAILS}" fill="#222" stroke="#000"/><circle cx="38" cy="20" r="4" fill="${PAPER}"/><path d="M34 26l8 4M42 26l-8 4" stroke="${PAPER}" stroke-width="2"/></svg>`;
