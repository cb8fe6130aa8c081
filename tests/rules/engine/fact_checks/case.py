"""A move with its search result, and checks of the general facts about it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from flipside.rules.contract.board import Board
from flipside.rules.contract.position import PASS, WIN, Fact, Move, Position, Result
from flipside.rules.contract.search_api import SearchInfo
from flipside.rules.contract.story import Pieces
from flipside.rules.games.switch import TABLE
from flipside.rules.games.switch.position import PlayingPhase
from flipside.rules.match.match import Match

STRAIGHT = ((0, -1), (1, 0), (0, 1), (-1, 0))
EIGHT = (*STRAIGHT, (1, 1), (1, -1), (-1, 1), (-1, -1))

NODES = 5_000
"""The maximum number of positions searched to prove a win."""


class TooFar(Exception):
    """Nothing can be proved within NODES positions."""


@dataclass
class Case:
    """A move in a position of a match, and the search result of that position."""

    match: Match
    move: Move
    thought: SearchInfo | None = None

    @cached_property
    def position(self) -> Any:
        return self.match.position

    @cached_property
    def after(self) -> Any:
        return self.position.play(self.move)

    def result(self, *moves: Move) -> Result | None:
        """Return the result of the match after these moves, with repetition and cap."""
        ply = self.match.ply
        for move in moves:
            self.match.play(move)
        result = self.match.result()
        self.match.goto_ply(ply)
        self.match.clear_redo()
        return result

    def replies(self, *moves: Move) -> list[Move]:
        """Return the legal moves after these moves; none if the match is over."""
        if self.result(*moves) is not None:
            return []
        position = self.position
        for move in moves:
            position = position.play(move)
        return list(position.moves())

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
        """Return the cells of the board that have a piece of that colour."""
        on_board = {n for n, kind in enumerate(self.board.kinds) if kind in ("square", "pit")}
        return {n for n in on_board if (piece := pieces[n]) and piece.colour == colour}

    def beside(self, cell: int, steps: Iterable[tuple[int, int]] = STRAIGHT) -> set[int]:
        found = (self.board.neighbour(cell, step) for step in steps)
        return {cell for cell in found if cell is not None}

    def groups(self, cells: set[int]) -> list[set[int]]:
        """Return the groups of cells that are connected by edges."""
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
        """Return the cells of the row or column with that name."""
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
        """Return the number of pieces of a colour in a line."""
        return len(self.fields(pieces, colour) & set(self.line(where)))

    def distance(self, player: int, cell: int) -> int:
        """Return the number of steps to the nearest exit that is marked for the player."""
        goals = {
            n
            for mark in self.position.marks(())
            if mark.kind == "goal" and mark.colour == self.colour(player)
            for n in mark.cells
        }
        wide: int = self.board.columns
        return min(abs(cell % wide - n % wide) + abs(cell // wide - n // wide) for n in goals)


def loses(case: Case, *moves: Move) -> bool:
    """Return whether the player of the last of these moves has lost or loses by a reply."""
    winner = (case.me + len(moves)) % 2
    if (result := case.result(*moves)) is not None:
        return result.winner == winner
    ends = (case.result(*moves, reply) for reply in case.replies(*moves))
    return any(end is not None and end.winner == winner for end in ends)


def forced(match: Match, player: int, plies: int, left: list[int]) -> bool:
    """Return whether a player can force a win within `plies` plies."""
    result = match.result()
    if result is not None:
        return result.winner == player
    if plies == 0:
        return False
    left[0] -= 1
    if left[0] < 0:
        raise TooFar
    wanted, ply = match.position.turn == player, match.ply
    for move in match.legal():
        match.play(move)
        try:
            won = forced(match, player, plies - 1, left)
        finally:
            match.goto_ply(ply)
            match.clear_redo()
        if won == wanted:
            return wanted
    return not wanted


def proved(case: Case, player: int, plies: int, *moves: Move) -> bool | None:
    """Return whether `player` can force a win in `plies` after these moves; None if too far."""
    match, ply = case.match, case.match.ply
    for move in moves:
        match.play(move)
    try:
        return forced(match, player, plies, [NODES])
    except TooFar:
        return None
    finally:
        match.goto_ply(ply)
        match.clear_redo()


def turned(case: Case) -> set[int]:
    before, after = case.position.pieces(), case.after.pieces()
    return {n for n, piece in enumerate(before) if piece is not None and piece != after[n]}


def parts(case: Case, pieces: Pieces, colour: str) -> list[set[int]]:
    return case.groups(case.fields(pieces, colour))


def largest(case: Case, pieces: Pieces, colour: str) -> int:
    return max((len(group) for group in parts(case, pieces, colour)), default=0)


# -- true in any game ------------------------------------------------------------------------------


def result_is(winner: Callable[[Case], int | None]) -> Callable[[Case, Fact], bool]:
    def check(case: Case, fact: Fact) -> bool:
        result = case.result(case.move)
        return result is not None and result.winner == winner(case)

    return check


def wins_in(case: Case, fact: Fact) -> bool:
    """Return whether the mover can win in `fact.count` moves and, if exact, not sooner. Wins that
    are too far to prove count as true."""
    assert case.thought is not None
    plies = WIN - case.thought.score
    assert fact.count == (plies + 1) // 2 >= 2
    sooner = fact.key == "wins_in" and proved(case, case.me, plies - 1)
    return proved(case, case.me, plies - 1, case.move) is not False and not sooner


def wins_next(case: Case, _: Fact) -> bool:
    ends = [case.result(case.move, reply) for reply in case.replies(case.move)]
    return bool(ends) and all(end is not None and end.winner == case.me for end in ends)


def lost_in(case: Case, fact: Fact) -> bool:
    assert case.thought is not None
    plies = WIN + case.thought.score
    assert fact.count == (plies + 1) // 2 >= 1
    sooner = fact.key == "lost_in" and proved(case, 1 - case.me, plies - 1)
    return proved(case, 1 - case.me, plies) is not False and not sooner


def margin(position: Position, player: int, left: list[int]) -> int:
    """Return the margin in discs with best play; empty squares count for the winner."""
    if position.result() is not None:
        own, enemy = (score := position.points() or (0, 0))[player], score[1 - player]
        lead = own - enemy
        if position.setup.fewest:  # type: ignore[attr-defined]
            return -lead
        return lead + (64 - own - enemy) * ((lead > 0) - (lead < 0))
    left[0] -= 1
    if left[0] < 0:
        raise TooFar
    found = (margin(position.play(move), player, left) for move in position.moves())
    return max(found) if position.turn == player else min(found)


def by_margin(case: Case, fact: Fact) -> bool:
    """Return whether the margin is true, or too far to compute."""
    try:
        found = margin(case.position, case.me, [NODES])
    except TooFar:
        return True
    return found == (-fact.count if fact.key == "lost_by" else fact.count)


def only(case: Case, fact: Fact) -> bool:
    return not loses(case, case.move) and all(loses(case, move) for move in case.others())


def stops(case: Case, fact: Fact) -> bool:
    bad = sum(loses(case, move) for move in case.others())
    return not loses(case, case.move) and bad == fact.count and 2 * bad > len(case.others())


def replies(case: Case, fact: Fact) -> bool:
    moves = case.replies(case.move)
    if fact.key == "no_reply":
        return moves == [PASS]
    return len(moves) == (1 if fact.key == "one_reply" else fact.count) <= 4 and PASS not in moves


def fewest(case: Case, fact: Fact) -> bool:
    counts = [count for move in case.others() if (count := len(case.replies(move)))]
    own = len(case.replies(case.move))
    return bool(counts) and own == fact.count < min(counts)


def table_code(position: Position) -> int | None:
    """Return the code of the position in the tablebase of Switch, or None."""
    if not isinstance(position, PlayingPhase) or position.must_counter:
        return None
    if position.setup.adjacent or not position.setup.counter:
        return None
    own, enemy = (np.array([stones], np.uint32) for stones in position.sides)
    return int(TABLE.loaded().values(own, enemy)[0])


def drawn(case: Case, fact: Fact) -> bool:
    if case.match.game.key == "othello":
        return by_margin(case, fact)
    if case.thought is not None and case.thought.exact:
        return proved_draw(case) is not False
    return table_code(case.position) == 0


def proved_draw(case: Case) -> bool | None:
    """Return whether nobody can win before the cap; None if it is too far."""
    left = case.match.plies_left()
    if left is None or left > 4:
        return None
    wins = [proved(case, player, left + 1) for player in (0, 1)]
    return None if None in wins else not any(wins)


def judged(case: Case, fact: Fact) -> bool:
    assert case.thought is not None
    value = case.thought.score
    if table_code(case.position) is not None:
        return False  # these facts are evaluations, but the tablebase has the position
    return {"ahead": value > 50, "behind": value < -50, "level": -50 <= value <= 50}[fact.key]


GENERAL: dict[str, Callable[[Case, Fact], bool]] = {
    "wins": result_is(lambda case: case.me),
    "draws": result_is(lambda case: None),
    **dict.fromkeys(("wins_in", "wins_within"), wins_in),
    "wins_next": wins_next,
    **dict.fromkeys(("lost_in", "lost_within"), lost_in),
    **dict.fromkeys(("wins_by", "lost_by"), by_margin),
    "only": only,
    "stops": stops,
    **dict.fromkeys(("no_reply", "one_reply", "few_replies"), replies),
    "fewest": fewest,
    "drawn": drawn,
    **dict.fromkeys(("ahead", "level", "behind"), judged),
}
