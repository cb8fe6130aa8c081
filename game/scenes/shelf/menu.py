"""The shelf: five boxes with a small board on each, and the way to settings."""

from collections import Counter
from dataclasses import dataclass
from functools import partial

import pygame

from game.saves.matches import LoadedMatches, Saved, game_of, match_names
from game.saves.progress import last_match
from game.scenes.common import leaving
from game.scenes.common.keys import SHELF_KEYS, key_action
from game.scenes.common.scene import Scene, Stage
from game.scenes.info.manual import Manual
from game.scenes.info.settings import SettingsPage
from game.scenes.shelf.album import Album
from game.scenes.shelf.beginning import enter_game, enter_last_match, last_game
from game.scenes.shelf.head import HeadButton, add_shelf_head, add_warning, word_room
from game.scenes.shelf.pictures import miniature, shown_match, split
from game.scenes.shelf.setup import MatchSetup
from game.ui.sheet import Sheet
from game.ui.widgets import Button, Canvas, Card, Label, label_height
from rules.catalogue import GAMES
from rules.contract.game import AnyGame


@dataclass(frozen=True)
class _Plan:
    """The arrangement of the cards: columns, size, picture above the words or beside them."""

    columns: int
    width: int
    height: int
    tall: bool


class Menu(Scene):
    """The shelf: the first scene, with a card for each game."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._saved: dict[str, Saved | None] = {}
        """The match of each game that was played last and goes on."""
        self._others: dict[str, int] = {}
        """How many more of each game are in progress."""
        self._known: LoadedMatches = {}
        if not self.services.storage.saves:
            self.services.page.say(self.text("storage.unsafe"))

    def arrange(self, size: tuple[int, int]) -> None:
        """Look what is saved, then arrange."""
        self._saved = {game.key: last_match(self.services, game, self._known) for game in GAMES}
        names = match_names(self.services.storage)
        for gone in self._known.keys() - set(names):
            del self._known[gone]
        counts = Counter(map(game_of, names))
        self._others = {key: counts[key] - 1 for key, saved in self._saved.items() if saved}
        super().arrange(size)

    def stored(self, name: str) -> None:
        """Show what another tab has played."""
        self.rearrange()

    # -- arrangement -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Logo, five cards, and the buttons that belong to no game."""
        theme = self.theme
        left, top, right, bottom = self.services.page.safe_area()
        sheet = Sheet(theme, (left, top, self.size[0] - left - right, self.size[1] - top - bottom))
        line = 0 if self.services.storage.saves else theme.line_height("small-bold") + theme.px(8)
        head = self._head_height(sheet) + line
        plan = self._plan(sheet, head)
        gap = self._gap()
        count = len(GAMES)
        rows = -(-count // plan.columns)
        block = rows * plan.height + (rows - 1) * gap
        y = head + max(0, (sheet.height - head - block - gap) // 2)
        self._head(sheet, max(0, y - head) // 2)
        if line:
            rect = pygame.Rect(self._gap(), y - line, sheet.width - 2 * self._gap(), 0)
            add_warning(self.services, sheet, rect)
        for index in range(count):
            row, column = divmod(index, plan.columns)
            in_row = min(plan.columns, count - row * plan.columns)
            start = (sheet.width - in_row * plan.width - (in_row - 1) * gap) // 2
            rect = pygame.Rect(start + column * (plan.width + gap), y + row * (plan.height + gap),
                               plan.width, plan.height)  # fmt: skip
            self._box(sheet, rect, GAMES[index], plan.tall)
        sheet.content = max(sheet.content, y + block + gap)
        self.sheets = [sheet]

    def _gap(self) -> int:
        return self.theme.px(12 if min(self.size) < 600 * self.theme.unit else 20)

    def _head_height(self, sheet: Sheet) -> int:
        low = sheet.height < self.theme.px(480)
        return self.theme.px(64 if low else 104)

    def _plan(self, sheet: Sheet, head: int) -> _Plan:
        """The arrangement without scrolling with the largest pictures; else a list that scrolls."""
        theme, gap = self.theme, self._gap()
        count = len(GAMES)
        space = sheet.width - 2 * gap
        best: tuple[int, _Plan] | None = None
        for columns in range(1, count + 1):
            rows = -(-count // columns)
            room = (sheet.height - head - gap * rows) // rows
            width = min((space - gap * (columns - 1)) // columns, theme.px(340))
            if width >= theme.px(220):
                height = min(room, width - theme.px(24) + self._words_height(width, True))
                picture = min(width - theme.px(24), height - self._words_height(width, True))
                if picture >= theme.px(96):
                    plan = _Plan(columns, width, picture + self._words_height(width, True), True)
                    if best is None or picture >= best[0]:
                        best = picture, plan
        if best is not None:
            return best[1]
        columns = 2 if space >= theme.px(720) else 1
        width = min((space - gap * (columns - 1)) // columns, theme.px(520))
        return _Plan(columns, width, self._flat_height(width), False)

    def _words_height(self, width: int, tall: bool) -> int:
        """Room for name, line and buttons of a card whose words are that wide."""
        theme = self.theme
        inner = width - theme.px(24)
        keys = [game.key for game in GAMES]
        lines = max(
            label_height(theme, self.text.game(key, "line"), "small", inner) for key in keys
        )
        return theme.line_height("head") + lines + theme.px(44 + 12 + 12 + 12 + 8)

    def _flat_height(self, width: int) -> int:
        theme = self.theme
        side = self._flat_side(width)
        words = max(
            label_height(
                theme, self.text.game(game.key, "line"), "small", width - side - theme.px(36)
            )
            for game in GAMES
        )
        high = theme.line_height("head") + words + theme.px(44 + 8 + 24)
        return max(side + theme.px(24), high)

    def _flat_side(self, width: int) -> int:
        return min(self.theme.px(132), width // 3)

    def _head(self, sheet: Sheet, y: int) -> None:
        """The logo, the name, and what stands at the right."""
        height = self._head_height(sheet) - self._gap()
        side = self.theme.px(64 if sheet.width >= self.theme.px(400) else 48)
        side = min(height - self.theme.px(4), side)
        logo = pygame.Rect(self._gap(), y + self._gap(), side, side)
        ways = (
            HeadButton("options", "settings", self.text("menu.options"), self._options),
            HeadButton("album", "clock", self.text("menu.album"), self._album),
            HeadButton("problems", "puzzle", self.text("problems.title"), self._problems),
        )
        add_shelf_head(self.services, sheet, logo, ways)

    # -- boxes -------------------------------------------------------------------------------------

    def _box(self, sheet: Sheet, rect: pygame.Rect, game: AnyGame, tall: bool) -> None:
        """A card: tapping it anywhere plays, a button sets up."""
        theme, text = self.theme, self.text
        saved = self._saved.get(game.key)
        sheet.add(Card(rect, game.key, partial(enter_game, self.stage, game)))
        words = self._words_height(rect.width, True) if tall else 0
        picture, room = split(theme, rect, words, self._flat_side(rect.width))
        match = saved.match if saved is not None else shown_match(text, game)
        aids = self.services.settings.aids
        sheet.add(Canvas(picture, paint=miniature(theme, match, aids)))
        name = text.game(game.key, "short")
        self._words(sheet, room, name, text.game(game.key, "line"))
        height, gap, goes_on = theme.px(44), theme.px(8), saved is not None
        row = pygame.Rect(room.x, room.bottom - height, room.width, height)
        word, wide = text("menu.set_up"), self._setup_width(room.width)
        rect = pygame.Rect(0, row.y, wide or height, height)
        rect.right = row.right
        setup = Button(
            rect, f"setup {game.key}", lambda: self.stage.open(MatchSetup(self.stage, game)),
            word if wide else "", "" if wide else "new", spoken=f"{text('menu.setup')}: {name}",
        )  # fmt: skip
        more = []
        if others := self._others.get(game.key, 0):
            rect = pygame.Rect(rect.x - height - gap, row.y, height, height)
            more = [Button(
                rect, f"more {game.key}", lambda: self._album(game.key), f"+{others}", "list",
                "quiet", stacked=True, spoken=text("menu.more", count=others),
            )]  # fmt: skip
        said = text("menu.continue" if goes_on else "menu.play")
        go = Button(
            pygame.Rect(row.x, row.y, rect.x - gap - row.x, height),
            f"play {game.key}", partial(enter_game, self.stage, game), said,
            look="primary" if goes_on else "plain", spoken=f"{said}: {name}",
        )  # fmt: skip
        sheet.add(go, *more, setup)

    def _setup_width(self, room: int) -> int:
        """The width of the set-up button with its word, on all cards; 0 without room."""
        theme, text = self.theme, self.text
        play, goes_on, setup = (
            word_room(theme, "bold", text(f"menu.{key}")) + theme.px(24)
            for key in ("play", "continue", "set_up")
        )
        more = theme.px(44 + 8) if any(self._others.values()) else 0
        return setup if max(play, goes_on) + theme.px(8) + more + setup <= room else 0

    def _words(self, sheet: Sheet, room: pygame.Rect, name: str, line: str) -> None:
        theme, palette = self.theme, self.theme.palette
        title = pygame.Rect(room.x, room.y, room.width, theme.line_height("head"))
        sheet.add(Label(title, text=name, style="head", paint=palette.ink))
        height = label_height(theme, line, "small", room.width)
        below = pygame.Rect(room.x, title.bottom, room.width, height)
        sheet.add(Label(below, text=line, style="small", paint=palette.soft))

    # -- actions -----------------------------------------------------------------------------------

    def _options(self) -> None:
        self.stage.open(SettingsPage(self.stage))

    def _album(self, game: str = "") -> None:
        self.stage.open(Album(self.stage, game, self._known))

    def wish(self, name: str) -> None:
        """Do what was asked for before the shelf was there: what a button does, by its name, or to
        "continue" with the match played last, or the "daily" problem; else nothing."""
        if name == "continue":
            enter_last_match(self.stage)
        elif name == "daily":
            self._problems()
        else:
            self.tap((-1, -1), name)

    def _problems(self) -> None:
        """Those of the game that is chosen with the keys, or else of the one played last."""
        self.stage.problems(self._chosen() or last_game(self.services))

    def _chosen(self) -> AnyGame | None:
        return next((game for game in GAMES if game.key in self.focus.split()), None)

    def leave(self) -> None:
        """Escape on the shelf asks whether to close the window."""
        if self.services.page.in_browser:
            return
        self.stage.open(leaving.question(self.stage))

    def key(self, name: str) -> None:
        """Letters for commands, the rest moves the focus."""
        match key_action(SHELF_KEYS, name):
            case "menu.options":
                self._options()
            case "menu.album":
                self._album()
            case "problems.title":
                self._problems()
            case "menu.manual":
                self.stage.open(Manual(self.stage, self._chosen() or GAMES[0]))
            case _:
                super().key(name)
