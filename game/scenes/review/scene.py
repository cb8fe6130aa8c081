"""Review of a match: board after any ply, who was ahead, better moves.

The analysis runs in small steps in every frame; its results are stored and continued later.
"""

from collections.abc import Callable, Hashable, Iterator

from game.board.places import framed_aspect
from game.board.shown import Shown
from game.board.view import BoardView
from game.drawing import draw
from game.drawing.display_list import Layer
from game.saves.album import review_key, saved_review
from game.saves.matches import Saved
from game.scenes.common.dialog import Choice, Dialog
from game.scenes.common.keys import REVIEW_KEYS, key_action
from game.scenes.common.scene import OPENING_SECONDS, Scene, Stage
from game.scenes.review.board import in_words, shown_at
from game.scenes.review.graph import scrub
from game.scenes.review.panel import ReviewPanel, ReviewPanelData
from game.scenes.review.review_text import ReviewWords
from game.scenes.share.picture_giving import share_moment
from game.scenes.share.sharing import copy_match
from game.services.readout import Part, heading
from game.table.outlook import can_set_up, explorable
from game.table.phrases import Phrases
from game.tasks.find_better import FindBetterTask
from game.ui import layout
from game.ui.readout_parts import sheet_parts
from rules.catalogue import BY_KEY
from rules.contract.position_format import write_position
from rules.engine.analysis.review import Review
from rules.match.match import replay

THINKING_SECONDS = 0.01
"""Seconds of thinking in one frame."""

_STORE_SECONDS = 5.0
"""Seconds between two saves of the analysis."""

_SHOW_SECONDS = 0.2
"""Seconds between two updates of the panel: drawing takes longer than a step of the analysis."""

PlayOn = Callable[[Saved], None]
"""Opens another match; called after the review is closed."""


class Reviewing(Scene):
    """Review of one match, move by move."""

    def __init__(self, stage: Stage, saved: Saved, play_on: PlayOn) -> None:
        super().__init__(stage)
        # A match of its own, so that the one on the table is not disturbed.
        self.match = replay(saved.match.record(), BY_KEY)
        self.game = self.match.game
        self.seats = saved.seats
        self._scored = saved.scored
        self._explorable = explorable(self.match)
        self._name = review_key(self.services, self.match)
        self.review = Review(self.match, saved_review(self.services.storage, self._name))
        self.result = self.match.result()
        self.ply = saved.match.ply
        self.instead = False
        """Whether the better move is shown instead of the move made."""
        self._play_on = play_on
        self._age = 0.0
        self._unsaved = 0.0
        """Seconds since the analysis was stored."""
        self._fresh = False
        """Whether some of the analysis is not stored."""
        self._unseen = _SHOW_SECONDS
        """Seconds since the analysis was shown."""
        self._new = False
        """Whether some of the analysis is not shown."""
        self._view: BoardView | None = None

    def title(self) -> str:
        name = self.text.game(self.game.key, "short")
        return f"{self.text('play.review')} – {name} – Flipside"

    # -- time --------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Analyse for a moment, and show and store results now and then."""
        self._age += seconds
        if self._age < OPENING_SECONDS or self.review.done:
            return
        if self.review.work(THINKING_SECONDS, self.services.clock):
            self._fresh = self._new = True
        self._unseen += seconds
        if self._new and (self.review.done or self._unseen >= _SHOW_SECONDS):
            self._unseen, self._new = 0.0, False
            self.rearrange()
        self._unsaved += seconds
        if self.review.done or self._unsaved >= _STORE_SECONDS:
            self._store()
        if self.review.done:
            self.services.page.say(self._said())

    def _store(self) -> None:
        """Store the analysis; not durably, since it could be computed again."""
        self._unsaved = 0.0
        if self._fresh:
            self._fresh = False
            self.services.storage.save(self._name, self.review.text(), durable=False)

    def leave(self) -> None:
        """Store the analysis and close the review."""
        self._store()
        self.stage.back()

    # -- what is shown -----------------------------------------------------------------------------

    def go(self, ply: int) -> None:
        """Show the board after `ply` plies."""
        ply = max(0, min(len(self.match.moves), ply))
        if ply != self.ply or self.instead:
            self.ply, self.instead = ply, False
            self.rearrange()
            self.services.page.say(self._said())

    def _said(self) -> str:
        """Return the announcement of the ply shown."""
        said = self.words()
        words = [said.of_match.made(self.ply) + ".", said.value(self.ply), *said.stopped(self.ply)]
        if self.ply:
            words += said.better(self.ply - 1)
        return " ".join(words)

    def words(self) -> ReviewWords:
        """Return the sentences of the review."""
        award = self.services.settings.award
        return ReviewWords(Phrases(self.text, self.match), self.review, award, self._scored)

    def turn_over(self) -> None:
        """Toggle between the better move and the move made."""
        if self.knows_better:
            self.instead = not self.instead
            self.rearrange()

    def find(self, ply: int) -> None:
        """Open the task of finding a better move than the one made after `ply` plies."""
        self._store()
        better = FindBetterTask(self.review, ply, lambda: self.words().better(ply))
        self.stage.solve(better, self.text("better.title", ply=ply + 1))

    @property
    def at_end(self) -> bool:
        """Whether the ply shown is the end of a match that has ended."""
        return self.ply == len(self.match.moves) and self.result is not None

    @property
    def knows_better(self) -> bool:
        """Whether a better move than the last one is known."""
        return self.ply > 0 and self.review.loss(self.ply - 1) > 0

    def explore(self) -> None:
        """Open the study of the match at the ply shown."""
        self._store()
        self.stage.explore(Saved(self.match, self.seats), self.ply)

    def play_on(self) -> None:
        """Ask whether to start a new match from here; the old one stays saved."""
        text = self.text
        yes = Choice("yes", text("review.play_on"), "play", "primary", self._begin)
        choices = yes, Choice("no", text("dialog.back"))
        words = text("review.play_on_words")
        self.stage.open(Dialog(self.stage, text("review.play_on"), words, choices))

    def _begin(self) -> None:
        self.leave()
        self._play_on(Saved(self.match.first_plies(self.ply), self.seats))

    def _set_up(self) -> None:
        match = self.match
        text = write_position(self.game, match.choices, match.position_at(self.ply))
        self.stage.set_up(self.game, match.choices, text or "")

    # -- arrangement -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Arrange the board and the panel."""
        theme, board = self.theme, self.match.board
        coordinates = self.services.settings.coordinates
        aspect = framed_aspect(board, coordinates)
        place, beside = layout.board_and_panel(
            self.size, aspect, theme.unit, self.services.page.safe_area()
        )
        self._view = BoardView(theme, board, place, coordinates)
        self.sheets = [ReviewPanel(self._moment(), beside).sheet]

    def _moment(self) -> ReviewPanelData:
        return ReviewPanelData(
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
            set_up=self._set_up if can_set_up(self.match) else None,
            explore=self.explore if self._explorable else None,
            share=lambda: share_moment(self.stage, self.match, self.seats, self.ply),
            copy=lambda: copy_match(self.stage, self.match, self.seats),
        )

    def parts(self) -> Iterator[Part]:
        """Yield the readout of the panel and the board."""
        yield heading(self.title().removesuffix(" – Flipside"))
        yield from sheet_parts(self.sheets)
        aids = self.services.settings.aids
        yield from in_words(self.theme, self.words().of_match, self.ply, aids)

    # -- pointer and keyboard ----------------------------------------------------------------------

    def tap(self, at: tuple[int, int], target: Hashable) -> None:
        """Handle a tap; on the graph go to the nearest ply."""
        if target == "graph":
            scrub(self.sheets, at, self.go)
        else:
            super().tap(at, target)

    def drag(self, at: tuple[int, int], by: tuple[int, int], finger: Hashable) -> bool:
        """Move through the plies on the graph; elsewhere scroll the panel."""
        if self.pressed.get(finger) == "graph":
            scrub(self.sheets, at, self.go)
            return True
        return super().drag(at, by, finger)

    def key(self, name: str) -> None:
        """Handle a key: arrows go from ply to ply and from swing to swing."""
        swings = [ply + 1 for ply in self.review.mistakes()]
        match key_action(REVIEW_KEYS, name):
            case "keys.step":
                self.go(self.ply + (1 if name == "right" else -1))
            case "keys.ends":
                self.go(0 if name == "home" else len(self.match.moves))
            case "keys.swing" if name == "down":
                self.go(next((ply for ply in swings if ply > self.ply), self.ply))
            case "keys.swing":
                self.go(next((ply for ply in reversed(swings) if ply < self.ply), self.ply))
            case "review.show_better":
                self.turn_over()
            case "better.find" if self.ply in swings and self.review.settled(self.ply - 1):
                self.find(self.ply - 1)
            case "explore.here" if self._explorable:
                self.explore()
            case "album.share":
                share_moment(self.stage, self.match, self.seats, self.ply)
            case "album.copy":
                copy_match(self.stage, self.match, self.seats)
            case _:
                super().key(name)

    # -- drawing -----------------------------------------------------------------------------------

    def layers(self) -> list[Layer]:
        """Return the table with the board, then the panel."""
        view, shown = self._view, self._shown()
        assert view is not None
        ground = Layer(("board", view.geometry), lambda: [view.ground()], kept=True)
        table = draw.table_layer(self.theme, self.size)
        cards, widgets = self._sheets_layers()
        return [table, cards, ground, widgets, *view.layers(shown)]

    def _shown(self) -> Shown:
        """Return the board after the ply, or as the better move would have left it."""
        instead = self.instead and self.knows_better
        better = self.review.moments[self.ply - 1].best if instead else None
        return shown_at(self.match, self.ply, better, self.services.settings.aids)
