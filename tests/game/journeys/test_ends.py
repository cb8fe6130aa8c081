"""Matches that end by repetition, by the cap or by a tie-break: what is told of that."""

from functools import cache, partial
from random import Random
from typing import Any

import pytest

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import Move
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scenes.layout_checks import problems
from tests.rules.games.flipflop.boards import match_without_line
from tests.rules.games.random_matches import played

ROUNDS: dict[str, tuple[dict[str, Any], str, str]] = {
    "flipflop": ({"setup": "chess"}, "b1", "d1 b1 d1 b1"),
    "switch": ({}, "", "c1-c3 e4-d4 c3-c1 d4-e4"),
    "flipop": (
        {},
        "c1-c2 b5-b4 b1-b2 b4-a4 c2-b2-b1 a5-a4-b4 d1-d2 a4-b4-b5 b2-b1-c1 b4-b5-a5 d2-c2 b5-a5-a4",
        "c1-b1-b2 a4-a5-b5 b2-b1-c1 b5-a5-a4",
    ),
}
"""Options, moves, and four moves that lead back to where they began."""


@pytest.mark.parametrize("key", ROUNDS)
def test_the_second_time_is_told_and_the_third_is_a_draw(pilot: Pilot, key: str) -> None:
    choices, before, way = ROUNDS[key]
    told, moves = "come up twice", way.split()
    pilot.sit_down(key, " ".join([before, *moves[:-1]]), **choices)
    assert not any(told in panel for panel in pilot.panels())
    for move in (moves[-1], *moves):
        assert pilot.play.live_match.result is None
        for cell in move.split("-"):
            pilot.tap(cell)
        assert pilot.play.live_match.result or all(told in panel for panel in pilot.panels())
    pilot.advance(0.1)
    assert any("Draw" in panel for panel in pilot.panels())
    assert any("third time" in panel for panel in pilot.panels())


def calm_moves(match: Match) -> list[Move]:
    """Moves that bring no points and no position again, and need no answer."""
    before = match.position
    return [
        move
        for move in before.moves()
        if (after := before.play(move)).result() is None
        and after.points() == before.points()
        and after.prompt() != "counter"
        and after not in match.history()
    ]


def calm(key: str, plies: int, **choices: str) -> Match:
    """A match of so many calm moves."""
    match, random = Match(BY_KEY[key], choices), Random(3)
    while match.ply < plies:
        match.play(random.choice(calm_moves(match)))
    return match


CAPS: dict[str, tuple[dict[str, Any], int, str]] = {
    "flipflop": ({"setup": "chess", "cap": "60"}, 60, "Moves until the match ends"),
    "switch": ({"cap": "100"}, 100, "Moves until the match ends"),
    "flipop": ({}, 100, "Moves without a ball leaving until the match ends"),
}
"""Options, the cap, and what the panels say before it."""


@pytest.mark.parametrize("key", CAPS)
def test_the_moves_left_are_counted_down(pilot: Pilot, key: str) -> None:
    choices, cap, words = CAPS[key]
    calm_match = match_without_line if key == "flipflop" else partial(calm, key)
    names = calm_match(cap - 1, **choices).names()
    for left, told in ((21, False), (20, True), (7, True), (1, True)):
        pilot.sit_down(key, " ".join(names[: cap - left]), **choices)
        assert all((f"{words}: {left}" in panel) == told for panel in pilot.panels())
    pilot.make(calm_moves(pilot.match)[0])
    pilot.advance(0.1)
    reason = "cap_equal" if key == "flipop" else "cap"
    assert pilot.play.live_match.result.reason == reason
    sentence = pilot.app.services.text.game(key, f"reason.{reason}")
    assert any("Draw" in panel and sentence in panel for panel in pilot.panels())


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
    """A match that the first criterion of the tie-break has decided."""
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
