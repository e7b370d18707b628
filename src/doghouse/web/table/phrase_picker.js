// What one may say at the table: set phrases, because nobody may speak of cards (R4.4). The catalogue lists them all.
import { html } from "../app/html.js";
import { namesIn, t } from "../app/i18n.js";
import { showRefusal } from "./refusal_notice.js";

/** @param {{model: import("./table_model.js").TableModel, onDone: () => void}} props */
export function Phrases({ model, onDone }) {
  const say = (/** @type {string} */ phrase) => {
    model.socket.act("say", { phrase }).catch((error) => showRefusal(error, model.company));
    onDone();
  };
  return html`
    <div class="row phrases">
      ${namesIn("phrase").map((phrase) => html`<button type="button" class="button quiet" key=${phrase} onClick=${() => say(phrase)}>${t(`phrase.${phrase}`)}</button>`)}
    </div>
  `;
}
