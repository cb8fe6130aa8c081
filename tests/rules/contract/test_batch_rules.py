"""Comparison of the BatchRules of each game with its Position."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from random import Random

import numpy as np
import pytest

from flipside.rules.catalogue import GAMES
from flipside.rules.contract.batch_rules import NOT_OVER, AnyBatchRules, Batch
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import WIN, Position
from flipside.rules.games.flipflop import FLIPFLOP
from flipside.rules.games.flipflop.position import FlipFlop, position
from flipside.rules.match.match import Match
from tests.of_type import of_type
from tests.rules.cli.test_command_line import NUMBERS
from tests.rules.games.random_matches import case_name, judged_alike, matches, pick, variants
from tests.rules.games.random_positions import random_starts

CASES = [
    (judged_alike(game), given)
    for game in GAMES
    if game.engine.batch_rules is not None
    for given in variants(game)
]
SEEDS = 5
PLIES = 120

SET_UP = 3
"""The number of matches that begin in a random position."""

each_case = pytest.mark.parametrize("case", CASES, ids=case_name)

Case = tuple[AnyGame, dict[str, str]]


def rules_of(game: AnyGame) -> AnyBatchRules:
    assert game.engine.batch_rules is not None
    return game.engine.batch_rules()


def worth(game: AnyGame, position: Position) -> int:
    """Return the score of a finished position for its mover."""
    result = position.result()
    assert result is not None
    if game.engine.terminal_score is not None:
        return game.engine.terminal_score(position)
    if result.winner is None:
        return 0
    return WIN if result.winner == position.turn else -WIN


def judged(game: AnyGame, position: Position) -> int:
    over = position.result() is not None
    if over:
        return worth(game, position)
    assert game.engine.evaluate is not None, "the game has a reference"
    return game.engine.evaluate(position)


def visited(match: Match, random: Random) -> Iterator[Position]:
    """Yield the positions of a match. About half of the moves are the best by static evaluation."""
    game = match.game
    yield match.position
    while match.result() is None and match.ply < PLIES:
        now = match.position
        move = pick(now.moves(), random)
        if random.random() < 0.5:
            sights = {
                one: judged(game, after) * (1 if after.turn == now.turn else -1)
                for one in now.moves()
                for after in [now.play(one)]
            }
            move = max(sights, key=sights.__getitem__)
        match.play(move)
        yield match.position


def words(rules: AnyBatchRules, position: Position) -> tuple[int, int]:
    batch = rules.pack([position])
    return len(batch), len(rules.children(batch).batch)


@cache
def walks(number: int) -> list[tuple[list[Position], Batch]]:
    """Return groups of positions of the matches of a case, with their batch. The positions of a
    group have batches of the same number of words, before and after a move."""
    game, given = CASES[number]
    rules = rules_of(game)
    found = []
    set_up = [(match, Random(match.seed)) for match, _ in random_starts(game, given, SET_UP)]
    for match, random in (*matches(game, given, SEEDS), *set_up):
        for _, part in groupby(visited(match, random), lambda one: words(rules, one)):
            positions = list(part)
            found.append((positions, rules.pack(positions)))
    return found


def walks_of(case: Case) -> list[tuple[list[Position], Batch]]:
    return walks(CASES.index(case))


@each_case
def test_children_are_the_positions_after_each_move_in_order(
    case: tuple[AnyGame, dict[str, str]],
) -> None:
    game, _ = case
    rules = rules_of(game)
    for positions, batch in walks_of(case):
        expected = [
            (number, one.play(move)) for number, one in enumerate(positions) for move in one.moves()
        ]
        children = rules.children(batch)
        assert children.parent.dtype == np.int64
        assert children.parent.tolist() == [number for number, _ in expected]
        for at, (number, child) in enumerate(expected):
            column = children.batch[:, [at]]
            if child.turn == positions[number].turn:
                column = rules.children(column).batch  # a ply inserted for the opponent
            assert np.array_equal(column, rules.pack([child]))


@each_case
def test_every_position_is_answered_alike_alone_and_among_others(
    case: tuple[AnyGame, dict[str, str]],
) -> None:
    """The memory layout of the array does not matter either."""
    game, _ = case
    rules = rules_of(game)
    for _, batch in walks_of(case):
        children = rules.children(batch)
        ends, values, keys = rules.terminal_scores(batch), rules.evaluate(batch), rules.keys(batch)
        for number in range(0, batch.shape[1], 5):
            alone = batch[:, [number]]
            assert np.array_equal(
                rules.children(alone).batch, children.batch[:, children.parent == number]
            )
            assert rules.terminal_scores(alone) == ends[number]
            assert rules.evaluate(alone) == values[number]
        apart = np.repeat(batch, 2, axis=1)[:, ::2]
        assert np.array_equal(rules.children(apart).batch, children.batch)
        assert np.array_equal(rules.terminal_scores(apart), ends)
        assert np.array_equal(rules.evaluate(apart), values)
        assert np.array_equal(rules.keys(apart), keys)
        assert len(rules.mobility(apart)) == batch.shape[1]


@each_case
def test_ends_are_the_results(case: tuple[AnyGame, dict[str, str]]) -> None:
    game, _ = case
    seen = set()
    for positions, batch in walks_of(case):
        expected = [NOT_OVER if one.result() is None else worth(game, one) for one in positions]
        ends = rules_of(game).terminal_scores(batch)
        assert ends.dtype == np.int32
        assert ends.tolist() == expected
        seen |= set(expected)
    assert len(seen) > 1


@each_case
def test_values_are_the_judge_s(case: tuple[AnyGame, dict[str, str]]) -> None:
    game, _ = case
    rules = rules_of(game)
    for positions, batch in walks_of(case):
        values = rules.evaluate(batch)
        assert values.dtype == np.int32
        assert values.tolist() == [judged(game, one) for one in positions]


@each_case
def test_keys_tell_positions_apart_and_nothing_else(case: tuple[AnyGame, dict[str, str]]) -> None:
    game, _ = case
    rules = rules_of(game)
    for positions, batch in walks_of(case):
        keys = rules.keys(batch)
        assert keys.dtype == np.uint64
        by_position: dict[Position, int] = dict(zip(positions, keys.tolist(), strict=True))
        assert [by_position[one] for one in positions] == keys.tolist()
        children = rules.children(batch).batch
        different = np.unique(children, axis=1).shape[1]
        assert len(np.unique(rules.keys(children))) == different


def test_keys_of_flip_flop_know_the_colours() -> None:
    """The same stones with the colours and the mover exchanged are another position (FF-9)."""
    rules = rules_of(FLIPFLOP)
    for positions, batch in walks_of((judged_alike(FLIPFLOP), {"setup": "chess"})):
        exchanged = [
            position(one.stones[::-1], 1 - one.turn, one.ban, one.setup)
            for one in (of_type(FlipFlop, one) for one in positions)
        ]
        assert not (rules.keys(batch) == rules.keys(rules.pack(exchanged))).any()


def test_keys_spread_over_all_bits() -> None:
    for number in range(len(CASES)):
        for _, batch in walks(number):
            keys = rules_of(CASES[number][0]).keys(batch)
            if len(keys) < 64:
                continue
            halves = [np.count_nonzero(keys >> np.uint64(bit) & np.uint64(1)) for bit in range(64)]
            assert min(halves) > len(keys) // 8
            assert max(halves) < len(keys) - len(keys) // 8


def counted(rules: AnyBatchRules, position: Position, depth: int) -> int:
    """Return the perft number, computed with batches."""
    batch = rules.pack([position])
    for _ in range(depth):
        batch = rules.children(batch).batch
    return int(batch.shape[1])


PERFT: Sequence[tuple[AnyGame, dict[str, str], tuple[int, ...]]] = [
    (game, given, numbers)
    for game in GAMES
    if game.engine.batch_rules is not None
    for given, numbers in NUMBERS[game.key]
]


@pytest.mark.parametrize(("game", "given", "numbers"), PERFT)
def test_numbers_of_sequences(
    game: AnyGame, given: dict[str, str], numbers: tuple[int, ...]
) -> None:
    start = game.opening(game.choices(given), Random(0))
    rules = rules_of(game)
    found = tuple(counted(rules, start, depth) for depth in range(1, len(numbers) + 1))
    assert found == numbers
