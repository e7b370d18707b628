// The set phrases of the catalogue; there is no free text, because nobody may speak of cards (R4.4).
/** @import { Phrase } from "../app/protocol.js" */
/** @import { TableModel } from "./table_model.js" */
import { html } from "../app/html.js";
import { namesIn, t } from "../app/i18n.js";

/** @param {{model: TableModel, onDone: () => void}} props */
export function Phrases({ model, onDone }) {
  const say = (/** @type {Phrase} */ phrase) => {
    model.act("say", { phrase });
    onDone();
  };
  return html`
    <div class="row phrases">
      ${
        /** @type {Phrase[]} */ (namesIn("phrase")).map(
          (phrase) => html`
          <button type="button" class="button quiet" key=${phrase} onClick=${() => say(phrase)}>
            ${t(`phrase.${phrase}`)}
          </button>
        `,
        )
      }
    </div>
  `;
}
