// The lesson is over: off to a game.
import { html, useEffect, useRef } from "../app/html.js";
import { t } from "../app/i18n.js";
import { PlayNow } from "../home/play_now.js";
import { Screen } from "../ui/page_frame.js";
import { QuickGuide } from "./quick_guide.js";

/** @param {{onRestart: () => void}} props */
export function LessonEnd({ onRestart }) {
  const title = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return html`
    <${Screen} title=${`${t("lesson.title")} · Doghouse`} kind="lesson-end">
      <section class="panel lesson-finished">
        <p class="lesson-medal" aria-hidden="true">
          ${["a", "b", "c", "d"].map((seat) => html`<i class=${`disc seat-${seat}`}></i>`)}
        </p>
        <h1 tabindex="-1" ref=${title}>${t("lesson.finished_title")}</h1>
        <p>${t("lesson.finished_text")}</p>
        <${PlayNow} />
        <p class="row lesson-links">
          <a class="button quiet" href="/rules">${t("guide.all_rules")}</a>
          <button type="button" class="button quiet" onClick=${onRestart}>${t("lesson.restart")}</button>
        </p>
      </section>
      <section class="panel lesson-guide"><${QuickGuide} level=${2} /></section>
    </${Screen}>
  `;
}
