// @ts-nocheck -- the types of a worker are not those of the page
// Makes the page installable, and caches its files. The page itself is always fetched, and names the version of its
// files: files of that version come from the cache, all others are deleted. Nothing of a game is cached.
const CACHE_PREFIX = "page-";
const VERSION = "Doghouse-Version";
const FILES = /^\/(web|i18n)\//;
let version = null; // of the page opened last; after a restart the worker fetches everything until a page is opened

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data ?? "/"));
});

// Focus the table's tab, or open one.
async function openTable(address) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = open.find((client) => new URL(client.url).pathname === address);
  await (tab ? tab.focus() : self.clients.openWindow(address));
}

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || new URL(url).origin !== self.location.origin) return;
  if (mode === "navigate") event.respondWith(fetchPage(event));
  else if (version && FILES.test(new URL(url).pathname)) event.respondWith(fetchFile(event.request));
});

// On the first visit the page is loaded before its worker: it lists what it has fetched, which the browser has cached.
self.addEventListener("message", (event) => {
  const { files } = event.data ?? {};
  if (files)
    event.waitUntil(
      storeAll(
        event.data.version,
        files.filter((url) => FILES.test(new URL(url).pathname)),
      ),
    );
});

async function fetchPage(event) {
  const response = await fetch(event.request);
  version = response.headers.get(VERSION);
  if (version) event.waitUntil(deleteOthers());
  return response;
}

async function fetchFile(request) {
  const cache = await caches.open(CACHE_PREFIX + version);
  const cached = await cache.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  await store(cache, version, request, response);
  return response;
}

async function storeAll(pageVersion, urls) {
  const cache = await caches.open(CACHE_PREFIX + pageVersion);
  for (const url of urls) await store(cache, pageVersion, url, await fetch(url, { cache: "force-cache" }));
}

// During an update, files may come from a server that is newer or older than the page.
async function store(cache, pageVersion, request, response) {
  if (response.ok && response.headers.get(VERSION) === pageVersion) await cache.put(request, response.clone());
}

async function deleteOthers() {
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_PREFIX + version)
      .map((name) => caches.delete(name)),
  );
}
