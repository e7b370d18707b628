// @ts-check
/** Die Texte der Seite auf Deutsch, in Schweizer Schreibung. */

/** @type {import("./texts_en.js").Texts} */
const texts = {
  title: "Faire Karten · Doghouse",
  heading: "Wurden die Karten fair verteilt?",
  lead: "Prüfe hier das Protokoll eines Spiels. Alles wird auf deinem Gerät gerechnet; nichts wird verschickt.",
  home: "Doghouse",
  language: "Sprache",
  choose: "Protokoll wählen",
  drop: "eine .dog-Datei; oder zieh sie irgendwo auf diese Seite",

  fetching: "Das Protokoll von Tisch {code} wird geholt …",
  not_over:
    "Das Spiel an Tisch {code} ist noch nicht zu Ende. Am Ende deckt das Haus seinen Seed auf; dann lässt sich das Protokoll prüfen.",
  no_table: "Einen Tisch {code} gibt es in diesem Haus nicht.",
  no_answer:
    "Das Protokoll von Tisch {code} war nicht zu bekommen. Versuch es später noch einmal oder wähle die Datei.",
  not_text: "{file} ist kein Protokoll.",

  good: "Niemand hat die Karten vertauscht",
  good_text: "Alle Karten standen vor der ersten Runde fest und kamen genau so, wie die Seeds es sagen.",
  bad: "Dieses Protokoll beweist keine faire Verteilung",
  bad_text: "Die Zeilen mit einem Kreuz sagen, was nicht stimmt.",

  commitment_title: "Die Festlegung",
  commitment_text:
    "Dieser Fingerabdruck vom Seed des Hauses stand vor der ersten Runde am Tisch. Der Beweis gilt nur, wenn es derselbe ist.",
  compare: "Zum Vergleichen einfügen, was du dir gemerkt hast",
  compare_same: "Es ist derselbe.",
  compare_other: "Es ist nicht derselbe: dieses Protokoll gehört nicht zu dem, was du dir gemerkt hast.",

  checks_title: "Was geprüft wurde",
  state_holds: "Richtig:",
  state_fails: "Falsch:",
  state_unchecked: "Zum Teil:",
  commitment_holds: "Der Seed des Hauses ist der, auf den es sich festgelegt hat.",
  seats_holds: "Jeder Platz hat einen Seed (eigene: {own}, offene: {open}).",
  seed_holds: "Der Seed des Spiels folgt aus den Seeds des Hauses und aller Plätze.",
  dealer_holds: "Das Los hat {seat} zum ersten Verteiler gemacht.",
  deals_holds: "Alle verteilten Karten folgen aus dem Seed (Runden: {rounds}, gemischt: {shuffles}).",
  draws_holds: "Alle verdeckt gezogenen Karten folgen aus dem Seed (gezogen: {draws}).",
  takes_holds: "Alle mit einer 2 gezogenen Karten folgen aus dem Seed (gezogen: {takes}).",
  cards_holds: "Jede gegebene und gespielte Karte war in der Hand, aus der sie kam.",
  draws_unchecked: "Verdeckt gezogene Karten: nicht geprüft, wo schon die verteilten nicht stimmen.",
  takes_unchecked: "Mit einer 2 gezogene Karten: nicht geprüft, wo schon die Karten davor nicht stimmen.",
  cards_unchecked: "Gegebene und gespielte Karten: nicht geprüft, wo schon die Karten davor nicht stimmen.",
  deals_round: "Runde {round}: die verteilten Karten folgen nicht aus dem Seed.",
  draws_round: "Runde {round}: eine verdeckt gezogene Karte folgt nicht aus dem Seed.",
  takes_round: "Runde {round}: eine mit einer 2 gezogene Karte folgt nicht aus dem Seed.",
  cards_round: "Runde {round}: die gegebenen und gespielten Karten passen nicht zu den Händen.",

  fault_commitment: "Der Seed des Hauses ist nicht der, auf den es sich festgelegt hat.",
  fault_seed: "Der Seed des Spiels folgt nicht aus den Seeds des Hauses und aller Plätze.",
  fault_seats: "Erwartet wird ein Seed von jedem Platz: {seats}.",
  fault_dealer: "Das Los macht {drawn} zum ersten Verteiler, nicht {found}.",
  fault_no_proof:
    "Hier gibt es nichts zu prüfen: in diesem Protokoll fehlt {headers}. Spiele, die am Tisch eines Hauses zu Ende gingen, haben das.",
  fault_unreadable: "Zeile {line} ist nicht lesbar: {text}",
  fault_twice: "Zeile {line}: {header} steht hier zum zweiten Mal.",
  fault_unknown_rules: "Diese Regeln kennt die Seite nicht: {header} {value}",
  fault_from_position: "Das Spiel beginnt mittendrin, nicht mit der ersten Runde.",
  fault_as_written: "Das Protokoll sagt selbst, dass seine Karten nicht aus dem Seed folgen.",
  fault_heading: "Zeile {line}: hier müsste stehen: {expected}",
  fault_hands: "Zeile {line}: {seat} hat {found}; der Seed verteilt {dealt}.",
  fault_seat_missing: "Zeile {line}: über Platz {seat} steht hier nichts.",
  fault_nobody: "Zeile {line}: bei {seat} sitzt niemand.",
  fault_draw: "Zeile {line}: {seat} zieht {found} von {other}; der Seed sagt {drawn}.",
  fault_take: "Zeile {line}: {seat} zieht {found} von {other} mit einer 2; der Seed sagt {taken}.",
  fault_no_gifts: "Zeile {line}: in diesem Spiel werden Karten gezogen, nicht gegeben.",
  fault_no_draws: "Zeile {line}: in diesem Spiel werden Karten gegeben, nicht gezogen.",
  fault_no_take: "Zeile {line}: {seat} kann keine Karte von {other} ziehen.",
  fault_not_held: "Zeile {line}: {seat} hat {card} nicht auf der Hand.",
  fault_not_turn: "Zeile {line}: {seat} ist nicht an der Reihe.",
  fault_gift_missing: "Zeile {line}: {seat} gibt keine Karte.",
  fault_cards_left: "Die nächste Runde beginnt, obwohl noch Karten übrig sind.",

  seats_title: "Die Seeds",
  seats_text:
    "Ist der Seed deines Platzes der, den dein Gerät beigetragen hat? Einen offenen Seed kann niemand wählen: er ist SHA-256 der Festlegung und des Buchstabens des Platzes. Ihn bekommen Bots und Plätze, die keinen beitragen.",
  seed_own: "eigener",
  seed_open: "offen",
  seed_house: "Das Haus",
  seed_game: "Das Spiel",
  seed_game_text: "aus allen zusammen",
  seed_house_text: "bis zum Ende geheim",

  rounds_title: "Runde für Runde",
  round: "Runde {number}",
  round_cards: "{size} Karten",
  round_shuffle: "{shuffle}. Mischen",
  round_draws: "gezogen: {draws}",
  round_takes: "mit 2: {takes}",

  proves_title: "Was das beweist",
  proves_deck:
    "Niemand hat die Karten vertauscht. Alle Karten des Spiels standen vor der ersten Runde fest: durch den Seed des Hauses, auf den es sich festgelegt hatte, und durch einen Seed von jedem Platz.",
  proves_if:
    "Vorausgesetzt, die Festlegung ist die, die dir vor der ersten Runde gezeigt wurde, und der Seed deines Platzes ist der, den dein Gerät beigetragen hat.",
  not_title: "Was es nicht beweist",
  not_looked: "Dass der Betreiber des Hauses nicht in die Karten geschaut hat. Das Haus kennt alle Karten.",
  not_accomplice:
    "Dass niemand am Tisch mit dem Haus unter einer Decke steckte. Wer dessen Seed kennt und als Letzter einen beiträgt, kann Verteilungen ausprobieren.",
  not_legal:
    "Dass alle Züge erlaubt waren. Diese Seite verfolgt die Karten, nicht die Murmeln; «doghouse verify DATEI» spielt alles nach.",
  not_page:
    "Dass diese Seite ehrlich ist, denn sie kommt vom Haus. Im Zweifel prüfe die Datei in einem anderen Haus oder mit «doghouse verify DATEI».",
  how_title: "Wie es geht",
  how_commit:
    "Vor der ersten Runde zieht das Haus einen geheimen Seed und zeigt dessen SHA-256, die Festlegung. Von da an kann es den Seed nicht mehr austauschen.",
  how_seats: "Jeder Platz trägt einen eigenen Seed bei, damit das Haus allein die Karten nicht bestimmen kann.",
  how_game:
    "SHA-256 von allen zusammen ist der Seed des Spiels. Jedes Mischen, jede verdeckt und jede mit einer 2 gezogene Karte folgt daraus durch HMAC-SHA256.",
  how_reveal:
    "Ist das Spiel zu Ende, deckt das Haus seinen Seed auf. Nun können alle das Ganze wiederholen; diese Seite tut es.",
};

export default texts;
