"""Makes the problems of a game: finds them in matches between levels, assesses and selects them.

The results of each match are stored in a file. The same seed finds the same problems. Problems that
are already in the game's file are preferred.
"""

import json
import sys
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from math import prod
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from flipside.rules import teaching
from flipside.rules.arena.contest import open_at_random, play_out, player_of
from flipside.rules.arena.pool import PoolTask, Workers, run_tasks
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import History, plies_to_end, shuffled
from flipside.rules.engine.search import known_scores, level_rating
from flipside.rules.games.flipflop.position import FlipFlop
from flipside.rules.games.switch.position import PlayingPhase
from flipside.rules.match.match import Match
from flipside.rules.rating import expected_score
from flipside.rules.training.problems.choose import Assessment, SavedResults, assessments, select
from flipside.rules.training.problems.players import (
    PLAYERS_OF_GOAL,
    WEAK_LEVELS,
    naive_players_of,
    share_right,
    shares_right,
)
from flipside.rules.training.problems.proofs import candidates, main_line
from flipside.rules.training.problems.ratings import SCALES, fitted_scale

Range = tuple[float, float]
"""The lowest and the highest share, 0 to 1."""


def make(
    game: AnyGame, folder: Path, seed: int, matches: int, workers: Workers, shares: Range = (0, 1)
) -> int:
    """Find problems in `matches` matches, select and write them; return how many are written.

    Naive players find their first moves in a share of tries in the range `shares`.
    """
    cache = SavedResults(folder / f"{game.key}-{seed}.jsonl")
    tasks: dict[PoolTask[Any], int] = {
        partial(problems_of_match, game.key, seed, number, shares): number
        for number in range(matches)
        if number not in cache
    }
    for task, answer in run_tasks(tasks, workers):
        cache[tasks[task]] = answer()
        count = sum(map(len, cache.values()))
        print(f"{game.key}: {count} found in {len(cache)} matches", file=sys.stderr)
    problems = _choice(game, folder)
    rows = (
        json.dumps(teaching.problem_json(problem), separators=(",", ":")) for problem in problems
    )
    text = "".join(f"{row}\n" for row in rows)
    teaching.read_problems(game, text)
    teaching.problems_path(game).write_bytes(zlib.compress(text.encode(), 9))
    return len(problems)


def _choice(game: AnyGame, folder: Path) -> list[teaching.Problem]:
    current = teaching.problems_of(game) if teaching.problems_path(game).is_file() else ()
    problems = {problem.key: problem for problem in _all_found(game, folder)}
    for problem in current:
        problems.pop(problem.key, None)
    facts, new = _facts_path(game, folder), [problems[key] for key in sorted(problems)]
    return select(assessments(current, facts), assessments(new, facts))


def _facts_path(game: AnyGame, folder: Path) -> Path:
    return folder / f"{game.key}-assessments.jsonl"


def _all_found(game: AnyGame, folder: Path) -> Iterator[teaching.Problem]:
    for path in sorted(folder.glob(f"{game.key}-*.jsonl")):
        if path.stem.removeprefix(f"{game.key}-").isdecimal():
            for _, problems in sorted(SavedResults(path).items()):
                yield from teaching.read_problems(game, "\n".join(map(json.dumps, problems)))


def measure(game: AnyGame, folder: Path) -> Iterator[str]:
    """Yield lines of text about the game's problems: themes, forced plies, grades, and levels."""
    entries = assessments(teaching.problems_of(game), _facts_path(game, folder))
    size = teaching.problems_path(game).stat().st_size
    yield f"{game.key}: {len(entries)} problems, {size} bytes"
    themes = Counter(entry.problem.theme for entry in entries)
    shares = (f"{key} {100 * count / len(entries):.0f} %" for key, count in themes.most_common())
    yield f"  themes: {', '.join(shares)}"
    plies = sum(len(entry.line) for entry in entries)
    yield f"  forced plies: {100 * sum(entry.forced_plies for entry in entries) / plies:.1f} %"
    for grade in teaching.GRADES:
        some = [entry for entry in entries if entry.problem.grade == grade]
        yield (
            f"  grade {grade}: {len(some)} problems, ratings {some[0].rating} to {some[-1].rating},"
            f" mean score {100 * fmean(entry.mean for entry in some):.0f} %"
        )
    yield from _measure_levels(game, entries, folder)


def _measure_levels(game: AnyGame, entries: Sequence[Assessment], folder: Path) -> Iterator[str]:
    """Yield how many problems the levels solve, and the scale that predicts it best.

    Levels try to win the match, so problems with another goal are left out.
    """
    entries = [entry for entry in entries if entry.problem.goal not in PLAYERS_OF_GOAL]
    cache = SavedResults(folder / f"{game.key}-levels.jsonl")
    for entry in entries:
        if entry.problem.key not in cache:
            rates = shares_right(*main_line(entry.problem), WEAK_LEVELS)
            cache[entry.problem.key] = [prod(rates[name]) for name in WEAK_LEVELS]
    table = [cache[entry.problem.key] for entry in entries]
    solved = {
        level_rating(game, name) or 0: shares
        for name, *shares in zip(WEAK_LEVELS, *table, strict=True)
    }
    for rating, shares in solved.items():
        expected = fmean(expected_score(rating, entry.rating) for entry in entries)
        pairs = zip(shares, entries, strict=True)
        near = [share for share, entry in pairs if abs(entry.rating - rating) <= _NEAR_POINTS]
        yield (
            f"  level of rating {rating}: solves {100 * fmean(shares):.0f} % of {len(shares)},"
            f" expected {100 * expected:.0f} %; {100 * fmean(near or [0]):.0f} % of {len(near)}"
            " near its rating"
        )
    scale = fitted_scale([entry.mean for entry in entries], solved)
    yield f"  scale: {tuple(SCALES[game.key])}, fitted to the levels {tuple(scale)}"


# -- finding -------------------------------------------------------------------------------------


_PLAYERS = {
    "othello": (("level3", "level3"), ("level3", "level2"), ("level2", "level3")),
    "flipflop": (("level1", "level1"), ("level2", "level1"), ("level1", "level2")),
    "switch": (("level1", "level1"), ("level2", "level2")),
    "flipop": (("level1", "level1"), ("level2", "level2"), ("level2", "level1")),
    "contactic": (("level1", "level1"), ("level2", "level1")),
}
"""The players of the matches, in turn. They make mistakes like people do."""

_MATCH_OPTIONS: Mapping[str, Sequence[Mapping[str, str]]] = {
    "switch": [{}, {"setup": "windmill"}, {"setup": "ring"}],
    "flipflop": [{}, *[{"setup": "chess"}, {"setup": "random"}] * 3],
    "contactic": [{}, *[{"board": "13x13"}, {"board": "13x13", "mix": "proportional"}] * 3],
}
"""The options of the matches, in turn. Matches of other games have the default options."""

_NEAR_POINTS = 100
"""The maximum difference of the ratings of a problem and a level that are near each other."""

_OPENING_PLIES = 6

_LAST_PLIES = {
    "othello": (15,),
    "flipflop": (140, *[48] * 6),
    "switch": (40,),
    "flipop": (48,),
    "contactic": (100, *[5] * 6),
}
"""The number of last plies of a match that are searched for problems, in turn like the options."""

_MATCH_PROBLEMS = 3

_LEAST_GAP_PLIES = 8
"""The minimum number of plies between two problems of one match."""


def problems_of_match(key: str, seed: int, number: int, shares: Range) -> list[dict[str, object]]:
    """Return the problems of match `number`, as JSON objects."""
    game = BY_KEY[key]
    random = Random(seed * 1_000_003 + number)
    several = _MATCH_OPTIONS.get(key, [{}])
    match = Match(game, several[number % len(several)], seed + number)
    problems: dict[int, teaching.Problem] = {}
    for problem in _played(match, number, random, problems):
        kinds = [(other.goal, other.plies) for other in problems.values()]
        repeats = (problem.goal, problem.plies) in kinds
        if (
            not (repeats or _is_dull(match, problem))
            and shares[0] <= _first_share(problem) <= shares[1]
        ):
            problems[match.ply] = problem
            if len(problems) == _MATCH_PROBLEMS:
                break
    return list(map(teaching.problem_json, problems.values()))


def _first_share(problem: teaching.Problem) -> float:
    """Return the mean share of tries in which naive players find the right first move."""
    game, position = problem.game, problem.match().position
    right = {teaching.move_named(position, name) for name in problem.answers}
    players = naive_players_of(game, problem.goal)
    return fmean(share_right(game, position, name, right) for name in players)


def _played(
    match: Match, number: int, random: Random, avoid: Collection[int]
) -> Iterator[teaching.Problem]:
    """Play a match between levels; yield problems of its last plies, away from plies `avoid`."""
    key = match.game.key
    open_at_random(match, _OPENING_PLIES, random)
    pairs, lasts = _PLAYERS[key], _LAST_PLIES[key]
    first, second = (player_of(word).fitted(match.game) for word in pairs[number % len(pairs)])
    play_out(match, (first, second), random)
    plies = range(_OPENING_PLIES, len(match.moves))[-lasts[number % len(lasts)] :]
    order = shuffled(plies, random)
    yield from candidates(
        match, (ply for ply in order if all(abs(ply - at) >= _LEAST_GAP_PLIES for at in avoid))
    )


def _is_dull(match: Match, problem: teaching.Problem) -> bool:
    """Return whether nearly all moves lose soon, or the answer only blocks a line."""
    position = match.position
    if isinstance(position, FlipFlop) and position.laying:
        return problem.goal == "hold" and problem.plies == 2
    if isinstance(position, PlayingPhase) and problem.goal == "draw":
        history = History(match.game.repetition, [position])
        values = (known_scores(match.game, position, history) or {}).values()
        return 5 * sum((plies_to_end(value) or 99) <= 2 for value in values) > 4 * len(values)
    return False
