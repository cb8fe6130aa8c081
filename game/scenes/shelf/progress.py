"""The page of a player's progress in one game, and its picture."""

from functools import partial

import pygame

from flipside.game.saves.accuracy import ACCURACY
from flipside.game.saves.album import game_of_finished
from flipside.game.saves.album_index import AlbumIndex
from flipside.game.saves.ratings import RATINGS
from flipside.game.saves.runs import RUNS
from flipside.game.saves.task_progress import PROBLEMS
from flipside.game.scenes.common.command import Command, CommandTable
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.scenes.share.match_picture import STILL_RATIO, png_file
from flipside.game.scenes.share.sharing import PictureProgress
from flipside.game.scenes.shelf.progress_cards import ProgressCards, ProgressData, load_progress
from flipside.game.services.services import Services
from flipside.game.services.theme import Theme
from flipside.game.ui.containers import Column, Row, WidgetList
from flipside.game.ui.page_widgets import choice_buttons
from flipside.game.ui.widgets import FIT, Label, WidgetState
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame

_WIDE = 900
"""A page of at least this width in CSS pixels has two columns."""

_PICTURE_WIDTH, _PICTURE_MARGIN = 1040, 24
"""CSS pixels of a picture."""

_SAVES = PROBLEMS.kind, RATINGS.kind, ACCURACY.kind, RUNS.kind
"""The documents that the page shows."""


class Progress(Scene):
    """The page of the progress in one game; the player can change the game."""

    name_key = "progress.title"
    awaits_files = True  # the problems
    commands: CommandTable = (
        Command("picture", "progress.save", lambda page: page._export(), "picture", ("e",)),
    )

    def __init__(self, nav: Navigator, game: AnyGame) -> None:
        super().__init__(nav)
        self.game: AnyGame = game

    def load(self) -> None:
        """Load the index of the album, and the progress in the game."""
        self._index = AlbumIndex(self.services)
        self._data = load_progress(self.services, self.game, self._index)

    def stored(self, name: str) -> None:
        """Load the page again if another window has saved a match or a document that it shows."""
        if name in _SAVES or game_of_finished(name) == self.game.key:
            self._reload()

    def _pass_time(self, seconds: float, opened: bool) -> None:
        """Read matches that the index does not contain; at midnight, load the page again."""
        today = self.services.platform.now()[:10]
        if self._index.unread:
            self._index.read()
            self._data = load_progress(self.services, self.game, self._index)
            self.update_layout()
        elif today != self._data.now[:10]:
            self._reload()

    def _layout(self) -> None:
        names = {game.key: self.text.game(game.key, "short") for game in GAMES}
        games = choice_buttons("of", names, self.game.key, self._choose)
        cards = ProgressCards(self.theme, self.text, self._data)
        wide = self._window.usable[2] >= self.theme.px(_WIDE)
        button = self._own.button("picture", height=48)
        items: WidgetList = [games, 12, *_arranged(cards, wide), 12, button]
        self.sheets = [self._page(items, widest=_PICTURE_WIDTH)]

    def _choose(self, key: str) -> None:
        self.game = BY_KEY[key]
        self._reload()

    def _export(self) -> None:
        draw = partial(progress_picture, self.services, self._data)
        name = f"{self.game.key} progress"
        self.nav.open(PictureProgress(self.nav, png_file(draw), "png", name))


def _arranged(cards: ProgressCards, wide: bool) -> WidgetList:
    """Return the cards below each other, or in two columns if there is enough width."""
    left, right = cards.columns()
    if not wide:
        return [*Column([*left, *right], 12).items]
    return [Row([Column(left, 12), Column(right, 12)], 12, align_y=0)]


def progress_picture(services: Services, data: ProgressData) -> pygame.Surface:
    """Return a picture of all cards, with the names of the program and the game, and the date."""
    text = services.text
    theme = Theme(services.settings, services.platform.at(STILL_RATIO))
    width = theme.px(_PICTURE_WIDTH)
    theme.resize((width, width))
    name = " · ".join(("Flipside", text.game(data.game.key, "short"), text("progress.title")))
    today = text.date("progress.date", data.now[:10])
    head = Row([Label(name, "head"), Label(today, "small", width=FIT)])
    cards = ProgressCards(theme, text, data)
    page = Column([head, 12, *_arranged(cards, wide=True)], pad=_PICTURE_MARGIN)
    surface = pygame.Surface((width, page.height_for(theme, width)))
    surface.fill(theme.palette.background)
    for widget in page.layout(theme, surface.get_rect()):
        widget.draw(theme, surface, WidgetState())
    return surface
