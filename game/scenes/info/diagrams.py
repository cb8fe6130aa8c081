"""A position of a game as a picture on a page, drawn by the board itself.

The data of a picture, as in a game's text.toml: `moves`, with `options` and `seed`, lead to it;
`taps` have begun a move; the `marked` cells carry the mark of the last move instead of it; `still`
leaves out aids and the fields one may tap; `beside` names cells beside the board that are shown
below it; `part` names the first and the last cell of the part of the board that is shown.

The legend also uses `peek`, the cell under the mouse pointer, `cursor`, `legal`, and the notes of
the computer: `values` (per cell a kind and a number for `short_value`), `best`, `hint` (names of
moves) and `lead` (the first player's share, 0 to 1).
"""

from collections.abc import Mapping
from typing import Any

import pygame

from game.board.places import frame_width
from game.board.shown import Lead, Notes, Shown
from game.board.timeline import changes, still
from game.board.view import BoardView
from game.drawing import draw, icons
from game.services.text import Text
from game.services.theme import Theme
from game.table.outlook import last_move
from game.table.seats import Human
from game.ui import layout
from game.ui.sheet import Sheet
from game.ui.widgets import Button, Canvas, WidgetState
from rules.contract.board import Cell
from rules.contract.game import AnyGame
from rules.match.match import Match


class Diagram:
    """One picture of a game."""

    def __init__(self, text: Text, game: AnyGame, data: Mapping[str, Any]) -> None:
        self._text = text
        self.match = _match(game, data)
        self.shown = _shown(self.match, data, text)
        board = self.match.board
        first, last = (board.cell(name) for name in data.get("part", _corners(self.match)))
        self.part = pygame.Rect(
            first % board.columns,
            first // board.columns,
            last % board.columns - first % board.columns + 1,
            last // board.columns - first // board.columns + 1,
        )
        """What is shown of the board, in columns and rows."""
        self._beside = [board.cell(name) for name in data.get("beside", ())]

    @property
    def columns(self) -> int:
        """The number of columns of the board that are shown."""
        return self.part.width

    def height(self, theme: Theme, width: int) -> int:
        """The height of the picture at that width, in pixels."""
        high = round(width * self.part.height / self.part.width)
        return high + (theme.px(8) + self._row_height(theme) if self._beside else 0)

    def picture(self, theme: Theme, rect: pygame.Rect, named: bool = True) -> Canvas:
        """The picture as a widget; a whole board carries letters and numbers if it is `named`."""

        def paint(surface: pygame.Surface, place: pygame.Rect) -> None:
            self._paint(theme, surface, place, named)

        return Canvas(rect, paint=paint)

    def _paint(
        self, theme: Theme, surface: pygame.Surface, place: pygame.Rect, named: bool
    ) -> None:
        upper = place.copy()
        slots: dict[Cell, pygame.Rect] = {}
        if self._beside:
            row = pygame.Rect(place.x, 0, place.width, self._row_height(theme))
            row.bottom = place.bottom
            upper.height = row.top - theme.px(8) - upper.top
            slots = self._paint_row(theme, surface, row)
        view, seen = self._view(theme, upper, slots, named)
        clip = surface.get_clip()
        if seen is not None:
            surface.set_clip(clip.clip(seen))
        view.draw_ground(surface)
        view.draw(surface, self.shown)
        surface.set_clip(clip)
        for cell in slots:
            for sprite in self.shown.resting:
                if sprite.cell == cell:
                    view.sprite(surface, sprite)

    def _view(
        self,
        theme: Theme,
        place: pygame.Rect,
        slots: Mapping[Cell, pygame.Rect],
        named: bool,
    ) -> tuple[BoardView, pygame.Rect | None]:
        """The board on its place, and what is seen of it where that is a part only."""
        board, part = self.match.board, self.part
        if part.size == (board.columns, board.rows):
            area = (place.x, place.y, place.width, place.height)
            return BoardView(theme, board, area, coordinates=named, slots=slots), None
        side = place.width // part.width
        frame = 2 * frame_width(theme, side * board.columns, board.columns, coordinates=False)
        size = side * board.columns + frame, side * board.rows + frame
        probe = BoardView(theme, board, (0, 0, *size), coordinates=False)
        seen = pygame.Rect(
            probe.field.x + round(part.x * probe.cell),
            probe.field.y + round(part.y * probe.cell),
            round(part.width * probe.cell),
            round(part.height * probe.cell),
        )
        by = place.centerx - seen.centerx, place.centery - seen.centery
        view = BoardView(theme, board, (*by, *size), coordinates=False, slots=slots)
        return view, seen.move(by)

    # -- cells beside the board --------------------------------------------------------------------

    def _row_height(self, theme: Theme) -> int:
        return theme.px(44)

    def _paint_row(
        self, theme: Theme, surface: pygame.Surface, row: pygame.Rect
    ) -> dict[Cell, pygame.Rect]:
        """Draw slots with their numbers, and what one taps to act; the places of the slots."""
        position, board = self.match.position, self.match.board
        tallies = [tally for side in position.tallies() for tally in side]
        numbers = {tally.cell: tally.number for tally in tallies if tally.cell is not None}
        count, gap = len(self._beside), theme.px(6)
        width = min(row.width, theme.px(130) * count)
        strip = (row.centerx - width // 2, row.y, width, row.height)
        slots: dict[Cell, pygame.Rect] = {}
        for cell, box in zip(self._beside, layout.columns(strip, count, gap), strict=True):
            rect = pygame.Rect(box)
            if board.owners[cell] is None:
                self._paint_action(theme, surface, rect, board.names[cell])
                continue
            number = str(numbers[cell]) if cell in numbers else ""
            beside = theme.width("small-bold", number) + theme.px(4) if number else 0
            side = min(rect.height, rect.width - beside)
            slot = pygame.Rect(rect.centerx - (side + beside) // 2, 0, side, side)
            slot.centery = rect.centery
            line, radius = max(1, theme.px(1)), theme.px(6)
            draw.box(theme, surface, slot, theme.palette.table, radius, theme.palette.line, line)
            slots[cell] = slot
            if number:
                right = pygame.Rect(slot.right + theme.px(4), slot.y, beside, side)
                draw.text(theme, surface, [number], "small-bold", theme.palette.soft, right)
        return slots

    def _paint_action(
        self, theme: Theme, surface: pygame.Surface, rect: pygame.Rect, name: str
    ) -> None:
        """A cell that is tapped to say something, as the button it is in a match."""
        words = self._text.game(self.match.game.key, f"cell.{name}")
        icon = name if name in icons.NAMES else ""
        look = "primary" if self.shown.taps else "plain"
        button = Button(rect, name, lambda: None, words, icon, look)
        if button.clipped(theme):
            button.text = ""
        button.draw(theme, surface, WidgetState())


def _match(game: AnyGame, data: Mapping[str, Any]) -> Match:
    """The match that the moves of a picture lead to; BadRecord if they are not legal."""
    match = Match(game, data.get("options", {}), int(data.get("seed", 0)))
    match.read_moves(str(data.get("moves", "")))
    return match


def add_diagrams(
    theme: Theme, sheet: Sheet, room: pygame.Rect, y: int, diagrams: list[Diagram]
) -> int:
    """Put pictures beside each other as far as there is room; the y of the space below them."""
    gap = theme.px(12)
    alone = len(diagrams) == 1
    least = [theme.px(max(300, 36 * d.columns) if alone else 27 * d.columns) for d in diagrams]
    lines = layout.flow([min(width, room.width) for width in least], room.width, gap)
    count = max(len(line) for line in lines)
    each = (room.width - gap * (count - 1)) // count
    for line in lines:
        widths = [
            min(each, least[i] if alone else theme.px(60 * diagrams[i].columns)) for i in line
        ]
        x = room.centerx - (sum(widths) + gap * (len(line) - 1)) // 2
        high = 0
        for index, width in zip(line, widths, strict=True):
            rect = pygame.Rect(x, y + theme.px(4), width, diagrams[index].height(theme, width))
            sheet.add(diagrams[index].picture(theme, rect))
            x += width + gap
            high = max(high, rect.height)
        y += high + theme.px(4) + gap
    return y + theme.px(8)


def _corners(match: Match) -> tuple[str, str]:
    board = match.board
    return board.names[0], board.names[board.columns * board.rows - 1]


def _shown(match: Match, data: Mapping[str, Any], text: Text) -> Shown:
    """The content of the picture: a match, the taps of a move begun, marks and notes."""
    position, board = match.position, match.board
    human = Human(match, confirm=True)
    human.taps = tuple(board.cell(name) for name in data.get("taps", ()))
    marked = tuple(board.cell(name) for name in data.get("marked", ()))
    still_life = bool(data.get("still"))
    peek = board.cell(data["peek"]) if "peek" in data else None
    now, begun = position.pieces(), human.preview(peek)
    last, turned = (marked, ()) if "marked" in data else last_move(match)
    return Shown(
        resting=still(now),
        next_cells=frozenset() if still_life else human.next_cells(),
        taps=human.taps,
        last=last,
        changed=turned,
        preview=changes(board, now, begun.pieces()) if begun is not None else {},
        marks=tuple(m for m in position.marks(human.taps) if not (still_life and m.aid)),
        cursor=board.cell(data["cursor"]) if "cursor" in data else None,
        legal=data.get("legal", "rings"),
        notes=_notes(match, data, text),
    )


def _notes(match: Match, data: Mapping[str, Any], text: Text) -> Notes | None:
    """Values, a hint and the bar, or None where the picture has none of them."""
    if not {"values", "hint", "lead"} & set(data):
        return None
    board = match.board
    values = {
        board.cell(name): short_value(text, *value)
        for name, value in data.get("values", {}).items()
    }
    line = match.anew()
    line.read_moves(f"{' '.join(match.names())} {data.get('hint', '')}")
    near, far = match.position.colours or (None, None)
    lead = Lead(data["lead"], near, far, upright=False) if "lead" in data else None
    return Notes(
        values=values,
        best=frozenset(board.cell(name) for name in data.get("best", ())),
        hint=tuple(line.moves[match.ply :]),
        lead=lead,
    )


def short_value(text: Text, kind: str, number: int) -> str:
    """A value in a few letters: "won" or "lost" within so many moves, "drawn", or "points"."""
    if kind != "points":
        return text(f"value.{kind}_short", count=number)
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}") if number else "0"
