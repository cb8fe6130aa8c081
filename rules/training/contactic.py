"""Trains Contactic's weights: least squares on the margins of fast matches, then a polish.

The polish is simultaneous perturbation stochastic approximation (J. C. Spall, SPSA). Each step
changes all weights at random, plays matches of the changed weights against the weights with the
opposite change, and moves the weights a little toward the winner.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.data_files import parse_weights, weights_bytes
from flipside.rules.games.contactic import CONTACTIC, custom_search
from flipside.rules.games.contactic.engine import batch
from flipside.rules.games.contactic.engine.sampling import Playout
from flipside.rules.training.learning import Arrays

Floats = NDArray[np.float64]

SHARD_OPENINGS, OPENING_MATCHES = 8, 256
"""The number of opening positions of a shard, and of matches from each, with other piles."""

_FIT_KNOTS = np.array([0, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, batch.MAX_TILES_TO_COME])
"""Numbers of undrawn tiles with weights of their own. Others get linearly interpolated weights."""

_POLISH_KNOTS = np.array([0, 40, 80, batch.MAX_TILES_TO_COME])
"""Numbers of undrawn tiles with changes of their own in the polish."""

POLISH_STEPS, POLISH_PAIRS, _POLISH_CHANGE, _POLISH_GAIN, _POLISH_DECAY = 160, 128, 8.0, 0.15, 0.93
"""The parameters of the polish: number of steps, pairs of matches per step, size of a random change
in hundredths of a point, share of the change applied per point of margin, decay of the mean."""

_ROOM_TILES = 16
"""The minimum number of undrawn tiles with which free neighbours of an island count fully."""

HAND_MADE = [
    round(points * (min(come / _ROOM_TILES, 1) if 0 < term < batch.TERM_COUNT - 1 else 1))
    for come in range(batch.MAX_TILES_TO_COME + 1)
    for term, points in enumerate((100, 75, 50, 25, 30, 30, 30, 100))
]
"""The initial weights. A tile of the largest island counts 1 point. Tiles that it can join, and
empty squares that the player can reach first, count less, and still less near the end."""

_RIDGE_POSITIONS = 300.0
"""The ridge term. A weight used in so many positions is half of its least-squares value."""


class ContacticCourse:
    """The Course of Contactic."""

    game: AnyGame = CONTACTIC
    weights = batch.WEIGHTS.path
    shards = 16
    pace = Limit(depth=3, nodes=1_500)

    def play(self, number: int, seed: int, weights: bytes | None) -> Arrays:
        """Play a shard; return int16 arrays with one row per position.

        `parts` are `part_differences`. `to_come` is the number of undrawn tiles. `sign` is 1 if
        player 0 is to move, else -1. `margin` is player 0's final lead in hundredths of a point.
        """
        random = Random(f"contactic {seed} {number}")
        evaluate = batch.batch_evaluation(_numbers(weights))
        columns: dict[str, list[batch.Array]] = {
            "parts": [],
            "to_come": [],
            "sign": [],
            "margin": [],
        }
        for _ in range(SHARD_OPENINGS):
            game = _new_playout(int(random.random() * 2**53), OPENING_MATCHES, evaluate)
            begin = len(columns["sign"])
            while game.goes_on().any():
                boards = game.boards
                to_come = boards.tiles_to_come[0] + boards.tiles_to_come[1]
                columns["parts"].append(part_differences(boards))
                columns["to_come"].append(to_come.astype(np.int16))
                columns["sign"].append(np.full(OPENING_MATCHES, 1 - 2 * game.turn, np.int16))
                for _ in game.ply():
                    pass
            margin = (100 * batch.point_leads(game.boards)).astype(np.int16)
            columns["margin"] += [margin] * (len(columns["sign"]) - begin)
        return {name: np.concatenate(arrays) for name, arrays in columns.items()}

    def fit(self, shards: Sequence[Path], weights: bytes | None) -> bytes:
        """Fit weights by least squares, with the mover as a feature; polish; return their file."""
        size = len(_FIT_KNOTS) * (batch.TERM_COUNT + 1)
        squares, products = _RIDGE_POSITIONS * np.eye(size), np.zeros(size)
        for path in shards:
            data = dict(np.load(path))
            what = np.concatenate([data["parts"], data["sign"][:, None]], axis=1)
            shares = _KNOT_SHARES[data["to_come"]]
            for begin in range(0, len(what), 50_000):
                part = slice(begin, begin + 50_000)
                rows = (shares[part, :, None] * what[part, None, :]).reshape(-1, size)
                squares += rows.T @ rows
                products += rows.T @ data["margin"][part].astype(np.float64)
        solution = np.linalg.solve(squares, products).reshape(len(_FIT_KNOTS), batch.TERM_COUNT + 1)
        print(np.round(solution).astype(int), flush=True)
        numbers = polish(_KNOT_SHARES @ solution[:, : batch.TERM_COUNT])
        return weights_bytes(_whole(numbers))

    def with_weights(self, data: bytes | None) -> AnyGame:
        """Return the game with the weights in `data`, or HAND_MADE; ValueError if damaged."""
        evaluation = batch.batch_evaluation(_numbers(data))
        search = partial(custom_search, evaluation=evaluation)
        evaluate = partial(batch.mover_score, evaluation)
        engine = replace(CONTACTIC.engine, evaluate=evaluate, custom_search=search)
        return replace(CONTACTIC, engine=engine)


def _numbers(data: bytes | None) -> Sequence[int]:
    return HAND_MADE if data is None else parse_weights(data, batch.SIZE)


def polish(numbers: Floats) -> Floats:
    """Return weights (MAX_TILES_TO_COME + 1, TERM_COUNT), in hundredths of a point, after SPSA."""
    lots = np.random.default_rng(len(numbers))
    shares = _shares(_POLISH_KNOTS)
    change, mean = np.zeros((2, len(_POLISH_KNOTS), batch.TERM_COUNT))
    for number in range(POLISH_STEPS):
        step = _POLISH_CHANGE * (2 * lots.integers(0, 2, change.shape) - 1)
        first, second = (numbers + shares @ (change + sign * step) for sign in (1, -1))
        margin = _margin(first, second, number)
        change += _POLISH_GAIN * margin * step
        mean = _POLISH_DECAY * mean + (1 - _POLISH_DECAY) * change
    print(np.round(mean).astype(int), flush=True)
    return numbers + shares @ (mean / (1 - _POLISH_DECAY**POLISH_STEPS))


def _margin(first: Floats, second: Floats, seed: int) -> float:
    """Return the mean lead in points of `first` in pairs of matches with the same tiles."""
    candidate, rival = (batch.batch_evaluation(_whole(some)) for some in (first, second))
    total = 0.0
    for sign, seats in ((1, (candidate, rival)), (-1, (rival, candidate))):
        game = _new_playout(seed, POLISH_PAIRS, candidate)
        while game.goes_on().any():
            game.evaluate = seats[game.turn]
            for _ in game.ply():
                pass
        total += sign * float(batch.point_leads(game.boards).mean())
    return total / 2


def _whole(numbers: Floats) -> list[int]:
    return np.round(numbers).astype(np.int64).reshape(-1).tolist()


def _new_playout(seed: int, number: int, evaluate: batch.BatchEvaluation) -> Playout:
    """Return `number` matches from one random opening position, each with its own piles."""
    random = Random(seed)
    position = CONTACTIC.opening(CONTACTIC.choices({}), random)
    for _ in range(3 + int(random.random() * 4)):
        moves = position.moves()
        position = position.play(moves[int(random.random() * len(moves))])
    boards = batch.boards_of(position).take(np.zeros(number, np.intp))
    game = Playout(position, boards, number, np.random.default_rng(seed), evaluate)
    hand = np.full((number, 1), position.hand, np.uint8)
    game.turn = position.turn
    game.main[position.turn] = np.concatenate([hand, game.main[position.turn]], axis=1)
    return game


def part_differences(boards: batch.Boards) -> NDArray[np.int16]:
    """Return by how much player 0 leads in each term of the evaluation; (matches, TERM_COUNT)."""
    columns = []
    for part in range(batch.TERM_COUNT):
        worth = np.zeros((batch.TERM_COUNT, batch.MAX_TILES_TO_COME + 1), np.int32)
        worth[part] = 1
        columns.append(batch.batch_evaluation(worth.T.reshape(-1).tolist())(boards))
    return np.stack(columns, axis=1).astype(np.int16)


def _shares(knots: NDArray[np.int64]) -> Floats:
    """Return the interpolation weight of each knot, shape (MAX_TILES_TO_COME + 1, knots)."""
    come = np.arange(batch.MAX_TILES_TO_COME + 1)
    return np.stack([np.interp(come, knots, row) for row in np.eye(len(knots))], axis=1)


_KNOT_SHARES = _shares(_FIT_KNOTS)
