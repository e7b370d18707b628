// All rules by their numbers; refusals link to them.
import { teamsFor } from "../app/editions.js";
import { html, useEffect, useState } from "../app/html.js";
import { hasText, t } from "../app/i18n.js";
import { RulePicture } from "../board/picture.js";
import { Heading, Screen } from "../ui/page_frame.js";
import { QuickGuide } from "./quick_guide.js";
import { CHAPTERS, rulesOf } from "./rule_index.js";
import { prose } from "./rule_links.js";
import { PICTURES } from "./rule_pictures.js";
import { CardTable, EditionTable } from "./rules_tables.js";
import { TeamsPicture } from "./teams_picture.js";

export function RulesScreen() {
  const current = useRuleInAddress();
  return html`
    <${Screen} title=${`${t("rules.title")} · Doghouse`} kind="rules-screen">
      <${Heading}>${t("rules.title")}</${Heading}>
      <p class="rules-intro">${t("rules.intro")}</p>
      <div class="rules-columns">
        <${Contents} />
        <div class="rules-body">
          <div class="panel rules-guide"><${QuickGuide} level=${2} /></div>
          ${CHAPTERS.map(([chapter, count]) => html`<${Chapter} key=${chapter} chapter=${chapter} count=${count} current=${current} />`)}
        </div>
      </div>
    </${Screen}>
  `;
}

/** The rule in the address, which is scrolled into view. */
function useRuleInAddress() {
  const [current, setCurrent] = useState(location.hash.slice(1));
  useEffect(() => {
    const follow = () => {
      const rule = location.hash.slice(1);
      setCurrent(rule);
      const element = rule && document.getElementById(rule);
      if (!element) return;
      element.scrollIntoView({ block: "start" });
      element.focus({ preventScroll: true });
    };
    // A frame later: the router may still scroll to the top.
    const frame = requestAnimationFrame(follow);
    addEventListener("hashchange", follow);
    addEventListener("popstate", follow);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("hashchange", follow);
      removeEventListener("popstate", follow);
    };
  }, []);
  return current;
}

function Contents() {
  // On a phone the list would push everything else out of sight.
  const [isOpen] = useState(() => matchMedia("(min-width: 46rem)").matches);
  return html`
    <nav class="rules-contents panel" aria-label=${t("rules.contents")}>
      <details open=${isOpen}>
        <summary><h2>${t("rules.contents")}</h2></summary>
        <ol>
          ${CHAPTERS.map(
            ([chapter]) => html`
              <li key=${chapter}>
                <a href=${`/rules#${chapter}`}><span class="rule-number">${chapter}</span>${t(`rules.${chapter}.title`)}</a>
              </li>
            `,
          )}
        </ol>
      </details>
    </nav>
  `;
}

/** @param {{chapter: string, count: number, current: string}} props */
function Chapter({ chapter, count, current }) {
  const title = `rules.${chapter}.title`;
  const intro = `rules.${chapter}.intro`;
  return html`
    <section class="chapter panel" aria-labelledby=${chapter}>
      <h2 id=${chapter} tabindex="-1" class=${current === chapter ? "current-rule" : ""}>
        <span class="rule-number">${chapter}</span> ${t(title)}
      </h2>
      ${hasText(intro) && html`<p class="chapter-intro">${prose(t(intro))}</p>`}
      ${chapter === "R6" && html`<${CardTable} /><div class="card-note"><p>${prose(t("rules.R6.note"))}</p><${Illustration} rule="R6" /></div>`}
      ${chapter === "R14" && html`<${EditionTable} />`}
      ${rulesOf(chapter, count).map((rule) => html`<${Rule} key=${rule} rule=${rule} isCurrent=${current === rule} />`)}
    </section>
  `;
}

/** @param {{rule: string, isCurrent: boolean}} props */
function Rule({ rule, isCurrent }) {
  const text = (/** @type {string} */ kind) => {
    const key = `rules.${rule}${kind}`;
    return hasText(key) ? prose(t(key)) : null;
  };
  return html`
    <article class=${`rule ${isCurrent ? "current-rule" : ""}`} id=${rule} tabindex="-1" aria-labelledby=${`number-${rule}`}>
      <${Illustration} rule=${rule} />
      <p>
        <a class="rule-number" id=${`number-${rule}`} href=${`/rules#${rule}`}>${rule}</a>
        ${text("")}
      </p>
      ${text("_more") && html`<p>${text("_more")}</p>`}
      ${text("_example") && html`<p class="rule-example"><b>${t("rules.example")}</b> ${text("_example")}</p>`}
      ${text("_why") && html`<p class="rule-why"><b>${t("rules.decided")}</b> ${text("_why")}</p>`}
    </article>
  `;
}

/** @param {{rule: string}} props */
function Illustration({ rule }) {
  if (rule === "R2.1") {
    return html`<${TeamsPicture} teams=${teamsFor(4).pairs} caption=${t("rules.picture.four_players")} />`;
  }
  if (rule === "R2.2") {
    return html`
      <div class="teams-pictures">
        <${TeamsPicture} teams=${teamsFor(6).trios} caption=${t("rules.picture.trios")} />
        <${TeamsPicture} teams=${teamsFor(6).pairs} caption=${t("rules.picture.pairs")} />
      </div>
    `;
  }
  const { name, picture } = PICTURES[rule] ?? {};
  return picture ? html`<${RulePicture} picture=${picture} caption=${t(`rules.picture.${name}`)} />` : null;
}
