"""A board on the screen: the empty board, its pieces, marks and annotations.

A view is created for each layout of the window.
"""

from dataclasses import replace

import pygame

from flipside.game.board import annotations, marks
from flipside.game.board.board_state import BoardState
from flipside.game.board.places import Places
from flipside.game.drawing import draw
from flipside.game.drawing.display_list import DisplayItem, Layer
from flipside.game.drawing.faces import Sprite
from flipside.game.services.theme import PALE_GROUNDS, mixed


class BoardView(Places):
    """A board at a place in the window."""

    # -- drawing ---------------------------------------------------------------------------------

    def _below(self, state: BoardState) -> list[DisplayItem]:
        """Return what is below moving pieces: marks on the ground, pieces at rest, doors."""
        resting = [
            s for s in state.resting if s.cell not in (state.lifted_cell, state.refused_cell)
        ]
        resting.sort(key=self._on_hinge)
        pieces = (item for sprite in resting for item in self.sprite(sprite))
        return [*marks.below(self, state), *pieces]

    def _moving(self, state: BoardState) -> list[DisplayItem]:
        """Return whatever moves, the highest last."""
        high = [replace(s, lift=0.7) for s in state.resting if s.cell == state.lifted_cell]
        shaking = [
            replace(s, shift=state.shift) for s in state.resting if s.cell == state.refused_cell
        ]
        moving = [*high, *shaking, *state.moving]
        moving.sort(key=lambda sprite: (self._on_hinge(sprite), sprite.lift))
        items = [item for sprite in moving for item in self.sprite(sprite)]
        return [*items, *marks.refused(self, state)] if not shaking else items

    def _above(self, state: BoardState) -> list[DisplayItem]:
        """Return the marks and annotations above all pieces."""
        notes = annotations.items(self, state.annotations, frozenset(state.by_cell))
        return [*marks.above(self, state), *notes]

    def layers(self, state: BoardState) -> list[Layer]:
        """Return the layers of the empty board with frame and shadow, then of pieces and marks."""
        place = self.rect.inflate(2 * self.theme.px(18), 2 * self.theme.px(18))
        ground = DisplayItem(("board", self.board, self.coordinates), place, self._draw_ground)
        below = tuple(state.resting), state.lifted_cell, state.refused_cell, marks.key_below(state)
        return [
            Layer(("board", self.geometry), lambda: [ground], cached=True),
            Layer((self.geometry, below), lambda: self._below(state), cached=True),
            Layer(None, lambda: self._moving(state)),
            Layer((self.geometry, marks.key_above(state)), lambda: self._above(state)),
        ]

    def _draw_ground(self, surface: pygame.Surface) -> None:
        theme, key = self.theme, (self.board, self.rect.size)
        picture = theme.cached(("board", *key, self.coordinates), self._make_ground)
        radius = max(theme.px(6), self.frame // 2)
        corners = theme.cached(("corners", *key), lambda: draw.cut_corners(picture, radius))
        draw.shadow(theme, surface, self.rect, radius, theme.px(10), strength=110)
        draw.put_rounded(theme, surface, picture, corners, self.rect)

    def draw(self, surface: pygame.Surface, state: BoardState) -> None:
        """Draw the board and everything on it."""
        for layer in self.layers(state):
            for item in layer.make():
                item.paint(surface)

    def _on_hinge(self, sprite: Sprite) -> bool:
        return self.board.kinds[sprite.cell] == "hinge"

    # -- the empty board -------------------------------------------------------------------------

    def _make_ground(self) -> pygame.Surface:
        """Draw the frame, cloth or wood, lines and coordinates."""
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
        """Draw light along the upper and left rim of the frame, and shade round the field."""
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
        """Draw the seam of two parts of the board: a fine gap with a lit rim on either side."""
        gap = max(1, round(self.cell / 32))
        seam = pygame.Rect(x - gap // 2, field.y, gap, field.height)
        pygame.draw.rect(whole, mixed(self.base, (255, 255, 255), 0.3), seam.inflate(2, 0))
        pygame.draw.rect(whole, mixed(self.base, (0, 0, 0), 0.5), seam)

    def _inner_shade(self, whole: pygame.Surface, field: pygame.Rect) -> None:
        """Draw the frame's shadow on the cloth, along the upper and left side."""
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
            letter = draw.rendered(theme, chr(97 + column), "small", theme.palette.on_frame)
            x = field.x + (column + 0.5) * self.cell - letter.get_width() / 2
            y = field.y - self.frame / 2 - letter.get_height() / 2
            whole.blit(letter, (round(x), round(y)))
        for row in range(self.board.rows):
            number = draw.rendered(theme, str(row + 1), "small", theme.palette.on_frame)
            room = self.frame - theme.px(2)
            if number.get_width() > room:
                number = pygame.transform.smoothscale(number, (room, number.get_height()))
            x = field.x - self.frame / 2 - number.get_width() / 2
            y = field.y + (row + 0.5) * self.cell - number.get_height() / 2
            whole.blit(number, (round(x), round(y)))
