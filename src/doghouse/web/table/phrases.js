// What one may say at the table: set phrases, because nobody may speak of cards (R4.4).
import { html } from "../app/ui.js";
import { t } from "../app/i18n.js";
import { tellRefusal } from "./table_screen.js";

const PHRASES = ["hello", "good_luck", "well_played", "thanks", "sorry", "oops", "wow", "ouch", "one_moment", "your_turn", "good_game", "rematch", "goodbye"];

/** @param {{model: import("./model.js").TableModel, onDone: () => void}} props */
export function Phrases({ model, onDone }) {
  const say = (/** @type {string} */ phrase) => {
    model.socket.act("say", { phrase }).catch((error) => tellRefusal(error, model.company));
    onDone();
  };
  return html`
    <div class="row phrases">
      ${PHRASES.map((phrase) => html`<button type="button" class="button quiet" key=${phrase} onClick=${() => say(phrase)}>${t(`phrase.${phrase}`)}</button>`)}
    </div>
  `;
}
