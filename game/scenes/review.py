"""A match looked at again: the board after any ply, who was ahead, and what would have been better.

It thinks a little in every frame; what it found is stored, so that another day goes on from there.
"""

from collections.abc import Callable
from time import perf_counter

import pygame

from game import layout
from game.board_view import BoardView, Shown
from game.finished import album_name, review_name
from game.layers import Layers
from game.panel import Sheet
from game.review import Review
from game.saves import Saved
from game.scenes.beside import piece_picture
from game.scenes.dialog import Choice, Dialog, tell
from game.scenes.graph import Graph, emblem
from game.scenes.review_words import better_words, colour, move_words, swing_words, value_words
from game.scenes.rows import add_text
from game.scenes.says import outcome
from game.scenes.scene import Scene, Stage
from game.theme import Style
from game.timeline import still, traces
from game.widgets import Button, Label
from rules.board import Cell
from rules.catalogue import BY_KEY
from rules.match import Match, replay
from rules.notation import write
from rules.position import Piece

BUDGET = 0.01
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

    def __init__(self, stage: Stage, saved: Saved, play_on: PlayOn) -> None:
        super().__init__(stage)
        self.match = _copy(saved.match)
        self.game = self.match.game
        self.seats = saved.seats
        kept = album_name(self.services, self.match)
        self._name = f"review-{self.game.key}" if kept is None else review_name(kept)
        self.review = Review(self.match, self.services.storage.glimpse(self._name))
        self.result = self.match.result()
        self.ply = saved.match.at
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
        self._layers = Layers()

    def title(self) -> str:
        """What is looked at."""
        name = self.text.game(self.game.key, "short")
        return f"{self.text('play.review')} – {name} – Flipside"

    def result_words(self) -> str:
        """How the match ended, with the points as announced."""
        assert self.result is not None
        match, winner = self.match, self.result.winner
        position = match.position_at(len(match.moves))
        award = match.game.award if self.services.settings.award else None
        points = position.score() if award is None else award(position)
        colours = position.colours
        called = "" if winner is None else self.text(("play.first", "play.second")[winner])
        if winner is not None and colours is not None:
            called = self.text.game(match.game.key, f"colour.{colours[winner]}")
        gave_up = self.result.reason == "gave_up"
        return outcome(self.text, winner, called, None if gave_up else points) + "."

    # -- time --------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Think a little, and store what was found now and then."""
        self._age += seconds
        if self._age < OPENED or self.review.done:
            return
        if self.review.work(BUDGET, perf_counter):
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
            self.services.storage.save(self._name, self.review.written(), precious=False)

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
        words = [move_words(self, self.ply) + ".", value_words(self, self.ply)]
        if self.ply:
            words += better_words(self, self.ply - 1)
        return " ".join(words)

    def turn_over(self) -> None:
        """Show the better move in the place of the one made, or again the one made."""
        if self._better():
            self.instead = not self.instead
            self.rearrange()

    def _better(self) -> bool:
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
        match = Match(self.game, self.match.choices, self.match.seed)
        for move in self.match.moves[: self.ply]:
            match.play(move)
        self.leave()
        self._play_on(Saved(match, self.seats))

    def copy(self) -> None:
        """Put the match as text into the clipboard."""
        done = self.services.page.copy(write(self.match.record(self.seats)))
        words = self.text("play.copied" if done else "play.not_copied")
        tell(self.stage, self.text("play.copy"), words)

    # -- arrangement -------------------------------------------------------------------------------

    def arrange(self, size: tuple[int, int]) -> None:
        """Arrange everything; the board may have another size or look now."""
        if size != self.size or self._view is None or self.stage.top is not self:
            self._layers.forget()
        super().arrange(size)

    def lay_out(self) -> None:
        """The board, and one panel with everything else, which may scroll."""
        theme, board = self.theme, self.match.board
        coordinates = self.services.settings.coordinates
        frame = 0.66 if coordinates else 0.4
        aspect = (board.columns + frame) / (board.rows + frame)
        place, beside = layout.beside(self.size, aspect, theme.unit, self.services.page.safe_area())
        self._view = BoardView(theme, board, place, coordinates)
        sheet = Sheet(theme, beside)
        # Where the panel scrolls, nothing may touch its edges, for shadows are cut off there.
        edge = theme.px(8)
        room = pygame.Rect(edge, 0, sheet.width - 2 * edge, sheet.height)
        self._head(sheet, room)
        self._add_graph(sheet, room)
        self._steps(sheet, room)
        self._words(sheet, room)
        self._swings(sheet, room)
        self._commands(sheet, room)
        self.sheets = [sheet]

    def _take(self, room: pygame.Rect, height: int) -> pygame.Rect:
        """A strip at the top of the room, which is smaller then."""
        taken = pygame.Rect(room.x, room.y, room.width, height)
        room.y += height + self.theme.px(8)
        return taken

    def _head(self, sheet: Sheet, room: pygame.Rect) -> None:
        """The way back, which move this is, and the piece in hand where there is one."""
        theme, side = self.theme, self.theme.px(44)
        rect = self._take(room, side)
        sheet.add(
            Button(pygame.Rect(rect.x, rect.y, side, side), "back", self.leave, icon="back",
                   look="quiet", spoken=self.text("dialog.back")),
        )  # fmt: skip
        words = pygame.Rect(rect.x + side + theme.px(8), rect.y, 0, side)
        words.width = rect.right - words.x
        hand = self._hand()
        if hand is not None and words.width >= theme.px(190):
            words.width -= side + theme.px(8)
            place = pygame.Rect(rect.right - side, rect.y, side, side)
            sheet.add(piece_picture(theme, place, hand))
        made, to_move = move_words(self, self.ply), self._to_move()
        style: Style = "bold" if theme.width("bold", made) <= words.width else "small-bold"
        lines = theme.width(style, made), theme.width("small", to_move)
        if to_move and max(lines) <= words.width:
            below = words.copy()
            below.height = theme.line_height("small")
            below.bottom = words.bottom
            words.height -= below.height
            sheet.add(Label(below, text=to_move, style="small", paint=theme.palette.soft))
        sheet.add(Label(words, text=made, style=style, paint=theme.palette.ink))

    def _to_move(self) -> str:
        """Who moves next, or "" at the end."""
        if self.ply == len(self.match.moves) and self.result is not None:
            return ""
        turn = self.match.position_at(self.ply).turn
        return self.text("play.to_move", colour=colour(self, turn, self.ply))

    def _hand(self) -> Piece | None:
        """The piece beside the board that the mover holds, in games where he holds one."""
        match, position = self.match, self.match.position_at(self.ply)
        if self.ply == len(match.moves) and self.result is not None:
            return None
        counted = {tally.cell for tallies in position.tallies() for tally in tallies}
        pieces = position.pieces()
        held = (
            pieces[cell]
            for cell, owner in enumerate(match.board.owners)
            if owner == position.turn and cell not in counted
        )
        return next((piece for piece in held if piece is not None), None)

    def _add_graph(self, sheet: Sheet, room: pygame.Rect) -> None:
        review, match = self.review, self.match
        last = len(match.moves)
        values = [review.value(ply) for ply in range(last + 1)]
        high = max(self.theme.px(84), min(self.theme.px(180), round(sheet.height * 0.26)))
        self._graph = Graph(
            self._take(room, high),
            "graph",
            lambda: None,
            heights=[None if value is None else review.height(value) for value in values],
            swings=review.swings(),
            now=self.ply,
            emblems=(emblem(match, 0, last), emblem(match, 1, last)),
            spoken=self.text("review.graph"),
        )
        sheet.add(self._graph)

    def _steps(self, sheet: Sheet, room: pygame.Rect) -> None:
        """To the first and the last moment, one ply back and on, and where that is."""
        last, ply = len(self.match.moves), self.ply
        rect = self._take(room, self.theme.px(44))
        steps = [("first", 0), ("previous", ply - 1), None, ("next", ply + 1), ("last", last)]
        gap = self.theme.px(8)
        if rect.width < self.theme.px(5 * layout.TARGET) + 4 * gap:
            steps.remove(None)
            gap //= 2
        boxes = layout.columns((rect.x, rect.y, rect.width, rect.height), len(steps), gap)
        for box, step in zip(boxes, steps, strict=True):
            if step is None:
                words = self.text("review.position", ply=ply, of=last)
                sheet.add(Label(pygame.Rect(box), text=words, style="small-bold",
                                paint=self.theme.palette.soft, across=0.5))  # fmt: skip
                continue
            name, there = step
            icon = {"previous": "back"}.get(name, name)
            action = self._goer(there) if 0 <= there <= last and there != ply else None
            spoken = self.text(f"review.{name}")
            sheet.add(Button(pygame.Rect(box), name, action, icon=icon, spoken=spoken))

    def _goer(self, ply: int) -> Callable[[], None]:
        return lambda: self.go(ply)

    def _words(self, sheet: Sheet, room: pygame.Rect) -> None:
        """Who is ahead, what would have been better, and how far the work has come."""
        theme, text = self.theme, self.text
        room.y = add_text(theme, sheet, room, room.y, value_words(self, self.ply), "bold")
        for words in better_words(self, self.ply - 1) if self.ply else []:
            room.y = add_text(theme, sheet, room, room.y - theme.px(4), words)
        if self._better():
            key = "review.show_played" if self.instead else "review.show_better"
            rect = self._take(room, theme.px(44))
            look = "chosen" if self.instead else "plain"
            sheet.add(Button(rect, "better", self.turn_over, text(key), "swap", look))
        if not self.review.done:
            words = text("review.working", done=min(99, int(100 * self.review.share())))
            room.y = add_text(theme, sheet, room, room.y, words, "small")

    def _swings(self, sheet: Sheet, room: pygame.Rect) -> None:
        """The moves that cost most, each a button that leads there."""
        theme, swings = self.theme, self.review.swings()
        if not self.match.moves:
            room.y = add_text(theme, sheet, room, room.y, self.text("review.none"), "small")
            return
        if not swings and self.review.done:
            room.y = add_text(theme, sheet, room, room.y, self.text("review.quiet"), "small")
        if swings:
            room.y = add_text(theme, sheet, room, room.y, self.text("review.swings"), "bold")
        for number, ply in enumerate(swings, start=1):
            look = "chosen" if self.ply == ply + 1 else "plain"
            sheet.add(
                Button(self._take(room, theme.px(44)), f"swing{number}", self._goer(ply + 1),
                       swing_words(self, number, ply), look=look)
            )  # fmt: skip

    def _commands(self, sheet: Sheet, room: pygame.Rect) -> None:
        """Play on from here, and the match as text."""
        over = self.ply == len(self.match.moves) and self.result is not None
        commands = (
            ("play-on", "review.play_on", "play", None if over else self.play_on),
            ("copy", "play.copy", "copy", self.copy),
        )
        beside = room.width >= self.theme.px(320)
        width = (room.width - self.theme.px(8)) // 2 if beside else room.width
        x, high = room.x, self.theme.px(48)
        for name, key, icon, action in commands:
            rect = pygame.Rect(x, room.y, width, high)
            sheet.add(Button(rect, name, action, self.text(key), icon))
            if beside:
                x += width + self.theme.px(8)
            else:
                room.y += high + self.theme.px(8)
        sheet.content = max(sheet.content, rect.bottom + self.theme.px(8))

    # -- pointer and keyboard ----------------------------------------------------------------------

    def tap(self, at: tuple[int, int]) -> None:
        """A tap on the graph goes to the nearest ply."""
        if self.target_at(at) == "graph":
            self._scrub(at)
        else:
            super().tap(at)

    def drag(self, at: tuple[int, int], by: tuple[int, int]) -> bool:
        """A finger on the graph goes from ply to ply; elsewhere the panel scrolls."""
        if self.pressed == "graph":
            self._scrub(at)
            return True
        return super().drag(at, by)

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
        elif name == "ctrl c":
            self.copy()
        else:
            super().key(name)

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """The table with the board, then the panel."""
        view, shown = self._view, self._shown()
        assert view is not None
        self._layers.draw(
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
        match, aids = self.match, self.services.settings.aids
        position = match.position_at(self.ply)
        last: tuple[Cell, ...] = ()
        changed: tuple[Cell, ...] = ()
        if self.ply:
            before, move = match.position_at(self.ply - 1), match.moves[self.ply - 1]
            if self.instead and self._better():
                move = self.review.moments[self.ply - 1].best
                position = before.play(move)
            last, changed = traces(match.board, before, move)
        marks = tuple(mark for mark in position.marks(()) if aids or not mark.aid)
        return Shown(
            resting=still(position.pieces()), last=last, changed=changed if aids else (),
            marks=marks,
        )  # fmt: skip


def _copy(match: Match) -> Match:
    """The same match, to be looked at without disturbing the one on the table."""
    return replay(match.record(), BY_KEY)
