"""Tests of the board, openings and options of Othello."""

from random import Random

import pytest

from flipside.rules.contract.game import BadChoice
from flipside.rules.contract.position import Result
from flipside.rules.contract.story import Piece, Place
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.position import BOARD, Othello, Setup
from flipside.rules.match.match import Match
from tests.of_type import of_type
from tests.rules.games.othello.boards import BLACK, WHITE, named, placed, rows, started

# -- the board and the first position ------------------------------------------------------------


def test_board_has_64_fields() -> None:
    """OT-1: 8x8 fields, a1 at the top left, letters to the right and numbers down."""
    assert len(BOARD.names) == 64
    assert (BOARD.columns, BOARD.rows) == (8, 8)
    assert [BOARD.names[cell] for cell in (0, 7, 8, 63)] == ["a1", "h1", "a2", "h8"]


def test_disc_for_every_field() -> None:
    """OT-1: the 64 discs are enough for every match; each has two sides."""
    match = started()
    random = Random(5)
    while match.result() is None:
        legal = match.position.moves()
        match.play(legal[int(random.random() * len(legal))])
        assert sum(match.position.points()) <= 64
    assert {piece for piece in match.position.pieces() if piece} <= {
        Piece("black", "disc"),
        Piece("white", "disc"),
    }


def test_official_start() -> None:
    """OT-6: white d4 e5, black e4 d5, and black moves first."""
    start = started().position
    assert rows(of_type(Othello, start))[3:5] == ["...OX...", "...XO..."]
    assert start.points() == (2, 2)
    assert start.colours == ("black", "white")
    assert start.turn == BLACK
    assert named(of_type(Othello, start)) == {"d3", "c4", "f5", "e6"}


def test_black_starts_where_nothing_else_is_said() -> None:
    """ALL-2: black begins, also in a second match."""
    for _ in range(2):
        match = started()
        assert match.position.colours[match.position.turn] == "black"


def test_open_start_is_an_empty_board_and_white_begins() -> None:
    """OT-7: in the original game only the four central fields are legal."""
    start = started(start="open").position
    assert rows(of_type(Othello, start)) == ["........"] * 8
    assert start.colours == ("white", "black")
    assert start.colours[start.turn] == "white"
    assert named(of_type(Othello, start)) == {"d4", "e4", "d5", "e5"}
    assert start.prompt() == "centre"


def test_open_start_turns_nothing_until_four_discs_lie() -> None:
    """OT-7: the first four discs are placed in turn, in any order, and flip nothing."""
    match = started(start="open")
    match.read_moves("e5 d4 e4")
    assert rows(of_type(Othello, match.position))[3:5] == ["...XO...", "....O..."]
    assert named(of_type(Othello, match.position)) == {"d5"}
    match.read_moves("d5")
    assert rows(of_type(Othello, match.position))[3:5] == ["...XO...", "...XO..."]
    assert match.position.turn == BLACK == 0
    assert match.position.prompt() == "lay"


def test_open_start_tells_of_discs_that_turn_nothing() -> None:
    """OT-7: the story of one of the first four discs only places it."""
    match = started(start="open")
    match.read_moves("d4 e4")
    cell = BOARD.cell_named("d5")
    assert match.position.story((cell,)) == ((Place(cell, Piece("white", "disc")),),)


def test_open_start_may_lead_to_either_opening() -> None:
    """OT-7: crosswise discs give the official position with exchanged colours."""
    match = started(start="open")
    match.read_moves("d4 e4 e5 d5")
    assert rows(of_type(Othello, match.position))[3:5] == ["...OX...", "...XO..."]
    assert named(of_type(Othello, match.position)) == {"e3", "f4", "c5", "d6"}


def test_parallel_start() -> None:
    """OT-8: white d4 e4, black d5 e5, black first."""
    start = started(start="parallel").position
    assert rows(of_type(Othello, start))[3:5] == ["...OO...", "...XX..."]
    assert start.colours[start.turn] == "black"
    assert named(of_type(Othello, start)) == {"c3", "d3", "e3", "f3"}


# -- handicap and the reversed goal --------------------------------------------------------------


@pytest.mark.parametrize(
    ("corners", "taken"),
    [("0", ""), ("1", "a1"), ("2", "a1 h8"), ("3", "a1 h8 h1"), ("4", "a1 h8 h1 a8")],
)
@pytest.mark.parametrize("start", ["official", "parallel"])
def test_handicap_corners(start: str, corners: str, taken: str) -> None:
    """OT-10: the second player has these corners in the order a1 h8 h1 a8."""
    given = started(start=start, corners=corners).position
    white = {
        name
        for name, piece in zip(BOARD.names, given.pieces(), strict=True)
        if piece == Piece("white", "disc") and name not in ("d4", "e5", "e4", "d5")
    }
    assert white == set(taken.split())
    assert given.points() == (2, 2 + int(corners))
    assert given.turn == BLACK


def test_fewest_discs_win() -> None:
    """OT-11: the moves are the same, but fewer discs win. Equal numbers are a draw."""
    fewest = Setup(fewest=True)
    assert placed("XXX.....", BLACK, fewest).result() == Result(WHITE, "fewer")
    assert placed("X" + "." * 40 + "OO", BLACK, fewest).result() == Result(BLACK, "fewer")
    assert placed("X" * 32 + "O" * 32, WHITE, fewest).result() == Result(None, "equal")
    match = started(goal="fewest")
    match.read_moves("e6 f4 e3 f6 g5 d6 e7 f5 c5")
    assert match.result() == Result(WHITE, "fewer")


def test_options_and_defaults() -> None:
    """OT-6, OT-7, OT-8, OT-10, OT-11: these options are offered, the default first."""
    offered = {option.key: option.values for option in OTHELLO.options}
    assert offered == {
        "start": ("official", "open", "parallel"),
        "corners": ("0", "1", "2", "3", "4"),
        "goal": ("most", "fewest"),
    }


@pytest.mark.parametrize("corners", ["1", "2", "3", "4"])
def test_open_start_has_no_corners(corners: str) -> None:
    """OT-7, OT-10: the open start excludes corners."""
    with pytest.raises(BadChoice, match=f"corners={corners} does not go with start=open"):
        started(start="open", corners=corners)
    corner_option = OTHELLO.options[1]
    assert not corner_option.free({"start": "open"})
    assert corner_option.free({"start": "parallel"})


@pytest.mark.parametrize("given", [{"start": "closed"}, {"corners": "5"}, {"size": "10"}])
def test_unknown_options_are_refused(given: dict[str, str]) -> None:
    """OT-10: other options and values are refused."""
    with pytest.raises(BadChoice):
        Match(OTHELLO, given)
