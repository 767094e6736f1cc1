/** Do something once for each news of a table: let things fly, ask what moves would do. */
import { untrack } from "svelte";

export function onNews(beat: () => number, then: () => unknown): void {
  const now = $derived(beat());
  $effect(() => {
    void now;
    const stop = untrack(then);
    return typeof stop === "function" ? (stop as () => void) : undefined;
  });
}
