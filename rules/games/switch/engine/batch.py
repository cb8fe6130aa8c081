"""Switch for whole arrays once all stones lie: one word, the mover's stones in its lower half and
the enemy's in its upper one, with TURN and what follows beside the mover's. Bits as in stones.py.

Laying and choosing (SW-10) are left out: there a player may have two plies in a row.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import UNFINISHED, Batch, BatchRules, Children, Points
from rules.contract.value import WIN
from rules.engine.vector.bits import Bitboards, hash_columns
from rules.games.switch.engine.evaluation import COUNTER, LINE, PAIR, SQUARE, THREAT
from rules.games.switch.position import Playing, Switch
from rules.games.switch.stones import (
    ALL,
    COLUMNS,
    LINES,
    NEIGHBOURS,
    NOT_LEFT,
    NOT_RIGHT,
    ROWS,
    STONES,
)

TURN, ADJACENT, OFF, MUST, WON, LOST = (1 << bit for bit in range(25, 31))
"""Player 1 moves; `swap=adjacent`; `counter=off`; the mover must counter; he has won or lost."""

Half = NDArray[np.uint32]
"""Stones of one side, or flags, of each position: shape (n,)."""
Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]

_ALL, _TURN, _ADJACENT, _OFF, _MUST, _WON, _LOST = (
    np.uint32(bits) for bits in (ALL, TURN, ADJACENT, OFF, MUST, WON, LOST)
)
_HALF, _NONE, _ONE, _FIVE = np.uint64(32), np.uint32(0), np.uint32(1), np.uint32(5)
_NOT_LEFT, _NOT_RIGHT = np.uint32(NOT_LEFT), np.uint32(NOT_RIGHT)
_ROWS = np.array([ROWS[cell // 5] for cell in range(25)], np.uint32)
_COLUMNS = np.array([COLUMNS[cell % 5] for cell in range(25)], np.uint32)
_BESIDE = np.array(NEIGHBOURS, np.uint32)
_CELLS = np.array([1 << cell for cell in range(25)], np.uint32)
_LINES = tuple(np.uint32(line) for line in LINES)


class SwitchBatch(BatchRules[Switch]):
    """The BatchRules of Switch without laying, with all its options."""

    def covers(self, position: Switch) -> bool:
        """Only positions in which all stones lie and both players have a colour."""
        return isinstance(position, Playing)

    def pack(self, positions: Sequence[Switch]) -> Batch:
        """One word each."""
        return np.array([[_word(now) for now in positions]], np.uint64)

    def children(self, batch: Batch) -> Children:
        """A child per stone and place to go, both in order."""
        low, enemy = _halves(batch)
        going = np.flatnonzero(low & (_WON | _LOST) == 0)
        if len(going) < len(low):
            low, enemy = low.take(going), enemy.take(going)
        parent, own, enemy = _moved(low, enemy, ~(low | enemy) & _ALL)
        flags = low.take(parent) & ~_ALL
        flags = flags & (_ADJACENT | _OFF | _TURN) ^ _TURN | _outcome(own, enemy, flags)
        words = (own.astype(np.uint64) << _HALF | (enemy | flags)).reshape(1, -1)
        return Children(going.take(parent), words)

    def ends(self, batch: Batch) -> Points:
        """WIN or -WIN as the last move left it."""
        points = np.full(batch.shape[1], UNFINISHED, np.int32)
        _mark_ends(_halves(batch)[0], points)
        return points

    def evaluate(self, batch: Batch) -> Points:
        """The judge's points, or the end."""
        low, enemy = _halves(batch)
        own = low & _ALL
        points = _shape(own) - _shape(enemy) + LINE * _lines(own, enemy)
        threats = np.flatnonzero(_can_join(own, ~(own | enemy) & _ALL))
        points[threats] += THREAT
        points[low & _MUST != 0] = COUNTER
        _mark_ends(low, points)
        return points

    def mobility(self, batch: Batch) -> Points:
        """Stones that may be exchanged, those of the mover left out."""
        low, enemy = _halves(batch)
        return np.bitwise_count(_majorities(low, enemy, _LINES)).astype(np.int32)

    def keys(self, batch: Batch) -> Bitboards:
        """A hash of the word."""
        return hash_columns(batch)


def _word(now: Switch) -> int:
    assert isinstance(now, Playing), "stones are still being laid"
    own, enemy = now.sides
    flags = TURN * now.turn | ADJACENT * now.setup.adjacent | OFF * (not now.setup.counter)
    flags |= MUST * now.must_counter
    if now.outcome is not None:
        flags |= WON if now.outcome.winner == now.turn else LOST
    return own | flags | enemy << 32


def _halves(batch: Batch) -> tuple[Half, Half]:
    """The mover's stones with all flags, and the enemy's."""
    return batch[0].astype(np.uint32), (batch[0] >> _HALF).astype(np.uint32)


def _mark_ends(low: Half, points: Points) -> None:
    """Put in the worth of positions that are over."""
    points[low & _WON != 0] = WIN
    points[low & _LOST != 0] = -WIN


def _majority(own: Half, enemy: Half, line: np.uint32) -> Flags:
    """Where a line holds more own stones than enemy ones, and some of these (SW-4)."""
    theirs = np.bitwise_count(enemy & line)
    found: Flags = (np.bitwise_count(own & line) > theirs) & (theirs > 0)
    return found


def _majorities(own: Half, enemy: Half, lines: tuple[np.uint32, ...]) -> Half:
    """The enemy stones in lines of majority."""
    found = np.zeros_like(own)
    for line in lines:
        found |= np.where(_majority(own, enemy, line), enemy & line, _NONE)
    return found


def _moved(low: Half, enemy: Half, gap: Half) -> tuple[Indices, Half, Half]:
    """After every exchange, and every stone's move to a `gap`: whose it was, the stones of the
    mover and of the enemy."""
    in_rows, in_columns = _majorities(low, enemy, _LINES[:5]), _majorities(low, enemy, _LINES[5:])
    stone_of, cell = _spread(low & _ALL)
    places = in_rows.take(stone_of) & _ROWS.take(cell)
    places |= in_columns.take(stone_of) & _COLUMNS.take(cell)
    places &= np.where(low & _ADJACENT != 0, _NONE, _ALL).take(stone_of) | _BESIDE.take(cell)
    places |= gap.take(stone_of)
    stone, place = _spread(places)
    parent = stone_of.take(stone)
    both = _CELLS.take(cell).take(stone) | _CELLS.take(place)
    own, enemy = low.take(parent) & _ALL ^ both, enemy.take(parent)
    enemy ^= np.where(enemy & both != 0, both, _NONE)
    return parent, own, enemy


def _spread(masks: Half) -> tuple[Indices, Indices]:
    """Every bit that is set: the index of its mask, never falling, and its number in the mask."""
    found = np.flatnonzero(np.unpackbits(masks.view(np.uint8), bitorder="little").view(np.bool_))
    return found >> 5, found & 31


def _outcome(own: Half, enemy: Half, flags: Half) -> Half:
    """What a move to these stones makes for the other player: WON, LOST, MUST or nothing, by the
    flags of who moved (SW-6 to SW-8)."""
    mine, other = joined(own), joined(enemy)
    must = flags & _MUST != 0
    outcome = np.where(other | (must & ~mine), _WON, _NONE)
    outcome[must & mine & ~other] = _LOST
    alone = np.flatnonzero(mine & ~other & ~must)
    if len(alone):
        flags = flags.take(alone)
        saved = (flags & _OFF == 0) & _countered(enemy.take(alone) | flags, own.take(alone))
        outcome[alone] = np.where(saved, _MUST, _LOST)
    return outcome


def _countered(low: Half, enemy: Half) -> Flags:
    """Whether the mover can break the enemy's connection and make his own (SW-7)."""
    parent, own, enemy = _moved(low, enemy, np.zeros_like(low))
    found = np.zeros(len(low), np.bool_)
    found[parent[joined(own) & ~joined(enemy)]] = True
    return found


def joined(stones: Half) -> Flags:
    """Whether all stones of one side are connected (SW-5)."""
    found = _pieces(stones) <= 1
    likely = np.flatnonzero(found)
    stones = stones.take(likely)
    found[likely] = group(stones & (~stones + _ONE), stones) == stones
    return found


def _pieces(stones: Half) -> NDArray[np.int8]:
    """The number of groups less that of holes, as Euler counts them."""
    pairs, squares = _pairs(stones)
    return (np.bitwise_count(stones) + squares - pairs).view(np.int8)


def _pairs(stones: Half) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """How often two stones lie side by side, and four in a square."""
    across = stones & stones >> _ONE & _NOT_RIGHT
    down = stones & stones >> _FIVE
    squares = np.bitwise_count(across & across >> _FIVE)
    return np.bitwise_count(across) + np.bitwise_count(down), squares


def beside(stones: Half) -> Half:
    """The fields that share an edge with one of these."""
    found = (stones & _NOT_RIGHT) << _ONE
    found |= (stones & _NOT_LEFT) >> _ONE
    found |= stones << _FIVE
    found |= stones >> _FIVE
    found &= _ALL
    return found


def group(seeds: Half, stones: Half) -> Half:
    """The stones connected with each seed."""
    found = seeds
    while True:
        more = beside(found)
        more &= stones
        more |= found
        if np.array_equal(more, found):
            return found
        found = more


def _can_join(stones: Half, gap: Half) -> Flags:
    """Whether one stone put into the gap connects all, as the judge has it."""
    area = stones | gap
    found = _pieces(area) <= 2
    likely = np.flatnonzero(found)
    found[likely] = np.bitwise_count(group(gap.take(likely), area.take(likely))) >= STONES
    return found


def _shape(stones: Half) -> Points:
    """How well the stones of a colour hang together, as the judge has it."""
    pairs, squares = _pairs(stones)
    return PAIR * pairs.astype(np.int32) - SQUARE * squares.astype(np.int32)


def _lines(own: Half, enemy: Half) -> Points:
    """Lines in which the mover may exchange stones, less those in which the enemy may."""
    found = np.zeros(len(own), np.int32)
    for line in _LINES:
        found += _majority(own, enemy, line)
        found -= _majority(enemy, own, line)
    return found
