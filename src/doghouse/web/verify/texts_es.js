// @ts-check
/** Los textos de la página en español. */

/** @type {import("./texts_en.js").Texts} */
const texts = {
  title: "Reparto limpio · Doghouse",
  heading: "¿Se repartieron las cartas limpiamente?",
  lead: "Comprueba aquí una partida guardada. Todo se calcula en tu dispositivo; no se envía nada.",
  home: "Doghouse",
  language: "Idioma",
  choose: "Elegir una partida guardada",
  drop: "un archivo .dog; o suéltalo en cualquier lugar de esta página",

  fetching: "Buscando la partida de la mesa {code}…",
  not_over:
    "La partida de la mesa {code} aún no ha terminado. Al final la casa revela su semilla; entonces se podrá comprobar la partida.",
  no_table: "En esta casa no hay ninguna mesa {code}.",
  no_answer: "No se pudo obtener la partida de la mesa {code}. Inténtalo más tarde o elige el archivo.",
  not_text: "{file} no es una partida guardada.",

  good: "Nadie cambió las cartas",
  good_text: "Todas las cartas estaban fijadas antes de la primera ronda y salieron tal como dicen las semillas.",
  bad: "Esta partida no demuestra un reparto limpio",
  bad_text: "Las líneas con una cruz dicen qué no cuadra.",

  commitment_title: "El compromiso",
  commitment_text:
    "Esta huella de la semilla de la casa se mostró en la mesa antes de la primera ronda. La prueba solo vale si es la misma.",
  compare: "Pega lo que anotaste para comparar",
  compare_same: "Es la misma.",
  compare_other: "No es la misma: esta partida no corresponde a lo que anotaste.",

  checks_title: "Qué se comprobó",
  state_holds: "Correcto:",
  state_fails: "Incorrecto:",
  state_unchecked: "En parte:",
  commitment_holds: "La semilla de la casa es aquella con la que se comprometió.",
  seats_holds: "Cada sitio tiene una semilla (propias: {own}, abiertas: {open}).",
  seed_holds: "La semilla de la partida se deduce de las de la casa y de todos los sitios.",
  dealer_holds: "El sorteo hizo a {seat} primer repartidor.",
  deals_holds: "Todas las manos se deducen de la semilla (rondas: {rounds}, barajadas: {shuffles}).",
  draws_holds: "Todas las cartas sacadas a ciegas se deducen de la semilla (sacadas: {draws}).",
  takes_holds: "Todas las cartas tomadas con un 2 se deducen de la semilla (tomadas: {takes}).",
  cards_holds: "Cada carta dada o jugada estaba en la mano de la que salió.",
  draws_unchecked: "Cartas sacadas a ciegas: sin comprobar donde las manos no cuadran.",
  takes_unchecked: "Cartas tomadas con un 2: sin comprobar donde las cartas anteriores no cuadran.",
  cards_unchecked: "Cartas dadas y jugadas: sin comprobar donde las cartas anteriores no cuadran.",
  deals_round: "Ronda {round}: las manos no se deducen de la semilla.",
  draws_round: "Ronda {round}: una carta sacada a ciegas no se deduce de la semilla.",
  takes_round: "Ronda {round}: una carta tomada con un 2 no se deduce de la semilla.",
  cards_round: "Ronda {round}: las cartas dadas y jugadas no cuadran con las manos.",

  fault_commitment: "La semilla de la casa no es aquella con la que se comprometió.",
  fault_seed: "La semilla de la partida no se deduce de las de la casa y de todos los sitios.",
  fault_seats: "Hace falta una semilla de cada sitio: {seats}.",
  fault_dealer: "El sorteo hace a {drawn} primer repartidor, no a {found}.",
  fault_no_proof:
    "No hay nada que comprobar: falta {headers}. Las partidas terminadas en la mesa de una casa lo tienen.",
  fault_unreadable: "La línea {line} no se puede leer: {text}",
  fault_twice: "Línea {line}: {header} aparece por segunda vez.",
  fault_unknown_rules: "Esta página no conoce estas reglas: {header} {value}",
  fault_from_position: "La partida empieza a medias, no con la primera ronda.",
  fault_as_written: "La propia partida guardada dice que sus manos no se deducen de la semilla.",
  fault_heading: "Línea {line}: aquí debería decir: {expected}",
  fault_hands: "Línea {line}: {seat} tiene {found}; la semilla reparte {dealt}.",
  fault_seat_missing: "Línea {line}: no se dice nada del sitio {seat}.",
  fault_nobody: "Línea {line}: en {seat} no se sienta nadie.",
  fault_draw: "Línea {line}: {seat} saca {found} de {other}; la semilla dice {drawn}.",
  fault_take: "Línea {line}: {seat} toma {found} de {other} con un 2; la semilla dice {taken}.",
  fault_no_gifts: "Línea {line}: en esta partida las cartas se sacan, no se dan.",
  fault_no_draws: "Línea {line}: en esta partida las cartas se dan, no se sacan.",
  fault_no_take: "Línea {line}: {seat} no puede tomar una carta de {other}.",
  fault_not_held: "Línea {line}: {seat} no tiene {card} en la mano.",
  fault_not_turn: "Línea {line}: no es el turno de {seat}.",
  fault_gift_missing: "Línea {line}: {seat} no da ninguna carta.",
  fault_cards_left: "La ronda siguiente empieza aunque quedan cartas.",

  seats_title: "Las semillas",
  seats_text:
    "¿Es la semilla de tu sitio la que añadió tu dispositivo? Nadie puede elegir una semilla abierta: es el SHA-256 del compromiso y de la letra del sitio. La reciben los bots y los sitios que no añaden ninguna.",
  seed_own: "propia",
  seed_open: "abierta",
  seed_house: "La casa",
  seed_game: "La partida",
  seed_game_text: "de todas juntas",
  seed_house_text: "secreta hasta el final",

  rounds_title: "Ronda por ronda",
  round: "Ronda {number}",
  round_cards: "{size} cartas",
  round_shuffle: "barajada {shuffle}",
  round_draws: "sacadas: {draws}",
  round_takes: "tomadas: {takes}",

  proves_title: "Qué demuestra",
  proves_deck:
    "Nadie cambió las cartas. Todas las cartas de la partida estaban fijadas antes de la primera ronda: por la semilla de la casa, con la que se había comprometido, y por una semilla de cada sitio.",
  proves_if:
    "Siempre que el compromiso sea el que se te mostró antes de la primera ronda, y la semilla de tu sitio la que añadió tu dispositivo.",
  not_title: "Qué no demuestra",
  not_looked: "Que quien lleva la casa no haya mirado. La casa conoce todas las cartas.",
  not_accomplice:
    "Que nadie en la mesa estuviera de acuerdo con la casa. Quien conoce su semilla y es el último en añadir una puede probar repartos.",
  not_legal:
    "Que todas las jugadas fueran legales. Esta página sigue las cartas, no las canicas; «doghouse verify ARCHIVO» lo reproduce todo.",
  not_page:
    "Que esta página sea honrada, pues viene de la casa. En caso de duda, comprueba el archivo en otra casa o con «doghouse verify ARCHIVO».",
  how_title: "Cómo funciona",
  how_commit:
    "Antes de la primera ronda la casa saca una semilla secreta y muestra su SHA-256, el compromiso. Desde entonces no puede cambiar la semilla.",
  how_seats: "Cada sitio añade una semilla propia, para que la casa sola no pueda decidir las cartas.",
  how_game:
    "El SHA-256 de todas juntas es la semilla de la partida. Cada barajada, cada carta sacada a ciegas y cada carta tomada con un 2 se deduce de ella por HMAC-SHA256.",
  how_reveal:
    "Cuando la partida termina, la casa revela su semilla. Ahora cualquiera puede repetirlo todo; es lo que hace esta página.",
};

export default texts;
