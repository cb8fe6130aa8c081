"""What somebody asked the page for before the game was there, or another program handed over."""

import json
from pathlib import Path

import pytest

from tests.game.browser_stub import browser
from tests.game.pilot import Pilot


def told(pilot: Pilot, *letters: tuple[str, str]) -> Pilot:
    """The page tells of these."""
    for event in browser(events=lambda: json.dumps(letters)).events():
        pilot.app.page_events.hear(*event)
    return pilot


@pytest.mark.parametrize(
    ("asked", "title"),
    [("options", "Settings"), ("album", "Matches"), ("daily", "Problems"), ("continue", "Switch"),
     ("play switch", "Switch"), ("setup flipop", "Flipop"), ("nonsense", "Flipside"),
     ("more othello", "Flipside")],
)  # fmt: skip
def test_the_shelf_does_what_was_asked(tmp_path: Path, asked: str, title: str) -> None:
    """Also where something else is open by then; what there is not does nothing."""
    pilot = Pilot(tmp_path)
    pilot.sit_down("othello", "d3")
    pilot.sit_down("switch")
    assert title in told(pilot, ("chosen", asked)).caption().removesuffix(" – Flipside")


def test_continue_without_a_match_does_nothing(tmp_path: Path) -> None:
    assert told(Pilot(tmp_path), ("chosen", "continue")).caption() == "Flipside"


def test_a_match_that_is_handed_over_is_reviewed(tmp_path: Path) -> None:
    """It ends where a pasted one does; no text of a match is told to be none."""
    pilot = Pilot(tmp_path)
    pilot.sit_down("othello", "d3 c3")
    text = pilot.text()
    assert told(pilot, ("match", text)).caption().startswith("Review")
    told(pilot, ("match", "some shopping list"))
    assert pilot.top.overlay
