// What the house offers, asked for once: its editions.
import { get } from "./api.js";
import { signal } from "./html.js";

/** @type {import("@preact/signals").Signal<Record<string, {title: string, most_players: number}>>} */
const editions = signal({});
let isAsked = false;

export function askAboutHouse() {
  if (isAsked) return;
  isAsked = true;
  get("/api/about").then(
    (about) => (editions.value = about.editions),
    () => (isAsked = false),
  );
}

/** @param {string} name */
export const editionTitle = (name) => editions.value[name]?.title ?? name.toUpperCase();
