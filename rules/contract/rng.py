"""Random choices of games and engines, reproducible from a seed."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.contract.position import Move


def shuffled(items: Sequence[Any], random: Random) -> list[Any]:
    """The items in a random order (Fisher and Yates), the same for the same seed for ever.

    Uses nothing but random.random(), the only numbers Python promises across versions.
    """
    deck = list(items)
    for last in range(len(deck) - 1, 0, -1):
        chosen = int(random.random() * (last + 1))
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return deck


def drop_overlooked(moves: Sequence[Move], misses: float, random: Random) -> list[Move]:
    """The moves that are searched, in a random order: each is dropped with the chance `misses`,
    0 to 1, but one always stays."""
    mixed: list[Move] = shuffled(moves, random)
    if not misses:
        return mixed
    return [move for move in mixed if random.random() >= misses] or mixed[:1]
