"""Checks of the facts of Flipop."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flipside.rules.contract.position import Fact
from flipside.rules.contract.story import Remove, Slide
from tests.rules.engine.fact_checks.case import Case


def slides(case: Case) -> list[Slide]:
    return [
        step for beat in case.position.story(case.move) for step in beat if isinstance(step, Slide)
    ]


def nearer(case: Case, player: int) -> int:
    pieces = case.position.pieces()
    return sum(
        case.distance(player, step.source) - case.distance(player, step.target)
        for step in slides(case)
        if (piece := pieces[step.source]) and piece.colour == case.colour(player)
    )


def gone(case: Case) -> int:
    """Return the number of own balls that the story removes."""
    story = case.position.story(case.move)
    steps = [step for beat in story for step in beat if isinstance(step, Remove)]
    return sum(step.piece.colour == case.mine for step in steps)


def can_leave(case: Case, position: Any, player: int) -> bool:
    there = replace(position, turn=player)
    before = len(case.fields(there.pieces(), case.colour(player)))
    return any(
        len(case.fields(there.play(move).pieces(), case.colour(player))) < before
        for move in there.moves()
    )


FLIPOP: dict[str, Callable[[Case, Fact], bool]] = {
    "home": lambda case, fact: gone(case) == fact.count > 0,
    "no_home": lambda case, fact: (
        not can_leave(case, case.after, 1 - case.me)
        and case.result(case.move) is None
        and any(can_leave(case, case.position.play(m), 1 - case.me) for m in case.others())
    ),
    "home_next": lambda case, fact: (
        can_leave(case, replace(case.after, ban=0), case.me)
        and any(case.result(case.move, reply) is None for reply in case.replies(case.move))
    ),
    "pushes_back": lambda case, fact: -nearer(case, 1 - case.me) == fact.count > 0,
    "nearer": lambda case, fact: nearer(case, case.me) == fact.count > 0,
    "chain": lambda case, fact: len(slides(case)) == fact.count > 1,
}
