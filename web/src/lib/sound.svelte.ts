/**
 * Plays sounds at the chosen volume, with captions. The sounds themselves (`sounds.ts`) are
 * loaded when the first one is played, never before the reader has pressed something.
 */
import { keep } from "./prefs.svelte";

export type Sound =
  | "turn" | "paper" | "coin" | "bid" | "hammer" | "boom" | "payday" | "wave" | "clash" | "horn"
  | "last" | "fanfare"; // prettier-ignore

const MODEST = 0.4;
const APART = 0.12; // seconds between sounds of one update
const MOST = 3; // sounds of one update

class Sounds {
  volume = $state(Number(keep.get("volume") ?? MODEST)); // 0: silent
  captions = $state(keep.get("captions") === "1");
  latest = $state.raw<{ sound: Sound } | null>(null); // the sound that the caption describes

  setVolume(volume: number): void {
    this.volume = volume;
    keep.set("volume", String(volume));
  }

  showCaptions(on: boolean): void {
    this.captions = on;
    keep.set("captions", on ? "1" : null);
  }

  /** Play sounds one after the other, each once; a browser that forbids sound stays silent. */
  play(...sounds: readonly Sound[]): void {
    const chosen = [...new Set(sounds)].slice(0, MOST);
    if (!chosen.length) return;
    this.latest = { sound: chosen.at(-1)! };
    const pressed = "userActivation" in navigator ? navigator.userActivation.hasBeenActive : true;
    if (!this.volume || !pressed) return;
    import("./sounds").then(
      ({ sound }) => chosen.forEach((name, at) => void sound(name, this.volume, at * APART)),
      () => undefined,
    );
  }
}

export const sounds = new Sounds();
