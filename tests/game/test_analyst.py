"""The analyst answers in slices, the same every time, and drops what it no longer needs."""

import pytest

from rules.catalogue import GAMES
from rules.match import Match
from rules.thinking.analyst import STEADY, STRENGTH, Analyst, steady_limit
from rules.thinking.levels import LEVEL_BY_KEY
from rules.thought import Limit

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def clock():
    """A clock on which every look takes a second."""
    now = -1.0

    def tick() -> float:
        nonlocal now
        now += 1.0
        return now

    return tick


@each_game
def test_an_answer_in_slices(game):
    """It is the same in one piece and in many, and its line begins with its move."""
    match = Match(game, seed=1)
    whole, sliced = Analyst(game), Analyst(game)
    whole.ask(match.position, match.seen(), Limit(depth=2))
    assert whole.work(1e9)
    sliced.ask(match.position, match.seen(), Limit(depth=2))
    ticking, slices = clock(), 1
    while not sliced.work(1.0, ticking):
        slices += 1
    assert slices > 1
    assert whole.thought is not None
    assert whole.thought == sliced.thought
    assert whole.thought.line[0] == whole.thought.move
    assert whole.thought.move in match.position.moves()


def test_a_slice_is_short():
    """One thought is always taken, more only while there is time."""
    match = Match(GAMES[0])
    analyst = Analyst(GAMES[0])
    analyst.ask(match.position, match.seen())
    assert not analyst.work(0.0)
    assert analyst.thought is not None
    assert analyst.thought.depth == 0


def test_forgetting():
    """Nothing is left of a question that was dropped."""
    match = Match(GAMES[0])
    analyst = Analyst(GAMES[0])
    analyst.ask(match.position, match.seen())
    analyst.work(0.0)
    analyst.forget()
    assert analyst.done
    assert analyst.thought is None
    assert analyst.work(1.0)


@each_game
def test_the_same_strength_everywhere(game):
    """Nothing but counting ends an answer."""
    limit = steady_limit(game)
    assert limit.perfect
    assert limit.noise == 0
    assert limit.depth < 20 or limit.positions is not None


@each_game
def test_an_answer_sees_as_far_as_the_level_it_is_told_by(game):
    """A limit of a game's own is named after a level or after the answers, and sees no less."""
    assert set(game.thinking.limits) <= {STEADY, *LEVEL_BY_KEY}
    assert steady_limit(game).depth >= LEVEL_BY_KEY[STRENGTH].fitted(game).limit.depth
