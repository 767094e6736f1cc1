/** Short sounds made from tones and noise: there are no recordings. */
import type { Sound } from "./sound.svelte";

/** A tone, or noise through a narrow filter, that glides from one frequency to another. */
interface Voice {
  wave: OscillatorType | "noise";
  from: number; // hertz
  to?: number;
  at?: number; // seconds
  length: number;
  level: number; // 0 to 1
  rise?: number; // seconds until the loudest point
}

const bell = (from: number, at: number, length: number): Voice[] =>
  [1, 2.01, 2.99].map((part, n) => {
    return { wave: "sine", from: from * part, at, length: length / (n + 1), level: 0.3 / (n + 1) };
  });
const knock = (from: number, at: number): Voice[] => [
  { wave: "sine", from, to: from / 2, at, length: 0.14, level: 0.8 },
  { wave: "noise", from: 1400, to: 500, at, length: 0.06, level: 0.5 },
];
const clang = (at: number): Voice[] =>
  [1870, 2733, 3110, 4410].map((from) => ({
    wave: "square",
    from,
    at,
    length: 0.3,
    level: 0.05,
  }));
const brass = (from: number, at: number, length: number): Voice[] => [
  { wave: "sawtooth", from, at, length, level: 0.1, rise: 0.03 },
  { wave: "triangle", from, at, length, level: 0.25, rise: 0.03 },
];

const VOICES: Record<Sound, readonly Voice[]> = {
  turn: [...bell(659, 0, 0.35), ...bell(880, 0.17, 0.45)],
  paper: [{ wave: "noise", from: 3200, to: 900, length: 0.09, level: 0.5 }],
  coin: [...bell(2093, 0, 0.16), ...bell(2637, 0.06, 0.28)],
  bid: knock(330, 0),
  hammer: [...knock(210, 0), ...knock(190, 0.2)],
  boom: [
    { wave: "noise", from: 500, to: 60, length: 1.1, level: 1 },
    { wave: "sine", from: 95, to: 28, length: 0.7, level: 1 },
  ],
  payday: [0, 0.28, 0.56].flatMap((at) => bell(880, at, 0.9)),
  wave: [
    { wave: "noise", from: 250, to: 1300, length: 1.7, level: 0.9, rise: 0.7 },
    { wave: "noise", from: 2400, to: 700, at: 0.6, length: 1.1, level: 0.35, rise: 0.1 },
  ],
  clash: [
    ...clang(0),
    ...clang(0.2),
    { wave: "noise", from: 6500, to: 3000, length: 0.1, level: 0.4 },
  ],
  horn: [...brass(196, 0, 0.4), ...brass(294, 0.25, 0.7)],
  last: [0, 0.5, 1].flatMap((at) => bell(523, at, 1.2)),
  fanfare: [
    ...brass(523, 0, 0.2),
    ...brass(659, 0.15, 0.2),
    ...brass(784, 0.3, 0.2),
    ...[523, 659, 784, 1046].flatMap((from) => brass(from, 0.46, 1)),
  ],
};
const LOUDEST = 0.35; // of all voices together, at full volume
const LATE = 300; // milliseconds after which a sound no longer fits what is seen

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Return a second of noise. */
function noise(on: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = on.createBuffer(1, on.sampleRate, on.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = 2 * Math.random() - 1;
  return hiss;
}

function speak(on: AudioContext, voice: Voice, volume: number, delay: number): void {
  const start = on.currentTime + delay + (voice.at ?? 0);
  const end = start + voice.length;
  const gain = on.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.linearRampToValueAtTime(voice.level * volume, start + (voice.rise ?? 0.005));
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(on.destination);
  const glide = (pitch: AudioParam) => {
    pitch.setValueAtTime(voice.from, start);
    pitch.exponentialRampToValueAtTime(voice.to ?? voice.from, end);
  };
  let source: AudioScheduledSourceNode;
  if (voice.wave === "noise") {
    const [played, filter] = [on.createBufferSource(), on.createBiquadFilter()];
    [played.buffer, played.loop, filter.type] = [noise(on), true, "bandpass"];
    glide(filter.frequency);
    played.connect(filter).connect(gain);
    source = played;
  } else {
    const tone = on.createOscillator();
    tone.type = voice.wave;
    glide(tone.frequency);
    tone.connect(gain);
    source = tone;
  }
  source.start(start);
  source.stop(end);
}

/** Play a sound; volume is 0 to 1, delay in seconds. */
export async function sound(name: Sound, volume: number, delay: number): Promise<void> {
  try {
    context ??= new AudioContext();
    const asked = performance.now();
    if (context.state !== "running") await context.resume();
    if (performance.now() - asked > LATE) return;
    for (const voice of VOICES[name]) speak(context, voice, volume * LOUDEST, delay);
  } catch {
    /* the browser has no sound, or forbids it */
  }
}
