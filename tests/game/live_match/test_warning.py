"""Warnings of an end by repetition or by the cap end with the match."""

import pytest

from flipside.rules.match.match import Match
from tests.game.live_match.machine import Household

PEOPLE = ("person", "person")


def test_no_warning_after_the_end(home: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("occurrences", 2), ("plies_left", 5)):
        live_match = home.sit_down("flipop", PEOPLE)
        with monkeypatch.context() as patch:
            patch.setattr(Match, name, lambda self, ply=None, value=value: value)
            assert live_match.match_text.end_warning()
            live_match.match.resign(0)
            assert not live_match.match_text.end_warning()
