"""The address that is given to others."""

from __future__ import annotations

import pytest

from doghouse.server.addresses import for_others, lan_address


@pytest.mark.parametrize("here", ["localhost", "127.0.0.1", "[::1]"])
def test_the_own_name_of_a_machine_is_no_address_for_others(here: str) -> None:
    assert for_others(f"{here}:8000") == f"{lan_address()}:8000"
    assert for_others(here) == lan_address()


@pytest.mark.parametrize("place", ["192.168.1.20:8000", "dog.example.org", "dog.example.org:443"])
def test_other_names_stay(place: str) -> None:
    assert for_others(place) == place
