"""A board in the window: the empty board, its pieces, marks and annotations.

For each layout of the window a new view is made. Annotations are values of moves, a hint, and the
evaluation bar. Each has its own shape or a number, so that players need not distinguish colours.
"""

import math
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise

import pygame

from flipside.game.board import marks
from flipside.game.board.board_state import Annotations, BoardState, EvalBar
from flipside.game.board.places import DARK, Places, around, square, strokes
from flipside.game.drawing import draw, faces
from flipside.game.drawing.display_list import DisplayItem, Layer
from flipside.game.drawing.draw import Pixels
from flipside.game.drawing.faces import Sprite
from flipside.game.services.theme import PALE_GROUNDS, Colour, Style, mixed
from flipside.rules.contract.board import Cell
from flipside.rules.contract.story import Piece


class BoardView(Places):
    """Draws a board at a place in the window."""

    # -- drawing ---------------------------------------------------------------------------------

    def _below(self, state: BoardState) -> list[DisplayItem]:
        """Return the items below moving pieces: marks on the ground, resting pieces, doors."""
        resting = [
            s for s in state.resting if s.cell not in (state.lifted_cell, state.refused_cell)
        ]
        resting.sort(key=self._on_hinge)
        pieces = (item for sprite in resting for item in self.still_sprite(sprite))
        return [*marks.below(self, state), *pieces]

    def _moving(self, state: BoardState) -> list[DisplayItem]:
        """Return the pieces that move, the highest last."""
        high = [replace(s, lift=0.7) for s in state.resting if s.cell == state.lifted_cell]
        shaking = [
            replace(s, shift=state.shift) for s in state.resting if s.cell == state.refused_cell
        ]
        moving = [*high, *shaking, *state.moving]
        moving.sort(key=lambda sprite: (self._on_hinge(sprite), sprite.lift))
        items = [item for sprite in moving for item in self.sprite(sprite)]
        return [*items, *marks.refused(self, state)] if not shaking else items

    def _above(self, state: BoardState) -> list[DisplayItem]:
        """Return the items above all pieces: marks and annotations."""
        notes = annotation_items(self, state.annotations, frozenset(state.by_cell))
        return [*marks.above(self, state), *notes]

    def layers(self, state: BoardState) -> list[Layer]:
        """Return the layers of a board: ground, resting and moving pieces, lights, marks."""
        place = self.rect.inflate(2 * self.theme.px(18), 2 * self.theme.px(18))
        look = "board", self.board, self.coordinates, self.turned
        ground = DisplayItem(look, place, self._draw_ground)
        below = tuple(state.resting), state.lifted_cell, state.refused_cell, marks.key_below(state)
        return [
            Layer(("board", self.geometry), lambda: [ground], cached=True),
            Layer((self.geometry, below), lambda: self._below(state), cached=True),
            Layer(None, lambda: self._moving(state)),
            Layer((self.geometry, state.lit), lambda: marks.lights(self, state)),
            Layer((self.geometry, marks.key_above(state)), lambda: self._above(state)),
        ]

    def _draw_ground(self, surface: pygame.Surface) -> None:
        theme, key = self.theme, (self.board, self.rect.size)
        picture = theme.cached(("board", *key, self.coordinates, self.turned), self._make_ground)
        radius = max(theme.px(6), self.frame // 2)
        corners = theme.cached(("corners", *key), lambda: draw.cut_corners(picture, radius))
        draw.shadow(theme, surface, self.rect, radius, theme.px(10), strength=110)
        draw.put_rounded(theme, surface, picture, corners, self.rect)

    def draw(self, surface: pygame.Surface, state: BoardState) -> None:
        """Draw the board with everything on it."""
        for layer in self.layers(state):
            for item in layer.make():
                item.paint(surface)

    def prepare(self, pieces: Collection[Piece]) -> Iterator[None]:
        """Make the pictures of pieces while they move, one per step."""
        side = 2 * math.ceil(self.cell)
        surface = pygame.Surface((side, side))
        surface.set_clip((side // 2, side // 2, 1, 1))  # nothing needs to be painted
        for sprite in faces.moving_looks(pieces):
            faces.draw_sprite(self.theme, surface, sprite, (side / 2, side / 2), self.cell)
            yield

    def _on_hinge(self, sprite: Sprite) -> bool:
        return self.board.kinds[sprite.cell] == "hinge"

    # -- the empty board -------------------------------------------------------------------------

    def _make_ground(self) -> pygame.Surface:
        """Return a picture of the empty board: frame, ground, lines and coordinates."""
        frame = pygame.Rect((0, 0), self.rect.size)
        field = self.field.move(-self.rect.x, -self.rect.y)
        whole = pygame.Surface(frame.size)
        draw.wood(whole, frame, self.theme.palette.frame, 11, 1.3)
        self._bevel(whole, frame, field, max(self.theme.px(6), self.frame // 2))
        self._cloth(whole, field)
        if self.coordinates:
            self._coordinates(whole, field)
        return whole

    def _bevel(
        self, whole: pygame.Surface, frame: pygame.Rect, field: pygame.Rect, radius: int
    ) -> None:
        """Draw light on the upper and left edge of the frame, and shade around the ground."""
        palette, line = self.theme.palette, max(1, self.theme.px(1))
        light = mixed(palette.frame, (255, 240, 215), 0.28)
        deep = mixed(palette.frame, (0, 0, 0), 0.5)
        draw.box(self.theme, whole, frame, None, radius, border=light, thick=line)
        pygame.draw.rect(whole, deep, field.inflate(4 * line, 4 * line), 2 * line)

    def _cloth(self, whole: pygame.Surface, field: pygame.Rect) -> None:
        cell = self.cell
        pits = "pit" in self.board.kinds
        base = self.base
        wooden = self.material in ("wood", "walnut")
        (draw.wood if wooden else draw.felt)(whole, field, base, 3)
        thick = max(1, round(cell / 44))
        ink = mixed(base, (0, 0, 0), 0.2 if self.material in PALE_GROUNDS else 0.42)
        shine = mixed(base, (255, 255, 255), 0.1)
        if pits:
            self._pits(whole, field)
            self._inner_shade(whole, field)
            return
        for column in range(1, self.board.columns):
            beside = field.x + round(column * cell)
            pygame.draw.rect(whole, ink, (beside - thick // 2, field.y, thick, field.height))
            pygame.draw.rect(whole, shine, (beside - thick // 2 + thick, field.y, 1, field.height))
        for row in range(1, self.board.rows):
            below = field.y + round(row * cell)
            pygame.draw.rect(whole, ink, (field.x, below - thick // 2, field.width, thick))
            pygame.draw.rect(whole, shine, (field.x, below - thick // 2 + thick, field.width, 1))
        for column in self.board.seams:
            self._seam(whole, field, field.x + round(column * cell))
        for x, y in self.board.star_points:
            at = (round(field.x + x * cell), round(field.y + y * cell))
            pygame.draw.aacircle(whole, ink, at, max(2, round(cell * 0.07)))
        self._inner_shade(whole, field)

    def _seam(self, whole: pygame.Surface, field: pygame.Rect, x: int) -> None:
        """Draw the seam between two parts of the board: a narrow gap with light edges."""
        gap = max(1, round(self.cell / 32))
        seam = pygame.Rect(x - gap // 2, field.y, gap, field.height)
        pygame.draw.rect(whole, mixed(self.base, (255, 255, 255), 0.3), seam.inflate(2, 0))
        pygame.draw.rect(whole, mixed(self.base, (0, 0, 0), 0.5), seam)

    def _inner_shade(self, whole: pygame.Surface, field: pygame.Rect) -> None:
        """Draw the shadow of the frame on the upper and left side of the ground."""
        depth = max(3, self.theme.px(7))
        above = pygame.Surface((field.width, depth), pygame.SRCALPHA)
        beside = pygame.Surface((depth, field.height), pygame.SRCALPHA)
        for i in range(depth):
            shade = 0, 0, 0, round(70 * (1 - i / depth) ** 2)
            for strip in (above, beside):
                pygame.draw.line(strip, shade, (i, i), (field.width, i))
                pygame.draw.line(strip, shade, (i, i), (i, field.height))
        self.theme.blend(whole, above, field)
        self.theme.blend(whole, beside, (field.x, field.y + depth), (0, depth, depth, field.height))

    def _pits(self, whole: pygame.Surface, field: pygame.Rect) -> None:
        wood = self.base
        side = round(self.cell * 0.74)

        def paint(large: pygame.Surface, finer: int) -> None:
            middle = large.get_width() / 2
            large.fill((*wood, 0))
            pygame.draw.circle(large, mixed(wood, (255, 235, 200), 0.5), (middle, middle), middle)
            steps = 16
            for step in range(steps):
                share = step / (steps - 1)
                tone = mixed(mixed(wood, (0, 0, 0), 0.42), mixed(wood, (0, 0, 0), 0.06), share)
                size = middle * (0.95 - 0.5 * share)
                pygame.draw.circle(
                    large,
                    tone,
                    (middle + middle * 0.1 * share, middle + middle * 0.14 * share),
                    size,
                )

        pit = draw.smooth(self.theme, ("pit", wood), (side, side), paint)
        for cell, kind in enumerate(self.board.kinds):
            if kind == "pit":
                x, y = self.board.centres[cell]
                corner = (field.x + x * self.cell - side / 2, field.y + y * self.cell - side / 2)
                self.theme.put(whole, pit, (round(corner[0]), round(corner[1])))

    def _coordinates(self, whole: pygame.Surface, field: pygame.Rect) -> None:
        theme = self.theme
        for column in range(self.board.columns):
            name = chr(97 + (self.board.columns - 1 - column if self.turned else column))
            letter = draw.rendered(theme, name, "small", theme.palette.on_frame)
            x = field.x + (column + 0.5) * self.cell - letter.get_width() / 2
            y = field.y - self.frame / 2 - letter.get_height() / 2
            whole.blit(letter, (round(x), round(y)))
        for row in range(self.board.rows):
            name = str(self.board.rows - row if self.turned else row + 1)
            number = draw.rendered(theme, name, "small", theme.palette.on_frame)
            room = self.frame - theme.px(2)
            if number.get_width() > room:
                number = pygame.transform.smoothscale(number, (room, number.get_height()))
            x = field.x - self.frame / 2 - number.get_width() / 2
            y = field.y + (row + 0.5) * self.cell - number.get_height() / 2
            whole.blit(number, (round(x), round(y)))


# -- annotations -----------------------------------------------------------------------------------


_LIGHT: Colour = (250, 244, 234)

MIN_VALUE_CELL = 26
"""The minimum width of a cell with a value, in CSS pixels."""


def annotation_items(
    view: Places, annotations: Annotations, piece_cells: frozenset[Cell]
) -> Iterator[DisplayItem]:
    """Yield all annotations; `piece_cells` are the cells with pieces."""
    if annotations.eval_bar is not None:
        yield _bar(view, annotations.eval_bar)
    hint_cells = {cell for move in annotations.hint for cell in move}
    for cell, words in annotations.values.items():
        if view.board.kinds[cell] != "beside" and cell not in hint_cells:
            yield _value(view, cell, words, annotations, cell in piece_cells)
    board_cells = [cell for cell in hint_cells if view.board.kinds[cell] != "beside"]
    if board_cells:
        look = annotations.hint, annotations.quarter_turns
        yield DisplayItem(look, around(view, board_cells, 2.0), partial(_hint, view, annotations))


def _hint(view: Places, annotations: Annotations, surface: pygame.Surface) -> None:
    counts: dict[Cell, int] = {}
    for number, move in enumerate(annotations.hint, start=1):
        cells = [cell for cell in dict.fromkeys(move) if view.board.kinds[cell] != "beside"]
        if not cells:
            continue
        for start, end in pairwise(cells):
            _arrow(view, surface, view.centre(start), view.centre(end), number == 1)
        if number == 1:
            _diamond(view, surface, cells[-1])
        if len(annotations.hint) > 1:
            _number(
                view,
                surface,
                cells[-1],
                number,
                counts.get(cells[-1], 0),
                annotations.quarter_turns,
            )
            counts[cells[-1]] = counts.get(cells[-1], 0) + 1


# -- words on cells --------------------------------------------------------------------------------


def _value(
    view: Places, cell: Cell, words: str, annotations: Annotations, on_piece: bool
) -> DisplayItem:
    """Return a label in the middle of an empty cell, or at the edge of a cell with a piece."""
    label = _label(
        view, words, cell in annotations.best, annotations.quarter_turns, round(view.cell * 0.94)
    )
    area = square(view, cell, 0.94)
    rect = label.get_rect(center=area.center)
    if on_piece:
        side = ("bottom", "right", "top", "left")[annotations.quarter_turns]
        setattr(rect, side, getattr(area, side))
    look = words, cell in annotations.best, annotations.quarter_turns
    return DisplayItem(look, rect, lambda to: view.theme.put(to, label, rect.topleft))


def _label(view: Places, words: str, best: bool, quarter_turns: int, widest: int) -> pygame.Surface:
    """Return words as a label; it is not wider than `widest`, except on very small cells."""
    theme = view.theme
    style: Style = "bold" if view.cell >= theme.px(64) else "small-bold"
    widest = max(widest, theme.px(MIN_VALUE_CELL))

    def make() -> pygame.Surface:
        ink, ground = (DARK, _LIGHT) if best else (_LIGHT, DARK)
        text = theme.rendered(style, words, ink)
        pad = theme.px(5)
        scale = min(1.0, (widest - pad) / text.get_width())
        if scale < 1:
            small = round(text.get_width() * scale), round(text.get_height() * scale)
            text = pygame.transform.smoothscale(text, small)
        height = text.get_height()
        size = max(height, min(widest, text.get_width() + 2 * pad)), height
        label = pygame.Surface(size, pygame.SRCALPHA)
        draw.box(theme, label, label.get_rect(), ground, height // 2, DARK if best else _LIGHT, 1)
        label.blit(text, text.get_rect(center=label.get_rect().center))
        return pygame.transform.rotate(label, 90 * quarter_turns)

    return theme.cached(("note", words, best, quarter_turns, widest, style), make)


# -- a hint ----------------------------------------------------------------------------------------


def _diamond(view: Places, surface: pygame.Surface, cell: Cell) -> None:
    """Draw a diamond for the move of the hint; it is around the cell if the cell is small."""
    x, y = view.centre(cell)
    size = view.size(cell)
    reach = size * (0.47 if size >= view.theme.px(MIN_VALUE_CELL) else 0.95)
    thick = max(2, round(size * 0.05))
    points = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
    strokes(view, surface, list(pairwise([*points, points[0]])), _LIGHT, thick)


def _arrow(view: Places, surface: pygame.Surface, start: Pixels, end: Pixels, strong: bool) -> None:
    """Draw an arrow from one cell to another, for the path of a piece."""
    along = pygame.Vector2(end) - pygame.Vector2(start)
    if not along.length():
        return
    step = along.normalize()
    across = pygame.Vector2(-step.y, step.x)
    size, thick = view.cell * 0.16, max(2, round(view.cell * (0.06 if strong else 0.025)))
    tip = pygame.Vector2(end) - step * view.cell * 0.12
    tail = pygame.Vector2(start) + step * view.cell * 0.12
    wings = [tip - step * size + across * size, tip - step * size - across * size]
    strokes(view, surface, [(point, tip) for point in (tail, *wings)], _LIGHT, thick)


def _number(
    view: Places, surface: pygame.Surface, cell: Cell, number: int, before: int, quarter_turns: int
) -> None:
    """Draw the number of a move on a cell; `before` numbers are already there."""
    label = _label(view, str(number), number == 1, quarter_turns, round(view.cell * 0.6))
    x, y = square(view, cell).center
    away = before * round(view.cell * 0.34)
    shift = ((away, 0), (0, -away), (-away, 0), (0, away))[quarter_turns]
    view.theme.put(surface, label, label.get_rect(center=(x + shift[0], y + shift[1])).topleft)


# -- the bar ---------------------------------------------------------------------------------------


def _bar(view: Places, eval_bar: EvalBar) -> DisplayItem:
    """Return the evaluation bar, with the part of each player and its middle."""
    thick = max(4, round(view.frame * 0.36))
    field, gap = view.field, (view.frame - thick) // 2
    if eval_bar.upright:
        rect = pygame.Rect(field.right + gap, field.y, thick, field.height)
        own = round(rect.height * eval_bar.share)
        near = pygame.Rect(rect.x, rect.bottom - own, thick, own)
        middle = pygame.Rect(rect.x - 2, rect.centery - 1, thick + 4, 3)
    else:
        rect = pygame.Rect(field.x, field.bottom + gap, field.width, thick)
        own = round(rect.width * eval_bar.share)
        near = pygame.Rect(rect.right - own, rect.y, own, thick)
        middle = pygame.Rect(rect.centerx - 1, rect.y - 2, 3, thick + 4)

    def paint(surface: pygame.Surface) -> None:
        # An outline would get an edge along the clip, so a larger rectangle is filled first.
        pygame.draw.rect(surface, _LIGHT, rect.inflate(2, 2))
        pygame.draw.rect(surface, _paint(view, eval_bar.far, DARK), rect)
        pygame.draw.rect(surface, _paint(view, eval_bar.near, _LIGHT), near)
        pygame.draw.rect(surface, view.theme.palette.red, middle)

    look = "lead", eval_bar.near, eval_bar.far, tuple(near)
    return DisplayItem(look, rect.inflate(6, 6), paint)


def _paint(view: Places, colour: str | None, unknown: Colour) -> Colour:
    return unknown if colour is None else faces.colours(view.theme, colour)
