"""Move generation for arrays of Flipop positions; paths.py says how words are packed.

Moves of one step, or of two with `chain=side`, are found for all pits at once. Longer chains are
extended step by step, all of them at once.
"""

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import Batch
from rules.contract.board import cells
from rules.engine.vector.bits import Words
from rules.games.flipop.doors import (
    AHEAD_DIRECTIONS,
    BOARD_SIDE,
    DIRECTION_STEPS,
    EXIT_PITS,
    PIT_COUNT,
    WAY_BY_PITS,
)
from rules.games.flipop.engine.paths import (
    BLACK_TURN,
    CHAIN_FREE,
    CHAIN_HINGE,
    Indices,
    Mask,
    allowed_ways,
    ban_bit,
    first_steps,
)

_HALF, _LOWER = np.uint64(32), np.uint64((1 << 32) - 1)
_ONE, _FIVE = np.uint64(1), np.uint64(BOARD_SIDE)
_NONE, _BLACK, _HINGE, _FREE = (
    np.uint64(bits) for bits in (0, BLACK_TURN, CHAIN_HINGE, CHAIN_FREE)
)
_PITS = np.uint64((1 << PIT_COUNT) - 1)


def _door(number: int) -> tuple[int, int]:
    """Hinge of a door as a bit, and its direction, as in the words."""
    hinge, points = divmod(number, 4)
    bit = 1 << BOARD_SIDE * (hinge // 4) + hinge % 4
    return bit, bit * (points & 1) | (bit << 32) * (points >> 1)


def _by_way(words: dict[int, int]) -> Words:
    """A word per way by its number, 0 where there is no way; shape (100,)."""
    return np.array([words.get(number, 0) for number in range(4 * PIT_COUNT)], np.uint64)


_ways = WAY_BY_PITS.values()
_DOORS = {way.number: [_door(door) for door in cells(way.doors)] for way in _ways}
_PASSAGES = np.stack(
    (
        _by_way({n: sum(bit for bit, _ in doors) for n, doors in _DOORS.items()}),
        _by_way({n: sum(points for _, points in doors) for n, doors in _DOORS.items()}),
        _by_way({way.number: way.entered for way in _ways}),
        *(_by_way({way.number: ban_bit(way.number, half) for way in _ways}) for half in (0, 1)),
    )
)
"""Per way: hinges, doors as they would have to point, target pit, two words that ban it; (5, 100).
"""

_ROLLS = np.stack(
    (
        _by_way({way.number: way.left | way.left << 32 for way in _ways}),
        _by_way({way.number: max(0, way.target - way.source) for way in _ways}),
        _by_way({way.number: max(0, way.source - way.target) for way in _ways}),
        _by_way({way.number: (way.number % 4 >> 1) * ~(-1 << 64) for way in _ways}),
        *(
            _by_way({way.number: ban_bit(way.back.bit_length() - 1, half) for way in _ways})
            for half in (0, 1)
        ),
    )
)
"""Per way, shape (6, 100): source pit in both halves; shifts of a ball up and down; all bits if
doors end pointing south or west; two words that ban the way back."""

_TARGET = _by_way({way.number: 4 * way.target for way in _ways}).astype(np.intp)
_AHEAD, _ASIDE = (
    _TARGET[:, None] + (np.arange(4 * PIT_COUNT)[:, None] + turns & 3)
    for turns in ((3, 0, 1), (3, 1))
)
"""By way, the ways of a ball that is pushed by it, with `chain=free` and else."""
_OUT = np.array([EXIT_PITS[0] | EXIT_PITS[1] << 32, EXIT_PITS[1] | EXIT_PITS[0] << 32], np.uint64)
"""Exits of the mover and the enemy, by who is on turn; shape (2,)."""


def _sweeps() -> Words:
    """Per way and heading the hinge whose door sweeps there (`chain=hinge`), shape (400,)."""
    sweeps = np.zeros((4 * PIT_COUNT, 4), np.uint64)
    for way in _ways:
        for door in cells(way.doors):
            sweeps[way.number, (door + 2) % 4] = _door(door)[0]
    return sweeps.reshape(-1)


_SWEEPS = _sweeps()

_SLOTS = 16
"""Bits of a pit: per direction one step, then two steps with the turns in `_TURNS`, and one unused.
"""
_CODES = 32 * _SLOTS
_TURNS = np.array([[1, 3], [0, 2], [1, 3], [0, 2]])
_UP, _DOWN = np.array([[[5], [0], [0], [1]], [[0], [1], [5], [0]]], np.uint64)
"""By direction, what shifts the pits behind its steps to those before them."""
_INSIDE = np.array(
    [[sum(way.left for way in _ways if way.number % 4 == d)] for d in range(4)], np.uint64
)
"""Per direction, the pits with a neighbour there."""


def _walks() -> NDArray[np.intp]:
    """Per code the numbers of its one or two ways, 100 for none; shape (2, 512)."""
    found = np.full((2, _CODES), 4 * PIT_COUNT)
    for way in _ways:
        pit, heading = divmod(way.number, 4)
        code = _SLOTS * pit + 4 * heading
        found[0, code : code + 3] = way.number
        found[1, code + 1 : code + 3] = 4 * way.target + _TURNS[heading]
    return found.astype(np.intp)


_WALKS = _walks()
_LAST_WAY = np.where(_WALKS[1] < 4 * PIT_COUNT, _WALKS[1], _WALKS[0] % (4 * PIT_COUNT))
_KEYS = (
    _WALKS[0].astype(np.int64) << 18 | np.where(_WALKS[1] < 4 * PIT_COUNT, _WALKS[1] & 3, 0) << 16
)
_STEP = np.concatenate((_PASSAGES[:2], _ROLLS), axis=0)
_STEP = np.pad(_STEP, ((0, 0), (0, 1)))[:, _WALKS].reshape(-1, _CODES)
"""Per code, of both steps: the first two of `_PASSAGES` and all of `_ROLLS`, shape (16, 512)."""
_STEP_ASIDE = _STEP.copy()
"""The same where a single step is a whole move, which bans nothing."""
_STEP_ASIDE[12:, _WALKS[1] == 4 * PIT_COUNT] = 0
"""The same where a single step is a whole move, which bans nothing."""
_ENTERED = np.pad(_PASSAGES[2], (0, 1))[_WALKS]
_BEHIND = _PASSAGES[2].take(_LAST_WAY)
"""Per code: the pits entered, and the last of them."""

_DISTANCES = np.array([across + BOARD_SIDE * down for across, down in DIRECTION_STEPS])
"""Difference of pit numbers per direction."""

_Keys = NDArray[np.int64]
"""Parent and path of each move in one number, rising in the order of Flipop.moves(); shape (m,)."""

_LEFT_OUT = np.int64(-1)
_PATH = 25
"""Bits of a key below the parent: 7 for the first way, then 2 per heading of a chain."""


def can_advance(batch: Batch) -> Mask:
    """Whether a move, banned or not, brings a ball of the mover nearer to its exits (FP-12); shape
    (n,)."""
    batch = batch.copy()
    batch[2:] = 0
    empty = ~(batch[0] | batch[0] >> _HALF) & _PITS
    north, south = (ways & _PITS for ways in first_steps(batch))
    north &= empty << _FIVE
    south &= empty >> _FIVE
    found: Mask = np.where(batch[1] & _BLACK, north, south) != 0
    others = (~found).nonzero()[0]
    if len(others):
        found[others] = _chains_ahead(batch[:, others])
    return found


def _chains_ahead(batch: Batch) -> Mask:
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


def legal_paths(batch: Batch) -> tuple[Indices, Batch]:
    """All moves but forced passes, in the order of Flipop.moves().

    Their parents, shape (m,), ascending; and the balls, doors and both words of banned steps after
    them, shape (4, m), with the same player on turn.
    """
    keys, words = _moves(batch)
    words[1] |= words[0]
    return (keys >> _PATH).astype(np.intp), words[1:5]


def _moves(batch: Batch) -> tuple[_Keys, Batch]:
    """Keys of all moves but forced passes, ascending, and the words of `_pushed` after them, (6,
    m)."""
    if not batch.shape[1]:
        return np.zeros(0, np.int64), np.zeros((6, 0), np.uint64)
    aside = not int(batch[1, 0]) & (CHAIN_HINGE | CHAIN_FREE)
    parent, code = _spread(_beginnings(batch, aside))
    keys = parent.astype(np.int64) << _PATH | _KEYS.take(code)
    taken = ((batch[0] | batch[0] >> _HALF) & _PITS).take(parent)
    exits = _OUT.take((batch[1] & _BLACK != 0).astype(np.intp))
    words = _walked(batch, parent, (_STEP_ASIDE if aside else _STEP).take(code, axis=1), exits)
    on = (taken & _BEHIND.take(code) != 0).nonzero()[0]
    chains, chain_keys = words.take(on, axis=1), keys.take(on)
    if not aside:
        words[3:5] = 0
    keys[on] = _LEFT_OUT
    all_words, all_keys = [words], [keys]
    taken, code = taken.take(on), code.take(on)
    way = _LAST_WAY.take(code)
    start = _STEP[4].take(code) & _LOWER
    entered = _ENTERED.take(code, axis=1)
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
    """First pits of moves by position and slot, shape (n, 16), dtype uint32 (bit = pit).

    With `aside` moves end on an empty pit or may go on as chains; else the first slot has all of
    them.
    """
    found = np.zeros((4, 4, batch.shape[1]), np.uint32)
    north_east, south_west = allowed_ways(batch)
    ways = _by_heading(north_east, south_west)
    first = ways & batch[0]
    if not aside:
        found[:, 0] = first
    else:
        before = (batch[0] | batch[0] >> _HALF) & _PITS
        before = before << _UP >> _DOWN
        pushing = first & before
        found[:, 0] = first ^ pushing
        last = _INSIDE & ~before
        last &= ~_by_heading(batch[2], batch[3])
        last |= ways & before
        turned = last[_TURNS]
        turned <<= _UP[:, None]
        turned >>= _DOWN[:, None]
        turned &= pushing[:, None]
        found[:, 1:3] = turned
    return found


def _by_heading(north_east: Words, south_west: Words) -> Batch:
    """Both words of ways as one word per direction, shape (4, n)."""
    return np.array(
        (north_east & _LOWER, north_east >> _HALF, south_west & _LOWER, south_west >> _HALF)
    )


def _spread(beginnings: NDArray[np.uint32]) -> tuple[Indices, Indices]:
    """Position and code (by pit and slot) of every bit, both of shape (m,); positions ascend."""
    by_position = np.ascontiguousarray(beginnings.reshape(_SLOTS, -1).T)
    bits = np.unpackbits(by_position.reshape(-1).view(np.uint8), bitorder="little")
    found = bits.view(np.bool_).nonzero()[0]
    return found >> 9, (found & 31) * _SLOTS | found >> 5 & (_SLOTS - 1)


def _walked(batch: Batch, parent: Indices, steps: Batch, exits: Words) -> Batch:
    """The words of `_pushed` after one or two steps, given as in `_STEP`; the last stays empty."""
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
    batch: Batch, chains: Batch, keys: _Keys, pushing: Indices, shift: int, exits: Words
) -> tuple[Batch, _Keys, Indices, Mask]:
    """One step of every pushed ball: new words, keys and ways, and whether the move is complete.

    `pushing` are the ways of the balls that push. The words of `chains`, shape (6, m): balls not
    moved, balls moved, doors, two words of steps to ban, and the pits where the chain may end
    (lower half) or go on (upper half).
    """
    onward = _AHEAD if int(batch[1, 0]) & CHAIN_FREE else _ASIDE
    way = onward.take(pushing, axis=0).reshape(-1)
    last = np.arange(len(way)) // onward.shape[1]
    parent = (keys >> _PATH).astype(np.intp).take(last)
    passages, before = _PASSAGES.take(way, axis=1), batch[1:].take(parent, axis=1)
    swung, entered, ground = _swinging(before[0], passages), passages[2], chains[5].take(last)
    done = ground & entered != 0
    legal = done | ((ground >> _HALF & entered != 0) & (swung != 0))
    legal &= (before[1] & passages[3] | before[2] & passages[4]) == 0
    if int(batch[1, 0]) & CHAIN_HINGE:
        swept = _swinging(before[0], _PASSAGES.take(pushing.take(last), axis=1))
        legal &= swept & _SWEEPS.take(4 * pushing.take(last) + (way & 3)) != 0
    chosen = legal.nonzero()[0]
    last, way = last.take(chosen), way.take(chosen)
    keys = keys.take(last) | (way & 3).astype(np.int64) << shift
    chains, rolls = chains.take(last, axis=1), _ROLLS.take(way, axis=1)
    stays = _step(chains, rolls, swung.take(chosen), exits.take(parent.take(chosen)))
    chains[3:5] |= np.where(stays, rolls[4:], _NONE)
    chains[5] &= ~(entered.take(chosen) << _HALF)
    return chains, keys, way, done.take(chosen)


def _step(words: Batch, rolls: Batch, swung: Words, exits: Words) -> Mask:
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
    stays: Mask = gone != 0
    return stays


def _swinging(doors: Words, passages: Batch) -> Words:
    """Hinges whose doors lie in each passage, as bits in the lower half; shape (m,)."""
    fitting: Words = ~(doors ^ passages[1])
    fitting &= fitting >> _HALF
    fitting &= passages[0]
    return fitting
