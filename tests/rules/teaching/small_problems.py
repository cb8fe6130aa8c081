"""Small problems of every goal, for tests and pictures, most after a match of weak levels."""

import json
from pathlib import Path

from flipside.rules.catalogue import BY_KEY
from flipside.rules.teaching import Problem, read_problems


def _problem(line: str) -> Problem:
    fields = json.loads(line)
    (problem,) = read_problems(BY_KEY[fields.pop("game")], json.dumps(fields))
    return problem


SMALL = {
    problem.key: problem
    for problem in map(
        _problem, Path(__file__).with_suffix(".jsonl").read_text("utf-8").splitlines()
    )
}
"""Problems by game, goal and plies. In the one called slow, other moves win later."""
