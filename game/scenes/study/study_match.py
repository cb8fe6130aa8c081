"""A study: the line that is shown, its branches, and the match with which it began.

The match itself does not change. A review is the study of a match, with an analysis of it.
"""

from dataclasses import replace

from flipside.game.live_match.live_match import LiveMatch
from flipside.game.live_match.match_view import explorable
from flipside.game.live_match.move_text import MatchEvent
from flipside.game.saves import album
from flipside.game.saves.accuracy import note_accuracy, person_of
from flipside.game.saves.drills import create_drills
from flipside.game.saves.matches import PERSON, Seats, StoredMatch
from flipside.game.scenes.study.review_text import ReviewText
from flipside.game.services.services import Services
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import Move, Position
from flipside.rules.engine.analysis.analyst import missing_files
from flipside.rules.engine.analysis.explain import hides_information
from flipside.rules.engine.analysis.review import Review
from flipside.rules.match.match import Match, identity, replay
from flipside.rules.match.record import Record
from flipside.rules.match.study import Study, shared_moves

_STORE_SECONDS = 5.0
"""Seconds between two saves of the analysis."""

_SHOW_SECONDS = 0.2
"""Seconds between two updates of the panel, which take longer than a step of the analysis."""


class Analysis:
    """The review of a match while it is computed."""

    def __init__(self, services: Services, match: Match, seats: Seats) -> None:
        self._services, self._seats = services, seats
        self._name = album.review_key(services, match)
        self.review = Review(match, album.saved_review(services.storage, self._name))
        self._missing = missing_files(match.game)
        """The data files that were missing when the review was begun."""
        self._since_save = 0.0
        """Seconds since the review was saved."""
        self._fresh = False
        """Whether the review has changed since it was saved."""
        self._since_show = _SHOW_SECONDS
        """Seconds since the review was shown."""
        self._new = False
        """Whether the review has changed since it was shown."""
        self.has_drills = False
        """Whether the person's mistakes return as drills; known when the review is complete."""

    def pass_time(self, seconds: float, budget: float) -> bool:
        """Analyse for about `budget` seconds; return whether new results should be shown."""
        match = self.review.match
        missing = missing_files(match.game)
        if missing != self._missing:
            self._missing, self.review = missing, Review(match)
        if self.review.done:
            return False
        if self.review.work(budget, self._services.clock):
            self._fresh = self._new = True
        self._since_show += seconds
        self._since_save += seconds
        if self.review.done or self._since_save >= _STORE_SECONDS:
            self.store()
        if self.review.done:
            self._note_judgement()
        if not self.review.done and not (self._new and self._since_show >= _SHOW_SECONDS):
            return False
        self._since_show, self._new = 0.0, False
        return True

    @property
    def is_final(self) -> bool:
        """Whether the review is complete, and was made with all data files."""
        return self.review.done and not self._missing

    def store(self) -> None:
        """Save the review, unless data files are missing.

        It need not survive a power cut. If another window has deleted the match, the player is
        informed.
        """
        self._since_save = 0.0
        if self._fresh and not self._missing:
            self._fresh = False
            name, match = album.review_key(self._services, self.review.match), self.review.match
            if name != self._name and album.album_name(self._services, match) is None:
                self._services.storage.report_error("storage.match_deleted")
            self._name = name
            self._services.storage.save(name, album.REVIEW.dump(self.review.saved()), durable=False)

    def _note_judgement(self) -> None:
        """Store the accuracy of a match of the album, and the person's mistakes as drills."""
        storage, name = self._services.storage, album.album_name(self._services, self.review.match)
        date = album.match_date(name) if name is not None else ""
        if self._missing or not date:
            return
        note_accuracy(storage, self.review, self._seats, date)
        person = person_of(self._seats)
        if person is not None and self._services.settings.drills:
            self.has_drills = create_drills(storage, self.review, person, date)

    def next_mistake(self, ply: int, forwards: bool) -> int:
        """Return the ply after the next or previous great mistake, or `ply` if there is none."""
        plies = [ply + 1 for ply in self.review.mistakes()]
        if forwards:
            return next((target for target in plies if target > ply), ply)
        return next((target for target in reversed(plies) if target < ply), ply)


class StudyMatch:
    """A study, or the review of a match."""

    def __init__(
        self, services: Services, stored_match: StoredMatch, ply: int | None, reviews: bool
    ) -> None:
        """Begin or continue the study of a match, at `ply` or at its current ply.

        Raises BadRecord if the lines of `stored_match` are invalid.
        """
        self._services, self.reviews = services, reviews
        self._announced_points = stored_match.final_score
        self.match = replay(stored_match.match.to_record(), BY_KEY)
        ply = stored_match.match.ply if ply is None else ply
        hides = self.match.result() is None and hides_information(self.match.position_at(0))
        self.explorable = explorable(self.match)
        """Whether a study of the match would be fair."""
        self.fixed = reviews and (hides or not self.explorable)
        """Whether trying moves in this review would be unfair, or reveal hidden tiles."""
        if not (self.fixed or stored_match.lines or album.study_game(stored_match.name)):
            stored_match = album.begun_study(services, stored_match, ply)
        self.study, self.seats = Study(stored_match.match, stored_match.lines), stored_match.seats
        self._own = self.study.match.position_at(0) == self.match.position_at(0)
        """Whether the match is a line of the study; it is not if hidden tiles were dealt again."""
        if self._own:
            self.study.show_line(self.match.names()[: None if reviews else ply])
            self.study.match.goto_ply(ply)
        self._origin = identity(stored_match.match)
        if not album.study_game(stored_match.name):
            stored_match = StoredMatch(stored_match.match, stored_match.seats)
        self._stored_match = replace(stored_match)
        self.settings = replace(services.settings, values=not self.fixed)
        two = StoredMatch(self.study.match, (PERSON, PERSON))
        self.live_match = LiveMatch(
            replace(services, settings=self.settings), two, persistent=False
        )
        self.analysis = Analysis(services, self.match, self.seats)
        self.instead = False
        """Whether the better move is shown instead of the move that was made."""

    @property
    def ply(self) -> int:
        """The number of plies up to the position shown."""
        return self.study.match.ply

    @property
    def common_plies(self) -> int:
        """The number of plies that the line shown and the match have in common."""
        return shared_moves(self.study.match.moves, self.match.moves) if self._own else 0

    @property
    def review_text(self) -> ReviewText | None:
        """The sentences of the review, or None if there is none."""
        review = self.analysis.review
        if not (self._own and (self.reviews or review.moments)):
            return None
        text, award = self._services.text, self._services.settings.award
        return ReviewText(text, review, award, self._announced_points)

    @property
    def review_text_here(self) -> ReviewText | None:
        """The sentences of the review if its match contains the position shown, else None."""
        return self.review_text if self.ply <= self.common_plies else None

    def judgements(self) -> list[str]:
        """Return the accuracy and mistakes of both players, and whether mistakes return."""
        words = self.review_text
        if words is None or not self.analysis.is_final:
            return []
        drills = [self._services.text("review.drills")] if self.analysis.has_drills else []
        return [*words.judgements(), *drills]

    @property
    def better_move(self) -> tuple[Position, Move] | None:
        """A better move than the last one, and the position before it; None if none is known."""
        review, before = self.analysis.review, self.ply - 1
        if self.review_text_here is None or before < 0 or not review.loss_at(before):
            return None
        return self.match.position_at(before), review.moments[before].best

    def toggle_better(self) -> None:
        """Switch between the better move and the move that was made."""
        self.instead = not self.instead and self.better_move is not None

    def go_in_match(self, ply: int) -> MatchEvent | None:
        """Go to `ply` of the match, also from a branch; return None if nothing changes."""
        ply, common = max(0, min(len(self.match.moves), ply)), self.common_plies
        event = self.live_match.goto_ply(min(ply, common))
        if common < len(self.match.moves):
            self.study.show_line(self.match.names())
            self.study.match.goto_ply(min(ply, common))
            event = event or MatchEvent()
        return self.live_match.goto_ply(ply) or event

    def refusal_sentence(self, taps: Move) -> str:
        """Return why the last tap had no effect; `taps` include it."""
        text = self._services.text
        if self.fixed:
            return text("why.fixed")
        over = self.live_match.result is not None
        return text("spoken.over") if over else self.live_match.match_text.why(taps)

    def goto_ply(self, ply: int) -> MatchEvent | None:
        """Go to `ply` of the line shown; return None if nothing changes."""
        return self.live_match.goto_ply(max(0, min(len(self.study.match.moves), ply)))

    def follow(self) -> None:
        """Add the moves of the line shown to the study, and save it if any are new."""
        if not (self.fixed or self.live_match.looking_back) and self.study.follow():
            self._save()

    def write_comment(self, words: str) -> None:
        """Save `words` as the comment on the position shown; "" removes the comment."""
        self.study.comment = words
        self._save()

    def promote(self) -> None:
        """Make the line shown the main line."""
        self.study.promote()
        self._save()

    def delete(self) -> MatchEvent | None:
        """Delete the last move and all moves that follow it."""
        name, event = self.study.path[-1], self.live_match.goto_ply(self.ply - 1)
        self.study.delete(name)
        self._save()
        return event

    def _save(self) -> None:
        album.save_study(self._services, self._stored_match, self._record, self._origin)

    @property
    def _record(self) -> Record:
        return replace(self.study.to_record(), seats=self.seats)

    @property
    def record(self) -> Record | None:
        """The record of the study; None if the study consists of the match."""
        mine, match = self._record, self.match.to_record()
        same = (mine.start, mine.moves, mine.lines) == (match.start, match.moves, ())
        return None if same else mine

    def played_on(self) -> StoredMatch:
        """Return a match that continues here; tiles that are still hidden are dealt again."""
        here = StoredMatch(self.study.match.truncated(self.ply), self.seats)
        hides_nothing = (
            self.reviews and self.ply <= self.common_plies and self.match.result() is not None
        )
        return here if hides_nothing else album.dealt_anew(self._services, here, self.ply)
