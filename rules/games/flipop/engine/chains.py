"""Move generation for arrays of Flipop positions; paths.py says how words are packed. Moves of one
step, or of two with `chain=side`, are found for all pits at once. Longer chains are extended step
by step, all of them at once."""

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import Batch, Flags, Index
from rules.engine.vector.bits import Bitboards, set_bits
from rules.games.flipop.doors import AHEAD_DIRECTIONS, BOARD_SIDE, DIRECTION_STEPS, PIT_COUNT
from rules.games.flipop.engine import chain_tables as tables
from rules.games.flipop.engine.paths import (
    BLACK_TURN,
    CHAIN_FREE,
    CHAIN_HINGE,
    allowed_ways,
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
    """Keys of all moves but forced passes, ascending, and the words of `_pushed` after them, (6,
    m)."""
    if not batch.shape[1]:
        return np.zeros(0, np.int64), np.zeros((6, 0), np.uint64)
    aside = not int(batch[1, 0]) & (CHAIN_HINGE | CHAIN_FREE)
    beginnings = _beginnings(batch, aside).reshape(tables.PIT_SLOTS, -1).T
    row, pit = set_bits(beginnings.reshape(-1))
    parent, code = row >> 4, pit * tables.PIT_SLOTS | row & (tables.PIT_SLOTS - 1)
    keys = parent.astype(np.int64) << _PATH | tables.CODE_KEYS.take(code)
    taken = ((batch[0] | batch[0] >> _HALF) & _PITS).take(parent)
    exits = tables.EXITS_BY_TURN.take((batch[1] & _BLACK != 0).astype(np.intp))
    steps = tables.CODE_STEPS_ASIDE if aside else tables.CODE_STEPS
    words = _walked(batch, parent, steps.take(code, axis=1), exits)
    on = (taken & tables.LAST_PIT.take(code) != 0).nonzero()[0]
    chains, chain_keys = words.take(on, axis=1), keys.take(on)
    if not aside:
        words[3:5] = 0
    keys[on] = _LEFT_OUT
    all_words, all_keys = [words], [keys]
    taken, code = taken.take(on), code.take(on)
    way = tables.LAST_WAY.take(code)
    start = tables.CODE_STEPS[4].take(code) & _LOWER
    entered = tables.ENTERED_PITS.take(code, axis=1)
    entered = entered[0] | entered[1] if aside else entered[0]
    chains[5] = (~taken & _PITS) | start | (taken & ~(start | entered)) << _HALF
    shift = _PATH - 9 if aside else _PATH - 7
    while len(way):
        shift -= 2
        chains, chain_keys, way, done = _pushed(batch, chains, chain_keys, way, shift, exits)
        all_words.append(chains)
        all_keys.append(np.where(done, chain_keys, _LEFT_OUT))
        on = (~done).nonzero()[0]
        chains, chain_keys, way = chains.take(on, axis=1), chain_keys.take(on), way.take(on)
    keys = np.concatenate(all_keys)
    order = keys.argsort(kind="stable")[np.count_nonzero(keys == _LEFT_OUT) :]
    return keys[order], np.concatenate(all_words, axis=1).take(order, axis=1)


def _beginnings(batch: Batch, aside: bool) -> NDArray[np.uint32]:
    """First pits of moves by position and slot, shape (n, 16), dtype uint32 (bit = pit). With
    `aside` moves end on an empty pit or may go on as chains; else the first slot has all of
    them."""
    found = np.zeros((4, 4, batch.shape[1]), np.uint32)
    north_east, south_west = allowed_ways(batch)
    ways = _by_heading(north_east, south_west)
    first = ways & batch[0]
    if not aside:
        found[:, 0] = first
    else:
        before = (batch[0] | batch[0] >> _HALF) & _PITS
        before = before << tables.SHIFT_UP >> tables.SHIFT_DOWN
        pushing = first & before
        found[:, 0] = first ^ pushing
        last = tables.INSIDE_PITS & ~before
        last &= ~_by_heading(batch[2], batch[3])
        last |= ways & before
        turned = last[tables.TURNS_ASIDE]
        turned <<= tables.SHIFT_UP[:, None]
        turned >>= tables.SHIFT_DOWN[:, None]
        turned &= pushing[:, None]
        found[:, 1:3] = turned
    return found


def _by_heading(north_east: Bitboards, south_west: Bitboards) -> Batch:
    """Both words of ways as one word per direction, shape (4, n)."""
    return np.array(
        (north_east & _LOWER, north_east >> _HALF, south_west & _LOWER, south_west >> _HALF)
    )


def _walked(batch: Batch, parent: Index, steps: Batch, exits: Bitboards) -> Batch:
    """The words of `_pushed` after steps given as in `tables.CODE_STEPS`; the last stays empty."""
    steps = steps.reshape(8, 2, -1)
    balls, before = batch[0].take(parent), batch[1].take(parent)
    gone = steps[2] & balls
    landed = gone << steps[3]
    landed >>= steps[4]
    landed &= ~exits.take(parent)
    swung = _swinging(before, steps)
    words = np.empty((6, len(parent)), np.uint64)
    words[0] = balls ^ (gone[0] | gone[1])
    words[1] = landed[0] | landed[1]
    both = swung[0] | swung[1]
    words[2] = before ^ both
    words[2] &= ~(both << _HALF)
    swung <<= _HALF
    swung &= steps[5]
    words[2] |= swung[0] | swung[1]
    banned = np.where(landed != 0, steps[6:], _NONE)
    words[3:5] = banned[:, 0] | banned[:, 1]
    return words


def _pushed(
    batch: Batch, chains: Batch, keys: _Keys, pushing: Index, shift: int, exits: Bitboards
) -> tuple[Batch, _Keys, Index, Flags]:
    """One step of every pushed ball: new words, keys and ways, and whether the move is complete.
    `pushing` are the ways of the balls that push. `chains`, shape (6, m), has the balls not moved,
    the balls moved, the doors and two words of steps to ban. Its last word has the pits where the
    chain may end (lower half) or go on (upper half)."""
    onward = tables.PUSHED_WAYS_FREE if int(batch[1, 0]) & CHAIN_FREE else tables.PUSHED_WAYS
    way = onward.take(pushing, axis=0).reshape(-1)
    last = np.arange(len(way)) // onward.shape[1]
    parent = (keys >> _PATH).astype(np.intp).take(last)
    passages, before = tables.PASSAGES.take(way, axis=1), batch[1:].take(parent, axis=1)
    swung, entered, ground = _swinging(before[0], passages), passages[2], chains[5].take(last)
    done = ground & entered != 0
    legal = done | ((ground >> _HALF & entered != 0) & (swung != 0))
    legal &= (before[1] & passages[3] | before[2] & passages[4]) == 0
    if int(batch[1, 0]) & CHAIN_HINGE:
        swept = _swinging(before[0], tables.PASSAGES.take(pushing.take(last), axis=1))
        legal &= swept & tables.SWEPT_HINGES.take(4 * pushing.take(last) + (way & 3)) != 0
    chosen = legal.nonzero()[0]
    last, way = last.take(chosen), way.take(chosen)
    keys = keys.take(last) | (way & 3).astype(np.int64) << shift
    chains, rolls = chains.take(last, axis=1), tables.ROLLS.take(way, axis=1)
    stays = _step(chains, rolls, swung.take(chosen), exits.take(parent.take(chosen)))
    chains[3:5] |= np.where(stays, rolls[4:], _NONE)
    chains[5] &= ~(entered.take(chosen) << _HALF)
    return chains, keys, way, done.take(chosen)


def _step(words: Batch, rolls: Batch, swung: Bitboards, exits: Bitboards) -> Flags:
    """Roll each ball on and swing those doors, in place; whether the ball stays on, (m,)."""
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
    return gone != 0


def _swinging(doors: Bitboards, passages: Batch) -> Bitboards:
    """Hinges whose doors lie in each passage, as bits in the lower half; shape (m,)."""
    fitting: Bitboards = ~(doors ^ passages[1])
    fitting &= fitting >> _HALF
    fitting &= passages[0]
    return fitting
