// The reader's preferences: theme, sound, speed, notifications.
import { effect, signal } from "./html.js";
import { load, save } from "./local_storage.js";

/**
 * @typedef {"system"|"light"|"dark"} Theme
 * @typedef {"slow"|"normal"|"fast"|"off"} Speed
 */

export const theme = signal(/** @type {Theme} */ (load("theme", "system")));
export const sound = signal(/** @type {boolean} */ (load("sound", true)));
/** How fast marbles move. */
export const speed = signal(/** @type {Speed} */ (load("speed", "normal")));
export const notifications = signal(/** @type {boolean} */ (load("notifications", false)));

effect(() => {
  save("theme", theme.value);
  if (theme.value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
effect(() => save("sound", sound.value));
effect(() => save("speed", speed.value));
effect(() => save("notifications", notifications.value));

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Milliseconds for a step of an animation; 0 where nothing may move. */
export function stepTime() {
  if (reducedMotion.matches) return 0;
  return { slow: 170, normal: 90, fast: 40, off: 0 }[speed.value] ?? 90;
}
