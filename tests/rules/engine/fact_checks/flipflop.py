"""Checks of the facts of Flip-Flop."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flipside.rules.contract.position import Fact, Move
from flipside.rules.games.flipflop.position import Setup
from tests.rules.engine.fact_checks.case import Case, loses, turned

LATE = Setup(late=True)


def can_fill(case: Case, position: Any, player: int, where: str = "") -> bool:
    """Return whether a player could fill the line, or any line, if it were that player's turn."""
    there = replace(position, turn=player, outcome=None)
    lines = [case.line(where)] if where else case.lines()
    return any(
        set(line) <= case.fields(there.play(move).pieces(), case.colour(player))
        for move in there.moves()
        for line in lines
    )


def threatens(case: Case, fact: Fact) -> bool:
    """Return whether, after some reply, the mover can fill the line."""
    return any(
        can_fill(case, case.after.play(reply), case.me, fact.where)
        for reply in case.replies(case.move)
        if case.result(case.move, reply) is None
    )


def fillable(case: Case, move: Move) -> bool:
    """Return whether the opponent wins by the move or by a reply to it."""
    ends = [case.result(move), *(case.result(move, reply) for reply in case.replies(move))]
    return any(end is not None and end.winner == 1 - case.me and not end.tie_break for end in ends)


def safe(case: Case, _: Fact) -> bool:
    """Return whether the opponent cannot fill a line next, but could after another move."""
    in_time = case.result(case.move) is None
    return (
        in_time and not fillable(case, case.move) and any(fillable(case, m) for m in case.others())
    )


def traps(case: Case, _: Fact) -> bool:
    """Return whether more than half of the opponent's replies lose."""
    replies = case.replies(case.move)
    return 2 * sum(loses(case, case.move, reply) for reply in replies) > len(replies)


def breaks(case: Case, fact: Fact) -> bool:
    here = case.position.pieces()
    return (
        case.move[0] in case.line(fact.where)
        and case.held(here, case.mine, fact.where) == 0
        and case.held(here, case.other, fact.where) == fact.count
    )


def stones(case: Case, fact: Fact) -> tuple[int, int]:
    """Return the own and opposing stones in a line of the move; (0, 0) for other lines."""
    if case.move[0] not in case.line(fact.where):
        return 0, 0
    there = case.after.pieces()
    return case.held(there, case.mine, fact.where), case.held(there, case.other, fact.where)


def never_filled_at_once(case: Case, fact: Fact) -> bool:
    """Return whether the line has two own stones, and no switch could fill it even if all its other
    stones were the opponent's."""
    own, enemy = stones(case, fact)
    line, mine = set(case.line(fact.where)), case.fields(case.after.pieces(), case.mine)
    theirs = sum(1 << cell for cell in line - mine)
    elsewhere = ((1 << 64) - 1) & ~sum(1 << cell for cell in line)
    for filling in (0, elsewhere):
        dark = filling | sum(1 << cell for cell in line & mine)
        boards = (dark, filling ^ elsewhere | theirs)
        full = replace(case.after, stones=boards, turn=1, ban=None, setup=LATE, outcome=None)
        for move in full.moves():
            if not line & case.fields(full.play(move).pieces(), case.colour(0)):
                return False
    return own == 2 and enemy > 0


FLIPFLOP: dict[str, Callable[[Case, Fact], bool]] = {
    "fills": lambda case, fact: case.held(case.after.pieces(), case.mine, fact.where) == 8,
    "stops_line": lambda case, fact: (
        can_fill(case, case.position, 1 - case.me, fact.where)
        and not can_fill(case, case.after, 1 - case.me)
        and case.result(case.move) is None
    ),
    "threatens": threatens,
    "safe": safe,
    "traps": traps,
    "holds": lambda case, fact: (
        case.held(case.after.pieces(), case.mine, fact.where) == fact.count < 8
    ),
    "gains": lambda case, fact: (
        len(turned(case) & case.fields(case.after.pieces(), case.mine)) == fact.count
    ),
    "breaks": breaks,
    "secures": never_filled_at_once,
    "chance": lambda case, fact: stones(case, fact) == (fact.count, 1) and fact.count > 2,
    "even": lambda case, fact: (
        stones(case, fact) == (fact.count, 8 - fact.count) and fact.count % 2 == 0
    ),
    "majority": lambda case, fact: fact.count == stones(case, fact)[0] > stones(case, fact)[1],
    "opens": lambda case, fact: stones(case, fact) == (1, 0),
    "limits": lambda case, fact: stones(case, fact)[0] == 8 - fact.count,
    "alone": lambda case, fact: (
        case.held(case.after.pieces(), case.mine, fact.where) == fact.count
        and case.held(case.after.pieces(), case.other, fact.where) == 0
        and case.move[0] in case.line(fact.where)
    ),
}
