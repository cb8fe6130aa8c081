"""The evaluation of Switch for one position, to test that of arrays. Bitboards as in stones.py."""

from flipside.rules.games.switch.engine.batch import (
    COUNTER_POINTS,
    FIRST_MOVE_POINTS,
    MAJORITY_POINTS,
    PAIR_POINTS,
    SQUARE_POINTS,
    THREAT_POINTS,
)
from flipside.rules.games.switch.position import ChoosingPhase, LayingPhase, PlayingPhase, Switch
from flipside.rules.games.switch.stones import ALL, LINES, NOT_RIGHT, can_join, majority


def evaluate(position: Switch) -> int:
    """Return the evaluation for the mover in points."""
    if isinstance(position, PlayingPhase):
        if position.must_counter:
            return COUNTER_POINTS
        own, enemy = position.sides
        value = _balance(own, enemy)
        return value + THREAT_POINTS if can_join(own, ALL ^ own ^ enemy) else value
    edge = abs(_balance(*position.stones)) - FIRST_MOVE_POINTS
    if isinstance(position, ChoosingPhase):
        return edge
    assert isinstance(position, LayingPhase)
    if position.starter is None:
        return 0  # it is open who will choose
    return -edge if position.turn == position.starter else edge


def _balance(own: int, enemy: int) -> int:
    """Return the points by which `own` leads, without threats."""
    return _shape(own) - _shape(enemy) + MAJORITY_POINTS * (_lines(own, enemy) - _lines(enemy, own))


def _shape(stones: int) -> int:
    across, down = stones & stones >> 1 & NOT_RIGHT, stones & stones >> 5
    pairs = across.bit_count() + down.bit_count()
    return PAIR_POINTS * pairs - SQUARE_POINTS * (across & across >> 5).bit_count()


def _lines(own: int, enemy: int) -> int:
    return sum(1 for line in LINES if enemy & line and majority(own, enemy, line))
