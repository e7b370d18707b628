// Small line drawings for buttons; always next to a label that can be read or heard.
import { html } from "../app/html.js";

const PATHS = {
  phrases: "M4 5h16v11H10l-5 4v-4H4z",
  log: "M5 6h14M5 12h14M5 18h9",
  plays: "M4 6h2M9 6h11M4 12h2M9 12h11M4 18h2M9 18h11",
  menu: "M5 12h.01M12 12h.01M19 12h.01",
  back: "M15 5l-7 7 7 7",
};

/** @param {{name: keyof typeof PATHS}} props */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}
