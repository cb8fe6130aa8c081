"""Tests of stories, marks, fields, records and texts of Flipop."""

from random import Random

import pytest

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import Mark
from flipside.rules.contract.story import Piece, Remove, Rotate, Slide, apply_beat, reversed_story
from flipside.rules.games.flipop.doors import BOARD
from flipside.rules.games.flipop.position import EXIT_MARKS, Flipop, Setup, opening
from flipside.rules.match import record as notation
from flipside.rules.match.match import replay
from flipside.rules.match.record import parse_moves
from tests.rules.games.flipop.boards import (
    CHOICES,
    FRESH,
    LEAVING,
    PUSH,
    cells,
    drawn,
    played,
    random_match,
)
from tests.texts import LANGUAGES, texts_of

# -- what the screen is told ----------------------------------------------------------------------


@pytest.mark.parametrize("choices", CHOICES, ids=lambda choices: "-".join(choices.values()))
def test_stories(choices: dict[str, str]) -> None:
    """FP-5, FP-6: stories lead to the right pieces in both directions, in bounded plies."""
    for seed in range(3):
        match = random_match(choices, seed)
        assert len(match.moves) <= 11 * 100
        for ply in range(len(match.moves)):
            before = match.position_at(ply)
            legal = before.moves()
            assert legal
            spoken = {before.name(move) for move in legal}
            assert len(spoken) == len(legal)
            for move in legal:
                name = before.name(move)
                assert parse_moves(before, name) == (move, len(name))
                story, after = before.story(move), before.play(move).pieces()
                pieces = before.pieces()
                for beat in story:
                    pieces = apply_beat(pieces, beat)
                assert pieces == after
                for beat in reversed_story(story):
                    pieces = apply_beat(pieces, beat)
                assert pieces == before.pieces()


def test_chain_story() -> None:
    """FP-6: the balls move one after the other in one beat, each with its doors."""
    position = drawn(PUSH)
    old, new = Piece("door", "door:S"), Piece("door", "door:E")
    assert position.story(cells("b2", "c2", "c1")) == (
        (
            Slide(BOARD.cell_named("b2"), BOARD.cell_named("c2"), after=0),
            Rotate(BOARD.cell_named("bc12"), old, new, after=0),
            Slide(BOARD.cell_named("c2"), BOARD.cell_named("c1"), after=1),
        ),
        (Remove(BOARD.cell_named("c1"), Piece("black", "ball")),),
    )


def seen(position: Flipop, *taps: str) -> set[tuple[str, str]]:
    """Return the marks after taps as (kind, target)."""
    marks: list[Mark] = [mark for mark in position.marks(cells(*taps)) if mark.kind != "goal"]
    assert all(mark.cells[0] == cells(taps[-1])[0] for mark in marks)
    return {(mark.kind, BOARD.names[mark.cells[1]]) for mark in marks}


def test_marks() -> None:
    """FP-4, FP-6, FP-11: open, closed and banned ways have different marks."""
    start = opening()
    assert start.marks(()) == EXIT_MARKS
    assert [(m.colour, [BOARD.names[pit] for pit in m.cells]) for m in EXIT_MARKS] == [
        ("white", ["b5", "c5", "d5"]),
        ("black", ["b1", "c1", "d1"]),
    ]
    assert seen(start, "b1") == {("way", "b2"), ("shut", "a1"), ("shut", "c1")}
    assert seen(start, "b2") == set()
    assert seen(start, "b1", "b2") == set()
    position = played(start, "c1-c2 c5-c4 c2-c3")
    assert seen(position, "c4", "c3") == {("way", "b3"), ("way", "d3")}
    position = played(position, "c4-c3-d3")
    assert ("barred", "c3") in seen(position, "d3")
    assert ("barred", "c2") in seen(drawn(FRESH), "b2"), "the ball of c2 could go nowhere"
    assert seen(drawn(LEAVING), "ab12") == set()
    free = "c1-c2 c5-c4 b1-b2 b5-b4 c2-b2-a2 c4-b4-b5 a2-a3 b5-b4-b3 a3-b3-c3"
    position = played(opening(Setup("free")), free)
    assert ("barred", "a3") in seen(position, "b4", "b3"), "a pushed ball needs no door"


def test_show() -> None:
    """FP-1, FP-3: the command line has these fields."""
    assert opening().to_dict() == {
        "board": ["WWWWW", ".....", ".....", ".....", "BBBBB"],
        "doors": ["EEES", "NESS", "NNWS", "NWWW"],
        "banned": [],
        "off": {"white": 0, "black": 0},
    }


def test_nothing_is_hidden() -> None:
    """FP-1: nothing is hidden, and there are no tallies."""
    position = drawn(PUSH)
    assert position.determinize(Random(1)) is position
    assert position.tallies() == ((), ())


@pytest.mark.parametrize("choices", CHOICES, ids=lambda choices: "-".join(choices.values()))
def test_records(choices: dict[str, str]) -> None:
    """FP-13: a record restores the match with its end."""
    match = random_match(choices, 5)
    record = match.to_record(("person", "person"))
    again = replay(notation.parse_record(notation.record_text(record)), BY_KEY)
    assert again.moves == match.moves
    assert again.position == match.position
    assert again.result() == match.result()


# -- texts ----------------------------------------------------------------------------------------

TEXT = texts_of("flipop")


def test_reasons_and_prompts_have_words() -> None:
    """FP-10, FP-12, FP-13: every reason and every prompt has a text in every language."""
    reasons = {"off"} | {
        f"{key}{tail}"
        for key in ("stuck", "no_move", "blocked", "repetition", "cap")
        for tail in ("", "_equal")
    }
    for language in LANGUAGES:
        assert set(TEXT[language]["reason"]) == reasons
        assert set(TEXT[language]["tie"]) == {"nearer", "equal"}
        assert set(TEXT[language]["prompt"]) == {"move", "back"}
        assert set(TEXT[language]["colour"]) == set(opening().colours)
