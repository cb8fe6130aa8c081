"""Tests of the analysis of positions: short steps and reproducible results."""

from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random

import pytest

from flipside.rules.arena.contest import GREEDY
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import FORCED_WIN, PASS, WIN
from flipside.rules.contract.search_api import Limit, SearchInfo
from flipside.rules.engine.analysis.analyst import (
    HINT_SOLVED_PLIES,
    REFERENCE_KEY,
    REFERENCE_LEVEL,
    SOLVED_PLIES,
    PositionAnalysis,
    reference_limit,
    value_of_end,
)
from flipside.rules.engine.search import LEVEL_BY_KEY
from flipside.rules.engine.time_slices import TimeSliced
from flipside.rules.games.switch.position import LayingPhase, Setup, Switch, position_from_rows
from flipside.rules.match.match import Match
from tests.positions import positions
from tests.rules.games.random_matches import play_on

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def clock() -> Callable[[], float]:
    """Return a clock that advances by one second at each reading."""
    return partial(next, count(0.0))


@each_game
def test_an_answer_in_steps(game: AnyGame) -> None:
    """There are several results, the first one before any search. The line begins with the move."""
    match = Match(game, seed=1)
    first, *_, info = PositionAnalysis(
        game, match.position, match.history(), Limit(depth=2)
    ).infos()
    assert first.depth == 0
    assert info.depth >= 2
    assert info.pv[0] == info.move
    assert info.move in match.position.moves()


@pytest.mark.parametrize("solved_plies", [SOLVED_PLIES, HINT_SOLVED_PLIES])
def test_near_the_end_an_analysis_searches_to_the_end(solved_plies: int) -> None:
    """A hint searches to the end earlier than a review."""
    match = positions("othello_12")[0]
    for plies_left in (solved_plies, solved_plies + 1):
        match.goto_ply(60 - plies_left)
        analysis = PositionAnalysis(
            match.game, match.position, match.history(), solved_plies=solved_plies
        )
        next(analysis.infos())
        assert analysis.solves == (plies_left == solved_plies)


@each_game
def test_the_same_strength_everywhere(game: AnyGame) -> None:
    """Only depth and nodes limit an analysis, not time."""
    limit = reference_limit(game)
    assert limit.uses_tablebase
    assert limit.noise == 0
    assert limit.depth < 20 or limit.nodes is not None


@each_game
def test_an_answer_sees_as_far_as_the_level_it_is_told_by(game: AnyGame) -> None:
    """A game's own limits have keys of levels or of the analysis, which is at least as deep."""
    assert set(game.engine.limits) <= {REFERENCE_KEY, GREEDY.key, *LEVEL_BY_KEY}
    assert reference_limit(game).depth >= LEVEL_BY_KEY[REFERENCE_LEVEL].fitted(game).limit.depth


@each_game
def test_an_answer_in_slices(game: AnyGame) -> None:
    """Each time slice takes at least one step. The result is the same as without slices."""
    match = Match(game, seed=1)
    infos = [
        PositionAnalysis(game, match.position, match.history(), Limit(depth=2)).infos()
        for _ in "ab"
    ]
    slices, ticks = TimeSliced(infos[0]), clock()
    assert not slices.work(0.0)
    assert slices.last is not None
    assert slices.last.depth == 0
    assert not slices.work(3.0, ticks)
    assert ticks() == 4.0
    assert slices.work()
    *_, info = infos[1]
    assert slices.last == info


def at_random(game: AnyGame, seed: int) -> Match:
    match, random = Match(game, {}, seed), Random(seed)
    while match.result() is None:
        play_on(match, random)
    return match


def thought_at(match: Match, ply: int, depth: int = 2) -> SearchInfo:
    """Return the analysis of the position after `ply` plies."""
    history = match.history(ply)
    *_, info = PositionAnalysis(match.game, history[-1], history, Limit(depth=depth)).infos()
    return info


def end_of(match: Match, player: int, plies: int) -> int:
    """Return the score of the end of a match for `player`, `plies` before it."""
    result = match.result()
    if match.game.key == "othello":
        discs = match.game.announced_score(match.position)
        return 100 * (discs[player] - discs[1 - player])
    if result.winner is None:
        return 0
    return WIN - plies if result.winner == player else plies - WIN


@pytest.mark.parametrize(
    ("key", "seed", "plies"),
    [
        ("othello", 13, 3),
        ("othello", 2, 1),
        ("othello", 1, 2),
        ("othello", 26, 2),
        ("flipop", 0, 1),
        ("flipop", 13, 2),
        ("flipop", 17, 4),
        ("contactic", 9, 6),
        ("contactic", 11, 6),
    ],
)
def test_where_nobody_has_a_choice_the_end_is_known(key: str, seed: int, plies: int) -> None:
    """The score of the end is known at once at each of the last plies, for both players."""
    match = at_random(BY_KEY[key], seed)
    for left in range(plies + 1):
        ply = match.ply - left
        line = match.moves[ply:]
        value = end_of(match, match.position_at(ply).turn, left)
        assert thought_at(match, ply) == SearchInfo(
            (*line, PASS)[0], value, left, 0, tuple(line), exact=True
        )


def test_a_draw_is_worth_nothing() -> None:
    stones = position_from_rows(
        ["DDDDD", "LLLLL", "LLLLL", "L..DD", "DDDDD"], "dark", Setup()
    ).stones
    full: Switch = LayingPhase(stones, 1, Setup(placed=True), 0)
    assert [value_of_end(BY_KEY["switch"], full, player, 3) for player in (0, 1)] == [0, 0]


def test_a_move_without_choice_hides_nothing_of_what_follows() -> None:
    """The result is that of the next position with a choice, adjusted by the plies between."""
    match, forced = at_random(BY_KEY["flipop"], 53), set()
    for ply in range(60, match.ply - 1):
        here, after = match.position_at(ply), match.position_at(ply + 1)
        if len(here.moves()) == 1 and after.result() is None:
            thought, later = thought_at(match, ply), thought_at(match, ply + 1)
            value = later.score if after.turn == here.turn else -later.score
            sure = 0 if abs(value) < FORCED_WIN else 1 if value > 0 else -1
            assert thought.score == value - sure
            assert thought.pv == (*here.moves(), *later.pv)
            assert thought.move == thought.pv[0]
            assert thought.depth == later.depth + 1
            forced.add(sure)
    assert forced == {-1, 0, 1}


def test_a_long_way_without_choice_is_followed_to_the_end() -> None:
    """Many forced plies in a row lead to a position with a score."""
    match = Match(
        BY_KEY["othello"],
        {"goal": "fewest"},
        start="OOOOOOOOOOOOOOOOOOOOOOOOOX-OOOOOOOOOOOOXO-OO--OOOOOOOOO-OOOOOO-O O",
    )
    thought = thought_at(match, 0)
    assert (thought.score, thought.exact) == (-4000, True)
    assert len(thought.pv) > 8
