"""What the panels of a match are made from: data, and the names of commands that come back."""

from collections.abc import Callable
from dataclasses import dataclass

from game.services.settings import Settings
from game.services.text import Text
from game.services.theme import Theme
from game.table.outlook import Outlook
from game.table.phrases import ListedMove
from rules.contract.board import Cell


@dataclass(frozen=True)
class PanelData:
    """One arrangement of a match."""

    theme: Theme
    text: Text
    settings: Settings
    outlook: Outlook
    moves: list[ListedMove]
    """All moves, as a list shows them."""
    run: Callable[[str, int], None]
    """Told the name of a command, and the quarter turns of the panel it was chosen on."""
    tap: Callable[[Cell], None]
    """Told the cell beside the board that was tapped."""
    go: Callable[[int], None] | None
    """Told the ply that shall be looked at; None where nobody may look back."""

    def words(self, key: str, **values: object) -> str:
        """Words of the game."""
        return self.text.game(self.outlook.game.key, key, **values)
