"""Tests of problems: all are true, no two are equal, and damaged files are refused."""

import json
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from flipside.rules import catalogue
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import WIN
from flipside.rules.games.flipflop.position import FlipFlop
from flipside.rules.teaching import (
    DAYS_OF_YEAR,
    GRADES,
    PROBLEMS_FILE,
    BadProblem,
    Problem,
    move_named,
    problem_json,
    problems_of,
    problems_path,
    read_problems,
)
from flipside.rules.training.problems.twins import near_twins, twin_key
from tests.of_type import of_type
from tests.rules.engine.fact_checks.case import Case, loses
from tests.rules.teaching.problem_proofs import KEYS, faults
from tests.texts import texts_of

GAMES = [BY_KEY[key] for key in KEYS]

FEWEST_OF_GRADE, LARGEST_FILE = 30, 120_000
"""The minimum number of problems of a grade, and the maximum size of a game's file."""

RATINGS = range(100, 3001)
"""The possible ratings of problems."""

SAMPLE = 12
"""The number of random problems per game proved in a normal run; --long proves all."""

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def test_no_game_is_left_out() -> None:
    """All games with a file of problems are tested."""
    there = {game.key for game in catalogue.GAMES if problems_path(game).is_file()}
    assert there == set(KEYS)


@each_game
def test_what_there_is(game: AnyGame) -> None:
    """There are enough problems for a year, from easy to hard, in a small file."""
    problems = problems_of(game)
    assert len(problems) >= DAYS_OF_YEAR
    grades = [problem.grade for problem in problems]
    assert grades == sorted(grades)
    ratings = [problem.rating for problem in problems]
    assert ratings == sorted(ratings)
    assert all(grades.count(grade) >= FEWEST_OF_GRADE for grade in GRADES)
    assert problems_path(game).stat().st_size <= LARGEST_FILE


@pytest.mark.long
@each_game
def test_no_twins(game: AnyGame) -> None:
    """No position occurs twice, even rotated, mirrored or with exchanged colours."""
    keys = [twin_key(game, problem.match().position) for problem in problems_of(game)]
    assert len(set(keys)) == len(keys)


def test_no_near_twins() -> None:
    """No two positions of Switch become twins by an exchange of two squares."""
    problems = problems_of(BY_KEY["switch"])
    positions = {problem.key: problem.match().position for problem in problems}
    assert near_twins(positions) == set()


@each_game
def test_themes_have_names(game: AnyGame) -> None:
    named = texts_of(game.key)
    themes = {problem.theme for problem in problems_of(game)}
    assert len(themes) >= 6
    assert themes <= set(named["en"]["theme"])


@each_game
def test_themes_vary(game: AnyGame) -> None:
    """No theme has too many problems."""
    problems = problems_of(game)
    themes = Counter(problem.theme for problem in problems)
    assert max(themes.values()) <= 0.3 * len(problems)


def test_threats_on_the_full_board_are_switches_that_all_lose() -> None:
    """In Flip-Flop every switch changes all lines, so no full line can be filled next."""
    told = 0
    for problem in problems_of(BY_KEY["flipflop"]):
        position = of_type(FlipFlop, problem.match().position)
        if not position.laying:
            assert problem.theme not in ("fork", "threats")
        if problem.theme == "no_switch" and problem.plies == 3:
            answer = move_named(position, problem.answers[0])
            case = Case(problem.match(), answer)
            assert all(loses(case, answer, reply) for reply in case.replies(answer))
            told += 1
    assert told > 20


@each_game
def test_every_date_has_a_problem(game: AnyGame) -> None:
    days = sorted(problem.day for problem in problems_of(game) if problem.day)
    assert days == list(range(1, DAYS_OF_YEAR + 1))


@each_game
def test_some_are_true(game: AnyGame) -> None:
    """The right moves are right, all others are wrong, and no win is faster."""
    some = Random().sample(problems_of(game), SAMPLE)
    found = {problem.key: faults(problem) for problem in some}
    assert not {key: said for key, said in found.items() if said}


@pytest.mark.long
@each_game
def test_all_are_true(game: AnyGame) -> None:
    found = {problem.key: faults(problem) for problem in problems_of(game)}
    assert not {key: said for key, said in found.items() if said}


def test_a_win_is_counted_in_moves_of_the_solver() -> None:
    """The number of moves includes the solver's first and last move. Other goals have no number."""
    wins = {one.plies: one.win_moves for one in problems_of(BY_KEY["switch"]) if one.goal == "win"}
    assert wins.items() >= {(1, 1), (3, 2), (5, 3)}
    others = [one for game in GAMES for one in problems_of(game) if one.goal != "win"]
    assert {one.win_moves for one in others} == {None}


def changed(problem: Problem) -> Iterator[Problem]:
    """Yield wrong variants of a problem, each with one change."""
    names = [problem.match().position.name(move) for move in problem.match().legal()]
    wrong = next(name for name in names if name not in problem.answers)
    yield replace(problem, answers=(wrong,))
    yield replace(problem, answers=(*problem.answers, wrong))
    yield replace(problem, answers=("a0",))
    yield replace(problem, answers=())
    yield replace(problem, value=problem.value + 200)
    yield replace(problem, value=problem.value - 200)
    yield replace(problem, moves=" ".join(problem.moves.split()[:-1]))
    yield replace(problem, moves=f"{problem.moves} {wrong}")
    yield replace(problem, goal="draw" if problem.goal != "draw" else "win")
    if problem.plies:
        far: dict[str, Any] = {"value": WIN - problem.plies - 2} if problem.goal == "win" else {}
        yield replace(problem, plies=problem.plies + 2, **far)
    if problem.plies > 2:
        near: dict[str, Any] = {"value": WIN - problem.plies + 2} if problem.goal == "win" else {}
        yield replace(problem, plies=problem.plies - 2, **near)


@pytest.mark.long
@each_game
def test_what_is_untrue_is_noticed(game: AnyGame) -> None:
    """The proofs of all kinds of problems detect wrong answers, values and moves."""
    kinds = {(problem.goal, min(problem.plies, 3)): problem for problem in problems_of(game)[::-1]}
    for problem in kinds.values():
        assert not faults(problem)
        for number, one in enumerate(changed(problem)):
            assert faults(one), (problem.key, number)


# -- files ---------------------------------------------------------------------------------------


@pytest.fixture
def line() -> dict[str, Any]:
    """Return a problem as a JSON object."""
    return problem_json(problems_of(GAMES[0])[0])


def test_as_it_was(line: dict[str, Any]) -> None:
    """A problem survives a round trip."""
    (problem,) = read_problems(GAMES[0], json.dumps(line))
    assert problem_json(problem) == line


@each_game
def test_files_hold_what_problems_have(game: AnyGame) -> None:
    """The keys of problems are unique, because saved progress uses them."""
    problems = problems_of(game)
    assert len({problem.key for problem in problems}) == len(problems) > 0
    for one in problems:
        assert re.fullmatch("[0-9a-f]{8}", one.key)
        assert game.choices(one.choices)
        assert one.answers
        assert one.goal in ("win", "draw", "hold", "most", "join", "block")
        assert one.grade in GRADES
        assert one.rating in RATINGS
        assert 0 <= one.day <= DAYS_OF_YEAR
        assert 0 <= one.seed < 10**18
        assert 0 <= one.plies < 100
        assert abs(one.value) <= WIN
        assert all(type(n) is int for n in (one.seed, one.plies, one.value, one.rating))


def test_missing_and_damaged_lines(line: dict[str, Any]) -> None:
    for text in ("{", "[]", "7", "null", *(json.dumps(line | {key: None}) for key in ("answers",))):
        with pytest.raises((TypeError, ValueError)):
            read_problems(GAMES[0], text)
    for key in line.keys() - {"theme", "day"}:
        with pytest.raises(TypeError):
            read_problems(GAMES[0], json.dumps({k: v for k, v in line.items() if k != key}))


OVER = "e6 f4 e3 f6 g5 d6 e7 f5 c5"
"""A whole match."""


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("moves", moves) for moves in ("a1", "d3 d3", "d3 " * 100_000, "\x00", "object", OVER)),
        *(("answers", [answer]) for answer in ("a1", "", "pass", "D3", "x" * 10_000)),
    ],
    ids=lambda value: str(value)[:20],
)
def test_no_such_position(line: dict[str, Any], key: str, value: list[str] | str) -> None:
    """Illegal moves are detected when a problem is opened."""
    (problem,) = read_problems(GAMES[0], json.dumps(line | {"moves": "", key: value}))
    with pytest.raises(BadProblem, match=f"problem {problem.key} is damaged"):
        problem.match()


def damaged(content: bytes) -> Iterator[bytes]:
    """Yield damaged contents of a file of problems."""
    yield b""
    yield b"\x00" * 100
    yield content[:-5]
    yield content[: len(content) // 2]
    yield content[:20] + bytes([content[20] ^ 255]) + content[21:]
    yield zlib.compress(b"\xff\xfe\xfd")
    yield zlib.compress(b" ")


def test_damaged_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged file is refused as a whole."""
    content = problems_path(GAMES[0]).read_bytes()
    monkeypatch.setattr(
        "flipside.rules.teaching.problems_path", lambda game: tmp_path / PROBLEMS_FILE
    )
    with pytest.raises(BadProblem, match="cannot be read"):
        problems_of(GAMES[0])
    for one in damaged(content):
        (tmp_path / PROBLEMS_FILE).write_bytes(one)
        with pytest.raises(BadProblem, match="the problems of othello"):
            problems_of(GAMES[0])
    (tmp_path / PROBLEMS_FILE).write_bytes(zlib.compress(zlib.decompress(content)))
    assert problems_of(GAMES[0])
