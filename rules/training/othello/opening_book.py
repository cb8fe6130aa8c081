"""Makes Othello's opening book with its evaluation, for `build.py train othello --book`.

The book holds all positions that its own moves reach from the official start.
"""

import sys
from collections.abc import Iterator, Mapping
from functools import cache, partial

import numpy as np

from rules.arena.pool import Workers, ended
from rules.games.othello.position import BOARD, enclosed, legal, opening
from rules.games.othello.symmetry import Discs, canonical

BOOK_PLIES = 12
"""Plies from the start that the book covers."""

SEARCH_PLIES = 12
"""Search depth in each position."""

BOOK_LOSS_POINTS = 80
"""Points (100 is one disc): a move that is at most so much worse than the best is in the book."""


def book_text(weights: bytes, workers: Workers) -> str:
    """The text of `rules/games/othello/book.txt`, by the content of a weights file."""
    tasked = partial(good_moves, weights)
    start = opening("official", 0, False)
    ply = {canonical(start.discs)[0]}
    lines: list[str] = []
    for number in range(BOOK_PLIES):
        tasks = [partial(tasked, sides) for sides in sorted(ply)]
        found = dict(answer() for _, answer in ended(tasks, workers))
        ply = set()
        for sides, moves in sorted(found.items()):
            lines.append(book_line(sides, moves))
            ply |= set(_after(sides, moves))
        print(f"{number + 1} plies: {len(lines)} positions", file=sys.stderr, flush=True)
    return "\n".join(lines) + "\n"


def _after(sides: Discs, moves: dict[int, int]) -> Iterator[Discs]:
    """Yield the canonical positions after `moves`, except those in which the enemy must pass."""
    for cell in moves:
        flips = enclosed(*sides, cell)
        own, enemy = sides[1] & ~flips, sides[0] | flips | 1 << cell
        if legal(own, enemy):
            yield canonical((own, enemy))[0]


@cache
def _evaluation(weights: bytes) -> tuple[object, object]:
    from rules.training.othello.unpacked import compiled_weights

    return compiled_weights(weights)


def good_moves(weights: bytes, sides: Discs) -> tuple[Discs, dict[int, int]]:
    """The position and its book moves: squares with scores in points.

    `weights` is the content of a weights file, `sides` the bitboards of mover and enemy.
    """
    from rules.training.othello.search import alpha_beta, work_arrays

    room = work_arrays()
    squares = legal(*sides)
    after: list[tuple[int, int, np.uint64, np.uint64]] = []
    for cell in range(64):
        if squares >> cell & 1:
            flips = enclosed(*sides, cell)
            own, enemy = np.uint64(sides[1] & ~flips), np.uint64(sides[0] | flips | 1 << cell)
            hope = alpha_beta(own, enemy, 4, -100000, 100000, *_evaluation(weights), room, 0)
            after.append((hope, cell, own, enemy))
    best = -100000
    values = {}
    for _, cell, own, enemy in sorted(after):
        alpha = best - BOOK_LOSS_POINTS - 1
        values[cell] = -alpha_beta(
            own, enemy, SEARCH_PLIES - 1, -100000, -alpha, *_evaluation(weights), room, 0
        )
        best = max(best, values[cell])
    return sides, {
        cell: value for cell, value in values.items() if value >= best - BOOK_LOSS_POINTS
    }


def book_line(sides: Discs, moves: Mapping[int, int]) -> str:
    """A line of the book: the position and the points of its moves, given by cell."""
    words = [f"{BOARD.names[cell]}={value}" for cell, value in sorted(moves.items())]
    return " ".join([f"{sides[0]:x}", f"{sides[1]:x}", *words])
