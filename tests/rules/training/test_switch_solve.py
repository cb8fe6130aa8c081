"""The solver of Switch against a second one that shares nothing with it, on a board of 3x3."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np

from rules.training.retrograde import Solver, SquareBoard, value_counts, wrong_value_counts

Side = frozenset[tuple[int, int]]
Sides = tuple[Side, Side]
"""The cells of the mover's stones and of the enemy's."""

CELLS = [(row, column) for row in range(3) for column in range(3)]


def plain_arrangements() -> list[Sides]:
    found = []
    for gap in CELLS:
        rest = [cell for cell in CELLS if cell != gap]
        for own in combinations(rest, 4):
            found.append((frozenset(own), frozenset(rest) - frozenset(own)))
    return found


@cache
def plain_joined(stones: Side) -> bool:
    reached = [min(stones)]
    for row, column in reached:
        near = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        reached += near & stones - set(reached)
    return len(reached) == 4


def plain_moves(sides: Sides) -> Iterator[Sides]:
    """What every move of SW-2 to SW-4 leads to, still seen by the one who moved."""
    own, enemy = sides
    (gap,) = set(CELLS) - own - enemy
    for stone in own:
        yield own - {stone} | {gap}, enemy
        for other in enemy:
            for axis in (0, 1):
                line = {cell for cell in CELLS if cell[axis] == stone[axis]}
                if other in line and len(own & line) > len(enemy & line):
                    yield own - {stone} | {other}, enemy - {other} | {stone}


def plain_worth(sides: Sides, known: dict[Sides, int]) -> int | None:
    """The value of what a move led to for the one who moved: plies to a win from here, the
    negative for a loss, as 100 less the plies; None if nothing is known (SW-6 to SW-8)."""
    mine, other = map(plain_joined, sides)
    if other:
        return -100
    if mine:
        answers = plain_moves((sides[1], sides[0]))
        countered = any(plain_joined(one) and not plain_joined(two) for one, two in answers)
        return -99 if countered else 100
    value = known.get((sides[1], sides[0]))
    return None if value is None else -value


def plainly_solved() -> dict[Sides, int]:
    """Ever longer wins and losses until no more are found."""
    known: dict[Sides, int] = {}
    running = [one for one in plain_arrangements() if not any(map(plain_joined, one))]
    for plies in range(1, 60):
        found = {}
        for sides in running:
            if sides in known:
                continue
            worths = [plain_worth(after, known) for after in plain_moves(sides)]
            if 101 - plies in worths:
                found[sides] = 100 - plies
            elif None not in worths and max(map(int, filter(None, worths))) == plies - 101:
                found[sides] = plies - 100
        known |= found
    return known


def solved(square: SquareBoard) -> Solver:
    solver = Solver(square)
    while not solver.done():
        solver.step()
    return solver


def place_of(square: SquareBoard, own: Side, enemy: Side) -> int:
    (gap,) = set(CELLS) - own - enemy
    word = sum(1 << 3 * row + column for row, column in own)
    return int(square.index(3 * gap[0] + gap[1], np.array([word], np.uint32))[0])


def test_solver_agrees_with_a_plain_one() -> None:
    """SW-2 to SW-8: every value on a board of 3x3, and that of the counter."""
    square = SquareBoard(3)
    values = solved(square).values
    known = plainly_solved()
    seen = set()
    for own, enemy in plain_arrangements():
        value = int(values[place_of(square, own, enemy)])
        seen.add(value)
        mine, other = plain_joined(own), plain_joined(enemy)
        if mine or other:
            countered = plain_worth((enemy, own), {}) == -99
            assert value == (1 if mine else 2 if countered else -1)
        elif (own, enemy) not in known:
            assert value == 0
        else:
            plain = known[own, enemy]
            assert value == (101 - plain if plain > 0 else -101 - plain)
    assert {1, -1, 2, 4, -3} < seen
    found = value_counts(square, values)
    assert found["won"] == sum(1 for value in known.values() if value > 0)
    assert found["lost"] == sum(1 for value in known.values() if value < 0)
    assert found["connected"] + found["won"] + found["lost"] + found["drawn"] == square.size == 630
    assert found["longest"] == max(100 - value for value in known.values() if value > 0)


def test_a_wrong_value_is_found() -> None:
    """What verifies the solution notices every single value that is not true."""
    square = SquareBoard(3)
    values = solved(square).values
    assert sum(wrong_value_counts(square, values)) == 0
    for place in range(0, square.size, 31):
        for other in {0, 2, 4, -3} - {int(values[place])}:
            broken = values.copy()
            broken[place] = other
            own_only = sum(wrong_value_counts(square, broken)) > 0
            assert own_only or ended(square, place)


def ended(square: SquareBoard, place: int) -> bool:
    gap, rank = divmod(place, square.subsets)
    own = square.own(gap, np.array([rank], np.uint32))
    return bool((square.joined[own] | square.joined[square.enemy(gap, own)])[0])
