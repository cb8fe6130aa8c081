"""Bitboard operations on whole arrays of words, shared by the batch rules of several games, and
counts of words. An 8x8 board is one word, bit 8 * row + column. Unless a function says otherwise,
arrays in and out have shape (n,), dtype uint64."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.batch_rules import HashKeys, Index, Points

Bitboards = NDArray[np.uint64]
"""One bitboard per position, dtype uint64, shape (n,)."""

FIRST_COLUMN, LAST_COLUMN = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
"""The first and the last bit of every row."""

_REST = np.uint64(0x7F7F7F7F7F7F7F7F)
_DIAGONAL = np.uint64(0x8040201008040201)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)

_WIDE = np.intp(0).itemsize == 8


def lookup(table: NDArray[Any], index: NDArray[Any]) -> NDArray[Any]:
    """The entries of a table of one dimension at these indices, in the shape of `index`. Indexing
    is a third slower than `take` on a desktop, and four times as fast in a page."""
    return table.take(index) if _WIDE else table[index.astype(np.intp, copy=False)]


def first_indices(values: NDArray[Any]) -> Index:
    """First index of each distinct value, lowest value first: shape (n,) to (m,), m <= n. As
    `np.unique` with `return_index`, which is slower to start."""
    order = values.argsort(kind="stable")
    ordered = values[order]
    new = np.ones(len(values), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    return order[new]


def set_bits(masks: NDArray[Any]) -> tuple[Index, Index]:
    """All set bits of unsigned `masks` (n,): ascending index of the mask, and bit number, (m,)
    each."""
    width = 8 * masks.itemsize
    bits = np.unpackbits(np.ascontiguousarray(masks).view(np.uint8), bitorder="little")
    found = bits.view(np.bool_).nonzero()[0]
    return found >> width.bit_length() - 1, found & width - 1


def bit_counts(words: NDArray[Any]) -> Points:
    """The number of set bits of each word, in the shape of `words`."""
    return np.bitwise_count(words).astype(np.int32)


def hash_columns(batch: NDArray[np.uint64]) -> Bitboards:
    """A 64-bit hash of each column of a batch: shape (words, n) to (n,); every bit counts."""
    found: Bitboards = batch[0] * _MIX
    for more in batch[1:]:
        found ^= found >> 32
        found += more
        found *= 0xD6E8FEB86659FD93
    found ^= found >> 32
    found *= _MIX
    found ^= found >> 29
    return found


def transposed(boards: Bitboards) -> Bitboards:
    """Each board with rows and columns exchanged, shape (n,). Source: three delta swaps,
    https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating."""
    boards = boards.copy()
    for shift, mask in (7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0xF0F0F0F0):
        moved = boards >> shift
        moved ^= boards
        moved &= mask
        boards ^= moved
        moved <<= shift
        boards ^= moved
    return boards


def without_first(boards: Bitboards) -> Bitboards:
    """The boards without the lowest set bit of every row, shape (n,)."""
    less: Bitboards = boards | LAST_COLUMN
    less -= FIRST_COLUMN
    less &= boards
    return less


def rows_with(boards: Bitboards) -> Bitboards:
    """All bits of every row that has a bit set, shape (n,)."""
    found: Bitboards = boards & _REST
    found += _REST
    found |= boards
    found >>= 7
    found &= FIRST_COLUMN
    found *= 255
    return found


def columns_with(boards: Bitboards) -> Bitboards:
    """All bits of every column that has a bit set, shape (n,)."""
    found: Bitboards = boards >> _HALF
    found |= boards
    found |= found >> 16
    found |= found >> 8
    found &= 255
    found *= FIRST_COLUMN
    return found


def columns_with_two(boards: Bitboards) -> Bitboards:
    """All bits of every column that has two or more bits set, shape (n,)."""
    some, folded = boards, boards >> _HALF
    two: Bitboards = some & folded
    for shift in (16, 8):
        some = some | folded
        folded = some >> np.uint64(shift)
        two |= two >> shift
        two |= some & folded
    two &= 255
    two *= FIRST_COLUMN
    return two


def columns_as_rows(columns: Bitboards) -> Bitboards:
    """Full columns turned into full rows, shape (n,): column 0 becomes row 0 and so on."""
    return rows_with(columns & _DIAGONAL)


_MAX_MERGED_KEYS = 1 << 17
"""Keys that are sorted together at most, which takes some ten milliseconds."""


class KeyCounts:
    """Keys in ascending runs, of eight bytes a key; adding a few never sorts all."""

    def __init__(self) -> None:
        self._runs: list[HashKeys] = []

    def add(self, keys: HashKeys) -> None:
        """Count these keys once more, shape (n,)."""
        while self._runs and len(self._runs[-1]) <= len(keys) < _MAX_MERGED_KEYS:
            keys = np.concatenate((self._runs.pop(), keys))
        self._runs.append(np.sort(keys))

    def counts(self, keys: HashKeys) -> list[int]:
        """How often each of these keys was added."""
        found = np.zeros(len(keys), np.intp)
        for run in self._runs:
            found += run.searchsorted(keys, "right") - run.searchsorted(keys, "left")
        return [int(count) for count in found]
