// Line drawings on buttons and links; a label always says in words what they mean.
import { html } from "../app/html.js";

const SHAPES = {
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M9 11.5A2.5 2.5 0 0 1 11.5 9h6a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1-2.5 2.5h-6A2.5 2.5 0 0 1 9 17.5zM15 5.5A2 2 0 0 0 13 4H6a2 2 0 0 0-2 2v7a2 2 0 0 0 1.5 2",
  done: "M5 12.5 10 17.5 19.5 7",
  download: "M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14",
  fairness: "M12 4v16M8 20h8M5 7h14M5 7l-2.5 6.5a2.7 2.7 0 0 0 5 0zM19 7l-2.5 6.5a2.7 2.7 0 0 0 5 0z",
  first: "M6 5v14M18.5 5.5 9.5 12l9 6.5z",
  globe:
    "M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M3 12h18M12 3c3 2.6 4.2 5.6 4.2 9S15 18.4 12 21c-3-2.6-4.2-5.6-4.2-9S9 5.6 12 3z",
  home: "M4 11.5 12 4.5l8 7M6.5 10v9.5h11V10",
  last: "M18 5v14M5.5 5.5 14.5 12l-9 6.5z",
  link: "M10 14a4.5 4.5 0 0 0 6.5.4l3-3a4.6 4.6 0 0 0-6.5-6.5l-1.5 1.5M14 10a4.5 4.5 0 0 0-6.5-.4l-3 3a4.6 4.6 0 0 0 6.5 6.5l1.5-1.5",
  log: "M5 6h14M5 12h14M5 18h9",
  menu: "M5 12h.01M12 12h.01M19 12h.01",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  next: "M9 5.5 15.5 12 9 18.5",
  next_round: "M3.5 5.5 11.5 12l-8 6.5zM12.5 5.5 20.5 12l-8 6.5z",
  pause: "M7.5 5v14M16.5 5v14",
  phrases: "M4 5h16v11H10l-5 4v-4H4z",
  play: "M8 4.5 19 12 8 19.5z",
  plays: "M4 6h2M9 6h11M4 12h2M9 12h11M4 18h2M9 18h11",
  previous_round: "M11.5 5.5 3.5 12l8 6.5zM20.5 5.5 12.5 12l8 6.5z",
  replay: "M4.5 12a7.5 7.5 0 1 0 2.3-5.4L4.5 9M4.5 4v5h5",
  settings:
    "M4 7h9M19 7h1M4 17h1M11 17h9M13.4 7a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0M5.4 17a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0",
  share: "M12 15V3.5M8 7l4-4 4 4M6 11H5v9h14v-9h-1",
  silence: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  step_back: "M16 5 7 12l9 7z",
  step_forward: "M8 5 17 12l-9 7z",
  sun: "M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4",
};

/** @typedef {keyof typeof SHAPES} IconName */

/** @param {{name: IconName}} props */
export const Icon = ({ name }) => html`
  <svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
    <path d=${SHAPES[name]} />
  </svg>
`;
