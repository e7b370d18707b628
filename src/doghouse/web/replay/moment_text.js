// A moment of a replay in words.
/** @import { Company } from "../app/phrasing.js" */
/** @import { Frame, State } from "../app/protocol.js" */
/** @import { Moment } from "./replay_frames.js" */
import { t } from "../app/i18n.js";
import { cardName, nameOf, namesOf, ownersOf, playedText } from "../app/phrasing.js";

/**
 * The names of the players; people of the same name are told apart by their seats.
 * @param {State["seats"]} seats
 * @returns {Record<string, string>}
 */
export function distinctNames(seats) {
  const names = namesOf(seats);
  const all = Object.values(names);
  /** @type {Record<string, string>} */
  const distinct = {};
  for (const [seat, name] of Object.entries(names)) {
    const isShared = all.filter((other) => other === name).length > 1;
    // The letter of a seat stays beside its name.
    distinct[seat] = (isShared ? `${name} ${seat}` : name).replace(/ (?=[A-F]$)/, "\u00a0");
  }
  return distinct;
}

/**
 * @param {Moment} moment
 * @param {Company} company
 * @param {string} starter who begins the round
 */
export function momentText({ frame, before }, company, starter) {
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
      return playedText({ ...frame, seat: frame.seat ?? "", play: frame.play ?? "fold" }, company, ownersOf(before));
  }
}

/**
 * The cards of an exchange: who gave which to whom.
 * @param {Frame} frame
 * @param {Company} company
 */
export function exchangesOf(frame, company) {
  return Object.entries(frame.given ?? {}).map(([giver, card]) => {
    const receiver = company.seating.receivers[giver];
    const [from, to] = [company.names[giver], company.names[receiver]];
    const text =
      company.rules.exchange === "draw"
        ? t("replay.draws", { seat: to, other: from, card: cardName(card) })
        : t("replay.gives", { seat: from, other: to, card: cardName(card) });
    return { giver, receiver, card, text };
  });
}
