"""What is good in Switch: lines of majority, few groups close together, a way to connect.

The numbers were found by matches between judges that think two plies ahead.
"""

from rules.switch.placing import Choosing, Laying
from rules.switch.position import Playing, Switch
from rules.switch.stones import ALL, LINES, STONES, beside, group, groups, majority

STEP = 50
"""Loss for each step from the largest group to a stone outside it, which is two steps or more."""
GROUP = 100
"""Loss for every group beyond the first."""
LINE = 400
"""Worth of a line of majority in which enemy stones stand."""
THREAT, DANGER = 5000, 3000
"""Worth of a connection the mover can make with the gap; loss for one the enemy could make."""
COUNTER = 9000
"""Worth of being able to counter: the mover only has to do it."""
TEMPO = 200
"""Worth of moving first, before anybody has a colour."""


def judge(position: Switch) -> int:
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
    gap = ALL ^ own ^ enemy
    if can_join(own, gap):
        return value + THREAT
    return value - DANGER if can_join(enemy, gap) else value


def _balance(own: int, enemy: int) -> int:
    """How much better the stones of `own` stand."""
    return _shape(own) - _shape(enemy) + LINE * (_lines(own, enemy) - _lines(enemy, own))


def _shape(stones: int) -> int:
    """How near a colour is to being connected: 0 when it is, less the more is missing."""
    if not stones:
        return 0
    apart = groups(stones)
    reached = max(apart, key=int.bit_count)
    value = -GROUP * (len(apart) - 1)
    outside = stones ^ reached
    while outside:
        value -= STEP * outside.bit_count()
        reached |= beside(reached)
        outside &= ~reached
    return value


def _lines(own: int, enemy: int) -> int:
    """Lines in which `own` may exchange stones."""
    return sum(1 for line in LINES if enemy & line and majority(own, enemy, line))


def can_join(stones: int, gap: int) -> bool:
    """Whether one stone put into the gap connects all: the gap would touch all others but one, or
    all, and then some stone is free to go."""
    return group(gap, stones | gap).bit_count() >= STONES
