"""The values of the moves in a match, for whoever wants to see them, and who is ahead.

They are worked out in slices while a person thinks.
"""

from time import perf_counter
from typing import TYPE_CHECKING

from game.appraiser import Appraiser
from game.board.notes import Lead
from game.table.words import spot_name
from rules.board import Cell
from rules.facts import moves_to_end
from rules.position import PASS, Move, Position

if TYPE_CHECKING:
    from game.scenes.play.scene import Play

HALF = 400
"""Points ahead that fill half of the bar's other half."""

MOST = 99
"""The largest number that is written."""


class Values:
    """What every tap that is possible now is worth."""

    def __init__(self, play: "Play") -> None:
        self._play = play
        self._appraiser = Appraiser(play.game)
        self._about: Position | None = None

    def forget(self) -> None:
        """Begin again: something has changed."""
        self._about = None
        self._appraiser.forget()

    def work(self, budget: float) -> None:
        """Think for about `budget` seconds, if anybody wants to know."""
        play = self._play
        position = play.match.position
        if not play.services.settings.values or tuple(position.moves()) == (PASS,):
            return
        if self._about is not position:
            self._about = position
            self._appraiser.ask(position, play.match.seen())
        before = self.words()
        if self._appraiser.work(budget, perf_counter):
            play.changed = True
            # Panels are made anew only for other words: that takes much of a frame.
            kinds = play.match.board.kinds
            if self.words() != before or any(kinds[cell] == "beside" for cell in self.cells()):
                play.rearrange()

    def toggle(self) -> None:
        """Show the values, or no longer, and say which."""
        play = self._play
        settings = play.services.settings
        settings.values = not settings.values
        play.services.page.say(play.text(f"value.{'shown' if settings.values else 'hidden'}"))
        play.stage.refresh()

    # -- what is shown -----------------------------------------------------------------------------

    def known(self) -> dict[Move, int]:
        """The value of every move for the mover, none while they are not to be seen."""
        play = self._play
        wanted = play.services.settings.values and self._about is play.match.position
        return self._appraiser.values if wanted and play.human() is not None else {}

    def cells(self) -> dict[Cell, int]:
        """What the best move is worth that goes on from the taps so far with each cell."""
        taps, found = self._play.taps(), dict[Cell, int]()
        for move, value in self.known().items():
            if len(move) > len(taps) and move[: len(taps)] == taps:
                cell = move[len(taps)]
                found[cell] = max(value, found.get(cell, value))
        return found

    def short(self, value: int) -> str:
        """A value in a few letters."""
        text, moves = self._play.text, moves_to_end(value)
        if moves is not None:
            return text("value.won_short" if value > 0 else "value.lost_short", count=moves)
        if self._appraiser.certain:
            return text("value.drawn_short")
        number = self._number(abs(value))
        if not any(letter in "123456789" for letter in number):
            return "0"
        return f"+{number}" if value > 0 else f"\N{MINUS SIGN}{number}"

    def _number(self, value: int) -> str:
        """Whole discs where the margin counts, else tenths up to ten."""
        whole = min(MOST, round(value / 100))
        if self._play.game.worth is not None or whole >= 10:
            return str(whole)
        number = f"{value / 100:.1f}"
        return number if self._play.text.language == "en" else number.replace(".", ",")

    def lead(self, near: int, upright: bool) -> Lead | None:
        """The bar for who is ahead, None while that is not known."""
        value = self._best()
        if value is None:
            return None
        position = self._play.match.position
        ahead = 0 if self._level(value) else value / (abs(value) + HALF)
        share = 0.5 + (ahead if position.turn == near else -ahead) / 2
        colours = position.colours or (None, None)
        return Lead(share, colours[near], colours[1 - near], upright)

    def words(self) -> str:
        """Who is ahead, or "" while that is not known."""
        play, value = self._play, self._best()
        if value is None:
            return ""
        turn = play.match.position.turn
        leader = play.colour(turn if value > 0 else 1 - turn)
        moves = moves_to_end(value)
        if moves is not None:
            return play.text("value.wins", colour=leader, count=moves)
        if self._level(value):
            return play.text("value.drawn" if self._appraiser.certain else "value.even")
        return play.text("value.ahead", colour=leader, value=self._number(abs(value)))

    def _best(self) -> int | None:
        return max(self.known().values(), default=None)

    def _level(self, value: int) -> bool:
        """Whether nobody is ahead."""
        certain = self._appraiser.certain and moves_to_end(value) is None
        return certain or self.short(value) == "0"

    def tell(self, cell: Cell | None) -> None:
        """Say what a tap on a cell is worth, for the keyboard's cell."""
        value = self.cells().get(cell) if cell is not None else None
        if cell is not None and value is not None:
            play = self._play
            words = play.text("value.cell", name=spot_name(play, cell), value=self.short(value))
            play.services.page.say(words)
