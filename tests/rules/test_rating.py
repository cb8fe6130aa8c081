"""Tests of Glicko-2: the example of its author, and ratings of players of known strength."""

import json
from random import Random

import pytest

from flipside.rules.catalogue import GAMES
from flipside.rules.engine.search import LEVELS, level_rating
from flipside.rules.rating import MAX_DEVIATION, MIN_DEVIATION, Rating, expected_score
from tests.tools.strength.level_ratings import ANCHOR, ANCHOR_RATING, RESULTS, fitted

OPPONENTS = (Rating(1400, 30), Rating(1550, 100), Rating(1700, 300))


def test_the_example_of_the_source() -> None:
    """One win and two losses in a period of five days: 1464.06, 151.52, 0.05999."""
    rating = Rating(1500, 200).after_days(5).after(*zip(OPPONENTS, (1, 0, 0), strict=True))
    assert rating.value == pytest.approx(1464.06, abs=0.02)
    assert rating.deviation == pytest.approx(151.52, abs=0.02)
    assert rating.volatility == pytest.approx(0.05999, abs=0.00001)


def test_no_win_lowers_a_rating_and_no_loss_raises_it() -> None:
    random = Random(1)
    for _ in range(3000):
        own = Rating(random.uniform(-500, 4000), random.uniform(30, 350), random.uniform(0.03, 0.1))
        other = Rating(random.uniform(-500, 4000), random.choice((0, 30, 350)))
        after = {score: own.after((other, score)) for score in (0, 0.5, 1)}
        assert after[0].value < own.value < after[1].value
        assert after[0].value < after[0.5].value < after[1].value
        assert all(MIN_DEVIATION <= each.deviation <= own.deviation for each in after.values())


def test_equals_who_draw_stay_equal() -> None:
    first = second = Rating(1640, 90)
    for _ in range(500):
        first, second = first.after((second, 0.5)), second.after((first, 0.5))
    assert first == second
    assert first.value == 1640
    assert first.deviation == MIN_DEVIATION


def test_a_year_without_results_widens_only_the_interval() -> None:
    before = Rating(1640, 60)
    after = before.after_days(365)
    assert after.value == before.value
    assert 90 < after.deviation < 130
    assert before.after_days(20_000).deviation == MAX_DEVIATION
    assert before.after_days(-30) == before


@pytest.mark.parametrize("matches", [30, 300, 2000])
def test_strength_is_within_the_interval(matches: int) -> None:
    """Of players with known strength, at least 95 % are within their own interval."""
    players, inside = 30_000 // matches if matches > 100 else 200, 0
    for number in range(players):
        random, rating = Random(number), Rating()
        strength = random.uniform(700, 2000)
        for _ in range(matches):
            level = random.randrange(600, 2300, 200)
            won = random.random() < expected_score(strength, level)
            rating = rating.after((Rating(level, 0), float(won)))
        inside += abs(rating.value - strength) <= rating.margin
    assert inside >= 0.95 * players


def test_strength_is_within_the_interval_in_matches_between_people() -> None:
    """Of all ratings during 2,000 matches, and of the last ones, at least 95 % are within."""
    random, players = Random(1), range(20)
    strengths = [random.gauss(1200, 250) for _ in players]
    middle = sum(strengths) / len(players) - Rating().value
    ratings, within = [Rating() for _ in players], []
    for _ in range(2000):
        first, second = random.sample(players, 2)
        score = float(random.random() < expected_score(strengths[first], strengths[second]))
        pair = ratings[first], ratings[second]
        ratings[first] = pair[0].after((pair[1], score))
        ratings[second] = pair[1].after((pair[0], 1 - score))
        errors = [abs(ratings[each].value - strengths[each] + middle) for each in players]
        within += [errors[each] <= ratings[each].margin for each in (first, second)]
    assert sum(within) >= 0.95 * len(within)
    assert sum(errors[each] <= ratings[each].margin for each in players) >= 0.95 * len(players)


def test_ratings_of_levels_explain_their_results() -> None:
    scores = json.loads(RESULTS.read_text("utf-8"))
    assert scores.keys() == {game.key for game in GAMES}
    for game in GAMES:
        ratings = {level.key: level_rating(game, level.key) for level in LEVELS}
        assert ratings == fitted(scores[game.key])
        assert ratings[ANCHOR] == ANCHOR_RATING
        in_order = list(game.engine.level_ratings)
        assert in_order == sorted(in_order)
        for pair, (wins, draws, losses) in scores[game.key].items():
            own, other = (ratings.get(name) for name in pair.split())
            if own is not None and other is not None:
                share = (wins + draws / 2) / (wins + draws + losses)
                assert abs(expected_score(own, other) - share) < 0.15
