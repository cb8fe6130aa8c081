"""Dialog for changing the seats in the middle of a match."""

from collections.abc import Callable, Sequence

from game.saves.matches import DEFAULT_SEATS, Names, Seats
from game.scenes.common.dialog import Choice, Dialog
from game.scenes.common.name_dialog import ask_name
from game.scenes.common.scene import Stage
from game.scenes.common.seat_rows import SEAT_KINDS, SeatChoice, SeatRows
from game.table.table import Table
from game.ui.widgets import Widget


class SeatsDialog(Dialog):
    """Dialog with the seat rows of the set-up; nothing changes until it is confirmed."""

    def __init__(self, stage: Stage, table: Table, choose: Callable[[Seats, Names], None]) -> None:
        text = stage.services.text
        two_people = not table.may_sit(DEFAULT_SEATS)
        body = text("play.two_people") if two_people else ""
        sit = Choice("sit", text("dialog.understood"), "check", "primary",
                     lambda: choose(self._seated.words, self._names))  # fmt: skip
        super().__init__(stage, text("play.seats"), body, (sit,), widest=520)
        self._colours = table.words.colour(0), table.words.colour(1)
        self._names = table.match.players
        self._kinds = ("person",) if two_people else SEAT_KINDS
        self._seated = SeatChoice(table.seats)

    def _further(self) -> Sequence[Widget]:
        return [self._row(player).declared() for player in (0, 1)]

    def _row(self, player: int) -> SeatRows:
        def kind(kind: str) -> None:
            self._seated.take_kind(player, kind)
            self.rearrange()

        def choose(word: str) -> None:
            self._seated.take(player, word)
            self.rearrange()

        return SeatRows(
            text=self.text,
            player=player,
            title=self._colours[player],
            word=self._seated.words[player],
            kind=kind,
            choose=choose,
            kinds=self._kinds,
            name=self._names[player],
            rename=lambda: self._rename(player),
        )

    def _rename(self, player: int) -> None:
        def take(name: str) -> None:
            first, second = self._names
            self._names = (first, name) if player else (name, second)
            self.rearrange()

        colour = self._colours[player]
        ask_name(self.stage, colour, self._names, player, take)
