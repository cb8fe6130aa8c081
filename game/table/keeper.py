"""What is saved of the match on the table, and whether another tab saved it anew."""

from typing import TYPE_CHECKING

from game.scenes.play import actions as play_menu
from game.table.album import keep
from game.table.saves import save_match

if TYPE_CHECKING:
    from game.scenes.play.scene import Play


class Kept:
    """The text of one match as it was saved here last."""

    def __init__(self, play: "Play", text: str | None) -> None:
        """`text` is what stood in storage when the match was loaded, None if it was not."""
        self._play = play
        stored = play.services.storage.load(play.game.key)
        self._text = stored if text is None else text

    def save(self) -> None:
        """Save the match as it is now."""
        if not self.went_on():
            play = self._play
            self._text = save_match(play.services, play.match, play.words)

    def put_away(self) -> None:
        """A match that has ended goes into the album."""
        play = self._play
        if play.match.result() is not None:
            keep(play.services, play.match, play.words)

    def went_on(self) -> bool:
        """Whether somebody else saved this match anew, and must not be overwritten; asks then."""
        play = self._play
        stored = play.services.storage.load(play.game.key)
        if stored in (None, self._text):
            return False
        if play.stage.top is play:
            play_menu.ask_where(play)
        return True
