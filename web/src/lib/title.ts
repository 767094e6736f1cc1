/** The title of the browser's tab. */
import { say } from "./prefs.svelte";

/** Set the tab's title: the most specific part first, the site's name last. */
export function entitle(...parts: string[]): void {
  document.title = [...parts.filter(Boolean), say("page.title")].join(" – ");
}
