"""All matches: those in progress, studies and those that have ended, with their texts."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from flipside.game.saves import album
from flipside.game.saves.album import AlbumEntry, ResultTally, game_of_finished
from flipside.game.saves.album_index import AlbumIndex
from flipside.game.saves.matches import (
    PERSON,
    LoadedMatches,
    Saved,
    Seats,
    game_of,
    load_match,
    match_names,
    people_names,
    played_last,
    saved_from,
)
from flipside.game.saves.progress import finish_match
from flipside.game.saves.studies import begun, load_study, study_game, study_names
from flipside.game.scenes.common.board import miniature
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.command import Command, CommandTable
from flipside.game.scenes.common.dialog import ask, hand_over, tell
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.scenes.common.seat_rows import seat_names
from flipside.game.scenes.play.session import PlaySession
from flipside.game.scenes.share.picture_giving import share_moment
from flipside.game.scenes.share.read_given import import_match
from flipside.game.services.plain import with_ellipses
from flipside.game.services.platform.clipboard import Given
from flipside.game.services.text import Text
from flipside.game.table.phrases import called, outcome, record_error
from flipside.game.ui.containers import Card
from flipside.game.ui.rows import PicturePainter, choice_buttons, match_card
from flipside.game.ui.widgets import Action, Button, Label, ReadoutGroup, Widget
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.position import Result
from flipside.rules.match.match import EARLY_REASONS
from flipside.rules.match.record import BadRecord, Record, parse_record, record_text

NARROW_SPACE = "\u202f"
"""A blank at which no line is broken."""


def finished_words(text: Text, name: str, one: AlbumEntry | None, award: bool) -> tuple[str, str]:
    """The result, players and date of the finished match stored as `name`, which is None if its
    text is damaged; with `award`, also the award."""
    if one is None:
        return game_name(text, name.split("-")[1]), text("album.damaged")
    key = one.game
    colours = one.colours if key in BY_KEY else None
    names = [called(text, key, colours, player) for player in (0, 1)]
    people = [with_ellipses(name) for name in one.players]
    ended = text("album.unfinished")
    if one.reason:
        points = one.award if one.award and award else one.score
        winner = "" if one.winner is None else people[one.winner] or names[one.winner]
        points = None if one.reason in EARLY_REASONS else points
        ended = outcome(text, Result(one.winner, one.reason), winner, points)
    return f"{game_name(text, key)} · {ended}", _below(
        text, names, people, one.seats, one.plies, one.ended
    )


def study_words(text: Text, name: str, record: Record | None) -> tuple[str, str]:
    """The players of a study, the numbers of moves and branches, and the date; None: damaged."""
    head = f"{game_name(text, study_game(name))} · {text('explore.study')}"
    if record is None:
        return head, text("album.damaged")
    first, second = map(with_ellipses, record.players)
    players = text("album.both", first=first, second=second) if first and second else ""
    whole = [text("album.moves", count=len(record.moves.split()))]
    if record.lines:
        whole.append(text("explore.count", count=len(record.lines)))
    # Where two buttons and a board leave little room, the date is broken.
    counts = [said.replace(" ", NARROW_SPACE) for said in whole]
    return head, " · ".join([*filter(None, [players]), *counts, *_date(text, begun(name))])


def going_words(text: Text, saved: Saved, date: str) -> tuple[str, str]:
    """The side to move, the players and the day of the start; the result of a
    finished match that is listed here for want of room."""
    match = saved.match
    key, position, result = match.game.key, match.position, match.result()
    names = [called(text, key, position.colours, player) for player in (0, 1)]
    people = [with_ellipses(name) for name in people_names(match.players, saved.seats)]
    said = [people[player] or names[player] for player in (0, 1)]
    if result is None:
        now = text("play.to_move", colour=said[position.turn])
    else:
        winner = "" if result.winner is None else said[result.winner]
        now = outcome(text, result, winner)
    return f"{game_name(text, key)} · {now}", _below(
        text, names, people, saved.seats, match.ply, date
    )


def _below(
    text: Text, names: Sequence[str], people: Sequence[str], seats: Seats, plies: int, date: str
) -> str:
    words = [
        person or seat_names(text, word)[1 if word != PERSON else 0]
        for person, word in zip(people, seats, strict=True)
    ]
    seated = zip(names, words, strict=True)
    players = (text("spoken.about", head=colour, words=seat) for colour, seat in seated)
    whole = [text("album.moves", count=plies)]
    whole += _date(text, date)
    return " · ".join([*players, *(said.replace(" ", NARROW_SPACE) for said in whole)])


def _date(text: Text, date: str) -> tuple[str, ...]:
    """A local time such as 2026-01-31 18:30 in words; none if it is not known."""
    day, _, time = date.partition(" ")
    return (text.date("album.date", day, time=time),) if date else ()


def game_name(text: Text, key: str) -> str:
    """The name of a game, or its key if only a newer Flipside knows it."""
    return text.game(key, "short") if key in BY_KEY else key


def duel_words(text: Text, duel: ResultTally) -> str:
    first, second = map(with_ellipses, duel.sides)
    numbers = {"first": first, "second": second, "won": duel.won, "lost": duel.lost}
    words = text("album.duel", **numbers)
    return text("album.duel_drawn", duel=words, drawn=duel.drawn) if duel.drawn else words


def tally_words(text: Text, counted: ResultTally) -> str:
    level = seat_names(text, counted.sides[1])[1]
    numbers = {"won": counted.won, "drawn": counted.drawn, "lost": counted.lost}
    return text("album.against", level=level, **numbers)


_FIRST_MATCHES = {"finished": 20, "going": 6, "studies": 20}
"""Matches shown at first: those that have ended should not lie too far below."""

_MORE_MATCHES = 20
"""How many more are shown each time one asks."""


class Album(Scene):
    """A page of cards, of all games or of one."""

    name_key = "album.title"
    commands: CommandTable = (
        Command("paste", "album.paste", lambda album: album._paste(), "paste"),
    )

    def __init__(self, nav: Navigator, game: str = "", known: LoadedMatches | None = None) -> None:
        super().__init__(nav)
        self._game = game
        """The key of the game whose matches are shown, empty for all."""
        self._known: LoadedMatches = {} if known is None else known
        """Matches in progress and studies, by name."""
        self._most = dict(_FIRST_MATCHES)

    def load(self) -> None:
        """Read the index of the album, and the texts of the matches in progress and of the studies
        that are shown."""
        storage, game = self.services.storage, self._game
        self._index = AlbumIndex(self.services)
        self._going, self._studies = match_names(storage, game), study_names(self.services, game)
        self._dates = dict(zip(self._going, played_last(storage, self._going), strict=True))
        shown = self._going[: self._most["going"]] + self._studies[: self._most["studies"]]
        self._texts = {name: storage.glimpse(name) for name in shown}
        self._unloaded = [name for name in shown if self._loaded(name) is None]
        """Those that are shown as soon as they are loaded."""

    def stored(self, name: str) -> None:
        if game_of_finished(name) or game_of(name) or study_game(name):
            self._reload()

    def _pass_time(self, seconds: float, opened: bool) -> None:
        """Load what is still to be shown, one match in a frame: a long one takes a while."""
        if self._index.unread:
            self._index.read()
            self.rearrange()
        elif self._unloaded:
            self._load_match(self._unloaded.pop(0))
            self.rearrange()

    def _load_match(self, name: str) -> None:
        if study_game(name):
            with suppress(BadRecord):  # a damaged study stays without a picture
                self._known[name] = load_study(self.services, name)
            return
        saved = load_match(self.services, name, self._known)
        over = saved is not None and saved.match.result() is not None
        if saved is None or (over and finish_match(self.services, saved)):
            self.load()

    # -- arrangement -------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        text, game = self.text, self._game
        names, going = self._index.names(game), list[Widget | float]()
        if self._going:
            cards = self._cards("going", self._going, self._going_card)
            going += [Label(text("album.in_progress"), "head"), *cards]
        if self._studies:
            cards = self._cards("studies", self._studies, self._study_card)
            going += [16, Label(text("explore.studies"), "head"), *cards]
        games = {"": text("album.all")} | {one.key: text.game(one.key, "short") for one in GAMES}
        items = [choice_buttons("of", games, game, self._choose), 12, *going]
        if going and names:
            items += [16, Label(text("album.finished"), "head")]
        shown = list(self._index.entries(game)) if game and not self._index.unread else []
        items += [Label(tally_words(text, one), "small") for one in album.level_tallies(shown)]
        items += [Label(duel_words(text, one), "small") for one in album.duels(shown).values()]
        if not names:
            items.append(Label(text("album.empty")))
        level = 3 if going else 2
        items += self._cards("finished", names, lambda name: self._finished_card(name, level))
        items.append(self._own.button("paste", height=48))
        self.sheets = [self._page(items)]

    def _cards(
        self, kind: str, names: Sequence[str], card: Callable[[str], Card]
    ) -> Iterator[Widget]:
        """Yield the cards that are shown of a kind, and the way to more of them."""
        yield from map(card, names[: self._most[kind]])
        if len(names) > self._most[kind]:
            name = "more" if kind == "finished" else f"more-{kind}"
            yield self._wide(name, partial(self._more, kind), "album.more", "new")

    def _loaded(self, name: str) -> Saved | None:
        """The match or study, if it has been loaded with the text that it has now."""
        saved = self._known.get(name)
        return saved if saved is not None and saved.text == self._texts[name] else None

    def _picture(self, saved: Saved | None) -> PicturePainter | None:
        if saved is None:
            return None
        return miniature(self.theme, saved.match, self.services.settings.aids)

    def _wide(self, name: str, action: Action, key: str, icon: str) -> Button:
        return Button(name, action, self.text(key), icon, height=48)

    def _choose(self, key: str) -> None:
        self._game, self._most = key, dict(_FIRST_MATCHES)
        self._reload()

    def _finished_card(self, name: str, level: int) -> Card:
        one = self._index.entry(name)
        head, below = finished_words(self.text, name, one, self.services.settings.award)
        gone = partial(self._gone, partial(album.delete, self.services, name))
        buttons = [
            self._button("copy", name, head, partial(self._copy, name)),
            self._button("delete", name, head, partial(self._ask, "album.delete_question", gone)),
        ]
        open_it = None
        if one is not None:
            load = partial(self._finished_match, name)
            open_it = partial(self._with, load, partial(open_review, self.nav))
            share = partial(self._with, load, self._share)
            buttons.insert(0, self._button("share", name, head, share))
        group = ReadoutGroup(head, level)
        return match_card(name, head, below, open_it, buttons, group=group)

    def _going_card(self, name: str) -> Card:
        """One match in progress, without its board until it has been loaded."""
        saved = self._loaded(name)
        head, below = game_name(self.text, game_of(name)), ""
        if saved is not None:
            head, below = going_words(self.text, saved, self._dates[name])
        delete = self._button("delete", name, head, self._giver_up(name))
        go_on, group = partial(self._go_on, name), ReadoutGroup(head, 3)
        picture = self._picture(saved)
        return match_card(name, head, below, go_on, (delete,), picture, group, pictured=True)

    def _study_card(self, name: str) -> Card:
        """One study, which is deleted as a match is."""
        text = self._texts[name]
        try:
            record = parse_record(text)
        except BadRecord:
            record = None
        head, below = study_words(self.text, name, record)
        gone = partial(self._gone, partial(self.services.storage.discard, name, text))
        buttons = (
            self._button("copy", name, head, partial(self._hand_over, text)),
            self._button("delete", name, head, partial(self._ask, "explore.gone", gone)),
        )
        open_it = partial(
            self._with,
            partial(load_study, self.services, name),
            self.nav.ways.explore,
        )
        picture, group = self._picture(self._loaded(name)), ReadoutGroup(head, 3)
        return match_card(name, head, below, open_it, buttons, picture, group, pictured=True)

    def _button(self, name: str, match: str, head: str, action: Action) -> Button:
        spoken = self.text("spoken.about", head=self.text(f"album.{name}"), words=head)
        return Button(f"{name} {match}", action, icon="bin" if name == "delete" else name,
                      look="quiet", spoken=spoken, width=44)  # fmt: skip

    # -- what can be done --------------------------------------------------------------------------

    def _more(self, kind: str) -> None:
        self._most[kind] += _MORE_MATCHES
        self._reload()

    def _go_on(self, name: str) -> None:
        saved = load_match(self.services, name)
        if saved is None:
            self._reload()
        else:
            self.nav.replace(BoardScene(PlaySession(self.nav, saved)))

    def _giver_up(self, name: str) -> Action:
        """Delete a match in progress after a question, unless it goes on meanwhile."""
        storage = self.services.storage
        gone = partial(self._gone, partial(storage.discard, name, self._texts[name]))
        return partial(self._ask, "album.delete_going", gone)

    def _gone(self, delete: Callable[[], object]) -> None:
        delete()
        self._reload()

    def _share(self, saved: Saved) -> None:
        share_moment(self.nav, saved.match, saved.seats, len(saved.match.moves))

    def _with(self, load: Callable[[], Saved], do: Callable[[Saved], None]) -> None:
        """Do something with the match of a card, or say why it cannot be played again."""
        try:
            do(load())
        except BadRecord as wrong:
            tell(self.nav, self.text("album.title"), record_error(self.text, wrong))

    def _finished_match(self, name: str) -> Saved:
        return saved_from(album.stored_record(self.services, name))

    def _copy(self, name: str) -> None:
        """Copy the record of a match in the album, or the whole text if it is damaged."""
        try:
            self._hand_over(record_text(album.stored_record(self.services, name)))
        except BadRecord:
            self._hand_over(self.services.storage.glimpse(name))

    def _hand_over(self, text: str) -> None:
        hand_over(self.nav, self.text("album.copy"), text, "play")

    def _ask(self, key: str, delete: Action) -> None:
        ask(self.nav, self.text("album.delete"), self.text(key), "bin", delete)

    def _paste(self) -> None:
        """Review a match that somebody sent; the one on the table stays there."""
        text, taken = self.text, partial(review_given, self.nav)
        about, yes, back = text("album.paste_about"), text("play.review"), text("dialog.back")
        self.services.platform.clipboard.ask_text(text("album.paste"), about, yes, back, taken)


def review_given(nav: Navigator, given: Given) -> None:
    """Review the match in a text or in files, of several the one that is chosen, or say what is
    wrong; the match on the table stays."""
    import_match(nav, nav.services.text("album.paste"), given, partial(open_review, nav))


def open_review(nav: Navigator, saved: Saved, ply: int | None = None) -> None:
    """Review a match that is not on the table, from its end or from another ply. A study, and a
    match without moves, is explored."""
    if saved.lines or not saved.match.moves:
        nav.ways.explore(saved)
    else:
        nav.ways.review(saved, len(saved.match.moves) if ply is None else ply)
