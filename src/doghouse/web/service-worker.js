// @ts-nocheck -- the types of a worker are not those of the page
// Makes the page installable. Nothing is kept: a game needs its house, and files are asked for anew each time.
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
