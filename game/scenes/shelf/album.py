"""The finished matches, the newest first: to be reviewed, copied and deleted, and counted."""

from collections.abc import Callable

import pygame

from game.drawing import layout
from game.drawing.panel import Sheet
from game.drawing.rows import add_text
from game.drawing.widgets import Button, Card, Label, label_height
from game.scenes.dialog import Choice, Dialog, tell
from game.scenes.play.scene import Play
from game.scenes.review.scene import Reviewing
from game.scenes.scene import Scene, Stage
from game.scenes.seating import seat_names
from game.services.text import Text
from game.table.album import (
    Damaged,
    Finished,
    Tally,
    album_names,
    delete,
    entries,
    entry,
    keep,
    tallies,
)
from game.table.saves import Saved, load_match, replace_match, seats_of
from game.table.seats import PERSON
from game.table.words import called, outcome
from rules.catalogue import BY_KEY, GAMES
from rules.match import replay
from rules.notation import BadRecord, read, write

NARROW = "\u202f"
"""A blank at which no line is broken."""

PAGE = 20
"""Matches shown at first, and more of them each time one asks."""


class Album(Scene):
    """A page of cards, of all games or of one."""

    def __init__(self, stage: Stage, game: str = "") -> None:
        super().__init__(stage)
        self.game = game
        """The key of the game whose matches are shown, empty for all."""
        self._most = PAGE

    def title(self) -> str:
        """The name of the page."""
        return f"{self.text('album.title')} – Flipside"

    def stored(self, name: str) -> None:
        """Show what another tab has put here."""
        if name.startswith("finished-"):
            self.rearrange()

    # -- arrangement -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Which games, the numbers, a card for each match, and a way to review any other."""
        sheet, room = self.page_sheet(self.text("album.title"))
        room.y = self._games(sheet, room)
        names = album_names(self.services, self.game)
        if self.game:
            shown = list(entries(self.services, self.game))
            for counted in tallies(shown):
                words = tally_words(self.text, counted)
                room.y = add_text(self.theme, sheet, room, room.y, words, "small")
        if not names:
            room.y = add_text(self.theme, sheet, room, room.y, self.text("album.empty"))
        for name in names[: self._most]:
            room.y = self._card(sheet, room, entry(self.services, name)) + self.theme.px(8)
        rect = pygame.Rect(room.x, room.y, room.width, self.theme.px(48))
        if len(names) > self._most:
            sheet.add(Button(rect.copy(), "more", self._more, self.text("album.more"), "new"))
            rect.y += self.theme.px(48 + 8)
        sheet.add(Button(rect, "paste", self._paste, self.text("album.paste"), "paste"))
        sheet.content = max(sheet.content, rect.bottom + self.theme.px(16))
        self.sheets = [sheet]

    def _games(self, sheet: Sheet, room: pygame.Rect) -> int:
        """A button for all games and one for each; the y of the space below them."""
        theme, gap, height = self.theme, self.theme.px(8), self.theme.px(44)
        words = {"": self.text("album.all")}
        words |= {game.key: self.text.game(game.key, "short") for game in GAMES}
        widths = [
            max(theme.px(64), theme.width("bold", said) + theme.px(28)) for said in words.values()
        ]
        y, keys = room.y, list(words)
        for line in layout.flow(widths, room.width, gap):
            x = room.x
            for index in line:
                key = keys[index]
                look = "chosen" if key == self.game else "plain"
                rect = pygame.Rect(x, y, widths[index], height)
                sheet.add(Button(rect, f"of={key}", self._chooser(key), words[key], look=look))
                x += widths[index] + gap
            y += height + gap
        return y + theme.px(4)

    def _chooser(self, key: str) -> Callable[[], None]:
        def choose() -> None:
            self.game, self._most = key, PAGE
            self.rearrange()

        return choose

    def _card(self, sheet: Sheet, room: pygame.Rect, one: Finished | Damaged) -> int:
        """One match: how it ended, who played and when, and two small buttons; its bottom."""
        theme, pad, side = self.theme, self.theme.px(12), self.theme.px(44)
        width = room.width - 2 * pad - 2 * side - theme.px(8 + 8)
        head, below = self._words(one)
        high = label_height(theme, head, "bold", width)
        low = label_height(theme, below, "small", width)
        rect = pygame.Rect(room.x, room.y, room.width, max(side, high + low) + 2 * theme.px(8))
        top = rect.centery - (high + low) // 2
        ok = isinstance(one, Finished)
        sheet.add(
            Card(rect, one.name, self._opener(one) if ok else None),
            Label(pygame.Rect(rect.x + pad, top, width, high), text=head, style="bold",
                  paint=theme.palette.ink),
            Label(pygame.Rect(rect.x + pad, top + high, width, low), text=below, style="small",
                  paint=theme.palette.soft),
        )  # fmt: skip
        y = rect.centery - side // 2
        for x, name, icon, action in (
            (rect.right - pad - 2 * side - theme.px(8), "copy", "copy", self._copier(one.name)),
            (rect.right - pad - side, "delete", "bin", self._deleter(one.name)),
        ):
            sheet.add(
                Button(pygame.Rect(x, y, side, side), f"{name} {one.name}", action, icon=icon,
                       look="quiet", spoken=f"{self.text(f'album.{name}')}: {head}")
            )  # fmt: skip
        return rect.bottom

    def _words(self, one: Finished | Damaged) -> tuple[str, str]:
        """How a match ended, and who played it and when."""
        text = self.text
        if isinstance(one, Damaged):
            return self._short(one.name.split("-")[1]), text("album.damaged")
        key = one.record.game
        year, month, day, time = one.ended[:4], one.ended[5:7], one.ended[8:10], one.ended[11:]
        when = text("album.date", year=year, month=month, day=day, time=time)
        names = [self._called(one, player) for player in (0, 1)]
        seats = [seat_names(text, word)[1 if word != PERSON else 0] for word in one.seats]
        players = (f"{colour}: {seat}" for colour, seat in zip(names, seats, strict=True))
        ended = text("album.unfinished")
        if one.reason:
            points = one.award if one.award and self.services.settings.award else one.score
            winner = "" if one.winner is None else names[one.winner]
            points = None if one.reason == "gave_up" else points
            ended = outcome(text, one.winner, winner, points)
        # A number at the beginning of the next line would look like another match's.
        head = f"{self._short(key)} · {ended.replace(' : ', NARROW + ':' + NARROW)}"
        whole = (said.replace(" ", NARROW) for said in (text("album.moves", count=one.plies), when))
        return head, " · ".join([*players, *whole])

    def _short(self, key: str) -> str:
        """What a game is called; a newer Flipside may know more of them."""
        return self.text.game(key, "short") if key in BY_KEY else key

    def _called(self, one: Finished, player: int) -> str:
        known = one.record.game in BY_KEY
        return called(self.text, one.record.game, one.colours if known else None, player)

    # -- what can be done --------------------------------------------------------------------------

    def _more(self) -> None:
        self._most += PAGE
        self.rearrange()

    def _opener(self, one: Finished | Damaged) -> Callable[[], None]:
        def open_it() -> None:
            assert isinstance(one, Finished)
            try:
                saved = Saved(replay(one.record, BY_KEY), one.seats)
            except BadRecord as wrong:
                words = self.text(f"record.{wrong.key}", word=wrong.word, ply=wrong.ply)
                tell(self.stage, self.text("album.title"), words)
            else:
                open_review(self.stage, saved)

        return open_it

    def _copier(self, name: str) -> Callable[[], None]:
        def copy() -> None:
            one, services = entry(self.services, name), self.services
            whole = services.storage.glimpse(name)
            text = whole if isinstance(one, Damaged) else write(one.record)
            done = services.page.copy(text)
            words = self.text("play.copied" if done else "play.not_copied")
            tell(self.stage, self.text("album.copy"), words)

        return copy

    def _deleter(self, name: str) -> Callable[[], None]:
        def gone() -> None:
            delete(self.services, name)
            self.rearrange()

        def ask() -> None:
            text = self.text
            yes = Choice("yes", text("album.delete"), "bin", "primary", gone)
            choices = yes, Choice("no", text("dialog.back"))
            words = text("album.delete_question")
            self.stage.open(Dialog(self.stage, text("album.delete"), words, choices))

        return ask

    def _paste(self) -> None:
        """Review a match that somebody sent; the one on the table stays there."""
        text = self.text

        def take(words: str) -> None:
            try:
                record = read(words)
                saved = Saved(replay(record, BY_KEY), seats_of(record))
            except BadRecord as wrong:
                sentence = text(f"record.{wrong.key}", word=wrong.word, ply=wrong.ply)
                tell(self.stage, text("album.paste"), sentence)
            else:
                open_review(self.stage, saved)

        page = self.services.page
        page.ask_text(text("album.paste"), text("play.review"), text("dialog.back"), take)


def open_review(stage: Stage, saved: Saved) -> None:
    """Review a match that is not on the table; playing on puts it there."""

    def play_on(begun: Saved) -> None:
        services, game = stage.services, begun.match.game
        last = load_match(services, game)
        worth = last is not None and bool(last.match.moves)
        if last is not None and worth and keep(services, last.match, last.seats) is None:
            return
        old = last.text if last is not None else None
        begun.text = replace_match(services, old, begun.match, begun.seats)
        if begun.text is None:
            stage.home()  # which shows what was played in another window meanwhile
        else:
            stage.replace(Play(stage, begun))

    saved.match.go(len(saved.match.moves))
    stage.open(Reviewing(stage, saved, play_on))


def tally_words(text: Text, counted: Tally) -> str:
    """How a person has done against one computer."""
    level = seat_names(text, counted.word)[1]
    numbers = {"won": counted.won, "drawn": counted.drawn, "lost": counted.lost}
    return text("album.against", level=level, **numbers)
