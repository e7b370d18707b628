// One click to a game: four players, three of them bots.
import { post } from "../app/api.js";
import { html, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { remember, remembered } from "../app/local_storage.js";
import { LEVELS } from "../app/players.js";
import { go } from "../app/router.js";
import { Problem, problemText } from "../ui/error_note.js";
import { Icon } from "../ui/icons.js";

export const START_KEY = "doghouse.start";

/** @param {string} level */
async function playNow(level) {
  const { code } = await post("/api/tables", { seat: "A", bots: { B: level, C: level, D: level } });
  try {
    sessionStorage.setItem(START_KEY, JSON.stringify({ code, fill: level })); // the table begins by itself
  } catch {
    // then one presses start there
  }
  go(`/t/${code}`);
}

export function PlayNow() {
  const [level, setLevel] = useState(() => {
    const known = remembered("level", "companion");
    return LEVELS.includes(known) ? known : "companion";
  });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const begin = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      await playNow(level);
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  };
  /** @param {any} event */
  const choose = (event) => {
    setLevel(event.currentTarget.value);
    remember("level", event.currentTarget.value);
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
      <${Problem} text=${problem} />
    </div>
  `;
}
