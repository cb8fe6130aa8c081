"""Seats, which decide the moves of a player: a person or the computer.

A seat is asked every frame and answers with a move or None.
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
"""Most seconds of search on one position of a person: the battery shall last."""


class Human:
    """Collects the taps of a person until they are a legal move."""

    def __init__(self, match: Match, confirm: bool) -> None:
        self._match = match
        self._confirm = confirm
        self.taps: Move = ()

    def tap(self, cell: Cell) -> bool:
        """Add a tap on a cell; return whether it continued or began a legal move."""
        self.taps = self._after(cell)
        return bool(self.taps)

    def _after(self, cell: Cell) -> Move:
        """The taps after one more on a cell; () if it neither continues nor begins a move."""
        for taps in ((*self.taps, cell), (cell,)):
            if continuing(self._match.legal(), taps):
                return self._completed(taps)
        return ()

    def turns(self) -> bool:
        """Whether one more tap on the cell tapped last shows another move there."""
        again = self._after(self.taps[-1]) if self.taps else ()
        return again != self.taps and set(again) == set(self.taps)

    def _completed(self, taps: Move) -> Move:
        """Without confirmation, a move that only waits for cells beside the board is complete."""
        if not self._confirm:
            left = continuing(self._match.legal(), taps)
            if len(left) == 1 and self._is_beside(left[0][len(taps) :]):
                return left[0]
        return taps

    def _is_beside(self, cells: Move) -> bool:
        return all(self._match.board.kinds[cell] == "beside" for cell in cells)

    def forget(self) -> None:
        self.taps = ()

    def ways(self) -> dict[Cell, list[Move]]:
        """The cells that continue the taps so far, each with the legal moves that follow."""
        found: dict[Cell, list[Move]] = {}
        for move in continuing(self._match.legal(), self.taps):
            if move != self.taps:
                found.setdefault(move[len(self.taps)], []).append(move)
        return found

    def next_cells(self) -> frozenset[Cell]:
        """The cells that continue the taps so far to a legal move."""
        return frozenset(self.ways())

    def nearly(self, cell: Cell | None = None) -> Move | None:
        """The move that the taps, and one more on `cell`, would make. None unless the taps are a
        whole move, or exactly one move remains, which lacks only cells beside the board."""
        taps = self.taps if cell is None else (*self.taps, cell)
        moves = continuing(self._match.legal(), taps) if taps else []
        ends = {left: move for move in moves if self._is_beside(left := move[len(taps) :])}
        return next(iter(ends.values())) if len(ends) == 1 else None

    def preview(self, cell: Cell | None = None) -> Position | None:
        """The position after the move that the taps, and one more on `cell`, would make."""
        move = self.nearly(cell)
        return self._match.position.play(move) if move is not None else None

    def decide(self) -> Move | None:
        """The move if the taps are a whole one, else None."""
        if self.taps and self.taps in self._match.legal():
            move, self.taps = self.taps, ()
            return move
        return None


class Computer:
    """A computer's seat: searches in short steps, then waits for the pace.

    `forget` cancels both. While a person thinks it may `ponder`.
    """

    def __init__(
        self, game: AnyGame, level: Level, random: Random, clock: SecondsClock = DEFAULT_CLOCK
    ) -> None:
        self._game = game
        self.level = level
        self._random, self._clock = random, clock
        self._cache = level.new_cache()
        self._thinking: TimeSliced[SearchInfo] | None = None
        """The search of the current position, limited in time."""
        self._about: Position | None = None
        self.dots = 0
        """The number of thinking dots shown, 0 to 3."""
        self._waited = 0.0
        self._decided: Move | None = None
        self._loading = TimeSliced(warm_up(game, level.limit))
        """Loads the data that the first search needs."""

    def prepare(self, budget: float) -> bool:
        """Load data of the engine for about `budget` seconds; return whether all is loaded."""
        return self._loading.work(budget, self._clock)

    def forget(self) -> None:
        """Begin again after a change of the match."""
        self._thinking = self._about = None
        self.dots, self._waited, self._decided = 0, 0.0, None

    def think(
        self, history: History, seconds: float, budget: float, pace: float, most: float
    ) -> Move | None:
        """Search for about `budget` seconds; return the move once it is found and its pace is over.
        `seconds` have passed since the last call; `history` as for `decide`. A move takes `pace`
        seconds at least and `most` seconds at most."""
        before, self._waited = self._waited, self._waited + seconds
        # Search and move never share a frame: each may take much of one.
        if self._decided is not None:
            return self._decided if before >= min(pace, most) else None
        if self._waited > THINKING_NOTICE_SECONDS:
            self.dots = int(self._waited * 3) % 4
        self._decided = self.decide(history, budget, hurry=self._waited >= most)
        return None

    def decide(self, history: History, budget: float, hurry: bool = False) -> Move | None:
        """Search for about `budget` seconds; return the move when the search or its time has ended.
        In a `hurry` the best move so far is returned. `history` is the match so far, the current
        position last."""
        if budget <= 0:
            return None
        if not self._loading.done:
            self.prepare(budget)
            return None
        level = self.level
        time_limit = math.inf if level.seconds is None else level.seconds
        thinking = self._search(history, level.limit, self._random, time_limit)
        if not thinking.work(budget, self._clock) and not hurry:
            return None
        assert thinking.last is not None, "a search yields at least one SearchInfo"
        move = thinking.last.move
        self._thinking = self._about = None
        return move

    def ponder(self, history: History, budget: float) -> None:
        """Search the position of a person, `history[-1]`, for about `budget` seconds.

        The next search finds the filled transposition table. Only levels with seconds ponder: all
        others are equally strong whatever came before. Ends after `PONDER_SECONDS`.
        """
        if self._cache is not None and self._game.engine.batch_rules is not None:
            # A ply deeper, so that scores rest on the same horizon as those of the next search.
            limit = replace(self.level.limit, depth=self.level.limit.depth + 1)
            # A Random of its own: how long the person thinks changes no later chance.
            pondering = self._search(history, limit, Random(0), PONDER_SECONDS)
            pondering.work(budget, self._clock)

    def _search(
        self, history: History, limit: Limit, random: Random, time_limit: float
    ) -> TimeSliced[SearchInfo]:
        """The search of `history[-1]` that runs, or a new one of at most `time_limit` seconds."""
        if self._thinking is None or self._about is not history[-1]:
            self._about = history[-1]
            infos = search(history[-1], self._game, limit, random, history, self._cache)
            self._thinking = TimeSliced(infos, time_limit)
        return self._thinking
