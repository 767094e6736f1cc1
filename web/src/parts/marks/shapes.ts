/** The outlines of the seats' shapes, in a 24 × 24 square. */
import type { SHAPES } from "../../lib/faces";

export const PATHS: Record<(typeof SHAPES)[number], string> = {
  circle: "M12 1.5a10.5 10.5 0 1 0 .01 0z",
  square: "M2.5 2.5h19v19h-19z",
  triangle: "M12 1 23 21.5H1z",
  diamond: "M12 .8 23.2 12 12 23.2.8 12z",
  hexagon: "M6.3 2h11.4L23.4 12l-5.7 10H6.3L.6 12z",
  pentagon: "M12 .8 23.2 9.4 19 22.500H5L.8 9.4z",
  shield: "M2.5 2h19v10.500c0 5-4.5 8.500-9.500 10-5-1.500-9.500-5-9.500-10z",
  cross: "M6 1.500h12V6h4.500v12H18v4.500H6V18H1.500V6H6z",
};
