// The display name.

import { fieldValue, html, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { changeMe, me } from "../app/me.js";
import { announce } from "../ui/announcer.js";
import { ErrorNote, errorText } from "../ui/error_note.js";
import { Icon } from "../ui/icons.js";

const MAX_LENGTH = 24; // characters

export function NameForm() {
  const [typed, setTyped] = useState(/** @type {string|null} */ (null)); // null: unchanged
  const [problem, setProblem] = useState("");
  const [isSaved, setSaved] = useState(false);
  const name = typed ?? me.value.name;
  const isChanged = name.trim() !== me.value.name;
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    if (!isChanged) return;
    try {
      await changeMe({ name });
      setTyped(null);
      setSaved(true);
      announce(t("settings.name_kept", { name: me.value.name }));
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return html`
    <form class="home-name" onSubmit=${submit} noValidate>
      <label class="labelled">
        <span id="name-label">${t("settings.name")}</span>
        <span class="hint" id="name-hint">${t("settings.name_hint")}</span>
        <span class="home-join-row">
          <input
            class="text-input"
            name="name"
            value=${name}
            maxlength=${MAX_LENGTH}
            autocomplete="nickname"
            spellcheck=${false}
            enterkeyhint="done"
            placeholder=${t("home.nameless")}
            aria-labelledby="name-label"
            aria-describedby="name-hint name-problem"
            aria-invalid=${problem ? "true" : "false"}
            onInput=${(/** @type {Event} */ event) => {
              setTyped(fieldValue(event));
              setProblem("");
              setSaved(false);
            }}
          />
          ${
            isChanged
              ? html`<button key="save" class="button">${t("settings.keep")}</button>`
              : isSaved &&
                html`<span key="saved" class="home-saved good"><${Icon} name="done" />${t("settings.kept")}</span>`
          }
        </span>
      </label>
      <${ErrorNote} text=${problem} id="name-problem" />
    </form>
  `;
}
