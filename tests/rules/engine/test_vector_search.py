"""Tests of the vector search: the values of minimax, whatever the size of its batches."""

from collections.abc import Generator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.batch_rules import Batch, Children
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import FORCED_WIN, WIN, History, Position
from flipside.rules.contract.search_api import Limit, SearchInfo
from flipside.rules.engine import alpha_beta
from flipside.rules.engine.search import search
from flipside.rules.engine.vector import null_window
from flipside.rules.engine.vector import search as batch_search
from flipside.rules.games.othello import LEARNED, OTHELLO
from flipside.rules.games.othello.engine.batch import OthelloBatch
from flipside.rules.match.match import Match
from tests.positions import positions
from tests.rules.games.random_matches import by_single_positions, judged_alike, played

BATCHED = [judged_alike(game) for game in GAMES if game.engine.batch_rules is not None]
each_game = pytest.mark.parametrize("game", BATCHED, ids=lambda game: game.key)

LARGEST_BITE = 12_000
"""The maximum number of positions between two yields: a few milliseconds."""


def thoughts(
    position: Position,
    game: AnyGame,
    depth: int,
    seed: int = 0,
    seen: Sequence[Position] = (),
    selective: bool = False,
) -> list[SearchInfo]:
    rules = game.engine.batch_rules()
    limit = Limit(depth=depth)
    return list(
        batch_search.VectorSearch(
            position, game, rules, limit, Random(seed), History(game.repetition, seen), selective
        ).search_infos()
    )


@cache
def by_patterns() -> AnyGame:
    """Return Othello with the evaluation by patterns."""
    rules = OthelloBatch(LEARNED.loaded())
    return replace(OTHELLO, engine=replace(OTHELLO.engine, batch_rules=lambda: rules))


def value(position: Position, game: AnyGame, depth: int, **options: Any) -> int:
    return thoughts(position, game, depth, **options)[-1].score


def one_by_one(position: Position, game: AnyGame, depth: int) -> int:
    """Return the score of alpha-beta over single positions, without repetition."""
    plain = replace(by_single_positions(game), repetition=None)
    one_by_one = alpha_beta.AlphaBetaSearch(position, plain, Limit(depth=depth), Random(1))
    return list(one_by_one.search_infos())[-1].score


def middle(game: AnyGame, count: int) -> list[Match]:
    """Return random matches, early and late, at positions with several moves."""
    found: list[Match] = []
    for seed in range(10_000):
        match = played(Match(game, seed=seed), Random(seed), plies=3 + 17 * seed % 75)
        rules = game.engine.batch_rules()
        left = rules.plies_left(match.position)
        usable = left is None or left > 3
        if match.result() is None and usable and len(match.position.moves()) > 1:
            found.append(match)
            if len(found) == count:
                break
    return found


# -- values --------------------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_values_are_those_of_alpha_beta(game: AnyGame, depth: int, long: bool) -> None:
    for match in middle(game, 40 if long else 12):
        expected = one_by_one(match.position, game, depth)
        found = thoughts(match.position, game, depth)[-1]
        assert found.score == expected, match.to_record(("person", "person"))
        child = match.position.play(found.move)
        if depth < 3:
            assert -by_looking(child, game, found.depth - 1, 1) == expected
        elif abs(expected) < FORCED_WIN and len(child.moves()) > 1:
            assert -one_by_one(child, game, depth - 1) == expected, "another move is of that value"


def by_looking(position: Position, game: AnyGame, depth: int, ply: int) -> int:
    """Return the minimax value for the mover, without pruning."""
    result = position.result()
    if result is not None:
        if game.engine.terminal_score is not None:
            return game.engine.terminal_score(position)
        sign = 0 if result.winner is None else 1 if result.winner == position.turn else -1
        return sign * (WIN - ply)
    if depth == 0:
        return game.engine.static_score(position)
    children = (position.play(move) for move in position.moves())
    return max(-by_looking(child, game, depth - 1, ply + 1) for child in children)


@each_game
def test_values_are_those_of_alpha_beta_deeper(game: AnyGame, long: bool) -> None:
    """The positions are from matches between levels, with large trees."""
    depth = 5 if long or game.key == "othello" else 4
    for match in positions(game.key)[: 10 if long else 2]:
        assert value(match.position, game, depth) == one_by_one(match.position, game, depth)


def test_a_root_move_that_is_certainly_better_is_the_best_at_once() -> None:
    """A better move becomes the best one before its exact score is known."""
    match = positions("othello_12")[17]
    infos = thoughts(match.position, by_patterns(), Limit.depth, seed=1, selective=True)
    before, after = [pair for pair in pairwise(infos) if pair[0].move != pair[1].move][-1]
    assert before.score < after.score <= infos[-1].score
    assert after.pv == (after.move,)
    assert infos[-1].exact
    assert infos[-1].move == after.move


@pytest.mark.parametrize("goal", ["most", "fewest"])
def test_exact_scores_are_those_of_brute_force(goal: str) -> None:
    """In the last plies of Othello, the score is the margin. Empty squares count for the winner."""
    game = BY_KEY["othello"]
    done = 0
    for seed in range(60):
        match = played(Match(game, {"goal": goal}, seed=seed), Random(seed))
        match.goto_ply(max(0, len(match.moves) - 6))
        if len(match.position.moves()) > 1:
            found = thoughts(match.position, game, 99)[-1]
            assert found.score == by_looking(match.position, game, 99, 0)
            assert found.depth == len(found.pv)
            assert value(match.position, game, 99, selective=True) == found.score
            done += 1
    assert done > 20


@pytest.mark.long
def test_exact_scores_of_many_empty_fields() -> None:
    """With twelve empty squares, the scores are those of alpha-beta."""
    game = BY_KEY["othello"]
    for match in positions("othello_12")[:6]:
        assert value(match.position, game, 99) == one_by_one(match.position, game, 99)


@pytest.mark.parametrize("number", [0, 1, 16])
def test_who_wins_is_known_before_by_how_much(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The positions are lost, narrowly lost and narrowly won. After the search for the winner, the
    best move never gives away a win."""
    game, match = by_patterns(), positions("othello_12")[number]
    asked, line = [], batch_search.VectorSearch._search_pv

    def heard(
        self: Any, one: Any, depth: int, alpha: int, beta: int, ply: int, before: Any
    ) -> Generator[Any, None, Any]:
        found = yield from line(self, one, depth, alpha, beta, ply, before)
        if ply == 0 and depth == null_window.EXACT_DEPTH:
            asked.append((alpha, beta, found[0], self.best.move))
        return found

    monkeypatch.setattr(batch_search.VectorSearch, "_search_pv", heard)
    true = value(match.position, game, 99, selective=True)
    first, *others = asked
    assert first[:2] == (-1, 1)
    assert np.sign(first[2]) == np.sign(true) != 0
    assert all(low >= 0 or high <= 0 or low < -WIN or high > WIN for low, high, *_ in others)
    if true > 0:
        moves = {move for *_, move in asked}
        assert all(value(match.position.play(move), game, 99) < 0 for move in moves)


class Coarse(OthelloBatch):
    """Othello with the hand-made evaluation, in which only the improvement margin prunes."""

    def improvement_margin(self, batch: Batch) -> int:
        return 150

    def margins(self, batch: Batch, depth: int) -> None:
        return None


def test_what_is_hardly_better_may_be_left_aside_and_nothing_else() -> None:
    different = 0
    for match in positions("othello")[:5]:
        exact, found = (
            list(
                batch_search.VectorSearch(
                    match.position, OTHELLO, rules, Limit(depth=6), Random(0), None, selective
                ).search_infos()
            )[-1]
            for rules, selective in ((OthelloBatch(), False), (Coarse(), True))
        )
        assert abs(found.score - exact.score) <= 150
        different += found.score != exact.score
    assert different


# -- what must not change them -------------------------------------------------------------------


SIZES: dict[str, dict[str, Any]] = {
    "single": {
        "_CHUNK_POSITIONS": 1,
        "_BATCH_POSITIONS": 1,
        "FULL_WIDTH_LEAVES": 0,
        "_LEAST_WAVE": (),
    },
    "small": {
        "_CHUNK_POSITIONS": 80,
        "_BATCH_POSITIONS": 3,
        "FULL_WIDTH_LEAVES": 90,
        "_LEAST_WAVE": (0, 4, 2),
        "_SECOND_WAVE": 1,
    },
    "large": {
        "_CHUNK_POSITIONS": 60_000,
        "_BATCH_POSITIONS": 900,
        "FULL_WIDTH_LEAVES": 20_000,
        "_LEAST_WAVE": (0, 999, 99),
    },
    "emptied": {"_MAX_PLY_POSITIONS": 40, "_BATCH_POSITIONS": 500},
}


@each_game
@pytest.mark.parametrize("kind", SIZES)
def test_values_do_not_depend_on_the_size_of_batches(
    game: AnyGame, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds with and without selective search."""
    matches, sizes = positions(game.key)[3:5], SIZES[kind]
    selective = (BATCHED.index(game) + [*SIZES].index(kind)) % 2 == 1
    depth = 3 if "_LEAST_WAVE" in sizes and not sizes["_LEAST_WAVE"] else 4
    before = [value(match.position, game, depth, selective=selective) for match in matches]
    for name, size in sizes.items():
        monkeypatch.setattr(null_window, name, size)
    after = [value(match.position, game, depth, selective=selective) for match in matches]
    assert after == before


@pytest.mark.parametrize("sizes", SIZES.values(), ids=SIZES)
def test_values_by_patterns_do_not_depend_on_it_either(
    sizes: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """This evaluation also cuts off by static margins."""
    game, matches = by_patterns(), positions("othello")[3:6]
    depth = 3 if "_LEAST_WAVE" in sizes and not sizes["_LEAST_WAVE"] else 5
    before = [value(match.position, game, depth, selective=True) for match in matches]
    for name, size in sizes.items():
        monkeypatch.setattr(null_window, name, size)
    assert [value(match.position, game, depth, selective=True) for match in matches] == before


@each_game
def test_values_do_not_depend_on_the_size_of_an_index(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a browser an index has 32 bits."""
    matches = positions(game.key)[3:5]
    before = [thoughts(match.position, game, 4)[-1] for match in matches]
    children = type(game.engine.batch_rules()).children

    def narrow(self: Any, batch: Batch) -> Children:
        found = children(self, batch)
        return replace(found, parent=found.parent.astype(np.int32))

    monkeypatch.setattr(type(game.engine.batch_rules()), "children", narrow)
    assert [thoughts(match.position, game, 4)[-1] for match in matches] == before


@each_game
def test_same_seed_same_thoughts(game: AnyGame) -> None:
    match = middle(game, 3)[-1]
    for seed in (1, 2):
        first = thoughts(match.position, game, 4, seed, selective=True)
        assert thoughts(match.position, game, 4, seed, selective=True) == first


def test_equal_moves_are_chosen_by_lot() -> None:
    game = BY_KEY["othello"]
    position = Match(game).position
    assert len({thoughts(position, game, 3, seed)[-1].move for seed in range(30)}) == 4


# -- repetition ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", [game for game in BATCHED if game.repetition is not None], ids=lambda game: game.key
)
@pytest.mark.parametrize("depth", [1, 2])
def test_a_third_occurrence_is_worth_what_the_rules_say(game: AnyGame, depth: int) -> None:
    """If the best move leads to a position that occurred twice, its value is the verdict."""
    for match in positions(game.key)[:4]:
        position = match.position
        best = thoughts(position, game, depth)[-1].move
        child = position.play(best)
        winner = game.repetition.verdict(child, "repetition").winner
        worth = 0 if winner is None else WIN - 1 if winner == position.turn else 1 - WIN
        others = [
            -by_looking(position.play(move), game, depth - 1, 1)
            for move in position.moves()
            if move != best
        ]
        found = thoughts(position, game, depth, seen=(child, child, position))[-1]
        assert found.score == max(worth, *others)


# -- bites and limits ----------------------------------------------------------------------------


@each_game
def test_first_thought_is_immediate_and_bites_are_small(game: AnyGame) -> None:
    for match in positions(game.key)[:2]:
        found = thoughts(match.position, game, 6 if game.key == "othello" else 4, selective=True)
        assert (found[0].nodes, found[0].depth) == (0, 0)
        steps = [later.nodes - earlier.nodes for earlier, later in pairwise(found)]
        assert max(steps) <= LARGEST_BITE
        assert all(thought.move in match.position.moves() for thought in found)


@each_game
def test_positions_are_a_limit(game: AnyGame) -> None:
    match = positions(game.key)[0]
    limit = Limit(nodes=20_000)
    found = list(search(match.position, game, limit, Random(0), match.history()))
    assert 20_000 <= found[-1].nodes <= 20_000 + LARGEST_BITE


@each_game
def test_no_move_is_made_that_loses_while_others_may_not(game: AnyGame) -> None:
    """The best score is a loss only after all moves have been searched."""
    for match in middle(game, 40):
        values = [one.score <= -FORCED_WIN for one in thoughts(match.position, game, 3)]
        lost = values.index(True) if True in values else len(values)
        assert all(values[lost:]), match.to_record(("person", "person"))


@each_game
def test_the_line_can_be_played(game: AnyGame) -> None:
    for match in positions(game.key)[:5]:
        thought = thoughts(match.position, game, 4, selective=True)[-1]
        assert thought.pv[0] == thought.move
        assert len(thought.pv) >= 2
        position = match.position
        for move in thought.pv:
            assert move in position.moves()
            position = position.play(move)


@each_game
def test_search_uses_batches_where_it_can(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games with BatchRules do not use alpha-beta."""
    monkeypatch.setattr(alpha_beta, "AlphaBetaSearch", None)
    match = positions(game.key)[0]
    assert list(search(match.position, game, Limit(depth=2), Random(0)))[-1].depth == 2
    monkeypatch.setattr(batch_search, "VectorSearch", None)
    with pytest.raises(TypeError):
        list(search(match.position, game, Limit(depth=2), Random(0)))
    with pytest.raises(TypeError):
        list(search(match.position, game, Limit(depth=2, noise=5), Random(0)))
