// The name that others see at the table.

import { html, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { changeMe, me } from "../app/me.js";
import { announce } from "../ui/announcer.js";
import { Problem, problemText } from "../ui/error_note.js";
import { Icon } from "../ui/icons.js";

const MOST = 24; // characters

export function NameForm() {
  const [typed, setTyped] = useState(/** @type {string|null} */ (null)); // null: nothing typed since it was kept
  const [problem, setProblem] = useState("");
  const [isKept, setKept] = useState(false);
  const name = typed ?? me.value.name;
  const isChanged = name.trim() !== me.value.name;
  /** @param {Event} event */
  const keep = async (event) => {
    event.preventDefault();
    if (!isChanged) return;
    try {
      await changeMe({ name });
      setTyped(null);
      setKept(true);
      announce(t("settings.name_kept", { name: me.value.name }));
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  return html`
    <form class="home-name" onSubmit=${keep} noValidate>
      <label class="labelled">
        <span id="name-label">${t("settings.name")}</span>
        <span class="hint" id="name-hint">${t("settings.name_hint")}</span>
        <span class="home-join-row">
          <input
            class="text-input"
            name="name"
            value=${name}
            maxlength=${MOST}
            autocomplete="nickname"
            spellcheck=${false}
            enterkeyhint="done"
            placeholder=${t("home.nameless")}
            aria-labelledby="name-label"
            aria-describedby="name-hint name-problem"
            aria-invalid=${problem ? "true" : "false"}
            onInput=${(/** @type {any} */ event) => {
              setTyped(event.currentTarget.value);
              setProblem("");
              setKept(false);
            }}
          />
          ${
            isChanged
              ? html`<button key="keep" class="button">${t("settings.keep")}</button>`
              : isKept &&
                html`<span key="kept" class="home-kept good"><${Icon} name="done" />${t("settings.kept")}</span>`
          }
        </span>
      </label>
      <${Problem} text=${problem} id="name-problem" />
    </form>
  `;
}
