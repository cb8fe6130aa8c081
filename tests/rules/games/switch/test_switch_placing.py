"""Tests of the start of Switch in which players place stones and choose a colour (SW-10, SW-11)."""

from collections.abc import Iterator
from random import Random

import pytest

from flipside.rules.contract.position import Move, Result
from flipside.rules.contract.search_api import Limit
from flipside.rules.contract.story import Place, apply_beat
from flipside.rules.engine.search import search
from flipside.rules.games.switch import SWITCH
from flipside.rules.games.switch.facts import facts
from flipside.rules.games.switch.position import (
    BOARD_PLACED,
    ChoosingPhase,
    LayingPhase,
    Setup,
    Switch,
    position_from_rows,
)
from flipside.rules.games.switch.stones import BOARD
from flipside.rules.match.match import Match


def opening(**choices: str) -> Switch:
    return SWITCH.opening(SWITCH.choices(choices), Random(0))


def named(position: Switch, name: str) -> Move:
    return next(move for move in position.moves() if position.name(move) == name)


def played(position: Switch, moves: str) -> Switch:
    for name in moves.split():
        position = position.play(named(position, name))
    return position


def laying(rows: str, turn: int, starter: int | None) -> LayingPhase:
    stones = position_from_rows(rows.split(), "dark", Setup()).stones
    return LayingPhase(stones, turn, Setup(placed=True), starter)


LAID = (
    "a1=D b1=L c1=D d1=L e1=D a2=L b2=D c2=L d2=D e2=L a3=D b3=L "
    "d3=L e3=D a4=L b4=D c4=L d4=D e4=L a5=D b5=L"
)
"""21 stones of the chessboard. Dark on c5 and e5 and light on d5 are missing."""


def test_laying_offers_every_field_and_both_colours() -> None:
    """SW-10: each colour may be placed on any empty field by two taps: field, colour."""
    position = opening(setup="placed")
    assert position.colours is None
    assert position.turn == 0
    assert position.prompt() == "lay"
    assert len(position.moves()) == 50
    assert [position.name(move) for move in position.moves()[:3]] == ["a1=D", "a1=L", "b1=D"]
    move = named(position, "d3=L")
    assert move == (BOARD_PLACED.cell_named("d3"), BOARD_PLACED.cell_named("light"))
    after = position.play(move)
    assert after.turn == 1
    assert after.to_dict()["board"][2] == "...L."  # type: ignore[index]
    assert {name[:2] for name in map(after.name, after.moves())} == {*BOARD.names} - {"d3"}


def test_twelve_of_each_colour() -> None:
    """SW-10: after twelve stones of a colour, only the other colour is left."""
    position = laying("D.D.D .D.D. D.D.D .D.D. D.D..", 0, 1)
    assert {position.name(move)[-1] for move in position.moves()} == {"L"}
    stock = [(tally.number, tally.piece) for tally in position.tallies()[0]]
    assert [number for number, _ in stock] == [0, 12]
    assert position.tallies()[0] == position.tallies()[1]


@pytest.mark.parametrize(
    ("last", "starter"),
    [("c5=D d5=L e5=D", 1), ("d5=L c5=D e5=D", 1), ("c5=D e5=D d5=L", 0)],
)
def test_who_laid_the_last_dark_stone_starts(last: str, starter: int) -> None:
    """SW-10: the player of the last dark stone will start; the opponent first chooses a colour."""
    first = played(opening(setup="placed"), LAID)
    assert first.turn == 1
    position = played(first, last)
    assert isinstance(position, ChoosingPhase)
    assert position.turn == 1 - starter
    assert position.colours is None
    assert position.prompt() == "choose"
    assert [position.name(move) for move in position.moves()] == ["dark", "light"]
    for colour, other in (("dark", "light"), ("light", "dark")):
        after = played(position, colour)
        assert after.turn == starter
        assert after.colours is not None
        assert after.colours[1 - starter] == colour
        assert after.colours[starter] == other
        assert after.to_dict()["board"] == ["DLDLD", "LDLDL", "DL.LD", "LDLDL", "DLDLD"]
        own = {after.pieces()[move[0]] for move in after.moves()}
        assert [piece.colour for piece in own if piece] == [other]
    assert played(position, "dark") != played(position, "light")


def test_pieces_beside_the_board() -> None:
    """SW-10: cells beside the board show a stone of each colour until colours are chosen."""
    position = opening(setup="placed")
    beside = [BOARD_PLACED.cell_named("dark"), BOARD_PLACED.cell_named("light")]
    assert [BOARD_PLACED.kinds[cell] for cell in beside] == ["beside", "beside"]
    laid = position.story(named(position, "d3=D"))
    assert [type(step) for step in laid[0]] == [Place]
    position = played(position, LAID + " c5=D d5=L e5=D")
    assert [piece.colour for piece in position.pieces()[25:] if piece] == ["dark", "light"]
    after = played(position, "light")
    assert after.pieces()[25:] == (None, None)
    assert apply_beat(position.pieces(), position.story((beside[1],))[0]) == after.pieces()


def test_no_laying_completes_a_connection() -> None:
    """SW-11: the twelfth stone must not connect its colour."""
    position = laying(".DDDD DLLLL LLLLL LL.DD DDDDD", 1, 0)
    assert [position.name(move) for move in position.moves()] == ["a1=L"]
    assert position.result() is None


def test_draw_when_no_laying_is_left() -> None:
    """SW-11: if every placement would connect twelve stones, the match is drawn at once."""
    position = laying("DDDDD LLLLL LLLLL L..DD DDDDD", 1, 0)
    assert position.moves() == []
    assert position.result() == Result(None, "no_place")


def test_both_colours_are_held_apart() -> None:
    """SW-11: with one stone of each colour left, each may be placed where it connects nothing."""
    apart = laying("DDDDD LLLLL LLLLL L..DD DDD.D", 1, None)
    assert [apart.name(move) for move in apart.moves()] == ["b4=D", "c4=D", "d5=D", "d5=L"]
    last = laying("DDDDD DDDDD D.LLL ..LLL LLLLL", 0, None)
    assert [last.name(move) for move in last.moves()] == ["b4=D"]
    assert last.play(last.moves()[0]).result() == Result(None, "no_place")


def test_a_whole_start() -> None:
    """SW-10, ALL-2: such a start is read from its text. Player 0 placed the first stone."""
    match = Match(SWITCH, {"setup": "placed"})
    match.read_moves(LAID + " c5=D d5=L e5=D light a1-c3")
    assert match.names()[-3:] == ["e5=D", "light", "a1-c3"]
    assert match.position.colours == ("light", "dark")
    assert match.position.turn == 0


def said(position: Switch, name: str) -> dict[str, int]:
    return {fact.key: fact.count for fact in facts(position, named(position, name))}


CHOICES = [
    ("DLDDL LDLLD LD.DL DLLDL LDDLD", {}, {}),
    ("DLLLD LDDDL LD.DL LDDDL DLLLD", {"largest": 8}, {"fewer_groups": 4}),
    ("DDDDL DDDDL DDDDL LLLLL LLL.L", {"pairs": 17, "majority": 7}, {}),
]


@pytest.mark.parametrize(("rows", "dark", "light"), CHOICES)
def test_what_speaks_for_a_colour(rows: str, dark: dict[str, int], light: dict[str, int]) -> None:
    """SW-10: facts name only the advantages of one colour over the other."""
    stones = position_from_rows(rows.split(), "dark", Setup()).stones
    position = ChoosingPhase(stones, 1, Setup(placed=True))
    assert said(position, "dark") == dark
    assert said(position, "light") == light


def test_what_a_laid_stone_does() -> None:
    """SW-10: facts count neighbours of both colours, and tell who starts after the
    last dark stone."""
    position = played(opening(setup="placed"), "b1=D a2=L b3=L")
    assert said(position, "b2=L") == {"beside": 2, "between": 1}
    assert said(position, "b2=D") == {"beside": 1, "between": 2}
    assert said(position, "e5=D") == {}
    late = played(opening(setup="placed"), LAID + " c5=D")
    assert "starts" in said(late, "e5=D")
    assert "starts" not in said(late, "e5=L")


@pytest.mark.parametrize("last", ["D", "L"])
def test_the_search_looks_past_two_plies_of_one_player(last: str) -> None:
    """SW-10: a player may place the last stone and then choose. The search finds the minimax values
    there, with legal moves."""
    rows = "DLDLD LDLDL DL.LD LDLD. DLDL."
    rows = rows.replace("L.", "D.", 1) if last == "L" else rows
    for turn, starter in ((0, None), (1, None)) if last == "D" else ((0, 0), (0, 1)):
        start = laying(rows, turn, starter)
        assert len(start.moves()) > 1
        for plies in (1, 2, 3, 4):
            *_, info = search(start, SWITCH, Limit(depth=plies), Random(1))
            position: Switch = start
            for move in info.pv:
                assert move in position.moves()
                position = position.play(move)
            assert info.move == info.pv[0]
            assert info.score == max(looked(start, plies))


def looked(start: Switch, plies: int) -> Iterator[int]:
    """Yield the minimax value of each move for the mover. A ply inserted between two plies of one
    player counts."""
    for move in start.moves():
        after, left = start.play(move), plies - 1
        if after.turn == start.turn and left:
            yield max(looked(after, left - 1)) if left > 1 else SWITCH.engine.static_score(after)
        elif after.turn == start.turn:
            yield SWITCH.engine.static_score(after)
        elif left:
            yield -max(looked(after, left))
        else:
            yield -SWITCH.engine.static_score(after)
