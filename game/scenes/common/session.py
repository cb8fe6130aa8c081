"""The interface of the contents of a board scene: a match, a study, a task or a draft."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flipside.game.board.board_state import BoardState
from flipside.game.board.timeline import EndAnimation
from flipside.game.board.view import BoardView
from flipside.game.drawing.display_list import DisplayItem
from flipside.game.live_match.seats import Human
from flipside.game.scenes.common.command import Commands, CommandTable
from flipside.game.scenes.common.scene import Navigator
from flipside.game.services.readout import Part
from flipside.game.ui.layout import Window
from flipside.game.ui.sheet import Sheet
from flipside.rules.contract.board import Board, Cell
from flipside.rules.contract.game import AnyGame


@dataclass(frozen=True)
class Arrangement:
    """The places of a board and of the panels beside it."""

    view: BoardView
    sheets: Sequence[Sheet]
    lists: Sequence[Sheet] = ()
    """The sheets with lists of moves. They scroll to the current move."""
    upright: bool = True
    """Whether the panels are above and below the board, instead of beside it."""
    confirm: Sequence[Sheet] = ()
    """The sheet of the button that confirms a move, if it is shown."""


class Session(ABC):
    """The contents of a scene with a board: a match, a study, a task or a draft."""

    commands: CommandTable = ()
    questions: CommandTable = ()
    """Commands that answer questions about the board."""
    name_key = ""
    """The text key of its name, which is used if `name` is ""."""
    game: AnyGame
    persistent = False
    """Whether it is a saved match; the page is informed when such a match ends."""

    scene: Any
    """The `BoardScene` that shows it; it imports this module."""
    own: Commands

    def __init__(self, nav: Navigator, name: str = "") -> None:
        self.nav, self.services, self.name = nav, nav.services, name
        self.text, self.theme = nav.services.text, nav.services.theme

    def title(self) -> str:
        """Return the title of the window; "" for the usual title."""
        return ""

    @property
    def awaits_files(self) -> bool:
        """Whether it looks different when numpy or a data file arrives."""
        return False

    @property
    def wakes(self) -> bool:
        """Whether the screen must stay on."""
        return False

    @property
    def panel(self) -> int:
        """The number of the sheet over which notices appear."""
        return 0

    # -- what is on the board ----------------------------------------------------------------------

    @property
    @abstractmethod
    def board(self) -> Board:
        """The board."""

    @abstractmethod
    def layout(self, window: Window) -> Arrangement:
        """Return the places of the board and the panels."""

    @abstractmethod
    def resting(self) -> BoardState:
        """Return the contents of the board while no piece moves."""

    @abstractmethod
    def parts(self) -> Iterator[Part]:
        """Yield the parts of the readout."""

    def update_view(self) -> None:
        """Make a new view of the match, if there is a match."""

    @property
    def human(self) -> Human | None:
        """The person who may move the pieces now."""
        return None

    def free(self) -> frozenset[Cell]:
        """Return the cells that may be tapped."""
        return frozenset()

    @property
    def last_cells(self) -> tuple[Cell, ...]:
        """The cells of the last move on the board. The cursor first appears there."""
        return ()

    @property
    def moment(self) -> object:
        """The entry that lists of moves mark, such as a ply."""
        return None

    def clocks(self, sheets: Sequence[Sheet]) -> list[DisplayItem]:
        """Return the clocks, which are drawn above the sheets."""
        return []

    def next_buttons(self) -> Collection[str]:
        """Return the names of buttons beside the board that continue the move."""
        return ()

    # -- what happens ------------------------------------------------------------------------------

    @abstractmethod
    def tap_cell(self, cell: Cell) -> None:
        """Handle a tap on a cell."""

    def slide(self, target: Hashable, at: tuple[int, int]) -> bool:
        """Handle a finger at a point of `target`; return whether the target follows fingers."""
        return False

    def stroke(self, finger: Hashable, at: tuple[int, int], by: tuple[int, int]) -> bool:
        """Handle a finger that moves over the board; return whether the session uses it."""
        return False

    def end_stroke(self, finger: Hashable, cancelled: bool) -> None:
        """Handle that a finger went up, or was `cancelled`, after it moved over the board."""

    def end_animation(self) -> EndAnimation:
        """Return the animation after the last move of a match."""
        return EndAnimation()

    def looked_at(self, cell: Cell) -> None:
        """Handle that the cursor moved to a cell."""

    def typed(self, words: str) -> None:
        """Handle a line that was typed into the readout."""

    def pass_time(self, seconds: float, opened: bool) -> None:
        """Advance by `seconds` while nothing moves; slow work waits until the scene is `opened`."""

    def stored(self, name: str) -> None:
        """Handle that another window has saved the text `name`."""

    def leave(self) -> None:
        """Handle Escape and the "back" button."""
        self.nav.back()
