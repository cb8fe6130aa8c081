"""All matches: those in progress, to go on with, and those that have ended, to be looked at."""

from collections.abc import Callable
from functools import partial

import pygame

from game.saves.album import (
    Damaged,
    Finished,
    album_names,
    delete,
    duels,
    entries,
    entry,
    level_tallies,
)
from game.saves.matches import LoadedMatches, Saved, game_of, load_match, match_names, played_last
from game.saves.progress import finish_match, save_new_match
from game.scenes.common.cards import CardButton, CardEntry, add_card, add_heading
from game.scenes.common.dialog import Choice, Dialog, hand_over, tell
from game.scenes.common.scene import Scene, Stage
from game.scenes.play.scene import Play
from game.scenes.review.scene import Reviewing
from game.scenes.share.import_match import import_match, record_error
from game.scenes.share.picture_giving import share_moment
from game.scenes.shelf.album_text import (
    duel_words,
    finished_words,
    game_name,
    going_words,
    tally_words,
)
from game.scenes.shelf.pictures import miniature
from game.services.platform.given_files import Given
from game.ui.rows import ChoiceRow, add_text, add_values
from game.ui.sheet import Sheet
from game.ui.widgets import Action, Button, ReadoutGroup
from rules.catalogue import BY_KEY, GAMES
from rules.match.match import replay
from rules.match.record import BadRecord, record_text

_PAGE_MATCHES = 20
"""Matches shown at first, and more of them each time one asks."""

_GOING_MATCHES = 6
"""Matches in progress shown at first: what has ended should not lie too far below."""


class Album(Scene):
    """A page of cards, of all games or of one."""

    def __init__(self, stage: Stage, game: str = "", known: LoadedMatches | None = None) -> None:
        super().__init__(stage)
        self.game = game
        """The key of the game whose matches are shown, empty for all."""
        self._known: LoadedMatches = {} if known is None else known
        self._unloaded: list[str] = []
        """Matches in progress that are shown as soon as they are loaded."""
        self._most, self._most_going = _PAGE_MATCHES, _GOING_MATCHES

    def title(self) -> str:
        """The name of the page."""
        return f"{self.text('album.title')} – Flipside"

    def stored(self, name: str) -> None:
        """Show what another tab has put here."""
        if name.startswith("finished-") or game_of(name):
            self.rearrange()

    def update(self, seconds: float) -> None:
        """Load what is still to be shown, one match in a frame: a long one takes a while."""
        if not self._unloaded:
            return
        saved = load_match(self.services, self._unloaded[0], self._known)
        if saved is not None and saved.match.result() is not None:
            finish_match(self.services, saved)
        self.rearrange()

    # -- arrangement -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Which games, a card for each match, the numbers, and a way to review any other."""
        sheet, room = self.page_sheet(self.text("album.title"))
        room.y = self._games(sheet, room)
        going = self._in_progress(sheet, room)
        names = album_names(self.services, self.game)
        if going and names:
            room.y += self.theme.px(8)
            add_heading(self.theme, sheet, room, self.text("album.finished"))
        if self.game:
            shown = list(entries(self.services, self.game))
            for counted in level_tallies(shown):
                words = tally_words(self.text, counted)
                room.y = add_text(self.theme, sheet, room, room.y, words, "small")
            for duel in duels(shown):
                words = duel_words(self.text, duel)
                room.y = add_text(self.theme, sheet, room, room.y, words, "small")
        if not names:
            room.y = add_text(self.theme, sheet, room, room.y, self.text("album.empty"))
        level = 3 if going else 2
        for name in names[: self._most]:
            add_card(self.theme, sheet, room, self._finished(entry(self.services, name), level))
        if len(names) > self._most:
            self._wide(sheet, room, "more", self._more, "album.more", "new")
        self._wide(sheet, room, "paste", self._paste, "album.paste", "paste")
        sheet.content = max(sheet.content, room.y + self.theme.px(8))
        self.sheets = [sheet]

    def _in_progress(self, sheet: Sheet, room: pygame.Rect) -> bool:
        """The matches in progress, the one played last first; whether there are any."""
        storage = self.services.storage
        names = match_names(storage, self.game)
        shown = names[: self._most_going]
        self._unloaded = [name for name in shown if not self._loaded(name)]
        if names:
            add_heading(self.theme, sheet, room, self.text("album.in_progress"))
        for name, date in zip(shown, played_last(storage, shown), strict=True):
            add_card(self.theme, sheet, room, self._going(name, date))
        if len(names) > len(shown):
            self._wide(sheet, room, "more-going", self._more_going, "album.more", "new")
        return bool(names)

    def _loaded(self, name: str) -> bool:
        saved = self._known.get(name)
        return saved is not None and saved.text == self.services.storage.glimpse(name)

    def _wide(
        self, sheet: Sheet, room: pygame.Rect, name: str, action: Action, key: str, icon: str
    ) -> None:
        """A button as wide as the page."""
        rect = pygame.Rect(room.x, room.y, room.width, self.theme.px(48))
        sheet.add(Button(rect, name, action, self.text(key), icon))
        room.y = rect.bottom + self.theme.px(8)

    def _games(self, sheet: Sheet, room: pygame.Rect) -> int:
        """A button for all games and one for each; the y of the space below them."""
        words = {"": self.text("album.all")}
        words |= {game.key: self.text.game(game.key, "short") for game in GAMES}
        row = ChoiceRow("of", "", tuple(words), tuple(words.values()), self.game, self._choose)
        return add_values(self.theme, sheet, room, row) + self.theme.px(12)

    def _choose(self, key: str) -> None:
        self.game, self._most, self._most_going = key, _PAGE_MATCHES, _GOING_MATCHES
        self.rearrange()

    def _finished(self, one: Finished | Damaged, level: int) -> CardEntry:
        """One match that has ended, with a heading of that level."""
        name, award = one.name, self.services.settings.award
        head, below = finished_words(self.text, one, award)
        return CardEntry(
            name, head, below, self._opener(one) if isinstance(one, Finished) else None,
            (*((self._button("share", name, head, self._sharer(one)),)
               if isinstance(one, Finished) else ()),
             self._button("copy", name, head, self._copier(name)),
             self._button("delete", name, head, self._deleter(name))),
            group=ReadoutGroup(head, level),
        )  # fmt: skip

    def _going(self, name: str, date: str) -> CardEntry:
        """One match in progress, without its board until it has been loaded."""
        saved = self._known.get(name)
        head, below, picture = game_name(self.text, game_of(name)), "", None
        if saved is not None:
            head, below = going_words(self.text, saved, date)
            picture = miniature(self.theme, saved.match, self.services.settings.aids)
        delete = self._button("delete", name, head, self._giver_up(name))
        return CardEntry(
            name,
            head,
            below,
            lambda: self._go_on(name),
            (delete,),
            picture,
            ReadoutGroup(head, 3),
            True,
        )

    def _button(self, name: str, match: str, head: str, action: Action) -> CardButton:
        icon = "bin" if name == "delete" else name
        return CardButton(f"{name} {match}", icon, f"{self.text(f'album.{name}')}: {head}", action)

    # -- what can be done --------------------------------------------------------------------------

    def _more(self) -> None:
        self._most += _PAGE_MATCHES
        self.rearrange()

    def _more_going(self) -> None:
        self._most_going += _PAGE_MATCHES
        self.rearrange()

    def _go_on(self, name: str) -> None:
        saved = load_match(self.services, name)
        if saved is None:
            self.rearrange()
        else:
            self.stage.replace(Play(self.stage, saved))

    def _giver_up(self, name: str) -> Action:
        """Delete a match in progress after a question, unless it goes on meanwhile."""
        text = self.services.storage.glimpse(name)
        return lambda: self._ask("album.delete_going", lambda: self._discard(name, text))

    def _discard(self, name: str, text: str) -> None:
        self.services.storage.discard(name, text)
        self.rearrange()

    def _opener(self, one: Finished) -> Action:
        return self._with(one, lambda saved: open_review(self.stage, saved))

    def _sharer(self, one: Finished) -> Action:
        def share(saved: Saved) -> None:
            share_moment(self.stage, saved.match, saved.seats, len(saved.match.moves))

        return self._with(one, share)

    def _with(self, one: Finished, do: Callable[[Saved], None]) -> Action:
        """Do something with the match of a card, or say why it cannot be played again."""

        def act() -> None:
            try:
                saved = Saved(replay(one.record, BY_KEY), one.seats)
            except BadRecord as wrong:
                tell(self.stage, self.text("album.title"), record_error(self.text, wrong))
            else:
                do(saved)

        return act

    def _copier(self, name: str) -> Action:
        def copy() -> None:
            one, services = entry(self.services, name), self.services
            whole = services.storage.glimpse(name)
            text = whole if isinstance(one, Damaged) else record_text(one.record)
            hand_over(self.stage, self.text("album.copy"), text, "play")

        return copy

    def _deleter(self, name: str) -> Action:
        def gone() -> None:
            delete(self.services, name)
            self.rearrange()

        return lambda: self._ask("album.delete_question", gone)

    def _ask(self, key: str, delete: Action) -> None:
        text = self.text
        yes = Choice("yes", text("album.delete"), "bin", "primary", delete)
        choices = yes, Choice("no", text("dialog.back"))
        self.stage.open(Dialog(self.stage, text("album.delete"), text(key), choices))

    def _paste(self) -> None:
        """Review a match that somebody sent; the one on the table stays there."""
        text, taken = self.text, partial(review_given, self.stage)
        page = self.services.page
        page.clipboard.ask_text(
            text("album.paste"), text("play.review"), text("dialog.back"), taken
        )


def review_given(stage: Stage, given: Given) -> None:
    """Review the match in a text or in files, of several the one that is chosen, or say what is
    wrong; the match on the table stays."""
    import_match(stage, stage.services.text("album.paste"), given, partial(open_review, stage))


def open_review(stage: Stage, saved: Saved, ply: int | None = None) -> None:
    """Review a match that is not on the table, from its end or from another ply; playing on puts a
    new one there."""

    def play_on(begun: Saved) -> None:
        if save_new_match(stage.services, begun):
            stage.replace(Play(stage, begun))

    saved.match.go(len(saved.match.moves) if ply is None else ply)
    stage.open(Reviewing(stage, saved, play_on))
