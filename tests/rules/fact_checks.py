"""Whether facts about moves are true, found out from pieces on cells and from moves played, and
never with the code that names them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from rules.board import Board
from rules.games.switch.position import Playing
from rules.games.switch.table import TABLE
from rules.match import Match
from rules.position import PASS, Fact, Move, Position
from rules.story import Piece, Pieces, Remove, Slide
from rules.thought import Thought
from rules.value import WIN

STRAIGHT = ((0, -1), (1, 0), (0, 1), (-1, 0))
EIGHT = (*STRAIGHT, (1, 1), (1, -1), (-1, 1), (-1, -1))

NODES = 20_000
"""Positions looked at to prove a win."""


class TooFar(Exception):
    """Nothing can be proved within so many positions."""


@dataclass
class Case:
    """A move in a position of a match, and what the search thought of it."""

    match: Match
    move: Move
    thought: Thought | None = None

    @cached_property
    def position(self) -> Any:
        return self.match.position

    @cached_property
    def after(self) -> Any:
        return self.position.play(self.move)

    @property
    def board(self) -> Board:
        return self.match.board

    @property
    def me(self) -> int:
        return int(self.position.turn)

    def colour(self, player: int) -> str:
        return str(self.position.colours[player])

    @property
    def mine(self) -> str:
        return self.colour(self.me)

    @property
    def other(self) -> str:
        return self.colour(1 - self.me)

    def others(self) -> list[Move]:
        return [move for move in self.position.moves() if move != self.move]

    # -- what lies on the board ------------------------------------------------------------------

    def fields(self, pieces: Pieces, colour: str) -> set[int]:
        """The cells of the board on which a piece of that colour lies."""
        on_board = {n for n, kind in enumerate(self.board.kinds) if kind in ("square", "pit")}
        return {n for n in on_board if (piece := pieces[n]) and piece.colour == colour}

    def beside(self, cell: int, steps: Iterable[tuple[int, int]] = STRAIGHT) -> set[int]:
        found = (self.board.neighbour(cell, step) for step in steps)
        return {cell for cell in found if cell is not None}

    def groups(self, cells: set[int]) -> list[set[int]]:
        """The cells parted into groups connected edge to edge."""
        left, found = set(cells), []
        while left:
            group, new = set(), {min(left)}
            while new:
                group |= new
                new = {n for cell in new for n in self.beside(cell)} & left - group
            left -= group
            found.append(group)
        return found

    def line(self, where: str) -> list[int]:
        """The cells of the row or the column of that name."""
        return [
            n
            for n, name in enumerate(self.board.names)
            if self.board.kinds[n] == "square" and where in (name[0], name[1:])
        ]

    def lines(self) -> list[list[int]]:
        names = {name[0] for n, name in enumerate(self.board.names[: self._squares])}
        names |= {name[1:] for name in self.board.names[: self._squares]}
        return [self.line(name) for name in sorted(names)]

    @property
    def _squares(self) -> int:
        return self.board.rows * self.board.columns

    def held(self, pieces: Pieces, colour: str, where: str) -> int:
        """Pieces of a colour in a line."""
        return len(self.fields(pieces, colour) & set(self.line(where)))

    def distance(self, player: int, cell: int) -> int:
        """Steps to the nearest of the exits that the board shows for the player's colour."""
        goals = {
            n
            for mark in self.position.marks(())
            if mark.kind == "goal" and mark.colour == self.colour(player)
            for n in mark.cells
        }
        wide = self.board.columns
        return min(abs(cell % wide - n % wide) + abs(cell // wide - n // wide) for n in goals)


def wins_at_once(position: Position, player: int) -> bool:
    """Whether the mover, that player, has a move that wins."""
    return position.turn == player and any(
        (result := position.play(move).result()) is not None and result.winner == player
        for move in position.moves()
    )


def loses(after: Position, player: int) -> bool:
    """Whether the match is lost for a player, or will be with the next move of the other."""
    result = after.result()
    if result is not None:
        return result.winner == 1 - player
    return wins_at_once(after, 1 - player)


def forced(position: Position, player: int, plies: int, left: list[int]) -> bool:
    """Whether a player wins within so many plies whatever the other does."""
    result = position.result()
    if result is not None:
        return result.winner == player
    if plies == 0:
        return False
    left[0] -= 1
    if left[0] < 0:
        raise TooFar
    found = (forced(position.play(move), player, plies - 1, left) for move in position.moves())
    return any(found) if position.turn == player else all(found)


def proved(position: Position, player: int, plies: int) -> bool | None:
    try:
        return forced(position, player, plies, [NODES])
    except TooFar:
        return None


# -- true in any game ------------------------------------------------------------------------------


def result_is(winner: Callable[[Case], int | None]) -> Callable[[Case, Fact], bool]:
    def check(case: Case, fact: Fact) -> bool:
        result = case.after.result()
        return result is not None and result.winner == winner(case)

    return check


def wins_in(case: Case, fact: Fact) -> bool:
    """It does within so many own moves; what is too far to be proved is believed."""
    assert case.thought is not None
    assert fact.count == (WIN - case.thought.value) // 2 + 1 >= 2
    return proved(case.after, case.me, 2 * fact.count - 2) is not False


def lost_in(case: Case, fact: Fact) -> bool:
    assert case.thought is not None
    assert fact.count == (WIN + case.thought.value + 1) // 2 >= 1
    return proved(case.position, 1 - case.me, 2 * fact.count) is not False


def only(case: Case, fact: Fact) -> bool:
    here = case.position
    return not loses(case.after, case.me) and all(
        loses(here.play(move), case.me) for move in case.others()
    )


def stops(case: Case, fact: Fact) -> bool:
    bad = sum(loses(case.position.play(move), case.me) for move in case.others())
    return not loses(case.after, case.me) and bad == fact.count and 2 * bad > len(case.others())


def replies(case: Case, fact: Fact) -> bool:
    moves = list(case.after.moves())
    if fact.key == "no_reply":
        return moves == [PASS]
    return len(moves) == (1 if fact.key == "one_reply" else fact.count) <= 4 and PASS not in moves


def fewest(case: Case, fact: Fact) -> bool:
    others = [case.position.play(move) for move in case.others()]
    counts = [len(after.moves()) for after in others if after.result() is None]
    own = len(case.after.moves())
    return bool(counts) and own == fact.count <= min(counts) and max(counts) > own


def table_code(position: Position) -> int | None:
    """What the table of Switch says of the position itself, None where it says nothing."""
    if not isinstance(position, Playing) or position.must_counter:
        return None
    if position.setup.adjacent or not position.setup.counter:
        return None
    own, enemy = (np.array([stones], np.uint32) for stones in position.sides)
    assert TABLE.ready()
    return int(TABLE.values(own, enemy)[0])


def drawn(case: Case, fact: Fact) -> bool:
    return table_code(case.position) == 0


def judged(case: Case, fact: Fact) -> bool:
    assert case.thought is not None
    value = case.thought.value
    if table_code(case.position) is not None:
        return False  # whoever knows shall not guess
    return {"ahead": value > 50, "behind": value < -50, "level": -50 <= value <= 50}[fact.key]


GENERAL: dict[str, Callable[[Case, Fact], bool]] = {
    "wins": result_is(lambda case: case.me),
    "draws": result_is(lambda case: None),
    "wins_in": wins_in,
    "lost_in": lost_in,
    "only": only,
    "stops": stops,
    **dict.fromkeys(("no_reply", "one_reply", "few_replies"), replies),
    "fewest": fewest,
    "drawn": drawn,
    **dict.fromkeys(("ahead", "level", "behind"), judged),
}


# -- Othello ---------------------------------------------------------------------------------------


def can_turn(case: Case, pieces: Pieces, mine: str, other: str, cell: int) -> bool:
    """Whether a disc on an empty cell would enclose others, ray by ray."""
    for step in EIGHT:
        here, between = case.board.neighbour(cell, step), 0
        while here is not None and (piece := pieces[here]) and piece.colour == other:
            here, between = case.board.neighbour(here, step), between + 1
        if between and here is not None and (piece := pieces[here]) and piece.colour == mine:
            return True
    return False


def corners(case: Case) -> set[int]:
    return {case.board.cell(name) for name in ("a1", "h1", "a8", "h8")}


def corner_open(case: Case, pieces: Pieces) -> bool:
    """Whether the opponent could lay on a corner if he were to move."""
    return any(
        pieces[cell] is None and can_turn(case, pieces, case.other, case.mine, cell)
        for cell in corners(case)
    )


def turned(case: Case) -> set[int]:
    before, after = case.position.pieces(), case.after.pieces()
    return {n for n, piece in enumerate(before) if piece is not None and piece != after[n]}


OTHELLO: dict[str, Callable[[Case, Fact], bool]] = {
    "corner": lambda case, fact: case.move[0] in corners(case),
    "keeps_corner": lambda case, fact: (
        corner_open(case, case.position.pieces()) and not corner_open(case, case.after.pieces())
    ),
    "no_corner": lambda case, fact: (
        not corner_open(case, case.after.pieces())
        and any(corner_open(case, case.position.play(m).pieces()) for m in case.others())
    ),
    "inside": lambda case, fact: all(
        case.after.pieces()[n] for cell in turned(case) for n in case.beside(cell, EIGHT)
    ),
    "turns": lambda case, fact: fact.count == len(turned(case)) > 0,
    "lines": lambda case, fact: (
        fact.count
        == sum(case.board.neighbour(case.move[0], step) in turned(case) for step in EIGHT)
        > 1
    ),
    "parallel": lambda case, fact: bool(
        case.fields(case.position.pieces(), case.mine) & case.beside(case.move[0])
    ),
    "crosswise": lambda case, fact: bool(
        case.fields(case.position.pieces(), case.mine)
        & case.beside(case.move[0], EIGHT) - case.beside(case.move[0])
    ),
}


# -- Flip-Flop -------------------------------------------------------------------------------------


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


# -- Switch ----------------------------------------------------------------------------------------


def parts(case: Case, pieces: Pieces, colour: str) -> list[set[int]]:
    return case.groups(case.fields(pieces, colour))


def largest(case: Case, pieces: Pieces, colour: str) -> int:
    return max((len(group) for group in parts(case, pieces, colour)), default=0)


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
        winning = [move for move in after.moves() if loses(after.play(move), case.me)]
        won = [m for m in winning if (r := after.play(m).result()) and r.winner == 1 - case.me]
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
    """The last dark stone is laid, so whoever laid it moves first once a colour is chosen."""
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


# -- Flipop ----------------------------------------------------------------------------------------


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
    """Own balls that the story takes off the board."""
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
        and any(can_leave(case, case.position.play(m), 1 - case.me) for m in case.others())
    ),
    "home_next": lambda case, fact: can_leave(case, replace(case.after, banned=0), case.me),
    "pushes_back": lambda case, fact: -nearer(case, 1 - case.me) == fact.count > 0,
    "nearer": lambda case, fact: nearer(case, case.me) == fact.count > 0,
    "chain": lambda case, fact: len(slides(case)) == fact.count > 1,
}


# -- Contactic -------------------------------------------------------------------------------------


def edges(piece: Piece) -> str:
    """Coloured edges as "1010", clockwise from north; four white ones of the neutral field."""
    face = piece.face.rpartition(":")[2]
    return "0000" if face == "neutral" else face


def lies_well(case: Case, pieces: Pieces, cell: int) -> bool:
    """Whether white meets coloured wherever the tile meets another (CT-5)."""
    here = pieces[cell]
    assert here is not None
    for side, step in enumerate(STRAIGHT):
        near = case.board.neighbour(cell, step)
        other = pieces[near] if near is not None else None
        if other is not None and edges(here)[side] == edges(other)[(side + 2) % 4]:
            return False
    return True


def touched(case: Case, colour: str) -> list[set[int]]:
    """The islands of a colour beside the field of the move, before it."""
    near = case.beside(case.move[0])
    return [group for group in parts(case, case.position.pieces(), colour) if group & near]


def grown(case: Case) -> int:
    """The size of the island of the tile just laid."""
    groups = parts(case, case.after.pieces(), case.mine)
    return next(len(group) for group in groups if case.move[0] in group)


def blocks(case: Case, fact: Fact) -> bool:
    size = largest(case, case.position.pieces(), case.other)
    return any(len(group) == size for group in touched(case, case.other))


def fitting_fields(case: Case) -> set[int]:
    """The fields on which the tile in hand fits in some turn that can be tapped."""
    here = case.position
    layings = [move for move in here.moves() if len(move) > 1]
    return {m[0] for m in layings if lies_well(case, here.play(m).pieces(), m[0])}


def dead(case: Case, position: Any, player: int) -> int:
    return next(int(t.number) for t in position.tallies()[player] if t.key == "dead")


def lead(case: Case) -> int:
    points = [
        largest(case, case.after.pieces(), case.colour(player)) - dead(case, case.position, player)
        for player in (case.me, 1 - case.me)
    ]
    return points[0] - points[1]


def upright(case: Case) -> bool:
    """Whether the tile that was laid last, the only one that may be objected to, lies well."""
    laid = case.match.moves[case.match.at - 1][0]
    return lies_well(case, case.position.pieces(), laid)


def has_left(case: Case, key: str) -> int:
    return next(int(t.number) for t in case.position.tallies()[case.me] if t.key == key)


CONTACTIC: dict[str, Callable[[Case, Fact], bool]] = {
    "joins": lambda case, fact: len(touched(case, case.mine)) == fact.count > 1,
    "island": lambda case, fact: (
        grown(case)
        == largest(case, case.after.pieces(), case.mine)
        == fact.count
        > largest(case, case.position.pieces(), case.mine)
    ),
    "extends": lambda case, fact: grown(case) == fact.count > 1,
    "blocks": blocks,
    "only_field": lambda case, fact: fitting_fields(case) == {case.move[0]},
    "saves": lambda case, fact: has_left(case, "pile") == 0 and case.position.second,
    "leads": lambda case, fact: lead(case) == fact.count > 0,
    "wrong": lambda case, fact: not upright(case),
    "fits": lambda case, fact: upright(case),
    "nowhere": lambda case, fact: not fitting_fields(case),
    "dead": lambda case, fact: not fitting_fields(case) and case.position.second,
    "wrongly": lambda case, fact: not lies_well(case, case.after.pieces(), case.move[0]),
}


OWN = {
    "othello": OTHELLO,
    "flipflop": FLIPFLOP,
    "switch": SWITCH,
    "flipop": FLIPOP,
    "contactic": CONTACTIC,
}


def untrue(case: Case, facts: Sequence[Fact]) -> list[str]:
    """A sentence for every fact that is not true."""
    found = []
    for fact in facts:
        checks = GENERAL if fact.general else OWN[case.match.game.key]
        if not checks[fact.key](case, fact):
            name = case.position.name(case.move)
            found.append(f"{fact} of {name} after {' '.join(case.match.names())!r}")
    return found
