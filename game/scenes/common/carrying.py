"""A piece that is carried by a finger or the mouse, or slides back to its cell."""

from collections.abc import Hashable
from dataclasses import replace
from functools import partial

import pygame

from flipside.game.board.board_state import BoardState
from flipside.game.board.places import Places
from flipside.game.board.timeline import Landing, eased
from flipside.game.drawing import draw, faces
from flipside.game.drawing.display_list import DisplayItem
from flipside.game.drawing.faces import Sprite
from flipside.game.live_match.seats import Lift
from flipside.game.services.theme import Theme
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Move

RETURN_SECONDS = 0.16
"""Seconds in which a piece that was not moved slides back, at normal tempo."""

_Point = tuple[int, int]


class CarriedPiece:
    """A piece above the board, whose cell is empty."""

    def __init__(self, lift: Lift, cell: Cell, finger: Hashable) -> None:
        self._lift, self._cell = lift, cell
        self.finger = finger
        """The pointer that carries it; None while it slides back."""
        self._at: _Point = (0, 0)
        self._over: Cell | None = None
        """The legal target below it."""
        self._seconds_back = 0.0
        self._tempo = 1.0
        self._shown: tuple[object, BoardState] | None = None
        """The board without the piece, and all that it depends on."""

    @property
    def taps(self) -> Move:
        """The taps for a drop here; empty where it may not be dropped."""
        return self._lift.drops[self._over] if self._over is not None else ()

    def landing(self) -> Landing:
        """Return how it lies after a drop."""
        return Landing(self._lift.source, self._lift.piece, 1.0)

    def move(self, at: _Point, places: Places) -> None:
        """Carry it to a point of the window."""
        cell, self._at = places.cell_at(at), at
        self._over = cell if cell in self._lift.drops else None

    def slide_back(self, theme: Theme) -> bool:
        """Let it slide back; return False if nothing is animated."""
        self.finger, self._over, self._tempo = None, None, theme.tempo
        return self._tempo > 0

    def advance(self, seconds: float) -> bool:
        """Let time pass; return whether it moved."""
        if self.finger is None:
            self._seconds_back += seconds
        return self.finger is None

    @property
    def is_back(self) -> bool:
        """Whether it has arrived."""
        return self._share >= 1.0

    @property
    def _share(self) -> float:
        """The share of its way back, 0 to 1."""
        return min(1.0, self._seconds_back / (RETURN_SECONDS * self._tempo))

    def board_without(self, still: BoardState) -> BoardState:
        """Return the board at rest without it, with the cells on which it may be dropped."""
        key = still, self._over, self.finger is None
        if self._shown is None or self._shown[0] != key:
            gone = self._cell, self._lift.source
            board = replace(
                still,
                resting=[sprite for sprite in still.resting if sprite.cell not in gone],
                next_cells=frozenset(),
                taps=(),
                preview={},
                lifted_cell=None,
                drop_cells=frozenset() if self.finger is None else frozenset(self._lift.drops),
                drop_cell=self._over,
            )
            self._shown = key, board
        return self._shown[1]

    def items(self, places: Places) -> list[DisplayItem]:
        """Return it at its place, with a shadow."""
        share, piece, side = eased(self._share), self._lift.piece, places.cell
        home, goal = places.centre(self._cell), None
        if self.finger is None and places.size(self._cell) != side:
            goal = places.size(self._cell)
            side += (goal - side) * share
        x, y = (at + (end - at) * share for at, end in zip(self._at, home, strict=True))
        sprite = places.as_seen(Sprite(piece, self._cell, lift=1 - share))
        theme, place = places.theme, faces.sprite_place(sprite, (x, y), side)
        flat = faces.face_kind(piece) in faces.FLAT_KINDS
        depth = theme.px(8) if flat else 0

        def paint(surface: pygame.Surface) -> None:
            if flat:
                rect = place.inflate(-0.1 * side, -0.1 * side)
                draw.shadow(theme, surface, rect, theme.px(4), depth)
            faces.draw_sprite(theme, surface, sprite, (x, y), side, goal)

        return [DisplayItem((sprite, x, y), place.inflate(4 * depth, 4 * depth), partial(paint))]
