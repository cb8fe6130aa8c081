"""A search for forced wins far ahead: lines in which the opponent never has a choice.

A player whose balls are shut in has one move or passes, often until the end of the match. The other
player needs thirty or more moves to bring all balls home, too many for alpha-beta. This beam search
branches only at the mover's moves and continues only the best positions.
"""

from collections import Counter
from collections.abc import Generator, Iterator
from typing import Any

import numpy as np

from flipside.rules.contract.batch_rules import Batch, BatchRules, HashKeys, Index
from flipside.rules.contract.position import WIN, History, Move
from flipside.rules.contract.search_api import SearchInfo
from flipside.rules.games.flipop.position import Flipop

_BEAM_WIDTHS = (64, 256, 1024)
"""Number of positions continued after each move, in successive searches."""

_MAX_OWN_MOVES = 32

_CHUNK_POSITIONS = 32
"""Positions whose children are made between two yields, in less than three milliseconds."""

_HALF, _LOWER = np.uint64(32), np.uint64((1 << 32) - 1)

_Trail = list[tuple[Index, Index]]
"""By ply and position, the index of the previous position and the number of the move in it."""


def forced_win(
    rules: BatchRules[Flipop], position: Flipop, depth: int, history: History
) -> Iterator[SearchInfo | None]:
    """Search for a win within `depth` plies; yield None after each step, then the win, if any.

    A small depth uses the smallest beam only.
    """
    moves = min(_MAX_OWN_MOVES, depth + 1 >> 1)
    if history.plies_to_cap is not None:
        # The number of own moves before the cap if no ball leaves (FP-13).
        moves = min(moves, history.plies_to_cap + 1 >> 1)
    twice: list[Any] = [before for before, times in Counter(history).items() if times > 1]
    path_keys = rules.keys(rules.pack([position, *twice]))
    for width in _BEAM_WIDTHS if depth >= 2 * _MAX_OWN_MOVES else _BEAM_WIDTHS[:1]:
        win, complete = yield from _beam_search(rules, position, path_keys, moves, width)
        if win is not None:
            yield win
        if win is not None or complete:
            return


def _beam_search(
    rules: BatchRules[Flipop], position: Flipop, path_keys: HashKeys, moves: int, width: int
) -> Generator[None, None, tuple[SearchInfo | None, bool]]:
    """Return the win in a beam of this `width`, or None, and whether no position was dropped.

    `path_keys`, shape (k,), are the keys of positions that must not be reached again.
    """
    batch, trail = rules.pack([position]), _Trail()
    nodes, complete = 0, True
    for _ in range(moves):
        parts = []
        for start in range(0, batch.shape[1], _CHUNK_POSITIONS):
            children = rules.children(batch[:, start : start + _CHUNK_POSITIONS])
            nodes += len(children.parent)
            parent, numbers = start + children.parent, _child_numbers(children.parent)
            wins = (children.batch[0] >> _HALF == 0).nonzero()[0]
            if len(wins):
                line = yield from _line(position, [*trail, (parent[wins], numbers[wins])])
                return SearchInfo(line[0], WIN - len(line), len(line), nodes, line), complete
            owner, after = _only_replies(rules, children.batch)
            parts.append((parent[owner], numbers[owner], after))
            yield
        parents, move_numbers, batches = zip(*parts, strict=True)
        batch = np.concatenate(batches, axis=1)
        beam = np.unique(rules.keys(batch), return_index=True)[1]
        # numpy 2.0.0 overflows on 64-bit keys unless it sorts.
        beam = beam[~np.isin(rules.keys(batch[:, beam]), path_keys, kind="sort")]
        if not len(beam):
            break
        if len(beam) > width:
            beam = beam[_beam_order(rules, batch[:, beam])[:width]]
            complete = False
            yield
        batch = batch[:, beam]
        path_keys = np.concatenate((path_keys, rules.keys(batch)))
        trail.append((np.concatenate(parents)[beam], np.concatenate(move_numbers)[beam]))
    return None, complete


def _child_numbers(parent: Index) -> Index:
    return np.arange(len(parent)) - np.searchsorted(parent, parent)


def _beam_order(rules: BatchRules[Flipop], batch: Batch) -> Index:
    """Return an order of positions, shape (n,), that alternates between numbers of own balls left.

    With the evaluation alone, balls would leave early and shut in the last ball.
    """
    left = np.bitwise_count(batch[0] & _LOWER)
    order = np.lexsort((-rules.evaluate(batch), left))
    return order[np.argsort(_child_numbers(left[order]), kind="stable")]


def _only_replies(rules: BatchRules[Flipop], batch: Batch) -> tuple[Index, Batch]:
    """Return indices of positions with one legal reply, and the positions after it: (4, m)."""
    replies = rules.children(batch)
    alone = np.bincount(replies.parent, minlength=batch.shape[1]) == 1
    only = alone[replies.parent].nonzero()[0]
    return replies.parent[only], replies.batch[:, only]


def _line(position: Flipop, trail: _Trail) -> Generator[None, None, tuple[Move, ...]]:
    own_numbers, place = [], 0
    for parent, numbers in reversed(trail):
        own_numbers.append(int(numbers[place]))
        place = int(parent[place])
    line: list[Move] = []
    for number in reversed(own_numbers):
        if line:
            line.append(position.moves()[0])
            position = position.play(line[-1])
        line.append(position.moves()[number])
        position = position.play(line[-1])
        yield
    return tuple(line)
