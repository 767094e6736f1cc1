/* The service worker: opens the page offline, keeps the engine, and shows push notifications.
   Answers of the API are never cached, but for what is the same for everybody, such as the games. */
const SHELL = "comptoir-shell";
const ENGINE = "comptoir-engine";
const BASE = new URL(self.registration.scope).pathname; // the static edition may lie below a path
const LIST = "engine.json";
const CONSTANT = /^api\/(games|bots|puzzles)\b/;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((shell) => shell.add(new Request(BASE, { cache: "reload" })))
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
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (!url.pathname.startsWith(BASE)) return;
  const path = url.pathname.slice(BASE.length);
  if (request.mode === "navigate" && !path.startsWith("api")) event.respondWith(page(request, path));
  else if (path.startsWith("assets/") || path === "favicon.svg")
    event.respondWith(part(request, SHELL));
  else if (path === `engine/${LIST}`) event.respondWith(latest(request, ENGINE, forget));
  else if (path.startsWith("engine/")) event.respondWith(part(request, ENGINE));
  else if (CONSTANT.test(path)) event.respondWith(latest(request, SHELL));
});

/** Return the page from the server, or from the cache when offline. */
async function page(request, path) {
  try {
    const answer = await fetch(request);
    if (answer.ok && (path === "" || path === "index.html"))
      await renew(answer.clone()).catch(() => null); // a full disk must not keep the page from showing
    return answer;
  } catch {
    return (await caches.match(BASE)) ?? Response.error();
  }
}

/** Cache the page; first delete the files of an older build. */
async function renew(answer) {
  const shell = await caches.open(SHELL);
  const parts = async (at) => `${(await at?.clone().text())?.match(/assets\/[\w.-]+/g)}`;
  if ((await parts(await shell.match(BASE))) !== (await parts(answer)))
    for (const kept of await shell.keys()) await shell.delete(kept);
  await shell.put(BASE, answer);
}

/** Return a file, cached if possible: its name holds its hash, so it never goes stale. */
async function part(request, name) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) void put(name, request, answer.clone());
  return answer;
}

/** Return what the server has now, or what was cached when offline. */
async function latest(request, name, then = () => undefined) {
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      await put(name, request, answer.clone());
      await then(answer.clone());
    }
    return answer;
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

/** Cache an answer; a full disk does no harm. */
async function put(name, request, answer) {
  await caches
    .open(name)
    .then((cache) => cache.put(request, answer))
    .catch(() => null);
}

/** Delete the engine's files of an older version: those that its list no longer names. */
async function forget(list) {
  const { core, games } = await list.json();
  const named = [...Object.values(core), ...Object.values(games)].map(({ file }) => file);
  const cache = await caches.open(ENGINE);
  for (const kept of await cache.keys()) {
    const file = kept.url.split("/").at(-1);
    if (file !== LIST && !named.includes(file)) await cache.delete(kept);
  }
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
