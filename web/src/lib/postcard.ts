/** A picture of a result to share: 1200 × 630, the size of link previews. */

export interface Place {
  rank: string;
  name: string;
  sum: string;
  share: number; // of the longest bar, 0 to 1
  seat: number;
  you: boolean;
}

const WIDE = 1200;
const HIGH = 630;
const EDGE = 64;
const PAPER = "#f7eedb";
const INK = "#2a2119";
const SEATS = ["#a4312a", "#1f5f8b", "#8a5d00", "#2f6b3a", "#6a3d8a"]; // as in the light theme

/** Shorten a text until it fits. */
function fit(pen: CanvasRenderingContext2D, text: string, room: number): string {
  if (pen.measureText(text).width <= room) return text;
  let end = text.length;
  while (end > 1 && pen.measureText(`${text.slice(0, end)}…`).width > room) end--;
  return `${text.slice(0, end)}…`;
}

/** Draw the background: paper, a border, and waves at the bottom. */
function ground(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDE, HIGH);
  pen.strokeStyle = "#84380f";
  pen.lineWidth = 6;
  pen.strokeRect(20, 20, WIDE - 40, HIGH - 40);
  pen.strokeStyle = "#a9cdcd";
  pen.lineWidth = 4;
  for (const row of [0, 1]) {
    pen.beginPath();
    for (let x = 40; x <= WIDE - 40; x += 4)
      pen.lineTo(x, HIGH - 60 + row * 16 + 5 * Math.sin((x + row * 30) / 18));
    pen.stroke();
  }
}

function place(pen: CanvasRenderingContext2D, one: Place, top: number, high: number): void {
  const base = top + high * 0.5;
  const bar = WIDE - 2 * EDGE - 110;
  pen.fillStyle = INK;
  pen.font = "34px 'Young Serif', Georgia, serif";
  pen.fillText(one.rank, EDGE, base);
  pen.font = `${one.you ? 700 : 500} 32px 'Source Sans 3', system-ui, sans-serif`;
  const room = pen.measureText(one.sum).width;
  pen.fillText(fit(pen, one.name, bar - room - 40), EDGE + 110, base);
  pen.textAlign = "right";
  pen.fillText(one.sum, WIDE - EDGE, base);
  pen.textAlign = "left";
  pen.fillStyle = SEATS[one.seat % SEATS.length]!;
  pen.fillRect(EDGE + 110, base + 10, Math.max(4, bar * one.share), 10);
}

/** Draw the result; the page's fonts are already loaded. */
export function postcard(
  game: string,
  title: string,
  places: readonly Place[],
  line = "", // the game's most memorable event
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = HIGH;
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.reject(new Error("canvas"));
  ground(pen);
  pen.fillStyle = "#84380f";
  pen.font = "30px 'Young Serif', Georgia, serif";
  pen.fillText(`Comptoir · ${game}`, EDGE, 86);
  pen.fillStyle = INK;
  pen.font = "54px 'Young Serif', Georgia, serif";
  pen.fillText(fit(pen, title, WIDE - 2 * EDGE), EDGE, 150);
  pen.font = "26px 'Source Sans 3', system-ui, sans-serif";
  pen.fillText(fit(pen, line, WIDE - 2 * EDGE), EDGE, 194);
  const high = Math.min(88, 350 / places.length);
  places.forEach((one, at) => place(pen, one, 206 + at * high, high));
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("canvas"))), "image/png");
  });
}

/** Share a picture with the Web Share API, or download it where that is missing. */
export async function send(picture: Blob, name: string, text: string): Promise<void> {
  const file = new File([picture], name, { type: picture.type });
  if ("canShare" in navigator && navigator.canShare({ files: [file] })) {
    await navigator.share({ files: [file], title: text, text });
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
