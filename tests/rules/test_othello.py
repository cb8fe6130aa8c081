"""Othello's rules as diagrams: X black, O white, a dot for an empty field."""

from random import Random

import pytest

from rules.match import Match
from rules.othello import OTHELLO
from rules.othello.position import BOARD, Othello, Setup, position
from rules.position import PASS, BadChoice, Flip, IllegalMove, Piece, Place, Result

BLACK, WHITE = 0, 1


def placed(diagram: str, turn: int, setup: Setup | None = None) -> Othello:
    """The position in a diagram; an upright 8x8 board, or its upper rows alone."""
    letters = "".join(diagram.split()).ljust(64, ".")
    assert len(letters) == 64
    black, white = (
        sum(1 << cell for cell in range(64) if letters[cell] == letter) for letter in "XO"
    )
    return position((black, white), turn, setup or Setup())


def rows(shown: Othello) -> list[str]:
    return shown.show()["board"]


def named(shown: Othello) -> set[str]:
    return {shown.name(move) for move in shown.moves()}


def laid(shown: Othello, name: str) -> Othello:
    return shown.play((BOARD.cell(name),))


def started(**given: str) -> Match:
    return Match(OTHELLO, given)


# -- the board and the first position ------------------------------------------------------------


def test_board_has_64_fields():
    """OT-1: 8x8 fields, a1 at the top left, letters to the right and numbers down."""
    assert len(BOARD.names) == 64
    assert (BOARD.columns, BOARD.rows) == (8, 8)
    assert [BOARD.names[cell] for cell in (0, 7, 8, 63)] == ["a1", "h1", "a2", "h8"]


def test_disc_for_every_field():
    """OT-1: the 64 discs are enough for every match; each has two sides."""
    match = started()
    random = Random(5)
    while match.result() is None:
        legal = match.position.moves()
        match.play(legal[int(random.random() * len(legal))])
        assert sum(match.position.score()) <= 64
    assert {piece for piece in match.position.pieces() if piece} <= {
        Piece("black", "disc"),
        Piece("white", "disc"),
    }


def test_official_start():
    """OT-6: white d4 e5, black e4 d5, and black moves first."""
    start = started().position
    assert rows(start)[3:5] == ["...OX...", "...XO..."]
    assert start.score() == (2, 2)
    assert start.colours == ("black", "white")
    assert start.turn == BLACK
    assert named(start) == {"d3", "c4", "f5", "e6"}


def test_black_starts_where_nothing_else_is_said():
    """ALL-2: the first colour named begins, and a rematch does not change which."""
    for _ in range(2):
        match = started()
        assert match.position.colours[match.position.turn] == "black"


def test_open_start_is_an_empty_board_and_white_begins():
    """OT-7: the original manual's game; only the four fields in the middle may be taken."""
    start = started(start="open").position
    assert rows(start) == ["........"] * 8
    assert start.colours == ("white", "black")
    assert start.colours[start.turn] == "white"
    assert named(start) == {"d4", "e4", "d5", "e5"}
    assert start.prompt() == "centre"


def test_open_start_turns_nothing_until_four_discs_lie():
    """OT-7: the four discs are laid in turn, in any order, and turn nothing."""
    match = started(start="open")
    match.read_moves("e5 d4 e4")
    assert rows(match.position)[3:5] == ["...XO...", "....O..."]
    assert named(match.position) == {"d5"}
    match.read_moves("d5")
    assert rows(match.position)[3:5] == ["...XO...", "...XO..."]
    assert match.position.turn == BLACK == 0
    assert match.position.prompt() == "lay"


def test_open_start_tells_of_discs_that_turn_nothing():
    """OT-7: the story of one of the first four discs is that disc alone."""
    match = started(start="open")
    match.read_moves("d4 e4")
    cell = BOARD.cell("d5")
    assert match.position.story((cell,)) == ((Place(cell, Piece("white", "disc")),),)


def test_open_start_may_lead_to_either_opening():
    """OT-7: laid crosswise it becomes the official position with the colours' parts exchanged."""
    match = started(start="open")
    match.read_moves("d4 e4 e5 d5")
    assert rows(match.position)[3:5] == ["...OX...", "...XO..."]
    assert named(match.position) == {"e3", "f4", "c5", "d6"}


def test_parallel_start():
    """OT-8: white d4 e4, black d5 e5, black first."""
    start = started(start="parallel").position
    assert rows(start)[3:5] == ["...OO...", "...XX..."]
    assert start.colours[start.turn] == "black"
    assert named(start) == {"c3", "d3", "e3", "f3"}


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


def test_all_eight_lines_turn_at_once():
    """OT-2: every line of enemy discs enclosed by the new disc and another own one turns."""
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


def test_wave_runs_outward():
    """OT-2: the story lays the disc and then turns all others in one beat, the nearest first."""
    before = placed("XOOO....", BLACK)
    cell = BOARD.cell("e1")
    black, white = Piece("black", "disc"), Piece("white", "disc")
    laying, wave = before.story((cell,))
    assert laying == (Place(cell, black),)
    assert set(wave) == {
        Flip(3, white, black, 0),
        Flip(2, white, black, 1),
        Flip(1, white, black, 2),
    }


def test_field_without_anything_to_turn_is_not_legal():
    """OT-2: at least one enemy disc turns, so beside the enemy is not enough, nor a taken field."""
    before = placed(
        """
        ........
        .XO.....
        ........
        """,
        BLACK,
    )
    assert named(before) == {"d2"}


def test_line_must_be_closed_by_an_own_disc():
    """OT-2: a line that ends at the rim or at an empty field encloses nothing."""
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
def test_lines_do_not_run_over_the_side(diagram):
    """OT-2: a row does not go on in the next one, nor a diagonal."""
    assert named(placed(diagram, BLACK)) <= {"pass"}


@pytest.mark.parametrize("corner", ["a1", "h1", "a8", "h8"])
def test_whole_edges_and_diagonals_turn(corner):
    """OT-2: lines of six discs, the longest there are, turn from every corner."""
    cell = BOARD.cell(corner)
    letters = ["."] * 64
    for ray in BOARD.rays(cell):
        for seen in ray:
            letters[seen] = "O"
        if ray:
            letters[ray[-1]] = "X"
    after = laid(placed("".join(letters), BLACK), corner)
    assert after.score() == (22, 0)


def test_turned_discs_start_no_further_turning():
    """OT-3: c2 encloses b2; the turned b2 and the disc on b4 would enclose b3, which stays."""
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


def test_enclosed_by_chance_does_not_turn():
    """OT-3: a2 stands between two black discs already; only what the new disc encloses turns."""
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


def test_worked_example():
    """OT-12: the original manual's diagram, its legal fields, and what b2 turns."""
    before = placed(
        """
        ........
        ..XO....
        ..XXX...
        ..XXX...
        ..XOX...
        .X..XO..
        ....X...
        ....X...
        """,
        WHITE,
    )
    names = [before.name(move) for move in before.moves()]
    assert " ".join(names) == "b2 b3 f3 b4 f4 b5 f5 d6 f7 d8"
    wave = before.story((BOARD.cell("b2"),))[1]
    assert {BOARD.names[step.cell] for step in wave} == {"c2", "c3", "d4", "e5"}
    after = laid(before, "b2")
    changed = {
        name
        for name, old, new in zip(BOARD.names, before.pieces(), after.pieces(), strict=True)
        if old != new
    }
    assert changed == {"b2", "c2", "c3", "d4", "e5"}


# -- passing and the end -------------------------------------------------------------------------


def test_player_without_a_move_passes():
    """ALL-1, OT-4: the pass is the only move, and then the opponent moves at once."""
    before = placed("OX......", BLACK)
    assert tuple(before.moves()) == (PASS,)
    assert before.name(PASS) == "pass"
    assert before.story(PASS) == ()
    assert before.result() is None
    after = before.play(PASS)
    assert after.turn == WHITE
    assert after.pieces() == before.pieces()
    assert named(after) == {"c1"}


def test_nobody_passes_by_choice():
    """ALL-1: while there is a move, the pass is none."""
    match = started()
    assert PASS not in match.position.moves()
    with pytest.raises(IllegalMove):
        match.play(PASS)


def test_game_is_over_when_neither_can_move():
    """OT-4: no pass is left to make, although fields are empty."""
    over = placed("XXX.....", WHITE)
    assert over.moves() == []
    assert over.result() == Result(BLACK, "more")


def test_full_board_is_over():
    """OT-4: on a full board nobody can move."""
    over = placed("X" * 30 + "O" * 34, BLACK)
    assert over.moves() == []
    assert over.result() == Result(WHITE, "more")


def test_shortest_match():
    """OT-4: nine plies after which white has no disc left."""
    match = started()
    match.read_moves("e6 f4 e3 f6 g5 d6 e7 f5 c5")
    assert match.result() == Result(BLACK, "more")
    assert match.position.score() == (13, 0)
    with pytest.raises(IllegalMove):
        match.play((0,))


def test_more_discs_win():
    """OT-5: whoever moves now, the discs are counted."""
    for turn in (BLACK, WHITE):
        assert placed("XX" + "." * 40 + "O", turn).result() == Result(BLACK, "more")
        assert placed("X" + "." * 40 + "OO", turn).result() == Result(WHITE, "more")


def test_equal_is_a_draw():
    """OT-5: the same number of discs."""
    assert placed("XX" + "." * 40 + "OO", BLACK).result() == Result(None, "equal")
    assert placed("X" * 32 + "O" * 32, WHITE).result() == Result(None, "equal")


def test_white_wins_in_the_open_game():
    """OT-5, OT-7: there white is the first player, and the winner is told by player."""
    setup = Setup(("white", "black"), open=True)
    over = placed("XXXX....", 0, setup)
    assert over.result() == Result(0, "more")
    assert over.pieces()[0] == Piece("white", "disc")


def test_announced_result_gives_empty_fields_to_the_winner():
    """OT-9: 64 in total, but the score goes on counting discs and the winner stays the same."""
    over = placed("XXX.....", BLACK)
    assert over.score() == (3, 0)
    assert OTHELLO.award(over) == (64, 0)
    lost = placed("X" + "." * 40 + "OO", BLACK)
    assert OTHELLO.award(lost) == (1, 63)


def test_announced_result_of_a_draw_and_of_a_match_that_goes_on():
    """OT-9: there is no winner to give the empty fields to."""
    assert OTHELLO.award(placed("XX" + "." * 40 + "OO", BLACK)) == (2, 2)
    assert OTHELLO.award(started().position) == (2, 2)


def test_announced_result_with_fewest_discs():
    """OT-9, OT-11: not with goal=fewest, where empty fields are nobody's."""
    over = placed("XXX.....", BLACK, Setup(fewest=True))
    assert OTHELLO.award(over) == (3, 0)


# -- handicap and the reversed goal --------------------------------------------------------------


@pytest.mark.parametrize(
    ("corners", "taken"),
    [("0", ""), ("1", "a1"), ("2", "a1 h8"), ("3", "a1 h8 h1"), ("4", "a1 h8 h1 a8")],
)
@pytest.mark.parametrize("start", ["official", "parallel"])
def test_handicap_corners(start, corners, taken):
    """OT-10: the second player has these corners in the order a1 h8 h1 a8."""
    given = started(start=start, corners=corners).position
    white = {
        name
        for name, piece in zip(BOARD.names, given.pieces(), strict=True)
        if piece == Piece("white", "disc") and name not in ("d4", "e5", "e4", "d5")
    }
    assert white == set(taken.split())
    assert given.score() == (2, 2 + int(corners))
    assert given.turn == BLACK


def test_fewest_discs_win():
    """OT-11: the same moves, the other winner; equal stays a draw."""
    fewest = Setup(fewest=True)
    assert placed("XXX.....", BLACK, fewest).result() == Result(WHITE, "fewer")
    assert placed("X" + "." * 40 + "OO", BLACK, fewest).result() == Result(BLACK, "fewer")
    assert placed("X" * 32 + "O" * 32, WHITE, fewest).result() == Result(None, "equal")
    match = started(goal="fewest")
    match.read_moves("e6 f4 e3 f6 g5 d6 e7 f5 c5")
    assert match.result() == Result(WHITE, "fewer")


def test_options_and_defaults():
    """OT-6, OT-7, OT-8, OT-10, OT-11: what is offered, the default first."""
    offered = {option.key: option.values for option in OTHELLO.options}
    assert offered == {
        "start": ("official", "open", "parallel"),
        "corners": ("0", "1", "2", "3", "4"),
        "goal": ("most", "fewest"),
    }


@pytest.mark.parametrize("corners", ["1", "2", "3", "4"])
def test_open_start_has_no_corners(corners):
    """OT-7, OT-10: an empty board and given corners do not go together."""
    with pytest.raises(BadChoice, match=f"corners={corners} does not go with start=open"):
        started(start="open", corners=corners)
    corner_option = OTHELLO.options[1]
    assert not corner_option.free({"start": "open"})
    assert corner_option.free({"start": "parallel"})


@pytest.mark.parametrize("given", [{"start": "closed"}, {"corners": "5"}, {"size": "10"}])
def test_unknown_options_are_refused(given):
    """OT-10: only what is offered."""
    with pytest.raises(BadChoice):
        Match(OTHELLO, given)
