"""Random nets for all tests of the analysis, which do not test strength."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.nets import write_nets
from tests.support.terminal import Advise


@pytest.fixture(scope="session")
def nets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("nets")
    write_nets(folder)
    return folder


@pytest.fixture
def advise(nets: Path) -> Advise:
    return Advise(nets)
