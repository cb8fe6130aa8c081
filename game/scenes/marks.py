"""What the marks on a board mean: a picture of each, drawn by the board, with a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pygame

from game.panel import Sheet
from game.scenes.diagrams import Diagram
from game.scenes.rows import add_text, page_sheet
from game.scenes.scene import Scene
from game.text import Text
from game.widgets import Card, Label, label_height
from rules.catalogue import BY_KEY


@dataclass(frozen=True)
class Entry:
    """One mark: its sentence has the text key `mark.<key>`."""

    key: str
    game: str
    picture: Mapping[str, Any]
    """As in `diagrams`; `like` names a picture of the game's manual that it begins with."""

    def diagram(self, text: Text) -> Diagram:
        """Its picture."""
        like = self.picture.get("like")
        known = {} if like is None else text.pictures(self.game)[like]
        return Diagram(text, BY_KEY[self.game], {**known, **self.picture})


_CROSS = {"options": {"setup": "chess"}, "part": ("c3", "f6")}

ENDGAME = (
    "c4 e3 f6 c6 d6 b4 c3 c5 f3 c2 b3 f4 b7 g7 a3 c7 d3 e2 d1 a2 b6 b5 a6 a5 f5 g5 f2 e1 g4 a7 a4"
    " g3 h4 b1 d2 h3 b2 a1 b8 d7 h5 g2 g1 e6 g6 h2 f1 e7 c1 h1 e8 c8 d8 h7 g8"
)
"""A match of Othello with five fields left: every value can be counted to the end."""

_WORTH = {name: ("points", n) for name, n in (("h6", 6), ("f7", -12), ("f8", 6), ("h8", 12))}
_KNOWN = {
    **dict.fromkeys(("b1", "b2", "b3", "c1", "c3", "c5", "d1", "d2", "d5"), ("drawn", 0)),
    "a5": ("won", 4),
    "e1": ("lost", 1),
    "e3": ("lost", 1),
}

CHAPTERS: tuple[tuple[str, tuple[Entry, ...]], ...] = (
    (
        "every",
        (
            Entry("next", "othello", {"part": ("c3", "f6")}),
            Entry("red", "othello", {"part": ("c3", "f6"), "legal": "red"}),
            Entry("tapped", "flipop", {"taps": ("c1",), "part": ("b1", "d3")}),
            Entry("tapped_tile", "contactic", {"like": "hand", "beside": (), "part": ("c3", "f6")}),
            Entry("preview", "othello", {"peek": "d3", "part": ("c3", "f6")}),
            Entry("last", "othello", {"like": "enclose", "part": ("d3", "g6")}),
            Entry("turned", "othello", {"like": "lines", "part": ("b5", "e8")}),
            Entry("swung", "flipop", {"like": "swing", "part": ("b1", "d3")}),
            Entry("cursor", "othello", {"cursor": "d3", "part": ("c3", "f6"), "still": True}),
        ),
    ),
    (
        "games",
        (
            Entry("banned", "flipflop", {"moves": "e4", **_CROSS}),
            Entry("threat", "flipflop", {"like": "seven"}),
            Entry("line", "flipflop", {"like": "line"}),
            Entry("majority", "switch", {"like": "refused"}),
            Entry("join", "switch", {"moves": "a1-d1 e2-b2", "marked": ()}),
            Entry("danger", "switch", {"like": "danger", "marked": ()}),
            Entry("counter", "switch", {"like": "danger", "marked": (), "part": ("a1", "c3")}),
            Entry("goal", "flipop", {"part": ("b4", "d5"), "still": True}),
            Entry("way", "flipop", {"taps": ("c1",), "part": ("b1", "d3")}),
            Entry("shut", "flipop", {"taps": ("b1",), "part": ("a1", "c3")}),
            Entry("barred", "flipop", {"like": "back", "part": ("b2", "e4")}),
            Entry("island", "contactic", {"like": "islands"}),
            Entry(
                "unfounded",
                "contactic",
                {
                    "like": "wrong",
                    "moves": "f5:0011 object",
                    "beside": (),
                },
            ),
        ),
    ),
    (
        "notes",
        (
            Entry(
                "values",
                "othello",
                {"moves": ENDGAME, "values": _WORTH, "best": ("h8",), "part": ("e5", "h8")},
            ),
            Entry(
                "certain",
                "switch",
                {
                    "moves": "a1-d1 b3-b4 e5-c3 a1-a3 d4-d5 b5-e5 a1-b1 c2-b5",
                    "values": _KNOWN,
                    "best": ("a5",),
                    "marked": (),
                    "still": True,
                },
            ),
            Entry("lead", "othello", {"moves": ENDGAME, "lead": 0.125, "still": True}),
            Entry("hint", "flipop", {"hint": "b1-b2", "part": ("a1", "c3"), "still": True}),
            Entry(
                "follows",
                "othello",
                {"hint": "d3 c5 f6 f5", "part": ("c3", "f6"), "still": True},
            ),
        ),
    ),
)
"""The marks that any board carries, the games' own, and what the computer notes."""


class Marks(Scene):
    """One page with all marks."""

    def title(self) -> str:
        """The name of the page."""
        return f"{self.text('marks.title')} – Flipside"

    def lay_out(self) -> None:
        """A card for each chapter."""
        theme, text = self.theme, self.text
        sheet, page = page_sheet(self, text("marks.title"), widest=720)
        pad = theme.px(16 if page.width < theme.px(480) else 32)
        room = pygame.Rect(page.x + pad, page.y, page.width - 2 * pad, page.height)
        y = add_text(theme, sheet, page, page.y, text("marks.about")) + theme.px(8)
        for chapter, entries in CHAPTERS:
            card = Card(pygame.Rect(page.x, y, page.width, 0))
            sheet.add(card)
            y = add_text(theme, sheet, room, y + pad, text(f"marks.{chapter}"), "head")
            for entry in entries:
                y = self._entry(sheet, room, y, entry) + theme.px(16)
            card.rect.height = y + pad - theme.px(16) - card.rect.y
            y = card.rect.bottom + theme.px(16)
        sheet.content = max(sheet.height, y + theme.px(8))
        self.sheets = [sheet]

    def _entry(self, sheet: Sheet, room: pygame.Rect, y: int, entry: Entry) -> int:
        """A picture with its sentence to the right; the y of their end."""
        theme, words = self.theme, self.text(f"mark.{entry.key}")
        diagram = entry.diagram(self.text)
        side = theme.px(120 if room.width < theme.px(480) else 160)
        gap = theme.px(16)
        high = diagram.height(theme, side)
        width = room.width - side - gap
        tall = max(high, label_height(theme, words, "text", width))
        place = pygame.Rect(room.x, y + (tall - high) // 2, side, high)
        sheet.add(diagram.picture(theme, place))
        rect = pygame.Rect(room.x + side + gap, y, width, tall)
        sheet.add(Label(rect, text=words, paint=theme.palette.ink))
        return y + tall
