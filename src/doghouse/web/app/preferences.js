// What people choose for themselves: theme, sound, speed, notifications.
import { effect, signal } from "./html.js";
import { remember, remembered } from "./local_storage.js";

/** @type {import("@preact/signals").Signal<"system"|"light"|"dark">} */
export const theme = signal(remembered("theme", "system"));
export const sound = signal(remembered("sound", true));
/** How long a marble takes for a field: "slow", "normal", "fast" or "off". */
export const speed = signal(remembered("speed", "normal"));
export const notifications = signal(remembered("notifications", false));

effect(() => {
  const chosen = theme.value;
  remember("theme", chosen);
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
});
effect(() => remember("sound", sound.value));
effect(() => remember("speed", speed.value));
effect(() => remember("notifications", notifications.value));

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Milliseconds for a step of an animation; 0 where nothing is to move. */
export function stepTime() {
  if (calm.matches) return 0;
  return { slow: 170, normal: 90, fast: 40, off: 0 }[/** @type {string} */ (speed.value)] ?? 90;
}
