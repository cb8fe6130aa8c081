"""The true value of every move of Switch, from the table.

Knows nothing of repetition and caps (SW-12): a drawn move is one with which nobody can force a win.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from rules.contract.board import cells
from rules.contract.position import Move
from rules.contract.value import WIN
from rules.games.switch.engine.evaluation import evaluate
from rules.games.switch.engine.table import TABLE, Words
from rules.games.switch.position import Playing, Switch
from rules.games.switch.stones import ALL, LINES, STONES, joined, moved

_MOST = 900
"""The value of a drawn move all replies to which lose, were there one."""

_BITS = np.array([1 << cell for cell in range(25)], np.uint32)
_LINES = np.array(LINES, np.uint32)
_PAIRS = np.array(
    [1 << one | 1 << other for line in LINES for one, other in combinations(cells(line), 2)],
    np.uint32,
)
_LINE_OF = np.repeat(np.arange(10, dtype=np.intp), 10)
"""Per pair of cells the line in which both lie."""


def perfect(position: Switch) -> Mapping[Move, int] | None:
    """The value of every legal move as `Thinking.tablebase` has it.

    None while stones are laid, after the end, with other options than `swap=any` and `counter=on`,
    and without the table.
    """
    if not isinstance(position, Playing) or position.outcome is not None:
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


def _drawn(position: Playing, moves: Sequence[Move], mine: Words, other: Words) -> dict[Move, int]:
    """The values of drawn moves, after which the stones lie like this.

    What counts is the share of replies that lose; between equals how small the share of own moves
    is that lose after a reply that does not, then the judge. The value is the first share, a little
    more where that puts it in order.
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
        value = max(value + 1, round(_MOST * key[0]))
        found[key] = value
    return {move: found[key] for move, key in keys.items()}


def _share(rows: NDArray[np.intp], marked: NDArray[np.bool_], count: int) -> NDArray[np.float64]:
    """Per row the share of its entries that are marked; 0 for none."""
    total = np.bincount(rows, minlength=count)
    return np.bincount(rows[marked], minlength=count) / np.maximum(total, 1)


def _moved(own: Words, enemy: Words) -> tuple[NDArray[np.intp], Words, Words]:
    """Every move of `own` in every row (SW-2 to SW-4): the row, own and enemy stones after it."""
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
