"""Advice for a decision, from what the seat knows alone: its choices, their chances of winning, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from doghouse.analysis.facts.fact import Fact
from doghouse.analysis.facts.give_facts import give_facts
from doghouse.analysis.facts.play_diff import PlayDiff
from doghouse.analysis.facts.ranking import play_facts, shared_facts, strongest_facts
from doghouse.analysis.lookahead import Ahead, look_ahead
from doghouse.analysis.shorten_seven import shorten_seven
from doghouse.analysis.wasted_jokers import wasted_jokers
from doghouse.bots.bot import View
from doghouse.bots.net_evaluation import Decision, EvaluatedPlay
from doghouse.bots.nets.inference import nets_for
from doghouse.rules.core.engine import Core
from doghouse.rules.notation import Play
from doghouse.rules.plays import find_steps

GIVE = "give "


@dataclass(frozen=True)
class Choice:
    """A play or a card to give, as it is ranked and why.

    ``at_once`` is the chance of winning that the net sees after it, ``chance`` the one by which it is ranked: with what
    was found by looking ahead, if that was asked for.
    """

    text: str
    play: Play | None  # nothing if a card is given
    gift: str | None
    rank: int
    chance: float
    at_once: float
    ahead: Ahead | None
    behind: float | None  # the best; nothing can be said if only the best were looked ahead
    is_played: bool
    reasons: tuple[Fact, ...]


@dataclass(frozen=True)
class Advice:
    """The choices of a seat, the best first; ``more`` were judged too but are not told.

    The last ``wasteful`` of all play a joker as a card that is in hand too.
    """

    view: View
    choices: tuple[Choice, ...]
    more: int
    wasteful: int
    deals: int
    tried: int  # so many of the best were looked ahead
    playable: frozenset[str]  # the cards that can be played, or given


def advise(
    view: View,
    nets: Path | None = None,
    deals: int = 0,
    top: int = 0,
    played: str | None = None,
    report: Callable[[int], None] = lambda _done: None,
) -> Advice:
    """Judge all choices and tell the best ``top`` (0: all), and wherever it stands the one that was played."""
    decision = Decision(view)
    found = nets_for(decision.mode.name, nets)
    judged = decision.evaluate(found.net)
    wasteful = wasted_jokers(decision, found.net)
    ahead = look_ahead(decision, found, judged, deals, report) if deals and len(judged) > 1 else {}
    decision.determinized.deal(None)
    return _Adviser(decision, judged, wasteful, ahead, played).advice(top, deals if ahead else 0)


class _Adviser:
    """Puts the choices of one decision in order and finds out what there is to say about them."""

    def __init__(
        self,
        decision: Decision,
        judged: Sequence[EvaluatedPlay],
        wasteful: Sequence[EvaluatedPlay],
        ahead: Mapping[EvaluatedPlay, Ahead],
        played: str | None,
    ) -> None:
        self.decision = decision
        self.view = decision.view
        self.ahead = ahead
        self.wasteful = frozenset(wasteful)
        # Those that were looked ahead come first; they were the best at once.
        self.useful = sorted(judged, key=lambda choice: (choice not in ahead, -self._chance(choice)))
        self.ranked = [*self.useful, *wasteful]
        self.playable = frozenset() if self._lays_no_card else frozenset(choice.card for choice in self.ranked)
        self.played = self._place_of(played) if played is not None else None
        self._found: dict[EvaluatedPlay, tuple[Fact, ...]] = {}

    @property
    def _lays_no_card(self) -> bool:
        if self.view["phase"] == "give":
            return False
        return self.view["seven"] is not None or self._play(self.ranked[0]).is_fold

    def advice(self, top: int, deals: int) -> Advice:
        places = list(range(len(self.ranked)))[: top or None]
        if self.played is not None and self.played not in places:
            places.append(self.played)
        choices = tuple(self._choices(places))
        more = len(self.ranked) - len(choices)
        return Advice(self.view, choices, more, len(self.wasteful), deals, len(self.ahead), self.playable)

    def _chance(self, choice: EvaluatedPlay) -> float:
        """A wasted joker is never the better choice, whatever a net sees in it."""
        if choice in self.wasteful:
            return min(choice.chance, self._chance(self.useful[0]))
        ahead = self.ahead.get(choice)
        return choice.chance if ahead is None else ahead.together(choice.chance)

    def _behind(self, choice: EvaluatedPlay) -> float | None:
        """Deals are luck, shared by those that were tried on them: only these can be compared."""
        if self.ahead and choice not in self.ahead:
            return None
        return self._chance(self.ranked[0]) - self._chance(choice)

    def _choices(self, places: Sequence[int]) -> Iterator[Choice]:
        """Reasons tell a choice apart from all others, so that they do not depend on how many are told."""
        gives = self.view["phase"] == "give"
        common = shared_facts(map(self._facts, self.useful)) if len(self.useful) > 1 else []
        for place in places:
            judged = self.ranked[place]
            play = None if gives else self._play(judged)
            yield Choice(
                text=f"{GIVE}{judged.card}" if play is None else str(play),
                play=play,
                gift=judged.card if gives else None,
                rank=place + 1,
                chance=self._chance(judged),
                at_once=judged.chance,
                ahead=self.ahead.get(judged),
                behind=self._behind(judged),
                is_played=place == self.played,
                reasons=strongest_facts(self._facts(judged), common),
            )

    def _play(self, judged: EvaluatedPlay) -> Play:
        return shorten_seven(self.decision.core, judged.play(self.decision.core))

    def _facts(self, judged: EvaluatedPlay) -> tuple[Fact, ...]:
        if judged not in self._found:
            determinized = self.decision.determinized
            if self.view["phase"] == "give":
                facts = tuple(give_facts(self.view, determinized, judged.card))
            else:
                diff = PlayDiff(self.view, determinized, self._play(judged), self._after(judged), self.playable)
                facts = play_facts(diff)
            self._found[judged] = facts
        return self._found[judged]

    def _after(self, judged: EvaluatedPlay) -> Core:
        after = self.decision.core.copy()
        judged.apply(after)
        return after

    def _place_of(self, played: str) -> int | None:
        """Where the choice stands that was made, however it was written; nowhere if it was not judged."""
        if self.view["phase"] == "give":
            cards = [f"{GIVE}{choice.card}" for choice in self.ranked]
            return cards.index(played) if played in cards else None
        play = Play.parse(played)
        steps = find_steps(self.decision.core, play)
        if steps is None:
            return None
        if play.acts_as != "7":
            return next((place for place, choice in enumerate(self.ranked) if choice.code == steps[0]), None)
        after = self.decision.core.copy()
        for step in steps:
            after.apply(step)
        key = after.key()
        for place, choice in enumerate(self.ranked):
            if choice.points and choice.card == play.card and self._after(choice).key() == key:
                return place
        return None
