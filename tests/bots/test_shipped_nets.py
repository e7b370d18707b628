"""The nets that are shipped: one file for each mode, small, with a card that says how it was trained."""

from __future__ import annotations

from importlib import resources

import numpy as np
import pytest

from doghouse.bots.modes import NAMES, mode
from doghouse.bots.nets.inference import nets_for

MOST_BYTES = 5_000_000


@pytest.mark.parametrize("name", NAMES)
def test_every_mode_has_its_nets(name: str) -> None:
    nets = nets_for(name)
    rows = np.zeros((3, mode(name).features), np.uint8)
    for net in (nets.net, nets.small):
        chances = net.chances(rows)
        assert chances.shape == (3, len(mode(name).teams))
        assert np.allclose(chances.sum(axis=1), 1, atol=1e-5)
    file = resources.files("doghouse.bots.nets").joinpath(f"{name}.npz")
    assert len(file.read_bytes()) < MOST_BYTES


@pytest.mark.parametrize("name", NAMES)
def test_a_card_says_how_the_nets_were_trained_and_how_strong_they_are(name: str) -> None:
    card = nets_for(name).card
    trained, strength = card["trained"], card["strength"]
    assert {"configuration", "steps", "chapters", "games", "decisions", "minutes", "machine"} <= set(trained)
    assert set(strength) == {"net", "give_or_take", "small"}
