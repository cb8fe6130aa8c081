"""Move generation for arrays of Flipop positions; paths.py says how words are packed. All moves
are extended step by step, all of them at once."""

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.batch_rules import Batch, Flags, Index
from flipside.rules.engine.vector.bits import Bitboards, set_bits
from flipside.rules.games.flipop.doors import (
    AHEAD_DIRECTIONS,
    BOARD_SIDE,
    DIRECTION_STEPS,
    PIT_COUNT,
)
from flipside.rules.games.flipop.engine import chain_tables as tables
from flipside.rules.games.flipop.engine.paths import (
    BLACK_TURN,
    CHAIN_FREE,
    CHAIN_HINGE,
    first_steps,
)

_HALF, _LOWER = np.uint64(32), np.uint64((1 << 32) - 1)
_ONE, _FIVE = np.uint64(1), np.uint64(BOARD_SIDE)
_NONE, _BLACK = np.uint64(0), np.uint64(BLACK_TURN)
_PITS = np.uint64((1 << PIT_COUNT) - 1)


_DISTANCES = np.array([across + BOARD_SIDE * down for across, down in DIRECTION_STEPS])
"""Difference of pit numbers per direction."""

_Keys = NDArray[np.int64]
"""Parent and path of each move in one number, rising in the order of Flipop.moves(); shape (m,)."""

_LEFT_OUT = np.int64(-1)
_PATH = 25
"""Bits of a key below the parent: 7 for the first way, then 2 per heading of a chain."""


def can_advance(batch: Batch) -> Flags:
    """Whether a move, banned or not, brings a ball of the mover nearer to its exits (FP-12); shape
    (n,)."""
    batch = batch.copy()
    batch[2:] = 0
    empty = ~(batch[0] | batch[0] >> _HALF) & _PITS
    north, south = (ways & _PITS for ways in first_steps(batch))
    north &= empty << _FIVE
    south &= empty >> _FIVE
    found: Flags = np.where(batch[1] & _BLACK, north, south) != 0
    others = (~found).nonzero()[0]
    if len(others):
        found[others] = _chains_ahead(batch[:, others])
    return found


def _chains_ahead(batch: Batch) -> Flags:
    """Like `can_advance`, but for moves of any length: walks all of them step by step."""
    keys, _ = _moves(batch)
    parent = (keys >> _PATH).astype(np.intp)
    own = (batch[0] & _LOWER).take(parent)
    taken = (batch[0] | batch[0] >> _HALF).take(parent)
    ahead = np.array(AHEAD_DIRECTIONS).take((batch[1] & _BLACK != 0).astype(np.intp)).take(parent)
    shift = _PATH - 7
    start = pit = keys >> shift + 2 & 31
    goes, going = np.zeros((2, len(keys)), np.bool_)
    going |= True
    while going.any():
        heading = keys >> shift & 3
        goes |= going & (heading == ahead) & (own >> pit.astype(np.uint64) & _ONE != 0)
        pit = pit + _DISTANCES.take(heading)
        going &= (taken >> pit.astype(np.uint64) & _ONE != 0) & (pit != start)
        shift -= 2
    found = np.zeros(batch.shape[1], np.bool_)
    found[parent[goes]] = True
    return found


def legal_paths(batch: Batch) -> tuple[Index, Batch]:
    """All moves but forced passes, in the order of Flipop.moves(). Their parents, shape (m,),
    ascending; and the balls, doors and both words of banned steps after them, shape (4, m), with
    the same player on turn."""
    keys, words = _moves(batch)
    words[1] |= words[0]
    return (keys >> _PATH).astype(np.intp), words[1:5]


def _moves(batch: Batch) -> tuple[_Keys, Batch]:
    """Keys of all moves but forced passes, ascending, and the words of `_rolled` after them, (6,
    m)."""
    if not batch.shape[1]:
        return np.zeros(0, np.int64), np.zeros((6, 0), np.uint64)
    row, bit = set_bits(np.stack(first_steps(batch), axis=1).reshape(-1))
    parent, way = row >> 1, (bit & 31) << 2 | (row & 1) << 1 | bit >> 5
    exits = tables.EXITS_BY_TURN.take((batch[1] & _BLACK != 0).astype(np.intp))
    taken = ((batch[0] | batch[0] >> _HALF) & _PITS).take(parent)
    start = tables.ROLLS[0].take(way) & _LOWER
    words = np.zeros((6, len(way)), np.uint64)
    words[0], words[2] = batch[0].take(parent), batch[1].take(parent)
    words[5] = (~taken & _PITS) | start | (taken & ~start) << _HALF
    shift = _PATH - 7
    keys = parent.astype(np.int64) << _PATH | way.astype(np.int64) << shift
    swung = _swinging(words[2], tables.PASSAGES[:2].take(way, axis=1))
    all_words, all_keys = [], []
    while True:
        done = _rolled(words, way, swung, exits.take(parent))
        all_words.append(words)
        all_keys.append(np.where(done, keys, _LEFT_OUT))
        on = (~done).nonzero()[0]
        if not len(on):
            break
        last, pushed, swung = _pushed(batch, words[5].take(on), parent.take(on), way.take(on))
        last = on.take(last)
        shift -= 2
        keys = keys.take(last) | (pushed & 3).astype(np.int64) << shift
        words, parent, way = words.take(last, axis=1), parent.take(last), pushed
    all_words[0][3:5] = 0  # a move of one step bans nothing
    keys = np.concatenate(all_keys)
    order = keys.argsort(kind="stable")[np.count_nonzero(keys == _LEFT_OUT) :]
    return keys[order], np.concatenate(all_words, axis=1).take(order, axis=1)


def _rolled(words: Batch, way: Index, swung: Bitboards, exits: Bitboards) -> Flags:
    """Roll a ball on each way and swing its doors, in place; whether the move is complete. `words`,
    shape (6, m), has the balls not moved, the balls moved, the doors and two words of steps to ban.
    Its last word has the pits where the move may end (lower half) or go on (upper half)."""
    rolls, entered = tables.ROLLS.take(way, axis=1), tables.PASSAGES[2].take(way)
    gone = words[0] & rolls[0]
    words[0] ^= gone
    gone <<= rolls[1]
    gone >>= rolls[2]
    gone &= ~exits
    words[1] |= gone
    words[2] ^= swung
    high = swung << _HALF
    words[2] &= ~high
    high &= rolls[3]
    words[2] |= high
    words[3:5] |= np.where(gone != 0, rolls[4:], _NONE)
    words[5] &= ~(entered << _HALF)
    return words[5] & entered != 0


def _pushed(
    batch: Batch, ground: Bitboards, parent: Index, pushing: Index
) -> tuple[Index, Index, Bitboards]:
    """The ways of the balls that are pushed on the ways `pushing`: the number of the push, the way,
    and the doors that swing. `ground` is the last word of `_rolled`."""
    onward = tables.PUSHED_WAYS_FREE if int(batch[1, 0]) & CHAIN_FREE else tables.PUSHED_WAYS
    way = onward.take(pushing, axis=0).reshape(-1)
    last = np.arange(len(way)) // onward.shape[1]
    passages, before = tables.PASSAGES.take(way, axis=1), batch[1:].take(parent.take(last), axis=1)
    swung, entered, ground = _swinging(before[0], passages), passages[2], ground.take(last)
    legal = ground & entered != 0
    legal |= (ground >> _HALF & entered != 0) & (swung != 0)
    legal &= (before[1] & passages[3] | before[2] & passages[4]) == 0
    if int(batch[1, 0]) & CHAIN_HINGE:
        swept = _swinging(before[0], tables.PASSAGES.take(pushing.take(last), axis=1))
        legal &= swept & tables.SWEPT_HINGES.take(4 * pushing.take(last) + (way & 3)) != 0
    chosen = legal.nonzero()[0]
    return last.take(chosen), way.take(chosen), swung.take(chosen)


def _swinging(doors: Bitboards, passages: Batch) -> Bitboards:
    """Hinges whose doors lie in each passage, as bits in the lower half; shape (m,)."""
    fitting: Bitboards = ~(doors ^ passages[1])
    fitting &= fitting >> _HALF
    fitting &= passages[0]
    return fitting
