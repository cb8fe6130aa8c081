"""What the tests of Switch share: options, openings, moves by name."""

from itertools import product
from random import Random

from flipside.rules.contract.game import Choices
from flipside.rules.contract.position import Move
from flipside.rules.games.switch import SWITCH
from flipside.rules.games.switch.position import Switch

ARRANGED = ("chess", "windmill", "ring")
EVERY_GAME = [
    dict(zip(("setup", "swap", "counter"), values, strict=True))
    for values in product((*ARRANGED, "placed"), ("any", "adjacent"), ("on", "off"))
]

BEFORE_COUNTER = (".LDDD", "LLLDD", "LLDLD", "LLLDD", "LLDDD")
"""Dark to move: c1-c2 connects all dark stones, and light can counter."""

LAID = (
    "a1=D b1=L c1=D d1=L e1=D a2=L b2=D c2=L d2=D e2=L a3=D b3=L "
    "d3=L e3=D a4=L b4=D c4=L d4=D e4=L a5=D b5=L"
)
"""21 stones of the chessboard: left are dark on c5 and e5, light on d5."""


def label(choices: Choices) -> str:
    return "-".join(choices.values())


def opening(**choices: str) -> Switch:
    return SWITCH.opening(SWITCH.choices(choices), Random(0))


def named(position: Switch, name: str) -> Move:
    return next(move for move in position.moves() if position.name(move) == name)


def played(position: Switch, moves: str) -> Switch:
    for name in moves.split():
        position = position.play(named(position, name))
    return position
