// @ts-check
/** The texts of the page in English. The other languages have the same keys; words in braces are facts. */

const texts = {
  title: "Fair deals · Doghouse",
  heading: "Were the cards dealt fairly?",
  lead: "Check the record of a game here. All of it is computed on your device; nothing is sent anywhere.",
  home: "Doghouse",
  language: "Language",
  choose: "Choose a record",
  drop: "a .dog file; or drop it anywhere on this page",

  fetching: "The record of table {code} is being fetched …",
  not_over:
    "The game at table {code} is not over. The house reveals its seed at the end; then the record can be checked.",
  no_table: "There is no table {code} at this house.",
  no_answer: "The record of table {code} could not be fetched. Try again later, or choose the file.",
  not_text: "{file} is not a record.",

  good: "Nobody changed the deck",
  good_text: "All cards were settled before the first deal and came just as the seeds say.",
  bad: "This record does not prove fair deals",
  bad_text: "The lines with a cross say what does not fit.",

  commitment_title: "The commitment",
  commitment_text:
    "This fingerprint of the house's seed was shown at the table before the first deal. The proof counts only if it is the same one.",
  compare: "Paste what you noted, to compare",
  compare_same: "It is the same.",
  compare_other: "It is not the same: this record does not belong to what you noted.",

  checks_title: "What was checked",
  state_holds: "Right:",
  state_fails: "Wrong:",
  state_unchecked: "In part:",
  commitment_holds: "The house's seed is the one it committed to.",
  seats_holds: "Every seat has a seed (its own: {own}, open: {open}).",
  seed_holds: "The seed of the game follows from the seeds of the house and of all seats.",
  dealer_holds: "The lot made {seat} the first dealer.",
  deals_holds: "All hands follow from the seed (rounds: {rounds}, shuffles: {shuffles}).",
  draws_holds: "All cards drawn unseen follow from the seed (draws: {draws}).",
  takes_holds: "All cards taken with a 2 follow from the seed (taken: {takes}).",
  cards_holds: "Every card given or played was in the hand it came from.",
  draws_unchecked: "Cards drawn unseen: not checked where the hands do not fit.",
  takes_unchecked: "Cards taken with a 2: not checked where the cards before do not fit.",
  cards_unchecked: "Cards given and played: not checked where the cards before do not fit.",
  deals_round: "Round {round}: the hands do not follow from the seed.",
  draws_round: "Round {round}: a card drawn unseen does not follow from the seed.",
  takes_round: "Round {round}: a card taken with a 2 does not follow from the seed.",
  cards_round: "Round {round}: the cards given and played do not fit the hands.",

  fault_commitment: "The house's seed is not the one it committed to.",
  fault_seed: "The seed of the game does not follow from the seeds of the house and of all seats.",
  fault_seats: "A seed of every seat is expected: {seats}.",
  fault_dealer: "The lot makes {drawn} the first dealer, not {found}.",
  fault_no_proof:
    "There is nothing to check: this record lacks {headers}. Games that ended at a table of a house have it.",
  fault_unreadable: "Line {line} cannot be read: {text}",
  fault_twice: "Line {line}: {header} stands there for the second time.",
  fault_unknown_rules: "This page does not know these rules: {header} {value}",
  fault_from_position: "The game begins in the middle, not with the first deal.",
  fault_as_written: "The record says itself that its hands do not follow from the seed.",
  fault_heading: "Line {line}: expected here: {expected}",
  fault_hands: "Line {line}: {seat} has {found}; the seed deals {dealt}.",
  fault_seat_missing: "Line {line}: nothing is said about seat {seat}.",
  fault_nobody: "Line {line}: nobody sits at {seat}.",
  fault_draw: "Line {line}: {seat} draws {found} from {other}; the seed says {drawn}.",
  fault_take: "Line {line}: {seat} takes {found} from {other} with a 2; the seed says {taken}.",
  fault_no_gifts: "Line {line}: in this game cards are drawn, not given.",
  fault_no_draws: "Line {line}: in this game cards are given, not drawn.",
  fault_no_take: "Line {line}: {seat} cannot take a card from {other}.",
  fault_not_held: "Line {line}: {seat} does not hold {card}.",
  fault_not_turn: "Line {line}: it is not the turn of {seat}.",
  fault_gift_missing: "Line {line}: {seat} gives no card.",
  fault_cards_left: "The next round begins although cards are left.",

  seats_title: "The seeds",
  seats_text:
    "Is the seed of your seat the one your device added? Nobody can choose an open seed: it is SHA-256 of the commitment and the letter of the seat. Bots get it, and seats that add none.",
  seed_own: "its own",
  seed_open: "open",
  seed_house: "The house",
  seed_game: "The game",
  seed_game_text: "from all of them",
  seed_house_text: "kept secret until the end",

  rounds_title: "Round by round",
  round: "Round {number}",
  round_cards: "{size} cards",
  round_shuffle: "shuffle {shuffle}",
  round_draws: "drawn: {draws}",
  round_takes: "taken: {takes}",

  proves_title: "What this proves",
  proves_deck:
    "Nobody changed the deck. All cards of the game were settled before the first deal: by the house's seed, to which it had committed, and by a seed from every seat.",
  proves_if:
    "Provided that the commitment is the one you were shown before the first deal, and the seed of your seat the one your device added.",
  not_title: "What it does not prove",
  not_looked: "That whoever runs the house did not look. The house knows all the cards.",
  not_accomplice:
    "That nobody at the table was in league with the house. Who knows its seed and is the last to add one can try out deals.",
  not_legal:
    "That all plays were legal. This page follows the cards, not the marbles; “doghouse verify FILE” replays everything.",
  not_page:
    "That this page is honest, for it comes from the house. If in doubt, check the file at another house, or with “doghouse verify FILE”.",
  how_title: "How it works",
  how_commit:
    "Before the first deal the house draws a secret seed and shows its SHA-256, the commitment. From then on it cannot exchange the seed.",
  how_seats: "Every seat adds a seed of its own, so that the house alone cannot settle the deals.",
  how_game:
    "SHA-256 of all of them together is the seed of the game. Every shuffle, every card drawn unseen and every card taken with a 2 follows from it by HMAC-SHA256.",
  how_reveal: "When the game is over, the house reveals its seed. Now anyone can repeat all of it; this page just did.",
};

/** @typedef {typeof texts} Texts */
/** @typedef {keyof Texts} Key */

export default texts;
