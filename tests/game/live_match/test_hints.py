"""A hint names a move with the best value on the board, and ends with the match."""

from collections.abc import Iterator
from random import Random

import pytest

from flipside.game.live_match.hint import Hint
from flipside.game.live_match.live_match import LiveMatch
from flipside.game.saves.matches import PERSON, StoredMatch
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.position import WIN, Certainty
from flipside.rules.contract.search_api import SearchInfo
from flipside.rules.engine.analysis import move_scores
from flipside.rules.engine.analysis.analyst import HINT_SOLVED_PLIES
from flipside.rules.engine.analysis.move_scores import MoveScore, MoveScorer
from flipside.rules.match.match import Match
from tests.game.live_match.machine import FRAME, Household
from tests.positions import positions
from tests.rules.engine.near_cap import GAMES_WITH_CAP, near_cap
from tests.rules.games.random_matches import pick, play_on, variants

each_game = pytest.mark.parametrize("key", [game.key for game in GAMES])


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """So little time that values are often rough, and change after the hint."""
    monkeypatch.setattr(move_scores, "_TIME_LIMIT_SECONDS", 0.02)
    monkeypatch.setattr(move_scores, "_SOLVING_SECONDS", 0.03)
    monkeypatch.setattr("flipside.game.live_match.hint.HINT_SECONDS", 0.02)
    monkeypatch.setattr("flipside.game.live_match.hint.EXACT_HINT_SECONDS", 0.03)


def at_random(key: str, seed: int) -> Match:
    """A random match with a choice of moves, every other one with other options."""
    random = Random(seed)
    while True:
        given = pick(variants(BY_KEY[key]), random) if seed % 2 else {}
        match, plies = Match(BY_KEY[key], given, seed), int(random.random() * 60)
        while match.ply < plies and match.result() is None:
            play_on(match, random)
        if match.result() is None and len(match.legal()) > 1:
            return match


def table_of(home: Household, match: Match, values: bool) -> LiveMatch:
    home.settings.values = values
    return LiveMatch(home, StoredMatch(match, (PERSON, PERSON)), persistent=False)


def hinted(live_match: LiveMatch, frames: int = 400) -> Iterator[Hint]:
    """The hint in every frame in which there is one; at last no search is left."""
    for _ in range(frames):
        live_match.pass_time(FRAME, 0.01)
        if not live_match.hint.thinking:
            yield live_match.hint
            scorer = live_match.values._scorer
            if not live_match.settings.values or (scorer is not None and scorer.done):
                return


@each_game
def test_a_hint_is_one_of_the_best_values(home: Household, key: str) -> None:
    """In every frame: values that were there before, that come while it is searched, and that are
    asked for afterwards."""
    for seed in range(4):
        live_match, seen = table_of(home, at_random(key, seed), values=seed != 3), 0
        for _ in range(20 * seed):
            live_match.pass_time(FRAME, 0.01)
        live_match.ask_hint()
        for hint in hinted(live_match):
            seen += 1
            if live_match.values.scores():
                assert hint.line[0] in live_match.values.best_moves()
                assert hint.line[0][0] in live_match.values.labels(()).best
        assert seen
        home.settings.values = True
        for hint in hinted(live_match):
            if live_match.values.scores():
                assert hint.line[0] in live_match.values.best_moves()


def scored(match: Match) -> MoveScorer:
    """The scores of the first round."""
    scorer = MoveScorer(match.game, match.position, match.history())
    while not scorer.scores:
        scorer.work(0.0)
    return scorer


def test_values_learn_what_a_hint_is_certain_of() -> None:
    """A win is the best value from then on; a draw, or a loss, limits all the others."""
    match = Match(BY_KEY["flipop"])
    moves = match.legal()
    for score, exact in ((WIN - 9, False), (WIN - 9, True), (0, True), (9 - WIN, False)):
        info = SearchInfo(moves[1], score, 9, 1, (moves[1],), exact)
        scorer = scored(match)
        guesses = dict(scorer.scores)
        scorer.learn(info)
        found = dict(scorer.scores)
        assert found.pop(moves[1]) == MoveScore(score, info.certainty)
        assert max(scorer.scores.values()) == scorer.scores[moves[1]]
        assert all(
            found[move] == min(guesses[move], (score, found[move].certainty)) for move in found
        )
        standing = scorer.standing()
        assert standing.certainty >= (Certainty.SIDE if abs(score) > 0 else Certainty.EXACT)
    scorer = scored(match)
    before = scorer.scores
    scorer.learn(SearchInfo(moves[1], 900, 9, 1, (moves[1],)))
    assert scorer.scores == before, "a guess is nothing to learn"


def test_a_hint_searches_to_the_end_sooner_than_a_review(home: Household) -> None:
    match = positions("othello_12")[0]
    match.goto_ply(60 - HINT_SOLVED_PLIES)
    live_match = table_of(home, match, values=False)
    live_match.ask_hint()
    live_match.hint.work(0.0)
    analysis = live_match.hint._analysis
    assert analysis.solves


@pytest.mark.parametrize("key", GAMES_WITH_CAP)
@pytest.mark.parametrize("values", [False, True])
def test_no_line_goes_beyond_the_cap(home: Household, key: str, values: bool) -> None:
    """FF-9, SW-12, FP-13: a hint asked again says that the match ends where it does."""
    ended = 0
    for seed in range(4):
        match = near_cap(BY_KEY[key], seed, 1 + seed % 3)
        live_match = table_of(home, match, values)
        for _ in range(2):
            live_match.ask_hint()
            assert any(True for _ in hinted(live_match))
        again = match.truncated(match.ply)
        for move in live_match.hint.line:
            assert again.result() is None
            again.play(move)
        said = live_match.hint.to_sentences()[-1] == "That ends the match."
        assert said == (again.result() is not None)
        ended += said
    assert ended


@each_game
def test_a_line_begins_with_one_of_the_best_values(home: Household, key: str) -> None:
    for seed in range(4):
        live_match = table_of(home, at_random(key, seed), values=False)
        for _ in range(2):
            live_match.ask_hint()
            assert any(True for _ in hinted(live_match))
        home.settings.values = True
        for hint in hinted(live_match):
            if live_match.values.scores():
                assert hint.line[0] in live_match.values.best_moves()
