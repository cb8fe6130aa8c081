"""The shelf: a card with a small board for each game, from which matches begin."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import pygame

from flipside.game.drawing import faces
from flipside.game.drawing.faces import Sprite
from flipside.game.live_match.match_text import level_name
from flipside.game.saves.accuracy import ACCURACY
from flipside.game.saves.album_index import AlbumIndex
from flipside.game.saves.days import DAYS, day_streak
from flipside.game.saves.drills import waiting_drills
from flipside.game.saves.matches import LoadedMatches, StoredMatch, game_of, load_setup, match_names
from flipside.game.saves.progress import last_match
from flipside.game.saves.ratings import RATING_KINDS, RATINGS, level_above
from flipside.game.saves.runs import RUNS
from flipside.game.saves.task_progress import (
    LESSON_OFFERED,
    PROBLEMS,
    day_of,
    is_newcomer,
    note_lesson,
    problem_of,
)
from flipside.game.scenes.common import dialog
from flipside.game.scenes.common.board import miniature
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.command import Command, CommandTable
from flipside.game.scenes.common.dialog import Dialog, answer
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.scenes.info.diagrams import shown_match
from flipside.game.scenes.info.manual import Manual
from flipside.game.scenes.info.settings import SettingsScene
from flipside.game.scenes.play.session import PlaySession
from flipside.game.scenes.shelf.album import Album, show_progress
from flipside.game.scenes.shelf.setup import SetupScene, start_match
from flipside.game.services.services import Services
from flipside.game.services.theme import Style, Theme
from flipside.game.ui.containers import Card, Column, Row, Space, WidgetList
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import FIT, Button, Canvas, Label, OneLine, Widget
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.story import Piece
from flipside.rules.teaching import BadProblem, problems_of


@dataclass(frozen=True)
class _Plan:
    """The layout of the cards, in pixels."""

    columns: int
    width: int
    height: int
    picture: int
    tall: bool
    """Whether the picture is above the words, not beside them."""


class Shelf(Scene):
    """The first scene, with a card for each game."""

    commands: CommandTable = (
        Command("options", "menu.options", lambda menu: menu.nav.open(SettingsScene(menu.nav)),
                "settings", ("o",), place="head"),
        Command("album", "menu.album", lambda menu: menu._album(), "clock", ("a",), place="head"),
        Command("progress", "progress.title",
                lambda menu: show_progress(menu.nav, menu._chosen()), "graph", ("g",),
                place="head"),
        Command("problems", "problems.title", lambda menu: menu.nav.ways.daily(), "puzzle", ("p",),
                place="head"),
        Command("manual", "menu.manual",
                lambda menu: menu.nav.open(Manual(menu.nav, menu._chosen() or GAMES[0])), "book",
                ("h",)),
    )  # fmt: skip

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav)
        self._last_matches: dict[str, StoredMatch | None] = {}
        """For each game, the match in progress that was played last, or None."""
        self._others: dict[str, int] = {}
        """For each game, the number of its other matches in progress."""
        self._cache: LoadedMatches = {}
        self._next_levels = dict.fromkeys(BY_KEY, "")
        """For each game, the key of the level that a rated player meets next, or ""."""
        self._preparation: Iterator[None] = iter(())
        """The steps of `_prepare` that are left."""
        if not self.services.storage.saves:
            self.services.platform.say(self.text("storage.unsafe"))

    def load(self) -> None:
        """Load the match of each game that was played last, and count the others."""
        names = match_names(self.services.storage)
        for name in self._cache.keys() - set(names):
            del self._cache[name]
        self._others = {}
        for game in GAMES:
            own = [name for name in names if game_of(name) == game.key]
            last = last_match(self.services, own, self._cache)
            self._last_matches[game.key] = last
            if last is not None:
                self._others[game.key] = len(own) - own.index(last.name) - 1
        self._preparation = self._prepare()
        self._waiting = waiting_today(self.services)
        self._date = self.services.platform.now()[:10]

    def stored(self, name: str) -> None:
        """Load the shelf again, because another window has saved something."""
        self._reload()

    def _pass_time(self, seconds: float, opened: bool) -> None:
        """At midnight, load the shelf again; otherwise take a step of `_prepare`."""
        if self._date != self.services.platform.now()[:10]:
            self._reload()
        elif opened:
            next(self._preparation, None)

    def _prepare(self) -> Iterator[None]:
        """Find the next level of each game, then load what the pages of the shelf show.

        A slow processor needs a frame for each step; what is loaded once is cached.
        """
        services, storage = self.services, self.services.storage
        for game in GAMES:
            level = level_to_beat(services, game)
            if level != self._next_levels[game.key]:
                self._next_levels[game.key] = level
                self.update_layout()
            yield
        for game in GAMES:
            with suppress(BadProblem):
                problems = problems_of(game)
                yield
                # Reading the moves takes long; the problem keeps the match.
                _ = problem_of(problems, day_of(services.platform.now())).shown_match
                yield
            for kind in RATING_KINDS:
                RATINGS.load(storage).history(game.key, kind)
                yield
        for document in (PROBLEMS, ACCURACY, RUNS):
            document.load(storage)
            yield
        AlbumIndex(services)

    # -- arrangement -------------------------------------------------------------------------------

    def _layout(self) -> None:
        theme, gap = self.theme, self._gap()
        sheet = self._safe_sheet()
        low = sheet.height < theme.px(480)
        high = 64 if low else 104
        side = min(high - gap - 4, 64 if sheet.width >= theme.px(400) else 48)
        row = self._head(sheet, side)
        middle = Column([row], height=side + 2 * gap, align_y=0.5)
        head = Column([gap, row] if low else [middle], height=high)
        warning: WidgetList = []
        if not self.services.storage.saves:
            warning = [unsafe_warning(self.services), 8]
        above = Column([head, *warning], 0)
        plan = self._plan(sheet, above.height_for(theme, sheet.width))
        cards = [self._box(plan, game) for game in GAMES]
        lines = [cards[at : at + plan.columns] for at in range(0, len(cards), plan.columns)]
        rows = [Row(line, gap, align_x=0.5) for line in lines]
        page = Column([Column([head], fills=True, align_y=0.5), 0, *warning, Column(rows, gap), gap,
                       Space(fills=True)])  # fmt: skip
        whole = Row([gap, page, gap], align_y=None)
        rect = sheet.rect
        rect.height = max(rect.height, whole.height_for(theme, rect.width))
        sheet.add(*whole.layout(theme, rect))
        sheet.content = rect.height
        self.sheets = [sheet]

    def _gap(self) -> int:
        return 12 if min(self.size) < 600 * self.theme.unit else 20

    def _plan(self, sheet: Sheet, head: int) -> _Plan:
        """Return the layout with the largest pictures; if none fits, a list that scrolls."""
        theme, gap = self.theme, self.theme.px(self._gap())
        count, pad = len(GAMES), self.theme.px(24)
        space = sheet.width - 2 * gap
        plans = []
        for columns in range(1, count + 1):
            rows = -(-count // columns)
            room = (sheet.height - head - gap * rows) // rows
            width = min((space - gap * (columns - 1)) // columns, theme.px(340))
            if width >= theme.px(220):
                words = theme.px(12) + self._words_height(width - pad)
                picture = min(width, room - words) - pad
                if picture >= theme.px(96):
                    plans.append(_Plan(columns, width, picture + pad + words, picture, True))
        if plans:
            return max(reversed(plans), key=lambda plan: plan.picture)
        columns = 2 if space >= theme.px(720) else 1
        width = min((space - gap * (columns - 1)) // columns, theme.px(520))
        side = min(theme.px(132), width // 3)
        high = max(side, self._words_height(width - side - theme.px(36)))
        return _Plan(columns, width, high + pad, side, False)

    def _words_height(self, width: int) -> int:
        words = (Column(self._words(game), 0).height_for(self.theme, width) for game in GAMES)
        return max(words) + self.theme.px(8 + 44)

    def _words(self, game: AnyGame) -> list[Widget]:
        name, line = (self.text.game(game.key, key) for key in ("short", "line"))
        return [Label(name, "head"), Label(line, "small")]

    def _head(self, sheet: Sheet, side: float) -> Widget:
        ways = [
            self._own.icon_button(command.id, look="quiet", height=48)
            for command in self._own.offered("head")
        ]
        width = sheet.width - 2 * self.theme.px(self._gap())
        head = shelf_head(self.services, width, side, ways, sheet.height >= self.theme.px(480))
        for way in ways:
            if way.name == "problems" and self._waiting:
                way.dotted = True
                way.accessible_name = ". ".join((way.accessible_name, *self._waiting))
        return head

    # -- cards -------------------------------------------------------------------------------------

    def _box(self, plan: _Plan, game: AnyGame) -> Card:
        theme, unit, stored_match = self.theme, self.theme.unit, self._last_matches.get(game.key)
        match = stored_match.match if stored_match is not None else shown_match(game.key)
        paint = miniature(theme, match, self.services.settings.aids)
        picture = Canvas(paint, 1.0, width=plan.picture / unit)
        inner = plan.width - theme.px(24 if plan.tall else 36) - (0 if plan.tall else plan.picture)
        high = max(self._words_height(inner), 0 if plan.tall else plan.picture)
        buttons = Row(self._buttons(game, stored_match is not None, inner))
        words = Column([*self._card_head(game, inner, high), 8, Space(fills=True), 0, buttons],
                       fills=True)  # fmt: skip
        items: WidgetList = [Row([picture], align_x=0.5), 12, words]
        if not plan.tall:
            items = [Row([picture, 12, words], fills=True)]
        return Card(items, name=game.key, action=partial(enter_game, self.nav, game),
                    width=plan.width / unit, height=plan.height / unit)  # fmt: skip

    def _card_head(self, game: AnyGame, width: int, height: int) -> WidgetList:
        """Return name and line of a game, and its next level, which may take the place of the line.

        `width` and `height` are the pixels for all words and buttons of the card.
        """
        theme, (name, line) = self.theme, self._words(game)
        level = self._next_levels[game.key]
        if not level:
            return [name, 0, line]
        words = self.text("menu.next_level", level=level_name(self.text, level))
        following = Label(words, "small", width=FIT)
        wide = following.natural_width(theme)
        if name.natural_width(theme) + theme.px(12) + wide <= width:
            return [Row([name, following], 12), 0, line]
        whole = Column([name, 0, line, 0, following, 52])
        has_room = whole.height_for(theme, width) <= height
        return [name, 0, line, 0, following] if has_room else [name, 0, following]

    def _buttons(self, game: AnyGame, goes_on: bool, width: int) -> list[Button]:
        text, key = self.text, game.key
        name, words = text.game(key, "short"), text("menu.continue" if goes_on else "menu.play")
        wide, others = self._setup_width(width), self._others.get(key, 0)
        return [
            Button(f"play {key}", partial(enter_game, self.nav, game), words,
                   look="primary" if goes_on else "plain",
                   accessible_name=text("spoken.about", head=words, words=name)),
            *([Button(f"more {key}", partial(self._album, key), f"+{others}", "list", "quiet",
                      stacked=True, accessible_name=text("menu.more", count=others), width=44)]
              if others else []),
            Button(f"setup {key}", lambda: self.nav.open(SetupScene(self.nav, game)),
                   text("menu.set_up") if wide else "", "" if wide else "new",
                   accessible_name=text("spoken.about", head=text("menu.setup"), words=name),
                   width=wide / self.theme.unit or 44),
        ]  # fmt: skip

    def _setup_width(self, room: int) -> int:
        """Return the width of all set-up buttons with a word; 0 if the word does not fit."""
        theme, text = self.theme, self.text
        play, goes_on, setup = (
            word_room(theme, "bold", text(f"menu.{key}")) + theme.px(24)
            for key in ("play", "continue", "set_up")
        )
        more = theme.px(44 + 8) if any(self._others.values()) else 0
        return setup if max(play, goes_on) + theme.px(8) + more + setup <= room else 0

    # -- actions -----------------------------------------------------------------------------------

    def _album(self, game: str = "") -> None:
        self.nav.open(Album(self.nav, game, self._cache))

    def wish(self, name: str) -> None:
        """Carry out the wish that the player expressed on the page before the program was loaded.

        `name` is the name of a button, "continue" (the last match), or "daily" (the daily
        page).
        """
        if name == "continue":
            if names := match_names(self.services.storage):
                enter_game(self.nav, BY_KEY[game_of(names[0])])
        elif name == "daily":
            self.nav.ways.daily()
        else:
            self.tap((-1, -1), name)

    def _chosen(self) -> AnyGame | None:
        return next((game for game in GAMES if game.key in self.focus.split()), None)

    def leave(self) -> None:
        """Ask whether to quit, except on a page."""
        if self.services.platform.own_window:
            self.nav.open(dialog.quit_dialog(self.nav))


_LETTER_WIDTH = 0.54
"""The width of a letter divided by the size of its type. It is the same for all letters: the page
draws this shelf before the program is loaded, and measures letters differently."""


def word_room(theme: Theme, style: Style, words: str) -> int:
    """Return the width in pixels that a button has for its words."""
    return round(theme.font_size(style) * theme.unit * _LETTER_WIDTH * len(words))


def shelf_head(
    services: Services, width: int, side: float, ways: Sequence[Button], roomy: bool
) -> Widget:
    """Return the logo and everything beside it, `width` pixels wide.

    `side` is the width of the logo in CSS pixels. The buttons `ways` have words if these fit on
    all. If the title fits only without the logo, the logo is left out.
    """
    theme, platform = services.theme, services.platform
    title = Label("Flipside", "title", width=FIT)
    line = Row([2, Label(services.text("menu.line"), "small")], 0)
    free = width / theme.unit - side - 20 - title.natural_width(theme) / theme.unit
    air = 16 if width >= theme.px(516) else 4
    wide = [
        max(48, word_room(theme, "small", way.accessible_name) / theme.unit + air) for way in ways
    ]
    with_words = sum(wide) + 4 * (len(wide) - 1) <= free - (52 if platform.update else 0)
    for way, each in zip(ways, wide, strict=True):
        way.text, way.stacked = way.accessible_name if with_words else "", with_words
        way.width = each if with_words else 48
    free -= sum(way.width for way in ways) + 4 * (len(ways) - 1) + 8
    news = _news(services, free)
    row = Row(ways[::-1], 4, width=FIT, reverse=True)
    room = width - theme.px(8) - Row([*news, row]).natural_width(theme)
    left, title_width = room - theme.px(side) - theme.px(12), title.natural_width(theme)
    title_lines: list[Widget] = [title] if title_width <= room else []
    if roomy and line.natural_width(theme) <= left:
        title_lines = [title, line]
    logo: WidgetList = [Canvas(partial(paint_logo, theme), 1.0, width=side), 12]
    head = Row([Column(title_lines, 0), 8, *news, row], reverse=True)
    return Row([*([] if left < title_width <= room else logo), head])


def _news(services: Services, free: float) -> WidgetList:
    """Return a button about updates or offline use; [] if it is wider than `free` CSS pixels."""
    platform = services.platform
    words = services.text("menu.update" if platform.update else "menu.offline")
    wide = services.theme.width("bold", words) / services.theme.unit + 48
    if platform.update:
        label = words if wide <= free else ""
        return [Button("update", platform.take_update, label, "again", "primary",
                       accessible_name=words,
                       width=wide if label else 48, height=48), 8 if label else 4]  # fmt: skip
    if platform.offline and free - wide > 48:
        return [Button("", None, words, "check", "quiet", width=wide, height=48), 8]
    return []


def unsafe_warning(services: Services) -> Widget:
    """Return a warning that nothing can be saved, in the longest form that fits."""
    keys = ("storage.unsafe", "storage.unsafe_short")
    words, short = (services.text(key) for key in keys)
    return OneLine(words, "small-bold", "accent", others=[short], name="unsafe")


def enter_game(nav: Navigator, game: AnyGame) -> None:
    """Continue the last match of a game, offer its lesson once, or begin a match."""
    # Another window may have changed the last match since the shelf was laid out.
    stored_match = last_match(nav.services, match_names(nav.services.storage, game.key))
    if stored_match is not None:
        nav.open(BoardScene(PlaySession(nav, stored_match)))
    elif is_newcomer(nav.services, game):
        nav.open(LessonOffer(nav, game))
    else:
        start_match(nav, game, load_setup(nav.services, game))


def waiting_today(services: Services) -> list[str]:
    """Return what waits on the daily page: a streak that would end today, and drills."""
    today, words = day_of(services.platform.now()), list[str]()
    counted = DAYS.load(services.storage).counted(today)
    streak = day_streak(counted, today).now
    if streak and today not in counted:
        words.append(services.text("daily.at_stake", count=streak))
    if drills := len(waiting_drills(services)):
        words.append(services.text("drill.waiting", count=drills))
    return words


def level_to_beat(services: Services, game: AnyGame) -> str:
    """Return the key of the next level above the player's rating; "" without a rated match."""
    history = RATINGS.load(services.storage).history(game.key, "levels")
    return level_above(game, history[-1][1].value) if history else ""


class LessonOffer(Dialog):
    """A dialog that offers the lesson of a game. It is shown once."""

    def __init__(self, nav: Navigator, game: AnyGame) -> None:
        text = nav.services.text
        start = partial(start_match, nav, game, load_setup(nav.services, game))
        choices = (
            answer("learn", text("lesson.learn"), "hint", "primary", self._learn),
            answer("just-play", text("lesson.just_play"), "play", act=start),
        )
        super().__init__(nav, text.game(game.key, "short"), text.game(game.key, "line"), choices)
        self._game, self._start = game, start

    def _learn(self) -> None:
        note_lesson(self.services.storage, self._game, LESSON_OFFERED)
        self.nav.ways.learn(self._game, self._start)

    def leave(self) -> None:
        """Close the dialog; it is not shown again."""
        note_lesson(self.services.storage, self._game, LESSON_OFFERED)
        super().leave()


def paint_logo(theme: Theme, surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Paint a half-flipped disc: dark in front, light behind."""
    side = round(rect.height * 0.92)
    disc = Sprite(Piece("black", "disc"), 0, width=0.62, back=Piece("white", "disc"), lift=0.4)
    cell = side / faces.FACE_SPANS["disc"]
    faces.draw_sprite(theme, surface, disc, rect.center, cell)
