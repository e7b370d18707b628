// @ts-nocheck -- the types of a worker are not those of the page
// Makes the page installable, and keeps its files. The page itself is always asked for, and it names the version of its
// files: those of the same version are not asked for again, all others are thrown away. Nothing of a game is kept.
const KEPT = "page-";
const VERSION = "Doghouse-Version";
const FILES = /^\/(web|i18n)\//;
let version = null; // of the page opened last; a worker that was stopped meanwhile asks the house for everything

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data ?? "/"));
});

// The table that is open already comes to the front; a second one is opened only where there is none.
async function show(address) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = open.find((client) => new URL(client.url).pathname === address);
  await (found ? found.focus() : self.clients.openWindow(address));
}

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || new URL(url).origin !== self.location.origin) return;
  if (mode === "navigate") event.respondWith(opened(event));
  else if (version && FILES.test(new URL(url).pathname)) event.respondWith(file(event.request));
});

// On the first visit the page comes before its worker: it tells what it has fetched, and the browser still has it.
self.addEventListener("message", (event) => {
  const { files } = event.data ?? {};
  if (files)
    event.waitUntil(
      keepAll(
        event.data.version,
        files.filter((url) => FILES.test(new URL(url).pathname)),
      ),
    );
});

async function opened(event) {
  const response = await fetch(event.request);
  version = response.headers.get(VERSION);
  if (version) event.waitUntil(throwAwayOthers());
  return response;
}

async function file(request) {
  const cache = await caches.open(KEPT + version);
  const found = await cache.match(request);
  if (found) return found;
  const response = await fetch(request);
  await keep(cache, version, request, response);
  return response;
}

async function keepAll(wanted, urls) {
  const cache = await caches.open(KEPT + wanted);
  for (const url of urls) await keep(cache, wanted, url, await fetch(url, { cache: "force-cache" }));
}

// While a house is renewed, files may come from one that is newer or older than the page.
async function keep(cache, wanted, request, response) {
  if (response.ok && response.headers.get(VERSION) === wanted) await cache.put(request, response.clone());
}

async function throwAwayOthers() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(KEPT) && name !== KEPT + version).map((name) => caches.delete(name)),
  );
}
