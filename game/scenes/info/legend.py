"""The legend of a board's marks: a picture of each, drawn by the board, with a sentence."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pygame

from game.scenes.common.scene import Scene
from game.scenes.info.diagrams import Diagram
from game.services.text import Text
from game.ui import layout
from game.ui.rows import add_text
from game.ui.sheet import Sheet
from game.ui.widgets import Card, Label, label_height
from rules.catalogue import BY_KEY, GAMES

PICTURE_WIDTH = 132
"""The width of a picture in CSS pixels."""


@dataclass(frozen=True)
class LegendEntry:
    """One mark: a picture of a game, and what the mark means."""

    game: str
    picture: Mapping[str, Any]
    words: str

    def diagram(self, text: Text) -> Diagram:
        """Its picture."""
        return Diagram(text, BY_KEY[self.game], self.picture)


def chapters(text: Text) -> Iterator[tuple[str, list[LegendEntry]]]:
    """All marks under their titles: those of any board, the games' own, the computer's notes."""
    shell = {
        chapter: [LegendEntry(one["game"], one, text(f"mark.{one['key']}")) for one in pictures]
        for chapter, pictures in text.marks().items()
    }
    yield text("marks.every"), shell["every"]
    for game in GAMES:
        if text.has(game.key, "marks"):
            pictures = text.pictures(game.key)
            told = text.game_table(game.key, "marks")
            entries = [LegendEntry(game.key, pictures[one["picture"]], one["text"]) for one in told]
            yield text.game(game.key, "short"), entries
    yield text("marks.notes"), shell["notes"]


class Legend(Scene):
    """One page with all marks."""

    def title(self) -> str:
        """The name of the page."""
        return f"{self.text('marks.title')} – Flipside"

    def lay_out(self) -> None:
        """A card for each chapter."""
        theme, text = self.theme, self.text
        sheet, page = self.page_sheet(text("marks.title"), widest=960)
        pad = theme.px(16 if page.width < theme.px(480) else 32)
        room = pygame.Rect(page.x + pad, page.y, page.width - 2 * pad, page.height)
        y = add_text(theme, sheet, page, page.y, text("marks.about")) + theme.px(8)
        for title, entries in chapters(text):
            card = Card(pygame.Rect(page.x, y, page.width, 0))
            sheet.add(card)
            y = add_text(theme, sheet, room, y + pad, title, "head") + theme.px(8)
            columns = layout.columns(
                (room.x, 0, room.width, 0), 2 if room.width >= theme.px(600) else 1, theme.px(24)
            )
            for first in range(0, len(entries), len(columns)):
                line = entries[first : first + len(columns)]
                y = max(
                    self._entry(sheet, pygame.Rect(left, y, width, 0), entry)
                    for entry, (left, _, width, _) in zip(line, columns, strict=False)
                ) + theme.px(16)
            card.rect.height = y + pad - theme.px(16) - card.rect.y
            y = card.rect.bottom + theme.px(16)
        sheet.content = max(sheet.height, y + theme.px(8))
        self.sheets = [sheet]

    def _entry(self, sheet: Sheet, room: pygame.Rect, entry: LegendEntry) -> int:
        """A picture with its sentence to the right, at the top of the room; the y of their end."""
        theme, diagram = self.theme, entry.diagram(self.text)
        gap, side = theme.px(16), theme.px(PICTURE_WIDTH)
        high = diagram.height(theme, side)
        width = room.width - side - gap
        tall = max(high, label_height(theme, entry.words, "text", width))
        place = pygame.Rect(room.x, room.y + (tall - high) // 2, side, high)
        # The bar lies on the frame, which is wider with letters and numbers.
        sheet.add(diagram.picture(theme, place, named="lead" in entry.picture))
        rect = pygame.Rect(room.x + side + gap, room.y, width, tall)
        sheet.add(Label(rect, text=entry.words, paint=theme.palette.ink))
        return rect.bottom
