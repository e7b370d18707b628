"""Rank the choices of a decision by their chance of winning, with reasons, from what the seat knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from doghouse.analysis.facts.fact import Fact
from doghouse.analysis.facts.give_facts import give_facts
from doghouse.analysis.facts.play_diff import PlayDiff
from doghouse.analysis.facts.ranking import play_facts, shared_facts, strongest_facts
from doghouse.analysis.lookahead import RolloutResult, look_ahead
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
    """A play or a card to give, with its rank and reasons.

    ``at_once`` is the chance of winning by the net; ``chance`` determines the rank and is blended with the result of
    the roll-outs, if there are any.
    """

    text: str
    play: Play | None  # None if a card is given
    gift: str | None
    rank: int
    chance: float
    at_once: float
    ahead: RolloutResult | None
    behind: float | None  # the best; None if not rolled out while others were
    is_played: bool
    reasons: tuple[Fact, ...]


@dataclass(frozen=True)
class Advice:
    """The choices of a seat, best first; ``more`` are left out.

    The last ``wasteful`` of all choices play a joker as a card that is also in hand.
    """

    view: View
    choices: tuple[Choice, ...]
    more: int
    wasteful: int
    deals: int
    tried: int  # how many of the best were rolled out
    playable: frozenset[str]  # cards that can be played, or given


def advise(
    view: View,
    nets: Path | None = None,
    deals: int = 0,
    top: int = 0,
    played: str | None = None,
    on_progress: Callable[[int], None] = lambda _done: None,
) -> Advice:
    """Return the best ``top`` choices (0: all) and the one that was played, wherever it ranks."""
    decision = Decision(view)
    mode_nets = nets_for(decision.mode.name, nets)
    evaluated = decision.evaluate(mode_nets.net)
    wasteful = wasted_jokers(decision, mode_nets.net)
    ahead = look_ahead(decision, mode_nets, evaluated, deals, on_progress) if deals and len(evaluated) > 1 else {}
    decision.determinized.deal(None)
    return _Adviser(decision, evaluated, wasteful, ahead, played).advice(top, deals if ahead else 0)


class _Adviser:
    """Ranks the choices of one decision and collects facts about them."""

    def __init__(
        self,
        decision: Decision,
        evaluated: Sequence[EvaluatedPlay],
        wasteful: Sequence[EvaluatedPlay],
        ahead: Mapping[EvaluatedPlay, RolloutResult],
        played: str | None,
    ) -> None:
        self.decision = decision
        self.view = decision.view
        self.ahead = ahead
        self.wasteful = frozenset(wasteful)
        # Those that were rolled out come first: they were the best by the net.
        self.useful = sorted(evaluated, key=lambda choice: (choice not in ahead, -self._chance(choice)))
        self.ranked = [*self.useful, *wasteful]
        self.playable = frozenset() if self._plays_no_card else frozenset(choice.card for choice in self.ranked)
        self.played = self._index_of(played) if played is not None else None
        self._cached_facts: dict[EvaluatedPlay, tuple[Fact, ...]] = {}

    @property
    def _plays_no_card(self) -> bool:
        if self.view["phase"] == "give":
            return False
        return self.view["seven"] is not None or self._play(self.ranked[0]).is_fold

    def advice(self, top: int, deals: int) -> Advice:
        shown = list(range(len(self.ranked)))[: top or None]
        if self.played is not None and self.played not in shown:
            shown.append(self.played)
        choices = tuple(self._choices(shown))
        more = len(self.ranked) - len(choices)
        return Advice(self.view, choices, more, len(self.wasteful), deals, len(self.ahead), self.playable)

    def _chance(self, choice: EvaluatedPlay) -> float:
        """The chance that determines the rank; a wasted joker is never better than the best play."""
        if choice in self.wasteful:
            return min(choice.chance, self._chance(self.useful[0]))
        ahead = self.ahead.get(choice)
        return choice.chance if ahead is None else ahead.blend(choice.chance)

    def _behind(self, choice: EvaluatedPlay) -> float | None:
        """Compare only choices that were rolled out, which share the luck of the deals."""
        if self.ahead and choice not in self.ahead:
            return None
        return self._chance(self.ranked[0]) - self._chance(choice)

    def _choices(self, indices: Sequence[int]) -> Iterator[Choice]:
        """Compare the facts of all choices, so that the reasons do not depend on how many are shown."""
        gives = self.view["phase"] == "give"
        common = shared_facts(map(self._facts, self.useful)) if len(self.useful) > 1 else []
        for index in indices:
            evaluated = self.ranked[index]
            play = None if gives else self._play(evaluated)
            yield Choice(
                text=f"{GIVE}{evaluated.card}" if play is None else str(play),
                play=play,
                gift=evaluated.card if gives else None,
                rank=index + 1,
                chance=self._chance(evaluated),
                at_once=evaluated.chance,
                ahead=self.ahead.get(evaluated),
                behind=self._behind(evaluated),
                is_played=index == self.played,
                reasons=strongest_facts(self._facts(evaluated), common),
            )

    def _play(self, evaluated: EvaluatedPlay) -> Play:
        return shorten_seven(self.decision.core, evaluated.play(self.decision.core))

    def _facts(self, evaluated: EvaluatedPlay) -> tuple[Fact, ...]:
        if evaluated not in self._cached_facts:
            determinized = self.decision.determinized
            if self.view["phase"] == "give":
                facts = tuple(give_facts(self.view, determinized, evaluated.card))
            else:
                diff = PlayDiff(self.view, determinized, self._play(evaluated), self._after(evaluated), self.playable)
                facts = play_facts(diff)
            self._cached_facts[evaluated] = facts
        return self._cached_facts[evaluated]

    def _after(self, evaluated: EvaluatedPlay) -> Core:
        after = self.decision.core.copy()
        evaluated.apply(after)
        return after

    def _index_of(self, played: str) -> int | None:
        """Return the index of the choice that was made, however it was written; None if it was not evaluated."""
        if self.view["phase"] == "give":
            cards = [f"{GIVE}{choice.card}" for choice in self.ranked]
            return cards.index(played) if played in cards else None
        play = Play.parse(played)
        steps = find_steps(self.decision.core, play)
        if steps is None:
            return None
        if play.acts_as != "7":
            return next((index for index, choice in enumerate(self.ranked) if choice.code == steps[0]), None)
        after = self.decision.core.copy()
        for step in steps:
            after.apply(step)
        key = after.key()
        for index, choice in enumerate(self.ranked):
            if choice.points and choice.card == play.card and self._after(choice).key() == key:
                return index
        return None
