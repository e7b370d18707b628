"""What an evaluation says of a net, and how sure it is."""

from __future__ import annotations

import pytest
import torch

import doghouse as dog
from doghouse.bots.modes import mode
from doghouse.training.evaluation import against_greedy

pytestmark = pytest.mark.skipif(not dog.COMPILED, reason="training needs the compiled core")


def first_play(rows: torch.Tensor) -> torch.Tensor:
    """Judges all plays alike, so that it plays the first."""
    return torch.zeros(len(rows), 2)


def test_a_few_games_that_are_all_lost_do_not_say_that_all_are() -> None:
    strength = against_greedy(mode("4-pairs"), first_play, 4, 7, torch.device("cpu"), threads=1)
    assert (strength.won, strength.games) == (0.0, 8)
    assert 0.2 < strength.give_or_take < 0.3, "half of Wilson's interval for four deals, 0 to 49 %"
