/** The page as an installed app: its badge, and what it starts with off-line. */

/** Show a number at the installed page's sign; 0: none. */
export async function badge(count: number): Promise<void> {
  try {
    await (count ? navigator.setAppBadge(count) : navigator.clearAppBadge());
  } catch {
    /* not installed, or not known to this browser */
  }
}

/** Let the page start without a network from now on: keep what it has loaded. */
export async function install(): Promise<void> {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  await navigator.serviceWorker.register("/sw.js").catch(() => null);
  const worker = (await navigator.serviceWorker.ready).active;
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  worker?.postMessage(loaded.filter((url) => new URL(url).pathname.startsWith("/assets/")));
}
