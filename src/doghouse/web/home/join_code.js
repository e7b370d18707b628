// Coming to a table by its code, as somebody says it aloud: in small letters, with gaps, or as the whole link.
import { get, Refused } from "../app/api.js";
import { html, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { go } from "../app/router.js";
import { Problem, problemText } from "../ui/error_note.js";

/** @param {string} typed */
export function readCode(typed) {
  const link = typed.match(/\/t\/([^/?#\s]+)/);
  return (link ? link[1] : typed)
    .replace(/[^a-z0-9]/gi, "")
    .toUpperCase()
    .slice(0, 12);
}

export function JoinCode() {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  /** @param {Event} event */
  const join = async (event) => {
    event.preventDefault();
    const code = readCode(typed);
    if (isBusy) return;
    if (!code) return setProblem(t("home.code_missing"));
    setBusy(true);
    try {
      const table = await get(`/api/tables/${encodeURIComponent(code)}`);
      go(`/t/${table.code}`);
    } catch (error) {
      const isUnknown = error instanceof Refused && error.code === "no_such_table";
      setProblem(isUnknown ? t("home.code_unknown", { code }) : problemText(error));
      setBusy(false);
    }
  };
  return html`
    <form class="panel home-join" onSubmit=${join} noValidate>
      <h2>${t("home.join")}</h2>
      <label class="labelled">
        <span class="hint" id="join-hint">${t("home.join_hint")}</span>
        <span class="home-join-row">
          <input
            class="text-input home-code-input"
            name="code"
            value=${typed}
            aria-label=${t("home.code")}
            aria-describedby="join-hint join-problem"
            aria-invalid=${problem ? "true" : "false"}
            placeholder="ABC DEF"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck=${false}
            enterkeyhint="go"
            onInput=${(/** @type {any} */ input) => {
              setTyped(input.currentTarget.value);
              setProblem("");
            }}
          />
          <button class="button" aria-busy=${isBusy ? "true" : "false"}>${t("home.join_go")}</button>
        </span>
      </label>
      <${Problem} text=${problem} id="join-problem" />
    </form>
  `;
}
