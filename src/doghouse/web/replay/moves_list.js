// The moves of a round; a tap shows one on the board.
/** @import { Company } from "../app/phrasing.js" */
/** @import { Playback } from "./playback.js" */
import { html, useEffect, useRef } from "../app/html.js";
import { t } from "../app/i18n.js";
import { MARKS } from "../app/players.js";
import { momentText } from "./moment_text.js";

/** @param {{playback: Playback, company: Company}} props */
export function MovesList({ playback, company }) {
  const list = useRef(/** @type {HTMLOListElement|null} */ (null));
  const round = playback.round.value;
  const at = playback.at.value;
  useEffect(() => {
    const current = /** @type {HTMLElement|null} */ (list.current?.querySelector("[aria-current]"));
    if (!current || !list.current) return;
    // Only the list scrolls, never the page.
    const [top, height] = [current.offsetTop, list.current.clientHeight];
    if (top < list.current.scrollTop || top + current.offsetHeight > list.current.scrollTop + height) {
      list.current.scrollTop = top - height / 2;
    }
  }, [at]);
  return html`
    <section class="panel moves" aria-labelledby="moves-heading">
      <h2 id="moves-heading">${t("panel.round", { number: round.number })}</h2>
      <ol ref=${list} class="moves-list">
        ${playback.moments.slice(round.first, round.last + 1).map(({ place, frame }) => {
          const seat = frame.kind === "play" ? (frame.seat ?? "") : "";
          return html`
            <li key=${place} class=${seat ? `seat-${seat.toLowerCase()}` : ""}>
              <button type="button" class="move" aria-current=${place === at ? "step" : undefined} onClick=${() => playback.goTo(place)}>
                <span class=${seat ? "disc" : "no-disc"} aria-hidden="true">${seat ? MARKS[seat] : ""}</span>
                <span>${momentText(playback.moments[place], company, round.starter)}</span>
              </button>
            </li>
          `;
        })}
      </ol>
    </section>
  `;
}
