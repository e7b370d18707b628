"""A second opinion on the rules of Dog, for tests only.

Written from the numbered rules alone and kept naive on purpose: boards are sets of marbles, every card is tried in
every way its rule names, and a seven is a breadth-first search over single steps. It shares no code with the package,
so that both being wrong in the same way is unlikely. It is slow, and trusts a position to be a possible one.
"""

from collections.abc import Callable, Iterator
from typing import Any, Literal

Marble = tuple[str, str]  # (owner, field), the field as in the notation: "B5", "A+2", "A0!" for a fresh one
Board = frozenset[Marble]  # the marbles out of the kennel; each seat's other marbles are in its kennel
Take = tuple[Literal["take"], str]  # R13.3: a card taken from this seat, the board unchanged
Result = Board | Take

FIRST = "first"

FORWARDS = {"A": (1, 11), "2": (2,), "3": (3,), "4": (4,), "5": (5,), "6": (6,), "8": (8,), "9": (9,), "10": (10,)}
FORWARDS |= {"Q": (12,), "K": (13,), "7": (), "J": ()}  # R6; the 7 and the jack have rules of their own
SEATS = {2: "AC", 3: "ABC", 4: "ABCD", 5: "ABCDE", 6: "ABCDEF"}  # R2.3: who plays, and so what stays empty
TEAMS = {(4, "pairs"): ("AC", "BD"), (6, "pairs"): ("AD", "BE", "CF"), (6, "trios"): ("ACE", "BDF")}  # R2.1, R2.2


def results(position: dict[str, Any]) -> dict[str, set[Result]]:
    """For each card kind the seat to act can play: the distinct results of playing it. Empty: the hand is folded."""
    table = _Table(position)
    start = board(position["marbles"])
    unfinished = position.get("seven")
    if unfinished:
        found = {unfinished["card"]: table.allowed(unfinished["card"], table.seven(start, unfinished["left"]))}
    else:
        kinds = set(position["hands"][table.me])
        found = {kind: table.allowed(kind, table.card(start, kind)) for kind in kinds}
        # R9.3 looks at the whole hand, so it can only be asked once every card has been tried.
        if not any(found.values()) and table.only_mine_under_way(start):
            found = {kind: {start} for kind in kinds & {"J", "X"}}
    return {kind: plays for kind, plays in found.items() if plays}


def gives(position: dict[str, Any]) -> dict[str, int]:
    """R4, phase "give": how many kinds of card each seat that has not given yet may choose from."""
    waiting = [seat for seat in position["hands"] if seat not in position.get("given", {})]
    return {seat: len(set(position["hands"][seat])) for seat in waiting}


def board(marbles: dict[str, list[str]]) -> Board:
    """The canonical form of a position's marbles."""
    return frozenset((seat, field) for seat, fields in marbles.items() for field in fields if not field.endswith("-"))


def is_fresh(marble: Marble) -> bool:
    return marble[1].endswith("!")


def in_finish(marble: Marble) -> bool:
    return "+" in marble[1]


def under_way(marble: Marble) -> bool:
    """On the ring and not fresh: what a jack can swap (R9.2)."""
    return not in_finish(marble) and not is_fresh(marble)


def put(before: Board, marble: Marble, field: str) -> Board:
    """Set a marble down on a field; whoever stood there goes home (R7.3). It is fresh only if `field` says so."""
    bare = field.rstrip("!")
    others = {other for other in before if other != marble and other[1] != bare}
    return frozenset(others | {(marble[0], field)})


class _Table:
    """What stays the same while one card is played: who sits where, whose turn it is, which variants hold."""

    def __init__(self, position: dict[str, Any]) -> None:
        rules = position["rules"]
        players = rules.get("players", 4)
        kind = rules.get("teams", "pairs" if players in (4, 6) else "none")
        self.seats = SEATS[players]
        self.alone = kind == "none"
        self.teams = tuple(self.seats) if self.alone else TEAMS[players, kind]
        self.canadian = bool(rules.get("canadian_seven", False))
        self.joker_may_finish = bool(rules.get("joker_may_finish", True))
        self.sections = "ABCD" if players <= 4 else "ABCDEF"  # R1.1
        self.me: str = position["turn"]
        self.team = next(team for team in self.teams if self.me in team)
        self.hands: dict[str, list[str]] = position["hands"]

    # --- whose marbles may be moved ---

    def mine(self, now: Board) -> str:
        """The seats whose marbles I move as my own: mine, and once I am in, my team mates' (R11.1)."""
        return self.team.replace(self.me, "") if self.is_in(now, self.me) else self.me

    def mine_for_seven(self, now: Board) -> str:
        if self.alone:
            return self.seats  # R13.2
        return self.team if self.canadian else self.mine(now)  # R12.1; R10.4 because it is asked before every step

    def is_in(self, now: Board, seat: str) -> bool:
        return sum(owner == seat and "+" in field for owner, field in now) == 4

    def only_mine_under_way(self, now: Board) -> bool:
        owners = {marble[0] for marble in now if under_way(marble)}
        return bool(owners) and owners <= set(self.mine(now))

    # --- cards ---

    def card(self, now: Board, kind: str) -> set[Result]:
        if kind == "X":
            return {result for other in FORWARDS for result in self.card(now, other)}  # R6, R10.5
        found: set[Result] = set()
        if kind == "7":
            found |= self.seven(now, 7)
        if kind == "J":
            found |= set(self.swaps(now))
        if kind in ("A", "K"):
            for seat in self.mine(now):
                found |= set(self.leave_kennel(now, seat))
        if kind == "2" and self.alone:  # R13.3
            found |= {("take", seat) for seat in self.seats if seat != self.me and self.hands.get(seat)}
        for marble in now:
            if marble[0] in self.mine(now):
                for count in FORWARDS[kind]:
                    found |= set(self.move(now, marble, count, self.ahead))
                if kind == "4":
                    found |= set(self.move(now, marble, 4, self.behind))
        return found

    def allowed(self, kind: str, found: set[Result]) -> set[Result]:
        """R12.2: where that is chosen, a joker does not make a play that ends the game."""
        if kind != "X" or self.joker_may_finish:
            return found
        return {result for result in found if not (isinstance(result, frozenset) and self.is_over(result))}

    def is_over(self, now: Board) -> bool:
        return any(all(self.is_in(now, seat) for seat in team) for team in self.teams)  # R2.4

    def leave_kennel(self, now: Board, seat: str) -> Iterator[Board]:
        start = seat + "0"
        if (seat, start + "!") not in now and sum(owner == seat for owner, _ in now) < 4:
            yield put(now, (seat, seat + "-"), start + "!")

    def swaps(self, now: Board) -> Iterator[Board]:
        for mine in now:
            for other in now:
                # "Any other player" is anyone but the first marble's owner: who helps two team mates may swap theirs.
                if mine[0] in self.mine(now) and other[0] != mine[0] and under_way(mine) and under_way(other):
                    yield now - {mine, other} | {(mine[0], other[1]), (other[0], mine[1])}

    def seven(self, now: Board, points: int) -> set[Result]:
        """R10: all boards that `points` single steps lead to. A board from which no step is possible is a dead end."""
        boards = {now}
        for _ in range(points):
            boards = {
                after
                for before in boards
                for marble in before
                if marble[0] in self.mine_for_seven(before)
                for after in self.move(before, marble, 1, self.ahead)
            }
            boards = {self.with_first(after) for after in boards}
        return {self.with_winner(end) for end in boards}

    def with_first(self, now: Board) -> Board:
        """R13.4: alone, the first player completed is part of the result; a mark on the board keeps it in mind."""
        if not self.alone or any(owner == FIRST for owner, _ in now):
            return now
        return now | {(FIRST, seat) for seat in self.seats if self.is_in(now, seat)}

    def with_winner(self, end: Board) -> Board:
        """R13.4: the mover wins if complete, whoever was first."""
        if not self.is_in(end, self.me):
            return end
        return frozenset(marble for marble in end if marble[0] != FIRST)

    # --- single marbles ---

    def move(self, now: Board, marble: Marble, count: int, onward: Callable[[Marble], list[str]]) -> Iterator[Board]:
        """Move one marble `count` fields, in every way the fork at its own start leaves open (R8.2)."""
        places = [marble]
        for _ in range(count):
            places = [(place[0], field) for place in places for field in onward(place) if self.is_passable(now, field)]
        for place in places:
            yield put(now, marble, place[1])

    def is_passable(self, now: Board, field: str) -> bool:
        """Nobody passes or lands on a fresh marble (R7.1) or one in a finish (R8.3); the rest may be passed (R7.4)."""
        return not any(other == field + "!" or (other == field and "+" in field) for _, other in now)

    def ahead(self, place: Marble) -> list[str]:
        """The fields one step forwards: two where the marble may turn in, none at the inner end of the finish."""
        owner, field = place
        if in_finish(place):
            depth = int(field[2:])
            return [f"{owner}+{depth + 1}"] if depth < 4 else []
        turn_in = [owner + "+1"] if field == owner + "0" else []  # not from "A0!": fresh ones may not (R8.1)
        return [self.along(field, 1), *turn_in]

    def behind(self, place: Marble) -> list[str]:
        return [] if in_finish(place) else [self.along(place[1], -1)]  # R8.3

    def along(self, field: str, step: int) -> str:
        number = 16 * self.sections.index(field[0]) + int(field[1:].rstrip("!")) + step
        section, inside = divmod(number % (16 * len(self.sections)), 16)
        return f"{self.sections[section]}{inside}"
