"""Forced wins far ahead: lines in which every reply of the opponent is the only one.

A player whose balls are shut in has one move or passes, often to the end of the match. The other
needs thirty moves and more to bring the balls home, and alpha-beta, which counts every ply, sees
none of that. Here only own moves branch, and after each of them the best positions are kept (beam
search). A line found is certain, since the opponent has no choice.
"""

from collections import Counter
from collections.abc import Generator, Iterator
from typing import Any

import numpy as np

from flipside.rules.contract.batch_rules import Batch, BatchRules, HashKeys, Index
from flipside.rules.contract.history import History
from flipside.rules.contract.position import WIN, Move
from flipside.rules.contract.search_api import SearchInfo
from flipside.rules.games.flipop.position import Flipop

_BEAM_WIDTHS = (64, 256, 1024)
"""Positions kept after each move, in successive tries."""

_MAX_OWN_MOVES = 32

_CHUNK_POSITIONS = 32
"""Positions whose children are made between two yields: less than three milliseconds."""

_HALF, _LOWER = np.uint64(32), np.uint64((1 << 32) - 1)

_Trail = list[tuple[Index, Index]]
"""Per ply and position: index of the position before, and number of the move there."""


def forced_win(
    rules: BatchRules[Flipop], position: Flipop, depth: int, history: History
) -> Iterator[SearchInfo | None]:
    """Search for a forced win within `depth` plies. Yields None after each step, then the win if
    found. A bounded depth uses the smallest beam only."""
    moves = min(_MAX_OWN_MOVES, depth + 1 >> 1)
    if history.plies_to_cap is not None:
        # As many moves as are made before the cap, though no ball leaves (FP-13).
        moves = min(moves, history.plies_to_cap + 1 >> 1)
    repeated: list[Any] = [before for before, times in Counter(history).items() if times > 1]
    barred = rules.keys(rules.pack([position, *repeated]))
    for width in _BEAM_WIDTHS if depth >= 2 * _MAX_OWN_MOVES else _BEAM_WIDTHS[:1]:
        won, narrowed = yield from _beam_search(rules, position, barred, moves, width)
        if won is not None:
            yield won
        if won is not None or not narrowed:
            return


def _beam_search(
    rules: BatchRules[Flipop], position: Flipop, barred: HashKeys, moves: int, width: int
) -> Generator[None, None, tuple[SearchInfo | None, bool]]:
    """The win found with a beam of this `width`, and whether the beam left out positions. `barred`
    are keys, shape (k,), of positions not to return to."""
    batch, trail = rules.pack([position]), _Trail()
    nodes, narrowed = 0, False
    for _ in range(moves):
        found = []
        for start in range(0, batch.shape[1], _CHUNK_POSITIONS):
            children = rules.children(batch[:, start : start + _CHUNK_POSITIONS])
            nodes += len(children.parent)
            parent, numbers = start + children.parent, _child_numbers(children.parent)
            won = (children.batch[0] >> _HALF == 0).nonzero()[0]
            if len(won):
                line = yield from _line(position, [*trail, (parent[won], numbers[won])])
                return SearchInfo(line[0], WIN - len(line), len(line), nodes, line), narrowed
            owner, after = _only_replies(rules, children.batch)
            found.append((parent[owner], numbers[owner], after))
            yield
        parents, moved, batches = zip(*found, strict=True)
        batch = np.concatenate(batches, axis=1)
        beam = np.unique(rules.keys(batch), return_index=True)[1]
        # numpy 2.0.0 overflows on 64-bit keys unless it sorts.
        beam = beam[~np.isin(rules.keys(batch[:, beam]), barred, kind="sort")]
        if not len(beam):
            break
        if len(beam) > width:
            beam = beam[_beam_order(rules, batch[:, beam])[:width]]
            narrowed = True
            yield
        batch = batch[:, beam]
        barred = np.concatenate((barred, rules.keys(batch)))
        trail.append((np.concatenate(parents)[beam], np.concatenate(moved)[beam]))
    return None, narrowed


def _child_numbers(parent: Index) -> Index:
    return np.arange(len(parent)) - np.searchsorted(parent, parent)


def _beam_order(rules: BatchRules[Flipop], batch: Batch) -> Index:
    """Order of positions, shape (n,), that takes equally many with each number of own balls left.
    Otherwise hurrying balls off would leave the last ball without a way."""
    left = np.bitwise_count(batch[0] & _LOWER)
    order = np.lexsort((-rules.evaluate(batch), left))
    return order[np.argsort(_child_numbers(left[order]), kind="stable")]


def _only_replies(rules: BatchRules[Flipop], batch: Batch) -> tuple[Index, Batch]:
    """Indices of the positions whose mover has one reply, and the positions after it, (4, m)."""
    replies = rules.children(batch)
    alone = np.bincount(replies.parent, minlength=batch.shape[1]) == 1
    chosen = alone[replies.parent].nonzero()[0]
    return replies.parent[chosen], replies.batch[:, chosen]


def _line(position: Flipop, trail: _Trail) -> Generator[None, None, tuple[Move, ...]]:
    made, place = [], 0
    for parent, numbers in reversed(trail):
        made.append(int(numbers[place]))
        place = int(parent[place])
    line: list[Move] = []
    for number in reversed(made):
        if line:
            line.append(position.moves()[0])
            position = position.play(line[-1])
        line.append(position.moves()[number])
        position = position.play(line[-1])
        yield
    return tuple(line)
