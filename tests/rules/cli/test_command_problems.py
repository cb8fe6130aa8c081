"""`python -m flipside.rules problems`: problems with their solutions, for other programs."""

import json
from pathlib import Path
from typing import Any

import pytest

from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.cli import teaching
from flipside.rules.cli.commands import main
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import WIN
from flipside.rules.match.match import Match
from flipside.rules.teaching import Problem, move_named, problems_of
from tests.rules.cli.test_command_line import ask, run
from tests.rules.teaching.problem_proofs import KEYS, Ahead


@pytest.mark.parametrize("key", KEYS)
def test_problems(key: str) -> None:
    """Each line has all data of a problem, including the right answers."""
    done = run("problems", key)
    assert (done.returncode, done.stderr) == (0, "")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["number"] for one in told] == list(range(1, len(told) + 1))
    for one, problem in zip(told, problems_of(BY_KEY[key]), strict=True):
        assert list(one) == ["game", "number", "id", "options", "seed", "moves", "goal", "plies",
                             "answers", "grade", "rating", "theme", "day", "line"]  # fmt: skip
        assert one["id"] == problem.key
        assert one["options"] == BY_KEY[key].choices(problem.choices)
        assert one["line"] == {"value": problem.value, "plies": problem.plies}


def solved(key: str, number: int) -> tuple[Problem, dict[str, Any]]:
    """Return problem `number` and its printed solution."""
    return problems_of(BY_KEY[key])[number - 1], ask("problems", key, "--number", str(number))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("number", [1, pytest.param(75, marks=pytest.mark.long)])
def test_where_moves_lead(key: str, number: int) -> None:
    """Every legal move leads to the result that its value predicts, if that is decided."""
    problem, told = solved(key, number)
    start = problem.match()
    moves = told["line"]["moves"]
    assert list(moves) == [start.position.name(move) for move in start.legal()]
    best = {name for name, one in moves.items() if one["value"] == problem.value}
    assert set(told["answers"]) <= best
    for name, one in moves.items():
        assert one["line"][0] == name
        match = problem.match()
        match.read_moves(" ".join(one["line"]))
        if len(match.moves) - start.ply < len(one["line"]):
            pytest.fail(f"{one['line']} was not played")
        value, result = one["value"], match.result()
        counted = problem.goal in match.game.engine.exact_solvers
        if result is None:
            assert value == 0 or counted
        elif counted:
            points = match.position.points()
            assert value == 100 * (points[start.position.turn] - points[1 - start.position.turn])
        elif match.game.announced_score is not None:
            points = match.game.announced_score(match.position)
            margin = points[start.position.turn] - points[1 - start.position.turn]
            assert value == 100 * margin
        else:
            wins = WIN - len(one["line"])
            assert value == (wins if result.winner == start.position.turn else -wins)


def follow(match: Match, tree: dict[str, Any], ahead: Any, player: int, plies: int) -> None:
    """Check that every node of a solution tree has all replies or all winning moves."""
    result = match.result()
    if result is not None:
        assert (result.winner, tree) == (player, {})
        return
    position, at = match.position, match.ply
    if position.turn == player:
        assert set(tree) == ahead.winning(position, player, plies) != set()
    else:
        assert list(tree) == [position.name(move) for move in match.legal()]
    for name, further in tree.items():
        match.goto_ply(at)
        match.play(move_named(position, name))
        follow(match, further, ahead, player, plies - 1)


@pytest.mark.parametrize("key", [key for key in KEYS if key not in ("othello", "contactic")])
def test_a_whole_solution(key: str) -> None:
    """The tree of a win in 2 moves has exactly every reply and every right answer to it."""
    goals = [(problem.goal, problem.plies) for problem in problems_of(BY_KEY[key])]
    number = 1 + goals.index(("win", 3))
    problem, told = solved(key, number)
    match = problem.match()
    tree = told["line"]["tree"]
    assert tuple(tree) == problem.answers
    follow(match, tree, Ahead(match), match.position.turn, problem.plies)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_which_problems_have_a_tree(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only short wins have a tree."""
    monkeypatch.setattr(teaching, "_best", lambda *_: (0, []))
    monkeypatch.setattr(teaching, "_tree", lambda *_: {})
    kinds = {(one.goal, one.plies): number for number, one in enumerate(problems_of(game), 1)}
    most = 7 if game.engine.tablebase is None else 5
    for (goal, plies), number in kinds.items():
        line = ask("problems", game.key, "--number", str(number))["line"]
        assert ("tree" in line) == (goal == "win" and 0 < plies <= most), (goal, plies)


@pytest.mark.parametrize("number", ["0", "-1", "one", "1.0", "9" * 30])
def test_no_number(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("problems", "switch", "--number", number)) == 2
    said = capsys.readouterr()
    assert not said.out
    assert "is no whole number from 1" in said.err or "expected one argument" in said.err


def test_no_such_problem(capsys: pytest.CaptureFixture[str]) -> None:
    count = len(problems_of(BY_KEY["switch"]))
    assert main(("problems", "switch", "--number", str(count))) == 0
    capsys.readouterr()
    assert main(("problems", "switch", "--number", str(count + 1))) == 2
    said = f"rules: switch has problems 1 to {count}, and none of number {count + 1}\n"
    assert capsys.readouterr() == ("", said)


def test_damaged_problems_are_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "problems.bin"
    monkeypatch.setattr("flipside.rules.teaching.problems_path", lambda game: path)
    for content, said in ((None, "cannot be read"), (b"????", "are damaged")):
        if content is not None:
            path.write_bytes(content)
        assert main(("problems", "othello")) == 2
        assert capsys.readouterr() == ("", f"rules: the problems of othello {said}\n")
