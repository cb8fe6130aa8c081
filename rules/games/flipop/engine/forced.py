"""Wins far ahead in which the opponent never has a choice: each of his replies is his only move.

A player whose balls are shut in has one move or passes, often to the end of the match, while the
other needs thirty moves and more to bring his balls home. Alpha-beta counts every ply and sees none
of that. Here own moves alone branch, and after each of them the most hopeful positions are followed
(beam search); a line that is found is certain, for nobody can leave it.
"""

from collections import Counter
from collections.abc import Generator, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import Batch, BatchRules, Index
from rules.contract.position import Move
from rules.contract.search_api import SearchInfo
from rules.contract.value import WIN
from rules.games.flipop.engine.batch import quiet
from rules.games.flipop.position import CAP, Flipop

WIDTHS = (64, 256, 1024)
"""Positions followed after each move, one try after the other."""

MOVES = 32
"""Own moves looked ahead, at most."""

PORTION = 32
"""Positions whose children are made at once: a bite is to take less than three milliseconds."""

_HALF, _LOWER = np.uint64(32), np.uint64((1 << 32) - 1)

Trail = list[tuple[Index, Index]]
"""After each move by position: the position before it, and the number of the move there."""


def forced_win(
    rules: BatchRules[Flipop], position: Flipop, depth: int, seen: Sequence[Flipop]
) -> Iterator[SearchInfo | None]:
    """None after each small bite; once a win is found within `depth` plies, the thought of it.

    Ends where there is none as far as it looks; where the depth is bounded few positions are
    followed. `seen` are the positions of the match so far.
    """
    # As many moves as are made before the cap, though no ball leaves (FP-13).
    moves = min(MOVES, depth + 1 >> 1, CAP - quiet(position, seen) + 1 >> 1)
    repeated = [before for before, times in Counter(seen).items() if times > 1]
    begun, barred = rules.pack([position]), rules.keys(rules.pack([position, *repeated]))
    for width in WIDTHS if depth >= 2 * MOVES else WIDTHS[:1]:
        won, narrowed = yield from _followed(rules, position, begun, barred, moves, width)
        if won is not None:
            yield won
        if won is not None or not narrowed:
            return


def _followed(
    rules: BatchRules[Flipop],
    position: Flipop,
    batch: Batch,
    stood: NDArray[np.uint64],
    moves: int,
    width: int,
) -> Generator[None, None, tuple[SearchInfo | None, bool]]:
    """The win that is found where so many positions are followed after each move; and whether there
    were more of them. `stood` are the keys of those that nobody goes back to."""
    trail: Trail = []
    looked_at, narrowed = 0, False
    for _ in range(moves):
        found = []
        for start in range(0, batch.shape[1], PORTION):
            children = rules.children(batch[:, start : start + PORTION])
            looked_at += len(children.parent)
            parent, numbers = start + children.parent, _numbers(children.parent)
            home = (children.batch[0] >> _HALF == 0).nonzero()[0]
            if len(home):
                line = yield from _line(position, [*trail, (parent[home], numbers[home])])
                return SearchInfo(line[0], WIN - len(line), len(line), looked_at, line), narrowed
            owner, after = _only_replies(rules, children.batch)
            found.append((parent[owner], numbers[owner], after))
            yield
        parents, moved, batches = zip(*found, strict=True)
        batch = np.concatenate(batches, axis=1)
        kept = np.unique(rules.keys(batch), return_index=True)[1]
        kept = kept[~np.isin(rules.keys(batch[:, kept]), stood)]
        if not len(kept):
            break
        if len(kept) > width:
            kept = kept[_hopeful(rules, batch[:, kept])[:width]]
            narrowed = True
            yield
        batch = batch[:, kept]
        stood = np.concatenate((stood, rules.keys(batch)))
        trail.append((np.concatenate(parents)[kept], np.concatenate(moved)[kept]))
    return None, narrowed


def _numbers(parent: Index) -> Index:
    """The number of each child among those of its parent, which lie side by side."""
    numbers: Index = np.arange(len(parent)) - np.searchsorted(parent, parent)
    return numbers


def _hopeful(rules: BatchRules[Flipop], batch: Batch) -> Index:
    """The places of positions in an order in which those with so many own balls left are as many as
    those with any other number; for whoever hurries balls off leaves the last one without a way."""
    left = np.bitwise_count(batch[0] & _LOWER)
    order = np.lexsort((-rules.evaluate(batch), left))
    return order[np.argsort(_numbers(left[order]), kind="stable")]


def _only_replies(rules: BatchRules[Flipop], batch: Batch) -> tuple[Index, Batch]:
    """Which positions leave their mover one move or a pass, and what comes of it."""
    replies = rules.children(batch)
    alone = np.bincount(replies.parent, minlength=batch.shape[1]) == 1
    chosen = alone[replies.parent].nonzero()[0]
    return replies.parent[chosen], replies.batch[:, chosen]


def _line(position: Flipop, trail: Trail) -> Generator[None, None, tuple[Move, ...]]:
    """The moves of both players to the first position of the last ply; yields after each."""
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
