"""Makes the problems of a game: plays matches, proves positions of them, grades and chooses.

What a match gave lies in a file and is not looked for again. The same seed gives the same problems.
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

from rules.arena.contest import chosen, open_at_random, player_of
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

LEVELS = tuple(LEVEL_BY_KEY[f"level{number}"] for number in range(1, 7))
"""Those that think the same on every machine, the weakest first."""

PLAYERS = (("level2", "level3"), ("level3", "level4"), ("level4", "level2"), ("level3", "level1"))
EQUAL = (("level4", "level4"), ("level3", "level3"), ("level3", "level4"), ("level4", "level3"))
STRONGER = (("level5", "level4"), ("level4", "level3"), ("level4", "level4"), ("level3", "level5"))
"""Who plays the matches, in turn: people err like these. Where points are counted only equal ones
leave anything open, and where a search counts them none that are weaker."""

UNEVEN = {
    "flipflop": (
        ("level4", "level1"),
        ("level1", "level4"),
        ("level3", "level1"),
        ("level1", "level3"),
    ),
    "flipop": (("level4", "level1"), ("level1", "level3"), ("level4", "level2")),
}
"""Who plays where equals seldom leave a forced end behind. Of their last positions, also in a
drawn match, the longest proofs are kept."""

LATE = {"flipflop": 20, "flipop": 48}
"""How many of these, at most."""

CHOICES: Mapping[str, Sequence[Mapping[str, str]]] = {
    "switch": [{}, {"setup": "windmill"}, {"setup": "ring"}],
    "flipflop": [{}, {"setup": "random"}, {}, {}, {"setup": "chess"}],
    "contactic": [{}, *[{"board": "13x13"}, {"board": "13x13", "mix": "proportional"}] * 3],
}
"""The options of the matches, in turn; elsewhere none."""

OPENING = 6
OPENINGS = {"flipflop": 40}
"""Random plies that open a match; in some games another number, since little can be lost before."""

TRIES = 3
"""How often a level looks at a problem; it finds the answer if most of its moves are right."""

LAST = 24
"""Plies before the end of a match, which somebody has won, that are looked at."""

LASTS = {"contactic": (100, *[5] * 6)}
"""Where it is another number, in turn as the options of the matches: all but the beginning, to
count what one move does, and the ends alone of matches on a board with room left."""

EACH = 2
"""Problems of one match, at most."""

WANTED = 25
"""Problems of each grade."""


SPARE = 1.6
SPARES = {"flipflop": 1.3, "flipop": 1.3, "contactic": 2.2}
"""How many times as many are found before the choice; in some games another number."""

END = 6
"""Plies that a problem counts for whose proof goes to an end of the match that is not near."""

UNDECIDED = ("draw", "hold")
"""Goals that stand for no gain."""

APART = 3
"""Plies between two problems of one match, at least, as long as there are others."""

AHEAD = {"block": 8}
"""Plies that a problem counts for which asks for one move because of what may follow."""

NEAR, NEARLY = 100, 6
"""Points by which a wrong move comes near to the right one; and how many of them count, at most."""

BLOCK = 8
"""Matches asked for at once."""

Line = dict[str, Any]


def make(game: AnyGame, folder: Path, seed: int, workers: Workers) -> int:
    """Look at match after match until there are enough, and write the file of the game; how many
    problems there are."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game.key}-{seed}.jsonl"
    known = _known(path)
    enough = round(SPARES.get(game.key, SPARE) * WANTED * len(GRADES))
    with path.open("a", encoding="utf-8") as out:
        while sum(map(len, _in_order(known))) < enough:
            begun = len(list(_in_order(known)))
            missing = [n for n in range(begun, begun + BLOCK) if n not in known]
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


def _known(path: Path) -> dict[int, list[Line]]:
    """What earlier runs have found, by the number of the match; a torn last line is dropped."""
    known: dict[int, list[Line]] = {}
    if path.is_file():
        lines = path.read_bytes().splitlines(keepends=True)
        whole = [line for line in lines if line.endswith(b"\n")]
        if len(whole) < len(lines):
            path.write_bytes(b"".join(whole))
        known = dict(json.loads(line) for line in whole)
    return known


def _in_order(known: Mapping[int, list[Line]]) -> Iterator[list[Line]]:
    """What the first matches gave, as far as none is missing."""
    number = 0
    while number in known:
        yield known[number]
        number += 1


def _matches(
    game: AnyGame, seed: int, numbers: Sequence[int], workers: Workers
) -> Iterator[tuple[int, list[Line]]]:
    for task, answer in ended((partial(of_match, game.key, seed, n) for n in numbers), workers):
        assert isinstance(task, partial)
        yield task.args[2], answer()


def of_match(key: str, seed: int, number: int) -> list[Line]:
    """The problems of one match: as in the file, and what they are graded by."""
    game = BY_KEY[key]
    several = CHOICES.get(key, [{}])
    match = Match(game, several[number % len(several)], seed + number)
    random = Random(seed * 1_000_003 + number)
    opening = OPENINGS.get(key, OPENING)
    open_at_random(match, opening, random)
    counted, played = bool(game.engine.exact_solvers), UNEVEN.get(key, PLAYERS)
    pairs = EQUAL if counted else played if game.engine.terminal_score is None else STRONGER
    seats = [player_of(word).fitted(game) for word in pairs[number % len(pairs)]]
    while (result := match.result()) is None:
        match.play(chosen(match, seats[match.position.turn], random))
    whole, lasts = range(opening, len(match.moves)), LASTS.get(key, (LAST,))
    found: Iterable[Candidate] = ()
    if key in UNEVEN:
        late = whole[-LATE[key] :]
        found = sorted(candidates(match, late), key=lambda one: (-one.plies, one.at))
    elif counted or result.winner is not None:
        last = lasts[number % len(lasts)]
        found = candidates(match, shuffled(whole[-last:], random))
        found = _one_of_a_kind(found) if counted else found
    return [_line(match, one, random) for one in islice(found, EACH)]


def _one_of_a_kind(found: Iterable[Candidate]) -> Iterator[Candidate]:
    """The first for each goal: what is merely counted is found everywhere in a match."""
    goals = set()
    for candidate in found:
        if candidate.goal not in goals:
            goals.add(candidate.goal)
            yield candidate


def _line(match: Match, candidate: Candidate, random: Random) -> Line:
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
        value=0 if candidate.goal in UNDECIDED else candidate.value,
        answers=tuple(position.name(move) for move in values if values[move] >= wanted),
        grade=1,
    )
    return {
        "problem": problem_json(problem),
        "level": _lowest(match, problem, random) if _sought(problem) else _near(values, wanted),
        "tempting": _tempting(match, values, wanted),
    }


def _lowest(match: Match, problem: Problem, random: Random) -> int:
    """The lowest level that finds the answer, from 1; one more than there are where none does."""
    for number, level in enumerate(LEVELS, start=1):
        fitted = level.fitted(match.game)
        # Without noise a level hardly ever thinks otherwise the next time.
        tries = TRIES if fitted.limit.noise else 1
        names = [match.position.name(chosen(match, fitted, random)) for _ in range(tries)]
        if sum(name in problem.answers for name in names) * 2 > tries:
            return number
    return len(LEVELS) + 1


def _sought(problem: Problem) -> bool:
    """Whether levels look for what is asked, and not for a won match alone."""
    return problem.goal in ("win", "draw") or problem.goal not in problem.game.engine.exact_solvers


def _near(values: Mapping[Move, int], wanted: int) -> int:
    """One more than there are fields on which wrong moves come near; this stands for a level."""
    near = {move[:1] for move, value in values.items() if wanted - NEAR <= value < wanted}
    return 1 + min(len(near), NEARLY)


def _tempting(match: Match, values: Mapping[Move, int], wanted: int) -> int:
    """Wrong moves that the judge likes at least as well as the right one, one ply ahead."""
    position, judge = match.position, match.game.engine.evaluate
    judged = {}
    for move in values:
        after = position.play(move)
        worth = FORCED if after.result() is not None else -judge(after)
        judged[move] = worth if after.turn != position.turn else -worth
    right = min(judged[move] for move in values if values[move] >= wanted)
    return sum(judged[move] >= right for move in values if values[move] < wanted)


def _hard(game: AnyGame, line: Line) -> tuple[int, int, str]:
    """The larger, the harder: by the lowest level that finds it, tempting moves, and length."""
    data = line["problem"]
    points = 3 * line["level"] + 2 * min(line["tempting"], 5) + _length(game, data)
    return points, len(data["moves"]), data["id"]


def _length(game: AnyGame, problem: Line) -> int:
    """Plies that have to be looked ahead, as far as the end of the match if that is near."""
    position, goal = _position(game, problem), problem["goal"]
    if goal in AHEAD:
        return AHEAD[goal]
    if goal in game.engine.exact_solvers and not problem["plies"]:
        *_, thought = prove(position, game, 0, (position,), goal)
        return thought.depth
    rules = game.engine.batch_rules() if game.engine.batch_rules is not None else None
    left = rules.plies_left(position) if rules is not None and rules.covers(position) else None
    return int(problem["plies"]) or (END if left is None else left)


def _position(game: AnyGame, problem: Line) -> Position:
    match = Match(game, problem["options"], problem["seed"])
    match.read_moves(problem["moves"])
    return match.position


def _chosen(game: AnyGame, found: Sequence[Line]) -> list[Line]:
    """As many as are wanted: of every kind in turn, no position twice; of each kind first those
    that are no sequel of another one, and those that hang in the balance."""
    different = {_position(game, line["problem"]): line for line in reversed(found)}
    kinds: dict[tuple[str, int], list[Line]] = {}
    for line in reversed(different.values()):
        problem = line["problem"]
        kinds.setdefault((problem["goal"], problem["plies"]), []).append(line)
    sequels = _sequels(found)
    waiting = [
        sorted(kind, key=lambda line: (line["problem"]["id"] in sequels, _margin(line)))
        for _, kind in sorted(kinds.items())
    ]
    taken: list[Line] = []
    while any(waiting) and len(taken) < WANTED * len(GRADES):
        for kind in waiting:
            if kind and len(taken) < WANTED * len(GRADES):
                taken.append(kind.pop(0))
    return taken


def _sequels(found: Sequence[Line]) -> set[str]:
    """The names of the problems that come soon before or after another one of the same match."""
    places: dict[int, list[int]] = {}
    sequels = set()
    for line in found:
        problem = line["problem"]
        at, others = len(problem["moves"].split()), places.setdefault(problem["seed"], [])
        if any(abs(at - other) < APART for other in others):
            sequels.add(problem["id"])
        others.append(at)
    return sequels


def _margin(line: Line) -> int:
    """By how much the match is decided, where that is counted."""
    problem = line["problem"]
    value = abs(problem["value"])
    return value if value < FORCED and not problem["plies"] else 0


def _graded(game: AnyGame, chosen_lines: Sequence[Line]) -> list[Line]:
    """From easy to hard, equally many of each grade."""
    ordered = sorted(chosen_lines, key=lambda line: _hard(game, line))
    share = max(1, -(-len(ordered) // len(GRADES)))
    return [
        {**line["problem"], "grade": GRADES[number // share]} for number, line in enumerate(ordered)
    ]
