"""Checks of the facts of Othello."""

from collections.abc import Callable

from flipside.rules.contract.position import Fact
from flipside.rules.contract.story import Pieces
from tests.rules.engine.fact_checks.case import EIGHT, Case, turned


def can_turn(case: Case, pieces: Pieces, mine: str, other: str, cell: int) -> bool:
    """Return whether a disc on an empty cell would enclose discs."""
    for step in EIGHT:
        here, between = case.board.neighbour(cell, step), 0
        while here is not None and (piece := pieces[here]) and piece.colour == other:
            here, between = case.board.neighbour(here, step), between + 1
        if between and here is not None and (piece := pieces[here]) and piece.colour == mine:
            return True
    return False


def corners(case: Case) -> set[int]:
    return {case.board.cell_named(name) for name in ("a1", "h1", "a8", "h8")}


def corner_open(case: Case, pieces: Pieces) -> bool:
    """Return whether the opponent could move to a corner if it were the opponent's turn."""
    return any(
        pieces[cell] is None and can_turn(case, pieces, case.other, case.mine, cell)
        for cell in corners(case)
    )


OTHELLO: dict[str, Callable[[Case, Fact], bool]] = {
    "corner": lambda case, fact: case.move[0] in corners(case),
    "keeps_corner": lambda case, fact: (
        corner_open(case, case.position.pieces()) and not corner_open(case, case.after.pieces())
    ),
    "no_corner": lambda case, fact: (
        not corner_open(case, case.after.pieces())
        and any(corner_open(case, case.position.play(m).pieces()) for m in case.others())
    ),
    "inside": lambda case, fact: all(
        case.after.pieces()[n] for cell in turned(case) for n in case.beside(cell, EIGHT)
    ),
    "turns": lambda case, fact: fact.count == len(turned(case)) > 0,
    "lines": lambda case, fact: (
        fact.count
        == sum(case.board.neighbour(case.move[0], step) in turned(case) for step in EIGHT)
        > 1
    ),
    "parallel": lambda case, fact: bool(
        case.fields(case.position.pieces(), case.mine) & case.beside(case.move[0])
    ),
    "crosswise": lambda case, fact: bool(
        case.fields(case.position.pieces(), case.mine)
        & case.beside(case.move[0], EIGHT) - case.beside(case.move[0])
    ),
}
