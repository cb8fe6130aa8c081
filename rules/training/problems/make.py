"""Makes the problems of a game: finds them in matches of our own, assesses and chooses them. The
results of each match are stored in a file. The same seed finds the same problems; those that ship
already stay where they are still good."""

import json
import sys
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from flipside.rules.arena.contest import open_at_random, play_out, player_of
from flipside.rules.arena.pool import PoolTask, Workers, ended
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.history import History
from flipside.rules.contract.position import plies_to_end, shuffled
from flipside.rules.engine.search import known_scores
from flipside.rules.games.flipflop.position import FlipFlop
from flipside.rules.games.switch.position import PlayingPhase
from flipside.rules.match.match import Match
from flipside.rules.teaching.problems import (
    GRADES,
    Problem,
    problem_json,
    problems_of,
    problems_path,
    read_problems,
)
from flipside.rules.training.problems.choose import SavedResults, assessments, chosen
from flipside.rules.training.problems.players import PLAYERS, solved_by_naive
from flipside.rules.training.problems.proofs import candidates


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


_PLAYERS = {
    "othello": (("level3", "level3"), ("level3", "level2"), ("level2", "level3")),
    "flipflop": (("level1", "level1"), ("level2", "level1"), ("level1", "level2")),
    "switch": (("level1", "level1"), ("level2", "level2")),
    "flipop": (("level1", "level1"), ("level2", "level2"), ("level2", "level1")),
    "contactic": (("level1", "level1"), ("level2", "level1")),
}
"""The players of the matches, in turn. People err like these, and weak ones leave many chances."""

_MATCH_OPTIONS: Mapping[str, Sequence[Mapping[str, str]]] = {
    "switch": [{}, {"setup": "windmill"}, {"setup": "ring"}],
    "flipflop": [{}, *[{"setup": "chess"}, {"setup": "random"}] * 3],
    "contactic": [{}, *[{"board": "13x13"}, {"board": "13x13", "mix": "proportional"}] * 3],
}
"""The options of the matches, in turn; other games have none."""

_OPENING_PLIES = 6

_LAST_PLIES = {
    "othello": (15,),
    "flipflop": (140, *[48] * 6),
    "switch": (40,),
    "flipop": (48,),
    "contactic": (100, *[5] * 6),
}
"""The last plies of a match that are searched, in turn as the options."""

_MATCH_PROBLEMS = 3

_FREQUENT = {("switch", "win", 3): 2, ("switch", "win", 5): 5}
"""Kinds of problems that are found too often: of so many matches one gives them."""

_LEAST_GAP_PLIES = 8
"""Least plies between two problems of one match."""


def problems_of_match(key: str, seed: int, number: int) -> list[dict[str, object]]:
    """The problems of match `number`, as JSON objects."""
    game = BY_KEY[key]
    random = Random(seed * 1_000_003 + number)
    several = _MATCH_OPTIONS.get(key, [{}])
    match = Match(game, several[number % len(several)], seed + number)
    taken: dict[int, Problem] = {}
    for one in _played(match, number, random, taken):
        frequent = number % _FREQUENT.get((key, one.goal, one.plies), 1) != 0
        known = (one.goal, one.plies) in {(other.goal, other.plies) for other in taken.values()}
        if not (frequent or known or _is_dull(match, one) or solved_by_naive(one)):
            taken[match.ply] = one
            if len(taken) == _MATCH_PROBLEMS:
                break
    return list(map(problem_json, taken.values()))


def _played(match: Match, number: int, random: Random, taken: Collection[int]) -> Iterator[Problem]:
    """Play a match between levels, and look for problems near its end, not near the plies `taken`
    meanwhile."""
    key = match.game.key
    open_at_random(match, _OPENING_PLIES, random)
    pairs, lasts = _PLAYERS[key], _LAST_PLIES[key]
    first, second = (player_of(word).fitted(match.game) for word in pairs[number % len(pairs)])
    play_out(match, (first, second), random)
    plies = range(_OPENING_PLIES, len(match.moves))[-lasts[number % len(lasts)] :]
    yield from candidates(
        match,
        (
            ply
            for ply in shuffled(plies, random)
            if all(abs(ply - at) >= _LEAST_GAP_PLIES for at in taken)
        ),
    )


def _is_dull(match: Match, problem: Problem) -> bool:
    """Whether the answer is a draw where nearly all else loses at once, or fills a line of seven
    while stones are laid."""
    position = match.position
    if isinstance(position, FlipFlop) and position.laying:
        return problem.goal == "hold" and problem.plies == 2
    if isinstance(position, PlayingPhase) and problem.goal == "draw":
        values = (
            known_scores(match.game, position, History(match.game.repetition, [position])) or {}
        )
        lengths = [plies_to_end(value) or 99 for value in values.values()]
        return 5 * sum(plies <= 2 for plies in lengths) > 4 * len(lengths)
    return False
