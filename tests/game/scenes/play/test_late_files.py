"""A data file that arrives while a match is looked at, as in a page that has just begun."""

from collections.abc import Callable
from pathlib import Path

import pytest

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import Certainty
from flipside.rules.engine import data_files
from flipside.rules.games.switch import TABLE
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after, middle

Arrive = Callable[[], object]


@pytest.fixture
def arrive(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Arrive:
    """Puts the table of Switch where it is looked for; before, it is missing."""
    content, late = TABLE.path.read_bytes(), tmp_path / TABLE.path.name
    monkeypatch.setattr(TABLE, "content", None)
    monkeypatch.setattr(TABLE, "path", late)
    monkeypatch.setattr(data_files, "path", lambda key, name: tmp_path / name)
    return lambda: late.write_bytes(content)


def test_values_become_true(fly: MakePilot, arrive: Arrive) -> None:
    pilot = fly(values=True, patience=0.5)
    pilot.put(match_after("switch", middle("switch")))
    values = pilot.play.live_match.values
    pilot.wait_for(lambda: bool(values.scores()))
    pilot.advance(0.5)
    assert not all(score.certainty for score in values.scores().values())
    arrive()
    pilot.wait_for(
        lambda: {one.certainty for one in values.scores().values()} == {Certainty.EXACT}, 5.0
    )
    table = BY_KEY["switch"].engine.tablebase
    assert table is not None
    assert {m: s.value for m, s in values.scores().items()} == table(pilot.match.position)


def test_a_review_begins_anew(pilot: Pilot, arrive: Arrive) -> None:
    pilot.put(match_after("switch", 4))
    pilot.key("e")
    analysis = pilot.review.analysis
    pilot.wait_for(lambda: analysis.review.done)
    assert not any(one.exact for one in analysis.review.moments.values())
    stored = pilot.app.services.storage.names()
    arrive()
    pilot.advance(0.1)
    pilot.wait_for(lambda: analysis.review.done)
    assert all(one.exact for one in analysis.review.moments.values())
    assert pilot.app.services.storage.names() != stored
