"""The set-up of a match: players, options and clocks."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from flipside.game.live_match.match_meaning import rating_words, series_score, series_sentence
from flipside.game.live_match.match_text import called, fault_words, meaning
from flipside.game.saves import matches
from flipside.game.saves.album import duels, level_tallies, pair_of
from flipside.game.saves.album_index import AlbumIndex
from flipside.game.saves.progress import begin_match
from flipside.game.saves.ratings import RATINGS, unrated_setup
from flipside.game.saves.series import (
    LENGTHS,
    SERIES,
    MatchSeries,
    add_match,
    begin_series,
    next_setup,
    open_match,
    sides_of,
)
from flipside.game.scenes.common.board import miniature
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.command import Command, CommandTable, for_no_reason
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.scenes.common.seat_rows import SeatChoice
from flipside.game.scenes.info.manual import Manual
from flipside.game.scenes.play.result_card import abandon_series
from flipside.game.scenes.play.session import PlaySession
from flipside.game.scenes.shelf.album import duel_words, tally_words
from flipside.game.services.plain import with_ellipses
from flipside.game.services.texts import Texts
from flipside.game.ui.containers import Card, Column, Grid, Row
from flipside.game.ui.page_widgets import choice_row
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import Button, Canvas, Label, Widget
from flipside.rules.contract.game import AnyGame, Choices, Option
from flipside.rules.contract.position import Player
from flipside.rules.engine import data_files
from flipside.rules.engine.search import level_rating
from flipside.rules.match.clock import Clock, TimeControl, full_clock
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord
from flipside.rules.teaching import has_lesson

_CLOCK_KINDS = ("none", "match", "move")

_TIMES = {
    "match": (("minutes", "seconds", 60, (1, 3, 5, 10, 15, 30)),
              ("added", "increment", 1, (0, 2, 5, 10))),
    "move": (("each", "seconds", 1, (10, 20, 30, 60)),),
}  # fmt: skip
"""For each kind its values: text key, attribute of `TimeControl`, seconds per unit, choices."""

_FIRST_CONTROLS = {"match": TimeControl(300, 2), "move": TimeControl(30, per_move=True)}


class ClockChoice:
    """A choice of the clocks; it remembers the time control of each kind."""

    def __init__(self, clock: Clock | None, on_change: Callable[[], None]) -> None:
        """Begin with `clock`; `on_change` is called after every choice."""
        self._on_change = on_change
        self.kind = _CLOCK_KINDS[0]
        self.alike = True
        self.allows_undo = False
        self._controls = {kind: [first, first] for kind, first in _FIRST_CONTROLS.items()}
        """The time controls of player 0 and 1, by kind of clock; they are equal if `alike`."""
        if clock is not None:
            self.kind = "move" if all(control.per_move for control in clock.controls) else "match"
            self._controls[self.kind] = [
                control if control.per_move == (self.kind == "move") else _FIRST_CONTROLS[self.kind]
                for control in clock.controls
            ]
            self.alike = len(set(self._controls[self.kind])) == 1
            self.allows_undo = clock.allows_undo

    def clock(self) -> Clock | None:
        """Return the chosen clock with its full time; None for a match without clocks."""
        if self.kind == "none":
            return None
        first, second = self._controls[self.kind]
        return full_clock((first, second), self.allows_undo)

    def swap(self) -> None:
        """Swap the times of the two players."""
        for controls in self._controls.values():
            controls.reverse()

    def rows(self, text: Texts, names: tuple[str, str]) -> list[Widget]:
        """Return the rows of choices; `names` are those of the players."""

        def row(key: str, values: Sequence[str], now: str, choose: Callable[[str], None]) -> Widget:
            words = {value: text(f"clock.{key}_{value}") for value in values}
            act = partial(self._choose, choose)
            return choice_row(f"clock-{key}", text(f"clock.{key}"), words, now, act)

        rows = [row("kind", _CLOCK_KINDS, self.kind, partial(setattr, self, "kind"))]
        if self.kind == "none":
            return rows
        rows.append(row("alike", ("yes", "no"), _word(self.alike), self._take_alike))
        for player in (0,) if self.alike else (0, 1):
            rows += self._times(text, player, "" if self.alike else f"{names[player]} – ")
        rows.append(row("friendly", ("no", "yes"), _word(self.allows_undo), self._take_friendly))
        return rows

    def _times(self, text: Texts, player: Player, before: str) -> Iterator[Widget]:
        """Yield the rows for a player's times; `before` is the beginning of their titles."""
        control = self._controls[self.kind][player]
        for key, attribute, unit, values in _TIMES[self.kind]:
            title = before + text(f"clock.{key}")
            words = {str(number): str(number) for number in values}
            act = partial(self._choose, partial(self._take, player, attribute, unit))
            now = getattr(control, attribute) // unit
            yield choice_row(f"clock-{key}{player}", title, words, str(now), act)

    def _choose(self, choose: Callable[[str], None], value: str) -> None:
        choose(value)
        self._on_change()

    def _take(self, player: Player, attribute: str, unit: int, word: str) -> None:
        controls, new = self._controls[self.kind], dict[str, Any]({attribute: unit * int(word)})
        controls[player] = replace(controls[player], **new)
        if self.alike:
            controls[1 - player] = controls[player]

    def _take_alike(self, word: str) -> None:
        self.alike = word == "yes"
        if self.alike:
            for controls in self._controls.values():
                controls[1] = controls[0]

    def _take_friendly(self, word: str) -> None:
        self.allows_undo = word == "yes"


def _word(yes: bool) -> str:
    return "yes" if yes else "no"


_TWO_COLUMNS = 568
"""The width of a window in CSS pixels from which two buttons are in a row."""


class SetupScene(Scene):
    """The page of the set-up of the next match, which begins with the choices of the last one."""

    awaits_files = True  # the data files of levels
    commands: CommandTable = (
        Command("start", "setup.start", lambda page: page.start(), "play",
                possible=lambda page: not page._wrong, why_not=for_no_reason),
        Command("swap", "setup.swap", lambda page: page._swap(), "swap", place="page"),
        Command("manual", "menu.manual", lambda page: page.nav.open(Manual(page.nav, page.game)),
                "book", place="page"),
        Command("abandon", "series.abandon", lambda page: page._abandon(), "flag",
                possible=lambda page: page._running() is not None, place="series"),
        Command("lessons", "lesson.list", lambda page: page.nav.ways.lessons(page.game), "hint",
                possible=lambda page: has_lesson(page.game), place="page"),
        Command("problems", "problems.title", lambda page: page.nav.ways.problems(page.game),
                "puzzle", place="page"),
        Command("set-up", "editor.title",
                lambda page: page.nav.ways.set_up(page.game, page.choices, ""), "board",
                possible=lambda page: page.game.diagrams is not None and not page.start_text,
                place="page"),
    )  # fmt: skip

    def __init__(
        self, nav: Navigator, game: AnyGame, choices: Choices | None = None, start: str = ""
    ) -> None:
        """Begin with the last choices, or with `choices` and the position in `start`."""
        super().__init__(nav)
        self.game: AnyGame = game
        self.start_text = start
        setup = matches.load_setup(self.services, game)
        self.choices = setup.choices if choices is None else dict(choices)
        alone = matches.fitting_choices(game, self.choices, setup.seats) == self.choices
        seats = setup.seats if alone else (matches.PERSON, matches.PERSON)
        self._seat_choice = SeatChoice(nav, seats, setup.names, self._fit)
        self._timing = ClockChoice(setup.clock, self.update_layout)
        self._series = ""
        """The length of a new series, "single", or "" if not chosen: the running series, if any."""

    @property
    def seats(self) -> matches.Seats:
        """The chosen seats."""
        return self._seat_choice.words

    def load(self) -> None:
        """Load series and ratings, and the results against each level and between people."""
        self._stored_series = SERIES.load(self.services.storage)
        self._all_ratings = RATINGS.load(self.services.storage)
        self._index = AlbumIndex(self.services)
        self._count()

    def _count(self) -> None:
        entries = () if self._index.unread else tuple(self._index.entries(self.game.key))
        self._tallies, self._duels = level_tallies(entries), duels(entries)

    def _pass_time(self, seconds: float, opened: bool) -> None:
        if self._index.unread:
            self._index.read()
            self._count()
            self.update_layout()

    def _layout(self) -> None:
        """Lay out the page; if it scrolls, the start button stays visible below it."""
        self._read_start()
        page = self._choices(below=0)
        self.sheets = [page]
        if page.scrolls:
            low = self.theme.px(68)
            page = self._choices(below=low)
            foot = Sheet(self.theme, (page.place.x, page.place.bottom, page.width, low))
            foot.show(Column([self._start()]), top=8)
            self.sheets = [page, foot]

    def _choices(self, below: int) -> Sheet:
        """Return the page, with the start button unless it has `below` pixels of its own."""
        options = [row for option in self.game.options if (row := self._option_row(option))]
        names = self._colour_name(0), self._colour_name(1)
        seats = [
            self._seat_choice.row(player, self._title(player), colour)
            for player, colour in enumerate(names)
        ]
        about = [Label(self.text("clock.about"), "small")] if self._timing.clock() else []
        items = [
            *self._position_rows(),
            Card(seats, 12, pad=16),
            *(Label(words, "small") for words in self._about_seats()),
            *([Card(options, 12, pad=16)] if options else []),
            Card(self._timing.rows(self.text, names), 12, pad=16),
            *about,
            *self._series_rows(),
            self._buttons(below > 0),
        ]
        title = self.text.game(self.game.key, "name")
        return self._page([Column(items, 16)], title, below=below, down=1 / 3)

    def _read_start(self) -> None:
        """Make the match from the position, or the reason why the options do not fit it."""
        self._first: Match | None = None
        self._wrong = ""
        if self.start_text:
            try:
                self._first = Match(self.game, self.choices, start=self.start_text)
            except BadRecord as wrong:
                self._wrong = fault_words(self.text, wrong.fault) if wrong.fault else ""

    def _position_rows(self) -> list[Widget]:
        if self._wrong:
            return [Card([Label(self._wrong, "bold", "accent")], pad=16)]
        if self._first is None:
            return []
        paint = miniature(self.theme, self._first, self.services.settings.aids)
        return [Card([Row([Canvas(paint, 1.0, width=112), Label(self.text("setup.position"))], 16)],
                     pad=16)]  # fmt: skip

    def _about_seats(self) -> Iterator[str]:
        if any(data_files.missing(self.game, word) for word in self.seats):
            yield self.text("level.loads")
        if any(data_files.damaged(self.game, word) for word in self.seats):
            yield self.text.damage("level.damaged")
        names = self._seat_choice.names
        duel = self._duels.get(pair_of(names))
        if duel is not None and self._people():
            yield duel_words(self.text, duel)
        for tally in self._tallies:
            if {*self.seats} == {*tally.sides}:
                yield tally_words(self.text, tally)
        yield from self._ratings()

    def _ratings(self) -> Iterator[str]:
        """Yield the ratings of the players, or why the match will not be rated."""
        text, game, setup = self.text, self.game, self._setup()
        sides, reason = sides_of(setup.seats, setup.names), unrated_setup(game, setup)
        if reason or sides is None:
            if reason:
                yield text(f"rating.unrated.{reason}")
            return
        rating = level_rating(game, "".join(sides)) if "" in sides else None
        if rating is not None:
            own = rating_words(text, self._all_ratings.at(game.key, "levels"))
            yield text("rating.you_and_level", rating=text.whole(rating), own=own)
        else:
            first, second = map(with_ellipses, sides)
            own, other = (
                rating_words(text, self._all_ratings.at(game.key, "people", name)) for name in sides
            )
            yield text("rating.two", first=first, rating=own, second=second, other=other)

    def _series_rows(self) -> list[Widget]:
        """Return the choice of a series, or of the running one of these players."""
        sides = sides_of(self.seats, self._seat_choice.names)
        if self.start_text or matches.PERSON not in self.seats:
            return []
        if sides is None:
            return [Label(self.text("series.names"), "small")]
        running, words = self._running(), {"single": self.text("series.single")}
        if running is None:
            words |= {str(n): self.text("series.best_of", length=n) for n in LENGTHS}
            lots = matches.by_lot(self.game, self.choices) is not None
            about = self.text("series.about_lots" if lots else "series.about")
            now = self._series or "single"
        else:
            score = series_score(self.text, running[1])
            words = {"": self.text("series.go_on", score=score)} | words
            about = series_sentence(self.text, running[1])
            now = "single" if self._series == "single" else ""
        row = choice_row(
            "series", self.text("series.title"), words, now, self._choose_series, about
        )
        return [Card([row, *self._own.buttons("series")], 12, pad=16)]

    def _choose_series(self, value: str) -> None:
        self._series = value
        self.update_layout()

    def _running(self) -> tuple[str, MatchSeries] | None:
        return self._stored_series.running_between(
            self.game.key, self.seats, self._seat_choice.names
        )

    def _abandon(self) -> None:
        running = self._running()
        if running is not None:
            abandon_series(self.nav, *running, self._reload)

    def _start(self) -> Button:
        return self._own.button(
            "start", self._wrong, look="plain" if self._wrong else "primary", height=52
        )

    def _buttons(self, started: bool) -> Widget:
        buttons = [*([] if started else [self._start()]), *self._own.buttons("page", height=52)]
        width = self._window.usable[2] / self.theme.unit
        columns = 2 if started or width >= _TWO_COLUMNS else 1
        return Grid(buttons, columns, stretches=True)

    def _title(self, player: Player) -> str:
        """Return the colour of a player and, unless lots are drawn, whether this player begins."""
        colour = self._colour_name(player)
        first = self._first
        lots = not self.start_text and matches.by_lot(self.game, self.choices)
        begins = player == (0 if first is None else first.position.turn)
        return self.text("setup.begins", colour=colour) if begins and not lots else colour

    def _colour_name(self, player: Player) -> str:
        lots = matches.by_lot(self.game, self.choices)
        colours = lots or self.game.opening(self.choices, Random(0)).colours
        return called(self.text, self.game.key, colours, player)

    def _fit(self) -> None:
        """Change options that are impossible with these seats."""
        self.choices = matches.fitting_choices(self.game, self.choices, self.seats)
        self.update_layout()

    def _people(self) -> bool:
        return all(word == matches.PERSON for word in self.seats)

    def _option_row(self, option: Option) -> Widget | None:
        """Return the row of an option; None if there is nothing to choose."""
        values = tuple(
            value for value in option.values if self._people() or value not in option.people_only
        )
        is_fixed = option.opening_only and self.start_text
        if is_fixed or not option.free(self.choices) or len(values) < 2:
            return None
        name = f"option.{option.key}"
        return choice_row(
            key=option.key,
            title=self.text.game(self.game.key, f"{name}.name"),
            words={value: self.text.game(self.game.key, f"{name}.{value}") for value in values},
            now=self.choices[option.key],
            choose=lambda value: self._choose(option, value),
            about=meaning(self.text, self.game.key, option.key, self.choices[option.key]),
        )

    def _choose(self, option: Option, value: str) -> None:
        self.choices[option.key] = value
        for other in self.game.options:
            if not other.free(self.choices):
                self.choices[other.key] = other.default
        self.update_layout()

    def _swap(self) -> None:
        self._seat_choice.swap()
        self._timing.swap()
        self.update_layout()

    def _setup(self) -> matches.MatchSetup:
        clock, names = self._timing.clock(), self._seat_choice.names
        return matches.MatchSetup(self.choices, self.seats, clock, names, self.start_text)

    def start(self) -> None:
        """Begin the match; other matches of the game stay in progress."""
        setup = self._setup()
        self._stored_series = SERIES.load(self.services.storage)
        running = self._running()
        if running is not None and self._series != "single" and not self.start_text:
            self._go_on(setup, *running)
        else:
            eligible = self._series.isdigit() and sides_of(setup.seats, setup.names) is not None
            start_match(self.nav, self.game, setup, int(self._series) if eligible else 0)

    def _go_on(self, setup: matches.MatchSetup, name: str, series: MatchSeries) -> None:
        """Replace the page by the open match of a running series, or by its next one."""
        stored_match = open_match(self.services, name)
        if stored_match is None:
            lots = matches.by_lot(self.game, self.choices) is not None
            following = setup if lots else next_setup(series, setup)
            stored_match = begin_match(self.services, self.game, following)
            if stored_match is None:
                return
            add_match(self.services.storage, name, stored_match.name)
        self.nav.replace(BoardScene(PlaySession(self.nav, stored_match)))


def start_match(
    nav: Navigator, game: AnyGame, setup: matches.MatchSetup, series_length: int = 0
) -> None:
    """Begin a match, which replaces the top scene; do nothing if it cannot be saved.

    It is the first match of a series if that has a length.
    """
    stored_match = begin_match(nav.services, game, setup)
    if stored_match is not None:
        if series_length:
            begin_series(nav.services, stored_match, series_length)
        if setup.start:  # below are the editor and perhaps another match
            nav.home()
        nav.replace(BoardScene(PlaySession(nav, stored_match)))
