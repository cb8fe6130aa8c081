"""Checks of the facts of Switch."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flipside.rules.contract.position import Fact
from flipside.rules.contract.story import Pieces
from tests.rules.engine.fact_checks.case import Case, largest, parts


def majorities(case: Case, pieces: Pieces, mine: str, other: str) -> int:
    own, enemy = case.fields(pieces, mine), case.fields(pieces, other)
    return sum(len(own & set(line)) > len(enemy & set(line)) for line in case.lines())


def connected(case: Case, pieces: Pieces, colour: str) -> bool:
    return len(parts(case, pieces, colour)) == 1


def can_connect(case: Case, position: Any, player: int) -> bool:
    there = replace(position, turn=player, must_counter=False, outcome=None)
    colour = case.colour(player)
    return any(connected(case, there.play(move).pieces(), colour) for move in there.moves())


def connects(case: Case, fact: Fact) -> bool:
    after = case.after
    if not connected(case, after.pieces(), case.mine) or connected(
        case, after.pieces(), case.other
    ):
        return False
    if fact.key == "counters":
        return connected(case, case.position.pieces(), case.other)
    result = after.result()
    if fact.key == "counters_left":
        ends = [case.result(case.move, reply) for reply in case.replies(case.move)]
        won = [end for end in ends if end is not None and end.winner == 1 - case.me]
        return result is None and len(won) == fact.count > 0
    return result is not None and result.winner == case.me


def chosen(case: Case) -> tuple[str, str]:
    colour = case.board.names[case.move[0]]
    return colour, {"dark": "light", "light": "dark"}[colour]


def laid_beside(case: Case, same: bool) -> int:
    colour = case.board.names[case.move[1]]
    wanted = colour if same else {"dark": "light", "light": "dark"}[colour]
    return len(case.fields(case.position.pieces(), wanted) & case.beside(case.move[0]))


def starts(case: Case, fact: Fact) -> bool:
    """Return whether the mover moves first after the choice of colours, or the match is over."""
    here: Any = case.after
    while here.colours is None and here.result() is None:
        here = here.play(here.moves()[0])
    return here.result() is not None or here.turn == case.me


def pairs(case: Case, colour: str) -> int:
    cells = case.fields(case.position.pieces(), colour)
    return sum(len(case.beside(cell) & cells) for cell in cells)


def switch_majority(case: Case, fact: Fact) -> bool:
    if case.position.prompt() == "choose":
        mine, other = chosen(case)
        here = case.position.pieces()
        count = majorities(case, here, mine, other)
        return count == fact.count > majorities(case, here, other, mine)
    before = majorities(case, case.position.pieces(), case.mine, case.other)
    return majorities(case, case.after.pieces(), case.mine, case.other) == fact.count > before


SWITCH: dict[str, Callable[[Case, Fact], bool]] = {
    **dict.fromkeys(("counters", "connects", "uncountered", "counters_left"), connects),
    "stops_joining": lambda case, fact: (
        can_connect(case, case.position, 1 - case.me)
        and not can_connect(case, case.after, 1 - case.me)
        and case.result(case.move) is None
    ),
    "groups": lambda case, fact: (
        1
        < len(parts(case, case.after.pieces(), case.mine))
        == fact.count
        < len(parts(case, case.position.pieces(), case.mine))
    ),
    "grows": lambda case, fact: (
        largest(case, case.after.pieces(), case.mine)
        == fact.count
        > largest(case, case.position.pieces(), case.mine)
    ),
    "splits": lambda case, fact: (
        len(parts(case, case.after.pieces(), case.other))
        == fact.count
        > len(parts(case, case.position.pieces(), case.other))
    ),
    "majority": switch_majority,
    "starts": starts,
    "beside": lambda case, fact: laid_beside(case, True) == fact.count,
    "between": lambda case, fact: laid_beside(case, False) == fact.count,
    "pairs": lambda case, fact: pairs(case, chosen(case)[0]) > pairs(case, chosen(case)[1]),
    "largest": lambda case, fact: (
        largest(case, case.position.pieces(), chosen(case)[0])
        == fact.count
        > largest(case, case.position.pieces(), chosen(case)[1])
    ),
    "fewer_groups": lambda case, fact: (
        len(parts(case, case.position.pieces(), chosen(case)[0]))
        == fact.count
        < len(parts(case, case.position.pieces(), chosen(case)[1]))
    ),
}
