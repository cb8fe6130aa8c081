"""What is good in Switch: lines of majority, stones side by side, a way to connect.

The weights follow what goes with won positions in the solved game, and were confirmed by matches.
"""

from rules.games.switch.placing import Choosing, Laying
from rules.games.switch.position import Playing, Switch
from rules.games.switch.stones import ALL, LINES, NOT_RIGHT, STONES, group, majority

PAIR, SQUARE = 100, 50
"""Worth of two stones of a colour side by side; what a full square of four takes off, for three of
its pairs join as well."""
LINE = 150
"""Worth of a line of majority in which enemy stones stand."""
THREAT = 2000
"""Worth of a connection the mover can make with the gap."""
COUNTER = 9000
"""Worth of being able to counter: the mover only has to do it."""
TEMPO = 100
"""Worth of moving first, before anybody has a colour."""


def evaluate(position: Switch) -> int:
    """How good the position is for the mover, in hundredths of a stone joined; a guess."""
    if isinstance(position, Playing):
        return _playing(position)
    edge = abs(_balance(*position.stones)) - TEMPO
    if isinstance(position, Choosing):
        return edge
    assert isinstance(position, Laying)
    if position.starter is None:
        return 0  # nobody knows who will choose
    return -edge if position.turn == position.starter else edge


def _playing(position: Playing) -> int:
    if position.must_counter:
        return COUNTER
    own, enemy = position.sides
    value = _balance(own, enemy)
    return value + THREAT if can_join(own, ALL ^ own ^ enemy) else value


def _balance(own: int, enemy: int) -> int:
    """How much better the stones of `own` stand."""
    return _shape(own) - _shape(enemy) + LINE * (_lines(own, enemy) - _lines(enemy, own))


def _shape(stones: int) -> int:
    """How well the stones of a colour hang together."""
    across, down = stones & stones >> 1 & NOT_RIGHT, stones & stones >> 5
    pairs = across.bit_count() + down.bit_count()
    return PAIR * pairs - SQUARE * (across & across >> 5).bit_count()


def _lines(own: int, enemy: int) -> int:
    """Lines in which `own` may exchange stones."""
    return sum(1 for line in LINES if enemy & line and majority(own, enemy, line))


def can_join(stones: int, gap: int) -> bool:
    """Whether one stone put into the gap connects all: the gap would touch all others but one, or
    all, and then some stone is free to go."""
    return group(gap, stones | gap).bit_count() >= STONES
