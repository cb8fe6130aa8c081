"""Tests of the SearchCache: it keeps only data that is valid for the next search."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from flipside.rules.arena.contest import play_out
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import WIN, History, Position
from flipside.rules.contract.search_api import Limit, SearchCache, SearchInfo, SearchInfos
from flipside.rules.engine.search import LEVELS, Level, search
from flipside.rules.engine.vector import search as batch_search
from flipside.rules.engine.vector.evaluator import INFINITY, TranspositionTable
from flipside.rules.match.match import Match
from tests.positions import positions
from tests.rules.games.random_matches import played

BATCHED = [game for game in GAMES if game.engine.batch_rules is not None]


def thought(
    position: Position,
    game: AnyGame,
    depth: int,
    kept: SearchCache | None,
    seen: Sequence[Position] = (),
) -> SearchInfo:
    """Return the final result of a search with this cache, without ProbCut."""
    rules, limit = game.engine.batch_rules(), Limit(depth=depth)
    return list(
        batch_search.VectorSearch(
            position, game, rules, limit, Random(1), History(game.repetition, seen), False, kept
        ).search_infos()
    )[-1]


def test_values_are_those_of_a_search_that_knows_nothing() -> None:
    """Scores with a cache equal scores without, also after unexpected replies."""
    game = BY_KEY["othello"]
    for seed, match in enumerate(positions("othello")[:1]):
        kept, random, saved = SearchCache(), Random(seed), 0
        for _ in range(3):
            fresh = thought(match.position, game, 7, None)
            found = thought(match.position, game, 7, kept)
            assert found.score == fresh.score
            saved += fresh.nodes - found.nodes
            match.play(found.move)
            match.play(random.choice(match.position.moves()))
        assert saved > 0, "the same is looked for twice"


def test_exact_scores_stay_what_they_are() -> None:
    """The margin stays the same from move to move, and the work decreases."""
    game = BY_KEY["othello"]
    match = positions("othello_12")[0]
    kept = SearchCache()
    first = thought(match.position, game, 99, kept)
    for move in first.pv[:2]:
        match.play(move)
    fresh, found = (thought(match.position, game, 99, one) for one in (None, kept))
    assert found.score == fresh.score == first.score
    assert found.nodes < fresh.nodes


def test_forced_ends_are_counted_from_where_the_match_stands() -> None:
    """A win and a loss at ply 5, stored at ply 3, are looked up at ply 1."""
    table, keys = TranspositionTable(deeper=True), np.array([7 << 40, 9 << 40], np.uint64)
    bounds = np.array([WIN - 9, 6 - WIN], np.int32)
    values, best = np.array([WIN - 5, 5 - WIN], np.int32), np.zeros(2, np.int16)
    table.put(keys, 4, 3, bounds, values, best)
    lows, highs = table.bounds(keys, 4, 1)
    assert (lows[0], highs[1]) == (WIN - 3, 3 - WIN)
    assert (lows[1], highs[0]) == (-INFINITY, INFINITY)


def test_deeper_knowledge_answers_and_stays() -> None:
    """Only a table with `deeper` also uses bounds of searches 2, 4 ... plies deeper."""
    key, zero = np.array([5 << 40], np.uint64), np.zeros(1, np.int16)
    for deeper in (True, False):
        table = TranspositionTable(deeper)
        table.put(key, 6, 0, np.array([10], np.int32), np.array([30], np.int32), zero)
        known = [int(table.bounds(key, depth, 0)[0][0]) == 30 for depth in (3, 4, 5, 6, 8)]
        assert known == [False, deeper, False, True, False]
        table.put(key, 4, 0, np.array([50], np.int32), np.array([60], np.int32), zero)
        assert int(table.bounds(key, 4, 0)[0][0]) == (30 if deeper else 60)


@pytest.mark.parametrize(
    "game", [game for game in BATCHED if game.repetition is not None], ids=lambda game: game.key
)
def test_what_rests_on_repetition_is_not_handed_on(game: AnyGame) -> None:
    for match in positions(game.key)[:2]:
        position = match.position
        fresh = thought(position, game, 3, None)
        child = position.play(fresh.move)
        kept, seen = SearchCache(), (child, child, position)
        known = thought(position, game, 3, None, seen)
        assert thought(position, game, 3, kept, seen) == known
        assert thought(position, game, 3, kept) == fresh
        assert thought(position, game, 3, kept, seen) == known


def test_another_judge_and_another_goal_begin_anew() -> None:
    game = BY_KEY["othello"]
    match, kept = positions("othello")[0], SearchCache()
    thought(match.position, game, 3, kept)
    before = kept.tables
    assert before is not None
    fewest = played(Match(game, {"goal": "fewest"}, seed=1), Random(1), plies=12)
    found = thought(fewest.position, game, 3, kept)
    assert found == thought(fewest.position, game, 3, None)
    assert kept.tables is not before


def test_only_levels_that_think_by_a_clock_keep_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other levels must play the same move regardless of earlier searches."""
    assert [level.new_cache() is not None for level in LEVELS] == [False] * 6 + [True] * 2
    handed = []

    def noted(
        position: Position,
        game: AnyGame,
        limit: Limit,
        random: Random,
        history: History,
        kept: SearchCache | None,
    ) -> SearchInfos:
        handed.append((position.turn, kept))
        return search(position, game, Limit(depth=1), random, history)

    monkeypatch.setattr("flipside.rules.arena.contest.search", noted)
    levels = Level("timed", Limit(), seconds=1.0), Level("fixed", Limit(depth=1))
    play_out(played(Match(BY_KEY["othello"], seed=1), Random(1), plies=40), levels, Random(1))
    timed = {kept for turn, kept in handed if turn == 0}
    assert len(timed) == 1, "one for the whole match"
    assert isinstance(timed.pop(), SearchCache)
    assert {kept for turn, kept in handed if turn == 1} == {None}
