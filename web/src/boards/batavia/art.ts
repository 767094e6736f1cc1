/** Our own drawings: flags of the companies and signs of the goods, in a box of 24. */

export const COMPANIES = ["english", "danish", "french", "dutch", "swedish"] as const;
export const GOODS = ["tea", "cotton", "porcelain", "silk", "ginger", "nutmeg", "pepper"] as const;

/** Fill, ink, and a pattern that identifies the company without its colour. */
export const FLAG: Record<string, { fill: string; ink: string; mark: string }> = {
  english: { fill: "#b5453a", ink: "#fff8ec", mark: "M10 0h4v16h-4zM0 6h24v4H0z" },
  danish: { fill: "#7a4b8c", ink: "#fff8ec", mark: "M6 0h3v16H6zM0 6.5h24v3H0z" },
  french: {
    fill: "#3b62a6",
    ink: "#fff8ec",
    mark: "M5 3l2 3-2 3-2-3zM12 7l2 3-2 3-2-3zM19 3l2 3-2 3-2-3z",
  },
  dutch: { fill: "#d3962f", ink: "#2a1c06", mark: "M0 2h24v2.5H0zM0 7h24v2.5H0zM0 12h24v2.5H0z" },
  swedish: {
    fill: "#3d7a4c",
    ink: "#fff8ec",
    mark: "M0 16L8 4l8 12h-3L8 9l-5 7zM8 16l8-12 8 12h-3l-5-7-5 7z",
  },
};

/** Pen drawings of the goods: `d` is filled, `line` only drawn. */
export const GOOD: Record<string, { fill: string; d: string; line?: string }> = {
  tea: {
    fill: "#7da05c",
    d: "M4 20C3 11 9 4 20 4c1 11-6 17-16 16z",
    line: "M4 20C8 14 12 10 17 7",
  },
  cotton: {
    fill: "#f7f3e8",
    d: "M12 13a4 4 0 1 1-4-5 4.4 4.4 0 1 1 8 0 4 4 0 1 1-4 5z",
    line: "M12 13v9M12 18l-4-3M12 18l4-3",
  },
  porcelain: {
    fill: "#cfe0ee",
    d: "M9 3h6v3l3 5c1 4-1 8-3 10H9c-2-2-4-6-3-10l3-5z",
    line: "M6.5 12h11M7.5 16h9M9 3h6",
  },
  silk: {
    fill: "#d98c9c",
    d: "M3 8c0-3 4-3 4 0v10c0 3-4 3-4 0zM7 8l13-1v10l-13 2z",
    line: "M10 8v10M14 7.5v10",
  },
  ginger: {
    fill: "#d9b36a",
    d: "M4 15c-2-3 1-6 4-5 0-4 4-6 6-3 2-3 7-1 6 3-1 3-4 3-5 4 2 3-1 7-4 6s-1-4-3-4-3 1-4-1z",
    line: "M9 12l2 1M15 8l1 2",
  },
  nutmeg: {
    fill: "#a5714a",
    d: "M12 3c6 0 9 4 9 9s-4 9-9 9-9-4-9-9 3-9 9-9z",
    line: "M8 6c4 4 4 8 0 12M13 4c4 5 4 11 0 16M5 10c3-1 6 0 9 4",
  },
  pepper: {
    fill: "#4a423b",
    d: "M8 6a3.5 3.5 0 1 1 0 7 3.5 3.5 0 1 1 0-7zM16 5a3.2 3.2 0 1 1 0 6.4A3.2 3.2 0 1 1 16 5zM13 13a3.7 3.7 0 1 1 0 7.4 3.7 3.7 0 1 1 0-7.4z",
    line: "M3 20c2-1 4-1 6-4",
  },
};

/** The pirates, in a box of 60 by 50. */
export const HULL = "M6 36h48l-8 12H14z";
export const SAILS = "M30 4v30M30 6c10 4 16 12 17 24H30zM27 10C18 14 13 22 12 30h15z";

/** Return the SVG of a ship card in flight. */
export function card(company: string): string {
  const flag = FLAG[company];
  const fill = flag?.fill ?? "#8b7a5e";
  return `<svg viewBox="0 0 40 54" width="40" height="54"><rect x="1" y="1" width="38" height="52" rx="5" fill="#fffaf0" stroke="var(--card-ink)" stroke-width="1.5"/><path d="M6 38h28l-5 9H11z" fill="#8a5a33" stroke="var(--card-ink)"/><path d="M20 8v28M20 10l12 20H20zM18 14v16H9z" fill="${fill}" stroke="var(--card-ink)"/></svg>`;
}

/** Return the SVG of a coin or a bill in flight. */
export const bill =
  '<svg viewBox="0 0 30 20" width="30" height="20"><rect x="1" y="1" width="28" height="18" rx="2" fill="#efe2bd" stroke="var(--card-ink)"/><path d="M6 7h18M6 11h12" stroke="var(--card-ink)"/></svg>';
export const coin =
  '<svg viewBox="0 0 24 24" width="24" height="24"><circle cx="12" cy="12" r="10" fill="#e0ad3c" stroke="var(--card-ink)" stroke-width="1.5"/></svg>';
