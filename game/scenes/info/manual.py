"""The manual of a game, with pictures drawn by the board itself from real positions."""

from functools import partial

import pygame

from game.saves.matches import by_lot
from game.scenes.common.scene import Scene, Stage
from game.scenes.info.diagrams import Diagram, add_diagrams
from game.scenes.info.keys import KeysPage
from game.scenes.info.legend import Legend
from game.table.phrases import meaning
from game.ui.rows import add_text
from game.ui.sheet import Sheet
from game.ui.widgets import Action, Button, Card
from rules.contract.game import AnyGame
from rules.teaching.lessons import has_lesson


class Manual(Scene):
    """One page: goal, how a turn goes, how it ends, advice, what the rule sheet tells besides,
    options, our rulings, credits, how moves are recorded, and the ways to the pages of marks and
    keys."""

    def __init__(self, stage: Stage, game: AnyGame) -> None:
        super().__init__(stage)
        self.game = game

    def title(self) -> str:
        """The name of the game."""
        return f"{self.text('menu.manual')} – {self.text.game(self.game.key, 'short')}"

    def lay_out(self) -> None:
        """One long card of text and pictures."""
        theme, text, key = self.theme, self.text, self.game.key
        sheet, page = self.page_sheet(text.game(key, "name"), widest=720)
        pad = theme.px(16 if page.width < theme.px(480) else 32)
        if has_lesson(self.game):
            learn = partial(self.stage.learn, self.game)
            self._way(sheet, page, "learn", learn, "lesson.learn", "hint", "primary")
        solve = partial(self.stage.problems, self.game)
        self._way(sheet, page, "problems", solve, "problems.title", "puzzle", "plain")
        page.y += theme.px(8)
        card = Card(pygame.Rect(page.x, page.y, page.width, 0))
        sheet.add(card)
        room = pygame.Rect(page.x + pad, page.y, page.width - 2 * pad, page.height)
        y = self._part(sheet, room, page.y + pad, "goal", [text.game(key, "goal")])
        y = self._steps(sheet, room, y, "turn", text.game_table(key, "how"))
        y = self._part(sheet, room, y, "end", [text.game(key, "end")])
        y = self._steps(sheet, room, y, "advice", text.game_table(key, "advice"))
        if text.has(key, "sheet"):
            y = self._steps(sheet, room, y, "sheet", text.game_table(key, "sheet"))
        y = self._options(sheet, room, y)
        y = self._part(sheet, room, y, "rulings", self._rulings(), dots=True)
        y = self._part(sheet, room, y, "credits", [text.game(key, "credits")])
        if text.knows(key, "notation"):
            y = self._part(sheet, room, y, "notation", [text.game(key, "notation")])
        card.rect.height = y + pad - theme.px(12) - card.rect.y
        y = self._pages(sheet, page, card.rect.bottom + theme.px(16))
        sheet.content = max(sheet.height, y + theme.px(16))
        self.sheets = [sheet]

    def _rulings(self) -> list[str]:
        """Our own rulings: those of this game, and those of every game."""
        lots = by_lot(self.game, self.game.choices({})) is not None
        chosen = any(option.key == "first" for option in self.game.options)
        common = [
            *([] if chosen else ["begins"]),
            "lots" if lots else "rematch",
            *("clocks", "clocks_stand", "undo"),
        ]
        own = self.text.game_list(self.game.key, "rulings")
        return [*own, *(self.text(f"manual.{key}") for key in common)]

    def _way(
        self, sheet: Sheet, page: pygame.Rect, name: str, action: Action, key: str, icon: str,
        look: str,
    ) -> None:  # fmt: skip
        """A button at the top of the page that leads to where one does it oneself."""
        height = self.theme.px(52)
        rect = pygame.Rect(page.x, page.y, page.width, height)
        sheet.add(Button(rect, name, action, self.text(key), icon, look))
        page.y += height + self.theme.px(8)

    def _part(
        self,
        sheet: Sheet,
        room: pygame.Rect,
        y: int,
        part: str,
        paragraphs: list[str],
        dots: bool = False,
    ) -> int:
        """A chapter with its title, and with a picture if the game has one of that name."""
        theme = self.theme
        y = add_text(theme, sheet, room, y, self.text(f"manual.{part}"), "head")
        for words in paragraphs:
            if dots:
                dot = pygame.Rect(room.x, room.y, theme.px(16), room.height)
                add_text(theme, sheet, dot, y, "•")
                inner = room.inflate(-theme.px(20), 0).move(theme.px(10), 0)
                y = add_text(theme, sheet, inner, y, words)
            else:
                y = add_text(theme, sheet, room, y, words)
        if part in self.text.pictures(self.game.key):
            y = self._pictures(sheet, room, y, part)
        return y + theme.px(12)

    def _steps(
        self, sheet: Sheet, room: pygame.Rect, y: int, part: str, steps: list[dict[str, str]]
    ) -> int:
        """A chapter with its title whose paragraphs may have pictures of their own."""
        theme = self.theme
        y = add_text(theme, sheet, room, y, self.text(f"manual.{part}"), "head")
        for step in steps:
            y = add_text(theme, sheet, room, y, step["text"])
            if "picture" in step:
                y = self._pictures(sheet, room, y, step["picture"])
        return y + theme.px(12)

    def _options(self, sheet: Sheet, room: pygame.Rect, y: int) -> int:
        """Each option with its choices, the usual one first, and what they mean."""
        theme, text, key = self.theme, self.text, self.game.key
        y = add_text(theme, sheet, room, y, text("manual.options"), "head")
        y = add_text(theme, sheet, room, y, text("manual.usual"))
        for option in self.game.options:
            name = f"option.{option.key}"
            choices = {value: text.game(key, f"{name}.{value}") for value in option.values}
            y = add_text(theme, sheet, room, y, text.game(key, f"{name}.name"), "bold")
            y = add_text(theme, sheet, room, y - theme.px(4), " · ".join(choices.values()), "small")
            if text.has(key, f"{name}.about"):
                y = add_text(theme, sheet, room, y - theme.px(4), text.game(key, f"{name}.about"))
            for value, words in choices.items():
                if text.has(key, f"{name}.meaning.{value}"):
                    means = meaning(text, key, option.key, value)
                    y = add_text(theme, sheet, room, y - theme.px(4), f"{words}: {means}")
        return y + theme.px(12)

    def _pictures(self, sheet: Sheet, room: pygame.Rect, y: int, names: str) -> int:
        """The pictures of these names beside each other; the y of the space below them."""
        data = self.text.pictures(self.game.key)
        diagrams = [Diagram(self.text, self.game, data[name]) for name in names.split()]
        return add_diagrams(self.theme, sheet, room, y, diagrams)

    def _pages(self, sheet: Sheet, page: pygame.Rect, y: int) -> int:
        """The ways to what is the same in all games; the y of the space below them."""
        gap, height = self.theme.px(8), self.theme.px(52)
        for name, icon, scene in (("marks", "corners", Legend), ("keys", "keys", KeysPage)):
            rect = pygame.Rect(page.x, y, page.width, height)
            action = partial(self._open, scene)
            sheet.add(Button(rect, name, action, self.text(f"{name}.title"), icon))
            y += height + gap
        return y

    def _open(self, scene: type[Scene]) -> None:
        self.stage.open(scene(self.stage))
