"""Diagrams of Flip-Flop: stones, the player to move, and the stone that was the switch."""

from collections.abc import Mapping
from functools import partial
from random import Random

from flipside.rules.contract.diagram import (
    NOTHING,
    BadPosition,
    DiagramChoice,
    DiagramRules,
    PositionDiagram,
)
from flipside.rules.contract.story import Piece
from flipside.rules.games import english_faults
from flipside.rules.games.flipflop.position import BOARD, COLOURS, FlipFlop, position

_SIGNS = "DL"
_PIECES = {sign: Piece(colour, "disc") for sign, colour in zip(_SIGNS, COLOURS, strict=True)}


def _choices(choices: Mapping[str, str], diagram: PositionDiagram) -> tuple[DiagramChoice, ...]:
    """The mover, and on a full board the banned stone: one of the other player (FF-3, FF-4)."""
    banned = [
        BOARD.names[cell]
        for cell, sign in enumerate(diagram.signs)
        if "." not in diagram.signs and sign != (diagram.words or "D")[0]
    ]
    return DiagramChoice("turn", tuple(_SIGNS), "turn"), DiagramChoice(
        "banned", (NOTHING, *banned), "banned"
    )


def _position(choices: Mapping[str, str], diagram: PositionDiagram, random: Random) -> FlipFlop:
    dark, light = diagram.bits("D"), diagram.bits("L")
    turn, banned = _SIGNS.index(diagram.word(0)), diagram.word(1)
    if banned not in _choices(choices, diagram)[1].values:
        raise BadPosition("banned", banned)
    more = dark.bit_count() - light.bit_count()
    if "." in diagram.signs and more != turn:
        raise BadPosition("laying", str(light.bit_count()), dark.bit_count())
    cell = None if banned == NOTHING else BOARD.cell(banned)
    return position((dark, light), turn, cell, choices["lines"] == "late")


def _diagram(one: FlipFlop) -> PositionDiagram:
    signs = BOARD.laid(one.stones, ".DL")
    banned = NOTHING if one.banned is None else BOARD.names[one.banned]
    return PositionDiagram("".join(signs), (_SIGNS[one.turn], banned))


DIAGRAMS = DiagramRules(
    signs=lambda choices: ((".", "D", "L"),) * 64,
    piece=lambda cell, sign: _PIECES.get(sign),
    choices=_choices,
    position=_position,
    diagram=_diagram,
    aliases={"-": ".", "dark": "D", "light": "L"},
    sentences=partial(english_faults, "flipflop"),
)
