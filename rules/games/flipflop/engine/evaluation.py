"""Evaluation of Flip-Flop. While stones are laid by weights from self-play; by hand for switching,
and for laying where it is decided or lines count late.

A line counts by its numbers of stones of the mover and of the enemy. Its empty squares do not
matter, since rows may be exchanged and so may columns. `weights.txt` holds, for dark on turn, the
points of a line in the order of LINE_COUNTS and the points of being on turn. The same follows for
light.

By hand: nearly full lines, odd lines on one's turn, safe switches. A switch changes every other
line by one stone. A mover whose lines hold odd numbers of his stones can fill sevens; with even
numbers he cannot. These weights were chosen by hand and confirmed in matches.

Points: 100 is about one stone.
"""

from collections.abc import Sequence

from flipside.rules.contract.board import cells
from flipside.rules.engine.data_files import WeightsFile, path
from flipside.rules.games.flipflop.position import CROSS, LINES, FlipFlop, has_line

LINE_COUNTS = tuple((own, enemy) for own in range(9) for enemy in range(9 - own))
"""Own and enemy stones in a line, in the order of the weights."""

WEIGHTS_PER_COLOUR = len(LINE_COUNTS) + 1
"""Weights for one colour on turn, that of being on turn last."""

SIZE = 2 * WEIGHTS_PER_COLOUR

MAX_SUM_POINTS = 7000
"""Limit of every sum of weights, below WIN_NEXT_POINTS."""

WEIGHTS = WeightsFile(path("flipflop", "weights.txt"), SIZE)

_PLACE = {counts: place for place, counts in enumerate(LINE_COUNTS)}


def evaluate(position: FlipFlop) -> int:
    """Points for the mover, 100 about a stone."""
    return learned(WEIGHTS.numbers, position)


def learned(numbers: Sequence[int], position: FlipFlop) -> int:
    """Points for the mover by these `numbers`, of which there are SIZE."""
    if not position.laying:
        return switching_points(position)
    decided = decided_points(position)
    if decided or position.late:
        return decided or late_points(position)
    own, enemy = position.stones[position.turn], position.stones[1 - position.turn]
    start = WEIGHTS_PER_COLOUR * position.turn
    value = numbers[start + WEIGHTS_PER_COLOUR - 1]
    for line in LINES:
        value += numbers[start + _PLACE[(line & own).bit_count(), (line & enemy).bit_count()]]
    return max(-MAX_SUM_POINTS, min(MAX_SUM_POINTS, value))


# -- by hand -------------------------------------------------------------------------------------

LINE_POINTS = (0, 20, -40, 40, -50, 60, -30, 30, 0)
"""Points of a complete line by the number of the mover's stones in it, while switching."""

RISK_POINTS = 3000
"""Points lost without a safe switch; half of it with one, a third with two, and so on."""

WIN_NEXT_POINTS = 10_000
"""Points for filling a line with the next tap, or for a full line that will count."""

_LATE_POINTS = (0, 5, 15, 35, 70, 130, 240, 500, WIN_NEXT_POINTS)
"""Points of a line with stones of one colour only, where lines count late (FF-7)."""

_LATE_CHANCE_POINTS = (0, 0, 0, 0, 20, 80, 300, 820, 0)
"""Points for dark, who switches first, of a line with one light stone there, by the dark stones."""


def switching_points(position: FlipFlop) -> int:
    """The static evaluation for the mover in points once all stones lie."""
    if position.finishing(position.turn):
        return WIN_NEXT_POINTS
    own = position.stones[position.turn]
    lines = sum(LINE_POINTS[(line & own).bit_count()] for line in LINES)
    return lines - RISK_POINTS // (1 + safe_switches(position).bit_count())


def safe_switches(position: FlipFlop) -> int:
    """Bitboard of the switches after which the enemy cannot fill a line at once; an approximation.
    A line with six or seven enemy stones is dangerous where a switch turns one of the others."""
    own = position.stones[position.turn]
    switches = position.choice(position.turn)
    for line in LINES:
        others = line & own
        if others.bit_count() <= 2:
            for cell in cells(others):
                switches &= ~CROSS[cell] | line
    return switches


def decided_points(position: FlipFlop) -> int:
    """WIN_NEXT_POINTS or its negative where the next taps of the laying decide; else 0."""
    turn = position.turn
    own, enemy = position.stones[turn], position.stones[1 - turn]
    if position.late:
        both = has_line(own) and has_line(enemy)
        return 0 if not both else WIN_NEXT_POINTS if turn == 1 else -WIN_NEXT_POINTS
    if position.finishing(turn):
        return WIN_NEXT_POINTS
    squares = 0
    for _, taps in position.finishing(1 - turn):
        squares |= taps
    return -WIN_NEXT_POINTS if squares & (squares - 1) else 0


def late_points(position: FlipFlop) -> int:
    """Points of all lines for the mover while laying, where lines count late (FF-7)."""
    dark, light = position.stones
    lines = sum(
        late_line_points((line & dark).bit_count(), (line & light).bit_count()) for line in LINES
    )
    return lines if position.turn == 0 else -lines


def late_line_points(dark: int, light: int) -> int:
    """Points for dark of one such line, by the numbers of stones in it."""
    if dark and light:
        return _LATE_CHANCE_POINTS[dark] if light == 1 else 0
    return _LATE_POINTS[dark] - _LATE_POINTS[light]
