// The lesson: one task at a time on the real board, by the real rules.
import { html, useEffect, useMemo, useRef, useState } from "../app/html.js";
import { t } from "../app/i18n.js";
import { load, save } from "../app/local_storage.js";
import { Hand } from "../board/hand.js";
import { Icon } from "../ui/icons.js";
import { useTitle } from "../ui/use_title.js";
import { LessonEnd } from "./lesson_end.js";
import { LessonFeedback, marked } from "./lesson_feedback.js";
import { LessonModel } from "./lesson_model.js";
import { STEPS } from "./lesson_steps.js";
import { PracticeBoard } from "./practice_board.js";

const PROGRESS_KEY = "lesson"; // in local storage

export function LessonScreen() {
  const [at, setAt] = useState(
    /** @returns {number} */ () => {
      const stored = load(PROGRESS_KEY, 0);
      return Number.isInteger(stored) && stored >= 0 && stored < STEPS.length ? stored : 0;
    },
  );
  const go = (/** @type {number} */ to) => {
    save(PROGRESS_KEY, to % STEPS.length);
    setAt(to);
  };
  useTitle(`${t("lesson.title")} · Doghouse`);
  if (at >= STEPS.length) return html`<${LessonEnd} onRestart=${() => go(0)} />`;
  return html`<${Step} key=${at} at=${at} go=${go} />`;
}

/** @param {{at: number, go: (to: number) => void}} props */
function Step({ at, go }) {
  const step = STEPS[at];
  const model = useMemo(() => new LessonModel(step), [step]);
  const title = useRef(/** @type {HTMLElement|null} */ (null));
  const next = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => () => model.close(), [model]);
  useEffect(() => {
    if (at > 0) title.current?.focus({ preventScroll: true }); // the new task is what comes next
  }, [model]);
  const { builder } = model;
  const isDone = model.isDone;
  useEffect(() => {
    if (isDone) next.current?.focus({ preventScroll: true });
  }, [isDone]);
  useEffect(() => {
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" && builder.canUndo) builder.undo();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [model]);
  const { view } = model.state.value;
  const isPlaying = view.turn === "A" && !builder.sending.value;
  return html`
    <main class="lesson">
      <header class="lesson-top">
        <a class="plain lesson-home" href="/" aria-label=${t("web.home")}><${Icon} name="back" /></a>
        <h1>${t("lesson.title")}</h1>
        <${Dots} at=${at} />
      </header>
      <section class="lesson-task" aria-labelledby="lesson-task">
        <h2 id="lesson-task" tabindex="-1" ref=${title}>${t(`lesson.${step.name}_title`)}</h2>
        <p>${marked(t(`lesson.${step.name}_task`))}</p>
      </section>
      <div class="lesson-board-box"><${PracticeBoard} model=${model} /></div>
      <div class="lesson-below">
        <div class="lesson-talk">
          <${LessonFeedback} model=${model} />
          ${
            view.turn === "A" &&
            html`<${Hand}
            cards=${view.hand}
            chosen=${builder.card.value}
            playable=${(/** @type {string} */ card) => !(card in builder.blocked.value)}
            busy=${!isPlaying}
            label=${t("panel.your_hand")}
            onTap=${(/** @type {string} */ card) => isPlaying && model.tapCard(card)}
          />`
          }
        </div>
        <nav class="lesson-nav" aria-label=${t("lesson.title")}>
          <button type="button" class="button quiet" disabled=${at === 0} onClick=${() => go(at - 1)}>${t("web.back")}</button>
          <${Middle} model=${model} />
          <button type="button" ref=${next} class=${isDone ? "button" : "button quiet"} onClick=${() => go(at + 1)}>
            ${t("lesson.next")}
          </button>
        </nav>
      </div>
    </main>
  `;
}

/** Hint, undo, confirm or restart, whichever fits. @param {{model: LessonModel}} props */
function Middle({ model }) {
  const { builder } = model;
  const showHint = () => {
    model.feedback.value = { kind: "hint" };
  };
  if (model.state.value.view.turn !== "A") {
    return html`<button type="button" class=${`button ${model.isDone ? "quiet" : ""}`} onClick=${() => model.restart()}>${t("lesson.again")}</button>`;
  }
  if (builder.canConfirm)
    return html`<button type="button" class="button" onClick=${() => builder.confirm()}>${t("table.confirm")}</button>`;
  if (builder.canUndo)
    return html`<button type="button" class="button quiet" onClick=${() => builder.undo()}>${t("table.undo")}</button>`;
  return html`<button type="button" class="button quiet" onClick=${showHint}>${t("lesson.hint")}</button>`;
}

/** The progress. @param {{at: number}} props */
function Dots({ at }) {
  return html`
    <p class="lesson-dots" role="img" aria-label=${t("lesson.step", { number: at + 1, count: STEPS.length })}>
      ${STEPS.map((step, place) => html`<i key=${step.name} class=${place < at ? "past" : place === at ? "now" : ""}></i>`)}
    </p>
  `;
}
