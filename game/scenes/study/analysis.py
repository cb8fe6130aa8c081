"""The review of a match that is studied: it runs in slices, is stored, and continued later."""

from game.saves.album import review_key, saved_review
from game.services.services import Services
from rules.engine.analysis.analyst import missing_files
from rules.engine.analysis.review import Review
from rules.match.match import Match

_STORE_SECONDS = 5.0
"""Seconds between two saves of the analysis."""

_SHOW_SECONDS = 0.2
"""Seconds between two updates of the panel: drawing takes longer than a step of the analysis."""


class Analysis:
    """The review of one match as it grows."""

    def __init__(self, services: Services, match: Match) -> None:
        self._services = services
        self._name = review_key(services, match)
        self.review = Review(match, saved_review(services.storage, self._name))
        self._missing = missing_files(match.game)
        """Data files without which the review is made so far."""
        self._unsaved = 0.0
        """Seconds since it was stored."""
        self._fresh = False
        """Whether some of it is not stored."""
        self._unseen = _SHOW_SECONDS
        """Seconds since it was shown."""
        self._new = False
        """Whether some of it is not shown."""

    def pass_time(self, seconds: float, budget: float) -> bool:
        """Analyse for about `budget` seconds, and store results now and then; return whether to
        show them. The analysis begins anew when a data file arrives."""
        match = self.review.match
        missing = missing_files(match.game)
        if missing != self._missing:
            self._missing, self.review = missing, Review(match)
        if self.review.done:
            return False
        if self.review.work(budget, self._services.clock):
            self._fresh = self._new = True
        self._unseen += seconds
        self._unsaved += seconds
        if self.review.done or self._unsaved >= _STORE_SECONDS:
            self.store()
        if not self.review.done and not (self._new and self._unseen >= _SHOW_SECONDS):
            return False
        self._unseen, self._new = 0.0, False
        return True

    def store(self) -> None:
        """Store the analysis; not durably, since it could be computed again, and not while data
        files are missing."""
        self._unsaved = 0.0
        if self._fresh and not self._missing:
            self._fresh = False
            self._services.storage.save(self._name, self.review.text(), durable=False)

    def next_mistake(self, ply: int, forwards: bool) -> int:
        """Return the ply after the next or last great mistake; `ply` if there is none."""
        plies = [made + 1 for made in self.review.mistakes()]
        if forwards:
            return next((after for after in plies if after > ply), ply)
        return next((after for after in reversed(plies) if after < ply), ply)
