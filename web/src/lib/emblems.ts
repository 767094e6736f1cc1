/** Emblems: outlines in a 24 × 24 square, and colours on which white is legible. */
export const SIGNS: Record<string, string> = {
  anchor: "M12 8v13M12 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4M8 11h8M4 14c1 5 4 7 8 7s7-2 8-7",
  ship: "M3 15h18l-3 5H6zM12 3v12M12 4l6 8h-6",
  barrel: "M7 3h10c2.5 5 2.5 13 0 18H7C4.5 16 4.5 8 7 3zM5.3 9h13.4M5.3 15h13.4",
  fish: "M3 12c4-6 10-6 14 0-4 6-10 6-14 0zM17 12l4-4v8zM7.5 11h.1",
  star: "M12 3l2.7 5.7 6.3.9-4.5 4.4 1 6.2-5.5-3-5.5 3 1-6.2L3 9.6l6.3-.9z",
  leaf: "M5 19C4 9 10 4 20 4c0 10-5 16-15 15zM5 19l8-8",
  key: "M8 4a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M11 11.5l9 8.5M16 16l2.5-2.5",
  lantern: "M8 8h8v10H8zM6 21h12M9 8c0-6 6-6 6 0M12 11v4",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  moon: "M19 15A8.5 8.5 0 0 1 9 4a8.5 8.5 0 1 0 10 11z",
  wave: "M2 9c3-4 5-4 7 0s4 4 7 0 4-3 6-1M2 17c3-4 5-4 7 0s4 4 7 0 4-3 6-1",
  flag: "M6 21V3M6 4c4-2 7 2 13 0v9c-6 2-9-2-13 0",
};
export const COLOURS: Record<string, string> = {
  brick: "#a33b2a",
  amber: "#8a5a00",
  olive: "#5f6b1e",
  green: "#23704a",
  teal: "#0f6e78",
  blue: "#2a5caa",
  violet: "#6a4a9c",
  plum: "#96386f",
};
