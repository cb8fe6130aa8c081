"""Seats, which decide the moves of a player: a person or a computer."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

from flipside.rules.contract.board import Cell
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import History, Move, Position, continuing
from flipside.rules.contract.search_api import Limit, SearchInfo
from flipside.rules.contract.story import Piece, Slide
from flipside.rules.engine.search import Level, search, warm_up
from flipside.rules.engine.time_slices import DEFAULT_CLOCK, SecondsClock, TimeSliced
from flipside.rules.match.match import Match

THINKING_NOTICE_SECONDS = 0.5
"""Seconds of a search after which thinking dots appear."""

PONDER_SECONDS = 1.0
"""Maximum seconds of pondering on one position, to save the battery."""


@dataclass(frozen=True)
class Lift:
    """A piece that a person may pick up."""

    piece: Piece
    source: Cell
    """Its cell in the position, which is not where it is if a tap has put it down."""
    drops: Mapping[Cell, Move]
    """The cells on which it may be dropped, each with the taps that move it there."""
    continuations: Mapping[Cell, Mapping[Cell, Move]] = field(default_factory=dict)
    """If a pushed piece may go to several cells: taps by the cell of the drop and the next cell."""


class Human:
    """Collects the taps of a person until they are a legal move."""

    def __init__(self, match: Match, confirm: bool) -> None:
        self._match = match
        self._confirm = confirm
        self.taps: Move = ()

    def tap(self, cell: Cell) -> bool:
        """Add a tap on a cell; return whether the taps can become a legal move.

        Earlier taps are dropped if only the cell alone begins a legal move.
        """
        self.taps = self._taps_after(cell)
        return bool(self.taps)

    def _taps_after(self, cell: Cell) -> Move:
        """Return the taps after one more tap on `cell`; () if no legal move begins with them."""
        for taps in ((*self.taps, cell), (cell,)):
            if continuing(self._match.legal(), taps):
                return self._complete(taps)
        return ()

    def rotates_on_tap(self) -> bool:
        """Return whether tapping the last cell again shows another move with the same cells."""
        again = self._taps_after(self.taps[-1]) if self.taps else ()
        return again != self.taps and set(again) == set(self.taps)

    def _complete(self, taps: Move) -> Move:
        """Return the taps, or the only move that begins with them if it adds no square.

        If moves must be confirmed, return the taps unchanged.
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
        """Return the cells that may be tapped next, each with the legal moves that follow."""
        moves_by_cell: dict[Cell, list[Move]] = {}
        for move in continuing(self._match.legal(), self.taps):
            if move != self.taps:
                moves_by_cell.setdefault(move[len(self.taps)], []).append(move)
        return moves_by_cell

    def find_next_cells(self) -> frozenset[Cell]:
        """Return the cells that may be tapped next."""
        return frozenset(self.ways())

    def first_cells(self) -> frozenset[Cell]:
        """Return the cells that begin a legal move."""
        return frozenset(move[0] for move in self._match.legal() if move)

    def nearly(self, cell: Cell | None = None) -> Move | None:
        """Return the only move that begins with the taps and `cell` and adds no square.

        It may add cells beside the board. Return None if there is no such move, or several.
        """
        taps = self.taps if cell is None else (*self.taps, cell)
        moves = continuing(self._match.legal(), taps) if taps else []
        ends = {rest: move for move in moves if self._is_beside(rest := move[len(taps) :])}
        return next(iter(ends.values())) if len(ends) == 1 else None

    def move_at(self, cell: Cell) -> Move | None:
        """Return the legal move that a tap on `cell` would complete, or None."""
        taps = self._taps_after(cell)
        return taps if taps in self._match.legal() else None

    def preview(self, cell: Cell | None = None) -> Position | None:
        """Return the position after the move of `nearly`; None if there is no such move."""
        move = self.nearly(cell)
        return self._match.position.play(move) if move is not None else None

    def placed(self) -> Lift | None:
        """Return the piece that the taps have put down on their last cell, if any."""
        move = self.nearly()
        slide = self._slide(move) if move is not None else None
        if move is None or slide is None or slide.target != self.taps[-1]:
            return None
        piece = self._match.position.play(move).pieces()[slide.target]
        return Lift(piece, slide.source, {}) if piece is not None else None

    def lift(self, cell: Cell) -> Lift | None:
        """Return the piece on `cell` if it may be picked up."""
        piece, source, placed = self._match.position.pieces()[cell], cell, self.placed()
        if placed is not None and cell in (self.taps[-1], placed.source):
            piece, source = (placed.piece if cell == self.taps[-1] else None), placed.source
        ends: dict[Cell, list[Move]] = {}
        for move in self._match.legal() if piece is not None else ():
            slide = self._slide(move)
            if slide is not None and slide.source == source and slide.target != cell:
                ends.setdefault(slide.target, []).append(move)
        if piece is None or not ends:
            return None
        drops = {target: self._drop(target, moves) for target, moves in ends.items()}
        further = {
            target: self._continuations(taps, ends[target]) for target, taps in drops.items()
        }
        return Lift(piece, source, drops, {c: taps for c, taps in further.items() if len(taps) > 1})

    def _continuations(self, taps: Move, moves: list[Move]) -> dict[Cell, Move]:
        """Return longer taps for a drop, by the next cell on the board, and as long as possible."""
        by_cell: dict[Cell, list[Move]] = {}
        for move in moves:
            if len(move) > len(taps) and self._match.board.kinds[move[len(taps)]] != "beside":
                by_cell.setdefault(move[len(taps)], []).append(move)
        return {
            cell: options[0] if len(options) == 1 else (*taps, cell)
            for cell, options in by_cell.items()
        }

    def _slide(self, move: Move) -> Slide | None:
        """Return the step with which a move begins if that moves a piece to one of its cells."""
        story = self._match.position.story(move) if move else ()
        step = story[0][0] if story else None
        return step if isinstance(step, Slide) and step.target in move else None

    def _drop(self, target: Cell, moves: list[Move]) -> Move:
        """Return the taps for a drop: up to `target`, or all on the board of an only move."""
        move = moves[0]
        if len(moves) > 1:
            return move[: move.index(target) + 1]
        return tuple(cell for cell in move if not self._is_beside((cell,)))

    def decide(self) -> Move | None:
        """Return the move and clear the taps if they are complete; otherwise return None."""
        if self.taps and self.taps in self._match.legal():
            move, self.taps = self.taps, ()
            return move
        return None


class Computer:
    """The seat of a computer: it searches in time slices, then waits until its pace is over.

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
        """The search of `_position`, with its time limit."""
        self._position: Position | None = None
        self.dots = 0
        self._seconds_waiting = 0.0
        self._decision: Move | None = None
        self._loader = TimeSliced(warm_up(game, level.limit))
        """Loads the data that the first search needs."""

    def prepare(self, budget: float) -> bool:
        """Load data of the engine for about `budget` seconds; return whether all are loaded."""
        return self._loader.work(budget, self._clock)

    def forget(self) -> None:
        """Cancel the search, after a change of the match."""
        self._search_slices = self._position = None
        self.dots, self._seconds_waiting, self._decision = 0, 0.0, None

    def think(
        self, history: History, seconds: float, budget: float, pace: float, most: float
    ) -> Move | None:
        """Search for about `budget` seconds; return the move after at least `pace` seconds.

        `seconds` have passed since the last call. After `most` seconds the best move so far is
        used. None means that no move is due. `history` is as for `decide`.
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
        """Search for about `budget` seconds; return the move once the search ends, else None.

        With `hurry` the search ends at once with the best move so far. `history` is the match with
        the current position last.
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

        This fills the transposition table for the next search. It stops after `PONDER_SECONDS`.
        Only levels with a time limit ponder: other strengths must not depend on earlier searches.
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
        """Return the running search of `history[-1]`, or a new one; `time_limit` is in seconds."""
        if self._search_slices is None or self._position is not history[-1]:
            self._position = history[-1]
            infos = search(history[-1], self._game, limit, random, history, self._cache)
            self._search_slices = TimeSliced(infos, time_limit)
        return self._search_slices
