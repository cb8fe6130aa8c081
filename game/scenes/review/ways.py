"""The ways that lead on from a review: into a task, a study, a new match, the editor, or out of
here."""

from collections.abc import Callable

from game.saves.matches import Saved
from game.scenes.common.dialog import ask
from game.scenes.common.scene import Stage
from game.scenes.review.analysis import Analysis
from game.scenes.review.review_text import ReviewWords
from game.scenes.review.walk import Walk
from game.scenes.share.picture_giving import share_moment
from game.scenes.share.sharing import copy_match
from game.table.outlook import can_set_up, explorable
from game.tasks.find_better import FindBetterTask
from rules.contract.position_format import write_position

PlayOn = Callable[[Saved], None]
"""Opens another match; called after the review is closed."""


class WaysOn:
    """What a review of one match may open, from the ply that is shown."""

    def __init__(
        self, stage: Stage, saved: Saved, walk: Walk, analysis: Analysis, play_on: PlayOn
    ) -> None:
        self._stage, self._text = stage, stage.services.text
        self._match, self._seats = walk.match, saved.seats
        self._walk, self._analysis = walk, analysis
        self._play_on = play_on
        self.may_explore = explorable(walk.match)
        """Whether moves may be tried."""
        self.may_set_up = can_set_up(walk.match)
        """Whether positions can be set up."""

    def find(self, ply: int, words: Callable[[], ReviewWords]) -> None:
        """Open the task of finding a better move than the one made after `ply` plies."""
        self._analysis.store()
        better = FindBetterTask(self._analysis.review, ply, lambda: words().better(ply))
        self._stage.solve(better, self._text("better.title", ply=ply + 1))

    def explore(self) -> None:
        """Open the study of the match."""
        self._analysis.store()
        self._stage.explore(Saved(self._match, self._seats), self._walk.ply)

    def play_on(self) -> None:
        """Ask whether to start a new match from here; the old one stays saved."""
        title, words = self._text("review.play_on"), self._text("review.play_on_words")
        ask(self._stage, title, words, "play", self._begin)

    def _begin(self) -> None:
        self._analysis.store()
        self._stage.back()
        self._play_on(Saved(self._match.first_plies(self._walk.ply), self._seats))

    def set_up(self) -> None:
        """Open the editor with the position."""
        game, choices = self._match.game, self._match.choices
        text = write_position(game, choices, self._match.position_at(self._walk.ply))
        self._stage.set_up(game, choices, text or "")

    def share(self) -> None:
        """Share a picture of the board, or the match."""
        share_moment(self._stage, self._match, self._seats, self._walk.ply)

    def copy(self) -> None:
        """Copy the match as text."""
        copy_match(self._stage, self._match, self._seats)
