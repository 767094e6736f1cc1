/** Drawings, colours and names of Osaka's cards and ships. */

export const COLOURS = ["red", "blue", "yellow", "green"] as const;
export type Colour = (typeof COLOURS)[number];
export const SPACES = ["osaka", "oshima", "anori", "wave_1", "wave_2", "edo"] as const;
export type Space = (typeof SPACES)[number];

/** Ink and paper of a colour: the same by day and by night, so that it is known again. */
export const FILL: Record<Colour, string> = {
  red: "#b4432f",
  blue: "#2f5f8a",
  yellow: "#e0b64a",
  green: "#41713f",
};
export const ON: Record<Colour, string> = {
  red: "#fff8ec",
  blue: "#fff8ec",
  yellow: "var(--card-ink)",
  green: "#fff8ec",
};
export const PAPER = "#fbf3e2";
export const INK = "var(--card-ink)";

/** The emblem of each colour, in a square of 24: fan, jar, rice bale and tea leaf. */
export const EMBLEM: Record<Colour, string> = {
  red: "M12 21 2.5 9.5a13 13 0 0 1 19 0zM12 21V6.2M12 21 6.6 7.4M12 21l5.4-13.6",
  blue: "M8.5 3h7M9.5 3v3.5C5.5 8 4 11 4.5 14.5c.4 3.4 2.6 6.5 4.5 6.5h6c1.9 0 4.1-3.1 4.5-6.500C20 11 18.5 8 14.5 6.500V3M4.6 12.500q3.7 2.6 7.4 0t7.4 0",
  yellow:
    "M4.5 7C7 4.5 17 4.5 19.5 7v10c-2.5 2.5-12.5 2.5-15 0zM4.5 10.300h15M4.5 13.700h15M12 5.200v13.600M8 2.5 12 5l4-2.5",
  green: "M4 20C3 10 9 3 20.5 3.5 21 15 14 21 4 20zM4 20 15.5 8.500M8.5 15.500V10M11 13h5.5",
};

/** Which lines lie over a colour; a pattern's name in the board's own definitions. */
export function pattern(colour: string): string {
  return `url(#osaka-${colour})`;
}

export function isColour(name: string): name is Colour {
  return (COLOURS as readonly string[]).includes(name);
}

/** Split a card's name: `red-5` is red and worth 5. */
export function partsOf(card: string): { colour: Colour; value: number } {
  const [colour = "", value = "0"] = card.split("-");
  return { colour: isColour(colour) ? colour : "red", value: Number(value) };
}

/** The insurance symbols printed on a card of a value, as the box has them. */
export const SYMBOLS: Record<number, number> = { 2: 2, 3: 1, 5: 0 };

export function spaceOf(name: string | undefined): number {
  const found = (SPACES as readonly string[]).indexOf(name ?? "");
  return found < 0 ? 0 : found;
}

/** Cards by kind as a list, dear ones last, colour by colour. */
export function listed(cards: Record<string, number> | null): { card: string; count: number }[] {
  const order = (card: string) => COLOURS.indexOf(partsOf(card).colour) * 10 + partsOf(card).value;
  return Object.entries(cards ?? {})
    .map(([card, count]) => ({ card, count }))
    .sort((one, other) => order(one.card) - order(other.card));
}
