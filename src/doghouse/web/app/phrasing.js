// What happens at a table, in the reader's language.
import { listed, t } from "./i18n.js";
import { actsAs, isFinish, isKennel, plain, readPlay } from "./notation.js";
import { seatsOf, sectionsOf } from "./players.js";

/**
 * @typedef {{rules: any, names: Record<string, string>, you: string|null}} Company who plays, and who reads
 */

/** The name of a player, or "you". @param {Company} company @param {string} seat */
export const nameOf = (company, seat) => (seat === company.you ? t("seat.you") : company.names[seat] || seat);

/** The names of all players, from the state of a table. @param {any} state @returns {Record<string, string>} */
export function namesOf(state) {
  /** @type {Record<string, string>} */
  const names = {};
  for (const [seat, shown] of Object.entries(state?.seats ?? {})) {
    const { kind, name, level } = /** @type {any} */ (shown);
    names[seat] =
      kind === "bot"
        ? `${t(`level.${level}`)} ${seat}`
        : name || (kind === "person" ? t("table.guest", { seat }) : seat);
  }
  return names;
}

/** @param {string} card */
export const cardName = (card) => t(`card.${card}`);

/** The card of a play, and what a joker stands for. @param {import("./notation.js").Play} play */
export function headName(play) {
  return play.standsFor ? t("card.joker_as", { card: cardName(play.standsFor) }) : cardName(play.card);
}

/**
 * An event of the table in a sentence; nothing for those that need none.
 * @param {any} event
 * @param {Company} company
 * @param {Record<string, string>} [owners] whose marble stood on which field before
 */
export function tellEvent(event, company, owners = {}) {
  const seat = event.seat ? nameOf(company, event.seat) : "";
  switch (event.type) {
    case "sat":
      return event.seat === company.you ? t("table.you_sat") : t("table.sat", { name: event.name || seat });
    case "bot_sat":
      return t("table.bot_sat", { seat: event.seat, level: t(`level.${event.level}`) });
    case "started":
      return t("table.started", { count: event.dealt });
    case "gave":
      return event.done && event.received ? t("table.received", { card: cardName(event.received) }) : "";
    case "played":
      return tellPlayed(event, company, owners);
    case "said":
      return t("table.said", { name: capital(seat), phrase: t(`phrase.${event.phrase}`) });
    case "closed":
      return t("table.closed");
    case "rematched":
      return t("table.rematched");
    default:
      return "";
  }
}

/**
 * What is said aloud beside what the log tells: who has given a card, and the next deal.
 * @param {any} event
 * @param {Company} company
 * @param {any} view the game after it
 */
export function tellAloud(event, company, view) {
  const name = event.seat ? nameOf(company, event.seat) : "";
  if (event.type === "gave" && event.seat !== company.you) return t("table.has_given", { name });
  if (event.type === "took_back" && event.seat !== company.you) return t("table.has_taken_back", { name });
  if (!event.dealt || !view) return "";
  const begins =
    view.starter === company.you ? t("table.you_begin") : t("table.begins", { name: nameOf(company, view.starter) });
  return event.type === "started" ? begins : `${t("table.dealt", { count: event.dealt })}. ${begins}`;
}

/** @param {any} event @param {Company} company @param {Record<string, string>} owners */
function tellPlayed(event, company, owners) {
  const play = readPlay(event.play);
  const seat = nameOf(company, event.seat);
  const yours = event.seat === company.you;
  if (play.fold) {
    const cards = listed(event.laid_down.map(cardName));
    return yours ? t("turn.you_fold", { cards }) : t("turn.folds", { seat, cards });
  }
  let what = tellPlay(play, event.seat, company, owners);
  if (event.sent_home?.length) {
    const marbles = listed(event.sent_home.map((/** @type {any} */ sent) => victim(sent, event.seat, company)));
    what += `, ${t("home.sends", { marbles })}`;
  }
  if (event.taken) what += ` (${cardName(event.taken)})`;
  const told = t(yours ? "turn.you_play" : "turn.plays", { seat, card: headName(play), what });
  return event.by === "stand-in" ? `${told} (${t("table.stand_in")})` : told;
}

/**
 * What a play does, without its card.
 * @param {import("./notation.js").Play} play
 * @param {string} seat
 * @param {Company} company
 * @param {Record<string, string>} owners
 */
export function tellPlay(play, seat, company, owners) {
  if (play.fold) return t("move.fold");
  if (play.takesFrom) {
    return play.takesFrom === company.you
      ? t("move.take_yours")
      : t("move.take", { other: nameOf(company, play.takesFrom) });
  }
  if (!play.moves.length) return t("move.idle");
  return play.moves.map((move) => tellMove(move, actsAs(play), seat, company, owners)).join(t("move.then"));
}

/**
 * @param {import("./notation.js").Move} move
 * @param {string} card
 * @param {string} seat
 * @param {Company} company
 * @param {Record<string, string>} owners
 */
export function tellMove(move, card, seat, company, owners) {
  const { source, target } = move;
  if (isKennel(source)) {
    if (source[0] === seat) return t("move.out", { target });
    return source[0] === company.you
      ? t("move.out_of_yours", { target })
      : t("move.out_of", { owner: nameOf(company, source[0]), target });
  }
  const marble = tellMarble(source, seat, company, owners);
  if (move.swap) return t("move.swap", { marble, other: tellMarble(target, seat, company, owners) });
  if (isFinish(source)) return t("move.inside", { marble, target });
  if (isFinish(target)) return t("move.into", { marble, target });
  const size = sectionsOf(company.rules) * 16;
  const ahead = (numberOf(target) - numberOf(source) + size) % size;
  return t(card === "4" && ahead !== 4 ? "move.backwards" : "move.forwards", { marble, target });
}

/** @param {string} field @param {string} seat @param {Company} company @param {Record<string, string>} owners */
export function tellMarble(field, seat, company, owners) {
  const owner = owners[plain(field)] ?? (isFinish(field) ? field[0] : seat);
  if (owner === seat) return t("marble.own", { field });
  if (owner === company.you) return t("marble.yours", { field });
  return t("marble.of", { owner: nameOf(company, owner), field });
}

/** @param {{seat: string, field: string}} sent @param {string} player @param {Company} company */
function victim({ seat, field }, player, company) {
  if (seat === company.you) return t("home.yours", { field });
  if (seat === player) return t("home.own", { field });
  return t("home.of", { owner: nameOf(company, seat), field });
}

/** Whose marble stands on which field. @param {Record<string, string[]>} marbles */
export function ownersOf(marbles) {
  /** @type {Record<string, string>} */
  const owners = {};
  for (const [seat, fields] of Object.entries(marbles)) {
    for (const field of fields) if (!isKennel(field)) owners[plain(field)] = seat;
  }
  return owners;
}

/** Why something is not allowed. @param {any} why @param {Company} company */
export function tellWhy(why, company) {
  /** @type {Record<string, string>} */
  const facts = {};
  for (const [name, fact] of Object.entries(why.facts)) facts[name] = tellFact(name, fact, company);
  return capital(t(`reason.${why.code}`, facts));
}

/** The fields that are named in facts or in a play. @param {any} told */
export const fieldsIn = (told) => JSON.stringify(told).match(/\b[A-F](?:\+[1-4]|1?\d)\b/g) ?? [];

/** @param {string} text */
const capital = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Reasons speak of everyone by name: in most languages "you" would need other verbs. @param {string} name @param {any} fact @param {Company} everyone */
function tellFact(name, fact, everyone) {
  const company = { ...everyone, you: null };
  if (name === "card") return t(`card_with_article.${fact}`);
  if (name === "kind") return cardName(fact);
  if (name === "seats") return listed([...fact].map((seat) => nameOf(company, seat)));
  if (["seat", "turn", "owner", "other"].includes(name) && seatsOf(company.rules).includes(fact))
    return nameOf(company, fact);
  if (Array.isArray(fact)) return fact.length < 3 ? fact.join(` ${t("list.or")} `) : t("list.one_to_seven");
  return String(fact);
}

/** @param {string} field */
const numberOf = (field) => "ABCDEF".indexOf(field[0]) * 16 + Number(field.slice(1));
