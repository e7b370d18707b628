// Small pictures on buttons and links; what they mean always stands beside them in words.
import { html } from "../app/html.js";

const SHAPES = {
  globe: () =>
    html`<circle cx="12" cy="12" r="9" /><path d="M3 12h18M12 3c3 2.6 4.2 5.6 4.2 9S15 18.4 12 21c-3-2.6-4.2-5.6-4.2-9S9 5.6 12 3z" />`,
  sound: () => html`<path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" />`,
  silence: () => html`<path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5" />`,
  sun: () =>
    html`<circle cx="12" cy="12" r="4" /><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" />`,
  moon: () => html`<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z" />`,
  settings: () =>
    html`<path d="M4 7h9M19 7h1M4 17h1M11 17h9" /><circle cx="16" cy="7" r="2.6" /><circle cx="8" cy="17" r="2.6" />`,
  copy: () =>
    html`<rect x="9" y="9" width="11" height="11" rx="2.5" /><path d="M15 5.5A2 2 0 0 0 13 4H6a2 2 0 0 0-2 2v7a2 2 0 0 0 1.5 2" />`,
  share: () => html`<path d="M12 15V3.5M8 7l4-4 4 4M6 11H5v9h14v-9h-1" />`,
  again: () => html`<path d="M5 12a7 7 0 1 0 2.2-5.1L5 9M5 4.5V9h4.5" />`,
  save: () => html`<path d="M12 4v11M8 11.5l4 4 4-4M5 19.5h14" />`,
  play: () =>
    html`<path class="solid" d="M8 5.2v13.6c0 .8.9 1.3 1.6.8l9.6-6.8c.5-.4.5-1.2 0-1.6L9.6 4.4C8.9 3.9 8 4.4 8 5.2z" />`,
  next: () => html`<path d="M9 5.5 15.5 12 9 18.5" />`,
  back: () => html`<path d="M15 5.5 8.5 12 15 18.5" />`,
  done: () => html`<path d="M5 12.5 10 17.5 19.5 7" />`,
};

/** @param {{name: keyof typeof SHAPES}} shown */
export const Icon = ({ name }) => html`
  <svg class="home-icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">${SHAPES[name]()}</svg>
`;
