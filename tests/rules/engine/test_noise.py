"""Tests of noise: errors depend on a hash, and a seed has the same moves everywhere."""

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
import pytest

from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.batch_rules import AnyBatchRules, HashKeys
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import WIN, History, Position
from flipside.rules.contract.search_api import Limit, SearchCache
from flipside.rules.engine.search import LEVELS, search
from flipside.rules.engine.vector.evaluator import Noise
from flipside.rules.engine.vector.search import VectorSearch
from flipside.rules.match.match import Match
from tests.rules.games.random_matches import judged_alike, played

BATCHED = [judged_alike(game) for game in GAMES if game.engine.batch_rules is not None]
ERRORS = [-1454, 1506, -1516, 1249]

MOVES = {
    "othello": ("f4 f4 f6 f4 d6 f2 f2 f4 d1 f4 f6 f4 f4 f4 f4 f4 f4 f4 g6 g6 g6 g6 g6 g6"),
    "flipflop": ("c3 f7 f1 a3 e7 f4 f3 g6 c2 e7 f4 f1 h6 c4 a6 e3 e2 g5 h6 c4 a6 e3 e2 g5"),
    "switch": (
        "c4-c1 b2-b3 c4-c1 b2-b1 b5-b1 e2-e1 a1-a5 a1-a3 a1-a3 a4-a5 e2-d2 c4-c5 d5-e1 "
        "a1-a5 a1-a5 a1-a5 c3-c5 c3-c5 a1-a5 a1-a5 a1-a5 a1-a5 a1-a5 a1-a5"
    ),
    "flipop": (
        "c4-d4 c4-d4 c4-d4 d5-d4 d5-d4 d5-d4 d5-d4 d5-d4 d5-d4 c4-d4 c3-d3 d5-d4 c4-d4 "
        "c3-c2-b2-b1 c4-d4 c4-d4 c4-d4 d5-d4 c4-d4 c4-d4 c4-d4 c4-d4 c4-d4 c4-d4"
    ),
}
"""By game, the moves of six seeds at each of the levels 1 to 4."""

each_game = pytest.mark.parametrize("game", BATCHED, ids=lambda game: game.key)

NOISE = Noise(700, seed=12345)


def keys(count: int) -> HashKeys:
    return np.random.default_rng(1).integers(2**64, size=count, dtype=np.uint64)


def test_errors_are_whole_and_all_equally_likely() -> None:
    errors = Noise(3, seed=5).errors(keys(70_000))
    assert errors.dtype == np.int32
    values, counts = np.unique(errors, return_counts=True)
    assert values.tolist() == [-3, -2, -1, 0, 1, 2, 3]
    assert counts.min() > 9_600
    assert counts.max() < 10_400


def test_errors_belong_to_a_position_and_a_seed() -> None:
    some = keys(1_000)
    errors = NOISE.errors(some)
    assert np.array_equal(NOISE.errors(some[::-1]), errors[::-1])
    others = Noise(700, seed=12346).errors(some)
    assert abs(np.corrcoef(errors, others)[0, 1]) < 0.1


def test_errors_are_the_same_on_every_machine() -> None:
    some = np.array([0, 1, 2**63, 2**64 - 1], np.uint64)
    assert Noise(1600, seed=2**53 - 1).errors(some).tolist() == ERRORS


def looked(rules: AnyBatchRules, game: AnyGame, position: Position, depth: int, ply: int) -> int:
    """Return the minimax value without pruning, with errors at its leaves."""
    result = position.result()
    if result is not None:
        if game.engine.terminal_score is not None:
            return game.engine.terminal_score(position)
        sign = 0 if result.winner is None else 1 if result.winner == position.turn else -1
        return sign * (WIN - ply)
    if depth == 0:
        batch = rules.pack([position])
        return int(rules.evaluate(batch)[0] + NOISE.errors(rules.keys(batch))[0])
    children = (position.play(move) for move in position.moves())
    return max(-looked(rules, game, child, depth - 1, ply + 1) for child in children)


class Fixed(Random):
    """A random generator that returns the seed of NOISE after the shuffling."""

    def random(self) -> float:
        return NOISE.seed / 2**53


@each_game
@pytest.mark.parametrize("depth", [1, 2])
def test_the_value_is_that_of_all_lines_with_errors(game: AnyGame, depth: int) -> None:
    assert game.engine.batch_rules is not None
    rules = game.engine.batch_rules()
    for seed in range(3):
        match = played(Match(game, seed=seed), Random(seed), plies=40 + 5 * seed)
        if match.result() is not None:
            continue
        limit = Limit(depth=depth, noise=NOISE.points)
        history = History(game.repetition, [match.position])
        found = VectorSearch(match.position, game, rules, limit, Fixed(), history)
        *_, last = found.search_infos()
        assert last.depth == depth
        assert last.score == looked(rules, game, match.position, depth, 0)


def moves(game: AnyGame, numbers: Sequence[int]) -> Iterator[str]:
    """Yield the names of the moves of these levels in one position."""
    match = played(Match(game, seed=3), Random(3), plies=7)
    for number in numbers:
        limit = LEVELS[number].fitted(game).limit
        for seed in range(6):
            *_, info = search(match.position, game, limit, Random(seed), match.history())
            yield match.position.name(info.move)


@pytest.mark.parametrize("key", ["othello", "flipflop", "switch", "flipop"])
def test_a_seed_has_the_same_moves_on_every_machine(key: str) -> None:
    """The moves do not depend on the versions of Python and numpy. After an intended change of an
    evaluation or a level, record the new moves."""
    assert " ".join(moves(BY_KEY[key], range(4))) == MOVES[key]


def test_noise_needs_no_table_of_earlier_searches() -> None:
    """The values of a search with noise are valid only in that search."""
    match, cache = Match(BY_KEY["othello"]), SearchCache()
    list(search(match.position, match.game, Limit(depth=2, noise=50), Random(1), cache=cache))
    assert cache.tables is None
