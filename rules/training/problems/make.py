"""Makes the problems of a game: finds them in matches of our own, assesses and chooses them. The
results of each match are stored in a file. The same seed finds the same problems; those that ship
already stay where they are still good."""

import json
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from flipside.rules.arena.pool import PoolTask, Workers, ended
from flipside.rules.contract.game import AnyGame
from flipside.rules.teaching.problems import (
    GRADES,
    Problem,
    problem_json,
    problems_of,
    problems_path,
    read_problems,
)
from flipside.rules.training.problems.assess import SavedResults, assessments
from flipside.rules.training.problems.choose import chosen
from flipside.rules.training.problems.find import problems_of_match
from flipside.rules.training.problems.players import PLAYERS


def make(game: AnyGame, folder: Path, seed: int, matches: int, workers: Workers) -> int:
    """Search so many matches, choose among all problems known, and write the game's file. Results
    of matches and assessments are stored in `folder`. Returns the number of problems."""
    known = SavedResults(folder / f"{game.key}-{seed}.jsonl")
    tasks: dict[PoolTask[Any], int] = {
        partial(problems_of_match, game.key, seed, number): number
        for number in range(matches)
        if number not in known
    }
    for task, answer in ended(tasks, workers):
        known[tasks[task]] = answer()
        count = sum(map(len, known.values()))
        print(f"{game.key}: {count} found in {len(known)} matches", file=sys.stderr)
    problems = _choice(game, folder)
    text = "".join(json.dumps(problem_json(one), separators=(",", ":")) + "\n" for one in problems)
    read_problems(game, text)
    problems_path(game).write_bytes(zlib.compress(text.encode(), 9))
    return len(problems)


def _choice(game: AnyGame, folder: Path) -> list[Problem]:
    shipped = problems_of(game) if problems_path(game).is_file() else ()
    found = {one.key: one for one in _all_found(game, folder)}
    for one in shipped:
        found.pop(one.key, None)
    facts, new = _facts_path(game, folder), [found[key] for key in sorted(found)]
    return chosen(assessments(shipped, facts), assessments(new, facts))


def _facts_path(game: AnyGame, folder: Path) -> Path:
    return folder / f"{game.key}-facts.jsonl"


def _all_found(game: AnyGame, folder: Path) -> Iterator[Problem]:
    for path in sorted(folder.glob(f"{game.key}-*.jsonl")):
        if path.stem.removeprefix(f"{game.key}-").isdecimal():
            for _, problems in sorted(SavedResults(path).items()):
                yield from read_problems(game, "\n".join(map(json.dumps, problems)))


def measure(game: AnyGame, folder: Path) -> Iterator[str]:
    """Yield lines of text about the problems that ship: numbers, themes, forced plies, twins, and
    who solves them."""
    told = assessments(problems_of(game), _facts_path(game, folder))
    size = problems_path(game).stat().st_size
    yield f"{game.key}: {len(told)} problems, {size} bytes"
    themes = Counter(one.problem.theme for one in told)
    shares = (f"{theme} {100 * count / len(told):.0f} %" for theme, count in themes.most_common())
    yield f"  themes: {', '.join(shares)}"
    plies = sum(len(one.line) for one in told)
    yield f"  forced plies: {100 * sum(one.forced for one in told) / plies:.1f} %"
    keys = [one.key for one in told]
    yield f"  twins: {len(keys) - len(set(keys))}"
    inside = sum(len(set(one.later_keys()) & set(keys) - {one.key}) for one in told)
    yield f"  problems in the solution of another one: {inside}"
    yield f"  {'solved, %':10}" + "".join(f"{name:>10}" for name in (*PLAYERS, "all"))
    for grade in GRADES:
        some = [one for one in told if one.problem.grade == grade]
        shares_of = [[one.solved(name) for one in some] for name in PLAYERS]
        shares_of.append([one.share for one in some])
        row = "".join(f"{100 * sum(share) / max(1, len(share)):10.0f}" for share in shares_of)
        yield f"  {f'grade {grade}':10}{row}  ({len(some)})"
