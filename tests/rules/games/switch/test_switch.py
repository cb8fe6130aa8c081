"""Tests of Switch. Every test names the numbers of its rules."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from flipside.rules.contract.game import BadChoice
from flipside.rules.contract.position import WIN, Mark, Move, Position, Result
from flipside.rules.contract.story import Piece, Slide
from flipside.rules.games.switch import SWITCH
from flipside.rules.games.switch.position import (
    ARRANGEMENTS,
    PlayingPhase,
    Setup,
    position_from_rows,
)
from flipside.rules.games.switch.stones import BOARD, counters, joined
from flipside.rules.match.match import Match
from tests.rules.games.switch.reference_evaluation import evaluate

CHESS = ARRANGEMENTS["chess"]

# Dark to move: c1-c2 connects all dark stones, and light can counter.
BEFORE_COUNTER = (".LDDD", "LLLDD", "LLDLD", "LLLDD", "LLDDD")

# Row 1 is even, dark has rows 2 and 3 and columns a to c, light the rest.
MIXED = ("DDLL.", "DDDLL", "DLDLD", "LLDDL", "LDLDL")

SETUPS = ("chess", "windmill", "ring", "placed")


def named(position: Position, name: str) -> Move:
    return next(move for move in position.moves() if position.name(move) == name)


def names(position: Position, begin: str = "") -> list[str]:
    found = [position.name(move) for move in position.moves()]
    return [name for name in found if name.startswith(begin)]


def played(rows: Sequence[str], moves: str, first: str = "dark", **setup: bool) -> PlayingPhase:
    position = position_from_rows(rows, first, Setup(**setup))
    for name in moves.split():
        position = position.play(named(position, name))
    return position


def marked(position: Position, kind: str, taps: Move = ()) -> list[Mark]:
    return [mark for mark in position.marks(taps) if mark.kind == kind]


def cell_names(mark: Mark) -> str:
    return " ".join(BOARD.names[cell] for cell in mark.cells)


def matched(moves: str, **choices: str) -> Match:
    match = Match(SWITCH, choices)
    match.read_moves(moves)
    return match


# -- board and moves -----------------------------------------------------------------------------


@pytest.mark.parametrize("setup", ["chess", "windmill", "ring"])
def test_start_has_twelve_stones_each(setup: str) -> None:
    """SW-1, SW-9: 5x5 fields, twelve stones of each colour, one empty field in the middle."""
    position = Match(SWITCH, {"setup": setup}).position
    assert position.to_dict()["board"] == list(ARRANGEMENTS[setup])
    colours = [piece.colour if piece else None for piece in position.pieces()]
    assert [colours.count(colour) for colour in ("dark", "light", None)] == [12, 12, 1]
    assert colours[BOARD.cell_named("c3")] is None


def test_any_own_stone_goes_to_the_gap() -> None:
    """SW-2: each own stone may move to the empty field, and no other stone."""
    position = position_from_rows(CHESS, "dark", Setup())
    own = [cell for cell in range(25) if position.colour_on(cell) == 0]
    into_gap = [move for move in position.moves() if move[1] == BOARD.cell_named("c3")]
    assert into_gap == [(cell, BOARD.cell_named("c3")) for cell in own]
    after = position.play(named(position, "e5-c3"))
    assert after.to_dict()["board"] == ["DLDLD", "LDLDL", "DLDLD", "LDLDL", "DLDL."]


def test_exchange_in_a_line_of_majority() -> None:
    """SW-3: in a line with a majority, an own stone is exchanged with any stone of the opponent."""
    position = position_from_rows(CHESS, "dark", Setup())
    assert names(position, "a1") == ["a1-b1", "a1-d1", "a1-a2", "a1-c3", "a1-a4"]
    after = position.play(named(position, "a1-d1"))
    assert after.to_dict()["board"] == ["LLDDD", *CHESS[1:]]


def test_majority_is_strict() -> None:
    """SW-4: two against two is not a majority; three of five is."""
    dark = position_from_rows(MIXED, "dark", Setup())
    assert names(dark, "a1") == ["a1-e1", "a1-a4", "a1-a5"]
    assert names(dark, "b2") == ["b2-e1", "b2-d2", "b2-e2", "b2-b3", "b2-b4"]
    light = position_from_rows(MIXED, "light", Setup())
    assert names(light, "c1") == ["c1-e1"]
    assert names(light, "d1") == ["d1-e1", "d1-d4", "d1-d5"]


def test_adjacent_option() -> None:
    """SW-4, `swap=adjacent`: only neighbours are exchanged. Any stone may move to the gap."""
    position = Match(SWITCH, {"swap": "adjacent"}).position
    assert names(position, "a1") == ["a1-b1", "a1-a2", "a1-c3"]
    assert names(position, "e5") == ["e5-c3", "e5-e4", "e5-d5"]


def test_moves_name_the_own_stone_first() -> None:
    """SW-3: one exchange has one name, the mover's own stone first."""
    assert "b1-a1" not in names(position_from_rows(CHESS, "dark", Setup()))
    assert "b2-a2" not in names(position_from_rows(CHESS, "dark", Setup()))
    assert "a2-b2" in names(position_from_rows(CHESS, "light", Setup()))


# -- winning and losing --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "dark", "light"),
    [
        ("DDDDD DDDDD DDLLL LLLLL LLLL.", True, True),
        ("DDDDD DDDDD LLLLL LLLLL DLL.D", False, True),
        ("DDDDD LLLLD .LDDD LLDLL LLDDL", True, False),
        ("DDDDD LLLLL DDDDD LLLLL DD.LL", False, False),
        ("DDDDL LLLLD LLDDD LLLDD LL.DD", False, False),  # d1 and e2, e1 and d2: corners
        ("DLDLD LDLDL DL.LD LDLDL DLDLD", False, False),
    ],
)
def test_connection_is_edge_to_edge(rows: str, dark: bool, light: bool) -> None:
    """SW-5: stones are connected along rows and columns, not at corners."""
    position = position_from_rows(rows.split(), "dark", Setup())
    assert [joined(stones) for stones in position.stones] == [dark, light]


def test_connecting_the_enemy_loses() -> None:
    """SW-6: a move that connects the opponent's stones loses at once."""
    match = matched("a1-b1 b4-d4 e2-c3 e1-e5", setup="windmill")
    assert match.result() == Result(0, "gift")
    assert match.position.moves() == []


def test_connecting_both_loses() -> None:
    """SW-6: a move that connects both colours loses."""
    match = matched("b2-b1 e4-a4 d3-d5 e3-b3 a1-e1", setup="windmill")
    assert isinstance(match.position, PlayingPhase)
    assert [joined(stones) for stones in match.position.stones] == [True, True]
    assert match.result() == Result(1, "both")


def test_connection_without_counter_wins_at_once() -> None:
    """SW-7, SW-8: without a possible countermove the match is over."""
    match = matched("a1-c3 e2-e5 b2-b5", setup="ring")
    assert match.result() == Result(0, "unanswered")
    (island,) = marked(match.position, "island")
    assert island.colour == "dark"
    assert len(island.cells) == 12


def test_counter_wins() -> None:
    """SW-7: a move that breaks the connection and connects the own stones wins."""
    position = played(BEFORE_COUNTER, "c1-c2")
    assert position.result() is None
    assert position.must_counter
    assert position.prompt() == "counter"
    assert [position.name(move) for move in position.counters()] == ["a3-c3", "b3-c3", "a4-d4"]
    for move in position.counters():
        after = position.play(move)
        assert after.result() == Result(1, "counter")
        assert after.moves() == []
        assert [mark.colour for mark in marked(after, "island")] == ["light"]


def test_who_must_counter_may_play_anything_but_loses() -> None:
    """SW-8: all moves stay legal, and all except countermoves lose."""
    position = played(BEFORE_COUNTER, "c1-c2")
    ordinary = replace(position, must_counter=False)
    assert names(position) == names(ordinary)
    others = [move for move in position.moves() if move not in position.counters()]
    assert len(others) >= 12
    assert {position.play(move).result() for move in others} == {Result(0, "missed")}


def test_missed_counter_that_breaks_the_connection_loses() -> None:
    """SW-8, ALL-3: a move that only breaks the connection loses, and does not count as a
    repetition."""
    position = played(BEFORE_COUNTER, "c1-c2")
    after = position.play(named(position, "b3-e3"))
    assert [joined(stones) for stones in after.stones] == [False, False]
    assert after.result() == Result(0, "missed")
    assert marked(after, "island") == []
    assert after != replace(after, outcome=None)


def test_counter_that_leaves_the_connection_loses() -> None:
    """SW-6, SW-7: a move that connects both colours is not a countermove."""
    rows = ("DLLLL", "LLLLL", "DDLLD", ".DDDL", "DDDDD")
    position = played(rows, "e4-e3", first="light")
    assert position.must_counter
    after = position.play(named(position, "a1-a2"))
    assert [joined(stones) for stones in after.stones] == [True, True]
    assert after.result() == Result(0, "missed")


def test_no_counter_to_the_counter() -> None:
    """SW-8: a countermove ends the match, even if the opponent could counter it."""
    rows = ("DDDLD", "DDLDL", "DDDLD", "DLLL.", "LLLLL")
    position = played(rows, "d1-d2 e3-d3", first="light")
    assert next(counters(*position.sides, adjacent=False)) == named(
        replace(position, outcome=None), "c5-c3"
    )
    assert position.result() == Result(1, "counter")


def test_counter_option() -> None:
    """SW-8, `counter=off`: connecting own stones wins at once. Connecting the opponent's loses."""
    assert played(BEFORE_COUNTER, "c1-c2", counter=False).result() == Result(0, "joined")
    off = {"setup": "windmill", "counter": "off"}
    assert matched("a1-b1 b4-d4 e2-c3 e1-e5", **off).result() == Result(0, "gift")
    assert matched("b2-b1 e4-a4 d3-d5 e3-b3 a1-e1", **off).result() == Result(1, "both")


def test_adjacent_counters() -> None:
    """SW-4, SW-8: with `swap=adjacent` only exchanges of neighbours are countermoves."""
    position = played(BEFORE_COUNTER, "c1-c2", adjacent=True)
    assert [position.name(move) for move in position.counters()] == ["b3-c3"]


# -- starting ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "other"), [("dark", "light"), ("light", "dark")])
@pytest.mark.parametrize("setup", ["chess", "windmill", "ring"])
def test_first_colour(setup: str, first: str, other: str) -> None:
    """SW-9, ALL-2: player 0 moves first and has the colour chosen in the set-up."""
    position = Match(SWITCH, {"setup": setup, "first": first}).position
    assert position.turn == 0
    assert position.colours == (first, other)
    own = {position.pieces()[move[0]] for move in position.moves()}
    assert own == {Piece(first, "stone")}
    after = position.play(position.moves()[0])
    assert after.turn == 1
    assert after.colours == position.colours


def test_options() -> None:
    """SW-9, SW-10: these options are offered; `first` is impossible with `setup=placed`."""
    offered = {option.key: option.values for option in SWITCH.options}
    assert offered == {
        "setup": SETUPS,
        "first": ("dark", "light"),
        "swap": ("any", "adjacent"),
        "counter": ("on", "off"),
        "cap": ("200", "100", "400", "off"),
        "tie": ("draw", "groups"),
    }
    with pytest.raises(BadChoice):
        SWITCH.choices({"setup": "placed", "first": "light"})


# -- what is seen and said -----------------------------------------------------------------------


def test_stories() -> None:
    """SW-2, SW-3: a stone slides to the gap; exchanged stones pass each other in one beat."""
    position = position_from_rows(CHESS, "dark", Setup())
    assert position.story(named(position, "a1-c3")) == ((Slide(0, 12),),)
    assert position.story(named(position, "a1-d1")) == ((Slide(0, 3), Slide(3, 0)),)


def test_bridges_join_neighbours() -> None:
    """SW-5: marks connect neighbouring stones of one colour, as an aid."""
    position = position_from_rows(MIXED, "dark", Setup())
    bridges = {cell_names(mark): mark for mark in marked(position, "join")}
    assert bridges["a1 b1"].colour == "dark"
    assert bridges["d1 d2"].colour == "light"
    assert all(mark.aid for mark in bridges.values())
    assert not {"b1 c1", "d1 e1", "a1 b2"} & set(bridges)
    assert len(bridges) == 10 + 8


def test_lines_of_majority_are_marked() -> None:
    """SW-4: after the tap on a stone, its lines with a majority are marked."""
    position = position_from_rows(MIXED, "dark", Setup())
    assert marked(position, "line") == []
    assert marked(position, "line", (BOARD.cell_named("d4"),)) == []
    (column,) = marked(position, "line", (BOARD.cell_named("a1"),))
    assert cell_names(column) == "a1 a2 a3 a4 a5"
    shown = marked(position, "line", (BOARD.cell_named("a2"),))
    assert [cell_names(mark) for mark in shown] == ["a2 b2 c2 d2 e2", "a1 a2 a3 a4 a5"]
    assert not any(mark.aid for mark in shown)


def test_danger_is_marked() -> None:
    """SW-8: marks show the connection, the stones that can counter, and then their targets."""
    position = played(BEFORE_COUNTER, "c1-c2")
    assert [len(mark.cells) for mark in marked(position, "threat")] == [12]
    assert [cell_names(mark) for mark in marked(position, "counter")] == ["a3", "b3", "a4"]
    begun = marked(position, "counter", (BOARD.cell_named("a4"),))
    assert [cell_names(mark) for mark in begun] == ["d4"]
    useless = marked(position, "counter", (BOARD.cell_named("a5"),))
    assert [cell_names(mark) for mark in useless] == ["a3", "b3", "a4"]
    assert position.to_dict()["counter"] is True


def test_tallies() -> None:
    """SW-5: the size of each player's largest group, in the order of the players."""
    for first, sizes in (("dark", [10, 5]), ("light", [5, 10])):
        position = position_from_rows(MIXED, first, Setup())
        assert [tally.number for (tally,) in position.tallies()] == sizes
        assert position.points() is None


def test_judge_likes_to_counter() -> None:
    """SW-7: a possible countermove has a good score, but not that of a win."""
    assert 0 < evaluate(played(BEFORE_COUNTER, "c1-c2")) < WIN
