// The language menu.

import { fieldValue, html } from "../app/html.js";
import { chooseLanguage, LANGUAGES, language, t } from "../app/i18n.js";
import { changeMe } from "../app/me.js";
import { notify } from "./announcer.js";
import { errorText } from "./error_note.js";
import { Icon } from "./icons.js";

/** Set the language on this device and for this guest. @param {string} tag */
export async function setLanguage(tag) {
  try {
    await changeMe({ language: tag });
  } catch (error) {
    notify(errorText(error));
    await chooseLanguage(tag).catch(() => {}); // at least on this device
  }
}

export const LanguagePicker = () => html`
  <label class="home-language">
    <span class="only-spoken">${t("settings.language")}</span>
    <${Icon} name="globe" />
    <span class="home-language-now" aria-hidden="true">${language.value.toUpperCase()}</span>
    <select
      value=${language.value}
      onChange=${(/** @type {Event} */ event) => setLanguage(fieldValue(event))}
    >
      ${Object.entries(LANGUAGES).map(
        ([tag, name]) =>
          html`<option key=${tag} value=${tag} lang=${tag} selected=${tag === language.value}>${name}</option>`,
      )}
    </select>
  </label>
`;
