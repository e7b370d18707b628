"""Explain why a card cannot be played at all, by trying it with every marble."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import FINISH, FOLD, STEP_KIND_BITS
from doghouse.rules.explain import LEAVING, Explainer, Marble, values
from doghouse.rules.notation import SEATS, Move, Play, field_text
from doghouse.rules.reasons import Reason, because
from doghouse.rules.rules import Rules


def obstacles(rules: Rules, core: Core, play: Play) -> tuple[Reason, ...]:
    """Return every distinct reason why a card in hand cannot be played.

    The play names the card and, for a joker, what it stands for; without that it may be any card.
    """
    explainer = Explainer(rules, core)
    card = play.acts_as or ""
    mine = [
        marble
        for marble in explainer.marbles.values()
        if explainer.may_move(marble.seat, card) and core.finished(marble.seat) != 15
    ]
    if card == "J":
        return (because("nothing_to_swap"),)
    if not mine and card not in LEAVING:
        return (because("nothing_on_board"),)
    if card == "X":
        # A joker can be anything, so only R12.2 or marbles that cannot move at all keep it in hand.
        ends = any(step & STEP_KIND_BITS != FOLD for step in explainer.allowing_joker(core).steps())
        return (because("joker_last" if ends else "seven_impossible"),)
    return tuple({str(reason): reason for reason in _attempts(explainer, play, mine)}.values())


def _attempts(explainer: Explainer, play: Play, mine: list[Marble]) -> Iterator[Reason]:
    """Yield the reasons for every marble and distance of the card; for a 7, one point."""
    card = play.acts_as or ""
    if card == "7":
        yield because("seven_impossible")
    if card in LEAVING:
        for seat in explainer.rules.seats:
            if explainer.may_move(SEATS.index(seat), card):
                yield explainer.reason(replace(play, moves=(Move(f"{seat}-", f"{seat}0"),)))
    for marble in sorted(mine, key=lambda marble: marble.field):
        source = field_text(marble.field, marble.seat)
        for step in {"4": (4, -4), "7": (1,)}.get(card, values(card)):
            if marble.field < FINISH:
                target = (marble.field + step) % explainer.lap
            elif 0 < step <= 3 - marble.field % 4:
                target = marble.field + step
            else:
                yield because("too_deep", distance=step, source=source) if step > 0 else because("no_way_out")
                continue
            reason = explainer.reason(replace(play, moves=(Move(source, field_text(target, 0)),)))
            if reason.code not in ("points_unused", "cannot_use_up"):  # already reported for a 7
                yield reason
