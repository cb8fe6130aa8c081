"""How a game is played, with pictures drawn by the board itself from real positions."""

from typing import Any

import pygame

from game.board_view import BoardView, Shown
from game.panel import Sheet
from game.scenes.rows import add_text, page_sheet
from game.scenes.scene import Scene, Stage
from game.timeline import still
from game.widgets import Card, Picture
from rules.match import Match
from rules.position import AnyGame


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
        sheet, page = page_sheet(self, text.game(key, "name"), widest=720)
        pad = theme.px(16 if page.width < theme.px(480) else 32)
        card = Card(pygame.Rect(page.x, page.y, page.width, 0))
        sheet.add(card)
        room = pygame.Rect(page.x + pad, page.y, page.width - 2 * pad, page.height)
        y = page.y + pad
        y = self._part(sheet, room, y, "manual.goal", [text.game(key, "goal")])
        y = add_text(theme, sheet, room, y, text("manual.turn"), "head")
        for step in text.game_table(key, "how"):
            y = add_text(theme, sheet, room, y, step["text"])
            if "picture" in step:
                y = self._picture(sheet, room, y, text.pictures(key)[step["picture"]])
        y = self._part(sheet, room, y + theme.px(12), "manual.end", [text.game(key, "end")])
        y = self._part(sheet, room, y, "manual.options", self._options())
        y = self._part(sheet, room, y, "manual.rulings", text.game_list(key, "rulings"), True)
        y = self._part(sheet, room, y, "manual.credits", [text.game(key, "credits")])
        card.rect.height = y + pad - theme.px(12) - card.rect.y
        sheet.content = max(sheet.height, card.rect.bottom + theme.px(24))
        self.sheets = [sheet]

    def _part(
        self,
        sheet: Sheet,
        room: pygame.Rect,
        y: int,
        title: str,
        paragraphs: list[str],
        dots: bool = False,
    ) -> int:
        theme = self.theme
        y = add_text(theme, sheet, room, y, self.text(title), "head")
        for words in paragraphs:
            if dots:
                dot = pygame.Rect(room.x, room.y, theme.px(16), room.height)
                add_text(theme, sheet, dot, y, "•")
                inner = room.inflate(-theme.px(20), 0).move(theme.px(10), 0)
                y = add_text(theme, sheet, inner, y, words)
            else:
                y = add_text(theme, sheet, room, y, words)
        return y + theme.px(12)

    def _options(self) -> list[str]:
        """One line for each option: its name and its values, the first being the usual one."""
        lines = []
        for option in self.game.options:
            name = f"option.{option.key}"
            values = [self.text.game(self.game.key, f"{name}.{value}") for value in option.values]
            title = self.text.game(self.game.key, f"{name}.name")
            lines.append(f"{title}: {', '.join(values)}")
        return lines

    def _picture(self, sheet: Sheet, room: pygame.Rect, y: int, data: dict[str, Any]) -> int:
        theme = self.theme
        match = Match(self.game, data.get("options", {}), int(data.get("seed", 0)))
        match.read_moves(str(data.get("moves", "")))
        position, board = match.position, match.board
        width = min(room.width, theme.px(300))
        height = round(width * board.rows / board.columns)
        rect = pygame.Rect(room.centerx - width // 2, y + theme.px(4), width, height)
        taps = tuple(board.cell(name) for name in data.get("taps", ()))
        marked = [board.cell(name) for name in data.get("marked", ())]
        moves = position.moves()
        continuing = [move for move in moves if move[: len(taps)] == taps and len(move) > len(taps)]
        last = match.moves[-1] if match.moves else ()
        shown = Shown(
            sprites=still(position.pieces()),
            next_cells=frozenset(move[len(taps)] for move in continuing),
            taps=taps,
            last=tuple(marked or [c for c in last if board.kinds[c] != "beside"]),
            marks=position.marks(taps),
        )

        def paint(surface: pygame.Surface, place: pygame.Rect) -> None:
            area = (place.x, place.y, place.width, place.height)
            view = BoardView(theme, board, area, coordinates=True)
            view.draw_ground(surface)
            view.draw(surface, shown)

        sheet.add(Picture(rect, paint=paint))
        return rect.bottom + theme.px(20)
