// @ts-check
/** The texts of the page in the reader's language. */

import { load, save } from "../app/local_storage.js";
import de from "./texts_de.js";
import en from "./texts_en.js";
import es from "./texts_es.js";
import fr from "./texts_fr.js";
import it from "./texts_it.js";

/** @typedef {import("./texts_en.js").Key} Key */

export const LANGUAGES = { de: "Deutsch", en: "English", fr: "Français", it: "Italiano", es: "Español" };
/** @typedef {keyof typeof LANGUAGES} Language */

const CATALOGUES = { de, en, fr, it, es };

/** @type {Language} */
let current = "en";

export function language() {
  return current;
}

/** The language that was chosen before, or the browser's. */
export function preferredLanguage() {
  const candidates = [load("language", null), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  return /** @type {Language} */ (candidates.find((tag) => Object.hasOwn(LANGUAGES, String(tag))) ?? "en");
}

/** @param {Language} tag */
export function setLanguage(tag) {
  current = tag;
}

/** @param {Language} tag */
export function chooseLanguage(tag) {
  save("language", tag);
  setLanguage(tag);
}

/**
 * @param {Key} key
 * @param {Record<string, string | number>} facts
 */
export function say(key, facts = {}) {
  return CATALOGUES[current][key].replace(/\{(\w+)\}/g, (whole, name) => String(facts[name] ?? whole));
}
