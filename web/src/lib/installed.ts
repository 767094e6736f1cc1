/** The page as an installed app: its badge and its offline cache. */
import { base } from "./transport";

/** Show a number on the app's icon; 0 clears it. */
export async function badge(count: number): Promise<void> {
  try {
    await (count ? navigator.setAppBadge(count) : navigator.clearAppBadge());
  } catch {
    /* not installed, or not supported by this browser */
  }
}

/** Register the service worker, which lets the page open offline from now on. */
export async function install(): Promise<void> {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  await navigator.serviceWorker.register(`${base}sw.js`).catch(() => null);
  const worker = (await navigator.serviceWorker.ready).active;
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const kept = [`${base}assets/`, `${base}api/games`]; // what is the same for everybody
  worker?.postMessage(
    loaded.filter((url) => kept.some((start) => new URL(url).pathname.startsWith(start))),
  );
}
