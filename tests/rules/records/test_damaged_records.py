"""Records that do not replay are refused with the line and what was expected there."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import doghouse as dog
from tests.support.records import by_hand, changed, check_round_trip, line_of, play_on, refused, some_game, without_seed
from tests.support.rules_dsl import IN, at, first_play, give_all, new_game, position

# Tampering.


def played_text() -> str:
    """Some rounds of a game of four, with all kinds of lines."""
    return play_on(new_game("4 pairs", 2), 60, first_play).record()


def test_unknown_headers_are_preserved() -> None:
    text = "Weather: rain\n" + dog.Game(seed=1).record()
    assert dog.Game.from_record(text).headers == {"Weather": "rain"}
    assert dog.Game.from_record(text).record() == text


def test_duplicate_header_is_refused() -> None:
    error = refused("Players: 4\nSeed: 1\nPlayers: 4\n")
    assert (error.line, error.problem) == (3, "the header 'Players' appears twice")


@pytest.mark.parametrize(
    ("header", "problem"),
    [
        ("Players: four", "Players: expected a number from 2 to 6"),
        ("Players: 7", "Dog is for 2 to 6 players, not 7 (R2)"),
        ("Teams: trios", "4 players form teams 'pairs', not 'trios' (R2)"),
        ("Exchange: draw", "4 players exchange by 'partner', not 'draw' (R4)"),
        ("Dealer: me", "dealer must be 'moves' or 'fixed', not 'me' (R3.3)"),
        ("Edition: tock", "unknown edition 'tock'; editions are xl, xs, dog, kings (R14)"),
        ("First dealer: E", "First dealer: expected one of the seats A B C D"),
        ("First dealer: AB", "First dealer: expected one of the seats A B C D"),
        ("Rules version: 0", "Rules version: unsupported rules version 0; expected 1"),
        ("Result: A+C", "Result: the game as recorded gives '*'"),
        (
            "Position: 5",
            "Position: invalid position: expected an object with rules, marbles, hands, turn and phase, not 5",
        ),
        (
            "Variants: slow",
            "Variants: expected some of Canadian seven, no joker for the last marble, quick start, not 'slow'",
        ),
    ],
)
def test_invalid_headers_are_refused(header: str, problem: str) -> None:
    error = refused(f"Event: a test\n{header}\n")
    assert (error.line, error.problem) == (2, problem)


def test_wrong_result_is_refused() -> None:
    game = at({"A": "A+4 A+3 A+2 A0", "C": IN["C"]}, {"A": "A"})
    game.play("A A0>A+1")
    text = game.record()
    error = refused(text.replace("Result: A+C", "Result: B+D"))
    assert (error.line, error.problem) == (line_of(text, "Result"), "Result: the game as recorded gives 'A+C'")


def test_unfinished_result_is_accepted() -> None:
    game = at({"A": "A+4 A+3 A+2 A0", "C": IN["C"]}, {"A": "A"})
    game.play("A A0>A+1")
    assert dog.Game.from_record(game.record().replace("Result: A+C", "Result: *")).outcome == game.outcome


def test_deal_that_contradicts_the_seed_is_refused() -> None:
    text = played_text()
    number = line_of(text, "deal B")
    hand = text.splitlines()[number - 1].split()[2:]
    other = next(card for card in dog.CARDS if card != hand[0])
    error = refused(changed(text, number, f"deal B: {' '.join([other, *hand[1:]])}"))
    assert (error.line, error.problem) == (number, f"the seed deals {' '.join(hand)} to B")


def test_the_order_of_a_hand_does_not_matter() -> None:
    text = dog.Game(seed=1).record()
    number = line_of(text, "deal B")
    hand = text.splitlines()[number - 1].split()[2:]
    turned = changed(text, number, f"deal B: {' '.join(reversed(hand))}")
    assert dog.Game.from_record(turned).record() == text


def test_draw_that_contradicts_the_seed_is_refused() -> None:
    text = new_game("2 draw").record()
    number = line_of(text, "draw A")
    drawn = text.splitlines()[number - 1].split()[-1]
    hand = text.splitlines()[line_of(text, "deal C") - 1].split()[2:]
    other = next(card for card in hand if card != drawn)
    error = refused(changed(text, number, f"draw A: {other}"))
    assert (error.line, error.problem) == (number, f"by the seed, A draws {drawn}")


def test_draw_of_an_empty_seat_is_refused() -> None:
    lines = dog.Game(dog.Rules(players=2), seed=2).record().splitlines()
    number = max(at for at, line in enumerate(lines) if line.startswith("draw "))
    error = refused("\n".join([*lines[: number + 1], "draw B: K", *lines[number + 1 :]]))
    assert (error.line, error.problem) == (number + 2, "nobody sits at B")


def test_taken_card_that_contradicts_the_seed_is_refused() -> None:
    place = position({}, {"A": "2", "C": "3 8 J K"}, players=2)
    game = dog.Game.from_position(place, seed=1)
    game.play("2 ?C")
    taken = game.hand("A")[0]
    text = check_round_trip(game).record()
    number = line_of(text, "A: 2 ?C")
    assert text.splitlines()[number - 1] == f"A: 2 ?C ({taken})"
    other = next(card for card in ("3", "8", "J", "K") if card != taken)
    assert refused(changed(text, number, f"A: 2 ?C ({other})")).problem == f"the seed takes {taken}"
    assert refused(changed(text, number, "A: 2 ?C (Q)")).problem == "no Q can be taken here (R13.3)"
    assert refused(changed(text, number, "A: 2 ?C (1)")).problem.startswith("'1' is not a card")


def test_missing_hand_is_refused() -> None:
    text = played_text()
    error = refused("\n".join(line for line in text.splitlines() if not line.startswith("deal B")))
    assert (error.line, error.problem) == (
        line_of(text, "Round 1"),
        "the hand of B is missing: expected 'deal B: ...'",
    )


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("deal B: K", "expected 6 cards, not 1"),
        ("deal B: K K K K K 1", "'1' is not a card; cards are A 2 3 4 5 6 7 8 9 10 J Q K X (X is the joker)"),
        ("deal A: K K K K K K", "A appears twice"),
        ("deal E: K K K K K K", "the hand of B is missing: expected 'deal B: ...'"),
    ],
)
def test_invalid_hands_are_refused(line: str, problem: str) -> None:
    text = played_text()
    number = line_of(text, "deal B")
    error = refused(changed(text, number, line))
    assert error.problem == problem
    assert error.line == (line_of(text, "Round 1") if "missing" in problem else number)


def test_hand_of_an_empty_seat_is_refused() -> None:
    lines = played_text().splitlines()
    number = line_of("\n".join(lines), "deal D")
    lines.insert(number, "deal E: K K K K K K")
    error = refused("\n".join(lines))
    assert (error.line, error.problem) == (number + 1, "nobody sits at E")


@pytest.mark.parametrize(
    "heading",
    ["Round 2, 6 cards, {0} deals", "Round 1, 5 cards, {0} deals", "Round 1, 6 cards, {1} deals", "Round 3"],
)
def test_wrong_round_heading_is_refused(heading: str) -> None:
    text = played_text()
    dealer = dog.Game.from_record(text.split("\n\n")[0]).dealer
    other = next(seat for seat in "ABCD" if seat != dealer)
    wrong = heading.format(dealer, other)
    error = refused(changed(text, line_of(text, "Round 1"), wrong))
    assert error.line == line_of(text, "Round 1")
    assert error.problem == f"expected 'Round 1, 6 cards, {dealer} deals', not {wrong!r}"


@pytest.mark.parametrize("heading", ["Round", "Round one", "Round 1 6 cards", "Round 1, 6 cards, Z deals"])
def test_malformed_round_heading_is_refused(heading: str) -> None:
    text = played_text()
    error = refused(changed(text, line_of(text, "Round 1"), heading))
    assert (error.line, error.problem) == (
        line_of(text, "Round 1"),
        f"expected 'Round N, M cards, S deals', not {heading!r}",
    )


def test_round_that_begins_too_early_is_refused() -> None:
    lines = played_text().splitlines()
    number = line_of("\n".join(lines), "Round 2")
    del lines[number - 3]
    error = refused("\n".join(lines))
    assert (error.line, error.problem) == (number - 1, "no round can begin here: the previous round is not finished")


def test_missing_round_heading_is_refused() -> None:
    text = played_text()
    number = line_of(text, "Round 2")
    error = refused(changed(text, number, ""))
    assert error.line == number + 1
    assert error.problem.startswith("expected a round to begin: 'Round 2, 5 cards, ")
    assert "not 'deal A: " in error.problem


def test_missing_first_round_heading_is_refused() -> None:
    error = refused("First dealer: D\n\nA: fold\n")
    assert error.line == 3
    assert error.problem.startswith("expected a header such as 'Players: 4', or a round to begin: 'Round 1, 6 cards, D")


def first_turn(text: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line[1:3] == ": " and line[0] in "ABCD")


def test_play_out_of_turn_is_refused() -> None:
    text = played_text()
    number = first_turn(text)
    line = text.splitlines()[number - 1]
    other = "ABCD"["ABCD".index(line[0]) - 1]
    error = refused(changed(text, number, other + line[1:]))
    assert (error.line, error.problem) == (
        number,
        f"expected a play of {line[0]}, whose turn it is, not of {other} (R5.1)",
    )


def test_play_of_a_card_not_in_hand_is_refused() -> None:
    text = played_text()
    number = first_turn(text)
    seat = text.splitlines()[number - 1][0]
    start = dog.Game.from_record("\n".join(text.splitlines()[: number - 1]).replace("Result", "Was"))
    card = next(card for card in ("Q", "K", "2", "3") if card not in start.hand(seat))
    error = refused(changed(text, number, f"{seat}: {card} {seat}3>{seat}5"))
    assert error.line == number
    assert "holds no" in error.problem
    assert error.problem.endswith("(R5.1)")


def test_illegal_play_is_refused() -> None:
    game = at({"A": "A3"}, {"A": "5"})
    game.play("5 A3>A8")
    text = game.record()
    error = refused(text.replace("A: 5 A3>A8", "A: 5 A3>A9"))
    assert (error.line, error.problem) == (
        line_of(text, "A: 5"),
        "5 A3>A9: a 5 moves 5, and A3>A9 is 6 (R7.5)",
    )


@pytest.mark.parametrize("text", ["hello", "5", "A:", "A: hop", "A: 5 A3-A8", "deal A: 5", "draw A: 5", "stop now"])
def test_unrecognised_line_is_refused(text: str) -> None:
    record = at({"A": "A3"}, {"A": "5"}).record()
    error = refused(f"{record}{text}\n")
    assert error.line == len(record.splitlines()) + 1
    assert "expected" in error.problem or "is not a" in error.problem


def test_give_of_a_card_not_in_hand_is_refused() -> None:
    game = dog.Game(seed=1)
    give_all(game)
    text = game.record()
    number = line_of(text, "give B")
    hand = text.splitlines()[line_of(text, "deal B") - 1].removeprefix("deal B: ")
    missing = next(card for card in dog.CARDS if card not in hand.split())
    error = refused(changed(text, number, f"give B: {missing}"))
    assert (error.line, error.problem) == (number, f"expected one card of {hand} (R4.1)")
    assert refused(changed(text, number, "give B:")).problem == f"expected one card of {hand} (R4.1)"


def test_giving_twice_or_too_late() -> None:
    game = dog.Game(seed=1)
    give_all(game)
    text = game.record()
    again = text.splitlines()[line_of(text, "give A") - 1]
    number = line_of(text, "give B")
    assert refused(changed(text, number, again)).problem == "A has no card to give here (R4.1)"
    late = refused(f"{text}{again}\n")
    assert (late.line, late.problem) == (len(text.splitlines()) + 1, "A has no card to give here (R4.1)")


def test_playing_before_the_exchange_is_done() -> None:
    text = dog.Game(seed=1).record()
    error = refused(f"{text}A: fold\n")
    assert error.problem == "the exchange comes first: expected 'give' lines (R4.1)"


@pytest.mark.parametrize("line", ["A: fold", "stop", "Round 2"])
def test_nothing_follows_the_end(line: str) -> None:
    game = at({"A": "A+4 A+3 A+2 A0", "C": IN["C"]}, {"A": "A 5"})
    game.play("A A0>A+1")
    error = refused(f"{game.record()}{line}\n")
    assert error.line == len(game.record().splitlines()) + 1
    assert "the game is over" in error.problem


def test_nothing_follows_a_stop() -> None:
    game = at({"A": "A3"})
    game.stop()
    assert refused(f"{game.record()}A: 5 A3>A8\n").problem == "nothing may follow: the game is over"


@pytest.mark.parametrize("ending", ["\r\n", "\n\n", "  \n", " # a comment\n", "\n# a comment\n"])
def test_byte_order_mark_and_line_endings_do_not_matter(ending: str) -> None:
    text = played_text()
    loose = "\ufeff" + ending.join(text.splitlines())
    assert dog.Game.from_record(loose).record() == text


def test_an_empty_record_is_refused() -> None:
    for text in ("", "\n\n", "# a comment\n"):
        with pytest.raises(dog.InvalidRecord, match="empty record: expected headers"):
            dog.Game.from_record(text)


# Any text at all.

READABLE = [some_game(name, 12).record() for name in ("2 draw", "3 pass", "4 pairs", "6 trios")]
READABLE += [by_hand(), without_seed(READABLE[2]), at({"A": "A3"}, {"A": "5"}).record()]
CHARACTERS = "ABCDEF0123456789JQKX+-<>=?!:#,() \n\t{}[]\"'xfoldgivestp²é\u2028\x00"


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """A record in which a few lines or characters were deleted, doubled, exchanged or replaced."""
    lines = draw(st.sampled_from(READABLE)).splitlines()
    for _ in range(draw(st.integers(1, 3))):
        at_line, other = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
        how = draw(st.sampled_from(["delete", "double", "swap", "character", "insert", "cut"]))
        line = lines[at_line]
        place = draw(st.integers(0, max(0, len(line) - 1)))
        if how == "delete" and len(lines) > 1:
            del lines[at_line]
        elif how == "double":
            lines.insert(other, line)
        elif how == "swap":
            lines[at_line], lines[other] = lines[other], line
        elif how == "character":
            lines[at_line] = line[:place] + draw(st.sampled_from(CHARACTERS)) + line[place + 1 :]
        elif how == "insert":
            lines[at_line] = line[:place] + draw(st.text(CHARACTERS, max_size=5)) + line[place:]
        else:
            lines[at_line] = line[:place]
    return "\n".join(lines)


def reads_or_says_why(text: str) -> None:
    try:
        game = dog.Game.from_record(text)
    except dog.InvalidRecord as error:
        problem = error.problem
        line = error.line
    else:
        problem, line = str(game.position()), 1
    assert problem
    assert 1 <= line <= text.count("\n") + 1


@settings(max_examples=600 if dog.COMPILED else 150)
@given(mutations())
def test_a_damaged_record_is_read_or_refused(text: str) -> None:
    reads_or_says_why(text)


@given(st.text() | st.text(CHARACTERS) | st.lists(st.sampled_from("\n".join(READABLE).splitlines())).map("\n".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    reads_or_says_why(text)
