"""Keeps what is saved of the match on a table, and knows whether somebody else saved it anew."""

from game.table.album import keep, keep_ended
from game.table.needs import Needs
from game.table.saves import Saved, Seats, as_drawn, new_match, save_match, save_setup
from rules.game import AnyGame
from rules.match import Match


class Keeper:
    """The text of one match as it was saved here last, under the match's own name."""

    def __init__(self, services: Needs, saved: Saved) -> None:
        self._services = services
        self.name = saved.name
        """Under which the match is stored."""
        # Without a text of its own, a match begins with whatever stands there.
        self._text = services.storage.load(self.name) if saved.text is None else saved.text

    def went_on(self) -> bool:
        """Whether somebody else saved this match anew, which must not be overwritten."""
        return self._services.storage.load(self.name) not in (None, self._text)

    def save(self, match: Match, seats: Seats) -> None:
        """Save the match as it is now."""
        self._text = save_match(self._services, match, seats, self.name)

    def put_away(self, match: Match, seats: Seats) -> bool:
        """Put a match into the album, unless it is there; whether it has its place there."""
        return keep(self._services, match, seats) is not None


def begin_match(services: Needs, game: AnyGame, choices: dict[str, str], seats: Seats) -> Saved:
    """Set a fresh match up and save it in the place of the game's last one; where lots are drawn,
    the seats are by colour."""
    save_setup(services, game, choices, seats)
    keep_ended(services, game)
    match = new_match(services, game, choices)
    seats = as_drawn(match, seats)
    return Saved(match, seats, save_match(services, match, seats))
