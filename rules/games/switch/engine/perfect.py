"""Exact scores of the moves of Switch, from the tablebase.

Repetition and caps (SW-12) are ignored: after a drawn move nobody can force a win.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from rules.contract.board import cells
from rules.contract.position import Move
from rules.contract.value import WIN
from rules.games.switch.engine.evaluation import evaluate
from rules.games.switch.engine.table import TABLE, Words32
from rules.games.switch.position import PlayingPhase, Switch
from rules.games.switch.stones import ALL, LINES, STONES, joined, moved

_MAX_DRAWN_VALUE = 900
"""Greatest score of a drawn move, in points: the one to which every reply would lose."""

_BITS = np.array([1 << cell for cell in range(25)], np.uint32)
_LINES = np.array(LINES, np.uint32)
_PAIRS = np.array(
    [1 << one | 1 << other for line in LINES for one, other in combinations(cells(line), 2)],
    np.uint32,
)
_LINE_OF = np.repeat(np.arange(10, dtype=np.intp), 10)
"""Per pair of cells the number of the line in which both lie, shape (100,)."""


def tablebase_scores(position: Switch) -> Mapping[Move, int] | None:
    """The score of every legal move for the mover, as `EngineSpec.tablebase` defines it.

    None before all stones lie, after the end, with options other than `swap=any` and `counter=on`,
    and without the table.
    """
    if not isinstance(position, PlayingPhase) or position.outcome is not None:
        return None
    if position.setup.adjacent or not position.setup.counter or not TABLE.ready():
        return None
    moves = position.moves()
    if position.must_counter:
        winning = position.counters()
        return {move: WIN - 1 if move in winning else 1 - WIN for move in moves}
    own, enemy = position.sides
    if own.bit_count() != STONES or enemy.bit_count() != STONES or joined(own) or joined(enemy):
        return None  # no match leads there
    after = [moved(own, enemy, move) for move in moves]
    mine = np.array([stones for stones, _ in after], np.uint32)
    other = np.array([stones for _, stones in after], np.uint32)
    codes = TABLE.values(other, mine)
    found = {
        move: code - WIN if code > 0 else WIN + code
        for move, code in zip(moves, codes.tolist(), strict=True)
        if code
    }
    drawn = np.flatnonzero(codes == 0)
    return found | _drawn(position, [moves[at] for at in drawn.tolist()], mine[drawn], other[drawn])


def _drawn(
    position: PlayingPhase, moves: Sequence[Move], mine: Words32, other: Words32
) -> dict[Move, int]:
    """The scores of drawn moves, 0 to about 900 points.

    `mine` and `other` are the bitboards of mover and enemy after each move, shape (len(moves),).

    Moves are ordered by the share of replies that lose. Ties are broken by the smaller share of own
    moves that lose after the other replies, then by the static evaluation. The score is the first
    share times _MAX_DRAWN_VALUE, increased where the order requires it.
    """
    if not moves:
        return {}
    count = len(moves)
    rows, theirs, ours = _moved(other, mine)
    codes = TABLE.values(ours, theirs)
    shares = _share(rows, codes > 0, count)
    _, group, size = np.unique(shares, return_inverse=True, return_counts=True)
    further = np.flatnonzero((codes == 0) & (size[group] > 1)[rows])
    later, ours, theirs = _moved(ours[further], theirs[further])
    dangers = _share(rows[further][later], TABLE.values(theirs, ours) > 0, count)
    keys = {
        move: (share, -danger, -evaluate(position.play(move)))
        for move, share, danger in zip(moves, shares.tolist(), dangers.tolist(), strict=True)
    }
    value, found = -1, {}
    for key in sorted(set(keys.values())):
        value = max(value + 1, round(_MAX_DRAWN_VALUE * key[0]))
        found[key] = value
    return {move: found[key] for move, key in keys.items()}


def _share(rows: NDArray[np.intp], marked: NDArray[np.bool_], count: int) -> NDArray[np.float64]:
    """Per row the share of its entries that are marked, 0 without entries: shape (count,).

    `rows` and `marked` have shape (m,).
    """
    total = np.bincount(rows, minlength=count)
    return np.bincount(rows[marked], minlength=count) / np.maximum(total, 1)


def _moved(own: Words32, enemy: Words32) -> tuple[NDArray[np.intp], Words32, Words32]:
    """Every move of `own` in every position (SW-2 to SW-4): row, own and enemy stones after it.

    Bitboards have shape (n,), dtype uint32; the results have shape (m,).
    """
    gap = own ^ enemy ^ np.uint32(ALL)
    rows, cell = np.nonzero(own[:, None] & _BITS)
    left = own[rows] ^ _BITS[cell] ^ gap[rows]
    most = np.bitwise_count(own[:, None] & _LINES) > np.bitwise_count(enemy[:, None] & _LINES)
    mixed = ((own[:, None] & _PAIRS) != 0) & ((enemy[:, None] & _PAIRS) != 0)
    swapped, pair = np.nonzero(mixed & most[:, _LINE_OF])
    both = _PAIRS[pair]
    return (
        np.concatenate([rows, swapped]),
        np.concatenate([left, own[swapped] ^ both]),
        np.concatenate([enemy[rows], enemy[swapped] ^ both]),
    )
