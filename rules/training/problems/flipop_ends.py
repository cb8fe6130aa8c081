"""Forced ends of Flipop in compiled code: quick, and proved anew by the engine afterwards.

A player is taken to need a move for each of his balls, as if nobody pushed them out.
"""

import numpy as np
from numba import njit
from numba.core import types

from rules.games.flipop.engine.batch import FlipopBatch
from rules.games.flipop.position import Flipop
from rules.training.flipop.moves import (
    HALF_BITS,
    LOWER_HALF,
    MAX_LEGAL_MOVES,
    NJIT_OPTIONS,
    is_stuck,
    lead_score,
    popcount,
    write_children,
    write_pass,
)

_WIN_PLIES, _HOLD_PLIES = (1, 3, 5, 7), (2, 4, 6)
"""Plies within which the mover wins, or loses unless he holds."""

_SAVED_PLIES = 8
"""Plies for which a move that holds avoids a loss."""

_RULES = FlipopBatch()
_WORK = np.zeros((_SAVED_PLIES + 3, MAX_LEGAL_MOVES, 4), np.uint64)

_WINS = types.boolean(types.uint64[::1], types.boolean, types.int64, types.uint64[:, :, ::1],
                      types.int64)  # fmt: skip


@njit(_WINS, **NJIT_OPTIONS)
def _wins(one, own, plies, work, at):
    """Whether the mover, or else (`own` false) the enemy, wins within `plies` plies.

    `one` is as in training/flipop/moves.py. Rows of `work` from `at` on are overwritten.
    """
    mine, others = one[0] & LOWER_HALF, one[0] >> HALF_BITS
    if not others or not mine:
        return own == (not mine)
    if popcount(mine if own else others) > (plies + own) // 2:
        return False
    count = write_children(one, work[at])
    if count == 0:
        if is_stuck(one, work[at], work[at + 1]):
            lead = lead_score(one)
            return lead > 0 if own else lead < 0
        write_pass(one, work[at])
        count = 1
    for number in range(count):
        if _wins(work[at, number], not own, plies - 1, work, at + 1) == own:
            return own
    return not own


@njit(**NJIT_OPTIONS)
def _end(one, work):
    count = write_children(one, work[0])
    for plies in _WIN_PLIES:
        right = 0
        for number in range(count):
            right += _wins(work[0, number], False, plies - 1, work, 1)
        if right:
            return plies if right == 1 else 0
    for plies in _HOLD_PLIES:
        losing, saving = 0, 0
        for number in range(count):
            if _wins(work[0, number], True, plies - 1, work, 1):
                losing += 1
            else:
                saving = number
        if losing == count - 1:
            return 0 if _wins(work[0, saving], True, _SAVED_PLIES - 1, work, 1) else -plies
        if losing == count:
            return 0
    return 0


def forced_end(position: Flipop) -> int:
    """The plies after which the mover wins by one move alone; negative if one move alone avoids a
    loss; else 0."""
    return int(_end(_RULES.pack([position])[:, 0].copy(), _WORK))
