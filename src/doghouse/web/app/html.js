// Preact, hooks and signals, bound to htm templates.

import { effect } from "@preact/signals";
import htm from "htm";
import { h, render } from "preact";
import { useLayoutEffect } from "preact/hooks";

export {
  batch,
  computed,
  effect,
  signal,
  untracked,
  useSignalEffect,
} from "@preact/signals";
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
export { h, render };
export const html = htm.bind(h);

/**
 * @typedef {import("preact").ComponentChildren} Children
 * @typedef {import("preact").VNode | import("preact").VNode[]} Rendered
 */

/** The value of the form field that an event comes from. @param {Event} event */
export const fieldValue = (event) =>
  /** @type {HTMLInputElement|HTMLSelectElement} */ (event.currentTarget ?? event.target).value;

/** Run an effect at once when a signal that it reads changes; useSignalEffect waits a frame. @param {() => void} run */
export function useSyncEffect(run) {
  useLayoutEffect(() => effect(run), []);
}
