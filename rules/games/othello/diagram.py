"""Diagrams of Othello: 64 discs or empty squares, and the player to move."""

from collections.abc import Mapping
from random import Random

from rules.contract.diagram import DiagramChoice, DiagramRules, PositionDiagram
from rules.contract.story import Piece
from rules.games.othello.position import Othello, Setup, position

COLOUR_SIGNS = "XO"
"""The signs of black and white; "-" is an empty square."""

ALIASES = {"*": "X", "b": "X", "@": "X", "●": "X", "⚫": "X", "w": "O", "○": "O", "⚪": "O"} | {
    **dict.fromkeys(".+_,·", "-"),
    "black": "X",
    "white": "O",
}
"""Signs and words of other programs. Digits are none: they do not mean the same everywhere."""

_PIECES = {"X": Piece("black", "disc"), "O": Piece("white", "disc")}


def _position(choices: Mapping[str, str], diagram: PositionDiagram, random: Random) -> Othello:
    discs = diagram.bits("X"), diagram.bits("O")
    turn = COLOUR_SIGNS.index(diagram.word(0))
    return position(discs, turn, Setup(fewest=choices["goal"] == "fewest"))


def _diagram(one: Othello) -> PositionDiagram | None:
    signs = {"black": "X", "white": "O"}
    found = "".join(signs[piece.colour] if piece else "-" for piece in one.pieces())
    return None if one.laying else PositionDiagram(found, (signs[one.colours[one.turn]],))


DIAGRAMS = DiagramRules(
    signs=lambda choices: (("-", "X", "O"),) * 64,
    piece=lambda cell, sign: _PIECES.get(sign),
    choices=lambda choices, diagram: (DiagramChoice("turn", tuple(COLOUR_SIGNS), "turn"),),
    position=_position,
    diagram=_diagram,
    aliases=ALIASES,
)
