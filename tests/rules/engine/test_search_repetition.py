"""Tests of searches with repetition (ALL-3)."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import (
    FORCED_WIN,
    WIN,
    Certainty,
    History,
    Position,
    Result,
    ply_adjusted,
)
from flipside.rules.contract.search_api import Limit, SearchInfo
from flipside.rules.engine.analysis.analyst import PositionAnalysis, prove_move
from flipside.rules.engine.analysis.move_scores import MoveScore
from flipside.rules.engine.search import search
from flipside.rules.engine.vector import null_window
from flipside.rules.engine.vector.evaluator import Evaluator
from flipside.rules.games.flipop import FLIPOP
from flipside.rules.games.flipop.position import opening
from flipside.rules.match.match import Match
from tests.rules.engine.test_exact_scores import scored, thought_of
from tests.rules.engine.toy_game import ToyPosition, game_of, made


def last_thought(
    position: ToyPosition, game: AnyGame, limit: Limit, seen: Sequence[Position]
) -> SearchInfo:
    return list(search(position, game, limit, Random(0), History(game.repetition, seen)))[-1]


def at_crossing(
    worth_of_other: int, seen: tuple[int, ...], verdict: Result | None = None
) -> SearchInfo:
    """Search a position with moves to node 1, value 300, and node 2, after a match on `seen`."""
    ways = {0: [1, 2], 1: [3, 4], 2: [3, 4]}
    plan = made(ways, turns={1: 1, 2: 1}, values={1: 300, 2: worth_of_other})
    game = game_of(plan, circles=True)
    if verdict is not None:
        game = replace(
            game, repetition=replace(game.repetition, verdict=lambda position, why: verdict)
        )
    past = [ToyPosition(node, plan) for node in (*seen, 0)]
    return last_thought(past[-1], game, Limit(1), seen=past)


def test_third_time_is_worth_the_verdict() -> None:
    """ALL-3: the third occurrence ends the match; the first and second do not."""
    for seen in [(), (1,), (1, 2, 0)]:
        thought = at_crossing(100, seen)
        assert (thought.move, thought.score) == ((1,), 300)
    thought = at_crossing(100, (1, 0, 1))
    assert (thought.move, thought.score) == ((2,), 100)
    thought = at_crossing(-100, (1, 0, 1))
    assert (thought.move, thought.score) == ((1,), 0)


def test_third_time_may_be_a_win_or_a_loss() -> None:
    """ALL-3: each game defines the result of a repetition."""
    won = at_crossing(100, (1, 0, 1), Result(0, "repetition"))
    assert (won.move, won.score) == ((1,), WIN - 1)
    lost = at_crossing(-900, (1, 0, 1), Result(1, "repetition"))
    assert (lost.move, lost.score) == ((2,), -900)


def test_lines_of_arrays_that_come_back_are_settled() -> None:
    """FP-13: repeating the start is a draw. Otherwise the player with fewer balls on the board
    wins."""
    assert FLIPOP.engine.batch_rules is not None
    rules, start = FLIPOP.engine.batch_rules(), opening()
    ahead = replace(start, balls=(start.balls[0] & ~4, start.balls[1]))
    for position, worth in ((start, 0), (ahead, -1), (replace(ahead, turn=1), 1)):
        children = rules.children(rules.pack([position])).batch
        sight = Evaluator(FLIPOP, rules, (), True)
        sight.has_cycles = True
        line = [int(rules.keys(children[:, :1])[0])]
        bounds = np.full(children.shape[1], 1, np.int32)
        test = null_window.NullWindowSearch(sight, children, bounds, 3, 1, 8, line)
        values, work = None, test.values()
        while values is None:
            try:
                next(work)
            except StopIteration as ended:
                values = ended.value
        assert np.sign(values[0]) == worth
        assert (np.abs(values[0]) > 4000) == (worth != 0)
        assert (np.abs(values[1:]) < 4000).all(), "other lines do not come back so soon"


@pytest.mark.parametrize(
    ("winner", "value"), [(0, WIN - 1), (1, 1 - WIN), (None, 0)], ids=["won", "lost", "drawn"]
)
def test_a_single_move_that_comes_back_a_third_time_ends_the_match(
    winner: int | None, value: int
) -> None:
    """Scores of single moves, in reviews and proofs, include repetition."""
    plan = made({0: [1, 2], 1: [3, 4], 2: [3, 4]}, turns={1: 1, 2: 1}, values={1: 300, 2: 100})
    game = game_of(plan, circles=True)
    verdict = Result(winner, "repetition")
    game = replace(game, repetition=replace(game.repetition, verdict=lambda position, why: verdict))
    past = [ToyPosition(node, plan) for node in (1, 0, 1, 0)]
    history = History(game.repetition, past)
    *_, thought = prove_move(past[-1], (1,), game, 3, history)
    assert (thought.score, thought.pv) == (value, ((1,),))
    *_, other = prove_move(past[-1], (2,), game, 1, history)
    assert other.score == 100
    after = ToyPosition(1, plan)
    (known,) = PositionAnalysis(game, after, history.extended((1,)), Limit(3)).infos()
    assert ply_adjusted(-known.score, 1) == value
    assert known.exact


def test_the_tablebase_does_not_hide_a_third_time() -> None:
    """A draw by repetition saves a lost position, and spoils a won one."""
    match = Match(BY_KEY["switch"])
    match.read_moves(
        "c5-c3 e4-c5 a3-d3 c2-b2 a1-b1 c4-e4 c3-b3 b5-e5 d2-c4 d5-d2 e1-d1 e4-e3"
        + 2 * " c2-c3 d2-d5 c3-c2 d5-d2"
    )
    *_, first, second = match.moves
    result = match.result()
    assert result is not None
    assert result.reason == "repetition"
    for back, move in ((1, second), (2, first)):
        match.goto_ply(len(match.moves) - back)
        without = match.game.engine.tablebase(match.position)[move]
        assert abs(without) >= FORCED_WIN
        *_, scorer = scored(match)
        assert scorer.scores[move] == MoveScore(0, Certainty.EXACT)
    match.goto_ply(len(match.moves) - 1)
    info = thought_of(match)
    assert (info.move, info.score, info.exact) == (second, 0, True)
