"""A number for every move in its position, so that moves can be counted in many matches."""

from collections.abc import Sequence

import numpy as np

from flipside.rules.contract.batch_rules import HashKeys
from flipside.rules.contract.position import Move
from flipside.rules.engine.vector.bits import hash_columns, transposed
from flipside.rules.games.othello.position import Othello


def move_keys(positions: Sequence[Othello], moves: Sequence[Move]) -> HashKeys:
    """A hash of each move with its position, the same for all eight symmetric forms: shape (n,)."""
    words = [
        (one.discs[one.turn], one.discs[1 - one.turn], 1 << move[0] if move else 0)
        for one, move in zip(positions, moves, strict=True)
    ]
    image = np.array(words, np.uint64).reshape(-1, 3).T.copy()
    keys = hash_columns(image)
    for _ in range(4):
        mirrored = transposed(image)
        np.minimum(keys, hash_columns(mirrored), out=keys)
        image = mirrored.byteswap()  # exchanges the rows: together a quarter turn
        np.minimum(keys, hash_columns(image), out=keys)
    return keys
