"""Tests of the rules of Othello: placing, flipping, passes and ends."""

import pytest

from flipside.rules.contract.position import PASS, IllegalMove, Result
from flipside.rules.contract.story import Flip, Piece, Place
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.position import BOARD, Othello, Setup
from tests.of_type import of_type
from tests.rules.games.othello.boards import (
    BLACK,
    EXAMPLE,
    WHITE,
    laid,
    named,
    placed,
    rows,
    started,
)

# -- laying and turning --------------------------------------------------------------------------

STAR = """
    X..X..X.
    .O.O.O..
    ..OOO...
    XOO.OOOX
    ..OOO...
    .O.O.O..
    X..O..X.
    ...X....
"""


def test_all_eight_lines_turn_at_once() -> None:
    """OT-2: all opposing discs in lines enclosed by the new disc and another own
    disc are flipped."""
    after = laid(placed(STAR, BLACK), "d4")
    assert rows(after) == [
        "X..X..X.",
        ".X.X.X..",
        "..XXX...",
        "XXXXXXXX",
        "..XXX...",
        ".X.X.X..",
        "X..X..X.",
        "...X....",
    ]


def test_wave_runs_outward() -> None:
    """OT-2: the story places the disc and then flips the others in one beat, nearest first."""
    before = placed("XOOO....", BLACK)
    cell = BOARD.cell_named("e1")
    black, white = Piece("black", "disc"), Piece("white", "disc")
    laying, wave = before.story((cell,))
    assert laying == (Place(cell, black),)
    assert set(wave) == {
        Flip(3, white, black, 0),
        Flip(2, white, black, 1),
        Flip(1, white, black, 2),
    }


def test_field_without_anything_to_turn_is_not_legal() -> None:
    """OT-2: a move must flip at least one disc, on an empty field."""
    before = placed(
        """
        ........
        .XO.....
        ........
        """,
        BLACK,
    )
    assert named(before) == {"d2"}


def test_line_must_be_closed_by_an_own_disc() -> None:
    """OT-2: a line that ends at the edge or at an empty field encloses nothing."""
    before = placed(
        """
        .OO.OX..
        O.......
        O.......
        ........
        .OOOOOOO
        """,
        BLACK,
    )
    assert named(before) == {"d1"}
    assert rows(laid(before, "d1"))[0] == ".OOXXX.."


@pytest.mark.parametrize(
    "diagram",
    [
        "......XO ........ ........",
        "........ OX...... ........",
        "........ ......X. .......O ........ ........",
        "........ ........ .X...... O.......",
        ".X...... O....... ........ ........",
    ],
)
def test_lines_do_not_run_over_the_side(diagram: str) -> None:
    """OT-2: rows and diagonals do not continue across the edge."""
    assert named(placed(diagram, BLACK)) <= {"pass"}


@pytest.mark.parametrize("corner", ["a1", "h1", "a8", "h8"])
def test_whole_edges_and_diagonals_turn(corner: str) -> None:
    """OT-2: lines of six discs, the longest possible, are flipped from every corner."""
    cell = BOARD.cell_named(corner)
    letters = ["."] * 64
    for ray in BOARD.rays(cell):
        for seen in ray:
            letters[seen] = "O"
        if ray:
            letters[ray[-1]] = "X"
    after = laid(placed("".join(letters), BLACK), corner)
    assert after.points() == (22, 0)


def test_turned_discs_start_no_further_turning() -> None:
    """OT-3: c2 flips b2. The flipped b2 does not flip b3."""
    before = placed(
        """
        ........
        XO......
        .O......
        .X......
        """,
        BLACK,
    )
    assert rows(laid(before, "c2"))[1:4] == ["XXX.....", ".O......", ".X......"]


def test_enclosed_by_chance_does_not_turn() -> None:
    """OT-3: a2 was already between two black discs. Only discs enclosed by the new disc are
    flipped."""
    before = placed(
        """
        XO......
        O.OX....
        X.......
        """,
        BLACK,
    )
    after = laid(before, "b2")
    assert rows(after)[:3] == ["XO......", "OXXX....", "X......."]


def test_worked_example() -> None:
    """OT-12: the diagram of the original manual has these legal moves, and b2 flips these discs."""
    before = placed(EXAMPLE, WHITE)
    names = [before.name(move) for move in before.moves()]
    assert " ".join(names) == "b2 b3 f3 b4 f4 b5 f5 d6 f7 d8"
    wave = before.story((BOARD.cell_named("b2"),))[1]
    assert {BOARD.names[step.cell] for step in wave if isinstance(step, Flip)} == {
        "c2",
        "c3",
        "d4",
        "e5",
    }
    after = laid(before, "b2")
    changed = {
        name
        for name, old, new in zip(BOARD.names, before.pieces(), after.pieces(), strict=True)
        if old != new
    }
    assert changed == {"b2", "c2", "c3", "d4", "e5"}


# -- passing and the end -------------------------------------------------------------------------


def test_player_without_a_move_passes() -> None:
    """ALL-1, OT-4: the pass is the only move, and then the opponent moves."""
    before = placed("OX......", BLACK)
    assert tuple(before.moves()) == (PASS,)
    assert before.name(PASS) == "pass"
    assert before.story(PASS) == ()
    assert before.result() is None
    after = before.play(PASS)
    assert after.turn == WHITE
    assert after.pieces() == before.pieces()
    assert named(after) == {"c1"}


def test_nobody_passes_by_choice() -> None:
    """ALL-1: a pass is illegal while there is a move."""
    match = started()
    assert PASS not in match.position.moves()
    with pytest.raises(IllegalMove):
        match.play(PASS)


def test_game_is_over_when_neither_can_move() -> None:
    """OT-4: the match ends if neither player can move, even with empty fields."""
    over = placed("XXX.....", WHITE)
    assert over.moves() == []
    assert over.result() == Result(BLACK, "more")


def test_full_board_is_over() -> None:
    """OT-4: on a full board nobody can move."""
    over = placed("X" * 30 + "O" * 34, BLACK)
    assert over.moves() == []
    assert over.result() == Result(WHITE, "more")


def test_shortest_match() -> None:
    """OT-4: nine plies after which white has no disc left."""
    match = started()
    match.read_moves("e6 f4 e3 f6 g5 d6 e7 f5 c5")
    assert match.result() == Result(BLACK, "more")
    assert match.position.points() == (13, 0)
    with pytest.raises(IllegalMove):
        match.play((0,))


def test_more_discs_win() -> None:
    """OT-5: the discs decide, no matter who is to move."""
    for turn in (BLACK, WHITE):
        assert placed("XX" + "." * 40 + "O", turn).result() == Result(BLACK, "more")
        assert placed("X" + "." * 40 + "OO", turn).result() == Result(WHITE, "more")


def test_equal_is_a_draw() -> None:
    """OT-5: equal numbers of discs are a draw."""
    assert placed("XX" + "." * 40 + "OO", BLACK).result() == Result(None, "equal")
    assert placed("X" * 32 + "O" * 32, WHITE).result() == Result(None, "equal")


def test_white_wins_in_the_open_game() -> None:
    """OT-5, OT-7: in the open game white is player 0, and the result names the player."""
    setup = Setup(("white", "black"), open=True)
    over = placed("XXXX....", 0, setup)
    assert over.result() == Result(0, "more")
    assert over.pieces()[0] == Piece("white", "disc")


def test_announced_result_gives_empty_fields_to_the_winner() -> None:
    """OT-9: the announced score has a sum of 64. The points still count discs."""
    over = placed("XXX.....", BLACK)
    assert over.points() == (3, 0)
    assert OTHELLO.announced_score(over) == (64, 0)
    lost = placed("X" + "." * 40 + "OO", BLACK)
    assert OTHELLO.announced_score(lost) == (1, 63)


def test_announced_result_of_a_draw_and_of_a_match_that_goes_on() -> None:
    """OT-9: without a winner, the empty fields do not count."""
    assert OTHELLO.announced_score(placed("XX" + "." * 40 + "OO", BLACK)) == (2, 2)
    assert OTHELLO.announced_score(of_type(Othello, started().position)) == (2, 2)


def test_announced_result_with_fewest_discs() -> None:
    """OT-9, OT-11: with goal=fewest the empty fields do not count."""
    over = placed("XXX.....", BLACK, Setup(fewest=True))
    assert OTHELLO.announced_score(over) == (3, 0)
