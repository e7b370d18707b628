// Choosing the language: at once, on this device and for this person.

import { html } from "../app/html.js";
import { chooseLanguage, LANGUAGES, language, t } from "../app/i18n.js";
import { changeMe } from "../app/me.js";
import { notify } from "./announcer.js";
import { problemText } from "./error_note.js";
import { Icon } from "./icons.js";

/** @param {string} wanted */
export async function speak(wanted) {
  try {
    await changeMe({ language: wanted });
  } catch (error) {
    notify(problemText(error));
    await chooseLanguage(wanted).catch(() => {}); // then only this device knows
  }
}

export const LanguageChoice = () => html`
  <label class="home-language">
    <span class="only-spoken">${t("settings.language")}</span>
    <${Icon} name="globe" />
    <span class="home-language-now" aria-hidden="true">${language.value.toUpperCase()}</span>
    <select
      value=${language.value}
      onChange=${(/** @type {any} */ event) => speak(event.currentTarget.value)}
    >
      ${Object.entries(LANGUAGES).map(
        ([tag, name]) =>
          html`<option key=${tag} value=${tag} lang=${tag} selected=${tag === language.value}>${name}</option>`,
      )}
    </select>
  </label>
`;
