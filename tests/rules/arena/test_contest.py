"""Tests of matches between levels: both players have equal chances, and files can be continued."""

import json
import os
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from flipside.rules.arena import contest as series_module
from flipside.rules.arena.contest import (
    GREEDY,
    RANDOM,
    BadFile,
    MatchError,
    Series,
    Terms,
    level_move,
    open_at_random,
    play_missing,
    wilson_interval,
    winner_of,
)
from flipside.rules.arena.contest import player_of as player
from flipside.rules.arena.pool import Workers
from flipside.rules.catalogue import GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Result
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.search import LEVELS, Level
from flipside.rules.games.othello import OTHELLO
from flipside.rules.match.match import Match

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)

TERMS = Terms(GREEDY, RANDOM, seed=7)

Seen = list[tuple[list[str], tuple[Level, Level]]]


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], tuple[Level, Level]]]:
    """Return the list of opening and seats of each match played; player 0 always wins."""
    found = []

    def play_out(match: Match, seats: tuple[Level, Level], *rest: object) -> Result:
        found.append((match.names(), seats))
        return Result(0, "end")

    monkeypatch.setattr("flipside.rules.arena.contest.play_out", play_out)
    return found


# -- chance --------------------------------------------------------------------------------------


def test_pairs_of_matches_have_the_same_opening_and_seats_changed(seen: Seen) -> None:
    winners = [winner_of(OTHELLO, TERMS, number) for number in range(40)]
    assert winners == [0, 1] * 20
    assert [seats for _, seats in seen] == [(GREEDY, RANDOM), (RANDOM, GREEDY)] * 20
    openings = [names for names, _ in seen]
    assert openings[0::2] == openings[1::2]
    assert {len(names) for names in openings} == {4}
    assert len({tuple(names) for names in openings}) > 10


def test_as_many_random_plies_as_asked(seen: Seen) -> None:
    winner_of(OTHELLO, replace(TERMS, plies=0), 0)
    winner_of(OTHELLO, replace(TERMS, plies=9), 0)
    assert [len(names) for names, _ in seen] == [0, 9]


@each_game
def test_random_plies_never_end_a_match(game: AnyGame) -> None:
    """Random plies stop early if every move would end the match."""
    for seed in range(3):
        match = Match(game, seed=seed)
        open_at_random(match, 1_000, Random(seed))
        assert match.result() is None
        assert len(match.moves) == match.ply
        if match.ply < 1_000:
            for move in match.position.moves():
                match.play(move)
                assert match.result() is not None
                match.goto_ply(match.ply - 1)


@each_game
def test_a_match_rests_on_its_number_alone(game: AnyGame) -> None:
    numbers = [3, 0, 2, 1]
    mixed = {number: winner_of(game, TERMS, number) for number in numbers}
    assert mixed == {number: winner_of(game, TERMS, number) for number in range(4)}


def test_a_random_player_makes_every_move() -> None:
    match = Match(OTHELLO)
    found = [level_move(match, RANDOM, Random(seed)) for seed in range(200)]
    assert {found.count(move) > 25 for move in match.position.moves()} == {True}
    assert set(found) == set(match.position.moves())


def test_names_of_players() -> None:
    assert (player("random"), player("greedy"), player("level3")) == (RANDOM, GREEDY, LEVELS[2])
    assert player("depth5").limit == Limit(depth=5)
    with pytest.raises(KeyError):
        player("bogus")


# -- time ----------------------------------------------------------------------------------------


def test_levels_with_seconds_think_by_the_clock() -> None:
    ticks = count()
    level = Level("timed", Limit(), seconds=0.5)
    level_move(Match(OTHELLO), level, Random(0), clock=lambda: next(ticks) / 100)
    assert next(ticks) / 100 == pytest.approx(0.5, abs=0.03)


def test_seconds_are_scaled(seen: Seen) -> None:
    timed = Level("timed", Limit(depth=1), seconds=0.5)
    winner_of(OTHELLO, replace(TERMS, first=timed, scale=0.2), 0)
    assert seen[0][1] == (replace(timed, seconds=0.1), RANDOM)


# -- intervals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("share", "number", "expected"),
    [
        (0.5, 100, (0.4038, 0.5962)),
        (0.7, 100, (0.6042, 0.7811)),
        (1.0, 10, (0.7225, 1.0)),
        (0.0, 10, (0.0, 0.2775)),
        (0.81, 263, (0.7583, 0.8529)),
    ],
)
def test_intervals(share: float, number: int, expected: tuple[float, float]) -> None:
    """The expected numbers were computed with another implementation."""
    assert wilson_interval(share, number) == pytest.approx(expected, abs=1e-4)


def test_summary_counts_a_draw_as_half() -> None:
    some = Series(OTHELLO, TERMS, 4)
    assert some.summary()["score"] is some.summary()["decided"] is None
    for number, winner in enumerate([0, None, 0, 1]):
        some.note(number, winner)
    said = some.summary()
    assert [said[key] for key in ("matches", "wins", "draws", "losses")] == [4, 2, 1, 1]
    assert (said["score"], said["decided"]) == (0.625, 0.6667)
    assert said["decided_interval"] == [
        pytest.approx(x, abs=1e-4) for x in wilson_interval(2 / 3, 3)
    ]


# -- files ---------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.jsonl"


def played(path: Path, matches: int = 6, terms: Terms = TERMS, jobs: int = 1) -> Series:
    found = Series(OTHELLO, terms, matches, path)
    for one in play_missing([found], Workers(jobs)):
        assert one is found
    return found


def test_what_is_written_is_not_played_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = played(path)
    assert played(None).winners == first.winners
    monkeypatch.setattr(series_module, "_play", None)
    assert played(path).winners == first.winners
    assert played(path, matches=2).counts() == played(path, matches=2).counts()
    assert sum(played(path, matches=2).counts()) == 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_going_on_gives_the_same_matches(path: Path, jobs: int) -> None:
    """The file may be cut at any point. One or several processes play the rest."""
    whole = played(path, jobs=jobs).winners
    text = path.read_text("utf-8")
    for cut in (0, 40, text.index("\n") + 1, len(text) - 30, len(text) - 1):
        path.write_text(text[:cut], "utf-8")
        torn = Series(OTHELLO, TERMS, 6, path)
        assert torn.torn == (not text[:cut].endswith("\n") and cut > 0)
        assert len(torn.missing()) > 0
        assert path.read_text("utf-8") == text[:cut]
        assert played(path).winners == whole
        assert not Series(OTHELLO, TERMS, 6, path).missing()


def test_nothing_is_written_before_a_match_has_ended(path: Path) -> None:
    assert Series(OTHELLO, TERMS, 6, path).missing() == [0, 1, 2, 3, 4, 5]
    assert not path.exists()


def test_a_file_that_another_run_has_begun_is_not_overwritten(path: Path) -> None:
    """Neither of the two series had a file when it was created."""
    one, other = (Series(OTHELLO, TERMS, 2, path) for _ in range(2))
    one.note(0, 1)
    with pytest.raises(FileExistsError):
        other.note(0, 0)
    assert Series(OTHELLO, TERMS, 2, path).winners == {0: 1}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no devices among its files")
@pytest.mark.parametrize("target", ["outside", "loop", ".", "/dev/zero", "/dev/null"])
def test_what_is_no_file_is_refused_before_a_match_is_played(tmp_path: Path, target: str) -> None:
    """The path is a link to itself, a folder or a device."""
    path = tmp_path / "loop"
    path.symlink_to(target)
    with pytest.raises(BadFile, match="loop is no file"):
        Series(OTHELLO, TERMS, 2, path)
    assert {*tmp_path.iterdir()} == {path}


def test_a_match_written_twice_counts_once(path: Path) -> None:
    winners = played(path).winners
    with path.open("a", encoding="utf-8") as file:
        file.write('{"match": 0, "winner": "twice"}\n')
    assert played(path).winners == winners


@pytest.mark.parametrize(
    ("changed", "part"),
    [
        ({"seed": 8}, "for seed"),
        ({"plies": 5}, "for plies"),
        ({"scale": 0.5}, "for scale"),
        ({"choices": {"goal": "fewest"}}, "for options"),
        ({"first": LEVELS[0], "second": LEVELS[0]}, "for first and second"),
        ({"first": replace(GREEDY, limit=Limit(1, noise=1))}, "for first"),
        ({"first": replace(GREEDY, seconds=1.0)}, "for first"),
    ],
)
def test_other_terms_are_refused(path: Path, changed: dict[str, Any], part: str) -> None:
    played(path)
    before = path.read_bytes()
    with pytest.raises(BadFile, match=part):
        Series(OTHELLO, replace(TERMS, **changed), 6, path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["hello", "{}\n", "[1]\nno\n", '{"game": "switch', "\xff\n\u2028"])
def test_files_of_another_kind_are_left_alone(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
    with pytest.raises(BadFile, match="holds no matches"):
        Series(OTHELLO, TERMS, 6, path)
    assert path.read_text("utf-8") == text


def test_lines_in_the_middle_must_be_matches(path: Path) -> None:
    played(path)
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([*lines[:2], "{}", *lines[3:], ""]), "utf-8")
    with pytest.raises(BadFile, match="no matches"):
        Series(OTHELLO, TERMS, 6, path)


def test_the_head_names_what_a_level_is(path: Path) -> None:
    played(path, matches=1, terms=Terms(LEVELS[0], replace(LEVELS[-1], seconds=0.001)))
    head = json.loads(path.read_text("utf-8").splitlines()[0])
    assert head["first"].startswith("level1 depth=1 misses=")
    assert head["second"] == "level8 book=True perfect=True in 0.001 s"


# -- many at a time ------------------------------------------------------------------------------


def test_series_are_played_side_by_side() -> None:
    pair = [Series(game, replace(TERMS, seed=3), 3) for game in GAMES[:2]]
    ended = list(play_missing(pair, Workers(2)))
    assert sorted(map(pair.index, ended)) == [0, 0, 0, 1, 1, 1]
    assert not any(one.missing() for one in pair)
    assert [one.winners[2] for one in pair] == [winner_of(one.game, one.terms, 2) for one in pair]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_match_that_fails_is_named(jobs: int) -> None:
    broken = Series(OTHELLO, replace(TERMS, plies="four"), 2)  # type: ignore[arg-type]
    with pytest.raises(MatchError, match=r"match [01] of .*othello.*failed") as failed:
        list(play_missing([broken], Workers(jobs)))
    assert failed.value.series is broken
