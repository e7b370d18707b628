// @ts-check
/** I testi della pagina in italiano. */

/** @type {import("./texts_en.js").Texts} */
const texts = {
  title: "Carte leali · Doghouse",
  heading: "Le carte sono state distribuite lealmente?",
  lead: "Controlla qui una partita salvata. Tutto è calcolato sul tuo dispositivo; non viene inviato nulla.",
  home: "Doghouse",
  language: "Lingua",
  choose: "Scegli una partita salvata",
  drop: "un file .dog; oppure trascinalo in un punto qualsiasi di questa pagina",

  fetching: "Si sta prendendo la partita del tavolo {code}…",
  not_over:
    "La partita al tavolo {code} non è ancora finita. Alla fine la casa rivela il suo seme; allora si potrà controllare la partita.",
  no_table: "In questa casa non c’è un tavolo {code}.",
  no_answer: "Non è stato possibile prendere la partita del tavolo {code}. Riprova più tardi o scegli il file.",
  not_text: "{file} non è una partita salvata.",

  good: "Nessuno ha cambiato le carte",
  good_text: "Tutte le carte erano stabilite prima del primo giro e sono arrivate proprio come dicono i semi.",
  bad: "Questa partita non prova una distribuzione leale",
  bad_text: "Le righe con una croce dicono che cosa non torna.",

  commitment_title: "L’impegno",
  commitment_text:
    "Questa impronta del seme della casa è stata mostrata al tavolo prima del primo giro. La prova vale solo se è la stessa.",
  compare: "Incolla quello che ti eri annotato, per confrontare",
  compare_same: "È la stessa.",
  compare_other: "Non è la stessa: questa partita non corrisponde a quello che ti eri annotato.",

  checks_title: "Che cosa è stato controllato",
  state_holds: "Giusto:",
  state_fails: "Sbagliato:",
  state_unchecked: "In parte:",
  commitment_holds: "Il seme della casa è quello su cui si era impegnata.",
  seats_holds: "Ogni posto ha un seme (propri: {own}, aperti: {open}).",
  seed_holds: "Il seme della partita segue dai semi della casa e di tutti i posti.",
  dealer_holds: "La sorte ha indicato {seat} come primo mazziere.",
  deals_holds: "Tutte le mani seguono dal seme (giri: {rounds}, mescolate: {shuffles}).",
  draws_holds: "Tutte le carte pescate alla cieca seguono dal seme (pescate: {draws}).",
  takes_holds: "Tutte le carte prese con un 2 seguono dal seme (prese: {takes}).",
  cards_holds: "Ogni carta data o giocata era nella mano da cui veniva.",
  draws_unchecked: "Carte pescate alla cieca: non controllate dove le mani non tornano.",
  takes_unchecked: "Carte prese con un 2: non controllate dove le carte precedenti non tornano.",
  cards_unchecked: "Carte date e giocate: non controllate dove le carte precedenti non tornano.",
  deals_round: "Giro {round}: le mani non seguono dal seme.",
  draws_round: "Giro {round}: una carta pescata alla cieca non segue dal seme.",
  takes_round: "Giro {round}: una carta presa con un 2 non segue dal seme.",
  cards_round: "Giro {round}: le carte date e giocate non corrispondono alle mani.",

  fault_commitment: "Il seme della casa non è quello su cui si era impegnata.",
  fault_seed: "Il seme della partita non segue dai semi della casa e di tutti i posti.",
  fault_seats: "Serve un seme di ogni posto: {seats}.",
  fault_dealer: "La sorte indica {drawn} come primo mazziere, non {found}.",
  fault_no_proof: "Non c’è nulla da controllare: manca {headers}. Le partite finite al tavolo di una casa lo hanno.",
  fault_unreadable: "La riga {line} è illeggibile: {text}",
  fault_twice: "Riga {line}: {header} compare per la seconda volta.",
  fault_unknown_rules: "Questa pagina non conosce queste regole: {header} {value}",
  fault_from_position: "La partita comincia a metà, non con il primo giro.",
  fault_as_written: "La partita salvata dice essa stessa che le sue mani non seguono dal seme.",
  fault_heading: "Riga {line}: qui ci vorrebbe: {expected}",
  fault_hands: "Riga {line}: {seat} ha {found}; il seme distribuisce {dealt}.",
  fault_seat_missing: "Riga {line}: del posto {seat} non si dice nulla.",
  fault_nobody: "Riga {line}: al posto {seat} non siede nessuno.",
  fault_draw: "Riga {line}: {seat} pesca {found} da {other}; il seme dice {drawn}.",
  fault_take: "Riga {line}: {seat} prende {found} da {other} con un 2; il seme dice {taken}.",
  fault_no_gifts: "Riga {line}: in questa partita le carte si pescano, non si danno.",
  fault_no_draws: "Riga {line}: in questa partita le carte si danno, non si pescano.",
  fault_no_take: "Riga {line}: {seat} non può prendere una carta da {other}.",
  fault_not_held: "Riga {line}: {seat} non ha {card} in mano.",
  fault_not_turn: "Riga {line}: non tocca a {seat}.",
  fault_gift_missing: "Riga {line}: {seat} non dà nessuna carta.",
  fault_cards_left: "Il giro seguente comincia benché restino delle carte.",

  seats_title: "I semi",
  seats_text:
    "Il seme del tuo posto è quello che ha aggiunto il tuo dispositivo? Un seme aperto non può sceglierlo nessuno: è lo SHA-256 dell’impegno e della lettera del posto. Lo ricevono i bot e i posti che non ne aggiungono.",
  seed_own: "proprio",
  seed_open: "aperto",
  seed_house: "La casa",
  seed_game: "La partita",
  seed_game_text: "da tutti insieme",
  seed_house_text: "segreto fino alla fine",

  rounds_title: "Giro per giro",
  round: "Giro {number}",
  round_cards: "{size} carte",
  round_shuffle: "mescolata {shuffle}",
  round_draws: "pescate: {draws}",
  round_takes: "prese: {takes}",

  proves_title: "Che cosa prova",
  proves_deck:
    "Nessuno ha cambiato le carte. Tutte le carte della partita erano stabilite prima del primo giro: dal seme della casa, su cui si era impegnata, e da un seme di ogni posto.",
  proves_if:
    "A condizione che l’impegno sia quello che ti è stato mostrato prima del primo giro, e il seme del tuo posto quello che ha aggiunto il tuo dispositivo.",
  not_title: "Che cosa non prova",
  not_looked: "Che chi gestisce la casa non abbia guardato. La casa conosce tutte le carte.",
  not_accomplice:
    "Che nessuno al tavolo fosse d’accordo con la casa. Chi conosce il suo seme e ne aggiunge uno per ultimo può provare varie distribuzioni.",
  not_legal:
    "Che tutte le mosse fossero permesse. Questa pagina segue le carte, non le pedine; «doghouse verify FILE» rigioca tutto.",
  not_page:
    "Che questa pagina sia onesta, perché viene dalla casa. Nel dubbio, controlla il file in un’altra casa o con «doghouse verify FILE».",
  how_title: "Come funziona",
  how_commit:
    "Prima del primo giro la casa estrae un seme segreto e ne mostra lo SHA-256, l’impegno. Da quel momento non può più cambiare il seme.",
  how_seats: "Ogni posto aggiunge un seme proprio, così che la casa da sola non possa decidere le carte.",
  how_game:
    "Lo SHA-256 di tutti insieme è il seme della partita. Ogni mescolata, ogni carta pescata alla cieca e ogni carta presa con un 2 ne segue tramite HMAC-SHA256.",
  how_reveal:
    "Quando la partita è finita, la casa rivela il suo seme. Ora chiunque può ripetere tutto; è quello che fa questa pagina.",
};

export default texts;
