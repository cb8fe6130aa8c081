"""Seats, which decide the moves of a player: a person or the computer.

A seat is called in every frame and returns a move or None.
"""

import math
from dataclasses import replace
from random import Random

from flipside.rules.contract.board import Cell
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.history import History
from flipside.rules.contract.position import Move, Position, continuing
from flipside.rules.contract.search_api import Limit, SearchInfo
from flipside.rules.engine.search import Level, search, warm_up
from flipside.rules.engine.time_slices import DEFAULT_CLOCK, SecondsClock, TimeSliced
from flipside.rules.match.match import Match

THINKING_NOTICE_SECONDS = 0.5
"""Seconds of search after which the thinking dots appear."""

PONDER_SECONDS = 1.0
"""Most seconds of search on one position of a person, to save the battery."""


class Human:
    """Collects the taps of a person until they are a legal move."""

    def __init__(self, match: Match, confirm: bool) -> None:
        self._match = match
        self._confirm = confirm
        self.taps: Move = ()

    def tap(self, cell: Cell) -> bool:
        """Add a tap on a cell; return whether it continued or began a legal move."""
        self.taps = self._taps_after(cell)
        return bool(self.taps)

    def _taps_after(self, cell: Cell) -> Move:
        """Return the taps with one more on a cell; () if it neither continues nor begins a move."""
        for taps in ((*self.taps, cell), (cell,)):
            if continuing(self._match.legal(), taps):
                return self._complete(taps)
        return ()

    def rotates_on_tap(self) -> bool:
        """Return whether one more tap on the last cell shows another move there."""
        again = self._taps_after(self.taps[-1]) if self.taps else ()
        return again != self.taps and set(again) == set(self.taps)

    def _complete(self, taps: Move) -> Move:
        """Return the taps, or the move if it lacks only cells beside the board.

        Taps that must be confirmed are never completed.
        """
        if not self._confirm:
            moves = continuing(self._match.legal(), taps)
            if len(moves) == 1 and self._is_beside(moves[0][len(taps) :]):
                return moves[0]
        return taps

    def _is_beside(self, cells: Move) -> bool:
        return all(self._match.board.kinds[cell] == "beside" for cell in cells)

    def forget(self) -> None:
        """Drop the taps."""
        self.taps = ()

    def ways(self) -> dict[Cell, list[Move]]:
        """Return the cells that continue the taps, each with the legal moves that follow."""
        moves_by_cell: dict[Cell, list[Move]] = {}
        for move in continuing(self._match.legal(), self.taps):
            if move != self.taps:
                moves_by_cell.setdefault(move[len(self.taps)], []).append(move)
        return moves_by_cell

    def find_next_cells(self) -> frozenset[Cell]:
        """Return the cells that continue the taps to a legal move."""
        return frozenset(self.ways())

    def nearly(self, cell: Cell | None = None) -> Move | None:
        """Return the move that the taps, and one more on `cell`, would make.

        It is None unless the taps are a complete move, or exactly one move remains, which lacks
        only cells beside the board.
        """
        taps = self.taps if cell is None else (*self.taps, cell)
        moves = continuing(self._match.legal(), taps) if taps else []
        ends = {rest: move for move in moves if self._is_beside(rest := move[len(taps) :])}
        return next(iter(ends.values())) if len(ends) == 1 else None

    def move_at(self, cell: Cell) -> Move | None:
        """Return the move that one more tap on `cell` would complete, or None."""
        taps = self._taps_after(cell)
        return taps if taps in self._match.legal() else None

    def preview(self, cell: Cell | None = None) -> Position | None:
        """Return the position after the move that the taps, and one more on `cell`, would make."""
        move = self.nearly(cell)
        return self._match.position.play(move) if move is not None else None

    def decide(self) -> Move | None:
        """Return the move that the taps complete, and clear the taps; None if it is incomplete."""
        if self.taps and self.taps in self._match.legal():
            move, self.taps = self.taps, ()
            return move
        return None


class Computer:
    """A computer's seat: searches in short steps, then waits for the pace.

    While a person thinks it may `ponder`. `forget` cancels its search.
    """

    def __init__(
        self, game: AnyGame, level: Level, random: Random, clock: SecondsClock = DEFAULT_CLOCK
    ) -> None:
        self._game = game
        self.level = level
        self._random, self._clock = random, clock
        self._cache = level.new_cache()
        self._search_slices: TimeSliced[SearchInfo] | None = None
        """The search of the current position, with its time limit."""
        self._position: Position | None = None
        self.dots = 0
        """The number of thinking dots shown, 0 to 3."""
        self._seconds_waiting = 0.0
        self._decision: Move | None = None
        self._loader = TimeSliced(warm_up(game, level.limit))
        """Loads the data that the first search needs."""

    def prepare(self, budget: float) -> bool:
        """Load data of the engine for about `budget` seconds; return whether all is loaded."""
        return self._loader.work(budget, self._clock)

    def forget(self) -> None:
        """Cancel the search after a change of the match."""
        self._search_slices = self._position = None
        self.dots, self._seconds_waiting, self._decision = 0, 0.0, None

    def think(
        self, history: History, seconds: float, budget: float, pace: float, most: float
    ) -> Move | None:
        """Search for about `budget` seconds; return the move once it is found and its pace is over.

        `seconds` have passed since the last call; `history` as for `decide`. A move takes at least
        `pace` and at most `most` seconds.
        """
        before, self._seconds_waiting = self._seconds_waiting, self._seconds_waiting + seconds
        # Search and move never run in the same frame: each may take most of it.
        if self._decision is not None:
            return self._decision if before >= min(pace, most) else None
        if self._seconds_waiting > THINKING_NOTICE_SECONDS:
            self.dots = int(self._seconds_waiting * 3) % 4
        self._decision = self.decide(history, budget, hurry=self._seconds_waiting >= most)
        return None

    def decide(self, history: History, budget: float, hurry: bool = False) -> Move | None:
        """Search for about `budget` seconds; return the move when the search or its time has ended.

        In a `hurry` the best move so far is returned. `history` is the match so far, with the
        current position last.
        """
        if budget <= 0:
            return None
        if not self._loader.done:
            self.prepare(budget)
            return None
        level = self.level
        time_limit = math.inf if level.seconds is None else level.seconds
        thinking = self._search(history, level.limit, self._random, time_limit)
        if not thinking.work(budget, self._clock) and not hurry:
            return None
        assert thinking.last is not None, "a search yields at least one SearchInfo"
        move = thinking.last.move
        self._search_slices = self._position = None
        return move

    def ponder(self, history: History, budget: float) -> None:
        """Search the position of a person, `history[-1]`, for about `budget` seconds.

        The next search uses the filled transposition table. Only levels with seconds ponder: the
        strength of the others must not depend on earlier searches. Ends after `PONDER_SECONDS`.
        """
        if self._cache is not None and self._game.engine.batch_rules is not None:
            # One ply deeper, so that scores have the same horizon as those of the next search.
            limit = replace(self.level.limit, depth=self.level.limit.depth + 1)
            # A separate Random: the person's thinking time must not change later random numbers.
            pondering = self._search(history, limit, Random(0), PONDER_SECONDS)
            pondering.work(budget, self._clock)

    def _search(
        self, history: History, limit: Limit, random: Random, time_limit: float
    ) -> TimeSliced[SearchInfo]:
        """Return the running search of `history[-1]`, or a new one of at most that many seconds."""
        if self._search_slices is None or self._position is not history[-1]:
            self._position = history[-1]
            infos = search(history[-1], self._game, limit, random, history, self._cache)
            self._search_slices = TimeSliced(infos, time_limit)
        return self._search_slices
