/** Our own drawings of the eight goods and the contraband, in a box of 24. */

export const GOODS = [
  "jade",
  "jewels",
  "perfume",
  "spices",
  "coffee",
  "silk",
  "wine",
  "tea",
] as const;
export const CARDS = [...GOODS, "contraband"] as const;

export const CARD: Record<string, { fill: string; d: string; line?: string }> = {
  jade: {
    fill: "#5f9e7a",
    d: "M12 2a10 10 0 1 0 .01 0zM12 8.5a3.5 3.5 0 1 1-.01 0z",
    line: "M5 6l4 3M19 6l-4 3M12 22v-6",
  },
  jewels: { fill: "#c3557f", d: "M7 4h10l5 6-10 11L2 10z", line: "M2 10h20M7 4l2 6 3 11 3-11 2-6" },
  perfume: {
    fill: "#a07bc0",
    d: "M7 10h10v11H7zM10 5h4v4h-4z",
    line: "M9 3h6M7 15h10M17 5c2-1 3-1 4-3",
  },
  spices: {
    fill: "#d58a2c",
    d: "M3 20c0-6 4-8 9-12 5 4 9 6 9 12z",
    line: "M8 14h.1M12 12h.1M15 16h.1M10 17h.1M17 18h.1",
  },
  coffee: {
    fill: "#8a5a3c",
    d: "M12 3c5 0 8 5 8 9s-3 9-8 9-8-5-8-9 3-9 8-9z",
    line: "M14 3c-5 5 2 12-4 18",
  },
  silk: {
    fill: "#5f8fc4",
    d: "M4 6c5-4 11 4 16 0v12c-5 4-11-4-16 0z",
    line: "M4 10c5-4 11 4 16 0M4 14c5-4 11 4 16 0",
  },
  wine: { fill: "#97324a", d: "M7 3h10c1 7-1 11-5 11S6 10 7 3z", line: "M12 14v6M8 21h8M7 7h10" },
  tea: {
    fill: "#8aa84f",
    d: "M4 20C3 11 9 4 20 4c1 11-6 17-16 16z",
    line: "M4 20C8 14 12 10 17 7",
  },
  contraband: { fill: "#4a4a4f", d: "M3 7h18v13H3zM8 7V4h8v3", line: "M6 10l12 7M18 10L6 17" },
};

/** Return the SVG of a card in flight, face down. */
export const back =
  '<svg viewBox="0 0 40 54" width="40" height="54"><rect x="1" y="1" width="38" height="52" rx="5" fill="#84380f" stroke="var(--card-ink)" stroke-width="1.5"/><path d="M8 8h24v38H8z" fill="none" stroke="#f5ead6"/><path d="M14 27l6-10 6 10-6 10z" fill="none" stroke="#f5ead6" stroke-width="1.5"/></svg>';
export const coin =
  '<svg viewBox="0 0 24 24" width="24" height="24"><circle cx="12" cy="12" r="10" fill="#e0ad3c" stroke="var(--card-ink)" stroke-width="1.5"/><circle cx="12" cy="12" r="6" fill="none" stroke="var(--card-ink)"/></svg>';

/** Return the SVG of a card in flight, face up. */
export function face(card: string): string {
  const drawing = CARD[card];
  if (!drawing) return back;
  return `<svg viewBox="0 0 40 54" width="40" height="54"><rect x="1" y="1" width="38" height="52" rx="5" fill="#fffaf0" stroke="var(--card-ink)" stroke-width="1.5"/><g transform="translate(8 15)"><path d="${drawing.d}" fill="${drawing.fill}" fill-rule="evenodd" stroke="var(--card-ink)"/></g></svg>`;
}
