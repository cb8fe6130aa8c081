"""Makes the problems of a game: plays matches, proves positions, grades and chooses them.

The results of each match are stored in a file. The same seed gives the same problems.
"""

import json
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from rules.arena.contest import level_move, open_at_random, player_of
from rules.arena.pool import Workers, ended
from rules.catalogue import BY_KEY
from rules.contract.game import AnyGame
from rules.contract.position import Move, Position
from rules.contract.rng import shuffled
from rules.contract.value import FORCED
from rules.engine.analysis.proof import prove
from rules.engine.levels import LEVEL_BY_KEY
from rules.match.match import Match
from rules.teaching.problems import (
    GRADES,
    Problem,
    least_value,
    packed_problems,
    problem_json,
    problems_path,
    read_problems,
)
from rules.training.problems.unique_moves import Candidate, candidates

_GRADING_LEVELS = tuple(LEVEL_BY_KEY[f"level{number}"] for number in range(1, 7))
"""The levels that play alike on every machine, the weakest first."""

_PLAYERS = (("level2", "level3"), ("level3", "level4"), ("level4", "level2"), ("level3", "level1"))
_EQUAL_PLAYERS = (
    ("level4", "level4"),
    ("level3", "level3"),
    ("level3", "level4"),
    ("level4", "level3"),
)
_STRONGER_PLAYERS = (
    ("level5", "level4"),
    ("level4", "level3"),
    ("level4", "level4"),
    ("level3", "level5"),
)
"""The players of the matches, in turn; people err like these. If points count, only equal players
leave a match open. If a search solves the end, players must be stronger."""

_UNEVEN_PLAYERS = {
    "flipflop": (
        ("level4", "level1"),
        ("level1", "level4"),
        ("level3", "level1"),
        ("level1", "level3"),
    ),
    "flipop": (("level4", "level1"), ("level1", "level3"), ("level4", "level2")),
}
"""The players in games in which equal players seldom leave a forced end. Of the last positions,
also of drawn matches, the longest proofs are kept."""

_LATE_PLIES = {"flipflop": 20, "flipop": 48}
"""The number of last plies that are searched in these games."""

_MATCH_OPTIONS: Mapping[str, Sequence[Mapping[str, str]]] = {
    "switch": [{}, {"setup": "windmill"}, {"setup": "ring"}],
    "flipflop": [{}, {"setup": "random"}, {}, {}, {"setup": "chess"}],
    "contactic": [{}, *[{"board": "13x13"}, {"board": "13x13", "mix": "proportional"}] * 3],
}
"""The options of the matches, in turn; other games have none."""

_OPENING_PLIES = 6
_GAME_OPENING_PLIES = {"flipflop": 40}
"""Random plies at the start of a match; more in games in which little is lost earlier."""

_GRADING_TRIES = 3
"""Searches of a level for a problem; it finds the answer if most of them are right."""

_LAST_PLIES = 24
"""Plies before the end of a won match that are searched for problems."""

_GAME_LAST_PLIES = {"contactic": (100, *[5] * 6)}
"""Other numbers, in turn as the options of the matches: nearly all plies, for goals of one move, or
the ends alone, on a board with room left."""

_MATCH_PROBLEMS = 2
"""Most problems of one match."""

GRADE_PROBLEMS = 25
"""Problems of each grade."""


SURPLUS = 1.6
_GAME_SURPLUS = {"flipflop": 1.3, "flipop": 1.3, "contactic": 2.2}
"""The factor by which more problems are found than chosen; other factors for some games."""

_FAR_END_PLIES = 6
"""The length, in plies, of a problem whose proof goes to a far end of the match."""

_UNDECIDED_GOALS = ("draw", "hold")
"""Goals without gain."""

_LEAST_GAP_PLIES = 3
"""Least plies between two problems of one match, if there are others."""

_GOAL_PLIES = {"block": 8}
"""The length, in plies, of a problem of one move, by goal."""

_NEAR_POINTS, _MAX_NEAR_SQUARES = 100, 6
"""Points below the right move within which a wrong move is near; most squares of such moves."""

MATCHES_AT_ONCE = 8
"""Matches requested at once."""

ProblemLine = dict[str, Any]


def make(game: AnyGame, folder: Path, seed: int, workers: Workers) -> int:
    """Search match after match until there are enough problems, and write the game's file.

    Results of matches are stored in `folder`. Returns the number of problems.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game.key}-{seed}.jsonl"
    known = _known(path)
    enough = round(_GAME_SURPLUS.get(game.key, SURPLUS) * GRADE_PROBLEMS * len(GRADES))
    with path.open("a", encoding="utf-8") as out:
        while sum(map(len, _in_order(known))) < enough:
            begun = len(list(_in_order(known)))
            missing = [n for n in range(begun, begun + MATCHES_AT_ONCE) if n not in known]
            for number, lines in _matches(game, seed, missing, workers):
                known[number] = lines
                print(json.dumps([number, lines]), file=out, flush=True)
            count = sum(map(len, known.values()))
            print(f"{game.key}: {count} of {enough} in {len(known)} matches", file=sys.stderr)
    found = [line for lines in _in_order(known) for line in lines][:enough]
    problems = _graded(game, _chosen(game, found))
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in problems)
    read_problems(game, text)
    problems_path(game).write_bytes(packed_problems(text))
    return len(problems)


def _known(path: Path) -> dict[int, list[ProblemLine]]:
    """The results of earlier runs by number of the match; an incomplete last line is removed."""
    known: dict[int, list[ProblemLine]] = {}
    if path.is_file():
        lines = path.read_bytes().splitlines(keepends=True)
        whole = [line for line in lines if line.endswith(b"\n")]
        if len(whole) < len(lines):
            path.write_bytes(b"".join(whole))
        known = dict(json.loads(line) for line in whole)
    return known


def _in_order(known: Mapping[int, list[ProblemLine]]) -> Iterator[list[ProblemLine]]:
    """Yield the results of matches 0, 1, ... up to the first that is missing."""
    number = 0
    while number in known:
        yield known[number]
        number += 1


def _matches(
    game: AnyGame, seed: int, numbers: Sequence[int], workers: Workers
) -> Iterator[tuple[int, list[ProblemLine]]]:
    for task, answer in ended(
        (partial(problems_of_match, game.key, seed, n) for n in numbers), workers
    ):
        assert isinstance(task, partial)
        yield task.args[2], answer()


def problems_of_match(key: str, seed: int, number: int) -> list[ProblemLine]:
    """The problems of match `number`, as in the file, with the facts for grading."""
    game = BY_KEY[key]
    several = _MATCH_OPTIONS.get(key, [{}])
    match = Match(game, several[number % len(several)], seed + number)
    random = Random(seed * 1_000_003 + number)
    opening = _GAME_OPENING_PLIES.get(key, _OPENING_PLIES)
    open_at_random(match, opening, random)
    counted, played = bool(game.engine.exact_solvers), _UNEVEN_PLAYERS.get(key, _PLAYERS)
    pairs = (
        _EQUAL_PLAYERS
        if counted
        else played
        if game.engine.terminal_score is None
        else _STRONGER_PLAYERS
    )
    seats = [player_of(word).fitted(game) for word in pairs[number % len(pairs)]]
    while (result := match.result()) is None:
        match.play(level_move(match, seats[match.position.turn], random))
    whole, lasts = range(opening, len(match.moves)), _GAME_LAST_PLIES.get(key, (_LAST_PLIES,))
    found: Iterable[Candidate] = ()
    if key in _UNEVEN_PLAYERS:
        late = whole[-_LATE_PLIES[key] :]
        found = sorted(candidates(match, late), key=lambda one: (-one.plies, one.at))
    elif counted or result.winner is not None:
        last = lasts[number % len(lasts)]
        found = candidates(match, shuffled(whole[-last:], random))
        found = _one_of_a_kind(found) if counted else found
    return [_line(match, one, random) for one in islice(found, _MATCH_PROBLEMS)]


def _one_of_a_kind(found: Iterable[Candidate]) -> Iterator[Candidate]:
    """The first candidate of each goal; goals of one move occur all over a match."""
    goals = set()
    for candidate in found:
        if candidate.goal not in goals:
            goals.add(candidate.goal)
            yield candidate


def _line(match: Match, candidate: Candidate, random: Random) -> ProblemLine:
    match.go(candidate.at)
    position, values = match.position, candidate.values
    wanted = least_value(match.game, candidate.goal, candidate.value)
    moves = " ".join(match.names()[: candidate.at])
    options = {k: v for k, v in match.choices.items() if v != match.game.choices({})[k]}
    problem = Problem(
        key=f"{zlib.crc32(f'{options} {match.seed} {moves}'.encode()):08x}",
        game=match.game,
        choices=options,
        seed=match.seed,
        moves=moves,
        goal=candidate.goal,
        plies=candidate.plies,
        value=0 if candidate.goal in _UNDECIDED_GOALS else candidate.value,
        answers=tuple(position.name(move) for move in values if values[move] >= wanted),
        grade=1,
    )
    return {
        "problem": problem_json(problem),
        "level": _lowest(match, problem, random) if _sought(problem) else _near(values, wanted),
        "tempting": _tempting(match, values, wanted),
    }


def _lowest(match: Match, problem: Problem, random: Random) -> int:
    """The lowest level that finds the answer, from 1; one above the highest if none does."""
    for number, level in enumerate(_GRADING_LEVELS, start=1):
        fitted = level.fitted(match.game)
        # Without noise a level hardly ever thinks otherwise the next time.
        tries = _GRADING_TRIES if fitted.limit.noise else 1
        names = [match.position.name(level_move(match, fitted, random)) for _ in range(tries)]
        if sum(name in problem.answers for name in names) * 2 > tries:
            return number
    return len(_GRADING_LEVELS) + 1


def _sought(problem: Problem) -> bool:
    """Whether levels aim for the goal itself, not only for a won match."""
    return problem.goal in ("win", "draw") or problem.goal not in problem.game.engine.exact_solvers


def _near(values: Mapping[Move, int], wanted: int) -> int:
    """The number of squares with near wrong moves, plus one; used in place of a level."""
    near = {move[:1] for move, value in values.items() if wanted - _NEAR_POINTS <= value < wanted}
    return 1 + min(len(near), _MAX_NEAR_SQUARES)


def _tempting(match: Match, values: Mapping[Move, int], wanted: int) -> int:
    """The number of wrong moves that the evaluation, one ply deep, prefers to the right one."""
    position, evaluate = match.position, match.game.engine.evaluate
    scores = {}
    for move in values:
        after = position.play(move)
        worth = FORCED if after.result() is not None else -evaluate(after)
        scores[move] = worth if after.turn != position.turn else -worth
    right = min(scores[move] for move in values if values[move] >= wanted)
    return sum(scores[move] >= right for move in values if values[move] < wanted)


def _hard(game: AnyGame, line: ProblemLine) -> tuple[int, int, str]:
    """The difficulty as a sort key: by lowest level, tempting moves and length."""
    data = line["problem"]
    points = 3 * line["level"] + 2 * min(line["tempting"], 5) + _length(game, data)
    return points, len(data["moves"]), data["id"]


def _length(game: AnyGame, problem: ProblemLine) -> int:
    """The plies that a player has to look ahead, to the end of the match if that is near."""
    position, goal = _position(game, problem), problem["goal"]
    if goal in _GOAL_PLIES:
        return _GOAL_PLIES[goal]
    if goal in game.engine.exact_solvers and not problem["plies"]:
        *_, thought = prove(position, game, 0, (position,), goal)
        return thought.depth
    rules = game.engine.batch_rules() if game.engine.batch_rules is not None else None
    left = rules.plies_left(position) if rules is not None and rules.covers(position) else None
    return int(problem["plies"]) or (_FAR_END_PLIES if left is None else left)


def _position(game: AnyGame, problem: ProblemLine) -> Position:
    match = Match(game, problem["options"], problem["seed"])
    match.read_moves(problem["moves"])
    return match.position


def _chosen(game: AnyGame, found: Sequence[ProblemLine]) -> list[ProblemLine]:
    """Choose problems of every kind in turn, no position twice.

    Of each kind, problems that follow no other one and undecided positions come first.
    """
    different = {_position(game, line["problem"]): line for line in reversed(found)}
    kinds: dict[tuple[str, int], list[ProblemLine]] = {}
    for line in reversed(different.values()):
        problem = line["problem"]
        kinds.setdefault((problem["goal"], problem["plies"]), []).append(line)
    sequels = _sequels(found)
    waiting = [
        sorted(kind, key=lambda line: (line["problem"]["id"] in sequels, _margin(line)))
        for _, kind in sorted(kinds.items())
    ]
    taken: list[ProblemLine] = []
    while any(waiting) and len(taken) < GRADE_PROBLEMS * len(GRADES):
        for kind in waiting:
            if kind and len(taken) < GRADE_PROBLEMS * len(GRADES):
                taken.append(kind.pop(0))
    return taken


def _sequels(found: Sequence[ProblemLine]) -> set[str]:
    """The ids of problems close to an earlier found one of the same match."""
    places: dict[int, list[int]] = {}
    sequels = set()
    for line in found:
        problem = line["problem"]
        at, others = len(problem["moves"].split()), places.setdefault(problem["seed"], [])
        if any(abs(at - other) < _LEAST_GAP_PLIES for other in others):
            sequels.add(problem["id"])
        others.append(at)
    return sequels


def _margin(line: ProblemLine) -> int:
    """The margin in points by which a counted match is decided; otherwise 0."""
    problem = line["problem"]
    value = abs(problem["value"])
    return value if value < FORCED and not problem["plies"] else 0


def _graded(game: AnyGame, chosen_lines: Sequence[ProblemLine]) -> list[ProblemLine]:
    """Grade problems from easy to hard, equally many of each grade."""
    ordered = sorted(chosen_lines, key=lambda line: _hard(game, line))
    share = max(1, -(-len(ordered) // len(GRADES)))
    return [
        {**line["problem"], "grade": GRADES[number // share]} for number, line in enumerate(ordered)
    ]
