"""Pictures of positions on a page, drawn by the board itself.

A picture is a table, as in a game's pictures.toml. `options`, `seed` and `moves` lead to its
position. `taps` are the cells tapped for the next move. The `marked` cells have the mark of the
last move, instead of the cells of that move. `still` leaves out aids and the marks of legal
squares. `beside` names cells beside the board, which are shown below it. `part` names the first and
the last cell of the visible part of the board.

The legend also uses `peek` (the cell under the mouse), `cursor`, `legal`, and annotations: `values`
(for each cell the arguments of `short_value`), `best`, `hint` (names of moves) and `lead` (the
first player's part of the evaluation bar, 0 to 1).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import pygame

from flipside.game.board.board_state import Annotations, BoardState, EvalBar
from flipside.game.board.places import frame_width
from flipside.game.board.timeline import changes, still
from flipside.game.board.view import BoardView
from flipside.game.drawing import icons
from flipside.game.live_match.match_view import last_move
from flipside.game.live_match.seats import Human
from flipside.game.services.texts import Texts
from flipside.game.services.theme import Theme
from flipside.game.ui.containers import Lines, Row, WidgetList
from flipside.game.ui.panel_widgets import Slot, numbered_slot
from flipside.game.ui.widgets import Button, Canvas, Widget, WidgetState
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.board import Cell
from flipside.rules.contract.game import AnyGame
from flipside.rules.match.match import Match, shown_marks
from flipside.rules.texts import game_pictures

_ROW_HEIGHT = 44
"""The height in CSS pixels of the row of cells beside the board."""


class Diagram:
    """A picture of a position."""

    def __init__(self, text: Texts, game: AnyGame, data: Mapping[str, Any]) -> None:
        self._text = text
        self.match = picture_match(game, data)
        self.shown = _board_state(self.match, data, text)
        board = self.match.board
        corners = board.names[0], board.names[board.columns * board.rows - 1]
        first, last = (board.cell_named(name) for name in data.get("part", corners))
        (top, left), (bottom, right) = (divmod(cell, board.columns) for cell in (first, last))
        self.part = pygame.Rect(left, top, right - left + 1, bottom - top + 1)
        """The visible part of the board, in columns and rows."""
        self._beside = [board.cell_named(name) for name in data.get("beside", ())]

    def picture(self, theme: Theme, named: bool = True) -> Canvas:
        """Return the picture as a widget; if `named`, a whole board has letters and numbers."""
        beside = 8 + _ROW_HEIGHT if self._beside else 0
        ratio = self.part.height / self.part.width
        return Canvas(partial(self._paint, theme, named=named), ratio, height=beside)

    def _paint(
        self, theme: Theme, surface: pygame.Surface, place: pygame.Rect, *, named: bool
    ) -> None:
        upper = place.copy()
        slots: dict[Cell, pygame.Rect] = {}
        if self._beside:
            row = pygame.Rect(place.x, 0, place.width, theme.px(_ROW_HEIGHT))
            row.bottom = place.bottom
            upper.height = row.top - theme.px(8) - upper.top
            slots = self._paint_row(theme, surface, row)
        view, visible = self._view(theme, upper, slots, named)
        clip = surface.get_clip()
        if visible is not None:
            surface.set_clip(clip.clip(visible))
        view.draw(surface, self.shown)
        surface.set_clip(clip)
        for cell in slots:
            for sprite in self.shown.by_cell.get(cell, ()):
                for item in view.sprite(sprite):
                    item.paint(surface)

    def _view(
        self, theme: Theme, place: pygame.Rect, slots: Mapping[Cell, pygame.Rect], named: bool
    ) -> tuple[BoardView, pygame.Rect | None]:
        """Return the board in its place, and the visible area; None for a whole board."""
        board, part = self.match.board, self.part
        if part.size == (board.columns, board.rows):
            area = (place.x, place.y, place.width, place.height)
            return BoardView(theme, board, area, coordinates=named, slots=slots), None
        side = place.width // part.width
        frame = 2 * frame_width(theme, side * board.columns, board.columns, coordinates=False)
        size = side * board.columns + frame, side * board.rows + frame
        probe = BoardView(theme, board, (0, 0, *size), coordinates=False)
        visible = pygame.Rect(
            probe.field.x + round(part.x * probe.cell),
            probe.field.y + round(part.y * probe.cell),
            round(part.width * probe.cell),
            round(part.height * probe.cell),
        )
        by = place.centerx - visible.centerx, place.centery - visible.centery
        view = BoardView(theme, board, (*by, *size), coordinates=False, slots=slots)
        return view, visible.move(by)

    def _paint_row(
        self, theme: Theme, surface: pygame.Surface, row: pygame.Rect
    ) -> dict[Cell, pygame.Rect]:
        """Draw the cells beside the board; return the places of slots."""
        count = len(self._beside)
        width = min(row.width, theme.px(130) * count)
        strip = pygame.Rect(row.centerx - width // 2, row.y, width, row.height)
        each = (width / theme.unit - 6 * (count - 1)) / count
        slots: dict[Cell, pygame.Rect] = {}
        items = [self._cell_beside(theme, cell, each) for cell in self._beside]
        for widget in Row(items, 6).layout(theme, strip):
            widget.draw(theme, surface, WidgetState())
            if isinstance(widget, Slot):
                slots[widget.cell] = widget.rect
        return slots

    def _cell_beside(self, theme: Theme, cell: Cell, wide: float) -> Widget:
        """Return a slot with its number, or a button; both are at most `wide` CSS pixels wide."""
        board, position = self.match.board, self.match.position
        if board.owners[cell] is not None:
            tallies = [tally for side in position.tallies() for tally in side]
            number = next((str(tally.number) for tally in tallies if tally.cell == cell), "")
            beside = theme.width("small-bold", number) / theme.unit + 6 if number else 0
            side = min(_ROW_HEIGHT, wide - beside)
            return Row([numbered_slot(theme, cell, side, number)], align_x=0.5)
        name = board.names[cell]
        words = self._text.game(self.match.game.key, f"cell.{name}")
        icon, look = name if name in icons.NAMES else "", "primary" if self.shown.taps else "plain"
        return Button(name, lambda: None, words, icon, look, shrinks=True)


def picture_match(game: AnyGame, data: Mapping[str, Any]) -> Match:
    """Return the match of a picture. Raises BadRecord if its moves are illegal."""
    match = Match(game, data.get("options", {}), int(data.get("seed", 0)))
    match.read_moves(str(data.get("moves", "")))
    return match


@cache  # reading the moves of all games takes longer than a frame on a tablet
def shown_match(key: str) -> Match:
    """Return the match on the card of a game, which is one of its pictures."""
    return picture_match(BY_KEY[key], game_pictures(key).get("shelf", {}))


@dataclass
class DiagramRow(Lines):
    """Pictures side by side, in as many lines as necessary."""

    diagrams: list[Diagram]

    def lines(self, theme: Theme, width: int) -> WidgetList:
        """Return lines of pictures, which are equally wide unless one reaches its maximum width."""
        columns = [diagram.part.width for diagram in self.diagrams]
        if len(columns) == 1:
            count, most = 1, [max(300, 36 * columns[0])]
        else:
            count = min(len(columns), (width + theme.px(12)) // theme.px(27 * max(columns) + 12))
            most = [60 * each for each in columns]
        count = max(1, count)
        each = (width / theme.unit - 12 * (count - 1)) / count
        pictures = [diagram.picture(theme) for diagram in self.diagrams]
        for picture, limit in zip(pictures, most, strict=True):
            picture.width = min(each, limit)
        lines = [pictures[at : at + count] for at in range(0, len(pictures), count)]
        return [4, *(Row(line, 12, align_y=0, align_x=0.5) for line in lines), 12]

    def _gap(self) -> float:
        return 16


def _board_state(match: Match, data: Mapping[str, Any], text: Texts) -> BoardState:
    position, board = match.position, match.board
    human = Human(match, confirm=True)
    human.taps = tuple(board.cell_named(name) for name in data.get("taps", ()))
    marked_cells = tuple(board.cell_named(name) for name in data.get("marked", ()))
    still_life = bool(data.get("still"))
    peek = board.cell_named(data["peek"]) if "peek" in data else None
    now, after = position.pieces(), human.preview(peek)
    last, effects = (marked_cells, ()) if "marked" in data else last_move(match)
    return BoardState(
        resting=still(now),
        next_cells=frozenset() if still_life else human.find_next_cells(),
        taps=human.taps,
        last=last,
        changed_cells=effects,
        preview=changes(board, now, after.pieces()) if after is not None else {},
        marks=tuple(m for m in shown_marks(match, human.taps) if not (still_life and m.aid)),
        cursor=board.cell_named(data["cursor"]) if "cursor" in data else None,
        legal=data.get("legal", "rings"),
        annotations=_notes(match, data, text) or Annotations(),
    )


def _notes(match: Match, data: Mapping[str, Any], text: Texts) -> Annotations | None:
    if not {"values", "hint", "lead"} & set(data):
        return None
    board = match.board
    values = {
        board.cell_named(name): short_value(text, *value)
        for name, value in data.get("values", {}).items()
    }
    line = match.restarted()
    line.read_moves(f"{' '.join(match.names())} {data.get('hint', '')}")
    near, far = match.position.colours or (None, None)
    eval_bar = EvalBar(data["lead"], near, far, upright=False) if "lead" in data else None
    return Annotations(
        values=values,
        best=frozenset(board.cell_named(name) for name in data.get("best", ())),
        hint=tuple(line.moves[match.ply :]),
        eval_bar=eval_bar,
    )


def short_value(text: Texts, kind: str, number: int) -> str:
    """Return a value in a few letters: points, "drawn", or "won" or "lost" in `number` moves."""
    if kind != "points":
        return text(f"value.{kind}_short", count=number)
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}") if number else "0"
