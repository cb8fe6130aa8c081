"""The evaluation of Flip-Flop for one position, to test the evaluation of arrays."""

from collections.abc import Sequence

from flipside.rules.contract.board import cells
from flipside.rules.games.flipflop.engine.batch import (
    LINE_COUNTS,
    MAX_SUM_POINTS,
    WEIGHTS,
    WEIGHTS_PER_COLOUR,
)
from flipside.rules.games.flipflop.position import CROSS, LINES, FlipFlop, has_line

_PLACE = {counts: place for place, counts in enumerate(LINE_COUNTS)}


def evaluate(position: FlipFlop) -> int:
    """Return the score for the mover in points."""
    return learned(WEIGHTS.numbers, position)


def learned(numbers: Sequence[int], position: FlipFlop) -> int:
    """Return the score for the mover with the weights `numbers`."""
    if not position.laying:
        return switching_points(position)
    decided = decided_points(position)
    if decided or position.setup.late:
        return decided or late_points(position)
    own, enemy = position.stones[position.turn], position.stones[1 - position.turn]
    start = WEIGHTS_PER_COLOUR * position.turn
    value = numbers[start + WEIGHTS_PER_COLOUR - 1]
    for line in LINES:
        value += numbers[start + _PLACE[(line & own).bit_count(), (line & enemy).bit_count()]]
    return max(-MAX_SUM_POINTS, min(MAX_SUM_POINTS, value))


# -- by hand -------------------------------------------------------------------------------------

LINE_POINTS = (0, 20, -40, 40, -50, 60, -30, 30, 0)
"""The points of a full line by the number of the mover's stones, during switches."""

RISK_POINTS = 3000
"""The points subtracted without a safe switch, divided by n + 1 with n safe switches."""

WIN_NEXT_POINTS = 10_000
"""The points for filling a line at the next ply, or for a full line that will count."""

_LATE_POINTS = (0, 5, 15, 35, 70, 130, 240, 500, WIN_NEXT_POINTS)
"""The points of a line with stones of one colour, if lines count late (FF-7)."""

_LATE_CHANCE_POINTS = (0, 0, 0, 0, 20, 80, 300, 820, 0)
"""The points for dark, who switches first, of a line with one light stone, by dark stones."""


def switching_points(position: FlipFlop) -> int:
    """Return the evaluation for the mover in points once all stones lie."""
    if position.finishing(position.turn):
        return WIN_NEXT_POINTS
    own = position.stones[position.turn]
    lines = sum(LINE_POINTS[(line & own).bit_count()] for line in LINES)
    return lines - RISK_POINTS // (1 + safe_switches(position).bit_count())


def safe_switches(position: FlipFlop) -> int:
    """Return the switches after which the opponent probably cannot fill a line at once. A line with
    six or seven opposing stones is dangerous if a switch turns one of the others."""
    own = position.stones[position.turn]
    switches = position.choice(position.turn)
    for line in LINES:
        others = line & own
        if others.bit_count() <= 2:
            for cell in cells(others):
                switches &= ~CROSS[cell] | line
    return switches


def decided_points(position: FlipFlop) -> int:
    """Return WIN_NEXT_POINTS or its negative if the next plies of the laying decide; else 0."""
    turn = position.turn
    own, enemy = position.stones[turn], position.stones[1 - turn]
    if position.setup.late:
        both = has_line(own) and has_line(enemy)
        return 0 if not both else WIN_NEXT_POINTS if turn == 1 else -WIN_NEXT_POINTS
    if position.finishing(turn):
        return WIN_NEXT_POINTS
    squares = 0
    for _, taps in position.finishing(1 - turn):
        squares |= taps
    return -WIN_NEXT_POINTS if squares & (squares - 1) else 0


def late_points(position: FlipFlop) -> int:
    """Return the points of all lines for the mover while laying, if lines count late (FF-7)."""
    dark, light = position.stones
    lines = sum(
        late_line_points((line & dark).bit_count(), (line & light).bit_count()) for line in LINES
    )
    return lines if position.turn == 0 else -lines


def late_line_points(dark: int, light: int) -> int:
    """Return the points for dark of one line by its dark and light stones."""
    if dark and light:
        return _LATE_CHANCE_POINTS[dark] if light == 1 else 0
    return _LATE_POINTS[dark] - _LATE_POINTS[light]
