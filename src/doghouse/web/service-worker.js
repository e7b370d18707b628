// @ts-nocheck -- the types of a worker are not those of the page
// Makes the page installable. Nothing is kept: a game needs its house, and files are asked for anew each time.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data ?? "/"));
});
