"""What is saved of the match on the table, and whether another window saved it anew."""

from typing import TYPE_CHECKING

from game.finished import keep
from game.saves import Saved, replace_match
from game.scenes import play_menu

if TYPE_CHECKING:
    from game.scenes.play import Play


class Kept:
    """The text of one match as it was saved here last."""

    def __init__(self, play: "Play", text: str | None) -> None:
        """`text` is what stood in storage when the match was loaded, None if it was not."""
        self._play = play
        stored = play.services.storage.load(play.game.key)
        self._text = stored if text is None else text

    def save(self) -> None:
        """Save the match as it is now; asks if it went on elsewhere."""
        play = self._play
        unsaved = play.game.key in play.services.storage.unsaved()
        text = replace_match(play.services, self._text, play.match, play.words)
        if text is not None:
            self._text = text
            return
        if unsaved:  # what was played here meanwhile would be nowhere
            keep(play.services, play.match, play.words)
        self._ask()

    def give_way(self, saved: Saved) -> bool:
        """Save another match in the place of this one; False, and asks, if this one went on."""
        services, game = self._play.services, saved.match.game
        old = saved.text
        if old is None:
            if self.went_on():
                return False
            old = self._text if game is self._play.game else services.storage.load(game.key)
        self.put_away()
        saved.text = replace_match(services, old, saved.match, saved.seats)
        if saved.text is None:
            self._ask()
        return saved.text is not None

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
        self._ask()
        return True

    def _ask(self) -> None:
        if self._play.stage.top is self._play:
            play_menu.ask_where(self._play)
