// The current screen follows from the address.
import { signal } from "./html.js";

export const path = signal(location.pathname);
addEventListener("popstate", () => {
  path.value = location.pathname;
});

/** @param {string} to a path, with or without a hash */
export function go(to) {
  if (to === location.pathname + location.hash) return;
  const from = location.pathname;
  history.pushState(null, "", to);
  if (location.pathname === from) dispatchEvent(new HashChangeEvent("hashchange"));
  else scrollTo(0, 0);
  path.value = location.pathname;
}

/** Links to other screens do not reload the page. */
addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest?.("a[href^='/']");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const to = /** @type {HTMLAnchorElement} */ (link);
  if (to.target || to.hasAttribute("download") || to.pathname.startsWith("/api/") || to.pathname === "/verify") return;
  event.preventDefault();
  go(to.pathname + to.hash);
});
