"""What all tests at a table share."""

from pathlib import Path

import pytest

from tests.table.machine import Household


@pytest.fixture
def home(tmp_path: Path) -> Household:
    """Everything a table needs, over the test's own folder."""
    return Household(tmp_path)
