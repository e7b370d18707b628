// Events, plays and reasons in the reader's language.
/** @import { GameView, Marbles, Rules, Seating, SentHome, State, VisibleEvent, VisiblePlayed, Why } from "./protocol.js" */
/** @import { Move, Play } from "./notation.js" */
import { capitalize, listText, t } from "./i18n.js";
import { actsAs, isFinish, isKennel, parsePlay, plain } from "./notation.js";

/**
 * Who plays, and who reads.
 * @typedef {{rules: Rules, seating: Seating, names: Record<string, string>, you: string|null}} Company
 */

/** A play of a table or of a replay. @typedef {Pick<VisiblePlayed, "seat"|"play"> & Partial<VisiblePlayed>} PlayedEvent */

/** Whose marble stands on which field. @typedef {Record<string, string>} Owners */

/** The name of a player, or "you". @param {Company} company @param {string} seat */
export const nameOf = (company, seat) => (seat === company.you ? t("seat.you") : company.names[seat] || seat);

/** The names of all players. @param {State["seats"]} seats @returns {Record<string, string>} */
export function namesOf(seats) {
  /** @type {Record<string, string>} */
  const names = {};
  for (const [seat, { kind, name, level }] of Object.entries(seats)) {
    names[seat] =
      kind === "bot"
        ? `${t(`level.${level}`)} ${seat}`
        : name || (kind === "person" ? t("table.guest", { seat }) : seat);
  }
  return names;
}

/** @param {string} card */
export const cardName = (card) => t(`card.${card}`);

/** The card of a play, and what a joker stands for. @param {Play} play */
export function headName(play) {
  return play.standsFor ? t("card.joker_as", { card: cardName(play.standsFor) }) : cardName(play.card);
}

/**
 * An event of the table in a sentence; empty for those that need none.
 * @param {VisibleEvent} event
 * @param {Company} company
 * @param {Owners} [owners] as they were before
 */
export function eventText(event, company, owners = {}) {
  const name = "seat" in event ? nameOf(company, event.seat) : "";
  switch (event.type) {
    case "sat":
      return event.seat === company.you ? t("table.you_sat") : t("table.sat", { name: event.name || name });
    case "bot_sat":
      return t("table.bot_sat", { seat: event.seat, level: t(`level.${event.level}`) });
    case "started":
      return t("table.started", { count: event.dealt });
    case "gave":
      return event.done && event.received ? t("table.received", { card: cardName(event.received) }) : "";
    case "played":
      return playedText(event, company, owners);
    case "said":
      return t("table.said", { name: capitalize(name), phrase: t(`phrase.${event.phrase}`) });
    case "closed":
      return t("table.closed");
    case "rematched":
      return t("table.rematched");
    default:
      return "";
  }
}

/**
 * What is announced besides the text of the log: who has given a card, and the next deal.
 * @param {VisibleEvent} event
 * @param {Company} company
 * @param {GameView|null} view the game after it
 */
export function announcementText(event, company, view) {
  const name = "seat" in event ? nameOf(company, event.seat) : "";
  if (event.type === "gave" && event.seat !== company.you) return t("table.has_given", { name });
  if (event.type === "took_back" && event.seat !== company.you) return t("table.has_taken_back", { name });
  if (!("dealt" in event) || !event.dealt || !view) return "";
  const begins =
    view.starter === company.you ? t("table.you_begin") : t("table.begins", { name: nameOf(company, view.starter) });
  return event.type === "started" ? begins : `${t("table.dealt", { count: event.dealt })}. ${begins}`;
}

/** @param {PlayedEvent} event @param {Company} company @param {Owners} owners */
export function playedText(event, company, owners) {
  const play = parsePlay(event.play);
  const seat = nameOf(company, event.seat);
  const yours = event.seat === company.you;
  if (play.fold) {
    const cards = listText((event.laid_down ?? []).map(cardName));
    return yours ? t("turn.you_fold", { cards }) : t("turn.folds", { seat, cards });
  }
  let what = playText(play, event.seat, company, owners);
  if (event.sent_home?.length) {
    const marbles = listText(event.sent_home.map((sent) => victim(sent, event.seat, company)));
    what += `, ${t("home.sends", { marbles })}`;
  }
  if (event.taken) what += ` (${cardName(event.taken)})`;
  const text = t(yours ? "turn.you_play" : "turn.plays", { seat, card: headName(play), what });
  return event.by === "stand-in" ? `${text} (${t("table.stand_in")})` : text;
}

/**
 * What a play does, without its card.
 * @param {Play} play
 * @param {string} seat
 * @param {Company} company
 * @param {Owners} owners
 */
export function playText(play, seat, company, owners) {
  if (play.fold) return t("move.fold");
  if (play.takesFrom) {
    return play.takesFrom === company.you
      ? t("move.take_yours")
      : t("move.take", { other: nameOf(company, play.takesFrom) });
  }
  if (!play.moves.length) return t("move.idle");
  return play.moves.map((move) => moveText(move, actsAs(play), seat, company, owners)).join(t("move.then"));
}

/**
 * @param {Move} move
 * @param {string} card
 * @param {string} seat
 * @param {Company} company
 * @param {Owners} owners
 */
export function moveText(move, card, seat, company, owners) {
  const { source, target } = move;
  if (isKennel(source)) {
    if (source[0] === seat) return t("move.out", { target });
    return source[0] === company.you
      ? t("move.out_of_yours", { target })
      : t("move.out_of", { owner: nameOf(company, source[0]), target });
  }
  const marble = marbleText(source, seat, company, owners);
  if (move.swap) return t("move.swap", { marble, other: marbleText(target, seat, company, owners) });
  if (isFinish(source)) return t("move.inside", { marble, target });
  if (isFinish(target)) return t("move.into", { marble, target });
  const size = company.seating.sections * 16;
  const ahead = (numberOf(target) - numberOf(source) + size) % size;
  return t(card === "4" && ahead !== 4 ? "move.backwards" : "move.forwards", { marble, target });
}

/** @param {string} field @param {string} seat @param {Company} company @param {Owners} owners */
export function marbleText(field, seat, company, owners) {
  const owner = owners[plain(field)] ?? (isFinish(field) ? field[0] : seat);
  if (owner === seat) return t("marble.own", { field });
  if (owner === company.you) return t("marble.yours", { field });
  return t("marble.of", { owner: nameOf(company, owner), field });
}

/** @param {SentHome} sent @param {string} player @param {Company} company */
function victim({ seat, field }, player, company) {
  if (seat === company.you) return t("home.yours", { field });
  if (seat === player) return t("home.own", { field });
  return t("home.of", { owner: nameOf(company, seat), field });
}

/** @param {Marbles} marbles @returns {Owners} */
export function ownersOf(marbles) {
  /** @type {Owners} */
  const owners = {};
  for (const [seat, fields] of Object.entries(marbles)) {
    for (const field of fields) if (!isKennel(field)) owners[plain(field)] = seat;
  }
  return owners;
}

/** Why something is not allowed. @param {Why} why @param {Company} company */
export function reasonText(why, company) {
  /** @type {Record<string, string>} */
  const facts = {};
  for (const [name, fact] of Object.entries(why.facts)) facts[name] = factText(name, fact, company);
  return capitalize(t(`reason.${why.code}`, facts));
}

/** The fields that are named in facts or in a play. @param {unknown} data @returns {string[]} */
export const fieldsIn = (data) => JSON.stringify(data).match(/\b[A-F](?:\+[1-4]|1?\d)\b/g) ?? [];

/**
 * A fact of a reason. Reasons name everyone: in most languages "you" would need other verbs.
 * @param {string} name
 * @param {unknown} fact
 * @param {Company} everyone
 */
function factText(name, fact, everyone) {
  const company = { ...everyone, you: null };
  const text = String(fact);
  if (name === "card") return t(`card_with_article.${text}`);
  if (name === "kind") return cardName(text);
  if (name === "seats") return listText([.../** @type {string[]} */ (fact)].map((seat) => nameOf(company, seat)));
  if (["seat", "turn", "owner", "other"].includes(name) && company.seating.seats.includes(text)) {
    return nameOf(company, text);
  }
  if (Array.isArray(fact)) return fact.length < 3 ? fact.join(` ${t("list.or")} `) : t("list.one_to_seven");
  return text;
}

/** @param {string} field */
const numberOf = (field) => "ABCDEF".indexOf(field[0]) * 16 + Number(field.slice(1));
