/**
 * Shows great moments one after the other, where they happen on the board. The table applies an
 * update at the climax of its last moment, and shows the next question after that moment.
 */
import { paced } from "./motion";
import { prefs } from "./prefs.svelte";
import { sounds, type Sound } from "./sound.svelte";
import type { Icon, Item } from "./turns";
import type { Event } from "./wire";

/** The scene of a great moment; `none`: its place only shines. */
export type Scene =
  "bell" | "flag" | "gavel" | "lock" | "none" | "raid" | "star" | "swords" | "wave";

export interface Moment {
  caption: string; // empty: there is nothing to read
  text: string;
  icon: Icon;
  scene: Scene;
  sound: Sound | null;
  places: readonly string[]; // where it happens: the first that exists
  time: number; // milliseconds
}

const TIME = 1800; // milliseconds of a moment at normal speed; its climax is in the middle
const STILL = 2600; // milliseconds of its caption, if animations are off
const MOST = 2.5; // time that an update's moments may take, in moments

export class Stage {
  now = $state.raw<Moment | null>(null);
  holds = $state(false); // true while the next question waits
  cue = $state.raw<readonly Event[]>([]); // events already shown of an update not yet applied
  #queue: Moment[] = [];
  #run = 0; // a later run ends an earlier one
  #hurried = false; // true if the current moment is to end at once
  #next: (() => void) | null = null;

  /**
   * Play an update's great moments, and `apply` it at the climax of the last one; the promise
   * resolves when the next update may come. Null: nothing holds the update back.
   */
  play(items: readonly Item[], apply: () => void): Promise<void> | null {
    const great = items.filter((item) => item.great);
    if (!great.length || prefs.still || document.hidden) return null;
    return this.#act(great, items, apply);
  }

  async #act(great: readonly Item[], items: readonly Item[], apply: () => void): Promise<void> {
    const run = this.#begin();
    this.holds = true;
    const time = paced(TIME * Math.min(1, MOST / great.length));
    const events = items.flatMap((item) => item.events);
    for (const item of great) {
      const at = events.indexOf(item.events[0]!);
      this.cue = events.slice(0, at);
      await this.#half(item, time);
      if (run !== this.#run) return;
      if (item.sound) sounds.play(item.sound);
      this.cue = events.slice(0, at + item.events.length);
      if (item === great.at(-1)) {
        apply();
        this.cue = [];
      }
      await this.#wait(time / 2);
      if (run !== this.#run) return;
    }
    this.#end();
  }

  #half(item: Item, time: number): Promise<void> {
    this.#hurried = document.hidden;
    this.now = { ...momentOf(item), time };
    return this.#wait(time / 2);
  }

  /** Show moments without holding anything back; also if animations are off. */
  show(moments: readonly Moment[]): void {
    if (this.holds || !moments.length) return;
    this.#queue.push(...moments);
    if (!this.now) void this.#show();
  }

  async #show(): Promise<void> {
    const run = ++this.#run;
    for (let moment = this.#queue.shift(); moment; moment = this.#queue.shift()) {
      this.#hurried = false;
      this.now = moment;
      if (moment.sound) sounds.play(moment.sound);
      await this.#wait(moment.time);
      if (run !== this.#run) return;
    }
    this.now = null;
  }

  /** End the current moment, as when the reader presses something. */
  hurry(): void {
    this.#hurried = true;
    this.#next?.();
  }

  /** Drop all current and waiting moments, as after a reconnect. */
  clear(): void {
    this.#begin();
    this.#end();
  }

  #begin(): number {
    const run = ++this.#run;
    this.#queue = [];
    this.hurry();
    return run;
  }

  #end(): void {
    this.now = null;
    this.holds = false;
    this.cue = [];
  }

  #wait(time: number): Promise<void> {
    if (this.#hurried) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#next?.(), time);
      this.#next = () => {
        clearTimeout(timer);
        this.#next = null;
        resolve();
      };
    });
  }
}

/** Return the moment of something that happened. */
export function momentOf(item: Item): Moment {
  const { great: caption, text, icon, scene, sound, places } = item;
  return { caption, text, icon, scene, sound, places, time: prefs.still ? STILL : paced(TIME) };
}
