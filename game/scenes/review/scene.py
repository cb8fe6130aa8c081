"""A match looked at again: the board after any ply, who was ahead, and what would have been better.

It thinks a little in every frame; what it found is stored, so that another day goes on from there.
"""

from collections.abc import Callable, Hashable, Iterator
from time import perf_counter

import pygame

from game.board.places import framed_aspect
from game.board.shown import Shown
from game.board.view import BoardView
from game.saves.album import album_name, review_name
from game.saves.matches import Saved
from game.scenes.common.dialog import Choice, Dialog
from game.scenes.common.scene import Scene, Stage
from game.scenes.review.board import in_words, shown_at
from game.scenes.review.graph import Graph
from game.scenes.review.panel import Moment, ReviewPanel
from game.scenes.review.review_text import ReviewWords
from game.scenes.share.picture_giving import share_moment
from game.scenes.share.sharing import copy_match
from game.services.readout import Part, heading
from game.table.phrases import Phrases
from game.tasks.find_better import FindBetterTask
from game.ui import layout
from game.ui.readout_parts import of_sheets
from rules.catalogue import BY_KEY
from rules.engine.analysis.review import Review
from rules.match.match import replay

STEP_SECONDS = 0.01
"""Seconds of thinking in one frame."""

OPENED = 0.4
"""Seconds in which the scene turns over into view: nothing that may halt a frame falls there."""

OFTEN = 5.0
"""Seconds after which what has been found is stored."""

SEEN = 0.2
"""Seconds after which what has been found is shown: a picture takes longer than a bite of work."""

PlayOn = Callable[[Saved], None]
"""Puts another match on the table; called with the review gone."""


class Reviewing(Scene):
    """One match, move by move."""

    arrangement = ("sheets", "_view", "_graph")

    def __init__(self, stage: Stage, saved: Saved, play_on: PlayOn) -> None:
        super().__init__(stage)
        # A match of its own, so that the one on the table is not disturbed.
        self.match = replay(saved.match.record(), BY_KEY)
        self.game = self.match.game
        self.seats = saved.seats
        self._scored = saved.scored
        kept = album_name(self.services, self.match)
        self._name = f"review-{self.game.key}" if kept is None else review_name(kept)
        self.review = Review(self.match, self.services.storage.glimpse(self._name))
        self.result = self.match.result()
        self.ply = saved.match.ply
        self.instead = False
        """Whether the better move is shown in the place of the one made."""
        self._play_on = play_on
        self._age = 0.0
        self._unsaved = 0.0
        """Seconds since what is found was stored."""
        self._fresh = False
        """Whether something was found that is not stored."""
        self._unseen = SEEN
        """Seconds since what is found was shown."""
        self._new = False
        """Whether something was found that is not shown."""
        self._view: BoardView | None = None
        self._graph: Graph | None = None

    def title(self) -> str:
        """What is looked at."""
        name = self.text.game(self.game.key, "short")
        return f"{self.text('play.review')} – {name} – Flipside"

    # -- time --------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Think a little, and store what was found now and then."""
        self._age += seconds
        if self._age < OPENED or self.review.done:
            return
        if self.review.work(STEP_SECONDS, perf_counter):
            self._fresh = self._new = True
        self._unseen += seconds
        if self._new and (self.review.done or self._unseen >= SEEN):
            self._unseen, self._new = 0.0, False
            self.rearrange()
        self._unsaved += seconds
        if self.review.done or self._unsaved >= OFTEN:
            self._store()
        if self.review.done:
            self.services.page.say(self._said())

    def _store(self) -> None:
        """Keep what was found; it could be found again, so nobody waits for the disk."""
        self._unsaved = 0.0
        if self._fresh:
            self._fresh = False
            self.services.storage.save(self._name, self.review.written(), durable=False)

    def leave(self) -> None:
        """Back to where the review was opened; what was found is kept."""
        self._store()
        self.stage.back()

    # -- what is shown -----------------------------------------------------------------------------

    def go(self, ply: int) -> None:
        """Show the moment after so many plies."""
        ply = max(0, min(len(self.match.moves), ply))
        if ply != self.ply or self.instead:
            self.ply, self.instead = ply, False
            self.rearrange()
            self.services.page.say(self._said())

    def _said(self) -> str:
        """What a screen reader is told of the moment shown."""
        said = self.words()
        words = [said.move(self.ply) + ".", said.value(self.ply), *said.stopped(self.ply)]
        if self.ply:
            words += said.better(self.ply - 1)
        return " ".join(words)

    def words(self) -> ReviewWords:
        """How the review is said."""
        award = self.services.settings.award
        return ReviewWords(Phrases(self.text, self.match), self.review, award, self._scored)

    def turn_over(self) -> None:
        """Show the better move in the place of the one made, or again the one made."""
        if self.knows_better:
            self.instead = not self.instead
            self.rearrange()

    def find(self, ply: int) -> None:
        """Let something better be found than the move made after so many plies."""
        self._store()
        better = FindBetterTask(self.review, ply, lambda: self.words().better(ply))
        self.stage.solve(better, self.text("better.title", ply=ply + 1))

    @property
    def at_end(self) -> bool:
        """Whether the moment shown is the end of a match that has ended."""
        return self.ply == len(self.match.moves) and self.result is not None

    @property
    def knows_better(self) -> bool:
        """Whether something better was found than the move that led here."""
        return self.ply > 0 and self.review.loss(self.ply - 1) > 0

    def play_on(self) -> None:
        """A new match that begins with the moves so far; the old one is kept."""
        text = self.text
        yes = Choice("yes", text("review.play_on"), "play", "primary", self._begin)
        choices = yes, Choice("no", text("dialog.back"))
        words = text("review.play_on_words")
        self.stage.open(Dialog(self.stage, text("review.play_on"), words, choices))

    def _begin(self) -> None:
        match = self.match.anew()
        match.players = self.match.players
        for move in self.match.moves[: self.ply]:
            match.play(move)
        self.leave()
        self._play_on(Saved(match, self.seats))

    # -- arrangement -------------------------------------------------------------------------------

    def arrange(self, size: tuple[int, int]) -> None:
        """Arrange everything; the board may have another size or look now."""
        if size != self.size or self._view is None or self.stage.top is not self:
            self.layers.forget()
        super().arrange(size)

    def lay_out(self) -> None:
        """The board, and one panel with everything else, which may scroll."""
        theme, board = self.theme, self.match.board
        coordinates = self.services.settings.coordinates
        aspect = framed_aspect(board, coordinates)
        place, beside = layout.beside(self.size, aspect, theme.unit, self.services.page.safe_area())
        self._view = BoardView(theme, board, place, coordinates)
        panel = ReviewPanel(self._moment(), beside)
        self._graph, self.sheets = panel.graph, [panel.sheet]

    def _moment(self) -> Moment:
        """Everything the panel is made from."""
        return Moment(
            theme=self.theme,
            text=self.text,
            words=self.words(),
            review=self.review,
            ply=self.ply,
            at_end=self.at_end,
            knows_better=self.knows_better,
            instead=self.instead,
            back=self.leave,
            go=self.go,
            find=self.find,
            turn_over=self.turn_over,
            play_on=self.play_on,
            share=lambda: share_moment(self.stage, self.match, self.seats, self.ply),
            copy=lambda: copy_match(self.stage, self.match, self.seats),
        )

    def parts(self) -> Iterator[Part]:
        """The panel, and the board at this moment."""
        yield heading(self.title().removesuffix(" – Flipside"))
        yield from of_sheets(self.sheets)
        aids = self.services.settings.aids
        yield from in_words(self.theme, self.words().of_match, self.ply, aids)

    # -- pointer and keyboard ----------------------------------------------------------------------

    def tap(self, at: tuple[int, int], target: Hashable) -> None:
        """A tap on the graph goes to the nearest ply."""
        if target == "graph":
            self._scrub(at)
        else:
            super().tap(at, target)

    def drag(self, at: tuple[int, int], by: tuple[int, int], finger: Hashable) -> bool:
        """A finger on the graph goes from ply to ply; elsewhere the panel scrolls."""
        if self.pressed.get(finger) == "graph":
            self._scrub(at)
            return True
        return super().drag(at, by, finger)

    def _scrub(self, at: tuple[int, int]) -> None:
        assert self._graph is not None
        x, _ = self.sheets[0].inside(at)
        self.go(self._graph.ply_at(self.theme, x))

    def key(self, name: str) -> None:
        """Arrows go from ply to ply and from swing to swing; the rest as everywhere."""
        swings = [ply + 1 for ply in self.review.swings()]
        if name in ("left", "right"):
            self.go(self.ply + (1 if name == "right" else -1))
        elif name in ("home", "end"):
            self.go(0 if name == "home" else len(self.match.moves))
        elif name == "down":
            self.go(next((ply for ply in swings if ply > self.ply), self.ply))
        elif name == "up":
            self.go(next((ply for ply in reversed(swings) if ply < self.ply), self.ply))
        elif name == "b":
            self.turn_over()
        elif name == "f" and self.ply in swings and self.review.settled(self.ply - 1):
            self.find(self.ply - 1)
        elif name == "k":
            share_moment(self.stage, self.match, self.seats, self.ply)
        elif name == "ctrl c":
            copy_match(self.stage, self.match, self.seats)
        else:
            super().key(name)

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """The table with the board, then the panel."""
        view, shown = self._view, self._shown()
        assert view is not None
        self.layers.draw(
            surface,
            [
                ("ground", self._draw_ground),
                (view.key_below(shown), lambda below: view.draw_below(below, shown)),
            ],
        )
        view.draw_above(surface, shown)
        self.draw_sheets(surface)

    def _draw_ground(self, surface: pygame.Surface) -> None:
        assert self._view is not None
        sheets, self.sheets = self.sheets, []
        super().draw(surface)
        self.sheets = sheets
        self._view.draw_ground(surface)

    def _shown(self) -> Shown:
        """The board after the ply, or as the better move would have left it."""
        instead = self.instead and self.knows_better
        better = self.review.moments[self.ply - 1].best if instead else None
        return shown_at(self.match, self.ply, better, self.services.settings.aids)
