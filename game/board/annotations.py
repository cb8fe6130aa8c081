"""Annotations on a board: values of moves, a hint, and the evaluation bar.

Each has its own shape or a number, so that players need not distinguish colours.
"""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

import pygame

from flipside.game.board.board_state import Annotations, EvalBar
from flipside.game.board.places import DARK, Places, around, square, strokes
from flipside.game.drawing import draw, faces
from flipside.game.drawing.display_list import DisplayItem
from flipside.game.drawing.draw import Pixels
from flipside.game.services.theme import Colour, Style
from flipside.rules.contract.board import Cell

_LIGHT: Colour = (250, 244, 234)

MIN_VALUE_CELL = 26
"""The minimum width of a cell with a value, in CSS pixels."""


def items(
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
