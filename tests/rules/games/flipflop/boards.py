"""Flip-Flop positions as diagrams: D is dark, L is light, a dot is an empty field."""

from random import Random

from flipside.rules.games.flipflop import FLIPFLOP
from flipside.rules.games.flipflop.position import BOARD, FlipFlop, Setup, position
from flipside.rules.match.match import Match

CHESSBOARD = """
    DLDLDLDL
    LDLDLDLD
    DLDLDLDL
    LDLDLDLD
    DLDLDLDL
    LDLDLDLD
    DLDLDLDL
    LDLDLDLD
"""

SEVEN = """
    DDDLLDDD
    LLLDDLLL
    DDDLLDDD
    LLLDDLLL
    DDDLLDDD
    DLDLLLDL
    DDDLLDDD
    DDDLDDDD
"""
"""Dark can fill row 8 by flipping d8, and has no other line of seven."""

SEVEN_LAID = "a1 a8 b1 b8 c1 c8 d1 d8 e1 e8 f1 f8 g1"
"""Dark has a1 to g1, light has a8 to f8 and is to move."""


def drawn(diagram: str, turn: int = 0, banned: str | None = None, late: bool = False) -> FlipFlop:
    """Return the position of a diagram."""
    letters = "".join(diagram.split())
    assert len(letters) == 64
    dark, light = (sum(1 << c for c in range(64) if letters[c] == who) for who in "DL")
    cell = None if banned is None else BOARD.cell_named(banned)
    return position((dark, light), turn, cell, Setup(late))


def rows(diagram: str) -> list[str]:
    return diagram.split()


def shown(now: FlipFlop) -> list[str]:
    board = now.to_dict()["board"]
    assert isinstance(board, list)
    return board


def tap(name: str) -> tuple[int]:
    return (BOARD.cell_named(name),)


def names(now: FlipFlop) -> list[str]:
    return [now.name(move) for move in now.moves()]


def match_of(moves: str = "", seed: int = 0, **given: str) -> Match:
    match = Match(FLIPFLOP, given, seed)
    match.read_moves(moves)
    return match


def at(match: Match, ply: int | None = None) -> FlipFlop:
    """Return the position of a match now or after `ply` plies."""
    now = match.position if ply is None else match.position_at(ply)
    assert isinstance(now, FlipFlop)
    return now


def marks_of(now: FlipFlop, kind: str) -> list[tuple[str, str | None]]:
    """Return cells and colour of the marks of one kind, in order."""
    found = [mark for mark in now.marks(()) if mark.kind == kind]
    return [(" ".join(BOARD.names[cell] for cell in mark.cells), mark.colour) for mark in found]


def random_match(seed: int, **given: str) -> Match:
    """Return a match of random moves to its end or to ply 400."""
    random, match = Random(seed), Match(FLIPFLOP, given, seed)
    while match.result() is None and match.ply < 400:
        match.play(random.choice(at(match).moves()))
    return match


def match_without_line(plies: int, seed: int = 0, **given: str) -> Match:
    """Return a match of this many plies in which no line is filled."""
    random, match = Random(seed), Match(FLIPFLOP, given, seed)
    while match.ply < plies:
        before = at(match)
        quiet = [move for move in before.moves() if before.play(move).result() is None]
        match.play(random.choice(quiet))
    return match
