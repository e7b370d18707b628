// @ts-check
/** Les textes de la page en français. */

/** @type {import("./texts_en.js").Texts} */
const texts = {
  title: "Distribution équitable · Doghouse",
  heading: "Les cartes ont-elles été distribuées équitablement ?",
  lead: "Vérifie ici une partie enregistrée. Tout est calculé sur ton appareil ; rien n’est envoyé.",
  home: "Doghouse",
  language: "Langue",
  choose: "Choisir une partie enregistrée",
  drop: "un fichier .dog ; ou dépose-le n’importe où sur cette page",

  fetching: "Récupération de la partie de la table {code}…",
  not_over:
    "La partie à la table {code} n’est pas terminée. La maison révèle sa graine à la fin ; la partie pourra alors être vérifiée.",
  no_table: "Il n’y a pas de table {code} dans cette maison.",
  no_answer: "La partie de la table {code} n’a pas pu être récupérée. Réessaie plus tard ou choisis le fichier.",
  not_text: "{file} n’est pas une partie enregistrée.",

  good: "Personne n’a changé les cartes",
  good_text: "Toutes les cartes étaient fixées avant la première manche et sont venues comme le disent les graines.",
  bad: "Cette partie ne prouve pas une distribution équitable",
  bad_text: "Les lignes marquées d’une croix disent ce qui ne va pas.",

  commitment_title: "L’engagement",
  commitment_text:
    "Cette empreinte de la graine de la maison a été montrée à la table avant la première manche. La preuve ne vaut que si c’est la même.",
  compare: "Colle ce que tu avais noté pour comparer",
  compare_same: "C’est la même.",
  compare_other: "Ce n’est pas la même : cette partie ne correspond pas à ce que tu avais noté.",

  checks_title: "Ce qui a été vérifié",
  state_holds: "Juste :",
  state_fails: "Faux :",
  state_unchecked: "En partie :",
  commitment_holds: "La graine de la maison est celle sur laquelle elle s’était engagée.",
  seats_holds: "Chaque place a une graine (propres : {own}, ouvertes : {open}).",
  seed_holds: "La graine de la partie découle de celles de la maison et de toutes les places.",
  dealer_holds: "Le sort a désigné {seat} comme premier distributeur.",
  deals_holds: "Toutes les mains découlent de la graine (manches : {rounds}, mélanges : {shuffles}).",
  draws_holds: "Toutes les cartes tirées à l’aveugle découlent de la graine (tirées : {draws}).",
  takes_holds: "Toutes les cartes prises avec un 2 découlent de la graine (prises : {takes}).",
  cards_holds: "Chaque carte donnée ou jouée était dans la main d’où elle venait.",
  draws_unchecked: "Cartes tirées à l’aveugle : pas vérifiées là où les mains ne concordent pas.",
  takes_unchecked: "Cartes prises avec un 2 : pas vérifiées là où les cartes précédentes ne concordent pas.",
  cards_unchecked: "Cartes données et jouées : pas vérifiées là où les cartes précédentes ne concordent pas.",
  deals_round: "Manche {round} : les mains ne découlent pas de la graine.",
  draws_round: "Manche {round} : une carte tirée à l’aveugle ne découle pas de la graine.",
  takes_round: "Manche {round} : une carte prise avec un 2 ne découle pas de la graine.",
  cards_round: "Manche {round} : les cartes données et jouées ne concordent pas avec les mains.",

  fault_commitment: "La graine de la maison n’est pas celle sur laquelle elle s’était engagée.",
  fault_seed: "La graine de la partie ne découle pas de celles de la maison et de toutes les places.",
  fault_seats: "Il faut une graine de chaque place : {seats}.",
  fault_dealer: "Le sort désigne {drawn} comme premier distributeur, pas {found}.",
  fault_no_proof:
    "Il n’y a rien à vérifier : il manque {headers}. Les parties terminées à la table d’une maison l’ont.",
  fault_unreadable: "La ligne {line} est illisible : {text}",
  fault_twice: "Ligne {line} : {header} s’y trouve pour la deuxième fois.",
  fault_unknown_rules: "Cette page ne connaît pas ces règles : {header} {value}",
  fault_from_position: "La partie commence en cours de route, pas avec la première manche.",
  fault_as_written: "La partie enregistrée dit elle-même que ses mains ne découlent pas de la graine.",
  fault_heading: "Ligne {line} : attendu ici : {expected}",
  fault_hands: "Ligne {line} : {seat} a {found} ; la graine distribue {dealt}.",
  fault_seat_missing: "Ligne {line} : rien n’y est dit de la place {seat}.",
  fault_nobody: "Ligne {line} : personne n’est assis en {seat}.",
  fault_draw: "Ligne {line} : {seat} tire {found} de {other} ; la graine dit {drawn}.",
  fault_take: "Ligne {line} : {seat} prend {found} à {other} avec un 2 ; la graine dit {taken}.",
  fault_no_gifts: "Ligne {line} : dans cette partie, les cartes sont tirées, pas données.",
  fault_no_draws: "Ligne {line} : dans cette partie, les cartes sont données, pas tirées.",
  fault_no_take: "Ligne {line} : {seat} ne peut pas prendre de carte à {other}.",
  fault_not_held: "Ligne {line} : {seat} n’a pas {card} en main.",
  fault_not_turn: "Ligne {line} : ce n’est pas le tour de {seat}.",
  fault_gift_missing: "Ligne {line} : {seat} ne donne pas de carte.",
  fault_cards_left: "La manche suivante commence alors qu’il reste des cartes.",

  seats_title: "Les graines",
  seats_text:
    "La graine de ta place est-elle celle que ton appareil a ajoutée ? Personne ne peut choisir une graine ouverte : c’est le SHA-256 de l’engagement et de la lettre de la place. Les robots la reçoivent, et les places qui n’en ajoutent pas.",
  seed_own: "propre",
  seed_open: "ouverte",
  seed_house: "La maison",
  seed_game: "La partie",
  seed_game_text: "de toutes ensemble",
  seed_house_text: "secrète jusqu’à la fin",

  rounds_title: "Manche par manche",
  round: "Manche {number}",
  round_cards: "{size} cartes",
  round_shuffle: "mélange {shuffle}",
  round_draws: "tirées : {draws}",
  round_takes: "prises : {takes}",

  proves_title: "Ce que cela prouve",
  proves_deck:
    "Personne n’a changé les cartes. Toutes les cartes de la partie étaient fixées avant la première manche : par la graine de la maison, sur laquelle elle s’était engagée, et par une graine de chaque place.",
  proves_if:
    "À condition que l’engagement soit celui qu’on t’a montré avant la première manche, et que la graine de ta place soit celle que ton appareil a ajoutée.",
  not_title: "Ce que cela ne prouve pas",
  not_looked: "Que l’exploitant de la maison n’a pas regardé. La maison connaît toutes les cartes.",
  not_accomplice:
    "Que personne à la table n’était de mèche avec la maison. Qui connaît sa graine et en ajoute une en dernier peut essayer des distributions.",
  not_legal:
    "Que tous les coups étaient permis. Cette page suit les cartes, pas les pions ; « doghouse verify FICHIER » rejoue tout.",
  not_page:
    "Que cette page est honnête, car elle vient de la maison. Dans le doute, vérifie le fichier dans une autre maison ou avec « doghouse verify FICHIER ».",
  how_title: "Comment cela marche",
  how_commit:
    "Avant la première manche, la maison tire une graine secrète et montre son SHA-256, l’engagement. Dès lors, elle ne peut plus changer de graine.",
  how_seats: "Chaque place ajoute sa propre graine, pour que la maison ne puisse pas décider seule des cartes.",
  how_game:
    "Le SHA-256 de toutes ensemble est la graine de la partie. Chaque mélange, chaque carte tirée à l’aveugle et chaque carte prise avec un 2 en découle par HMAC-SHA256.",
  how_reveal:
    "Quand la partie est terminée, la maison révèle sa graine. Chacun peut alors tout refaire ; c’est ce que fait cette page.",
};

export default texts;
