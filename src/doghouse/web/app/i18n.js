// The texts of the page in the reader's language.

import { signal } from "./html.js";
import { load, save } from "./local_storage.js";

export const LANGUAGES = { de: "Deutsch", en: "English", fr: "Français", it: "Italiano", es: "Español" };

export const language = signal("en");
const texts = signal(/** @type {Record<string, string>} */ ({}));

/** The language that was chosen before, or the browser's. @returns {string} */
function preferredLanguage() {
  const candidates = [load("language", null), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return candidates.find((tag) => tag in LANGUAGES) ?? "en";
}

export async function loadTexts(tag = preferredLanguage()) {
  const response = await fetch(`/i18n/${tag}.json`);
  texts.value = await response.json();
  language.value = tag;
  document.documentElement.lang = tag;
}

/** @param {string} tag */
export async function chooseLanguage(tag) {
  save("language", tag);
  await loadTexts(tag);
}

/** The names in a section of the catalogue, in their order. @param {string} section */
export const namesIn = (section) =>
  Object.keys(texts.value).flatMap((key) => (key.startsWith(`${section}.`) ? [key.slice(section.length + 1)] : []));

/** @param {string} key */
export const hasText = (key) => key in texts.value;

/**
 * A text of the catalogue, filled with values. If `count` is 1, the key with `_one` comes first.
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export function t(key, values = {}) {
  const text = (values.count === 1 && texts.value[`${key}_one`]) || texts.value[key];
  if (text === undefined) {
    console.error(`missing text: ${key} (${language.value})`);
    return key;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** @param {string[]} words */
export function listText(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${t("list.and")} ${words.at(-1)}`;
}

/** @param {string} text */
export const capitalize = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
