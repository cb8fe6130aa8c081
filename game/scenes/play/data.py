"""Data that the panels of a match are made from, and their callbacks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flipside.game.scenes.common.command import Commands
from flipside.game.services.settings import Settings
from flipside.game.services.text import Text
from flipside.game.services.theme import Theme
from flipside.game.table.match_view import MatchView
from flipside.game.table.phrases import ListedMove
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Player


@dataclass(frozen=True)
class PanelData:
    """Data of one arrangement of a match."""

    theme: Theme
    text: Text
    settings: Settings
    match_view: MatchView
    commands: Commands
    tap: Callable[[Cell], None]
    """Called with the tapped cell beside the board."""
    explain: Callable[[Player, str], None]
    """Called with a player and a sentence to show on the player's panel."""
    moves: Sequence[ListedMove] = ()
    """All moves, where a panel lists them."""
    go: Callable[[int], None] | None = None
    """Called with the ply to show; None where looking back is not allowed."""

    def words(self, key: str, **values: object) -> str:
        return self.text.game(self.match_view.game.key, key, **values)
