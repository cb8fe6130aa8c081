"""Makes Othello's book, behind `python build.py train othello --book`, by the learned judge.

Position after position from the official start, all that can be reached by moves of the book.
"""

import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import numpy as np

from rules.arena.pool import Workers, ended
from rules.games.othello.engine.book import Sides, book_line, canonical
from rules.games.othello.position import enclosed, legal, opening

PLIES = 12
"""Plies from the start that the book knows."""

DEPTH = 12
"""Plies looked ahead in each position."""

WIDTH = 80
"""Hundredths of a disc: a move that is worse than the best by no more than that is in the book."""

HEAD = f'''"""The book, made by `python build.py train othello --book`.

A line is a position, the discs of the mover and of the enemy as hexadecimal numbers, and the moves
that are worth at most {WIDTH} hundredths of a disc less than the best, {DEPTH} plies looked ahead.
"""

BOOK = """
'''


def made(weights: Path, workers: Workers) -> str:
    """The content of `rules/games/othello/engine/book_moves.py` by the judge in that file."""
    judged = partial(good, weights.read_bytes())
    start = opening("official", 0, False)
    ply = {canonical(start.discs)[0]}
    lines: list[str] = []
    for number in range(PLIES):
        tasks = [partial(judged, sides) for sides in sorted(ply)]
        found = dict(answer() for _, answer in ended(tasks, workers))
        ply = set()
        for sides, moves in sorted(found.items()):
            lines.append(book_line(sides, moves))
            ply |= set(_after(sides, moves))
        print(f"{number + 1} plies: {len(lines)} positions", file=sys.stderr, flush=True)
    return HEAD + "\n".join(lines) + '\n"""\n'


def _after(sides: Sides, moves: dict[int, int]) -> Iterator[Sides]:
    """The positions after these moves, those left out in which the enemy must pass."""
    for cell in moves:
        flips = enclosed(*sides, cell)
        own, enemy = sides[1] & ~flips, sides[0] | flips | 1 << cell
        if legal(own, enemy):
            yield canonical((own, enemy))[0]


@cache
def _judge(weights: bytes) -> tuple[object, object]:
    from rules.training.othello.unpacked import spread

    return spread(weights)


def good(weights: bytes, sides: Sides) -> tuple[Sides, dict[int, int]]:
    """The position, and its moves that are about as good as the best with what they are worth."""
    from rules.training.othello.search import rooms, value

    room = rooms()
    fields = legal(*sides)
    after: list[tuple[int, int, np.uint64, np.uint64]] = []
    for cell in range(64):
        if fields >> cell & 1:
            flips = enclosed(*sides, cell)
            own, enemy = np.uint64(sides[1] & ~flips), np.uint64(sides[0] | flips | 1 << cell)
            hope = value(own, enemy, 4, -100000, 100000, *_judge(weights), room, 0)
            after.append((hope, cell, own, enemy))
    best = -100000
    values = {}
    for _, cell, own, enemy in sorted(after):
        alpha = best - WIDTH - 1
        values[cell] = -value(own, enemy, DEPTH - 1, -100000, -alpha, *_judge(weights), room, 0)
        best = max(best, values[cell])
    return sides, {cell: value for cell, value in values.items() if value >= best - WIDTH}
