// The sign of the house: a kennel with a marble at home.
import { html } from "../app/html.js";

export const Wordmark = () => html`
  <a class="home-wordmark" href="/">
    <svg viewBox="0 0 48 48" width="40" height="40" aria-hidden="true" focusable="false">
      <path class="house" d="M7 24v17a2 2 0 0 0 2 2h30a2 2 0 0 0 2-2V24L24 9.5z" />
      <path class="plank" d="M8 30h32M8 36.5h32" />
      <path class="door" d="M15 43V33a9 9 0 0 1 18 0v10z" />
      <circle class="marble" cx="24" cy="36.5" r="6.2" />
      <circle class="gleam" cx="21.9" cy="34.2" r="1.7" />
      <path class="roof" d="M3.5 25.5 24 7.5l20.5 18" />
    </svg>
    <span>Doghouse</span>
  </a>
`;
