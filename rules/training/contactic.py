"""How Contactic's numbers are trained: least squares on margins of quick matches, then a polish.

The polish is stochastic approximation (J. C. Spall's SPSA): all numbers are changed at random at
once, matches tell whether that or its opposite is better, and they go a little that way.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from rules.contract.game import AnyGame
from rules.contract.search_api import Limit, SearchInfos
from rules.engine.data.weights import parse_weights, weights_bytes
from rules.games.contactic import CONTACTIC, own_search
from rules.games.contactic.engine.batch import (
    Array,
    BatchEvaluation,
    Boards,
    batch_evaluation,
    boards_of,
    point_leads,
)
from rules.games.contactic.engine.evaluation import evaluate as by_hand
from rules.games.contactic.engine.playout import Playout
from rules.games.contactic.engine.weights import (
    MAX_TILES_TO_COME,
    SIZE,
    TERM_COUNT,
    WEIGHTS,
    learned,
)
from rules.games.contactic.position import Contactic
from rules.training.course import Arrays

Numbers = NDArray[np.float64]

OPENINGS, MATCHES = 8, 256
"""In a shard; matches from each, all at once, with piles dealt anew."""

KNOTS = np.array([0, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, MAX_TILES_TO_COME])
"""Tiles to come between which the numbers change in proportion."""

POLISHED = np.array([0, 40, 80, MAX_TILES_TO_COME])
"""Tiles to come between which the polish changes in proportion."""

TRIES, PAIRS, CHANGE, GAIN, MEAN = 160, 128, 8.0, 0.15, 0.93
"""Of the polish: how often, pairs of matches each time, hundredths of a point by which numbers are
changed, part of that by which they go on for a point of margin, and how much of the mean of all
tries before is kept."""

RIDGE = 300.0
"""Positions with one of a part in which its number must be seen to move half-way from nothing."""


class ContacticCourse:
    """The Course of Contactic."""

    game: AnyGame = CONTACTIC
    weights = WEIGHTS.path
    shards = 16
    recent = 1
    pace = Limit(depth=3, nodes=1_500)

    def play(self, number: int, seed: int, weights: Path | None) -> Arrays:
        """Differences of `parts` between the players, tiles `to_come`, who moves as `sign`, and
        the `margin` in hundredths of a point of player 0 at the end."""
        random = Random(f"contactic {seed} {number}")
        evaluate = batch_evaluation(
            None if weights is None else parse_weights(weights.read_bytes(), SIZE)
        )
        found: dict[str, list[Array]] = {"parts": [], "to_come": [], "sign": [], "margin": []}
        for _ in range(OPENINGS):
            game = _begun(int(random.random() * 2**53), MATCHES, evaluate)
            begin = len(found["sign"])
            while _goes_on(game):
                boards = game.boards
                found["parts"].append(parts(boards))
                found["to_come"].append(
                    (boards.tiles_to_come[0] + boards.tiles_to_come[1]).astype(np.int16)
                )
                found["sign"].append(np.full(MATCHES, 1 - 2 * game.turn, np.int16))
                for _ in game.ply():
                    pass
            margin = (100 * point_leads(game.boards)).astype(np.int16)
            found["margin"] += [margin] * (len(found["sign"]) - begin)
        return {name: np.concatenate(arrays) for name, arrays in found.items()}

    def fit(self, shards: Sequence[Path], weights: Path | None) -> bytes:
        """Least squares; who moves is told too, lest the other numbers make up for it. Then the
        polish."""
        size = len(KNOTS) * (TERM_COUNT + 1)
        squares, products = RIDGE * np.eye(size), np.zeros(size)
        for path in shards:
            data = dict(np.load(path))
            what = np.concatenate([data["parts"], data["sign"][:, None]], axis=1)
            shares = KNOTTED[data["to_come"]]
            for begin in range(0, len(what), 50_000):
                part = slice(begin, begin + 50_000)
                rows = (shares[part, :, None] * what[part, None, :]).reshape(-1, size)
                squares += rows.T @ rows
                products += rows.T @ data["margin"][part].astype(np.float64)
        found = np.linalg.solve(squares, products).reshape(len(KNOTS), TERM_COUNT + 1)
        print(np.round(found).astype(int), flush=True)
        numbers = polished(KNOTTED @ found[:, :TERM_COUNT])
        return weights_bytes(_whole(numbers))

    def with_weights(self, data: bytes | None) -> AnyGame:
        """Contactic with those numbers."""
        numbers = None if data is None else parse_weights(data, SIZE)
        judge = by_hand if numbers is None else partial(learned, numbers)

        def thoughts(
            position: Contactic, limit: Limit, random: Random, seen: Sequence[Contactic]
        ) -> SearchInfos | None:
            return own_search(position, limit, random, numbers)

        return replace(
            CONTACTIC, engine=replace(CONTACTIC.engine, evaluate=judge, own_search=thoughts)
        )


def polished(numbers: Numbers) -> Numbers:
    """The numbers, by tiles to come and part, after many small steps towards winning higher."""
    lots = np.random.default_rng(len(numbers))
    shares = _shares(POLISHED)
    change, mean = np.zeros((len(POLISHED), TERM_COUNT)), np.zeros((len(POLISHED), TERM_COUNT))
    for number in range(TRIES):
        way = CHANGE * (2 * lots.integers(0, 2, change.shape) - 1)
        margin = _margin(
            numbers + shares @ (change + way), numbers + shares @ (change - way), number
        )
        change += GAIN * margin * way
        mean = MEAN * mean + (1 - MEAN) * change
    print(np.round(mean).astype(int), flush=True)
    return numbers + shares @ (mean / (1 - MEAN**TRIES))


def _margin(first: Numbers, second: Numbers, seed: int) -> float:
    """By how many points the first numbers win on average, with the same tiles in both seats."""
    one, other = (batch_evaluation(_whole(some)) for some in (first, second))
    total = 0.0
    for sign, seats in ((1, (one, other)), (-1, (other, one))):
        game = _begun(seed, PAIRS, one)
        while _goes_on(game):
            game.evaluate = seats[game.turn]
            for _ in game.ply():
                pass
        total += sign * float(point_leads(game.boards).mean())
    return total / 2


def _whole(numbers: Numbers) -> list[int]:
    """The numbers rounded, one after the other."""
    found: list[int] = np.round(numbers).astype(np.int64).reshape(-1).tolist()
    return found


def _begun(seed: int, number: int, evaluate: BatchEvaluation) -> Playout:
    """So many matches from one opening position after some plies, each with other piles."""
    random = Random(seed)
    position = CONTACTIC.opening(CONTACTIC.choices({}), random)
    for _ in range(3 + int(random.random() * 4)):
        moves = position.moves()
        position = position.play(moves[int(random.random() * len(moves))])
    boards = boards_of(position).taken(np.zeros(number, np.intp))
    game = Playout(position, boards, number, np.random.default_rng(seed), evaluate)
    hand = np.full((number, 1), position.hand, np.uint8)
    game.turn = position.turn
    game.main[position.turn] = np.concatenate([hand, game.main[position.turn]], axis=1)
    return game


def _goes_on(game: Playout) -> bool:
    return any(
        game.drawn[player] < game.main[player].shape[1] or bool(game.height[player].any())
        for player in (0, 1)
    )


def parts(boards: Boards) -> NDArray[np.int16]:
    """How many more of each of PARTS player 0 has: what each number is multiplied by."""
    columns = []
    for part in range(TERM_COUNT):
        worth = np.zeros((TERM_COUNT, MAX_TILES_TO_COME + 1), np.int32)
        worth[part] = 1
        columns.append(batch_evaluation(worth.T.reshape(-1).tolist())(boards))
    return np.stack(columns, axis=1).astype(np.int16)


def _shares(knots: NDArray[np.int64]) -> Numbers:
    """By tiles to come, in which proportions the numbers of the knots count."""
    come = np.arange(MAX_TILES_TO_COME + 1)
    return np.stack([np.interp(come, knots, row) for row in np.eye(len(knots))], axis=1)


KNOTTED = _shares(KNOTS)
