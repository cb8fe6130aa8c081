"""Diagrams of Othello: 64 discs or empty squares, the player to move, and whether the first four
discs are still being laid (OT-7)."""

from collections.abc import Mapping
from functools import partial
from random import Random

from flipside.rules.contract.diagram import NOTHING, DiagramChoice, DiagramRules, PositionDiagram
from flipside.rules.contract.story import Piece
from flipside.rules.games import english_faults
from flipside.rules.games.othello.position import BOARD, CENTRE_CELLS, Othello, Setup, position

COLOUR_SIGNS = "XO"
"""The signs of black and white; "-" is an empty square."""

ALIASES = {"*": "X", "b": "X", "@": "X", "●": "X", "⚫": "X", "w": "O", "○": "O", "⚪": "O"} | {
    **dict.fromkeys(".+_,·", "-"),
    "black": "X",
    "white": "O",
}
"""Signs and words of other programs. Digits are none: they do not mean the same everywhere."""

_LAYING = "opening"

_PIECES = {"X": Piece("black", "disc"), "O": Piece("white", "disc")}


def _position(choices: Mapping[str, str], diagram: PositionDiagram, random: Random) -> Othello:
    discs = diagram.bits("X"), diagram.bits("O")
    turn = COLOUR_SIGNS.index(diagram.word(0))
    laying = diagram.word(1) == _LAYING
    return position(discs, turn, Setup(fewest=choices["goal"] == "fewest", open=laying))


def _choices(choices: Mapping[str, str], diagram: PositionDiagram) -> tuple[DiagramChoice, ...]:
    """The phase is asked for only where up to three discs lie on the four squares in the middle."""
    taken = {cell for cell, sign in enumerate(diagram.signs) if sign != "-"}
    phases = (NOTHING, _LAYING) if taken < set(CENTRE_CELLS) else (NOTHING,)
    return DiagramChoice("turn", tuple(COLOUR_SIGNS), "turn"), DiagramChoice("phase", phases)


def _diagram(one: Othello) -> PositionDiagram:
    signs = BOARD.laid(one.discs, ("-", *one.signs))
    phase = _LAYING if one.laying else NOTHING
    return PositionDiagram("".join(signs), (one.signs[one.turn], phase))


DIAGRAMS = DiagramRules(
    signs=lambda choices: (("-", "X", "O"),) * 64,
    piece=lambda cell, sign: _PIECES.get(sign),
    choices=_choices,
    position=_position,
    diagram=_diagram,
    aliases=ALIASES,
    sentences=partial(english_faults, "othello"),
)
