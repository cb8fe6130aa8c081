"""Seats, which decide the moves of a player: a person, the computer, or a player elsewhere.

A seat is asked every frame and answers with a move or None.
"""

import math
from collections.abc import Sequence
from random import Random

from rules.contract.board import Board, Cell
from rules.contract.game import AnyGame
from rules.contract.position import Move, Position
from rules.contract.search_api import SearchInfo
from rules.engine.levels import Level
from rules.engine.search import search, warm_up
from rules.engine.time_slices import DEFAULT_CLOCK, SecondsClock, TimeSliced


class Human:
    """Collects the taps of a person until they are a legal move."""

    def __init__(self, board: Board, confirm: bool) -> None:
        self._board = board
        self._confirm = confirm
        self.taps: Move = ()

    def tap(self, legal: Sequence[Move], cell: Cell) -> bool:
        """Add a tap on a cell; return whether it continued or began one of the `legal` moves."""
        self.taps = self.after(legal, cell)
        return bool(self.taps)

    def after(self, legal: Sequence[Move], cell: Cell) -> Move:
        """The taps after one more on a cell; () if it neither continues nor begins a move."""
        for taps in ((*self.taps, cell), (cell,)):
            if any(move[: len(taps)] == taps for move in legal):
                return self._completed(taps, legal)
        return ()

    def turns(self, legal: Sequence[Move]) -> bool:
        """Whether one more tap on the cell tapped last shows another move there."""
        again = self.after(legal, self.taps[-1]) if self.taps else ()
        return again != self.taps and set(again) == set(self.taps)

    def _completed(self, taps: Move, legal: Sequence[Move]) -> Move:
        """Without confirmation, a move that only waits for cells beside the board is complete."""
        if not self._confirm:
            left = [move for move in legal if move[: len(taps)] == taps]
            kinds = self._board.kinds
            if len(left) == 1 and all(kinds[cell] == "beside" for cell in left[0][len(taps) :]):
                return left[0]
        return taps

    def forget(self) -> None:
        """Drop the taps."""
        self.taps = ()

    def next_cells(self, legal: Sequence[Move]) -> frozenset[Cell]:
        """The cells that continue the taps so far to a legal move."""
        count = len(self.taps)
        return frozenset(
            move[count] for move in legal if len(move) > count and move[:count] == self.taps
        )

    def nearly(self, legal: Sequence[Move], cell: Cell | None = None) -> Move | None:
        """The move that the taps, and one more on `cell`, would make.

        None unless the taps are a whole move, or exactly one move remains, which lacks only cells
        beside the board.
        """
        taps = self.taps if cell is None else (*self.taps, cell)
        kinds = self._board.kinds
        ends = {
            move[len(taps) :]: move
            for move in legal
            if taps and move[: len(taps)] == taps
            if all(kinds[left] == "beside" for left in move[len(taps) :])
        }
        return next(iter(ends.values())) if len(ends) == 1 else None

    def decide(self, legal: Sequence[Move]) -> Move | None:
        """The move if the taps are a whole one, else None."""
        if self.taps and self.taps in legal:
            move, self.taps = self.taps, ()
            return move
        return None


class Away:
    """The seat of a player elsewhere, whose moves come by correspondence."""

    def forget(self) -> None:
        """Do nothing: this seat has no state."""


class Computer:
    """A computer's seat: searches in short steps; `forget` cancels the search."""

    def __init__(
        self, game: AnyGame, level: Level, random: Random, clock: SecondsClock = DEFAULT_CLOCK
    ) -> None:
        self._game = game
        self.level = level
        self._random, self._clock = random, clock
        self._cache = level.new_cache()
        self._thinking: TimeSliced[SearchInfo] | None = None
        """The search for the current move, limited by the seconds of the level."""
        self._about: Position | None = None
        self._loading = TimeSliced(warm_up(game, level.limit))
        """Loads the data that the first search needs."""

    def prepare(self, budget: float) -> bool:
        """Load data of the engine for about `budget` seconds; return whether all is loaded."""
        return self._loading.work(budget, self._clock)

    def forget(self) -> None:
        """Cancel the current search."""
        self._thinking = self._about = None

    def decide(self, seen: Sequence[Position], budget: float, hurry: bool = False) -> Move | None:
        """Search for about `budget` seconds; return the move when the search or its time has ended.

        In a `hurry` the best move so far is returned. `seen` are the positions of the match so
        far, the current one last.
        """
        if budget <= 0:
            return None
        if not self._loading.done:
            self.prepare(budget)
            return None
        position = seen[-1]
        if self._thinking is None or self._about is not position:
            self._about = position
            time_limit = math.inf if self.level.seconds is None else self.level.seconds
            limit, random = self.level.limit, self._random
            infos = search(position, self._game, limit, random, seen, self._cache)
            self._thinking = TimeSliced(infos, time_limit)
        if not self._thinking.work(budget, self._clock) and not hurry:
            return None
        assert self._thinking.last is not None, "a search yields at least one SearchInfo"
        move = self._thinking.last.move
        self.forget()
        return move
