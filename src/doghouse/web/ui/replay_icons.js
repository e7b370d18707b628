// The signs on the buttons of a replay; what they do always stands there in words, too.
import { html } from "../app/html.js";

export const SHAPES = {
  first: "M6 5v14M18.5 5.5 9.5 12l9 6.5z",
  previous_round: "M11.5 5.5 3.5 12l8 6.5zM20.5 5.5 12.5 12l8 6.5z",
  back: "M16 5 7 12l9 7z",
  play: "M8 4.5 19 12 8 19.5z",
  pause: "M7.5 5v14M16.5 5v14",
  forward: "M8 5 17 12l-9 7z",
  next_round: "M3.5 5.5 11.5 12l-8 6.5zM12.5 5.5 20.5 12l-8 6.5z",
  last: "M18 5v14M5.5 5.5 14.5 12l-9 6.5z",
  link: "M10 14a4.5 4.5 0 0 0 6.5.4l3-3a4.6 4.6 0 0 0-6.5-6.5l-1.5 1.5M14 10a4.5 4.5 0 0 0-6.5-.4l-3 3a4.6 4.6 0 0 0 6.5 6.5l1.5-1.5",
  download: "M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14",
  fairness: "M12 4v16M8 20h8M5 7h14M5 7l-2.5 6.5a2.7 2.7 0 0 0 5 0zM19 7l-2.5 6.5a2.7 2.7 0 0 0 5 0z",
  home: "M4 11.5 12 4.5l8 7M6.5 10v9.5h11V10",
  watch: "M4.5 12a7.5 7.5 0 1 0 2.3-5.4L4.5 9M4.5 4v5h5",
  leave: "M15 5 8 12l7 7",
  close: "M6 6l12 12M18 6 6 18",
  again: "M8 4.5 19 12 8 19.5z",
};

/** @param {{name: keyof typeof SHAPES}} shown */
export const Icon = ({ name }) => html`
  <svg class="after-icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false"><path d=${SHAPES[name]} /></svg>
`;
