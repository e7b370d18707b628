// The mark of each player's marbles, as a shape around (0, 0): colour alone must not tell them apart.

/** @type {Record<string, string>} */
export const MARK_PATHS = {
  A: "M0-.17a.17.17 0 1 1-.001 0z",
  B: "M0-.25.21 0 0 .25-.21 0z",
  C: "M0-.22.22.17H-.22z",
  D: "M-.17-.17H.17V.17H-.17z",
  E: "M0-.26.07-.08.26-.08.11.04.16.22 0 .11-.16.22-.11.04-.26-.08-.07-.08z",
  F: "M-.08-.23H.08V-.08H.23V.08H.08V.23H-.08V.08H-.23V-.08H-.08z",
};
