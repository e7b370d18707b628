// What happened at a moment of a replay, in words.
import { t } from "../app/i18n.js";
import { cardName, nameOf, namesOf, ownersOf, tellEvent } from "../app/phrasing.js";
import { receiverOf } from "../app/players.js";

/** @typedef {import("../app/phrasing.js").Company} Company */

/**
 * The names of the players; people of the same name are told apart by their seats.
 * @param {Record<string, any>} seats
 * @returns {Record<string, string>}
 */
export function distinctNames(seats) {
  const names = namesOf({ seats });
  const all = Object.values(names);
  /** @type {Record<string, string>} */
  const found = {};
  for (const [seat, name] of Object.entries(names)) {
    const isShared = all.filter((other) => other === name).length > 1;
    // The letter of a seat stays beside its name.
    found[seat] = (isShared ? `${name} ${seat}` : name).replace(/ (?=[A-F]$)/, "\u00a0");
  }
  return found;
}

/**
 * @param {import("./replay_frames.js").Moment} moment
 * @param {Company} company
 * @param {string} starter who begins the round
 */
export function tellMoment({ frame, before }, company, starter) {
  const name = (/** @type {string} */ seat) => nameOf({ ...company, you: null }, seat);
  switch (frame.kind) {
    case "deal":
      return t("round.heading", {
        number: frame.round,
        count: frame.dealt,
        dealer: name(frame.seat ?? ""),
        starter: name(starter),
      });
    case "exchange":
      return t("after.exchange");
    case "stop":
      return t("replay.stopped");
    default:
      return tellEvent({ sent_home: [], laid_down: [], ...frame, type: "played" }, company, ownersOf(before));
  }
}

/**
 * What went from whom to whom in the exchange.
 * @param {import("./replay_frames.js").Frame} frame
 * @param {Company} company
 */
export function giftsOf(frame, company) {
  return Object.entries(frame.given ?? {}).map(([giver, card]) => {
    const receiver = receiverOf(company.rules, giver);
    const [from, to] = [company.names[giver], company.names[receiver]];
    const text =
      company.rules.exchange === "draw"
        ? t("replay.draws", { seat: to, other: from, card: cardName(card) })
        : t("replay.gives", { seat: from, other: to, card: cardName(card) });
    return { giver, receiver, card, text };
  });
}
