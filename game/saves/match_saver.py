"""Saves the match on a table, unless another window has saved it meanwhile."""

from game.saves import last_played
from game.saves.album import add_to_album
from game.saves.known_names import remember
from game.saves.matches import (
    Plan,
    Saved,
    Seats,
    new_match,
    new_name,
    people_names,
    replace_match,
    save_match,
    save_setup,
)
from game.saves.progress import finish_match, save_new_match
from game.services.table_services import TableServices
from rules.contract.game import AnyGame
from rules.match.match import Match


class MatchSaver:
    """Saves one match under its own name; keeps the text saved last, to notice other writers."""

    def __init__(self, services: TableServices, saved: Saved, kept: bool) -> None:
        """Nothing is saved of a match that is not `kept`, such as a lesson's."""
        self._services, self._kept, self._text = services, kept, saved.text
        self.name = ""
        """The name of the match in storage, if it is kept."""
        if kept:
            self.name = saved.name or new_name(services.page, saved.match.game.key)
            if saved.text is None:  # then it begins with whatever stands there
                self._text = services.storage.load(self.name)

    def went_on(self) -> bool:
        """Whether another window has saved this match; its text must not be overwritten."""
        return self._kept and self._services.storage.load(self.name) not in (None, self._text)

    def save(self, match: Match, seats: Seats) -> bool:
        """Save the match; return False, saving nothing, if another window saved it meanwhile."""
        if not self._kept:
            return True
        alone = self.name in self._services.storage.unsaved()
        text = replace_match(self._services, self._text, match, seats, self.name)
        if text is None:
            if alone:  # what was played here meanwhile would be nowhere
                beside = new_name(self._services.page, match.game.key)
                save_match(self._services, match, seats, beside)
            return False
        self._text = text
        last_played.note_played(self._services.storage, self.name)
        return True

    def put_away(self, match: Match, seats: Seats) -> None:
        """Add a match to the album unless it is there."""
        if self._kept:
            add_to_album(self._services, match, seats)

    def finish(self, match: Match, seats: Seats) -> None:
        """Move a match that has ended from those in progress to the album."""
        if self._kept:
            finish_match(self._services, Saved(match, seats, self._text, self.name))


def begin_match(services: TableServices, game: AnyGame, plan: Plan) -> Saved | None:
    """Set up a new match and save it beside those in progress.

    If lots are drawn, the plan is by colour. None if there are too many matches,
    and the player is told.
    """
    if not plan.start:  # its options are those that go with the position
        save_setup(services, game, plan)
    remember(services.storage, people_names(plan.names, plan.seats))
    saved = new_match(services, game, plan)
    return saved if save_new_match(services, saved) else None
