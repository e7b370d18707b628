// The feedback of the lesson to the last try, or what to do next.
/** @import { LessonModel } from "./lesson_model.js" */
import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { cardName, headName, ownersOf, playText, reasonText } from "../app/phrasing.js";
import { MARKS } from "../app/players.js";
import { RuleLink } from "./rule_links.js";

/** A text in which the marks of marbles look like marbles. @param {string} text */
export function marked(text) {
  return text.split(/([●◆▲■])/).map((part) => {
    const seat = Object.keys(MARKS).find((letter) => MARKS[letter] === part);
    return seat ? html`<span class=${`disc lesson-mark seat-${seat.toLowerCase()}`}>${part}</span>` : part;
  });
}

/** @param {{model: LessonModel}} props */
export function LessonFeedback({ model }) {
  const feedback = model.feedback.value;
  const kind = feedback?.kind ?? "next";
  return html`
    <div class=${`lesson-feedback feedback-${kind}`} role="status">
      ${model.builder.ambiguous.value.length > 0 ? html`<${WhichOption} model=${model} />` : html`<p>${feedbackText(model)}</p>`}
    </div>
  `;
}

/** @param {LessonModel} model */
function feedbackText(model) {
  const { step, builder } = model;
  const feedback = model.feedback.value;
  switch (feedback?.kind) {
    case "why":
      return html`${reasonText(feedback.why, model.company)}. <${RuleLink} rule=${feedback.why.rule} />`;
    case "say":
      return t(`lesson.${feedback.key}`);
    case "hint":
      return html`${marked(t(`lesson.${step.name}_hint`))} <${RuleLink} rule=${step.rule} />`;
    case "other":
      return html`${t(`lesson.${step.name}_other`)} <${RuleLink} rule=${step.rule} />`;
    case "done":
      return html`<b>${t("lesson.well_done")}</b> ${t(`lesson.${step.name}_done`)} <${RuleLink} rule=${step.rule} />`;
    default:
  }
  if (builder.sending.value) return "";
  if (builder.partial.value) {
    return builder.pointsLeft.value
      ? t("table.seven_left", { count: builder.pointsLeft.value })
      : t("table.seven_done");
  }
  if (builder.marble.value !== null) return t("table.choose_target");
  if (builder.card.value !== null) return t("table.choose_marble", { card: cardName(builder.card.value) });
  return t("table.choose_card");
}

/** A joker may mean several things with the same target. @param {{model: LessonModel}} props */
function WhichOption({ model }) {
  const { builder } = model;
  const owners = ownersOf(model.state.value.view.marbles);
  return html`
    <div class="lesson-which" role="group" aria-label=${t("table.which")}>
      <p>${t("table.which")}</p>
      ${builder.ambiguous.value.map(
        (option) => html`
          <button type="button" class="button quiet" key=${option.text} onClick=${() => builder.choose([option])}>
            ${headName(option.play)}: ${playText(option.play, "A", model.company, owners)}
          </button>
        `,
      )}
    </div>
  `;
}
