"""How matches of Contactic may end: every empty field falls to one side or the other by lot.

Which islands will be joined at last is told by this, and hardly by counting steps. Nothing is asked
of tiles or of who lays next: while many fields are still to be filled, to take turns with tiles
that chance deals is much like a lot for each field. A plane is a set of fields as in `batch.py`.
"""

from collections.abc import Generator

import numpy as np

from rules.games.contactic.batch import Array, Plane, Tables, count

_ONE = np.uint16(1)


def outlook(tables: Tables, alike: int, chance: np.random.Generator) -> Generator[int, None, Array]:
    """What player 0 will be ahead by, shape (n,), in hundredths of a point: the mean of two ends.

    Table m has the lots of tables m + alike, m + 2 * alike and so on, so that they can be compared.
    Yields 0 after each bite.
    """
    rows, number = tables.empty.shape
    lots = np.frombuffer(chance.bytes(2 * rows * alike), np.uint16).reshape(rows, alike)
    first = tables.empty & np.tile(lots, number // alike)
    second = tables.empty & ~first
    # Each lot is cast once for the one and once for the other side: what is luck evens out.
    filled = [tables.own[p] | fields for p in (0, 1) for fields in (first, second)]
    part = np.concatenate([tables.big[p] for p in (0, 0, 1, 1)], axis=1)
    sizes = yield from largest(np.concatenate(filled, axis=1), part)
    one, two, three, four = sizes.reshape(4, number)
    ahead: Array = 50 * (one + two - three - four) - 100 * (tables.lost[0] - tables.lost[1])
    return ahead


def largest(own: Plane, part: Plane) -> Generator[int, None, Array]:
    """The number of tiles of the largest island on each table; the search begins with the island
    that `part` is a part of. Yields 0 after each."""
    size, who = np.zeros(own.shape[1], np.int32), np.arange(own.shape[1])
    while True:
        island = _whole(part, own)
        size[who] = np.maximum(size[who], count(island))
        own = own & ~island
        more = np.flatnonzero(count(own) > size[who])
        if not len(more):
            return size
        yield 0
        who, own = who[more], own[:, more]
        row, every = np.bitwise_count(own).argmax(axis=0), np.arange(len(more))
        part, fullest = np.zeros_like(own), own[row, every]
        part[row, every] = fullest & (~fullest + _ONE)


def _whole(part: Plane, own: Plane) -> Plane:
    """The islands that these fields are part of."""
    while True:
        # The carry of the sum runs along a row as far as the island does.
        more = own & ~(own + part)
        more |= part
        wide = more >> _ONE
        wide |= more
        wide[1:] |= more[:-1]
        wide[:-1] |= more[1:]
        wide &= own
        if np.array_equal(wide, part):
            return part
        part = wide
