"""Matches, studies and their parts can be pickled and copied. Copies share no lists."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import cast

import pytest

from flipside.rules.catalogue import BY_KEY, FORMATS, GAMES
from flipside.rules.contract.diagram import BadPosition, Fault, write_position
from flipside.rules.contract.game import AnyGame, BadChoice
from flipside.rules.contract.position import IllegalMove
from flipside.rules.engine.search import LEVELS
from flipside.rules.games.flipflop import FLIPFLOP
from flipside.rules.games.othello import OTHELLO
from flipside.rules.match.any_text import read_any
from flipside.rules.match.clock import parse_clock
from flipside.rules.match.formats import ForeignMatch, Format
from flipside.rules.match.link import fragment
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord, Correspondence
from flipside.rules.match.study import Study
from tests.rules.games.random_matches import CASES, UNENDING, Case, case_name, endless, played


def pickled(one: object) -> object:
    return pickle.loads(pickle.dumps(one))


WAYS: dict[str, Callable[[object], object]] = {
    "pickle": pickled,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}

each_way = pytest.mark.parametrize("way", WAYS)


def of_match(one: object) -> Match:
    assert isinstance(one, Match)
    return one


def of_study(one: object) -> Study:
    assert isinstance(one, Study)
    return one


def full(case: Case) -> Match:
    """Return a match with all attributes set and some moves undone."""
    game, given = case
    match = played(Match(game, given, 7), Random(7), 12)
    match.names()
    match.players, match.comment = ("Anna", "Bohdana"), "known"
    match.clock = parse_clock("5+2 30s")
    match.correspondence = Correspondence("0123abcd")
    match.goto_ply(max(0, match.ply - 3))
    match.legal()
    return match


@each_way
@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_a_copy_of_a_match_is_the_same_match_and_goes_its_own_way(case: Case, way: str) -> None:
    match = full(case)
    before = match.to_record()
    copied = of_match(WAYS[way](match))
    assert copied.game is match.game
    assert copied.to_record() == before
    assert [*copied.history()] == [*match.history()]
    assert (copied.result(), copied.plies_left()) == (match.result(), match.plies_left())
    for name, one in vars(match).items():
        assert not isinstance(one, list | dict) or getattr(copied, name) is not one, name
    for two in (match, copied):
        played(two, Random(3), 30)
        assert two.to_record() != before
    assert copied.to_record() == match.to_record()
    assert [*copied.history()] == [*match.history()]
    assert [copied.occurrences(), copied.result()] == [match.occurrences(), match.result()]
    copied.goto_ply(0)
    copied.resign(1)
    assert copied.to_record() != match.to_record()
    assert match.resigned is None


@each_way
def test_early_ends_and_starts_are_copied(way: str) -> None:
    match = played(Match(OTHELLO), Random(1), 6)
    begun = Match(OTHELLO, start=write_position(OTHELLO, match.choices, match.position) or "")
    match.resign(0)
    timed = Match(OTHELLO)
    timed.clock = replace(parse_clock("1+0 1+0"), left=(1, 60_000))
    timed.spend(1.0)
    for one in (match, begun, timed):
        copied = of_match(WAYS[way](one))
        assert copied.to_record() == one.to_record()
        assert copied.result() == one.result()


@each_way
def test_the_longest_matches_and_studies_are_copied(way: str) -> None:
    """Pickling does not recurse over the moves."""
    match = Match(FLIPFLOP, UNENDING)
    match.read_moves(endless(1_500))
    assert of_match(WAYS[way](match)).to_record() == match.to_record()
    study = Study(match)
    assert of_study(WAYS[way](study)).to_record() == study.to_record()


@each_way
def test_a_copy_of_a_study_is_the_same_tree_and_grows_alone(way: str) -> None:
    match = Match(OTHELLO)
    match.read_moves("d3 c3 c4 e3")
    match.players, match.comment = ("Anna", ""), "known"
    study = Study(match)
    study.show_line(["d3", "e3", "f4"])
    study.match.goto_ply(2)
    copied = of_study(WAYS[way](study))
    assert copied.to_record() == study.to_record()
    assert (copied.path, copied.match.names()) == (study.path, study.match.names())
    assert (copied.is_main, copied.branches()) == (study.is_main, study.branches())
    before = study.to_record()
    copied.show_line(["c4"])
    copied.show_line(["d3"])
    copied.delete("c3")
    assert copied.to_record() != before
    assert study.to_record() == before


@each_way
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_a_match_is_made_of_can_be_copied(game: AnyGame, way: str) -> None:
    match = full((game, {}))
    for one in (*match.history(), match.board, match.clock, match.to_record(), LEVELS[0], game):
        copied = WAYS[way](one)
        assert copied == one
        assert type(copied) is type(one)
    assert WAYS[way](game) is game


@each_way
@pytest.mark.parametrize(
    "error",
    [
        BadRecord("move", "z9", 4),
        BadRecord("fault", "x" * 60, fault=Fault("othello", "sign", {"word": "x"})),
        BadPosition("sign", "x", 1, (2,)),
        BadChoice("no such option"),
        IllegalMove("not here"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_come_through_as_they_were(error: Exception, way: str) -> None:
    """A process pool hangs if an error cannot be unpickled."""
    copied = WAYS[way](error)
    assert isinstance(copied, type(error))
    assert (str(copied), vars(copied)) == (str(error), vars(error))


FOUND = (
    "f5d6c3d3",
    "f5d6c3\nc4c3d3\nf5d6c4\n",
    "Tiger | f5d6c3d3c4\nBad | f5 d6 word\nWing | f5d6c3\n",
    '{"moves":["f5"]}',
    "(;GM[2]SZ[8];B[cd])(;GM[1]SZ[19];B[pd])",
    "(;GM[Othello]PB[a]PW[b]B[f5]W[d6];)",
    "-" * 27 + "OX------XO" + "-" * 27 + " X\n" + "-" * 28 + "X" + "\n",
    "DLDLDLDLDLDL.LDLDLDLDLDLD L\nnone\nDLDLDLDLDLDL.LDLDLDLDLDLD D\n",
    "Flipside 1\ngame othello\nmoves f5\n",
    fragment(Match(OTHELLO), Match(OTHELLO).to_record()),
)
"""Texts with matches. Some of the matches are invalid."""


@each_way
@pytest.mark.parametrize("text", FOUND)
def test_the_matches_of_a_text_can_be_copied(text: str, way: str) -> None:
    def names(one: ForeignMatch) -> object:
        try:
            return one.play().names()
        except BadRecord as wrong:
            return str(wrong)

    found = read_any(text, FORMATS, BY_KEY)
    assert found
    copied = cast(Sequence[ForeignMatch], WAYS[way](found))
    assert list(map(names, copied)) == list(map(names, found))


@each_way
@pytest.mark.parametrize("one", FORMATS, ids=lambda one: one.key)
def test_formats_can_be_copied(one: Format, way: str) -> None:
    copied = WAYS[way](one)
    assert isinstance(copied, Format)
    assert (copied.key, copied.names("x")) == (one.key, None)


def test_a_match_is_unpickled_where_nothing_was_imported() -> None:
    code = "import pickle, sys; print(*pickle.load(sys.stdin.buffer).names())"
    for game in GAMES:
        match = full((game, {}))
        done = subprocess.run(
            [sys.executable, "-c", code], input=pickle.dumps(match), capture_output=True, check=True
        )
        assert done.stdout.decode().split() == match.names()


def test_a_game_of_no_catalogue_cannot_be_pickled() -> None:
    """Unpickling by key would return another game."""
    other = replace(BY_KEY["othello"], uniform_flips=True)
    with pytest.raises(TypeError, match="only games of the catalogue"):
        pickle.dumps(Match(other))
    assert of_match(copy.deepcopy(Match(other))).game is other
