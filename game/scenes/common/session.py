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
    """A board and the panels beside it, in their places."""

    view: BoardView
    sheets: Sequence[Sheet]
    lists: Sequence[Sheet] = ()
    """The sheets that are lists of moves, which scroll with the match."""
    upright: bool = True
    """Whether panels are above and below the board, else left and right of it."""
    confirm: Sequence[Sheet] = ()
    """The sheet of the button that confirms a move, if it is shown."""


class Session(ABC):
    """The contents of a board scene: a match, a study, a task or a draft."""

    commands: CommandTable = ()
    questions: CommandTable = ()
    """Commands that answer questions about the board."""
    name_key = ""
    """Text key of its name, unless it has a name."""
    game: AnyGame | None = None
    """The game that the title of the window names."""
    persistent = False
    """Whether it is a saved match, the end of which is reported to the page."""

    scene: Any
    """The `BoardScene` that shows it; it imports this module."""
    own: Commands
    """Its commands, bound to it."""

    def __init__(self, nav: Navigator, name: str = "") -> None:
        self.nav, self.services, self.name = nav, nav.services, name
        self.text, self.theme = nav.services.text, nav.services.theme

    def title(self) -> str:
        """Return the title of the window; "" for its name, its game's and the program's."""
        return ""

    @property
    def awaits_files(self) -> bool:
        """Whether it looks different when numpy or a data file arrives."""
        return False

    @property
    def wakes(self) -> bool:
        """Whether the screen must stay awake."""
        return False

    @property
    def panel(self) -> int:
        """The number of the sheet on which reasons appear."""
        return 0

    # -- what is on the board ----------------------------------------------------------------------

    @property
    @abstractmethod
    def board(self) -> Board:
        """The board."""

    @abstractmethod
    def layout(self, window: Window) -> Arrangement:
        """Return the board and the panels beside it, in their places."""

    @abstractmethod
    def resting(self) -> BoardState:
        """Return the contents of the board while nothing moves."""

    @abstractmethod
    def parts(self) -> Iterator[Part]:
        """Yield the parts of the readout."""

    def update_view(self) -> None:
        """Update the view of the match, if there is one."""

    @property
    def human(self) -> Human | None:
        """The person who may move the pieces now."""
        return None

    def free(self) -> frozenset[Cell]:
        """Return the cells that may be tapped now."""
        return frozenset()

    @property
    def last_cells(self) -> tuple[Cell, ...]:
        """The cells on the board that were tapped last, where the cursor appears."""
        return ()

    @property
    def moment(self) -> object:
        """The moment that lists of moves show, such as a ply."""
        return None

    def clocks(self, sheets: Sequence[Sheet]) -> list[DisplayItem]:
        """Return the clocks, which are drawn above those sheets."""
        return []

    def next_buttons(self) -> Collection[str]:
        """Return the names of buttons beside the board that continue the move."""
        return ()

    # -- what happens ------------------------------------------------------------------------------

    @abstractmethod
    def tap_cell(self, cell: Cell) -> None:
        """Handle a tap on a cell."""

    def slide(self, target: Hashable, at: tuple[int, int]) -> bool:
        """Handle a finger on a point of a target; return whether the target follows fingers."""
        return False

    def stroke(self, finger: Hashable, at: tuple[int, int], by: tuple[int, int]) -> bool:
        """Handle a finger that moves over the board; return whether that is a stroke."""
        return False

    def end_stroke(self, finger: Hashable, cancelled: bool) -> None:
        """Handle that a finger went up, or was cancelled."""

    def end_animation(self) -> EndAnimation:
        """Return the animation after the last move of a match."""
        return EndAnimation()

    def looked_at(self, cell: Cell) -> None:
        """Handle that the cursor moved to a cell."""

    def typed(self, words: str) -> None:
        """Handle a line typed into the readout."""

    def pass_time(self, seconds: float, opened: bool) -> None:
        """Advance by that time, in which nothing moves; `opened`: work may delay the frame."""

    def stored(self, name: str) -> None:
        """Handle that another tab saved a text under that name."""

    def leave(self) -> None:
        """Handle Escape and the back button."""
        self.nav.back()
