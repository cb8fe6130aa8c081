"""List of the moves of a match as buttons that lead back to any of them."""

from collections.abc import Callable, Sequence, Set
from functools import partial

from flipside.game.scenes.common.dialog import Dialog
from flipside.game.scenes.common.scene import Navigator
from flipside.game.services.text import Text
from flipside.game.services.theme import Theme
from flipside.game.table.phrases import ListedMove
from flipside.game.ui.containers import Column, Grid
from flipside.game.ui.readout_parts import list_group
from flipside.game.ui.widgets import Button, Widget

LIST_ROW = 48
"""CSS pixels of a row of the list with the gap below it."""

Go = Callable[[int], None] | None
"""Called with the ply to show; None where looking back is not allowed."""


class MovesDialog(Dialog):
    """Dialog with the list of moves; `at`: the ply shown now; `why` as in `move_buttons`."""

    def __init__(
        self, nav: Navigator, opening: str, moves: Sequence[ListedMove], at: int, go: Go, why: str
    ) -> None:
        super().__init__(nav, nav.services.text("play.moves"), opening)
        self._moves, self._at, self._go, self._why = moves, at, go, why

    def _lay_out(self) -> None:
        super()._lay_out()
        current = self.sheets[0].named(f"ply{self._at}")
        if current is not None:
            self.sheets[0].reveal(current)

    def _further(self) -> Sequence[Widget]:
        go = self._chosen_ply if self._go is not None else None
        return [move_buttons(self.theme, self.text, self._moves, self._at, go, why=self._why)]

    def _chosen_ply(self, ply: int) -> None:
        self.nav.back()
        if self._go is not None:
            self._go(ply)


def move_buttons(
    theme: Theme,
    text: Text,
    moves: Sequence[ListedMove],
    at: int,
    go: Go,
    forks: Set[int] = frozenset(),
    why: str = "",
) -> Column:
    """Return a button for each ply, below one for the beginning; `forks`: plies with branches;
    `why`: the reason why looking back is not allowed."""

    def button(ply: int, move: ListedMove, number: str = "") -> Button:
        look = "chosen" if ply == at else "plain" if ply in forks else "quiet"
        spoken = f"{number}{move.words}"
        spoken += f", {text('explore.branches')}" if ply in forks else ""
        group = list_group(text, ply, len(moves)) if ply else None
        return Button(f"ply{ply}", partial(go, ply) if go is not None else None,
                      f"{number}{move.short}", look=look, spoken=spoken, emblem=move.piece,
                      why="" if go is not None or ply == at else why, group=group)  # fmt: skip

    beginning = text("play.beginning")
    first = button(0, ListedMove(beginning, beginning))
    buttons = [button(ply, move, f"{ply}. ") for ply, move in enumerate(moves, start=1)]
    widths = (theme.width("bold", one.text) + theme.px(32) * (one.emblem is not None)
              for one in buttons)  # fmt: skip
    least = max(52, max(widths, default=0) / theme.unit + 16)
    return Column([first, *([Grid(buttons, least=least, gap=4)] if buttons else [])], 4)
