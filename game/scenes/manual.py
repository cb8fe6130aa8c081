"""How a game is played, with pictures drawn by the board itself from real positions."""

from collections.abc import Mapping
from typing import Any

import pygame

from game.board.shown import Shown
from game.board.timeline import changes, still
from game.board.view import BoardView
from game.drawing.panel import Sheet
from game.drawing.rows import add_text
from game.drawing.widgets import Card, Picture
from game.scenes.scene import Scene, Stage
from game.table.outlook import last_move
from game.table.seats import Human
from rules.game import AnyGame
from rules.match import Match


class Manual(Scene):
    """One page: goal, how a turn goes, how it ends, options, our rulings, and credits."""

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
        card = Card(pygame.Rect(page.x, page.y, page.width, 0))
        sheet.add(card)
        room = pygame.Rect(page.x + pad, page.y, page.width - 2 * pad, page.height)
        y = self._part(sheet, room, page.y + pad, "goal", [text.game(key, "goal")])
        y = add_text(theme, sheet, room, y, text("manual.turn"), "head")
        for step in text.game_table(key, "how"):
            y = add_text(theme, sheet, room, y, step["text"])
            if "picture" in step:
                y = self._picture(sheet, room, y, step["picture"])
        y = self._part(sheet, room, y + theme.px(12), "end", [text.game(key, "end")])
        y = self._options(sheet, room, y)
        rulings = [*text.game_list(key, "rulings"), text("manual.begins")]
        y = self._part(sheet, room, y, "rulings", rulings, dots=True)
        y = self._part(sheet, room, y, "credits", [text.game(key, "credits")])
        card.rect.height = y + pad - theme.px(12) - card.rect.y
        sheet.content = max(sheet.height, card.rect.bottom + theme.px(24))
        self.sheets = [sheet]

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
            y = self._picture(sheet, room, y, part)
        return y + theme.px(12)

    def _options(self, sheet: Sheet, room: pygame.Rect, y: int) -> int:
        """Each option with its choices, the usual one first, and what they mean."""
        theme, text, key = self.theme, self.text, self.game.key
        y = add_text(theme, sheet, room, y, text("manual.options"), "head")
        y = add_text(theme, sheet, room, y, text("manual.usual"))
        for option in self.game.options:
            name = f"option.{option.key}"
            choices = [text.game(key, f"{name}.{value}") for value in option.values]
            y = add_text(theme, sheet, room, y, text.game(key, f"{name}.name"), "bold")
            y = add_text(theme, sheet, room, y - theme.px(4), " · ".join(choices), "small")
            y = add_text(theme, sheet, room, y - theme.px(4), text.game(key, f"{name}.about"))
        return y + theme.px(12)

    def _picture(self, sheet: Sheet, room: pygame.Rect, y: int, name: str) -> int:
        """A position drawn as it would stand on the board; the y of the space below it."""
        theme, data = self.theme, self.text.pictures(self.game.key)[name]
        match = Match(self.game, data.get("options", {}), int(data.get("seed", 0)))
        match.read_moves(str(data.get("moves", "")))
        board = match.board
        width = min(room.width, theme.px(max(300, 36 * board.columns)))
        height = round(width * board.rows / board.columns)
        rect = pygame.Rect(room.centerx - width // 2, y + theme.px(4), width, height)
        shown = _shown(match, data)

        def paint(surface: pygame.Surface, place: pygame.Rect) -> None:
            area = (place.x, place.y, place.width, place.height)
            view = BoardView(theme, board, area, coordinates=True)
            view.draw_ground(surface)
            view.draw(surface, shown)

        sheet.add(Picture(rect, paint=paint))
        return rect.bottom + theme.px(20)


def _shown(match: Match, data: Mapping[str, Any]) -> Shown:
    """What a picture shows: a match, the taps of a move begun, and cells that are marked; a still
    one has neither fields to move to nor aids."""
    position, board = match.position, match.board
    human = Human(board, confirm=True)
    human.taps = tuple(board.cell(name) for name in data.get("taps", ()))
    marked = tuple(board.cell(name) for name in data.get("marked", ()))
    still_life = bool(data.get("still"))
    legal = match.legal()
    now, begun = position.pieces(), human.nearly(legal)
    last, turned = (marked, ()) if marked else last_move(match)
    return Shown(
        resting=still(now),
        next_cells=frozenset() if still_life else human.next_cells(legal),
        taps=human.taps,
        last=last,
        changed=turned,
        preview=changes(board, now, position.play(begun).pieces()) if begun is not None else {},
        marks=tuple(m for m in position.marks(human.taps) if not (still_life and m.aid)),
    )
