"""Matches that a tie-break decides: the sentence and the numbers, in windows of all kinds."""

from functools import cache
from random import Random

import pytest

from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.scenes.layout_checks import problems
from tests.rules.games.flipflop.boards import match_without_line
from tests.rules.games.random_matches import played

OPTIONS = {
    "flipflop": {"setup": "chess", "cap": "60", "tie": "lines"},
    "switch": {"cap": "100", "tie": "groups"},
    "flipop": {"tie": "distance"},
}

WORDS = {
    ("flipflop", "en"): ("has more lines of six", "Lines of six"),
    ("flipflop", "de"): ("hat mehr Linien mit sechs", "Linien ab sechs"),
    ("flipflop", "cs"): ("má víc linií", "Linie od šesti"),
    ("flipflop", "fr"): ("a plus de lignes", "Lignes d’au moins"),
    ("switch", "en"): ("has the larger group", "Groups"),
    ("switch", "de"): ("hat die größere Gruppe", "Gruppen"),
    ("switch", "cs"): ("má větší skupinu", "Skupiny"),
    ("switch", "fr"): ("a le plus grand groupe", "Groupes"),
    ("flipop", "en"): ("has fewer steps", "Steps to"),
    ("flipop", "de"): ("hat weniger Schritte", "Schritte bis"),
    ("flipop", "cs"): ("to má k východům na méně", "Kroky k"),
    ("flipop", "fr"): ("a moins de pas", "Pas jusqu"),
}
"""Parts of the sentence at the end, and of the number beside each name."""

SIZES = [(390, 844), (844, 390), (1280, 800)]


@cache
def tied(key: str) -> Match:
    """Return a match that the first criterion of the tie-break has decided."""
    for seed in range(200):
        match = Match(BY_KEY[key], OPTIONS[key], seed)
        if key == "flipflop":
            match = match_without_line(60, seed, **OPTIONS[key])
        played(match, Random(seed))
        result = match.result()
        if result is not None and result.tie_break in ("lines", "largest", "nearer"):
            return match
    raise AssertionError("no such match")


@pytest.mark.parametrize(("key", "language"), WORDS)
def test_the_tie_break_is_named_and_its_numbers_are_shown(
    fly: MakePilot, key: str, language: str
) -> None:
    """FF-12, SW-13, FP-14."""
    pilot = fly(language=language, patience=0.0)
    pilot.put(tied(key))
    for size in SIZES:
        pilot.resize(size)
        pilot.settle()
        assert not problems(pilot.top)
    sentence, number = WORDS[key, language]
    assert sentence in pilot.table_session.match_view.reason
    assert number in pilot.words()
