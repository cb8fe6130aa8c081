"""What is said about a move is true: checked move by move with code of its own."""

import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from rules.catalogue import BY_KEY, GAMES
from rules.games.othello import OTHELLO
from rules.games.othello.openings import LINES, named
from rules.match import Match
from rules.position import PASS
from rules.thinking.analyst import Analyst
from rules.thinking.facts import facts
from rules.thought import Limit, Thought
from tests.rules.fact_checks import GENERAL, OWN, Case, untrue
from tests.rules.playing import pick, play_on, variants, widened

ROOT = Path(__file__).parents[2]

LIMIT = Limit(depth=3, positions=3_000, perfect=True)

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def random_cases(game, count: int):
    """Matches after a random number of random moves, every other one with other options."""
    made, seed = 0, 0
    while made < count:
        random = Random(seed)
        given = widened(game, pick(variants(game), random), random) if seed % 2 else {}
        match, plies = Match(game, given, seed), int(random.random() * (70 if seed % 3 else 160))
        while match.at < plies and match.result() is None:
            play_on(match, random)
        if match.result() is not None:
            match.go(match.at - 1 - int(random.random() * min(4, match.at)))
            match.forget_undone()
        seed += 1
        if match.position.moves() != [PASS]:
            made += 1
            yield match, random


def thought_of(match: Match) -> Thought:
    """What the computer thinks of the position, not very deep."""
    analyst = Analyst(match.game)
    analyst.ask(match.position, match.seen(), LIMIT)
    while not analyst.work(1.0):
        pass
    assert analyst.thought is not None
    return analyst.thought


@each_game
def test_what_is_said_is_true(game, long):
    """Of the move that a hint would name, and of any other."""
    said: Counter[str] = Counter()
    wrong = []
    for match, random in random_cases(game, 200 if long else 20):
        best = thought_of(match)
        for move, thought in ((best.move, best), (pick(match.position.moves(), random), None)):
            found = facts(game, match.position, move, thought, match.plies_left())
            said.update(fact.key for fact in found)
            wrong += untrue(Case(match, move, thought), found)
    print(sorted(said.items()))
    assert not wrong, "\n".join(wrong[:10])
    assert said


@each_game
def test_a_hint_has_something_to_say(game):
    """There is a fact in every position, and mostly more than one."""
    counts = []
    for match, _ in random_cases(game, 20):
        best = thought_of(match)
        counts.append(len(facts(game, match.position, best.move, best)))
    assert min(counts) >= 1
    assert sum(count > 1 for count in counts) > len(counts) // 2


@each_game
def test_every_fact_has_words_and_a_check(game):
    """In the game's own texts and in the shell's there are just those that are checked."""
    text = tomllib.loads(files(f"rules.games.{game.key}").joinpath("text.toml").read_text("utf-8"))
    assert set(text["en"]["fact"]) == set(OWN[game.key])
    shell = tomllib.loads((ROOT / "assets" / "text" / "en.toml").read_text("utf-8"))
    assert set(shell["fact"]) == set(GENERAL)


@each_game
def test_nothing_hidden_is_said(game):
    """With everything that the mover cannot see dealt anew the facts are the same."""
    for match, random in random_cases(game, 20):
        for move in match.position.moves()[:5]:
            here = facts(game, match.position, move)
            assert facts(game, match.position.imagine(random), move) == here


FORMS = (
    lambda column, row: (column, row),
    lambda column, row: (row, column),
    lambda column, row: (7 - row, 7 - column),
    lambda column, row: (7 - column, 7 - row),
)
"""The ways to turn the board that leave the first position as it is."""


@pytest.mark.parametrize("key", LINES)
def test_openings_in_every_form(key):
    """Every line is legal, and is recognised however the board is turned."""
    for form in FORMS:
        match = Match(OTHELLO)
        for name in LINES[key].split():
            column, row = form("abcdefgh".index(name[0]), int(name[1]) - 1)
            match.read_moves("abcdefgh"[column] + str(row + 1))
        assert named(match.position) == key


def test_openings_have_names_of_their_own():
    """Every line has words in the texts; other positions have no name."""
    text = tomllib.loads(files("rules.games.othello").joinpath("text.toml").read_text("utf-8"))
    assert set(text["en"]["named"]) == set(LINES)
    assert len(set(text["en"]["named"].values())) == len(LINES)
    assert named(Match(OTHELLO).position) is None


RARE = [
    ("othello", {"start": "open"}, {"parallel", "crosswise"}),
    ("switch", {"setup": "placed"}, {"starts", "beside", "between", "largest", "pairs"}),
    ("flipop", {"chain": "free"}, {"home", "pushes_back"}),
    ("contactic", {"referee": "off"}, {"fits", "wrong", "nowhere", "dead"}),
    ("contactic", {"turn": "off"}, {"saves", "only_field"}),
]


@pytest.mark.parametrize(("key", "given", "keys"), RARE)
def test_what_is_seldom_said_is_true(key, given, keys):
    """Through whole matches, until each of these has been said."""
    said: set[str] = set()
    for seed in range(40):
        match, random = Match(BY_KEY[key], given, seed), Random(seed)
        while match.result() is None and match.at < 300:
            moves = match.position.moves()
            for move in {pick(moves, random), pick(moves, random), moves[0], moves[-1]}:
                found = facts(match.game, match.position, move)
                wanted = [fact for fact in found if fact.key in keys]
                assert not untrue(Case(match, move), wanted)
                said |= {fact.key for fact in wanted}
            play_on(match, random)
        if said == keys:
            return
    raise AssertionError(f"never said: {keys - said}")
