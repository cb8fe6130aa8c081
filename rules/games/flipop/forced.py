"""Wins far ahead in which the opponent never has a choice: each of his replies is his only move.

A player whose balls are shut in has one move or passes, often to the end of the match, while the
other needs thirty moves and more to bring his balls home. Alpha-beta counts every ply and sees none
of that. Here own moves alone branch, and after each of them the most hopeful positions are followed
(beam search); a line that is found is certain, for nobody can leave it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from rules.batch import Batch, BatchRules, Index
from rules.games.flipop.batch import quiet
from rules.games.flipop.position import CAP, Flipop
from rules.position import Move
from rules.thought import Thought
from rules.value import WIN

WIDTHS = (64, 256, 1024)
"""Positions followed after each move, one try after the other."""

MOVES = 32
"""Own moves looked ahead, at most."""

_HALF, _LOWER = np.uint64(32), np.uint64((1 << 32) - 1)

Trail = list[tuple[Index, Index]]
"""After each move by position: the position before it, and the number of the move there."""


def forced_win(
    rules: BatchRules[Flipop], position: Flipop, depth: int, seen: Sequence[Flipop]
) -> Iterator[Thought | None]:
    """None after each small bite; once a win is found within `depth` plies, the thought of it.

    Ends where there is none as far as it looks. `seen` are the positions of the match so far.
    """
    # As many moves as are made before the cap, though no ball leaves (FP-13).
    moves = min(MOVES, depth + 1 >> 1, CAP - quiet(position, seen) + 1 >> 1)
    repeated = [before for before, times in Counter(seen).items() if times > 1]
    begun, barred = rules.pack([position]), rules.keys(rules.pack([position, *repeated]))
    looked_at = 0
    for width in WIDTHS:
        batch, stood, narrowed = begun, barred, False
        trail: Trail = []
        for made in range(1, moves + 1):
            children = rules.children(batch)
            looked_at += len(children.parent)
            numbers = _numbers(children.parent)
            home = (children.batch[0] >> _HALF == 0).nonzero()[0]
            if len(home):
                trail.append((children.parent[home], numbers[home]))
                line = _line(position, trail)
                yield Thought(line[0], WIN - 2 * made + 1, 2 * made - 1, looked_at, line)
                return
            yield None
            owner, batch = _only_replies(rules, children.batch)
            keys, first = np.unique(rules.keys(batch), return_index=True)
            first = first[~np.isin(keys, stood)]
            if not len(first):
                break
            if len(first) > width:
                first = first[_hopeful(rules, batch[:, first])[:width]]
                narrowed = True
            owner, batch = owner[first], batch[:, first]
            stood = np.concatenate((stood, rules.keys(batch)))
            trail.append((children.parent[owner], numbers[owner]))
            yield None
        if not narrowed:
            return


def _numbers(parent: Index) -> Index:
    """The number of each child among those of its parent, which lie side by side."""
    numbers: Index = np.arange(len(parent)) - np.searchsorted(parent, parent)
    return numbers


def _hopeful(rules: BatchRules[Flipop], batch: Batch) -> Index:
    """The places of positions in an order in which those with so many own balls left are as many as
    those with any other number; for whoever hurries balls off leaves the last one without a way."""
    left = np.bitwise_count(batch[0] & _LOWER)
    order = np.lexsort((-rules.values(batch), left))
    return order[np.argsort(_numbers(left[order]), kind="stable")]


def _only_replies(rules: BatchRules[Flipop], batch: Batch) -> tuple[Index, Batch]:
    """Which positions leave their mover one move or a pass, and what comes of it."""
    replies = rules.children(batch)
    alone = np.bincount(replies.parent, minlength=batch.shape[1]) == 1
    chosen = alone[replies.parent].nonzero()[0]
    return replies.parent[chosen], replies.batch[:, chosen]


def _line(position: Flipop, trail: Trail) -> tuple[Move, ...]:
    """The moves of both players to the first position of the last ply."""
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
    return tuple(line)
