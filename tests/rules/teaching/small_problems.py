"""Problems of every goal, small, and known before there was a file of them: for tests and pictures.

Most have a match of two weak levels before them.
"""

import json
from pathlib import Path

from flipside.rules.catalogue import BY_KEY
from flipside.rules.teaching.problems import Problem, read_problems


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
"""By game, goal and plies; in the slow one other moves win later."""
