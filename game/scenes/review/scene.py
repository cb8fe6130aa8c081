"""Review of a match: board after any ply, who was ahead, better moves.

The analysis runs in small steps in every frame; its results are stored and continued later.
"""

from collections.abc import Hashable, Iterator

from game.board.places import framed_aspect
from game.board.shown import Shown
from game.board.view import BoardView
from game.saves.matches import Saved
from game.scenes.common.keys import REVIEW_KEYS, key_action
from game.scenes.common.scene import Scene, Stage
from game.scenes.review.analysis import Analysis
from game.scenes.review.graph import scrub
from game.scenes.review.panel import ReviewPanel, ReviewPanelData
from game.scenes.review.review_text import ReviewWords
from game.scenes.review.walk import Walk
from game.scenes.review.ways import PlayOn, WaysOn
from game.services.readout import Part, heading
from game.table.phrases import Phrases
from game.ui import layout
from game.ui.readout_parts import sheet_parts
from rules.catalogue import BY_KEY
from rules.match.match import replay


class Reviewing(Scene):
    """Review of one match, move by move."""

    def __init__(self, stage: Stage, saved: Saved, play_on: PlayOn) -> None:
        super().__init__(stage)
        # A match of its own, so that the one on the table is not disturbed.
        self.match = replay(saved.match.record(), BY_KEY)
        self.analysis = Analysis(self.services, self.match)
        self.walk = Walk(self.match, self.analysis, saved.match.ply)
        self.ways = WaysOn(stage, saved, self.walk, self.analysis, play_on)
        self._scored = saved.scored

    def title(self) -> str:
        name = self.text.game(self.match.game.key, "short")
        return f"{self.text('play.review')} – {name} – Flipside"

    def update(self, seconds: float) -> None:
        """Analyse for a moment."""
        if self.analysis.pass_time(seconds):
            self.rearrange()
            if self.analysis.review.done:
                self.services.page.say(self._said())

    def leave(self) -> None:
        """Store the analysis and close the review."""
        self.analysis.store()
        self.stage.back()

    # -- what is shown -----------------------------------------------------------------------------

    def go(self, ply: int) -> None:
        """Show the board after `ply` plies."""
        if self.walk.go(ply):
            self.rearrange()
            self.services.page.say(self._said())

    def _said(self) -> str:
        """Return the announcement of the ply shown."""
        said, ply = self.words(), self.walk.ply
        words = [said.of_match.made(ply) + ".", said.value(ply), *said.stopped(ply)]
        if ply:
            words += said.better(ply - 1)
        return " ".join(words)

    def words(self) -> ReviewWords:
        """Return the sentences of the review."""
        phrases, award = Phrases(self.text, self.match), self.services.settings.award
        return ReviewWords(phrases, self.analysis.review, award, self._scored)

    def turn_over(self) -> None:
        """Toggle between the better move and the move made."""
        if self.walk.knows_better:
            self.walk.instead = not self.walk.instead
            self.rearrange()

    def find(self, ply: int) -> None:
        """Open the task of finding a better move than the one made after `ply` plies."""
        self.ways.find(ply, self.words)

    # -- arrangement -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Arrange the board and the panel."""
        theme, board = self.theme, self.match.board
        coordinates = self.services.settings.coordinates
        aspect = framed_aspect(board, coordinates)
        place, beside = layout.board_and_panel(
            self.size, aspect, theme.unit, self.services.page.safe_area()
        )
        self.view = BoardView(theme, board, place, coordinates)
        moment = ReviewPanelData(
            theme=theme,
            text=self.text,
            words=self.words(),
            review=self.analysis.review,
            walk=self.walk,
            ways=self.ways,
            back=self.leave,
            go=self.go,
            find=self.find,
            turn_over=self.turn_over,
        )
        self.sheets = [ReviewPanel(moment, beside).sheet]

    def parts(self) -> Iterator[Part]:
        """Yield the readout of the panel and the board."""
        yield heading(self.title().removesuffix(" – Flipside"))
        yield from sheet_parts(self.sheets)
        aids = self.services.settings.aids
        yield from self.walk.in_words(self.theme, self.words().of_match, aids)

    def _on_board(self) -> Shown:
        return self.walk.shown(self.services.settings.aids)

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
        walk = self.walk
        match key_action(REVIEW_KEYS, name):
            case "keys.step":
                self.go(walk.ply + (1 if name == "right" else -1))
            case "keys.ends":
                self.go(0 if name == "home" else len(self.match.moves))
            case "keys.swing":
                self.go(walk.next_swing(forwards=name == "down"))
            case "review.show_better":
                self.turn_over()
            case "better.find" if walk.on_swing and self.analysis.review.settled(walk.ply - 1):
                self.find(walk.ply - 1)
            case "explore.here" if self.ways.may_explore:
                self.ways.explore()
            case "album.share":
                self.ways.share()
            case "album.copy":
                self.ways.copy()
            case _:
                super().key(name)
