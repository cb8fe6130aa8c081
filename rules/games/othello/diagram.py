"""Diagrams of Othello: 64 discs or empty squares, and the player to move."""

from collections.abc import Mapping
from random import Random

from rules.contract.board import Cell
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
    discs = [
        sum(1 << cell for cell, sign in enumerate(diagram.signs) if sign == own)
        for own in COLOUR_SIGNS
    ]
    turn = COLOUR_SIGNS.index(diagram.word(0))
    return position((discs[0], discs[1]), turn, Setup(fewest=choices["goal"] == "fewest"))


def _diagram(one: Othello) -> PositionDiagram | None:
    signs = {"black": "X", "white": "O"}
    found = "".join(signs[piece.colour] if piece else "-" for piece in one.pieces())
    return None if one.laying else PositionDiagram(found, (signs[one.colours[one.turn]],))


def _piece(cell: Cell, sign: str) -> Piece | None:
    return _PIECES.get(sign)


DIAGRAMS = DiagramRules(
    signs=lambda choices: (("-", "X", "O"),) * 64,
    piece=_piece,
    choices=lambda choices, diagram: (DiagramChoice("turn", tuple(COLOUR_SIGNS), "turn"),),
    position=_position,
    diagram=_diagram,
    aliases=ALIASES,
)
