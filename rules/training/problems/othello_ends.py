"""Exact scores of Othello's moves near the end, in compiled code."""

from collections.abc import Sequence

import numpy as np

from rules.contract.position import Move
from rules.games.othello.position import Othello
from rules.training.othello.search import exact_scores


def exact_values(position: Othello) -> dict[Move, int]:
    """The final score for the mover, in points, with best play after each legal move."""
    moves: Sequence[Move] = position.moves()
    turn = position.turn
    after = [position.play(move).discs for move in moves]
    owns = np.array([discs[turn] for discs in after], np.uint64)
    enemies = np.array([discs[1 - turn] for discs in after], np.uint64)
    return dict(zip(moves, (-exact_scores(enemies, owns)).tolist(), strict=True))
