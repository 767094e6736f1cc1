/* The service worker: starts the page without a network, and rings when it is called.
   What the server says is never kept: off-line is said to be off-line. */
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

/** Keep what the page has loaded. */
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

/** The page as it is now, or as it was when there was a network. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && new URL(request.url).pathname === "/")
      await renew(answer.clone()).catch(() => null); // a full disk is no reason to show less
    return answer;
  } catch {
    return (await caches.match("/")) ?? Response.error();
  }
}

/** Keep the page; first forget the parts of an older one. */
async function renew(answer) {
  const shell = await caches.open(SHELL);
  const parts = async (at) => `${(await at?.clone().text())?.match(/\/assets\/[\w.-]+/g)}`;
  if ((await parts(await shell.match("/"))) !== (await parts(answer)))
    for (const kept of await shell.keys()) await shell.delete(kept);
  await shell.put("/", answer);
}

/** A part's name holds its hash: what is kept is right. */
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
