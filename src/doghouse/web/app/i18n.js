// The texts of the house in the reader's language.
import { signal } from "./html.js";
import { remember, remembered } from "./local_storage.js";

export const LANGUAGES = { de: "Deutsch", en: "English", fr: "Français", it: "Italiano", es: "Español" };

/** @type {import("@preact/signals").Signal<string>} */
export const language = signal("en");
/** @type {import("@preact/signals").Signal<Record<string, string>>} */
const texts = signal({});

/** The language to begin with: the one chosen before, or the browser's. */
function preferred() {
  const chosen = remembered("language", null);
  const wanted = [chosen, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find((tag) => tag in LANGUAGES) ?? "en";
}

/** @param {string} [wanted] */
export async function loadTexts(wanted = preferred()) {
  const answer = await fetch(`/i18n/${wanted}.json`);
  texts.value = await answer.json();
  language.value = wanted;
  document.documentElement.lang = wanted;
}

/** @param {string} wanted */
export async function chooseLanguage(wanted) {
  remember("language", wanted);
  await loadTexts(wanted);
}

/** The names in a section of the catalogue, in their order. @param {string} section */
export const namesIn = (section) =>
  Object.keys(texts.value).flatMap((key) => (key.startsWith(`${section}.`) ? [key.slice(section.length + 1)] : []));

/** @param {string} key */
export const hasText = (key) => key in texts.value;

/**
 * A text of the catalogue, filled with facts. With a `count`, the key with `_one` is for 1, if there is one.
 * @param {string} key
 * @param {Record<string, any>} [facts]
 */
export function t(key, facts = {}) {
  const found = (facts.count === 1 && texts.value[`${key}_one`]) || texts.value[key];
  if (found === undefined) {
    console.error(`missing text: ${key} (${language.value})`);
    return key;
  }
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? String(facts[name]) : whole));
}

/** @param {string[]} words */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${t("list.and")} ${words.at(-1)}`;
}
