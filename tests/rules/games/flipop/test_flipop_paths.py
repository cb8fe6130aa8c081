"""Flipop for whole arrays: what shows at once whether a player can move."""

import numpy as np
import pytest

from flipside.rules.contract.position import Move
from flipside.rules.games.flipop.engine.batch import FlipopBatch
from flipside.rules.games.flipop.engine.paths import can_push, can_roll
from flipside.rules.games.flipop.position import Flipop
from tests.of_type import of_type
from tests.rules.games.flipop.boards import random_match


def pushes_aside(move: Move) -> bool:
    """Two balls, the second at right angles to the first."""
    return len(move) == 3 and abs(move[1] - move[0]) != abs(move[2] - move[1])


@pytest.mark.parametrize("chain", ["side", "free", "hinge"])
def test_singles_and_pushes_are_seen_at_once(chain: str) -> None:
    """FP-6, FP-7: with `chain=hinge` it takes a closer look at the doors."""
    for seed in range(12):
        match = random_match({"chain": chain}, seed)
        positions = [of_type(Flipop, match.position_at(ply)) for ply in range(match.ply)]
        batch = FlipopBatch().pack(positions)
        moves = [position.moves() for position in positions]
        single = [any(len(move) == 2 for move in each) for each in moves]
        aside = [chain != "hinge" and any(map(pushes_aside, each)) for each in moves]
        assert np.array_equal(can_roll(batch), single)
        assert np.array_equal(can_push(batch), aside)
