"""Dialog for changing the seats in the middle of a match."""

from collections.abc import Callable, Sequence

from flipside.game.saves.matches import DEFAULT_SEATS, Names, Seats
from flipside.game.scenes.common.dialog import Choice, Dialog
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.common.seat_rows import SEAT_KINDS, SeatChoice
from flipside.game.table.table import Table
from flipside.game.ui.widgets import Widget


class SeatsDialog(Dialog):
    """Dialog with the seat rows of the set-up; nothing changes until it is confirmed."""

    def __init__(
        self, nav: Navigator, table: Table, choose: Callable[[Seats, Names], None]
    ) -> None:
        text = nav.services.text
        two_people = not table.may_sit(DEFAULT_SEATS)
        body = text("play.two_people") if two_people else ""
        sit = Choice("sit", text("dialog.understood"), "check", "primary",
                     lambda: choose(self._seated.words, self._seated.names))  # fmt: skip
        super().__init__(nav, text("play.seats"), body, (sit,), widest=520)
        self._colours = table.words.colour(0), table.words.colour(1)
        self._kinds = ("person",) if two_people else SEAT_KINDS
        self._seated = SeatChoice(nav, table.seats, table.match.players, self.rearrange)

    def _further(self) -> Sequence[Widget]:
        return [
            self._seated.row(player, colour, colour, self._kinds)
            for player, colour in enumerate(self._colours)
        ]
