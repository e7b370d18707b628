// What the lesson says to what was just tried, or what to do next.
import { html } from "../app/html.js";
import { t } from "../app/i18n.js";
import { cardName, headName, ownersOf, tellPlay, tellWhy } from "../app/phrasing.js";
import { MARKS } from "../app/players.js";
import { RuleLink } from "./rule_links.js";

/** A text in which the marks of marbles look like marbles. @param {string} text */
export function marked(text) {
  return text.split(/([●◆▲■])/).map((part) => {
    const seat = Object.keys(MARKS).find((letter) => MARKS[letter] === part);
    return seat ? html`<span class=${`disc lesson-mark seat-${seat.toLowerCase()}`}>${part}</span>` : part;
  });
}

/** @param {{model: import("./lesson_model.js").LessonModel}} props */
export function LessonSays({ model }) {
  const feedback = model.feedback.value;
  const kind = feedback?.kind ?? "next";
  return html`
    <div class=${`lesson-says says-${kind}`} role="status">
      ${model.chooser.ambiguous.value.length > 0 ? html`<${WhichOne} model=${model} />` : html`<p>${words(model)}</p>`}
    </div>
  `;
}

/** @param {import("./lesson_model.js").LessonModel} model */
function words(model) {
  const { step, chooser } = model;
  const feedback = model.feedback.value;
  switch (feedback?.kind) {
    case "why":
      return html`${tellWhy(feedback.why, model.company)}. <${RuleLink} rule=${feedback.why.rule} />`;
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
  if (chooser.sending.value) return "";
  if (chooser.partial.value) {
    return chooser.pointsLeft.value
      ? t("table.seven_left", { count: chooser.pointsLeft.value })
      : t("table.seven_done");
  }
  if (chooser.marble.value !== null) return t("table.choose_target");
  if (chooser.card.value !== null) return t("table.choose_marble", { card: cardName(chooser.card.value) });
  return t("table.choose_card");
}

/** A joker may mean several things with the same target. @param {{model: import("./lesson_model.js").LessonModel}} props */
function WhichOne({ model }) {
  const { chooser } = model;
  const owners = ownersOf(model.shown.value.view.marbles);
  return html`
    <div class="lesson-which" role="group" aria-label=${t("table.which")}>
      <p>${t("table.which")}</p>
      ${chooser.ambiguous.value.map(
        (way) => html`
          <button type="button" class="button quiet" key=${way.text} onClick=${() => chooser.choose([way])}>
            ${headName(way.play)}: ${tellPlay(way.play, "A", model.company, owners)}
          </button>
        `,
      )}
    </div>
  `;
}
