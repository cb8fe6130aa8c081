"""The program around the scenes, as they see it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from game.saves.matches import Saved
from game.services.services import Services
from game.table.played_moves import PlayedMoves
from rules.contract.game import AnyGame, Choices

if TYPE_CHECKING:  # a scene knows its stage
    from game.scenes.common.scene import Scene


class Stage(Protocol):
    """Opens, closes and replaces scenes."""

    services: Services
    size: tuple[int, int]
    played: PlayedMoves

    @property
    def top(self) -> "Scene":
        """Scene that receives input."""

    def open(self, scene: "Scene") -> None:
        """Put a scene on top."""

    def back(self) -> None:
        """Take the top scene away."""

    def replace(self, scene: "Scene") -> None:
        """Replace the top scene that fills the window, and the dialogs over it."""

    def home(self) -> None:
        """Close every scene but the shelf."""

    def learn(self, game: AnyGame, play: Callable[[], None] | None = None) -> None:
        """Open the lesson of a game; `play` begins a match in its place at its end."""

    def problems(self, game: AnyGame) -> None:
        """Open the problems of a game."""

    def set_up(self, game: AnyGame, choices: Choices, text: str = "") -> None:
        """Open the editor of a game, with the position of a text or else the starting position."""

    def explore(self, saved: Saved, ply: int | None = None, reviews: bool = False) -> None:
        """Open the study of a match, or its review, after `ply` plies or where it stands."""

    def link(self, there: Saved) -> None:
        """Show the match of a link."""

    def quit(self) -> None:
        """End the program."""

    def refresh(self) -> None:
        """Arrange every scene anew after settings have changed."""

    def toggle_fullscreen(self) -> None:
        """Enter or leave full screen."""
