"""Comparison of the solver with the tablebase of Switch. Others compare that with the rules."""

from functools import cache

import numpy as np
import pytest

from flipside.rules.games.switch import TABLE
from flipside.rules.games.switch.engine.table import Codes, SwitchTable
from flipside.rules.games.switch.stones import counters, joined
from flipside.rules.training.solve_switch import Solver, untrue_count
from tests.rules.games.switch.solved import of_every_class, random_arrangements


@cache
def begun() -> Solver:
    return Solver()


def shipped() -> Codes:
    """Return the value of every place in the tablebase file."""
    return TABLE.loaded().values(begun().own, begun().enemy)


def solved_from(plies: int) -> Codes:
    """Return the values of a solver that begins with all ends of at most `plies` plies."""
    solver, known = Solver.__new__(Solver), shipped()
    vars(solver).update(vars(begun()), plies=plies)
    solver.values = np.where(solver.is_over | (np.abs(known) <= plies + 1), known, np.int8(0))
    while not solver.done():
        code = solver.plies + 1
        counts = tuple(int(begun().counts[known == one].sum()) for one in (code, -code))
        assert solver.step() == counts
    return solver.values


@pytest.mark.long
def test_connected_arrangements() -> None:
    """SW-6 to SW-8: connected arrangements are decided by the rules; others are not decided yet."""
    solver = begun()
    assert np.array_equal(solver.is_over, solver.values != 0)
    assert np.array_equal(solver.values[solver.is_over], shipped()[solver.is_over])
    seen = set()
    for place in [*np.flatnonzero(solver.is_over)[::999], *range(0, len(solver.own), 9_999)]:
        own, enemy = int(solver.own[place]), int(solver.enemy[place])
        value = 0
        if joined(own):
            value = 1
        elif joined(enemy):
            value = 2 if any(counters(own, enemy, False)) else -1
        assert solver.values[place] == value
        seen.add(value)
    assert seen == {0, 1, 2, -1}


@pytest.mark.long
def test_far_ends() -> None:
    """From ten plies on, the solver decides the same wins and losses as the file."""
    values = solved_from(10)
    assert np.array_equal(values, shipped())


@pytest.mark.long
def test_all_ends() -> None:
    assert np.array_equal(solved_from(0), shipped())


@pytest.mark.long
def test_counts() -> None:
    """Every arrangement is counted once. RULES.md has the figures."""
    solver = Solver.__new__(Solver)
    vars(solver).update(vars(begun()), values=shipped())
    counted = of_every_class()[0]
    assert int(solver.counts.sum()) == counted["all"]
    assert {"all": counted["all"], **solver.figures()} == counted


def test_a_wrong_value_is_found() -> None:
    """The verification detects every single wrong value."""
    codes = shipped().copy()
    table = SwitchTable(begun().index, codes)
    some = [one for examples in of_every_class()[1].values() for one in examples]
    for own, enemy in np.array([*some, *random_arrangements(30, 3)], np.uint32)[:, :, None]:
        assert untrue_count(table, own, enemy) == 0
        place = int(begun().index(own, enemy)[0])
        right = int(codes[place])
        for codes[place] in {0, 2, 4, -3} - {right}:
            running = not joined(int(own[0])) and not joined(int(enemy[0]))
            assert untrue_count(table, own, enemy) == running
        codes[place] = right
