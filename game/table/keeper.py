"""Keeps what is saved of the match on a table, and knows whether another window saved it anew."""

from game.table.album import keep
from game.table.needs import Needs
from game.table.saves import Saved, Seats, as_drawn, new_match, replace_match, save_setup
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
        """Whether another window saved this match anew, which must not be overwritten."""
        return self._services.storage.load(self.name) not in (None, self._text)

    def save(self, match: Match, seats: Seats) -> bool:
        """Save the match as it is now; not if it went on elsewhere."""
        alone = self.name in self._services.storage.unsaved()
        text = replace_match(self._services, self._text, match, seats, self.name)
        if text is None:
            if alone:  # what was played here meanwhile would be nowhere
                keep(self._services, match, seats)
            return False
        self._text = text
        return True

    def give_way(self, saved: Saved) -> bool:
        """Save another match, in the place of this one if it has its name; not if that went on
        elsewhere."""
        old = saved.text
        if old is None:
            if self.went_on():
                return False
            own = saved.name == self.name
            old = self._text if own else self._services.storage.load(saved.name)
        saved.text = replace_match(self._services, old, saved.match, saved.seats, saved.name)
        return saved.text is not None

    def put_away(self, match: Match, seats: Seats) -> bool:
        """Put a match into the album, unless it is there; whether it has its place there."""
        return keep(self._services, match, seats) is not None


def begin_match(
    services: Needs, game: AnyGame, choices: dict[str, str], seats: Seats, last: Saved | None
) -> Saved | None:
    """Set a fresh match up and save it in the place of the game's last one, as it was loaded; where
    lots are drawn, the seats are by colour. None if that went on in another window."""
    save_setup(services, game, choices, seats)
    if last is not None and last.match.result() is not None:
        keep(services, last.match, last.seats)
    match = new_match(services, game, choices)
    seats = as_drawn(match, seats)
    text = replace_match(services, last.text if last else None, match, seats)
    return None if text is None else Saved(match, seats, text)
