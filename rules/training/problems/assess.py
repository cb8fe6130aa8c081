"""What is known of a problem: its main line, who finds it, its themes and its twins."""

import json
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Any

from flipside.rules.teaching.problems import Problem
from flipside.rules.training.problems.main_line import main_line
from flipside.rules.training.problems.players import PLAYERS, shares_right
from flipside.rules.training.problems.themes import themes_of
from flipside.rules.training.problems.twins import twin_key


@dataclass(frozen=True)
class Assessment:
    """Facts about one problem."""

    problem: Problem
    line: Sequence[str]
    """The main line to the solver's last decision, as names of moves."""
    forced: int
    """The plies of the main line with one legal move."""
    found: dict[str, list[float]]
    """By player, the share of tries that find a right move, for each decision."""
    themes: tuple[str, ...]

    def solved(self, name: str) -> float:
        """The share of tries in which a player finds all right moves."""
        return prod(self.found[name])

    @property
    def share(self) -> float:
        """The share of all players who solve it."""
        return sum(map(self.solved, PLAYERS)) / len(PLAYERS)

    @cached_property
    def key(self) -> Hashable:
        """What its position shares with its twins."""
        return twin_key(self.problem.game, self.problem.match().position)

    def later_keys(self) -> Iterator[Hashable]:
        """The keys of the solver's later positions: after every reply to the moves of the main
        line."""
        match = self.problem.match()
        solver = match.position.turn
        for name in self.line:
            if match.position.turn != solver:
                for reply in match.legal():
                    then = match.position.play(reply)
                    if then.result() is None and then.turn == solver:
                        yield twin_key(match.game, then)
            match.read_moves(name)


def assess(problem: Problem) -> dict[str, Any]:
    """The facts about a problem, as JSON."""
    match, line = main_line(problem)
    return {
        "line": match.names()[len(match.moves) - len(line) :],
        "forced": sum(ply.legal == 1 for ply in line),
        "found": shares_right(match, line),
    }


class SavedResults(dict[Any, Any]):
    """Results by key, each saved at once as a line [key, result] of a file."""

    def __init__(self, path: Path) -> None:
        """Read the file, if there is one; an incomplete last line is removed."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        lines = path.read_bytes().splitlines(keepends=True) if path.is_file() else []
        whole = [line for line in lines if line.endswith(b"\n")]
        if len(whole) < len(lines):
            path.write_bytes(b"".join(whole))
        super().__init__(map(json.loads, whole))

    def __setitem__(self, key: Any, result: Any) -> None:
        super().__setitem__(key, result)
        with self._path.open("a", encoding="utf-8") as out:
            print(json.dumps([key, result]), file=out)


def assessments(problems: Iterable[Problem], path: Path) -> list[Assessment]:
    """The facts about problems; those in the file of that path are not computed again."""
    known, found = SavedResults(path), []
    for problem in problems:
        if problem.key not in known:
            known[problem.key] = assess(problem)
        facts, match = known[problem.key], problem.match()
        start = match.ply
        match.read_moves(" ".join(facts["line"]))
        themes = tuple(themes_of(problem, match, start))
        found.append(Assessment(problem, themes=themes, **facts))
    return found
