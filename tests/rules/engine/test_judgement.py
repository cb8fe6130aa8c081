"""Tests of accuracy and of the classes of mistakes."""

import pytest

from flipside.game.live_match.move_scores import _LEAD_HEIGHTS
from flipside.rules.catalogue import GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import WIN
from flipside.rules.engine.analysis.judgement import (
    accuracy,
    class_counts,
    class_of,
    move_accuracy,
)
from flipside.rules.engine.analysis.review import Review
from flipside.rules.games.othello import OTHELLO
from flipside.rules.match.match import Match


@pytest.mark.parametrize(
    ("drop", "expected"),
    [(0.0, None), (0.199, None), (0.2, "inaccuracy"), (0.4, "mistake"), (0.6, "blunder")],
)
def test_the_drop_in_the_graph_decides_the_class(drop: float, expected: str | None) -> None:
    assert class_of(drop) == expected


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_blunder_costs_more_than_a_slight_lead(game: AnyGame) -> None:
    """From "slightly ahead" to "slightly behind" is no blunder; from a win to a draw is one."""
    match = Match(game)
    review = Review(match)
    least, lead = _LEAD_HEIGHTS[0], _LEAD_HEIGHTS[1]
    slight = [points for points in range(5000) if least <= review.height(points) < lead]
    assert slight, "scores of this game have these words"
    assert class_of(2 * review.height(slight[-1])) != "blunder"
    assert class_of(review.height(WIN) - review.height(0)) == "blunder"


def test_only_the_result_of_exact_margins_counts() -> None:
    review = Review(Match(OTHELLO))
    assert [review.height(points, certain=True) for points in (-200, 0, 200, 6400)] == [-1, 0, 1, 1]
    assert 0 < review.height(200) < review.height(6400) < 1


def test_each_move_is_in_its_most_serious_class() -> None:
    counts = class_counts([0.0, 0.3, 0.5, 0.7, 1.9])
    assert counts == {"inaccuracy": 1, "mistake": 1, "blunder": 2}


def test_the_accuracy_of_a_move_falls_with_its_drop() -> None:
    """A drop by 0.2 is 10 % of the chances; Lichess publishes 63.6 % for such a move."""
    values = [move_accuracy(step / 50) for step in range(101)]
    assert values == sorted(values, reverse=True)
    assert values[0] == 100
    assert move_accuracy(0.2) == pytest.approx(63.6, abs=0.1)
    assert values[-1] == 0


@pytest.mark.parametrize("drops", [[], [0.0], [0.0, 0.0]])
def test_too_few_moves_with_a_choice_have_no_accuracy(drops: list[float]) -> None:
    assert accuracy(drops) is None


@pytest.mark.parametrize("moves", ["", "d3", "d3 c3"])
def test_a_match_that_is_resigned_at_once_has_no_accuracy(moves: str) -> None:
    match = Match(OTHELLO)
    match.read_moves(moves)
    match.resign(match.position.turn)
    review = Review(match)
    while not review.done:
        review.work(1.0)
    assert [accuracy(review.drops(player).values()) for player in (0, 1)] == [None, None]


FORCED = "XXXXXXX-XXXXXXXOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- X"


def test_moves_without_a_choice_do_not_count() -> None:
    match = Match(OTHELLO, start=FORCED)
    while match.result() is None and len(match.legal()) == 1:
        match.play(match.legal()[0])
    review = Review(match)
    review.work(1.0)
    assert review.drops(0) == review.drops(1) == {}
