/** SHA-256 by hand: `crypto.subtle` is missing where a table is served without HTTPS. */

const K = new Uint32Array(64);
const START = new Uint32Array(8);
for (let n = 2, found = 0; found < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
  if (!prime) continue;
  if (found < 8) START[found] = (n ** 0.5 % 1) * 2 ** 32;
  K[found++] = (Math.cbrt(n) % 1) * 2 ** 32;
}

const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** Return the hash of a text, in hexadecimal. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const length = ((bytes.length + 8) >> 6) * 64 + 64;
  const data = new DataView(new ArrayBuffer(length));
  bytes.forEach((byte, at) => data.setUint8(at, byte));
  data.setUint8(bytes.length, 0x80);
  data.setUint32(length - 4, bytes.length * 8);
  const h = START.slice();
  const w = new Uint32Array(64);
  for (let at = 0; at < length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = data.getUint32(at + i * 4);
      else {
        const a = w[i - 15]!,
          b = w[i - 2]!;
        w[i] =
          w[i - 16]! +
          (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) +
          w[i - 7]! +
          (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
      }
    }
    round(h, w);
  }
  return [...h].map((word) => word.toString(16).padStart(8, "0")).join("");
}

function round(h: Uint32Array, w: Uint32Array): void {
  let [a, b, c, d, e, f, g, x] = h as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const one =
      (x + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [x, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, x].forEach((word, i) => (h[i] = h[i]! + word));
}
