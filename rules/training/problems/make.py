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

from rules.arena.contest import level_move, open_at_random, player_of
from rules.arena.pool import Workers, ended
from rules.catalogue import BY_KEY
from rules.contract.game import AnyGame
from rules.contract.rng import shuffled
from rules.match.match import Match
from rules.teaching.problems import (
    GRADES,
    Problem,
    least_value,
    problem_json,
    problems_path,
    read_problems,
)
from rules.training.problems.difficulty import (
    ProblemLine,
    difficulty,
    lead_points,
    position_of,
    searched_level,
    tempting_moves,
)
from rules.training.problems.unique_moves import Candidate, candidates

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


_UNDECIDED_GOALS = ("draw", "hold")
"""Goals without gain."""

_LEAST_GAP_PLIES = 3
"""Least plies between two problems of one match, if there are others."""


MATCHES_AT_ONCE = 8
"""Matches requested at once."""


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
    problems_path(game).write_bytes(zlib.compress(text.encode(), 9))
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
        "level": searched_level(match, problem, random, values, wanted),
        "tempting": tempting_moves(match, values, wanted),
    }


def _chosen(game: AnyGame, found: Sequence[ProblemLine]) -> list[ProblemLine]:
    """Choose problems of every kind in turn, no position twice.

    Of each kind, problems that follow no other one and undecided positions come first.
    """
    different = {position_of(game, line["problem"]): line for line in reversed(found)}
    kinds: dict[tuple[str, int], list[ProblemLine]] = {}
    for line in reversed(different.values()):
        problem = line["problem"]
        kinds.setdefault((problem["goal"], problem["plies"]), []).append(line)
    sequels = _sequels(found)
    waiting = [
        sorted(kind, key=lambda line: (line["problem"]["id"] in sequels, lead_points(line)))
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


def _graded(game: AnyGame, chosen_lines: Sequence[ProblemLine]) -> list[ProblemLine]:
    """Grade problems from easy to hard, equally many of each grade."""
    ordered = sorted(chosen_lines, key=lambda line: difficulty(game, line))
    share = max(1, -(-len(ordered) // len(GRADES)))
    return [
        {**line["problem"], "grade": GRADES[number // share]} for number, line in enumerate(ordered)
    ]
