"""Evaluation of Flip-Flop by weights from self-play, for the laying of stones.

A line counts by its numbers of stones of the mover and of the enemy. Its empty squares do not
matter, since rows may be exchanged and so may columns. `weights.txt` holds, for dark on turn, the
points of a line in the order of LINE_COUNTS and the points of being on turn. The same follows for
light. Switching, and laying whose lines count late, are evaluated by hand.
"""

from collections.abc import Sequence

from rules.engine.data.locate import path
from rules.engine.data.weights import WeightsFile
from rules.games.flipflop.engine.evaluation import decided_points, late_points, switching_points
from rules.games.flipflop.position import LINES, FlipFlop

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
