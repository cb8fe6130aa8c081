"""Checks of the statements of lessons, computed from the pieces on the board."""

from collections.abc import Callable, Iterator
from typing import Any

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.board import Board
from flipside.rules.contract.position import Move, Position
from flipside.rules.contract.story import Flip
from flipside.rules.games.contactic.tiles import MIXES
from flipside.rules.match.match import Match
from flipside.rules.teaching import LessonStep, lessons_of
from tests.rules.engine.fact_checks.case import beside, groups
from tests.rules.engine.fact_checks.contactic import lies_well


def step_of(key: str, name: str) -> LessonStep:
    steps = (step for lesson in lessons_of(BY_KEY[key]).values() for step in lesson)
    return next(step for step in steps if step.key == name)


def moves(step: LessonStep, right: bool) -> Iterator[tuple[str, Position, Position, Move]]:
    """Yield the right or wrong moves of a step: name, position before, position after, cells."""
    match = step.match()
    before = match.position
    for move in match.legal():
        name = before.name(move)
        if step.answer_to(name).right == right:
            yield name, before, before.play(move), move


def turned(before: Position, move: Move) -> set[int]:
    return {s.cell for beat in before.story(move) for s in beat if isinstance(s, Flip)}


def cells(step: LessonStep, names: str) -> set[int]:
    board = step.match().board
    return {board.cell_named(name) for name in names.split()}


def on(position: Position, cell: int) -> str:
    piece = position.pieces()[cell]
    return piece.colour if piece is not None else ""


def column(letter: str, rows: range = range(1, 9)) -> str:
    return " ".join(f"{letter}{row}" for row in rows)


def row(number: int, letters: str = "abcdefgh") -> str:
    return " ".join(f"{letter}{number}" for letter in letters)


def colours(step: LessonStep, position: Position, names: str) -> str:
    """Return the first letters of the colours on these cells."""
    board = step.match().board
    return "".join((on(position, board.cell_named(name)) or ".")[0] for name in names.split())


def usual(step: LessonStep, option: str) -> str:
    """Return the default of an option."""
    return next(one.values[0] for one in step.game.options if one.key == option)


def finals(step: LessonStep, right: bool) -> Iterator[Match]:
    """Yield the match after each right or wrong move and the moves that continue it."""
    for name, _, _, _ in moves(step, right):
        match = step.match()
        match.read_moves(f"{name} {step.answer_to(name).then}")
        yield match


def islands(position: Position, board: Board, colour: str) -> list[set[int]]:
    """The groups of pieces of a colour, edge to edge."""
    squares = range(board.columns * board.rows)
    return groups(board, {cell for cell in squares if on(position, cell) == colour})


def othello(step: LessonStep) -> None:
    start = step.match().position
    assert start.colours[start.turn] == "black"
    for name, before, after, move in moves(step, True) if step.asks == "move" else ():
        flips = turned(before, move)
        assert flips
        assert all(on(before, cell) == "white" and on(after, cell) == "black" for cell in flips)
        if step.key == "row":
            assert flips == cells(step, "d4 d5 d6")
            assert name == "d7"
            assert on(before, *cells(step, "d3")) == "black"
        if step.key == "lines":
            assert len({direction(step, move[0], cell) for cell in flips}) == 2
        if step.key == "corner":
            assert name == "h8"
    for name, before, after, move in moves(step, False) if step.asks == "move" else ():
        flips = turned(before, move)
        if step.key == "row":
            assert len(flips) < 3
        if step.key == "lines":
            assert len({direction(step, move[0], cell) for cell in flips}) == 1
        if step.key == "pass":
            assert after.moves() != [()]
        if step.key == "corner":
            assert name not in ("a1", "a8", "h1", "h8")
    if step.key == "only-new":
        move = (*cells(step, "c7"),)
        assert turned(start, move) == cells(step, "d6")
        after = start.play(move)
        assert colours(step, after, "c7 d6 e5") == "bbb"
        assert colours(step, after, "d3 d4 d5 d6") == "bwwb"
    if step.key == "corner":
        match = step.match()
        match.goto_ply(match.ply - 1)
        assert match.names()[match.ply] == "g7"
        assert match.position.play(match.moves[match.ply]).turn == start.turn
        black = Match(match.game)
        black.read_moves(" ".join(match.names()[: match.ply - 1]))
        assert "h8" not in [black.position.name(move) for move in black.legal()]
    if step.key == "end":
        assert [match.position.points() for match in finals(step, True)] == [(36, 28)]
        assert [match.position.points() for match in finals(step, False)] == [(32, 32)]
        assert start.pieces().count(None) == 2


def direction(step: LessonStep, one: int, other: int) -> tuple[int, int]:
    columns = step.match().board.columns
    across, down = other % columns - one % columns, other // columns - one // columns
    return (across > 0) - (across < 0), (down > 0) - (down < 0)


def flipflop(step: LessonStep) -> None:
    start = step.match().position
    assert start.colours[start.turn] == "dark"
    if step.key == "line":
        assert colours(step, start, row(4)) == "ddddddd."
    if step.key == "switch":
        assert colours(step, start, row(1)) == "dldldldl"
        for _, before, after, move in moves(step, True):
            assert len(turned(before, move)) == 15
            assert on(after, move[0]) == "dark"
        corner = next(iter(cells(step, "h8")))
        assert all(corner in turned(before, move) for _, before, _, move in moves(step, True))
        assert all(corner not in turned(before, move) for _, before, _, move in moves(step, False))
    if step.key == "barred":
        legal = {start.name(move) for move in start.moves()}
        names = step.match().board.names[:64]
        light = {name for name in names if on(start, *cells(step, name)) == "light"}
        assert light - legal == {"c3"}
        freed = [reply for reply in after_one(start) if on(reply, *cells(step, "c3")) == "dark"]
        assert freed
        assert all("c3" in {reply.name(move) for move in reply.moves()} for reply in freed)
    if step.key == "fill":
        assert sorted(colours(step, start, row(8))) == ["d"] * 7 + ["l"]
        assert colours(step, start, "d8") == "l"
        for name, _, after, _ in moves(step, True):
            assert name[0] == "d"
            assert colours(step, after, row(8)) == "dddddddd"
        for name, _, after, _ in moves(step, False):
            whole = name[1] == "8"
            assert colours(step, after, row(8)).count("l") == (7 if whole else 1 + (name[0] != "d"))
    if step.key == "both":
        assert colours(step, start, column("b")).count("l") == 7
        assert colours(step, start, column("c")).count("d") == 7
        assert colours(step, start, "b3 c3") == "dl"
        for name, before, after, move in moves(step, True):
            full = colours(step, after, column("b")), colours(step, after, column("c"))
            assert full == ("l" * 8, "d" * 8)
            assert name[1] == "3"
            assert name[0] > "c"
            assert on(before, move[0]) == "light"
            assert after.result().winner == 0
        for name, _, after, _ in moves(step, False):
            both = colours(step, after, column("b")), colours(step, after, column("c"))
            assert (both[0] == "l" * 8) == (name == "c3")
            assert both[1] != "d" * 8
            assert (after.result() is not None and after.result().winner == 1) == (name == "c3")
    if step.key == "save":
        assert colours(step, start, row(1)).count("l") == 7
        assert colours(step, start, "f1") == "d"
        for _, _, after, _ in moves(step, True):
            assert not any(won_by(after.play(move), 1) for move in after.moves())
        for name, _, after, _ in moves(step, False):
            if name[0] == "f":
                assert colours(step, after, row(1)) == "l" * 8
            else:
                assert any(won_by(after.play(move), 1) for move in after.moves())
        assert usual(step, "cap") == "100"


def after_one(position: Position) -> Iterator[Position]:
    """Yield the positions after each legal move."""
    return (position.play(move) for move in position.moves())


def after_two(position: Position) -> Iterator[Position]:
    """Yield positions after the first legal move and each reply."""
    after = position.play(position.moves()[0])
    for reply in after.moves():
        yield after.play(reply)


def won_by(position: Position, player: int) -> bool:
    result = position.result()
    return result is not None and result.winner == player


def switch(step: LessonStep) -> None:
    start, board = step.match().position, step.match().board
    mover = start.colours[start.turn]
    assert mover == ("light" if step.key in ("gift", "counter") else "dark")
    if step.key == "gap":
        colour = [on(start, cell) for cell in range(25)]
        assert (colour.count("dark"), colour.count("light"), colour.count("")) == (12, 12, 1)
        assert not on(start, *cells(step, "c3"))
        gap = start.pieces().index(None)
        assert all((cell, gap) in start.moves() for cell in range(25) if on(start, cell) == "dark")
    if step.key == "exchange":
        assert sorted(colours(step, start, column("a", range(1, 6)))) == list("dddll")
        assert sorted(colours(step, start, row(3, "abcde"))) == list(".ddll")
        assert step.right_answers() == ["a3-a2", "a3-a4"]
    if step.key == "connect":
        alone = sorted(min(group) for group in islands(start, board, "dark") if len(group) == 1)
        assert alone == sorted(cells(step, "a3 a5"))
        assert len(islands(start, board, "dark")) == 3
        for name, _, after, _ in moves(step, True):
            assert name == "a5-a2"
            assert len(islands(after, board, "dark")) == 1
            assert won_by(after, 0)
        for _, _, after, _ in moves(step, False):
            assert len(islands(after, board, "dark")) > 1
    if step.key == "gift":
        assert sorted(map(len, islands(start, board, "dark"))) == [1, 11]
        assert cells(step, "e5") in islands(start, board, "dark")
        after = start.play((*cells(step, "e1"), *cells(step, "e5")))
        assert len(islands(after, board, "dark")) == 1
        assert won_by(after, 0)
    if step.key == "counter":
        assert len(islands(start, board, "dark")) == 1
        for _, _, after, move in moves(step, True):
            assert len(islands(after, board, "light")) == 1 < len(islands(after, board, "dark"))
            assert won_by(after, 1)
            assert on(start, move[1]) == "dark"
        for _, _, after, _ in moves(step, False):
            assert won_by(after, 0)
            assert (
                len(islands(after, board, "light")) > 1 or len(islands(after, board, "dark")) == 1
            )
    if step.key == "safe":
        joined = {n for right in (True, False) for n, _, after, _ in moves(step, right)
                  if len(islands(after, board, "dark")) == 1}  # fmt: skip
        assert joined == {"a1-b1", "b2-b1", "b4-b1"}
        for name, _, after, _ in moves(step, True):
            assert name == "a1-b1"
            assert won_by(after, 0)
        for match in finals(step, False):
            if len(match.moves) > step.match().ply + 1:
                assert match.position.result().winner == 1
                assert len(islands(match.position, board, "light")) == 1
        assert usual(step, "cap") == "200"


def flipop(step: LessonStep) -> None:
    start = step.match().position
    assert start.colours[start.turn] == "white"
    board = step.match().board
    before = step.match()
    if step.key == "roll":
        assert colours(step, start, row(1, "abcde")) == "wwwww"
        free = {board.names[move[0]] for move in start.moves()}
        assert free == {"b1", "c1", "d1"}
        assert sum(kind == "hinge" for kind in board.kinds) == 16
        for _, _, _, move in moves(step, True):
            assert move[1] == move[0] + 5  # the pit below it
    if step.key == "doors":
        before.goto_ply(0)
        assert before.names()[0] == "b1-b2"
        assert not any(move[0] == 0 for move in before.position.moves())
        assert "b2-b1" not in {start.name(move) for move in start.moves()}
        ((_, _, after, move),) = moves(step, True)
        assert doors_swung(start, after) == 2
        later = next(after.play(reply) for reply in after.moves() if 0 not in reply)
        assert not any(m[0] == 0 for m in start.moves())
        assert any(m[0] == 0 for m in later.moves())
        assert all(doors_swung(start, a) == 1 for _, _, a, _ in moves(step, False))
    if step.key == "push":
        assert step.right_answers() == ["c1-c2-d2", "c1-c2-b2"]
        assert colours(step, start, "b2 d2") == ".."
    if step.key == "back":
        before.goto_ply(before.ply - 1)
        assert before.names()[before.ply] == "c4-c3-d3"
        assert (
            on(before.position, board.cell_named("c3"))
            == on(start, board.cell_named("d3"))
            == "white"
        )
        assert "d3-c3" not in " ".join(start.name(move) for move in start.moves())
        assert passable(start, board.cell_named("d3"), board.cell_named("c3"))
        way = (board.cell_named("d3"), board.cell_named("c3"))
        assert any(way in later.moves() for later in after_two(start) if later.turn == start.turn)
    if step.key == "pass":
        pushes = {n: start.play(m) for m in start.moves() if (n := start.name(m))[:5] == "c4-b4"}
        assert set(pushes) == {"c4-b4-b3", "c4-b4-b5"}
        assert [n for n, after in pushes.items() if after.moves() == [()]] == ["c4-b4-b5"]
        assert step.right_answers() == ["b5"]
    if step.key == "win":
        exits = [set(mark.cells) for mark in start.marks(()) if mark.kind == "goal"]
        assert exits == [cells(step, "b5 c5 d5"), cells(step, "b1 c1 d1")]
        assert sum(on(start, cell) == "white" for cell in range(25)) == 1
        for name, _, after, _ in moves(step, True):
            assert name == "c4-c5"
            assert after.points() == (start.points()[0] + 1, start.points()[1])
            assert won_by(after, 0)


def doors_of(position: Position) -> list[str]:
    doors: Any = position.to_dict()["doors"]
    return list(doors)


def doors_swung(before: Position, after: Position) -> int:
    one, other = ("".join(doors_of(position)) for position in (before, after))
    return sum(a != b for a, b in zip(one, other, strict=True))


def passable(position: Position, pit: int, other: int) -> bool:
    """Return whether a door is between two pits that are neighbours in a row. Its hinge is at an
    end of the border between them, and the door lies along the border."""
    doors = doors_of(position)
    left, line = min(pit, other) % 5, pit // 5
    ends = []
    if line > 0:
        ends.append(doors[line - 1][left] == "S")
    if line < 4:
        ends.append(doors[line][left] == "N")
    return any(ends)


def contactic(step: LessonStep) -> None:
    start = step.match().position
    board = step.match().board
    assert start.colours[start.turn] == "orange"
    if step.key == "first":
        assert usual(step, "first") == "lots"
        assert start.tallies()[0][0].number == 59  # and one in the hand
    if step.key == "leftover":
        assert MIXES[usual(step, "mix")] == (10,) * 6
        piles = [tally.cell for tally in start.tallies()[0]][:3]
        assert [board.names[cell] for cell in piles] == ["pile1", "leftover1", "dead1"]
    for _, before, after, move in moves(step, True) if step.asks == "move" else ():
        assert lies_well(board, after.pieces(), move[0])
        assert any(after.pieces()[n] for n in beside(board, move[0]))
        if step.key == "first":
            assert "f6" in {board.names[n] for n in beside(board, move[0])}
        if step.key == "turn":
            assert after.pieces()[move[0]].face == "tile:1000"
            assert board.names[move[0]] == "d4"
            assert len([n for n in beside(board, move[0]) if after.pieces()[n]]) == 2
        if step.key == "join":
            assert sorted(map(len, islands(before, board, "orange")))[-2:] == [3, 5]
            assert len(max(islands(after, board, "orange"), key=len)) == 9 == after.points()[0]
            assert move[0] == board.cell_named("f6") + 1
    if step.key == "turn":
        on_d4 = [n for n, _, _, _ in moves(step, False) if n.startswith("d4")]
        assert on_d4 == ["d4:0001"]
    if step.key == "island":
        large = max(islands(start, board, "orange"), key=len)
        assert {board.names[cell] for cell in large} == set(step.right_answers())
        assert cells(step, "f5 g5 g4") in islands(start, board, "orange")
    if step.key == "join":
        for _, _, after, _ in moves(step, False):
            assert len(max(islands(after, board, "orange"), key=len)) < 9
    if step.key == "leftover":
        for match in finals(step, True):
            drawn = match.position_at(match.ply - 1)
            assert drawn.pieces()[board.cell_named("hand2")].face == "tile:0000"
            assert drawn.moves() == [()]
    if step.key == "end":
        assert start.tallies()[0][0].number == 0
        for match in finals(step, True):
            assert match.position.points() == (53, 56)
            assert won_by(match.position, 1)
            dead = [{board.names[t.cell]: t.number for t in side if t.cell}
                    for side in match.position.tallies()]  # fmt: skip
            assert (dead[0]["dead1"], dead[1]["dead2"]) == (3, 2)


CHECKS: dict[str, Callable[[LessonStep], None]] = {
    "othello": othello,
    "flipflop": flipflop,
    "switch": switch,
    "flipop": flipop,
    "contactic": contactic,
}
"""The checks by game."""
