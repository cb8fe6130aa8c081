"""The tablebase of Switch with `swap=any` and `counter=on`, its index, and scores of moves.

The table has a signed byte for each arrangement up to the symmetries of the square. 0 is a draw.
The mover wins in n plies if the byte is 1 + n, and loses in n plies if it is -1 - n. An arrangement
with a connected colour ends the match or awaits the counter of SW-8. `rules.training.solve_switch`
makes the table.

The index: a symmetry brings the gap to one of six *homes*: e5, d5, c5, d4, c4 and c3. All homes
except d5 lie on an axis of symmetry. The mover's stones become a word of 24 bits: the 4 cells of
the axis, the 10 cells on its left and their 10 mirror images on its right. A mirrored arrangement
has left and right exchanged, so only words with left <= right have an index. With the gap on d5 all
words have one. The words of a home are numbered in ascending order:

    index = start of the home + start of (axis, left) + rank of right among words of as many stones

The file is a `PackedFile` of these bytes. Scores ignore repetition and caps (SW-12): after a drawn
move neither player can force a win.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.batch_rules import Flags, Index
from flipside.rules.contract.position import WIN, Move
from flipside.rules.engine.data_files import PackedFile, unpack
from flipside.rules.games.switch.engine.batch import SwitchBatch, after_moves
from flipside.rules.games.switch.position import PlayingPhase, Switch
from flipside.rules.games.switch.stones import ALL, STONES, joined, moved

TABLE_HEADER_LINE = b"Flipside switch 1\n"

Words32 = NDArray[np.uint32]
"""Bitboards, bit 5*row+column, shape (n,)."""

_Indices = NDArray[np.int32]
Codes = NDArray[np.int8]
"""Values in the code of the table, shape (n,)."""

_HOMES = ((4, 4), (4, 3), (4, 2), (3, 3), (3, 2), (2, 2))
_SIDE: Final = 1 << 10
_LOW: Final = 1 << 13


def _mirrored(row: int, column: int, home: tuple[int, int]) -> tuple[int, int]:
    """Return the mirror image of a cell in the axis of `home`; for d5, the cell itself."""
    if home[0] == home[1]:
        return column, row
    return (row, 4 - column) if home[1] == 2 else (row, column)


def _at_home(row: int, column: int, gap: tuple[int, int]) -> tuple[int, int]:
    """Return the image of a cell under the symmetry that brings the gap to its home."""
    gap_row, gap_column = gap
    if gap_row < 2:
        row, gap_row = 4 - row, 4 - gap_row
    if gap_column < 2:
        column, gap_column = 4 - column, 4 - gap_column
    return (column, row) if gap_row < gap_column else (row, column)


def _bits(home: tuple[int, int]) -> dict[tuple[int, int], int]:
    """Return the bit of each cell except `home`: right 0 to 9, left 10 to 19, axis 20 to 23.

    For d5, which has no axis, the cells have their usual order.
    """
    cells = [(row, column) for row in range(5) for column in range(5) if (row, column) != home]
    if home == (4, 3):
        return {cell: bit for bit, cell in enumerate(cells)}
    axis = [cell for cell in cells if _mirrored(*cell, home) == cell]
    left = [cell for cell in cells if cell < _mirrored(*cell, home)]
    right = [_mirrored(*cell, home) for cell in left]
    return {cell: bit for bit, cell in enumerate(right + left + axis)}


class ArrangementIndex:
    """The index of arrangements, 0 to `size` - 1; `prepare` must run first."""

    def __init__(self) -> None:
        side = np.arange(_SIDE, dtype=np.uint32)
        count = np.bitwise_count(side).astype(np.int32)
        below = np.zeros((STONES + 1, _SIDE), np.int32)
        for stones in range(11):
            same = (count == stones).astype(np.int32)
            below[stones] = np.cumsum(same, dtype=np.int32) - same
        total = np.bincount(count, minlength=STONES + 1).astype(np.int32)
        missing = (STONES - count[:16, None] - count).ravel()
        left = np.tile(side, 16)
        smaller = np.where(missing < 0, np.int32(0), below[missing, left])
        words = np.where(missing < 0, np.int32(0), total[missing])
        whole, half = (np.cumsum(sizes, dtype=np.int32) for sizes in (words, words - smaller))
        self._rank = below[count, side]
        self._start = np.stack([whole - words, half - words])
        """The start of (axis, left) minus the number of words below `left`: shape (2, 16384). The
        first row is for d5, the second for the other homes. The column is axis * 1024 + left."""
        self._home = np.zeros(25, np.int32)
        self._axis = np.zeros(25, np.int32)
        self._spread = np.zeros((2, 25, _LOW), np.uint32)
        """The word of a board is the sum of two entries, one for the cells a1 to c3 and one for the
        cells after c3. By half, gap and the half's cells as bits: shape (2, 25, 8192)."""
        homes, begin = {}, 0
        for home in _HOMES:
            homes[home] = begin
            begin += int(whole[-1] if home == (4, 3) else half[-1])
        self.size = begin
        for gap in range(25):
            home = _at_home(*divmod(gap, 5), divmod(gap, 5))
            self._home[gap] = homes[home]
            self._axis[gap] = home != (4, 3)

    def prepare(self) -> Iterator[None]:
        """Fill the tables that map cells to bits of words; yield after each gap."""
        words = np.arange(_LOW, dtype=np.uint32)
        for gap in range(25):
            place = divmod(gap, 5)
            bits = _bits(_at_home(*place, place))
            for cell in range(25):
                if cell != gap:
                    bit = bits[_at_home(*divmod(cell, 5), place)]
                    late, low = divmod(cell, 13)
                    self._spread[late, gap] |= (words >> np.uint32(low) & np.uint32(1)) << (
                        np.uint32(bit)
                    )
            yield

    def __call__(self, own: Words32, enemy: Words32) -> _Indices:
        """Return the indices of arrangements, shape (n,).

        `own` and `enemy` are bitboards of STONES stones each, shape (n,).
        """
        gap = np.bitwise_count((own ^ enemy ^ np.uint32(ALL)) - np.uint32(1))
        low, high = own & np.uint32(_LOW - 1), own >> np.uint32(13)
        word = self._spread[0, gap, low] | self._spread[1, gap, high]
        right, left = word & np.uint32(_SIDE - 1), word >> np.uint32(10) & np.uint32(_SIDE - 1)
        axis = self._axis[gap]
        swap = (left > right) & (axis == 1)
        left, right = np.where(swap, right, left), np.where(swap, left, right)
        start = self._start[axis, word >> np.uint32(20) << np.uint32(10) | left]
        return self._home[gap] + start + self._rank[right]


class SwitchTable:
    """The tablebase: the code of every arrangement, in the order of the index."""

    def __init__(self, index: ArrangementIndex, codes: Codes) -> None:
        self._index, self._codes = index, codes

    def values(self, own: Words32, enemy: Words32) -> Codes:
        """Return the codes of arrangements for the mover, shape (n,)."""
        return self._codes[self._index(own, enemy)]


def read_table(content: bytes) -> Generator[None, None, SwitchTable | None]:
    """Return the table in a file, or None if it is damaged; yield after each short step."""
    index = ArrangementIndex()
    yield
    yield from index.prepare()
    codes = yield from unpack(TABLE_HEADER_LINE, index.size, content)
    return None if codes is None else SwitchTable(index, np.frombuffer(codes, np.int8))


# -- scores of moves ------------------------------------------------------------------------------

_MAX_DRAWN_VALUE = 900
"""Score in points of a drawn move if every reply to it lost."""


def tablebase_scores(file: PackedFile[SwitchTable], position: Switch) -> Mapping[Move, int] | None:
    """Return the score of every legal move for the mover, as `EngineSpec.tablebase` defines it.

    Return None before all stones are laid, after the end, without the table, and with options other
    than `swap=any`, `counter=on` and `tie=draw`.
    """
    if not isinstance(position, PlayingPhase) or position.outcome is not None:
        return None
    setup = position.setup
    if setup.adjacent or not setup.counter or setup.tie_break:
        return None
    table = file.loaded()
    if table is None:
        return None
    moves = position.moves()
    if position.must_counter:
        counters = position.counters()
        return {move: WIN - 1 if move in counters else 1 - WIN for move in moves}
    own, enemy = position.sides
    if own.bit_count() != STONES or enemy.bit_count() != STONES or joined(own) or joined(enemy):
        return None  # no match reaches such a position
    after = [moved(own, enemy, move) for move in moves]
    mine = np.array([stones for stones, _ in after], np.uint32)
    other = np.array([stones for _, stones in after], np.uint32)
    codes = table.values(other, mine)
    scores = {
        move: code - WIN if code > 0 else WIN + code
        for move, code in zip(moves, codes.tolist(), strict=True)
        if code
    }
    draws = np.flatnonzero(codes == 0)
    return scores | _draw_scores(
        table, position, [moves[at] for at in draws.tolist()], mine[draws], other[draws]
    )


def _draw_scores(
    table: SwitchTable, position: PlayingPhase, moves: Sequence[Move], mine: Words32, other: Words32
) -> dict[Move, int]:
    """Return the scores of moves that draw, 0 to about 900 points.

    `mine` and `other` are the bitboards of mover and enemy after each move, shape (len(moves),).
    Moves are ordered by the share of replies that lose. Ties are broken by the smaller share of own
    moves that lose after the other replies, then by the static evaluation. The score is the first
    share times _MAX_DRAWN_VALUE, increased where the order requires it.
    """
    if not moves:
        return {}
    count = len(moves)
    rows, theirs, ours = after_moves(other, mine)
    codes = table.values(ours, theirs)
    shares = _share(rows, codes > 0, count)
    _, group, size = np.unique(shares, return_inverse=True, return_counts=True)
    further = np.flatnonzero((codes == 0) & (size[group] > 1)[rows])
    later, ours, theirs = after_moves(ours[further], theirs[further])
    dangers = _share(rows[further][later], table.values(theirs, ours) > 0, count)
    rules = SwitchBatch()
    values = rules.evaluate(rules.pack([position.play(move) for move in moves]))
    keys = {
        move: (share, -danger, -value)
        for move, share, danger, value in zip(
            moves, shares.tolist(), dangers.tolist(), values.tolist(), strict=True
        )
    }
    points, by_key = -1, {}
    for key in sorted(set(keys.values())):
        points = max(points + 1, round(_MAX_DRAWN_VALUE * key[0]))
        by_key[key] = points
    return {move: by_key[key] for move, key in keys.items()}


def _share(rows: Index, entries: Flags, count: int) -> NDArray[np.float64]:
    """Return for each row the share of its `entries` that are True, 0 without entries: (count,).

    `rows` and `entries` have shape (m,).
    """
    total = np.bincount(rows, minlength=count)
    return np.bincount(rows[entries], minlength=count) / np.maximum(total, 1)
