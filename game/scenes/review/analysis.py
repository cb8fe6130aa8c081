"""The analysis of a match for its review: it runs in slices, is stored, and continued later."""

from game.saves.album import review_key, saved_review
from game.scenes.common.board_stage import OPENING_SECONDS
from game.services.services import Services
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
        self._age = 0.0
        self._unsaved = 0.0
        """Seconds since it was stored."""
        self._fresh = False
        """Whether some of it is not stored."""
        self._unseen = _SHOW_SECONDS
        """Seconds since it was shown."""
        self._new = False
        """Whether some of it is not shown."""

    def pass_time(self, seconds: float) -> bool:
        """Analyse for a moment, and store results now and then; return whether to show them."""
        self._age += seconds
        if self._age < OPENING_SECONDS or self.review.done:
            return False
        if self.review.work(self._services.slice_seconds, self._services.clock):
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
        """Store the analysis; not durably, since it could be computed again."""
        self._unsaved = 0.0
        if self._fresh:
            self._fresh = False
            self._services.storage.save(self._name, self.review.text(), durable=False)
