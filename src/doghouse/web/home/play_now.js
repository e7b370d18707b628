// One click to a game: four players, three of them bots.
/** @import { TableLinks } from "../app/protocol.js" */
import { post } from "../app/api.js";
import { fieldValue, html, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { load, save } from "../app/local_storage.js";
import { LEVELS } from "../app/players.js";
import { go } from "../app/router.js";
import { ErrorNote, errorText } from "../ui/error_note.js";
import { Icon } from "../ui/icons.js";

export const START_KEY = "doghouse.start";

/** @param {string} level */
async function playNow(level) {
  /** @type {TableLinks} */
  const { code } = await post("/api/tables", { seat: "A", bots: { B: level, C: level, D: level } });
  try {
    sessionStorage.setItem(START_KEY, JSON.stringify({ code, fill: level })); // the table screen starts the game
  } catch {
    // storage may be forbidden: the host starts the game there
  }
  go(`/t/${code}`);
}

export function PlayNow() {
  const [level, setLevel] = useState(
    /** @returns {string} */ () => {
      const stored = load("level", "companion");
      return LEVELS.includes(stored) ? stored : "companion";
    },
  );
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const begin = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      await playNow(level);
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  /** @param {Event} event */
  const choose = (event) => {
    setLevel(fieldValue(event));
    save("level", fieldValue(event));
  };
  return html`
    <div class="home-play">
      <button type="button" class="button home-play-now" aria-busy=${isBusy ? "true" : "false"} onClick=${begin}>
        <${Icon} name="play" />${t("home.play_now")}
      </button>
      <label class="home-against">
        <span>${t("home.against")}</span>
        <select class="text-input" value=${level} onChange=${choose}>
          ${LEVELS.map(
            (name) => html`<option key=${name} value=${name} selected=${name === level}>${t(`level.${name}`)}</option>`,
          )}
        </select>
      </label>
      <p class="home-level soft small" aria-live="polite">${t(`new_table.level_${level}`)}</p>
      <${ErrorNote} text=${problem} />
    </div>
  `;
}
