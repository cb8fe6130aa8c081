"""The evaluation of Flipop by `weights.txt` for one position, to test the evaluation of arrays."""

from collections.abc import Sequence

from flipside.rules.contract.board import cells
from flipside.rules.games.flipop.doors import (
    AHEAD_DIRECTIONS,
    BOARD,
    BOARD_SIDE,
    DOORS_AROUND,
    OPEN_WAYS,
    PIT_COUNT,
)
from flipside.rules.games.flipop.engine.weight_tables import (
    MAX_WAYS,
    MOBILITY_WEIGHTS,
    PIT_TERMS,
    PIT_WEIGHTS,
    SIDE_STATES,
    STATE_WEIGHTS,
    WEIGHTS,
)
from flipside.rules.games.flipop.position import BALLS_PER_COLOUR, Flipop


def evaluate(position: Flipop) -> int:
    """Return the score for the mover in hundredths of a ball."""
    return learned(WEIGHTS.numbers, position)


def learned(weights: Sequence[int], position: Flipop) -> int:
    """Return the score for the mover in hundredths of a ball, with `weights` as in the file."""
    value, sides = 0, []
    for player, sign in ((position.turn, 1), (1 - position.turn, -1)):
        balls = position.balls[player]
        start = STATE_WEIGHTS + MOBILITY_WEIGHTS + (balls.bit_count() - 1) * PIT_TERMS * PIT_COUNT
        shut = freed = mobility = 0
        for pit in cells(balls):
            own_pit = pit if player == 0 else PIT_COUNT - 1 - pit
            open_ways = OPEN_WAYS[pit][position.doors & DOORS_AROUND[pit]]
            mobility += len(open_ways)
            value += sign * weights[start + own_pit]
            if any(way.number % 4 == AHEAD_DIRECTIONS[player] for way in open_ways):
                value += sign * weights[start + PIT_COUNT + own_pit]
            if not open_ways:
                value += sign * weights[start + 2 * PIT_COUNT + own_pit]
                shut += 1
                freed += _DIAGONAL[pit] & balls != 0
        state = _STATE_NUMBERS[balls.bit_count(), shut, freed]
        own_view = balls
        if position.turn:
            own_view = sum(1 << PIT_COUNT - 1 - pit for pit in cells(balls))
        sides.append((state, balls.bit_count() - 1, min(mobility, MAX_WAYS), own_view))
    (state, own, ways, mine), (enemy_state, enemy, enemy_ways, theirs) = sides
    value += weights[len(SIDE_STATES) * state + enemy_state]
    balls_left = own * BALLS_PER_COLOUR + enemy
    value += weights[
        STATE_WEIGHTS + (balls_left * (MAX_WAYS + 1) + ways) * (MAX_WAYS + 1) + enemy_ways
    ]
    start = STATE_WEIGHTS + MOBILITY_WEIGHTS + PIT_WEIGHTS
    for row in range(BOARD_SIDE):
        shift = BOARD_SIDE * row
        value += weights[start + 1024 * row + 32 * (mine >> shift & 31) + (theirs >> shift & 31)]
    return value


_STATE_NUMBERS = {state: number for number, state in enumerate(SIDE_STATES)}
_DIAGONAL = tuple(
    sum(1 << ray[0] for ray in BOARD.rays(pit)[1::2] if ray) for pit in range(PIT_COUNT)
)
"""The diagonal neighbours of each pit, as bitboards."""
