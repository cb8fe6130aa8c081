"""Checks of the facts of Contactic."""

from collections.abc import Callable
from typing import Any

from flipside.rules.contract.position import Fact
from flipside.rules.contract.story import Piece, Pieces
from tests.rules.engine.fact_checks.case import STRAIGHT, Case, largest, parts


def edges(piece: Piece) -> str:
    """Return the coloured edges as "1010", clockwise from north; "0000" for the neutral field."""
    face = piece.face.rpartition(":")[2]
    return "0000" if face == "neutral" else face


def lies_well(case: Case, pieces: Pieces, cell: int) -> bool:
    """Return whether each edge of a tile meets an edge of the other kind (CT-5)."""
    here = pieces[cell]
    assert here is not None
    for side, step in enumerate(STRAIGHT):
        near = case.board.neighbour(cell, step)
        other = pieces[near] if near is not None else None
        if other is not None and edges(here)[side] == edges(other)[(side + 2) % 4]:
            return False
    return True


def touched(case: Case, colour: str) -> list[set[int]]:
    """Return the islands of a colour beside the field of the move, before the move."""
    near = case.beside(case.move[0])
    return [group for group in parts(case, case.position.pieces(), colour) if group & near]


def grown(case: Case) -> int:
    """Return the size of the island of the tile just laid."""
    groups = parts(case, case.after.pieces(), case.mine)
    return next(len(group) for group in groups if case.move[0] in group)


def blocks(case: Case, fact: Fact) -> bool:
    size = largest(case, case.position.pieces(), case.other)
    return any(len(group) == size for group in touched(case, case.other))


def fitting_fields(case: Case) -> set[int]:
    """Return the fields on which the tile in hand fits in some rotation."""
    here = case.position
    layings = [move for move in here.moves() if len(move) > 1]
    return {m[0] for m in layings if lies_well(case, here.play(m).pieces(), m[0])}


def dead(case: Case, position: Any, player: int) -> int:
    return next(int(t.number) for t in position.tallies()[player] if t.key == "dead")


def lead(case: Case) -> int:
    points = [
        largest(case, case.after.pieces(), case.colour(player)) - dead(case, case.position, player)
        for player in (case.me, 1 - case.me)
    ]
    return points[0] - points[1]


def upright(case: Case) -> bool:
    """Return whether the last tile, to which the player may object, fits."""
    laid = case.match.moves[case.match.ply - 1][0]
    return lies_well(case, case.position.pieces(), laid)


def has_left(case: Case, key: str) -> int:
    return next(int(t.number) for t in case.position.tallies()[case.me] if t.key == key)


CONTACTIC: dict[str, Callable[[Case, Fact], bool]] = {
    "joins": lambda case, fact: len(touched(case, case.mine)) == fact.count > 1,
    "island": lambda case, fact: (
        grown(case)
        == largest(case, case.after.pieces(), case.mine)
        == fact.count
        > largest(case, case.position.pieces(), case.mine)
    ),
    "extends": lambda case, fact: grown(case) == fact.count > 1,
    "blocks": blocks,
    "only_field": lambda case, fact: fitting_fields(case) == {case.move[0]},
    "saves": lambda case, fact: has_left(case, "pile") == 0 and case.position.second,
    "leads": lambda case, fact: lead(case) == fact.count > 0,
    "wrong": lambda case, fact: not upright(case),
    "fits": lambda case, fact: upright(case),
    "nowhere": lambda case, fact: not fitting_fields(case),
    "dead": lambda case, fact: not fitting_fields(case) and case.position.second,
    "wrongly": lambda case, fact: not lies_well(case, case.after.pieces(), case.move[0]),
}
