"""Tests of the rules of Flip-Flop. In diagrams D is dark, L is light, a dot is empty."""

from random import Random

import pytest

from flipside.rules.contract.board import cells
from flipside.rules.contract.position import IllegalMove, Result, shuffled
from flipside.rules.contract.story import Piece
from flipside.rules.games.flipflop.position import ALL, BOARD, CHESS_STONES, has_line
from tests.rules.games.flipflop.boards import (
    CHESSBOARD,
    SEVEN,
    SEVEN_LAID,
    at,
    drawn,
    marks_of,
    match_of,
    match_without_line,
    names,
    random_match,
    rows,
    shown,
    tap,
)


# -- phase 1 -------------------------------------------------------------------------------------
def test_ff_1_stones_are_laid_in_turn_on_any_empty_field() -> None:
    """FF-1: players place stones of their colours until all 64 fields are full."""
    match = match_of()
    assert at(match).moves() == [(cell,) for cell in range(64)]
    match.read_moves("d4 a1 h8")
    assert shown(at(match)) == rows("""
        L.......
        ........
        ........
        ...D....
        ........
        ........
        ........
        .......D
    """)
    assert at(match).turn == 1
    assert at(match).prompt() == "lay"
    assert {"d4", "a1", "h8"}.isdisjoint(names(at(match)))
    assert len(at(match).moves()) == 61
    assert at(match).to_dict()["banned"] is None


def test_ff_1_the_64th_stone_ends_the_laying() -> None:
    """FF-1: 32 stones of each colour, then the switches begin."""
    match = match_without_line(63)
    assert at(match).laying
    assert len(at(match).moves()) == 1
    match = match_without_line(64)
    assert not at(match).laying
    assert at(match).prompt() == "switch"
    assert [stones.bit_count() for stones in at(match).stones] == [32, 32]


def test_ff_2_the_chessboard_replaces_the_laying() -> None:
    """FF-2: `setup=chess`, a1 is dark."""
    now = at(match_of(setup="chess"))
    assert shown(now) == rows(CHESSBOARD)
    assert now == drawn(CHESSBOARD)
    assert (now.turn, now.laying, now.ban) == (0, False, None)


# -- phase 2 -------------------------------------------------------------------------------------
def test_ff_3_the_switch_turns_its_row_and_column() -> None:
    """FF-3: fifteen stones of both colours are flipped once, including the switch."""
    match = match_of("e4", setup="chess")
    assert shown(at(match)) == rows("""
        DLDLLLDL
        LDLDDDLD
        DLDLLLDL
        DLDLDLDL
        DLDLLLDL
        LDLDDDLD
        DLDLLLDL
        LDLDDDLD
    """)
    changed = at(match).stones[0] ^ CHESS_STONES
    assert changed.bit_count() == 15
    assert at(match).pieces()[BOARD.cell_named("e4")] == Piece("dark", "disc")


def test_ff_3_only_enemy_stones_are_switches() -> None:
    """FF-3: dark picks light stones, light picks dark ones."""
    start = at(match_of(setup="chess"))
    assert names(start) == [BOARD.names[cell] for cell in cells(~CHESS_STONES & ALL)]
    after = start.play(tap("e4"))
    dark = {BOARD.names[cell] for cell in cells(after.stones[0])}
    assert set(names(after)) == dark - {"e4"}
    with pytest.raises(IllegalMove):
        match_of(setup="chess").play(tap("a1"))


def test_ff_4_the_last_switch_may_not_be_the_next() -> None:
    """FF-4: the banned stone is marked and cannot be tapped. One move later it can."""
    match = match_of("b1", setup="chess")
    assert at(match).to_dict()["banned"] == "b1"
    assert marks_of(at(match), "banned") == [("b1", None)]
    assert at(match).pieces()[BOARD.cell_named("b1")] == Piece("dark", "disc")
    assert "b1" not in names(at(match))
    with pytest.raises(IllegalMove):
        match.play(tap("b1"))
    match.read_moves("d1")
    assert at(match).to_dict()["banned"] == "d1"
    assert "b1" in names(at(match))


def test_ff_4_a_banned_stone_may_turn_along() -> None:
    """FF-4: other switches may flip a banned stone."""
    match = match_of("b1 d1", setup="chess")
    assert at(match).pieces()[BOARD.cell_named("b1")] == Piece("light", "disc")


@pytest.mark.parametrize(
    ("line", "winner"), [("DDDDDDDD", 0), ("LLLLLLLL", 1)], ids=["dark", "light"]
)
@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("at", [0, 3, 7])
def test_ff_5_a_full_line_wins_for_its_colour(
    line: str, winner: int, turn: int, upright: bool, at: int
) -> None:
    """FF-5: a full row or column wins for its colour, no matter who moved last."""
    board = rows(CHESSBOARD)
    board[at] = line
    if upright:
        board = ["".join(column) for column in zip(*board, strict=True)]
    now = drawn(" ".join(board), turn)
    assert now.result() == Result(winner, "line")
    assert now.moves() == []
    assert len(marks_of(now, "line")) == 1


def test_ff_5_dark_fills_a_row_of_its_own() -> None:
    """FF-5: the match of the manual: d1 turns d8, the last light stone of row 8."""
    match = match_of("e8 b6 h6 f6", setup="chess")
    assert shown(at(match)) == rows(SEVEN)
    match.read_moves("d1")
    assert match.result() == Result(0, "line")
    assert marks_of(at(match), "line") == [("a8 b8 c8 d8 e8 f8 g8 h8", "dark")]
    assert marks_of(at(match), "banned") == []


def test_ff_5_the_mover_can_fill_a_line_for_the_enemy() -> None:
    """FF-5: light turns d8 from a dark stone above it, and dark has won."""
    now = drawn(SEVEN, turn=1).play(tap("d2"))
    assert now.result() == Result(0, "line")


def test_ff_5_diagonals_count_nothing() -> None:
    """FF-5: full diagonals do not win."""
    now = drawn("""
        DLLLDLLD
        LDLDLLDL
        LLDLLDLD
        DLLDDLLL
        LDLDDLLL
        LLDLLDDL
        LDLLLLDL
        DLLDLLLD
    """)
    assert now.result() is None


def test_ff_6_lines_of_both_colours_win_for_the_mover() -> None:
    """FF-6: d3 fills column c for dark and column b for light."""
    match = match_of("b7 g5 c7 e1", setup="chess")
    after = at(match).play(tap("d3"))
    assert marks_of(after, "line") == [
        ("c1 c2 c3 c4 c5 c6 c7 c8", "dark"),
        ("b1 b2 b3 b4 b5 b6 b7 b8", "light"),
    ]
    assert after.result() == Result(0, "both")
    light = match_of("a8 a4 h8 h4 e6 b2", setup="chess")
    assert light.result() == Result(1, "both")


# -- when lines count ----------------------------------------------------------------------------
def test_ff_7_a_line_laid_wins_at_once() -> None:
    """FF-7: lines also win while stones are laid."""
    match = match_of(SEVEN_LAID + " g8 h1")
    assert match.result() == Result(0, "line")
    assert at(match).moves() == []


def test_ff_7_late_lines_wait_for_the_full_board() -> None:
    """FF-7: with `lines=late`, laying continues after a full line."""
    match = match_of(SEVEN_LAID + " g8 h1 h8", lines="late")
    assert match.result() is None
    assert len(at(match).moves()) == 48
    assert [colour for _, colour in marks_of(at(match), "line")] == ["dark", "light"]


LAST = """
    {first}
    LDLDLDLD
    DLDLDLDL
    LDLD.DLD
    DLDLDLDL
    LDLDLDLD
    DLDLDLDL
    {last}
"""


@pytest.mark.parametrize(
    ("first", "last", "result"),
    [
        ("DDDDDDDD", "LDLDLDLD", Result(0, "line")),
        ("LLLLLLLL", "LDLDLDLD", Result(1, "line")),
        ("DDDDDDDD", "LLLLLLLL", Result(1, "both")),
        ("DLDLDLDL", "LDLDLDLD", None),
    ],
)
def test_ff_7_late_the_64th_stone_decides(first: str, last: str, result: Result | None) -> None:
    """FF-7: after the last stone a line wins for its colour; with both colours, the last player
    wins."""
    before = drawn(LAST.format(first=first, last=last), turn=1, late=True)
    assert before.result() is None
    after = before.play(tap("e4"))
    assert after.result() == result
    assert bool(after.moves()) == (result is None)


def test_ff_7_late_changes_nothing_without_laying() -> None:
    """FF-7: from the chessboard the option makes no difference."""
    moves = "e8 b6 h6 f6 d1"
    always = match_of(moves, setup="chess")
    late = match_of(moves, setup="chess", lines="late")
    assert always.result() == late.result() == Result(0, "line")


def test_ff_8_who_laid_first_switches_first() -> None:
    """FF-8: after 64 stones dark is to move, and no stone is banned."""
    now = at(match_without_line(64))
    assert (now.turn, now.ban) == (0, None)
    assert len(now.moves()) == 32
    assert marks_of(now, "banned") == []


# -- ends without a line -------------------------------------------------------------------------
def test_ff_9_the_third_occurrence_is_a_draw() -> None:
    """FF-9: alternating b1 and d1 repeat board, player and ban every four switches."""
    match = match_of("b1 d1 b1 d1 b1", setup="chess")
    assert match.occurrences() == 2
    match.read_moves("d1 b1 d1")
    assert match.result() is None
    match.read_moves("b1")
    assert match.result() == Result(None, "repetition")
    assert at(match).result() is None


def test_all_3_the_banned_stone_is_part_of_the_situation() -> None:
    """ALL-3: the same board with another ban or mover is another position."""
    match = match_of("b1 d1 b1 d1", setup="chess")
    start, back = at(match, 0), at(match)
    assert back.pieces() == start.pieces()
    assert back != start
    assert match.occurrences() == 1
    one, other = drawn(CHESSBOARD, banned="a1"), drawn(CHESSBOARD, banned="a1")
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, drawn(CHESSBOARD), drawn(CHESSBOARD, turn=1, banned="a1")}) == 3
    assert one == drawn(CHESSBOARD, banned="a1", late=True)


@pytest.mark.parametrize("cap", ["60", "100", "200"])
@pytest.mark.parametrize("setup", ["laid", "chess", "random"])
def test_ff_9_the_cap_counts_switches_only(cap: str, setup: str) -> None:
    """FF-9: option `cap`; set-up moves do not count."""
    laid = 64 if setup == "laid" else 0
    match = match_without_line(laid + int(cap) - 1, setup=setup, cap=cap)
    assert (match.result(), match.plies_left()) == (None, 1)
    quiet = [m for m in at(match).moves() if at(match).play(m).result() is None]
    match.play(quiet[0])
    assert match.plies_left() == 0
    assert match.result() == Result(None, "cap")
    match.goto_ply(laid)
    assert match.plies_left() == int(cap)


def test_ff_9_a_line_made_by_the_last_switch_wins() -> None:
    """FF-9: the last switch before the cap may win."""
    matches = (match_without_line(59, seed, setup="chess", cap="60") for seed in range(100))
    match = next(match for match in matches if at(match).finishing(1))
    _, taps = at(match).finishing(1)[0]
    match.play((cells(taps)[0],))
    assert match.plies_left() == 0
    assert (result := match.result()) is not None
    assert result.winner == 1


def test_ff_9_without_a_cap_the_match_goes_on() -> None:
    """FF-9: `cap=off`."""
    match = match_without_line(230, setup="chess", cap="off")
    assert match.result() is None
    assert match.plies_left() is None


def test_ff_10_random_halves_without_a_line() -> None:
    """FF-10: 32 stones of each colour, no full line, the same for the same seed."""
    boards = set()
    for seed in range(300):
        now = at(match_of(seed=seed, setup="random"))
        assert [stones.bit_count() for stones in now.stones] == [32, 32]
        assert now.result() is None
        assert not any(has_line(stones) for stones in now.stones)
        assert now == at(match_of(seed=seed, setup="random"))
        assert (now.turn, now.ban) == (0, None)
        boards.add(now)
    assert len(boards) == 300


def test_ff_10_nobody_wins_with_the_first_switch() -> None:
    """FF-10: a random board on which the first player could win at once is dealt again. Others are
    not."""
    stayed = 0
    for seed in range(150):
        start = at(match_of(seed=seed, setup="random", lines="late" if seed % 2 else "always"))
        results = [start.play(move).result() for move in start.moves()]
        assert not any(result is not None and result.winner == 0 for result in results)
        deal = shuffled(range(64), Random(seed))[:32]
        stayed += start.stones[0] == sum(1 << cell for cell in deal)
    assert 60 < stayed < 130


PINNED = """
    LLDDDLDL
    LDLDDDDL
    LLDDDDLL
    DDLDDLDD
    DLDLDLDL
    LLDLLLLL
    DDDLLLLD
    LDDDLDLL
"""


def test_ff_10_the_first_seed_is_pinned() -> None:
    """FF-10: a seed must always give the same board, because saved matches depend on it."""
    assert shown(at(match_of(setup="random", seed=1))) == rows(PINNED)


def test_ff_11_there_is_always_a_switch() -> None:
    """FF-11, ALL-1: there is always a switch, even with the fewest opposing stones
    and one banned."""
    board = ["".join("L" if row == column else "D" for column in range(8)) for row in range(8)]
    now = drawn(" ".join(board), banned="d4")
    assert now.result() is None
    assert names(now) == ["a1", "b2", "c3", "e5", "f6", "g7", "h8"]
    for seed in range(30):
        match = random_match(seed, setup="random", cap="off")
        for ply in range(match.ply):
            legal = at(match, ply).moves()
            assert len(legal) >= 7
            assert () not in legal


def test_all_2_dark_begins() -> None:
    """ALL-2: dark begins in every set-up."""
    for setup in ("laid", "chess", "random"):
        now = at(match_of(setup=setup))
        assert now.colours == ("dark", "light")
        assert now.turn == 0


# -- counting and cross-checks -------------------------------------------------------------------
Grid = list[list[str]]


def plain_play(grid: Grid, row: int, column: int, colour: str) -> Grid:
    """Return the board after a move by FF-1 and FF-3, on lists."""
    after = [list(line) for line in grid]
    if any("." in line for line in grid):
        assert after[row][column] == "."
        after[row][column] = colour
        return after
    assert after[row][column] not in (".", colour)
    for r in range(8):
        for c in range(8):
            if r == row or c == column:
                after[r][c] = "L" if grid[r][c] == "D" else "D"
    return after


def plain_winner(grid: Grid, mover: str, late: bool) -> str | None:
    """Return the winner by FF-5 to FF-7, on lists."""
    if late and any("." in line for line in grid):
        return None
    lines = [*grid, *([grid[r][c] for r in range(8)] for c in range(8))]
    full = {line[0] for line in lines if line[0] != "." and len(set(line)) == 1}
    return mover if len(full) == 2 else next(iter(full), None)


@pytest.mark.parametrize("lines", ["always", "late"])
@pytest.mark.parametrize("setup", ["laid", "chess", "random"])
def test_play_agrees_with_plain_lists(setup: str, lines: str) -> None:
    """FF-1, FF-3 to FF-7: positions agree with an independent implementation."""
    for seed in range(25):
        match = random_match(seed, setup=setup, lines=lines)
        for ply, move in enumerate(match.moves):
            before, after = at(match, ply), at(match, ply + 1)
            grid = [list(line) for line in shown(before)]
            colour = "DL"[before.turn]
            grid = plain_play(grid, *divmod(move[0], 8), colour)
            assert ["".join(line) for line in grid] == shown(after)
            winner = plain_winner(grid, colour, lines == "late")
            result = after.result()
            assert (winner and "DL".index(winner)) == (result and result.winner)


def test_full_lines_are_found_wherever_they_lie() -> None:
    """FF-5: every row and column is found, alone and with random stones; none across the edge."""
    random = Random(5)
    for index in range(16):
        line = 0xFF << 8 * index if index < 8 else 0x0101010101010101 << index - 8
        assert has_line(line)
        for cell in cells(line):
            assert not has_line(line ^ 1 << cell)
        assert has_line(line | int(random.random() * ALL))
    assert not has_line(0x0FF0)
    assert not has_line(0)
