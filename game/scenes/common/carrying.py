"""Pieces that are carried by a finger or the mouse, dropped, or slide back to their cell."""

from collections.abc import Hashable
from dataclasses import replace

import pygame

from flipside.game.board.board_state import BoardState
from flipside.game.board.places import Places
from flipside.game.board.timeline import Landing, eased
from flipside.game.drawing import draw, faces
from flipside.game.drawing.display_list import DisplayItem
from flipside.game.drawing.faces import Sprite
from flipside.game.live_match.seats import Lift
from flipside.game.scenes.common.session import Session
from flipside.game.services.services import Services
from flipside.game.services.theme import Theme
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Move

_CLEAR_SHARE = 0.12
"""A drop at least this far from the middle of a cell, relative to the cell, decides in which of
several directions a piece is pushed."""

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
        self.taps: Move = ()
        """The taps for a drop here; empty where it may not be dropped."""
        self._seconds_back = 0.0
        self._tempo = 1.0
        self._shown: tuple[object, BoardState] | None = None
        """The board without the piece, and all that it depends on."""

    @property
    def landing(self) -> Landing:
        """How it lies after a drop."""
        assert self._over is not None
        return Landing(self._lift.source, self._over, self._lift.piece, 1.0)

    def move(self, at: _Point, places: Places) -> None:
        """Carry it to a point of the window.

        If a piece there may be pushed to several cells, it goes to the nearest to this point.
        """
        cell, self._at, lift = places.cell_at(at), at, self._lift
        self._over, self.taps = None, ()
        if cell is None or cell not in lift.drops:
            return
        self._over, self.taps = cell, lift.drops[cell]
        middle = pygame.Vector2(places.centre(cell))
        off, options = pygame.Vector2(at) - middle, lift.continuations.get(cell, {})
        if options and off.length() >= _CLEAR_SHARE * places.cell:
            ways = {target: places.centre(target) - middle for target in options}
            self.taps = options[max(ways, key=lambda target: off * ways[target].normalize())]

    @property
    def _targets(self) -> frozenset[Cell]:
        """The legal targets, and where a piece that it pushes here would go."""
        return frozenset((*self._lift.drops, *self.taps[2:3]))

    def slide_back(self, theme: Theme) -> bool:
        """Let it slide back; return False if nothing is animated."""
        self.finger, self._over, self.taps, self._tempo = None, None, (), theme.tempo
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
        key = still, self._over, self.taps, self.finger is None
        if self._shown is None or self._shown[0] != key:
            gone = self._cell, self._lift.source
            board = replace(
                still,
                resting=[sprite for sprite in still.resting if sprite.cell not in gone],
                next_cells=frozenset(),
                taps=(),
                preview={},
                marks=tuple(
                    m for m in still.marks if m.kind != "join" or self._cell not in m.cells
                ),
                lifted_cell=None,
                drop_cells=frozenset() if self.finger is None else self._targets,
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

        return [DisplayItem((sprite, x, y), place.inflate(4 * depth, 4 * depth), paint)]


class Carrying:
    """Picks up, carries and drops the pieces of a board, at most one at a time."""

    def __init__(self, services: Services, session: Session) -> None:
        self._services, self._session = services, session
        self._moving = set[Hashable]()
        """The fingers that have moved since they went down."""
        self.piece: CarriedPiece | None = None
        """The piece that is carried, or slides back."""
        self.landing: Landing | None = None
        """The piece that the player has already moved, while that move is made."""

    @property
    def drops(self) -> bool:
        """Whether the taps of a drop are being handled."""
        return self.landing is not None and self.landing.height > 0

    def press(self, finger: Hashable, piece: CarriedPiece | None, on_board: bool) -> bool:
        """Handle a press while `piece` was carried; return whether it only ends the carrying."""
        self._moving.discard(finger)
        if piece is None or piece.finger is None:
            return False
        self.piece = None if on_board else piece
        return on_board

    def move(self, finger: Hashable, at: _Point, start: Cell | None, places: Places) -> bool:
        """Handle a finger that went down on `start` and moves; return whether it carries a piece.

        It picks up the piece there if that may be moved.
        """
        if finger not in self._moving:
            self._moving.add(finger)
            human = self._session.human if self.piece is None else None
            lift = human.lift(start) if human is not None and start is not None else None
            if lift is not None and start is not None:
                self.piece = CarriedPiece(lift, start, finger)
                self._services.sound.play("lift")
        if self.piece is None or self.piece.finger != finger:
            return False
        self.piece.move(at, places)
        return True

    def release(self, finger: Hashable, drops: bool, slides: bool) -> None:
        """Handle that a finger went up: if it `drops` its piece, make the move, if there is one.

        Otherwise the piece goes back; `slides`: not at once.
        """
        piece = self.piece
        if piece is None or piece.finger != finger:
            return
        self.piece = None
        if not (drops and self._drop(piece)) and slides:
            self.piece = piece if piece.slide_back(self._services.theme) else None

    def _drop(self, piece: CarriedPiece) -> bool:
        """Make the taps of a drop; return whether the piece stays there."""
        human, before = self._session.human, self._session.moment
        if human is None or not piece.taps:
            return False
        human.taps = piece.taps[:-1]
        self._tap(piece.taps[-1], piece.landing)
        stays = self._session.moment != before or human.placed() is not None
        if stays:
            self._services.sound.play("drop")
            self._services.vibrate()
        return stays

    def tap(self, cell: Cell) -> None:
        """Tap a cell; a piece that earlier taps have put down does not slide again."""
        human, landing = self._session.human, None
        lift = human.placed() if human is not None else None
        if human is not None and lift is not None:
            landing = Landing(lift.source, human.taps[-1], lift.piece, 0.0)
        self._tap(cell, landing)

    def _tap(self, cell: Cell, landing: Landing | None) -> None:
        self.landing = landing
        self._session.tap_cell(cell)
        self.landing = None

    def advance(self, seconds: float) -> bool:
        """Let time pass; return whether a piece slid."""
        slides = self.piece is not None and self.piece.advance(seconds)
        if self.piece is not None and self.piece.is_back:
            self.piece = None
        return slides

    def board_without(self, still: BoardState) -> BoardState:
        """Return the board at rest without the piece that is carried."""
        return self.piece.board_without(still) if self.piece is not None else still

    def items(self, places: Places) -> list[DisplayItem]:
        """Return the piece at its place."""
        return self.piece.items(places) if self.piece is not None else []
