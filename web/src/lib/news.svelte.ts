/** Run a callback once per update of a table, for animations and previews. */
import { untrack } from "svelte";

export function onNews(beat: () => number, then: () => unknown): void {
  const now = $derived(beat());
  $effect(() => {
    void now;
    const stop = untrack(then);
    return typeof stop === "function" ? (stop as () => void) : undefined;
  });
}
