"""The manual of a game, and the page of all marks; their pictures are real positions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flipside.game.live_match.match_text import meaning
from flipside.game.saves.matches import by_lot
from flipside.game.scenes.common.command import Command, CommandTable
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.scenes.info.diagrams import Diagram, DiagramRow
from flipside.game.services.texts import Texts
from flipside.game.ui.containers import Column, Grid, Row, WidgetList
from flipside.game.ui.page_widgets import PageCard
from flipside.game.ui.widgets import Label, Widget
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.teaching import has_lesson

_JUDGED = "graph", "accuracy", "average", "mistakes", "source", "drills"

_RATED = "change", "kinds", "interval", "not"

PICTURE_WIDTH = 132
"""The width of a picture in CSS pixels."""


@dataclass(frozen=True)
class LegendEntry:
    """A mark: a picture in a game, and the meaning of the mark."""

    game: str
    content: Mapping[str, Any]
    words: str

    def diagram(self, text: Texts) -> Diagram:
        """Return the picture."""
        return Diagram(text, BY_KEY[self.game], self.content)


def chapters(text: Texts) -> Iterator[tuple[str, list[LegendEntry]]]:
    """Yield titles and entries of all marks: common ones, those of each game, annotations."""
    shell = {
        chapter: [
            LegendEntry(entry["game"], entry, text(f"mark.{entry['key']}")) for entry in pictures
        ]
        for chapter, pictures in text.marks().items()
    }
    yield text("marks.every"), shell["every"]
    for game in GAMES:
        if text.knows(game.key, "marks"):
            pictures = text.pictures(game.key)
            marks = text.game_list(game.key, "marks")
            entries = [
                LegendEntry(game.key, pictures[entry["picture"]], entry["text"]) for entry in marks
            ]
            yield text.game(game.key, "short"), entries
    yield text("marks.notes"), shell["notes"]


class Legend(Scene):
    """The page of all marks."""

    name_key = "marks.title"

    def load(self) -> None:
        """Load the marks of all games."""
        self._chapters = list(chapters(self.text))

    def _layout(self) -> None:
        text = self.text
        cards = [
            self._chapter(title, [self._entry(entry) for entry in entries])
            for title, entries in self._chapters
        ]
        items = [Label(text("marks.about")), Column(cards, 16)]
        self.sheets = [self._page([Column(items, 16)], widest=960)]

    def _chapter(self, title: str, entries: list[Widget]) -> Widget:
        grid = Grid(entries, least=280, gap=24, row_gap=16, align_y=0)
        return PageCard([Label(title, "head"), 16, grid])

    def _entry(self, entry: LegendEntry) -> Widget:
        # The evaluation bar is on the frame, which is wider with letters and numbers.
        picture = entry.diagram(self.text).picture(self.theme, named="lead" in entry.content)
        picture.width = PICTURE_WIDTH
        return Row([picture, Label(entry.words)], 16)


class Manual(Scene):
    """The manual of a game: its rules, options, rulings, credits and notation."""

    name_key = "menu.manual"
    commands: CommandTable = (
        Command("learn", "lesson.list", lambda page: page.nav.ways.lessons(page.game), "hint",
                possible=lambda page: has_lesson(page.game), place="above", look="primary"),
        Command("problems", "problems.title", lambda page: page.nav.ways.problems(page.game),
                "puzzle", place="above"),
        Command("marks", "marks.title", lambda page: page.nav.open(Legend(page.nav)), "corners",
                place="below"),
        Command("keys", "keys.title", lambda page: page.nav.ways.key_list(), "keys", place="below"),
    )  # fmt: skip

    def __init__(self, nav: Navigator, game: AnyGame) -> None:
        super().__init__(nav)
        self.game: AnyGame = game

    def _layout(self) -> None:
        text, key = self.text, self.game.key
        sheet = [("sheet", text.game_list(key, "sheet"))] if text.knows(key, "sheet") else []
        notation = [text.game(key, "notation")] if text.knows(key, "notation") else []
        rulings = [
            Row([Label("•", width=20), Label(words)], 0, align_y=0) for words in self._rulings()
        ]
        chapters = [
            self._part("goal", [text.game(key, "goal")]),
            self._steps("turn", text.game_list(key, "how")),
            self._part("end", [text.game(key, "end")]),
            self._steps(
                "advice", [*text.game_list(key, "advice"), {"text": text("manual.explore")}]
            ),
            *(self._steps(part, steps) for part, steps in sheet),
            self._part("judgement", [text(f"manual.judged_{part}") for part in _JUDGED]),
            self._part("rating", [text(f"manual.rated_{part}") for part in _RATED]),
            self._part("days", [text("daily.rule"), text("manual.days_streak")]),
            self._chapter("options", self._options()),
            self._chapter("rulings", rulings),
            self._part("credits", [text.game(key, "credits")]),
            *(self._part("notation", [words]) for words in notation),
        ]
        above, below = (self._own.buttons(place, height=52) for place in ("above", "below"))
        items: WidgetList = [*above, 16, PageCard([Column([*chapters, 8], 20)]), 16, *below]
        self.sheets = [self._page(items, text.game(key, "name"), widest=720)]

    def _rulings(self) -> list[str]:
        """Return our rulings for this game, and those for all games."""
        lots = by_lot(self.game, self.game.choices({})) is not None
        has_first_option = any(option.key == "first" for option in self.game.options)
        common = [
            *([] if has_first_option else ["begins"]),
            "lots" if lots else "rematch",
            *("clocks", "clocks_stand", "undo"),
            *(["position"] if self.game.diagrams is not None else []),
        ]
        own = self.text.game_list(self.game.key, "rulings")
        return [*own, *(self.text(f"manual.{key}") for key in common)]

    def _chapter(self, part: str, items: WidgetList) -> Widget:
        picture = [self._pictures(part)] if part in self.text.pictures(self.game.key) else []
        return Column([Label(self.text(f"manual.{part}"), "head"), *items, *picture])

    def _part(self, part: str, paragraphs: Sequence[str]) -> Widget:
        return self._chapter(part, [Label(words) for words in paragraphs])

    def _steps(self, part: str, steps: list[dict[str, str]]) -> Widget:
        """Return a chapter with pictures between its paragraphs."""
        items: list[Widget] = [Label(self.text(f"manual.{part}"), "head")]
        for step in steps:
            items.append(Label(step["text"]))
            if "picture" in step:
                items.append(self._pictures(step["picture"]))
        return Column(items)

    def _options(self) -> list[Widget]:
        text, key = self.text, self.game.key
        items: list[Widget] = [Label(text("manual.usual"))]
        for option in self.game.options:
            name = f"option.{option.key}"
            choices = {value: text.game(key, f"{name}.{value}") for value in option.values}
            about = [text.game(key, f"{name}.about")] if text.knows(key, f"{name}.about") else []
            meanings = [
                text("spoken.about", head=words, words=meaning(text, key, option.key, value))
                for value, words in choices.items()
                if text.knows(key, f"{name}.meaning.{value}")
            ]
            if option.unrated:
                values = " · ".join(choices[value] for value in option.unrated)
                meanings.append(text("manual.unrated", values=values))
            items.append(Column([
                Label(text.game(key, f"{name}.name"), "bold"),
                Label(" · ".join(choices.values()), "small"),
                *(Label(words) for words in (*about, *meanings)),
            ], 4))  # fmt: skip
        return items

    def _pictures(self, names: str) -> Widget:
        data = self.text.pictures(self.game.key)
        return DiagramRow([Diagram(self.text, self.game, data[name]) for name in names.split()])
