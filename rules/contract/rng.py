"""Random choices of games and engines, reproducible from a seed."""

from collections.abc import Sequence
from random import Random
from typing import Any

from flipside.rules.contract.position import Move


def shuffled(items: Sequence[Any], random: Random) -> list[Any]:
    """The items in a random order (Fisher-Yates shuffle), the same for a seed on every Python. Uses
    `random.random()` alone, which Python keeps stable across versions."""
    deck = list(items)
    for last in range(len(deck) - 1, 0, -1):
        chosen = int(random.random() * (last + 1))
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return deck


def drop_overlooked(moves: Sequence[Move], oversight_rate: float, random: Random) -> list[Move]:
    """The root moves to search, in a random order. Each move is dropped with probability
    `oversight_rate` (0 to 1), but one always stays."""
    kept: list[Move] = shuffled(moves, random)
    if not oversight_rate:
        return kept
    return [move for move in kept if random.random() >= oversight_rate] or kept[:1]
