"""Saving of the match on a table, unless another window has saved it meanwhile."""

from game.saves import last_played
from game.saves.album import keep
from game.saves.known_names import remember
from game.saves.matches import (
    Plan,
    Saved,
    Seats,
    named,
    new_match,
    new_name,
    replace_match,
    save_match,
    save_setup,
)
from game.saves.progress import begin, settle
from game.services.table_services import TableServices
from rules.contract.game import AnyGame
from rules.match.match import Match


class MatchSaver:
    """The text of one match as it was saved here last, under the match's own name."""

    def __init__(self, services: TableServices, saved: Saved) -> None:
        self._services = services
        self.name = saved.name or new_name(services.page, saved.match.game.key)
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
                beside = new_name(self._services.page, match.game.key)
                save_match(self._services, match, seats, beside)
            return False
        self._text = text
        last_played.note(self._services.storage, self.name)
        return True

    def put_away(self, match: Match, seats: Seats) -> bool:
        """Put a match into the album, unless it is there; whether it has its place there."""
        return keep(self._services, match, seats) is not None

    def finish(self, match: Match, seats: Seats) -> None:
        """Put a match that has ended into the album, and no longer among those in progress."""
        settle(self._services, Saved(match, seats, self._text, self.name))


class NullSaver:
    """Saves nothing: for a match that is only shown, such as a lesson's."""

    name = ""

    def went_on(self) -> bool:
        """False: no window saves this match."""
        return False

    def save(self, match: Match, seats: Seats) -> bool:
        """True, and nothing is written."""
        return True

    def put_away(self, match: Match, seats: Seats) -> bool:
        """False: the match has no place in the album."""
        return False

    def finish(self, match: Match, seats: Seats) -> None:
        """Do nothing."""


def begin_match(services: TableServices, game: AnyGame, plan: Plan) -> Saved | None:
    """Set a fresh match up and save it beside those in progress; where lots are drawn, the plan is
    by colour. None, and told, where there are too many."""
    save_setup(services, game, plan)
    remember(services.storage, named(plan.names, plan.seats))
    saved = new_match(services, game, plan)
    return saved if begin(services, saved) else None
