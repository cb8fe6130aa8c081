"""Assesses problems, selects those for the game's file, and grades them.

The grade depends on the share of the test players who find every right move of the main line.
Themes are balanced. No position has a twin or occurs in the solution of another problem. Twins are
positions that are equal up to symmetry and exchange of colours.
"""

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
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
from flipside.rules.training.problems.players import PLAYERS, shares_right
from flipside.rules.training.problems.proofs import main_line
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
        """The mean of `solved` over all players."""
        return sum(map(self.solved, PLAYERS)) / len(PLAYERS)

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
        "right": shares_right(match, line),
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


GRADE_PROBLEMS = (104, 72, 72, 72, 52)
"""The number of problems selected around the centre of each grade. Each problem then gets the grade
with the nearest centre."""

THEME_SHARE = 0.28
"""The maximum share of a theme among all problems."""

_CHOICE = 1.6
"""The maximum number of candidates per new problem that a grade needs."""

_MAX_FORCED_SHARE = 1 / 3
"""The maximum share of forced plies in the main line of a new problem."""


def select(current: Sequence[Assessment], candidates: Sequence[Assessment]) -> list[Problem]:
    """Return the problems for the file, from easy to hard, with grade, theme and day.

    Problems of the current file are preferred.
    """
    old = {entry.problem.key for entry in current}
    pool = [
        entry for entry in candidates if entry.forced_plies <= _MAX_FORCED_SHARE * len(entry.line)
    ]
    pool = list({entry.key: entry for entry in reversed([*current, *pool])}.values())  # no twins
    while spoilt := _spoilt(choice := _choice(pool, old), old):
        pool = [entry for entry in pool if entry.problem.key not in spoilt]
    days = _days([entry.problem for entry in choice])
    ascending = _easy_first(choice)
    centres = dict(zip(GRADES, _centres(ascending), strict=True))
    return [
        replace(
            entry.problem,
            grade=min(GRADES, key=lambda grade: abs(entry.share - centres[grade])),
            theme=entry.themes[0],
            day=days[entry.problem.key],
        )
        for entry in ascending
    ]


def _easy_first(some: Sequence[Assessment]) -> list[Assessment]:
    return sorted(some, key=lambda entry: (-entry.share, entry.problem.key))


def _centres(entries: Sequence[Assessment]) -> list[float]:
    """Return the centre of each grade: shares that fall in equal steps from easy to hard."""
    high, low = (
        sum(entry.share for entry in some) / max(1, len(some))
        for some in (entries[: GRADE_PROBLEMS[0]], entries[-GRADE_PROBLEMS[-1] :])
    )
    return [high - (high - low) * number / 4 for number in range(5)]


def _choice(pool: Sequence[Assessment], old: set[str]) -> list[Assessment]:
    """Return the problems near the centre of each grade: current problems, then new ones."""
    entries = _easy_first(pool)
    centres = _centres(entries)
    by_grade = _old_by_grade([entry for entry in entries if entry.problem.key in old], centres)
    counts = Counter(entry.themes[0] for of_grade in by_grade for entry in of_grade)
    new = [entry for entry in entries if entry.problem.key not in old]
    needs = [many - len(of_grade) for many, of_grade in zip(GRADE_PROBLEMS, by_grade, strict=True)]
    for number, near in enumerate(_windows(new, needs, centres)):
        by_grade[number] += _varied(near, needs[number], counts)
    return [entry for of_grade in by_grade for entry in of_grade]


def _old_by_grade(
    entries: Sequence[Assessment], centres: Sequence[float]
) -> list[list[Assessment]]:
    """Return current problems by nearest grade, so that harder problems find places, too."""
    by_grade: list[list[Assessment]] = [[], [], [], [], []]
    vacancies, first = list(GRADE_PROBLEMS), 0
    for at, entry in enumerate(entries):
        left = min(len(entries) - at, sum(vacancies[first:]))
        numbers = [n for n in range(first, 5) if vacancies[n] and sum(vacancies[n:]) >= left]
        if not numbers:
            break
        first = min(numbers, key=lambda number: abs(entry.share - centres[number]))
        by_grade[first].append(entry)
        vacancies[first] -= 1
    return by_grade


def _windows(
    new: Sequence[Assessment], needs: Sequence[int], centres: Sequence[float]
) -> Iterator[list[Assessment]]:
    """Yield the new problems to choose from for each grade, those nearest to its centre last."""
    choice = min(_CHOICE, len(new) / max(1, sum(needs)))
    widths = [int(need * choice) for need in needs]
    end = 0
    for number, width in enumerate(widths):
        harder = sum(entry.share > centres[number] for entry in new) - width // 2
        begin = max(end, min(harder, len(new) - sum(widths[number:])))
        end = begin + width
        yield sorted(new[begin:end], key=lambda entry: -abs(entry.share - centres[number]))


def _varied(group: Sequence[Assessment], many: int, counts: Counter[str]) -> list[Assessment]:
    """Return `many` problems of a group: rare themes first, and the last problems of a theme."""
    cap = round(THEME_SHARE * sum(GRADE_PROBLEMS))
    choice: list[Assessment] = []
    waiting: dict[str, list[Assessment]] = {}
    for entry in group:
        waiting.setdefault(entry.themes[0], []).append(entry)
    while len(choice) < many:
        themes = [theme for theme in waiting if waiting[theme] and counts[theme] < cap]
        if not themes:
            break
        theme = min(themes, key=lambda theme: (counts[theme], theme))
        choice.append(waiting[theme].pop())
        counts[theme] += 1
    return choice


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
