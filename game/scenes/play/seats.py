"""Who plays each colour from here on, in the middle of a match."""

from collections.abc import Callable

import pygame

from game.drawing.panel import Sheet
from game.scenes.dialog import Choice, Dialog
from game.scenes.scene import Stage
from game.scenes.seating import KINDS, Seated, Seating
from game.table.saves import DEFAULT_SEATS, Seats
from game.table.table import Table


class SeatsDialog(Dialog):
    """The seating rows of the set-up over the table; nothing changes until that is confirmed."""

    def __init__(
        self, stage: Stage, table: Table, choose: Callable[[Seats], None], quarter: int
    ) -> None:
        text = stage.services.text
        two_people = not table.may_sit(DEFAULT_SEATS)
        body = text("play.two_people") if two_people else ""
        sit = Choice("sit", text("dialog.understood"), "check", "primary", self._sit)
        super().__init__(stage, text("play.seats"), body, (sit,), quarter, widest=520)
        self._names = table.words.colour(0), table.words.colour(1)
        self._kinds = ("person",) if two_people else KINDS
        self._seated = Seated(table.seats)
        self._choose = choose

    def _further(self, sheet: Sheet, room: pygame.Rect) -> int:
        for player in (0, 1):
            room.y = self._row(player).add(self.theme, sheet, room) + self.theme.px(16)
        return room.y

    def _row(self, player: int) -> Seating:
        def kind(kind: str) -> None:
            self._seated.take_kind(player, kind)
            self.rearrange()

        def choose(word: str) -> None:
            self._seated.take(player, word)
            self.rearrange()

        word = self._seated.words[player]
        return Seating(self.text, player, self._names[player], word, kind, choose, self._kinds)

    def _sit(self) -> None:
        self._choose(self._seated.words)
