"""The evaluation of Switch for one position, against which arrays are tested. Bitboards as in
stones.py."""

from flipside.rules.games.switch.placing import ChoosingPhase, LayingPhase
from flipside.rules.games.switch.position import PlayingPhase, Switch
from flipside.rules.games.switch.stones import ALL, LINES, NOT_RIGHT, can_join, majority

PAIR_POINTS, SQUARE_POINTS = 100, 50
"""Points for two stones of a colour side by side; points lost for a full square of four, whose
stones three pairs would join as well."""

MAJORITY_POINTS = 150
"""Points for a line of majority with enemy stones in it."""

THREAT_POINTS = 2000
"""Points for a connection that the mover can make through the gap."""

COUNTER_POINTS = 9000
"""Points for a counter that the mover can make (SW-8)."""

_TEMPO_POINTS = 100
"""Points for moving first, before the players have colours."""


def evaluate(position: Switch) -> int:
    """Return the evaluation for the mover in points."""
    if isinstance(position, PlayingPhase):
        if position.must_counter:
            return COUNTER_POINTS
        own, enemy = position.sides
        value = _balance(own, enemy)
        return value + THREAT_POINTS if can_join(own, ALL ^ own ^ enemy) else value
    edge = abs(_balance(*position.stones)) - _TEMPO_POINTS
    if isinstance(position, ChoosingPhase):
        return edge
    assert isinstance(position, LayingPhase)
    if position.starter is None:
        return 0  # it is open who will choose
    return -edge if position.turn == position.starter else edge


def _balance(own: int, enemy: int) -> int:
    """Points by which `own` leads, without threats."""
    return _shape(own) - _shape(enemy) + MAJORITY_POINTS * (_lines(own, enemy) - _lines(enemy, own))


def _shape(stones: int) -> int:
    across, down = stones & stones >> 1 & NOT_RIGHT, stones & stones >> 5
    pairs = across.bit_count() + down.bit_count()
    return PAIR_POINTS * pairs - SQUARE_POINTS * (across & across >> 5).bit_count()


def _lines(own: int, enemy: int) -> int:
    return sum(1 for line in LINES if enemy & line and majority(own, enemy, line))
