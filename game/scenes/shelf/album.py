"""All matches: those in progress, studies and those that have ended; and a match from a link."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from flipside.game.live_match.correspondence import KnownMatch, find_known, own_match
from flipside.game.live_match.match_text import MatchText, called, outcome, record_error
from flipside.game.saves import album, matches
from flipside.game.saves.album import (
    AlbumEntry,
    ResultTally,
    begun,
    game_of_finished,
    load_study,
    study_game,
    study_names,
)
from flipside.game.saves.album_index import AlbumIndex
from flipside.game.saves.drills import waiting_drills
from flipside.game.saves.matches import StoredMatch
from flipside.game.saves.progress import finish_match, save_new_match
from flipside.game.scenes.common import dialog
from flipside.game.scenes.common.board import miniature
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.command import Command, CommandTable
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.scenes.common.seat_rows import seat_names
from flipside.game.scenes.play.session import PlaySession
from flipside.game.scenes.share.read_input import import_match
from flipside.game.scenes.share.sharing import copy_record, share_moment
from flipside.game.services.plain import with_ellipses
from flipside.game.services.platform.clipboard import TextOrFiles
from flipside.game.services.texts import Texts
from flipside.game.ui.containers import Card, Row, WidgetList
from flipside.game.ui.page_widgets import PicturePainter, choice_buttons, match_card
from flipside.game.ui.widgets import Action, Button, Canvas, Label, ReadoutGroup, Widget
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Player, Result
from flipside.rules.match.match import EARLY_REASONS
from flipside.rules.match.record import BadRecord, Record, parse_record, record_text

NARROW_SPACE = "\u202f"
"""A space at which lines are not broken."""


def finished_words(
    text: Texts, name: str, entry: AlbumEntry | None, award: bool
) -> tuple[str, str]:
    """Return two texts for the card of a finished match: its result; its players and date.

    `entry` is None if the match is damaged.
    """
    if entry is None:
        return game_name(text, name.split("-")[1]), text("album.damaged")
    key = entry.game
    colours = entry.colours if key in BY_KEY else None
    names = [called(text, key, colours, player) for player in (0, 1)]
    people = [with_ellipses(name) for name in entry.players]
    phrase = text("album.unfinished")
    if entry.reason:
        points = entry.award if entry.award and award else entry.score
        winner = "" if entry.winner is None else people[entry.winner] or names[entry.winner]
        points = None if entry.reason in EARLY_REASONS else points
        phrase = outcome(text, Result(entry.winner, entry.reason), winner, points)
    return f"{game_name(text, key)} · {phrase}", _below(
        text, names, people, entry.seats, entry.plies, entry.ended
    )


def study_words(text: Texts, name: str, record: Record | None) -> tuple[str, str]:
    """Return two texts for the card of a study; `record` is None if the study is damaged."""
    head = f"{game_name(text, study_game(name))} · {text('explore.study')}"
    if record is None:
        return head, text("album.damaged")
    first, second = map(with_ellipses, record.players)
    players = text("album.both", first=first, second=second) if first and second else ""
    whole = [text("album.moves", count=len(record.moves.split()))]
    if branches := sum(1 for line in record.lines if line.moves):
        whole.append(text("explore.count", count=branches))
    # Only the date may be broken into two lines, beside a board and two buttons.
    counts = [words.replace(" ", NARROW_SPACE) for words in whole]
    return head, " · ".join([*filter(None, [players]), *counts, *_date(text, begun(name))])


def going_words(text: Texts, stored_match: StoredMatch, date: str) -> tuple[str, str]:
    """Return two texts for the card of a match: who is to move, or the result; players and date."""
    match = stored_match.match
    key, position, result = match.game.key, match.position, match.result()
    names = [called(text, key, position.colours, player) for player in (0, 1)]
    people = [
        with_ellipses(name) for name in matches.people_names(match.players, stored_match.seats)
    ]
    labels = [people[player] or names[player] for player in (0, 1)]
    if result is None:
        now = text("play.to_move", colour=labels[position.turn])
    else:
        winner = "" if result.winner is None else labels[result.winner]
        now = outcome(text, result, winner)
    return f"{game_name(text, key)} · {now}", _below(
        text, names, people, stored_match.seats, match.ply, date
    )


def _below(
    text: Texts,
    names: Sequence[str],
    people: Sequence[str],
    seats: matches.Seats,
    plies: int,
    date: str,
) -> str:
    words = [
        person or seat_names(text, word)[1 if word != matches.PERSON else 0]
        for person, word in zip(people, seats, strict=True)
    ]
    pairs = zip(names, words, strict=True)
    players = (text("spoken.about", head=colour, words=seat) for colour, seat in pairs)
    whole = [text("album.moves", count=plies)]
    whole += _date(text, date)
    return " · ".join([*players, *(phrase.replace(" ", NARROW_SPACE) for phrase in whole)])


def _date(text: Texts, date: str) -> tuple[str, ...]:
    """Return a local time such as 2026-01-31 18:30 in words; () if it is ""."""
    day, _, time = date.partition(" ")
    return (text.date("album.date", day, time=time),) if date else ()


def game_name(text: Texts, key: str) -> str:
    """Return the name of a game, or its key if this version does not know it."""
    return text.game(key, "short") if key in BY_KEY else key


def duel_words(text: Texts, duel: ResultTally) -> str:
    """Return the numbers of wins and draws between two people."""
    first, second = map(with_ellipses, duel.sides)
    numbers = {"first": first, "second": second, "won": duel.wins, "lost": duel.losses}
    words = text("album.duel", **numbers)
    return text("album.duel_drawn", duel=words, drawn=duel.draws) if duel.draws else words


def tally_words(text: Texts, tally: ResultTally) -> str:
    """Return the numbers of wins, draws and losses against a level."""
    level = seat_names(text, tally.sides[1])[1]
    numbers = {"won": tally.wins, "drawn": tally.draws, "lost": tally.losses}
    return text("album.against", level=level, **numbers)


_FIRST_MATCHES = {"finished": 20, "going": 6, "studies": 20}
"""The number of matches of each kind that are shown first."""

_MORE_MATCHES = 20
"""The number of matches that are added each time the player asks for more."""


class Album(Scene):
    """The page of matches, of all games or of one game."""

    name_key = "album.title"
    commands: CommandTable = (
        Command("paste", "album.paste", lambda album: album._paste(), "paste"),
        Command("progress", "progress.title",
                lambda album: show_progress(album.nav, BY_KEY.get(album._game)), "graph", ("g",)),
    )  # fmt: skip

    def __init__(
        self, nav: Navigator, game: str = "", cache: matches.LoadedMatches | None = None
    ) -> None:
        super().__init__(nav)
        self._game = game
        """The key of the game whose matches are shown; "" for all games."""
        self._cache: matches.LoadedMatches = {} if cache is None else cache
        """Loaded matches in progress and studies, by name."""
        self._most = dict(_FIRST_MATCHES)

    def load(self) -> None:
        """Load the index, and the texts of visible matches in progress and studies."""
        storage, game = self.services.storage, self._game
        self._index = AlbumIndex(self.services)
        self._drills = len(waiting_drills(self.services))
        self._going = matches.match_names(storage, game)
        self._studies = study_names(self.services, game)
        self._dates = dict(zip(self._going, matches.played_last(storage, self._going), strict=True))
        visible = self._going[: self._most["going"]] + self._studies[: self._most["studies"]]
        self._texts = {name: storage.peek(name) for name in visible}
        self._pending = [name for name in visible if self._loaded(name) is None]
        """Visible matches in progress and studies that must still be loaded."""

    def stored(self, name: str) -> None:
        """Load the page again if another window has saved a match."""
        if game_of_finished(name) or matches.game_of(name) or study_game(name):
            self._reload()

    def _pass_time(self, seconds: float, opened: bool) -> None:
        """Load one pending match per frame, because a long match takes some time."""
        if self._index.unread:
            self._index.read()
            self.update_layout()
        elif self._pending:
            self._load_match(self._pending.pop(0))
            self.update_layout()

    def _load_match(self, name: str) -> None:
        if study_game(name):
            with suppress(BadRecord):  # a damaged study stays without a picture
                self._cache[name] = load_study(self.services, name)
            return
        stored_match = matches.load_match(self.services, name, self._cache)
        over = stored_match is not None and stored_match.match.result() is not None
        if stored_match is None or (over and finish_match(self.services, stored_match)):
            self.load()

    # -- arrangement -------------------------------------------------------------------------------

    def _layout(self) -> None:
        text, game = self.text, self._game
        names, going = self._index.names_of(game), list[Widget | float]()
        if self._going:
            cards = self._cards("going", self._going, self._going_card)
            going += [Label(text("album.in_progress"), "head"), *cards]
        if self._studies:
            cards = self._cards("studies", self._studies, self._study_card)
            going += [16, Label(text("explore.studies"), "head"), *cards]
        games = {"": text("album.all")} | {
            entry.key: text.game(entry.key, "short") for entry in GAMES
        }
        progress = self._own.button("progress")
        progress.width = progress.natural_width(self.theme) / self.theme.unit + 34  # for the icon
        items: list[Widget | float] = [choice_buttons("of", games, game, self._choose)]
        items += [Row([progress]), 12]
        items += [*self._drill_button(), *going]
        if going and names:
            items += [16, Label(text("album.finished"), "head")]
        entries = list(self._index.entries(game)) if game and not self._index.unread else []
        items += [
            Label(tally_words(text, entry), "small") for entry in album.level_tallies(entries)
        ]
        items += [
            Label(duel_words(text, entry), "small") for entry in album.duels(entries).values()
        ]
        if not names:
            items.append(Label(text("album.empty")))
        level = 3 if going else 2
        items += self._cards("finished", names, lambda name: self._finished_card(name, level))
        items.append(self._own.button("paste", height=48))
        self.sheets = [self._page(items)]

    def _drill_button(self) -> WidgetList:
        if not self._drills:
            return []
        label = self.text("drill.waiting", count=self._drills)
        return [Button("drills", self.nav.ways.drill, label, "puzzle", height=48), 12]

    def _cards(
        self, kind: str, names: Sequence[str], card: Callable[[str], Card]
    ) -> Iterator[Widget]:
        """Yield the visible cards of a kind, and a button to show more."""
        yield from map(card, names[: self._most[kind]])
        if len(names) > self._most[kind]:
            name = "more" if kind == "finished" else f"more-{kind}"
            label = self.text("album.more")
            yield Button(name, partial(self._more, kind), label, "new", height=48)

    def _loaded(self, name: str) -> StoredMatch | None:
        """Return a match or study if its current text has been loaded, else None."""
        stored_match = self._cache.get(name)
        is_current = stored_match is not None and stored_match.saved_text == self._texts[name]
        return stored_match if is_current else None

    def _picture(self, stored_match: StoredMatch | None) -> PicturePainter | None:
        if stored_match is None:
            return None
        return miniature(self.theme, stored_match.match, self.services.settings.aids)

    def _choose(self, key: str) -> None:
        self._game, self._most = key, dict(_FIRST_MATCHES)
        self._reload()

    def _finished_card(self, name: str, level: int) -> Card:
        entry = self._index.entry(name)
        head, below = finished_words(self.text, name, entry, self.services.settings.award)
        delete = partial(album.delete, self.services, name)
        buttons = [
            self._button("copy", name, head, partial(self._copy, name)),
            self._delete_button(name, head, "album.delete_question", delete),
        ]
        open_it = None
        if entry is not None:

            def load() -> StoredMatch:
                return matches.saved_from(album.stored_record(self.services, name))

            open_it = partial(self._with, load, partial(open_review, self.nav))
            share = partial(self._with, load, self._share)
            buttons.insert(0, self._button("share", name, head, share))
        group = ReadoutGroup(head, level)
        return match_card(name, head, below, open_it, buttons, group=group)

    def _going_card(self, name: str) -> Card:
        """Return the card of a match in progress; it has a board once the match is loaded."""
        stored_match = self._loaded(name)
        head, below = game_name(self.text, matches.game_of(name)), ""
        if stored_match is not None:
            head, below = going_words(self.text, stored_match, self._dates[name])
        discard = partial(self.services.storage.discard, name, self._texts[name])
        delete = self._delete_button(name, head, "album.delete_going", discard)
        go_on, group = partial(self._go_on, name), ReadoutGroup(head, 3)
        picture = self._picture(stored_match)
        return match_card(name, head, below, go_on, (delete,), picture, group, pictured=True)

    def _study_card(self, name: str) -> Card:
        text = self._texts[name]
        try:
            record = parse_record(text)
        except BadRecord:
            record = None
        head, below = study_words(self.text, name, record)
        discard = partial(self.services.storage.discard, name, text)
        buttons = (
            self._button("copy", name, head, partial(self._hand_over, text)),
            self._delete_button(name, head, "explore.gone", discard),
        )
        load = partial(load_study, self.services, name)
        open_it = partial(self._with, load, self.nav.ways.explore)
        picture, group = self._picture(self._loaded(name)), ReadoutGroup(head, 3)
        return match_card(name, head, below, open_it, buttons, picture, group, pictured=True)

    def _button(self, name: str, match: str, head: str, action: Action) -> Button:
        label = self.text("spoken.about", head=self.text(f"album.{name}"), words=head)
        return Button(f"{name} {match}", action, icon="bin" if name == "delete" else name,
                      look="quiet", accessible_name=label, width=44)  # fmt: skip

    def _delete_button(
        self, name: str, head: str, question: str, delete: Callable[[], object]
    ) -> Button:
        """Return a button that asks, then deletes a match."""

        def act() -> None:
            delete()
            self._reload()

        title, words = self.text("album.delete"), self.text(question)
        ask = partial(dialog.confirm, self.nav, title, words, "bin", act)
        return self._button("delete", name, head, ask)

    # -- actions -----------------------------------------------------------------------------------

    def _more(self, kind: str) -> None:
        self._most[kind] += _MORE_MATCHES
        self._reload()

    def _go_on(self, name: str) -> None:
        stored_match = matches.load_match(self.services, name)
        if stored_match is None:
            self._reload()
        else:
            self.nav.replace(BoardScene(PlaySession(self.nav, stored_match)))

    def _share(self, stored_match: StoredMatch) -> None:
        match = stored_match.match
        share_moment(self.nav, match, stored_match.seats, len(match.moves))

    def _with(self, load: Callable[[], StoredMatch], do: Callable[[StoredMatch], None]) -> None:
        """Call `do` with a loaded match; if it cannot be replayed, show why."""
        try:
            do(load())
        except BadRecord as wrong:
            dialog.show_message(self.nav, self.text("album.title"), record_error(self.text, wrong))

    def _copy(self, name: str) -> None:
        """Copy the record of a finished match; if it is damaged, its text."""
        try:
            self._hand_over(record_text(album.stored_record(self.services, name)))
        except BadRecord:
            self._hand_over(self.services.storage.peek(name))

    def _hand_over(self, text: str) -> None:
        dialog.copy_to_clipboard(self.nav, self.text("album.copy"), text, "play")

    def _paste(self) -> None:
        text, take = self.text, partial(review_input, self.nav)
        about, yes, back = text("album.paste_about"), text("play.review"), text("dialog.back")
        self.services.platform.clipboard.ask_text(text("album.paste"), about, yes, back, take)


def review_input(nav: Navigator, source: TextOrFiles) -> None:
    """Review the match in a text or in files; if there are several, the player chooses one."""
    import_match(nav, nav.services.text("album.paste"), source, partial(open_review, nav))


def open_review(nav: Navigator, stored_match: StoredMatch, ply: int | None = None) -> None:
    """Review a match at `ply`, by default its last; explore a study or a match without moves."""
    if stored_match.lines or not stored_match.match.moves:
        nav.ways.explore(stored_match)
    else:
        nav.ways.review(stored_match, len(stored_match.match.moves) if ply is None else ply)


class Linked(dialog.Dialog):
    """A dialog with the match in a link, which is stored only if the player continues it."""

    def __init__(self, nav: Navigator, there: StoredMatch, here: KnownMatch | None) -> None:
        text = nav.services.text
        self._there, self._here = there, here
        head, below = going_words(text, there, "")
        sentence = text(f"link.{here.news if here is not None else 'new'}")
        if here is not None and here.brings_own:
            sentence += f" {text('link.yours')}"
        if there.match.clock is not None and there.match.result() is None:
            sentence += f" {text('post.no_clocks')}"
        look_at = ("explore.title", "branch") if there.lines else ("play.review", "graph")
        choices = (
            *self._ways_on(nav),
            dialog.answer("review", text(look_at[0]), look_at[1],
                          act=partial(open_review, nav, there, there.match.ply)),
            dialog.answer("copy", text("play.copy"), "copy", act=self._copy),
        )  # fmt: skip
        super().__init__(nav, head, f"{sentence} {below}", choices, columns=2)

    def _ways_on(self, nav: Navigator) -> list[Command[dialog.Dialog]]:
        text, here, match = nav.services.text, self._here, self._there.match
        ways = []
        if here is not None:
            key = "link.go_on" if here.news == "goes_on" else "link.go_there"
            ways.append(dialog.answer("go-on", text(key), "play", "primary", self._go_on))
        if match.result() is not None or (here is not None and here.news != "contradicts"):
            return ways
        post, match_text = match.correspondence, MatchText(text, match)
        first = match.position.turn if post is None or post.away is None else post.away
        for player in (first, 1 - first):
            words = text("link.play_as", colour=match_text.colour(player))
            look = "primary" if not ways else "plain"
            act = partial(self._play, player)
            ways.append(dialog.answer(f"play-as-{player}", words, "person", look, act))
        return [*ways, dialog.answer("play-here", text("link.play_here"), "play",
                              act=partial(self._play, None))]  # fmt: skip

    def _further(self) -> Sequence[Widget]:
        width = min(220, self.size[1] / 3 / self.theme.unit)
        paint = miniature(self.theme, self._there.match, self.services.settings.aids)
        return [Row([Canvas(paint, 1.0, width=width)], align_x=0.5)]

    def _go_on(self) -> None:
        here = self._here
        assert here is not None
        if not here.saved.name:
            open_review(self.nav, here.saved)
            return
        self.nav.home()
        play = PlaySession(self.nav, here.saved)
        self.nav.open(BoardScene(play))
        if here.news == "goes_on":
            play.show(play.live_match.correspondence.take_in(self._there.match))

    def _play(self, player: Player | None) -> None:
        stored_match = own_match(self.services, self._there, player)
        if save_new_match(self.services, stored_match):
            self.nav.home()
            self.nav.open(BoardScene(PlaySession(self.nav, stored_match)))

    def _copy(self) -> None:
        there = self._there
        record = replace(there.match.to_record(there.seats), lines=there.lines)
        copy_record(self.nav, record)


def open_link(nav: Navigator, there: StoredMatch) -> None:
    """Show the match of a link."""
    nav.open(Linked(nav, there, find_known(nav.services, there.match)))


def show_progress(nav: Navigator, game: AnyGame | None) -> None:
    """Open the progress in a game; None for the game whose match ended last."""
    last = [name.split("-")[1] for name in album.album_names(nav.services)[:1]]
    games = (game, *map(BY_KEY.get, last), GAMES[0])
    nav.ways.progress(next(filter(None, games)))
