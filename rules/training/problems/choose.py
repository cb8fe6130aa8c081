"""Assesses problems, selects those for the game's file, and grades them.

The rating of a problem follows from the shares of the test players who find its right moves. The
grades are groups of ratings. Themes are balanced. No position has a twin or a near twin, or occurs
in the solution of another problem. Twins are positions that are equal up to symmetry and exchange
of colours. Near twins, in Switch, become twins if the contents of two squares are exchanged.
"""

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from math import prod
from pathlib import Path
from typing import Any
from zlib import crc32

from flipside.rules.contract.board import cells
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Position
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import KIND_OF_TILE
from flipside.rules.games.flipflop.position import FlipFlop
from flipside.rules.games.flipop.doors import BOARD_SIDE
from flipside.rules.games.flipop.position import Flipop
from flipside.rules.games.othello.openings import canonical
from flipside.rules.games.switch.position import PlayingPhase
from flipside.rules.teaching import DAYS_OF_YEAR, GRADES, Problem
from flipside.rules.training.problems.players import players_of, shares_right
from flipside.rules.training.problems.proofs import main_line
from flipside.rules.training.problems.ratings import fitted_ratings
from flipside.rules.training.problems.themes import themes_of

_Plan = Sequence[int]
"""A symmetry: for each cell, the cell to which it moves."""


def twin_key(game: AnyGame, position: Position) -> Hashable:
    """Return the key of a position. Only twins have the same key."""
    return _KEYS[game.key](position)


def _plans(columns: int, rows: int) -> Iterator[_Plan]:
    """Yield the symmetries of a board: eight of a square board, four of others."""
    turns = (False, True) if columns == rows else (False,)
    for up, across, turned in product((False, True), (False, True), turns):
        plan = []
        for row, column in product(range(rows), range(columns)):
            to_row = rows - 1 - row if up else row
            to_column = columns - 1 - column if across else column
            if turned:
                to_row, to_column = to_column, to_row
            plan.append(to_row * columns + to_column)
        yield plan


def _moved(plan: _Plan, bits: int) -> int:
    return sum(1 << plan[cell] for cell in cells(bits))


def _sides(pair: tuple[int, int], turn: int) -> tuple[int, int]:
    return pair[turn], pair[1 - turn]


_SWITCH_PLANS = tuple(_plans(5, 5))


def _switch(position: PlayingPhase) -> Hashable:
    own, enemy = position.sides
    return min((_moved(plan, own), _moved(plan, enemy)) for plan in _SWITCH_PLANS)


def near_twins(positions: Mapping[str, Position]) -> set[tuple[str, str]]:
    """Return the pairs of names of near twins, in the order of the names in `positions`."""
    some = {name: now.sides for name, now in positions.items() if isinstance(now, PlayingPhase)}
    names: dict[tuple[int, int], list[str]] = {}
    for name, (own, enemy) in some.items():
        for image in {(_moved(plan, own), _moved(plan, enemy)) for plan in _SWITCH_PLANS}:
            names.setdefault(image, []).append(name)
    order = {name: number for number, name in enumerate(some)}
    return {
        (name, other)
        for name, sides in some.items()
        for exchanged in _exchanged(*sides)
        for other in names.get(exchanged, ())
        if order[name] < order[other]
    }


def _exchanged(own: int, enemy: int) -> Iterator[tuple[int, int]]:
    """Yield the stones after the exchange of the contents of any two squares."""
    for first, second in combinations(range(25), 2):
        both = 1 << first | 1 << second
        new_own, new_enemy = (
            side ^ both if (side & both).bit_count() == 1 else side for side in (own, enemy)
        )
        if (new_own, new_enemy) != (own, enemy):
            yield new_own, new_enemy


def _flipflop(position: FlipFlop) -> Hashable:
    """Return a key that does not depend on the order of rows and of columns.

    It is a colouring of rows and columns, refined four times by the stones and colours in them.
    """
    own, _ = _sides(position.stones, position.turn)
    stones = position.stones[0] | position.stones[1]
    barred = position.ban if not position.laying else None

    def stone(bit: int) -> int:
        kind = 1 if own >> bit & 1 else 2 if stones >> bit & 1 else 0
        return kind + (3 if bit == barred else 0)

    rows = [[stone(8 * row + column) for column in range(8)] for row in range(8)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    colours = [[0] * 8, [0] * 8]
    for _ in range(4):
        views = [
            [(of[at], tuple(sorted(zip(lines[at], others, strict=True)))) for at in range(8)]
            for lines, of, others in (
                (rows, colours[0], colours[1]),
                (columns, colours[1], colours[0]),
            )
        ]
        ranks = {view: at for at, view in enumerate(sorted({*views[0], *views[1]}))}
        colours = [[ranks[view] for view in of_lines] for of_lines in views]
    return position.laying, tuple(sorted(tuple(sorted(of_lines)) for of_lines in views))


def _flipop(position: Flipop) -> Hashable:
    """Return the smaller of the position, with the mover going down, and its mirror image."""
    return min(_flipop_image(position, position.turn == 1, mirrored) for mirrored in (False, True))


def _flipop_image(position: Flipop, turned: bool, mirrored: bool) -> tuple[object, ...]:
    def place(cell: int, side: int) -> int:
        row, column = divmod(cell, side)
        if turned:
            row, column = side - 1 - row, side - 1 - column
        return row * side + (side - 1 - column if mirrored else column)

    def way(direction: int) -> int:
        direction = (direction + 2) % 4 if turned else direction
        return (4 - direction) % 4 if mirrored else direction

    def balls(bits: int) -> tuple[int, ...]:
        return tuple(sorted(place(pit, BOARD_SIDE) for pit in cells(bits)))

    def doors(bits: int, side: int) -> tuple[int, ...]:
        return tuple(sorted(4 * place(bit // 4, side) + way(bit % 4) for bit in cells(bits)))

    own, enemy = _sides(position.balls, position.turn)
    doors_now = doors(position.doors, BOARD_SIDE - 1)
    return balls(own), balls(enemy), doors_now, doors(position.ban, BOARD_SIDE)


def _contactic(position: Contactic) -> Hashable:
    """Return the smallest symmetric board, and the kinds of tiles in hand and in the piles."""
    geometry = position.setup.geometry
    columns, rows = geometry.board.columns, geometry.board.rows
    owners = (16, 32) if position.turn == 0 else (32, 16)
    tiles = []
    for plan in _plans(columns, rows):
        turn = _edge_turn(plan, columns)
        image = bytearray(len(plan))
        for cell, tile in enumerate(position.tile_map.tiles):
            if tile:
                owner = owners.index(tile & 48) + 1 if tile & 48 in owners else 3
                image[plan[cell]] = 16 * owner + turn[tile & 15]
        tiles.append(bytes(image))
    piles = [position.piles[player].kinds() for player in (position.turn, 1 - position.turn)]
    hand = None if position.hand is None else KIND_OF_TILE[position.hand]
    return min(tiles), hand, *piles


def _edge_turn(plan: _Plan, columns: int) -> list[int]:
    """Return the tile that each of the 16 kinds of tiles becomes under a symmetry."""
    middle = columns + 1
    steps = (-columns, 1, columns, -1)
    to = [steps.index(plan[middle + step] - plan[middle]) for step in steps]
    return [sum((8 >> to[n]) for n in range(4) if tile & 8 >> n) for tile in range(16)]


_KEYS: Mapping[str, Callable[..., Hashable]] = {
    "othello": lambda position: canonical(_sides(position.discs, position.turn))[0],
    "flipflop": _flipflop,
    "switch": _switch,
    "flipop": _flipop,
    "contactic": _contactic,
}


@dataclass(frozen=True)
class Assessment:
    """Measured properties of one problem."""

    problem: Problem
    line: Sequence[str]
    """The names of the moves of the main line, up to the solver's last decision."""
    forced_plies: int
    """The number of plies of the main line with only one legal move."""
    right: dict[str, list[float]]
    """By player and decision, the share of tries that find a right move."""
    themes: tuple[str, ...]

    def solved(self, name: str) -> float:
        """Return the share of tries in which player `name` finds all right moves."""
        return prod(self.right[name])

    @property
    def share(self) -> float:
        """The mean over all players of the share of right tries."""
        return sum(self.shares()) / len(self.right)

    def shares(self) -> list[float]:
        """Return by player the share of right tries. Half counts for the first move alone."""
        return [(rates[0] + prod(rates)) / 2 for rates in self.right.values()]

    @cached_property
    def key(self) -> Hashable:
        """The key of the position; twins have the same key."""
        return twin_key(self.problem.game, self.problem.match().position)

    def later_keys(self) -> Iterator[Hashable]:
        """Yield the keys of the positions after every reply to a right move of the main line."""
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
    """Return the fields of an `Assessment` that take long to compute, as JSON."""
    match, line = main_line(problem)
    return {
        "line": match.names()[len(match.moves) - len(line) :],
        "forced_plies": sum(ply.legal == 1 for ply in line),
        "right": shares_right(match, line, players_of(problem.game)),
    }


class SavedResults(dict[Any, Any]):
    """Results by key. Each new result is immediately appended to a file as a line [key, result]."""

    def __init__(self, path: Path) -> None:
        """Read the file, if there is one, and remove an incomplete last line from it."""
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
    """Assess problems, with results cached in the file `path`."""
    cache, entries = SavedResults(path), []
    for problem in problems:
        if problem.key not in cache:
            cache[problem.key] = assess(problem)
        facts, match = cache[problem.key], problem.match()
        start = match.ply
        match.read_moves(" ".join(facts["line"]))
        themes = tuple(themes_of(problem, match, start))
        entries.append(Assessment(problem, themes=themes, **facts))
    return entries


GRADE_PROBLEMS: Mapping[str, Sequence[int]] = {
    "othello": (78, 69, 78, 69, 78),
    "flipflop": (78, 66, 36, 96, 96),
    "switch": (42, 36, 102, 108, 84),
    "flipop": (40, 50, 70, 90, 122),
    "contactic": (36, 36, 36, 72, 192),
}
"""The number of problems of each grade, by game. With these numbers, the shares that naive players
solve fall from grade to grade as evenly as the problems allow."""

THEME_SHARE = 0.28
"""The maximum share of a theme among all problems."""

_MAX_FORCED_SHARE = 1 / 3
"""The maximum share of forced plies in the main line of a new problem."""


def select(current: Sequence[Assessment], candidates: Sequence[Assessment]) -> list[Problem]:
    """Return the problems for the file, from easy to hard, with rating, grade, theme and day.

    Problems of the current file are preferred.
    """
    old = {entry.problem.key for entry in current}
    pool = [
        entry for entry in candidates if entry.forced_plies <= _MAX_FORCED_SHARE * len(entry.line)
    ]
    pool = list({entry.key: entry for entry in reversed([*current, *pool])}.values())  # no twins
    pool = _without_near_twins(pool[::-1])
    while spoilt := _spoilt(choice := _choice(pool, old), old):
        pool = [entry for entry in pool if entry.problem.key not in spoilt]
    days = _days([entry.problem for entry in choice])
    ratings = fitted_ratings([entry.shares() for entry in choice])
    ascending = sorted(
        zip(ratings, choice, strict=True), key=lambda pair: (pair[0], pair[1].problem.key)
    )
    sizes = GRADE_PROBLEMS[choice[0].problem.game.key]
    grades = [grade for grade, many in zip(GRADES, sizes, strict=True) for _ in range(many)]
    return [
        replace(
            entry.problem,
            grade=grade,
            rating=rating,
            theme=entry.themes[0],
            day=days[entry.problem.key],
        )
        for (rating, entry), grade in zip(ascending, grades, strict=False)
    ]


def _without_near_twins(entries: Sequence[Assessment]) -> list[Assessment]:
    """Return the problems that have no near twin before them."""
    pairs = near_twins({entry.problem.key: entry.problem.match().position for entry in entries})
    earlier: dict[str, set[str]] = {}
    for first, second in pairs:
        earlier.setdefault(second, set()).add(first)
    keys: set[str] = set()
    for entry in entries:
        if keys.isdisjoint(earlier.get(entry.problem.key, ())):
            keys.add(entry.problem.key)
    return [entry for entry in entries if entry.problem.key in keys]


def _choice(pool: Sequence[Assessment], old: set[str]) -> list[Assessment]:
    """Return the problems nearest to the share of each grade: current ones, then varied new ones.

    The shares fall in equal steps from grade to grade.
    """
    sizes = GRADE_PROBLEMS[pool[0].problem.game.key]
    entries = sorted(pool, key=lambda entry: (-entry.share, entry.problem.key))
    high, low = (
        sum(entry.share for entry in some) / max(1, len(some))
        for some in (entries[: sizes[0]], entries[-sizes[-1] :])
    )
    step = (high - low) / (len(sizes) - 1)
    cap = round(THEME_SHARE * sum(sizes))
    counts: Counter[str] = Counter()
    choice: list[Assessment] = []
    for number, many in enumerate(sizes):
        centre, end = high - number * step, len(choice) + many
        for entry in _nearest(entries, centre, step / 2, old):
            if len(choice) < end and counts[entry.themes[0]] < cap:
                choice.append(entry)
                counts[entry.themes[0]] += 1
        entries = [entry for entry in entries if entry not in choice]
    return choice


def _nearest(
    entries: Sequence[Assessment], centre: float, distance: float, old: set[str]
) -> list[Assessment]:
    """Return the entries, those nearest to the share `centre` first.

    Current problems at most `distance` away come before all others.
    """

    def order(entry: Assessment) -> tuple[bool, float, str]:
        away = abs(entry.share - centre)
        return entry.problem.key not in old or away > distance, away, entry.problem.key

    return sorted(entries, key=order)


def _spoilt(choice: Sequence[Assessment], old: set[str]) -> set[str]:
    """Return the keys of problems to drop, so that none occurs in the solution of another one.

    A problem of the current file is kept.
    """
    places = {entry.key: entry.problem.key for entry in choice}
    pairs = (
        (places[key], entry.problem.key)
        for entry in choice
        for key in entry.later_keys()
        if key in places and places[key] != entry.problem.key
    )
    return {outer if inner in old and outer not in old else inner for inner, outer in pairs}


def _days(problems: Sequence[Problem]) -> dict[str, int]:
    """Return the day of each problem by key, 0 for none. Problems keep the days that they have."""
    key_by_day = {problem.day: problem.key for problem in problems if problem.day}
    free = iter([day for day in range(1, DAYS_OF_YEAR + 1) if day not in key_by_day])
    days = {key: day for day, key in key_by_day.items()}
    for problem in sorted(problems, key=lambda problem: crc32(problem.key.encode())):
        if problem.key not in days:
            days[problem.key] = next(free, 0)
    return days
