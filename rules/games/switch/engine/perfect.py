"""Exact scores of the moves of Switch, from the tablebase. Repetition and caps (SW-12) are ignored:
after a drawn move nobody can force a win."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from rules.contract.position import Move
from rules.contract.value import WIN
from rules.games.switch.engine.batch import after_moves
from rules.games.switch.engine.evaluation import evaluate
from rules.games.switch.engine.table import TABLE, SwitchTable, Words32
from rules.games.switch.position import PlayingPhase, Switch
from rules.games.switch.stones import STONES, joined, moved

_MAX_DRAWN_VALUE = 900
"""Greatest score of a drawn move, in points: the one to which every reply would lose."""


def tablebase_scores(position: Switch) -> Mapping[Move, int] | None:
    """The score of every legal move for the mover, as `EngineSpec.tablebase` defines it. None
    before all stones lie, after the end, with options other than `swap=any` and `counter=on`, and
    without the table."""
    if not isinstance(position, PlayingPhase) or position.outcome is not None:
        return None
    if position.setup.adjacent or not position.setup.counter:
        return None
    table = TABLE.loaded()
    if table is None:
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
    codes = table.values(other, mine)
    found = {
        move: code - WIN if code > 0 else WIN + code
        for move, code in zip(moves, codes.tolist(), strict=True)
        if code
    }
    drawn = np.flatnonzero(codes == 0)
    return found | _drawn(
        table, position, [moves[at] for at in drawn.tolist()], mine[drawn], other[drawn]
    )


def _drawn(
    table: SwitchTable, position: PlayingPhase, moves: Sequence[Move], mine: Words32, other: Words32
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
    rows, theirs, ours = after_moves(other, mine)
    codes = table.values(ours, theirs)
    shares = _share(rows, codes > 0, count)
    _, group, size = np.unique(shares, return_inverse=True, return_counts=True)
    further = np.flatnonzero((codes == 0) & (size[group] > 1)[rows])
    later, ours, theirs = after_moves(ours[further], theirs[further])
    dangers = _share(rows[further][later], table.values(theirs, ours) > 0, count)
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
    """Per row the share of its entries that are marked, 0 without entries: shape (count,). `rows`
    and `marked` have shape (m,)."""
    total = np.bincount(rows, minlength=count)
    return np.bincount(rows[marked], minlength=count) / np.maximum(total, 1)
