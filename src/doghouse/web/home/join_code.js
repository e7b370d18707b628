// Joins a table by its code, typed in any case, with gaps, or as the whole link.
/** @import { ListedTable } from "../app/protocol.js" */
import { get, RequestRefusedError } from "../app/api.js";
import { fieldValue, html, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { go } from "../app/router.js";
import { ErrorNote, errorText } from "../ui/error_note.js";

/** @param {string} typed */
export function parseCode(typed) {
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
    const code = parseCode(typed);
    if (isBusy) return;
    if (!code) return setProblem(t("home.code_missing"));
    setBusy(true);
    try {
      /** @type {ListedTable} */
      const table = await get(`/api/tables/${encodeURIComponent(code)}`);
      go(`/t/${table.code}`);
    } catch (error) {
      const isUnknown = error instanceof RequestRefusedError && error.code === "no_such_table";
      setProblem(isUnknown ? t("home.code_unknown", { code }) : errorText(error));
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
            onInput=${(/** @type {Event} */ event) => {
              setTyped(fieldValue(event));
              setProblem("");
            }}
          />
          <button class="button" aria-busy=${isBusy ? "true" : "false"}>${t("home.join_go")}</button>
        </span>
      </label>
      <${ErrorNote} text=${problem} id="join-problem" />
    </form>
  `;
}
