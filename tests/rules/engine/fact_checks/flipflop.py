"""The facts of Flip-Flop."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.contract.position import Fact
from tests.rules.engine.fact_checks.case import Case, turned


def can_fill(case: Case, position: Any, player: int, where: str = "") -> bool:
    """Whether a player could fill the line, or any, if he were to move."""
    there = replace(position, turn=player, ended=None)
    lines = [case.line(where)] if where else case.lines()
    return any(
        set(line) <= case.fields(there.play(move).pieces(), case.colour(player))
        for move in there.moves()
        for line in lines
    )


def breaks(case: Case, fact: Fact) -> bool:
    here = case.position.pieces()
    return (
        case.move[0] in case.line(fact.where)
        and case.held(here, case.mine, fact.where) == 0
        and case.held(here, case.other, fact.where) == fact.count
    )


FLIPFLOP: dict[str, Callable[[Case, Fact], bool]] = {
    "fills": lambda case, fact: case.held(case.after.pieces(), case.mine, fact.where) == 8,
    "stops_line": lambda case, fact: (
        can_fill(case, case.position, 1 - case.me, fact.where)
        and not can_fill(case, case.after, 1 - case.me)
    ),
    "threatens": lambda case, fact: can_fill(case, case.after, case.me, fact.where),
    "holds": lambda case, fact: (
        case.held(case.after.pieces(), case.mine, fact.where) == fact.count < 8
    ),
    "gains": lambda case, fact: (
        len(turned(case) & case.fields(case.after.pieces(), case.mine)) == fact.count
    ),
    "breaks": breaks,
    "alone": lambda case, fact: (
        case.held(case.after.pieces(), case.mine, fact.where) == fact.count
        and case.held(case.after.pieces(), case.other, fact.where) == 0
        and case.move[0] in case.line(fact.where)
    ),
}
