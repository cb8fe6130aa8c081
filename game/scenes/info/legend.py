"""The legend of a board's marks: a picture of each, drawn by the board, with a sentence."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.info.diagrams import Diagram
from flipside.game.services.text import Text
from flipside.game.ui.containers import Column, Grid, Row
from flipside.game.ui.rows import PageCard
from flipside.game.ui.widgets import Label, Widget
from flipside.rules.catalogue import BY_KEY, GAMES

PICTURE_WIDTH = 132
"""The width of a picture in CSS pixels."""


@dataclass(frozen=True)
class LegendEntry:
    """One mark: a picture of a game, and what the mark means."""

    game: str
    picture: Mapping[str, Any]
    words: str

    def diagram(self, text: Text) -> Diagram:
        return Diagram(text, BY_KEY[self.game], self.picture)


def chapters(text: Text) -> Iterator[tuple[str, list[LegendEntry]]]:
    """All marks under their titles: those of any board, the games' own, the computer's notes."""
    shell = {
        chapter: [LegendEntry(one["game"], one, text(f"mark.{one['key']}")) for one in pictures]
        for chapter, pictures in text.marks().items()
    }
    yield text("marks.every"), shell["every"]
    for game in GAMES:
        if text.knows(game.key, "marks"):
            pictures = text.pictures(game.key)
            told = text.game_list(game.key, "marks")
            entries = [LegendEntry(game.key, pictures[one["picture"]], one["text"]) for one in told]
            yield text.game(game.key, "short"), entries
    yield text("marks.notes"), shell["notes"]


class Legend(Scene):
    name_key = "marks.title"

    def load(self) -> None:
        self._chapters = list(chapters(self.text))

    def _lay_out(self) -> None:
        text = self.text
        cards = [
            self._chapter(title, [self._entry(entry) for entry in entries])
            for title, entries in self._chapters
        ]
        items = [Label(text("marks.about")), Column(cards, 16)]
        self.sheets = [self._page([Column(items, 16)], widest=960)]

    def _chapter(self, title: str, entries: list[Widget]) -> Widget:
        listed = Grid(entries, least=280, gap=24, row_gap=16, down=0)
        return PageCard([Label(title, "head"), 16, listed])

    def _entry(self, entry: LegendEntry) -> Widget:
        # The bar lies on the frame, which is wider with letters and numbers.
        picture = entry.diagram(self.text).picture(self.theme, named="lead" in entry.picture)
        picture.width = PICTURE_WIDTH
        return Row([picture, Label(entry.words)], 16)
