// The letters of the sections, as they are cut into the wood: lines, so that they look the same with any font.

/** @type {Record<string, string>} */
export const LETTERS = {
  A: "M-.3 .4L0 -.4L.3 .4M-.19 .14H.19",
  B: "M-.24 .4V-.4H0A.19 .19 0 0 1 0 -.02H-.24M0 -.02A.21 .21 0 0 1 0 .4H-.24",
  C: "M.27 -.24A.33 .4 0 1 0 .27 .24",
  D: "M-.25 .4V-.4H-.06A.33 .4 0 0 1 -.06 .4z",
  E: "M.22 -.4H-.22V.4H.22M-.22 0H.14",
  F: "M.22 -.4H-.22V.4M-.22 0H.14",
};

/** The mark of each player's marbles: colour alone must not tell them apart. @type {Record<string, string>} */
export const MARK_PATHS = {
  A: "M0-.17a.17.17 0 1 1-.001 0z",
  B: "M0-.25.21 0 0 .25-.21 0z",
  C: "M0-.22.22.17H-.22z",
  D: "M-.17-.17H.17V.17H-.17z",
  E: "M0-.26.07-.08.26-.08.11.04.16.22 0 .11-.16.22-.11.04-.26-.08-.07-.08z",
  F: "M-.08-.23H.08V-.08H.23V.08H.08V.23H-.08V.08H-.23V-.08H-.08z",
};
