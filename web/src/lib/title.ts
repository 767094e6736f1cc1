/** What the browser's tab says. */
import { say } from "./prefs.svelte";

/** Name the tab by what it shows, the most telling part first; the site's name comes last. */
export function entitle(...parts: string[]): void {
  document.title = [...parts.filter(Boolean), say("page.title")].join(" – ");
}
