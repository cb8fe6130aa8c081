"""Othello's positions as diagrams: X black, O white, a dot for an empty field."""

from typing import Any

from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.position import BOARD, Othello, Setup, position
from flipside.rules.match.match import Match

BLACK, WHITE = 0, 1

EXAMPLE = """
    ........
    ..XO....
    ..XXX...
    ..XXX...
    ..XOX...
    .X..XO..
    ....X...
    ....X...
"""
"""The diagram of the original manual, with white to move (OT-12)."""


def placed(diagram: str, turn: int, setup: Setup | None = None) -> Othello:
    """Return the position of a diagram: an 8x8 board, or only its upper rows."""
    letters = "".join(diagram.split()).ljust(64, ".")
    assert len(letters) == 64
    black, white = (
        sum(1 << cell for cell in range(64) if letters[cell] == letter) for letter in "XO"
    )
    return position((black, white), turn, setup or Setup())


def rows(shown: Othello) -> list[str]:
    board: Any = shown.to_dict()["board"]
    return list(board)


def named(shown: Othello) -> set[str]:
    return {shown.name(move) for move in shown.moves()}


def laid(shown: Othello, name: str) -> Othello:
    return shown.play((BOARD.cell_named(name),))


def started(**given: str) -> Match:
    return Match(OTHELLO, given)
