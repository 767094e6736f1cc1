/* The service worker: opens the page offline, and shows push notifications.
   Answers of the API are never cached: offline, the page says that it is offline. */
const SHELL = "comptoir-shell";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((shell) => shell.add(new Request("/", { cache: "reload" })))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** Cache what the page has loaded. */
self.addEventListener("message", (event) => {
  const urls = event.data;
  if (!Array.isArray(urls)) return;
  event.waitUntil(
    caches.open(SHELL).then(async (shell) => {
      for (const url of urls) if (!(await shell.match(url))) await shell.add(url).catch(() => null);
    }),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate" && !url.pathname.startsWith("/api")) {
    event.respondWith(page(event.request));
  } else if (url.pathname.startsWith("/assets/") || url.pathname === "/favicon.svg") {
    event.respondWith(part(event.request));
  }
});

/** Return the page from the server, or from the cache when offline. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && new URL(request.url).pathname === "/")
      await renew(answer.clone()).catch(() => null); // a full disk must not keep the page from showing
    return answer;
  } catch {
    return (await caches.match("/")) ?? Response.error();
  }
}

/** Cache the page; first delete the files of an older build. */
async function renew(answer) {
  const shell = await caches.open(SHELL);
  const parts = async (at) => `${(await at?.clone().text())?.match(/\/assets\/[\w.-]+/g)}`;
  if ((await parts(await shell.match("/"))) !== (await parts(answer)))
    for (const kept of await shell.keys()) await shell.delete(kept);
  await shell.put("/", answer);
}

/** Return a file, cached if possible: its name holds its hash, so it never goes stale. */
async function part(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
}

self.addEventListener("push", (event) => {
  const told = event.data?.json() ?? {};
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const seen = pages.some((one) => one.visibilityState === "visible" && one.url.endsWith(told.url));
      if (seen) return;
      await navigator.setAppBadge?.().catch(() => null);
      await self.registration.showNotification(told.title, {
        body: told.body,
        tag: told.tag,
        icon: "/favicon.svg",
        data: told.url,
      });
    })(),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = event.notification.data ?? "/";
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: "window" });
      const open = pages.find((one) => one.url.endsWith(url));
      if (open) await open.focus();
      else await self.clients.openWindow(url);
    })(),
  );
});
