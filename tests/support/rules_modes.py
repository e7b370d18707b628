"""Every kind of game there is: the numbers of players, teams, exchanges, variants and editions."""

from __future__ import annotations

from hypothesis import strategies as st

import doghouse as dog

MODES: dict[str, dog.Rules] = {
    "2-draw": dog.Rules(players=2),
    "2-pass": dog.Rules(players=2, exchange="pass"),
    "3-draw": dog.Rules(players=3),
    "3-pass-no-joker": dog.Rules(players=3, exchange="pass", joker_may_finish=False),
    "4-pairs": dog.Rules(),
    "4-canadian": dog.Rules(canadian_seven=True),
    "4-no-joker": dog.Rules(joker_may_finish=False),
    "4-quick-start": dog.Rules(quick_start=True),
    "4-kings": dog.Rules.edition("kings"),
    "5-draw": dog.Rules(players=5),
    "5-pass": dog.Rules.edition("dog", players=5),
    "6-pairs": dog.Rules(players=6),
    "6-pairs-canadian": dog.Rules(players=6, canadian_seven=True),
    "6-trios": dog.Rules(players=6, teams="trios"),
    "6-trios-all-variants": dog.Rules(
        players=6, teams="trios", canadian_seven=True, joker_may_finish=False, quick_start=True, dealer="fixed"
    ),
}


@st.composite
def any_rules(draw: st.DrawFn) -> dog.Rules:
    """Rules of any kind."""
    players = draw(st.integers(2, 6))
    alone = players in (2, 3, 5)
    return dog.Rules(
        players=players,
        teams=draw(st.sampled_from(["pairs", "trios"])) if players == 6 else None,
        canadian_seven=False if alone else draw(st.booleans()),
        joker_may_finish=draw(st.booleans()),
        quick_start=None if alone else draw(st.booleans()),
        exchange=draw(st.sampled_from(["draw", "pass"])) if alone else None,
        dealer=draw(st.sampled_from(["moves", "fixed"])),
    )
