"""What is known of a problem: its main line, who finds it, its themes and its twins."""

import json
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Any

from rules.contract.game import AnyGame
from rules.teaching.problems import Problem
from rules.training.problems.main_line import main_line
from rules.training.problems.players import PLAYERS, shares_right
from rules.training.problems.themes import themes_of
from rules.training.problems.twins import twin_key


@dataclass(frozen=True)
class Assessment:
    """Facts about one problem."""

    problem: Problem
    line: tuple[str, ...]
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
            if match.result() is None and match.position.turn == solver:
                yield twin_key(match.game, match.position)


def assess(problem: Problem) -> dict[str, Any]:
    """The facts about a problem, as JSON."""
    match, line = main_line(problem)
    start = len(match.moves) - len(line)
    return {
        "line": match.names()[start:],
        "forced": sum(ply.legal == 1 for ply in line),
        "found": shares_right(match, start, line),
    }


class Assessor:
    """Assesses problems of a game, and remembers in a file what it found."""

    def __init__(self, game: AnyGame, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._game, self._path = game, folder / f"{game.key}-facts.jsonl"
        self._known: dict[str, dict[str, Any]] = {}
        if self._path.is_file():
            for line in self._path.read_text("utf-8").splitlines():
                key, facts = json.loads(line)
                self._known[key] = facts

    def assessment(self, problem: Problem) -> Assessment:
        """The facts about a problem."""
        facts = self._known.get(problem.key)
        if facts is None:
            facts = self._known[problem.key] = assess(problem)
            with self._path.open("a", encoding="utf-8") as out:
                print(json.dumps([problem.key, facts]), file=out, flush=True)
        match = problem.match()
        start = match.ply
        match.read_moves(" ".join(facts["line"]))
        themes = themes_of(problem, match, start)
        line, forced, found = tuple(facts["line"]), facts["forced"], facts["found"]
        return Assessment(problem, line, forced, found, tuple(themes))
