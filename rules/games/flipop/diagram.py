"""Diagrams of Flipop: balls, doors, the player to move, and the ban on steps back.

Balls that are not on the board have left it.
"""

from collections.abc import Mapping
from functools import partial
from random import Random

from flipside.rules.contract.board import Cell
from flipside.rules.contract.diagram import (
    NOTHING,
    BadPosition,
    DiagramChoice,
    DiagramRules,
    PositionDiagram,
)
from flipside.rules.contract.story import Piece
from flipside.rules.games import english_faults
from flipside.rules.games.flipop.doors import (
    BOARD,
    COMPASS,
    EXIT_PITS,
    PIT_COUNT,
    WAY_BY_PITS,
    WAYS_FROM,
    doors_text,
    parse_doors,
)
from flipside.rules.games.flipop.position import BALLS_PER_COLOUR, COLOURS, Flipop, Setup

_SIGNS = "WB"
_MIRRORED_DOORS = str.maketrans("EW", "WE")


def _signs(choices: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    # No ball stays in an exit of its colour (FP-9).
    pits = tuple(
        (
            ".",
            *(sign for sign, exits in zip(_SIGNS, EXIT_PITS, strict=True) if not exits >> pit & 1),
        )
        for pit in range(PIT_COUNT)
    )
    return pits + ((COMPASS,),) * (len(BOARD.names) - PIT_COUNT)


def _choices(choices: Mapping[str, str], diagram: PositionDiagram) -> tuple[DiagramChoice, ...]:
    steps = [
        f"{BOARD.names[pit]}-{BOARD.names[way.target]}"
        for pit in range(PIT_COUNT)
        if diagram.symbols[pit] != "."
        for way in WAYS_FROM[pit]
    ]
    turn = DiagramChoice("turn", tuple(_SIGNS), "turn")
    return turn, DiagramChoice("back", (NOTHING, *steps), "back", several=True)


def _position(choices: Mapping[str, str], diagram: PositionDiagram, random: Random) -> Flipop:
    pits = PositionDiagram(diagram.symbols[:PIT_COUNT])
    white, black = pits.bits("W"), pits.bits("B")
    if not (1 <= white.bit_count() <= BALLS_PER_COLOUR >= black.bit_count() >= 1):
        raise BadPosition("balls", str(black.bit_count()), white.bit_count())
    ban, steps = 0, diagram.parts(1)
    for step in steps:
        if step not in _choices(choices, diagram)[1].values[1:]:
            raise BadPosition("back", step)
        ban |= WAY_BY_PITS[tuple(map(BOARD.cell_named, step.split("-")))].forth
    if len({step.split("-")[0] for step in steps}) < len(steps):
        raise BadPosition("back", ", ".join(steps))
    doors = parse_doors(diagram.symbols[PIT_COUNT:])
    return Flipop((white, black), doors, _SIGNS.index(diagram.field_at(0)), ban, Setup.of(choices))


def _diagram(now: Flipop) -> PositionDiagram:
    pits = "".join(BOARD.laid(now.balls, ".WB"))
    steps = [now.name(step) for step, way in WAY_BY_PITS.items() if way.forth & now.ban]
    words = _SIGNS[now.turn], ",".join(steps) or NOTHING
    return PositionDiagram(pits + doors_text(now.doors), words)


def _piece(cell: Cell, sign: str) -> Piece | None:
    if cell >= PIT_COUNT:
        return Piece("door", f"door:{sign}")
    return None if sign == "." else Piece(COLOURS[_SIGNS.index(sign)], "ball")


DIAGRAMS = DiagramRules(
    cell_symbols=_signs,
    piece_of=_piece,
    choices=_choices,
    position=_position,
    diagram=_diagram,
    mirror=lambda cell, sign: sign.translate(_MIRRORED_DOORS) if cell >= PIT_COUNT else sign,
    aliases={"-": ".", "white": "W", "black": "B"},
    sentences=partial(english_faults, "flipop"),
)
