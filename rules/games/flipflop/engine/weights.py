"""What self-play has taught about the laying of stones in Flip-Flop: what lines are worth.

Lines are told apart by how many stones of the mover and of the enemy lie in them, for dark on turn
and for light. Which fields of a line are empty says nothing: rows may be exchanged, and so may
columns. `weights.txt` holds dark's numbers, row by row of the triangle of counts, what it is worth
to be on turn, then the same for light. Switching, and laying whose lines do not count, is judged by
hand.
"""

from collections.abc import Sequence

from rules.engine.data.locate import path
from rules.engine.data.weights import WeightsFile
from rules.games.flipflop.engine import evaluation as by_hand
from rules.games.flipflop.engine.evaluation import NEXT
from rules.games.flipflop.position import LINES, FlipFlop

COUNTS = tuple((own, enemy) for own in range(9) for enemy in range(9 - own))
"""Own and enemy stones in a line, in the order of the numbers."""

EACH = len(COUNTS) + 1
"""Numbers for one colour on turn, that of being on turn last."""

SIZE = 2 * EACH

MAX_SUM = 7000
"""No sum of numbers is worth more, so that all stay below a line that the next tap fills."""

WEIGHTS = WeightsFile(path("flipflop", "weights.txt"), SIZE)

_PLACE = {counts: place for place, counts in enumerate(COUNTS)}


def evaluate(position: FlipFlop) -> int:
    """How good the position is for the mover: as learned, or by hand without the numbers."""
    numbers = WEIGHTS.numbers()
    return by_hand.evaluate(position) if numbers is None else learned(numbers, position)


def learned(numbers: Sequence[int], position: FlipFlop) -> int:
    """How good the position is for the mover by these numbers."""
    value = by_hand.evaluate(position)
    if not position.laying or position.late or abs(value) == NEXT:
        return value
    own, enemy = position.stones[position.turn], position.stones[1 - position.turn]
    start = EACH * position.turn
    value = numbers[start + EACH - 1]
    for line in LINES:
        value += numbers[start + _PLACE[(line & own).bit_count(), (line & enemy).bit_count()]]
    return max(-MAX_SUM, min(MAX_SUM, value))
