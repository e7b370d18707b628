"""Rules of a game: players, teams, variants, and the printed editions (R2, R4, R12, R14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import DRAWN, PARTNER, PASSED
from doghouse.rules.errors import InvalidRules
from doghouse.rules.notation import SEATS

Teams = Literal["pairs", "trios", "none"]
Exchange = Literal["partner", "draw", "pass"]
Dealer = Literal["moves", "fixed"]

RULES_VERSION = 1  # incremented when old records would replay differently

_SEATED = {2: "AC", 3: "ABC", 4: "ABCD", 5: "ABCDE", 6: "ABCDEF"}
TEAMS: Mapping[int, tuple[Teams, ...]] = {  # by the number of players (R2)
    2: ("none",),
    3: ("none",),
    4: ("pairs",),
    5: ("none",),
    6: ("pairs", "trios"),
}
_EXCHANGE = {"partner": PARTNER, "draw": DRAWN, "pass": PASSED}


@dataclass(frozen=True)
class Edition:
    """A printed edition (R14)."""

    name: str
    title: str
    most_players: int
    dealer: Dealer
    exchange_alone: Exchange
    die: bool
    languages: tuple[str, ...]
    pieces: str


EDITIONS: Mapping[str, Edition] = {
    edition.name: edition
    for edition in (
        Edition("xl", "Brändi Dog XL", 6, "moves", "draw", True, ("de", "en", "fr", "it", "es"), "marbles"),
        Edition("xs", "Brändi Dog XS", 4, "moves", "draw", False, ("de", "en", "fr", "it", "es"), "figures"),
        Edition("dog", "Dog", 6, "moves", "pass", True, ("es",), "marbles"),
        Edition("kings", "Brändi Kings Dog", 6, "fixed", "pass", False, ("de", "en", "fr", "it"), "spheres"),
    )
}


@dataclass(frozen=True, init=False)
class Rules:
    """The rules of one game; omitted fields take the default for the number of players."""

    players: int
    teams: Teams
    canadian_seven: bool
    joker_may_finish: bool
    quick_start: bool
    exchange: Exchange
    dealer: Dealer

    def __init__(
        self,
        players: int = 4,
        teams: Teams | None = None,
        canadian_seven: bool = False,
        joker_may_finish: bool = True,
        quick_start: bool | None = None,
        exchange: Exchange | None = None,
        dealer: Dealer = "moves",
    ) -> None:
        alone = players in (2, 3, 5)
        values: dict[str, Any] = {
            "players": players,
            "teams": teams if teams is not None else "none" if alone else "pairs",
            "canadian_seven": canadian_seven,
            "joker_may_finish": joker_may_finish,
            "quick_start": quick_start if quick_start is not None else alone,
            "exchange": exchange if exchange is not None else "draw" if alone else "partner",
            "dealer": dealer,
        }
        faults = _faults(values)
        if faults:
            raise InvalidRules("; ".join(faults))
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @classmethod
    def edition(cls, name: str, players: int = 4, **changes: Any) -> Rules:
        """Return the rules of a printed edition (``xl``, ``xs``, ``dog``, ``kings``); any field can be changed."""
        edition = EDITIONS.get(name.lower()) if isinstance(name, str) else None
        if edition is None:
            raise InvalidRules(f"unknown edition {name!r}; editions are {', '.join(EDITIONS)} (R14)")
        if type(players) is int and edition.most_players < players <= 6:
            raise InvalidRules(f"{edition.title} is for 2 to {edition.most_players} players, not {players} (R14)")
        preset: dict[str, Any] = {"dealer": edition.dealer}
        if players in (2, 3, 5):
            preset["exchange"] = edition.exchange_alone
        rules = cls.from_json({"players": players, **preset, **changes})
        object.__setattr__(rules, "_printed", edition.name)
        return rules

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Rules:
        if not isinstance(data, Mapping):
            raise InvalidRules(f"rules must be an object with the fields {', '.join(_FIELDS)}, not {data!r}")
        unknown = [name for name in data if name not in _FIELDS]
        if unknown:
            raise InvalidRules(f"unknown rules field {', '.join(map(repr, unknown))}; fields are {', '.join(_FIELDS)}")
        return cls(**data)

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _FIELDS}

    @property
    def printed(self) -> str | None:
        """The name of the edition these rules come from, if any."""
        return getattr(self, "_printed", None)

    @property
    def seats(self) -> str:
        """The seats in turn order (R1.3, R2.3)."""
        return _SEATED[self.players]

    @property
    def sections(self) -> int:
        return 4 if self.players <= 4 else 6

    @property
    def alone(self) -> bool:
        """Whether everyone plays for themselves (R13)."""
        return self.teams == "none"

    def team(self, seat: str) -> str:
        """Return the seats of a seat's team, in order (R2.1, R2.2)."""
        if self.alone:
            return seat
        apart = 2 if self.teams == "trios" or self.players == 4 else 3
        return "".join(other for other in self.seats if (SEATS.index(other) - SEATS.index(seat)) % apart == 0)

    def all_teams(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.team(seat) for seat in self.seats))

    def after(self, seat: str, places: int = 1) -> str:
        """The seat so many places further round the table."""
        return self.seats[(self.seats.index(seat) + places) % self.players]

    def receiver(self, seat: str) -> str:
        """Who gets the card that a seat gives, or loses to a hidden draw (R4)."""
        if self.exchange == "partner":
            team = self.team(seat)
            return team[(team.index(seat) + 1) % len(team)]
        return self.after(seat, -1 if self.exchange == "draw" else 1)

    @property
    def exchange_form(self) -> int:
        """The number n of the exchange rule R4.n: 1 for pairs, 2 for trios, 3 alone."""
        return {"pairs": 1, "trios": 2, "none": 3}[self.teams]

    def core(self, first: str, seed: int = 0) -> Core:
        """Return a new core in which ``first`` begins; ``seed`` is for simulation only."""
        core = Core()
        core.set_up(
            sections=self.sections,
            order=[SEATS.index(seat) for seat in self.seats],
            teams=[sum(1 << SEATS.index(mate) for mate in self.team(seat)) for seat in self.seats],
            receivers=[SEATS.index(self.receiver(seat)) for seat in self.seats],
            alone=self.alone,
            canadian=self.canadian_seven,
            joker_may_finish=self.joker_may_finish,
            exchange=_EXCHANGE[self.exchange],
            quick_start=self.quick_start,
            first=SEATS.index(first),
            seed=seed,
        )
        return core


_FIELDS = tuple(field.name for field in fields(Rules))


def _faults(values: Mapping[str, Any]) -> list[str]:
    """Return all faults of these rules."""
    players, teams, exchange = values["players"], values["teams"], values["exchange"]
    faults = []
    if type(players) is not int or players not in _SEATED:
        return [f"Dog is for 2 to 6 players, not {players!r} (R2)"]
    possible = TEAMS[players]
    if teams not in possible:
        faults.append(f"{players} players form teams {' or '.join(map(repr, possible))}, not {teams!r} (R2)")
    alone = players in (2, 3, 5)
    exchanges = ("draw", "pass") if alone else ("partner",)
    if exchange not in exchanges:
        faults.append(f"{players} players exchange by {' or '.join(map(repr, exchanges))}, not {exchange!r} (R4)")
    if values["dealer"] not in ("moves", "fixed"):
        faults.append(f"dealer must be 'moves' or 'fixed', not {values['dealer']!r} (R3.3)")
    switches = ("canadian_seven", "joker_may_finish", "quick_start")
    faults += [
        f"{name} must be true or false, not {values[name]!r}" for name in switches if type(values[name]) is not bool
    ]
    if alone and values["quick_start"] is False:
        faults.append(f"with {players} players each begins with a marble on the start, so quick_start is true (R13.1)")
    if alone and values["canadian_seven"] is True:
        faults.append("the Canadian seven needs team mates; alone a 7 moves all marbles anyway (R12.1, R13.2)")
    return faults
