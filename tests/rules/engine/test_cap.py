"""Tests of scores, hints, lines and facts near the cap, against a solver that plays moves."""

from dataclasses import replace
from random import Random

import pytest

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import FORCED_WIN, WIN, Certainty, History, Move
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.analysis import move_scores
from flipside.rules.engine.analysis.analyst import PositionAnalysis, reference_limit
from flipside.rules.engine.analysis.explain import move_facts
from flipside.rules.engine.analysis.move_scores import MoveScore
from flipside.rules.engine.analysis.review import Review
from flipside.rules.engine.search import LEVELS, search
from flipside.rules.match.match import Match
from tests.rules.engine.fact_checks import untrue
from tests.rules.engine.fact_checks.case import Case
from tests.rules.engine.near_cap import Bounds, Naive, matches_near_cap, near_cap
from tests.rules.engine.test_exact_scores import scored, thought_of
from tests.rules.games.random_matches import pick

NEAR = [
    ("flipflop", 1, 6),
    ("flipflop", 2, 1),
    ("switch", 1, 6),
    ("switch", 2, 1),
    ("flipop", 1, 8),
    ("flipop", 2, 6),
    ("flipop", 3, 2),
    ("flipop", 4, 1),
]
"""Games, plies before the cap, and numbers of matches."""

MOST_NODES = 3_000

near_the_cap = pytest.mark.parametrize(
    ("key", "plies", "count"), NEAR, ids=[f"{key}-{plies}" for key, plies, _ in NEAR]
)


def best_of(bounds: dict[Move, Bounds]) -> Bounds:
    return max(low for low, _ in bounds.values()), max(high for _, high in bounds.values())


def untrue_score(score: MoveScore, bounds: Bounds) -> bool:
    """Return whether a score is wrong, or less certain than the bounds."""
    low, high = bounds
    value = score.value if abs(score.value) >= FORCED_WIN else 0
    if score.certainty == Certainty.EXACT:
        return not low <= value <= high
    return low == high or value != 0


@near_the_cap
def test_what_is_certain_is_stated(key: str, plies: int, count: int) -> None:
    """The scores of all moves, the forecast, and the hint with its line agree with the solver."""
    wrong = []
    for match, bounds in matches_near_cap(BY_KEY[key], plies, count, MOST_NODES):
        best, hint = best_of(bounds), thought_of(match)
        *_, scorer = scored(match)
        standing = scorer.standing()
        assert standing is not None
        hinted = MoveScore(hint.score, hint.certainty)
        said = [(standing, best), (hinted, best)]
        said += [(scorer.scores[move], bounds[move]) for move in bounds]
        wrong += [(match.to_record(), *pair) for pair in said if untrue_score(*pair)]
        if best[0] == best[1]:
            assert bounds[hint.move] == best
        history = match.history()
        for move in hint.pv:
            assert history.result() is None
            history = history.extended(move)
    assert not wrong


@pytest.mark.parametrize(("key", "seed"), [("flipflop", 0), ("switch", 0), ("flipop", 5)])
def test_values_that_found_no_time_are_searched_afterwards(
    key: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without time for rounds, every move is still searched to the cap."""
    monkeypatch.setattr(move_scores, "_TIME_LIMIT_SECONDS", 0.0)
    match = near_cap(BY_KEY[key], seed, 3)
    *_, scorer = scored(match)
    assert all(score.certainty == Certainty.EXACT for score in scorer.scores.values())


def test_hints_search_to_the_cap_where_few_moves_lead_there() -> None:
    """Hints search deeper near the cap, unless that would take long."""
    match = near_cap(BY_KEY["flipop"], 5, 6)
    assert reference_limit(match.game).depth < 6
    hint = thought_of(match)
    assert (hint.score, hint.certainty) == (6 - WIN, Certainty.EXACT)
    wide = near_cap(BY_KEY["flipflop"], 0, 6)
    analysis = PositionAnalysis(wide.game, wide.position, wide.history())
    next(analysis.infos())
    assert not analysis.solves


@near_the_cap
def test_levels_that_see_as_far_play_what_is_best(key: str, plies: int, count: int) -> None:
    levels = [level.fitted(BY_KEY[key]) for level in LEVELS]
    for match, bounds in matches_near_cap(BY_KEY[key], plies, count, MOST_NODES):
        best = best_of(bounds)
        for level in levels:
            limit = replace(level.limit, depth=min(level.limit.depth, 6))
            if best[0] == best[1] and not limit.noise and limit.depth >= plies:
                *_, info = search(match.position, match.game, limit, Random(1), match.history())
                assert bounds[info.move] == best


@pytest.mark.parametrize(("key", "plies"), [(key, plies) for key, plies, _ in NEAR[:-1]])
def test_no_fact_is_about_plies_that_are_never_made(key: str, plies: int) -> None:
    """The facts are those of the hint's move and of some other moves."""
    wrong = []
    for seed in range(6):
        match, random = near_cap(BY_KEY[key], seed, plies), Random(seed)
        hint = thought_of(match)
        for move in {hint.move, *(pick(match.legal(), random) for _ in range(3))}:
            found = move_facts(match.game, match.position, move, hint, match.history())
            thought = hint if move == hint.move else None
            wrong += untrue(Case(match, move, thought), found)
    assert not wrong


FLIPFLOP_MOVES = (
    "h1 h5 c1 g3 e5 h8 h3 f6 g1 d4 a1 f8 a7 d5 e6 g4 a8 h6 g4 b5 c6 g4 d4 g2 b7 g7 g5 d3 g4 h6 e6"
    " d6 b6 d6 a7 c8 h6 e8 h4 f8 h8 d6 f3 e2 g5 d4 d1 d7 e3 h1 a4 d6 d2 d6 d1 g3 g6 b3 e2"
)


def test_one_switch_before_the_cap() -> None:
    """FF-9: a switch that fills no line draws, and the line ends with it."""
    options = {"setup": "chess", "lines": "always", "cap": "60"}
    match = Match(BY_KEY["flipflop"], options)
    match.read_moves(FLIPFLOP_MOVES)
    hint = thought_of(match)
    assert (hint.score, hint.certainty, len(hint.pv)) == (0, Certainty.EXACT, 1)
    said = {fact.key for fact in move_facts(match.game, match.position, hint.move, hint)}
    assert {"safe", "stops"} <= said, "without the match they are true"
    facts = move_facts(match.game, match.position, hint.move, hint, match.history())
    assert {fact.key for fact in facts} & {"stops", "only", "traps", "safe", "behind"} == set()
    assert {fact.key for fact in facts} >= {"draws", "drawn"}
    *_, scorer = scored(match)
    assert scorer.standing() == (0, Certainty.EXACT)
    ends = Naive(match)
    for move, score in scorer.scores.items():
        assert ends.after(move) == (score.value, score.value)


@pytest.mark.parametrize("key", ["flipflop", "switch"])
def test_the_general_limit_of_plies_is_a_cap_too(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a cap, the match ends in a draw there, even with a pending ply."""
    for seed in range(3):
        found = near_cap(BY_KEY[key], seed, 1)
        match = Match(BY_KEY[key], {**found.choices, "cap": "off"}, found.seed)
        for move in found.moves:
            match.play(move)
        monkeypatch.setattr("flipside.rules.match.match.MAX_PLIES", match.ply + 1)
        naive, hint = Naive(match), thought_of(match)
        bounds = {move: naive.after(move) for move in list(match.legal())}
        assert not untrue_score(MoveScore(hint.score, hint.certainty), best_of(bounds))
        *_, scorer = scored(match)
        assert not [m for m in bounds if untrue_score(scorer.scores[m], bounds[m])]


def test_a_review_sees_the_cap() -> None:
    """In Flipop, the scores of the last plies are those of the solver."""
    match, random = near_cap(BY_KEY["flipop"], 3, 2), Random(1)
    first = match.ply
    while match.result() is None and match.ply < first + 2:
        match.play(pick(match.legal(), random))
    review = Review(match)
    for ply in range(first, match.ply):
        list(review._analyse(ply, Limit(depth=4), rough=False))
    for ply in range(first, len(match.moves)):
        match.goto_ply(ply)
        again = match.truncated(ply)
        low, high = Naive(again).score()
        moment = review.moments.get(ply)
        if moment is not None and low == high:
            sign = 1 if again.position.turn == 0 else -1
            assert (sign * moment.value, moment.exact) == (low, True)


@pytest.mark.parametrize("key", ["flipflop", "switch", "flipop"])
def test_far_from_the_cap_nothing_is_counted(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If no line reaches the cap, the search is the same as without a cap."""
    monkeypatch.setattr("flipside.rules.engine.vector.search.CappedRules", None)
    for limit in (Limit(depth=4), Limit(depth=3, noise=10)):
        match = near_cap(BY_KEY[key], 1, limit.depth + 1)
        uncapped = History(match.game.repetition, match.history())
        with_cap, without = (
            list(search(match.position, match.game, limit, Random(1), history))
            for history in (match.history(), uncapped)
        )
        assert with_cap == without
