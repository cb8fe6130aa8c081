"""Review of a match: board after any ply, who was ahead, better moves.

The analysis runs in small steps in every frame; its results are stored and continued later.
"""

from collections.abc import Callable, Hashable, Iterator
from functools import partial

from game.board.places import framed_aspect
from game.board.shown import Shown
from game.board.view import BoardView
from game.saves.matches import Saved
from game.scenes.common.dialog import ask
from game.scenes.common.keys import REVIEW_KEYS, key_action
from game.scenes.common.scene import Scene, Stage
from game.scenes.review.analysis import Analysis
from game.scenes.review.graph import review_graph, scrub, step_buttons
from game.scenes.review.review_text import ReviewWords
from game.scenes.review.walk import Walk
from game.scenes.share.picture_giving import share_moment
from game.scenes.share.sharing import copy_match
from game.services.readout import Part, heading
from game.services.theme import Style
from game.table.outlook import can_set_up, explorable
from game.table.phrases import Phrases
from game.tasks.find_better import FindBetterTask
from game.ui import layout
from game.ui.containers import Column, Declared, Either, Row
from game.ui.pieces import piece_picture
from game.ui.readout_parts import sheet_parts
from game.ui.sheet import Sheet
from game.ui.widgets import Button, Label, ReadoutGroup, Widget
from rules.catalogue import BY_KEY
from rules.contract.position_format import write_position
from rules.contract.story import Piece
from rules.match.match import replay


class Reviewing(Scene):
    """Review of one match, move by move."""

    def __init__(self, stage: Stage, saved: Saved, play_on: Callable[[Saved], None]) -> None:
        """`play_on` opens another match; it is called after the review is closed."""
        super().__init__(stage)
        # A match of its own, so that the one on the table is not disturbed.
        self.match = replay(saved.match.record(), BY_KEY)
        self.analysis = Analysis(self.services, self.match)
        self.walk = Walk(self.match, self.analysis, saved.match.ply)
        self._seats, self._play_on = saved.seats, play_on
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
        self.analysis.store()
        task = FindBetterTask(self.analysis.review, ply, lambda: self.words().better(ply))
        self.stage.solve(task, self.text("better.title", ply=ply + 1))

    def _explore(self) -> None:
        """Open the study of the match."""
        self.analysis.store()
        self.stage.explore(Saved(self.match, self._seats), self.walk.ply)

    def _ask_play_on(self) -> None:
        """Ask whether to start a new match from here; the old one stays saved."""
        title, words = self.text("review.play_on"), self.text("review.play_on_words")
        ask(self.stage, title, words, "play", self._begin)

    def _begin(self) -> None:
        self.leave()
        self._play_on(Saved(self.match.first_plies(self.walk.ply), self._seats))

    def _set_up(self) -> None:
        """Open the editor with the position."""
        game, choices = self.match.game, self.match.choices
        text = write_position(game, choices, self.match.position_at(self.walk.ply))
        self.stage.set_up(game, choices, text or "")

    def _share(self) -> None:
        """Share a picture of the board, or the match."""
        share_moment(self.stage, self.match, self._seats, self.walk.ply)

    def _copy(self) -> None:
        """Copy the match as text."""
        copy_match(self.stage, self.match, self._seats)

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
        sheet, ply, review = Sheet(theme, beside), self.walk.ply, self.analysis.review
        steps = step_buttons(self.text, ply, len(self.match.moves), self.go)
        high = max(84, min(180, sheet.height / theme.unit * 0.26))
        graph = review_graph(self.text, review, ply, high)
        head = self._head(sheet.width)
        items = [head, graph, steps, *self._words(), *self._swings(), self._commands()]
        # Where the panel scrolls, nothing may touch its edges, for shadows are cut off there.
        self.sheets = [sheet.fill(Row([8, Column(items), 8], down=0), air=8)]

    def _head(self, width: int) -> Widget:
        """Return the back button, the move, and the piece in hand if there is one, for a panel of
        so many pixels."""
        theme = self.theme
        back = Button("back", self.leave, icon="back", look="quiet", width=44,
                      spoken=self.text("dialog.back"))  # fmt: skip
        width, hand = width - theme.px(68), self._hand()
        pictured = hand is not None and width >= theme.px(190)
        width -= theme.px(52) * pictured
        made, to_move = self.words().of_match.made(self.walk.ply), self._to_move()
        style: Style = "bold" if theme.width("bold", made) <= width else "small-bold"
        words: list[Widget] = [Label(made, style, fills=True)]
        if to_move and max(theme.width(style, made), theme.width("small", to_move)) <= width:
            words.append(Label(to_move, "small"))
        piece = [piece_picture(theme, hand, 44)] if hand is not None and pictured else []
        return Row([back, Column(words, 0, fills=True), *piece], height=44)

    def _to_move(self) -> str:
        """Return the words for the player to move, or "" at the end."""
        return "" if self.walk.at_end else self.words().to_move(self.walk.ply)

    def _hand(self) -> Piece | None:
        """Return the piece beside the board that the player to move holds, if any."""
        if self.walk.at_end:
            return None
        match, position = self.match, self.match.position_at(self.walk.ply)
        counted = {tally.cell for tallies in position.tallies() for tally in tallies}
        pieces = position.pieces()
        held = (
            pieces[cell]
            for cell, owner in enumerate(match.board.owners)
            if owner == position.turn and cell not in counted
        )
        return next((piece for piece in held if piece is not None), None)

    def _words(self) -> Declared:
        """Return who is ahead, the better move, and the progress of the analysis."""
        text, words, walk, review = self.text, self.words(), self.walk, self.analysis.review
        better = words.better(walk.ply - 1) if walk.ply else []
        told = [Label(said) for said in (*words.stopped(walk.ply), *better)]
        items: list[Widget] = [Column([Label(words.value(walk.ply), "bold"), *told], 4)]
        if walk.knows_better:
            key = "review.show_played" if walk.instead else "review.show_better"
            look = "chosen" if walk.instead else "plain"
            items.append(Button("better", self.turn_over, text(key), "swap", look))
        if not review.done:
            done = min(99, int(100 * review.share()))
            items.append(Label(text("review.working", done=done), "small"))
        return items

    def _swings(self) -> Declared:
        """Return buttons that lead to the costliest moves and to correcting them."""
        text, words, review = self.text, self.words(), self.analysis.review
        swings = review.mistakes()
        if not self.match.moves:
            return [Label(text("review.none"), "small")]
        items: list[Widget] = []
        if not swings and review.done:
            items.append(Label(text("review.quiet"), "small"))
        if swings:
            items.append(Label(text("review.swings"), "bold"))
        group = ReadoutGroup(text("review.swings"))
        for number, ply in enumerate(swings, start=1):
            look = "chosen" if self.walk.ply == ply + 1 else "plain"
            find = partial(self.find, ply) if review.settled(ply) else None
            items += [
                Button(f"swing{number}", partial(self.go, ply + 1),
                       words.swing(number, ply), look=look, grows=True, group=group),
                Button(f"find{number}", find, text("better.find"), "hint", "quiet", group=group),
            ]  # fmt: skip
        return items

    def _commands(self) -> Widget:
        """Return the buttons for playing on, exploring, setting up, sharing and copying."""
        at_end, match = self.walk.at_end, self.match
        play_on, explore, set_up, *others = (
            Button(name, action if possible else None, self.text(key), icon, height=48)
            for name, key, icon, action, possible in (
                ("play-on", "review.play_on", "play", self._ask_play_on, not at_end),
                ("explore", "explore.here", "branch", self._explore, explorable(match)),
                ("set-up", "editor.title", "board", self._set_up, can_set_up(match)),
                ("share", "share.title", "share", self._share, True),
                ("copy", "play.copy", "copy", self._copy, True),
            )
        )
        return Column([play_on, explore, set_up, Either(320, Row(others), Column(others))])

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
            case "explore.here" if explorable(self.match):
                self._explore()
            case "album.share":
                self._share()
            case "album.copy":
                self._copy()
            case _:
                super().key(name)
