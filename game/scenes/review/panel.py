"""Panel of a review: graph, steps, value, best move, costliest moves, commands."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame

from game.scenes.review.graph import Graph
from game.scenes.review.review_text import ReviewWords
from game.services.text import Text
from game.services.theme import Style, Theme
from game.table.outlook import emblem
from game.ui import layout
from game.ui.pieces import piece_picture
from game.ui.rows import add_text
from game.ui.sheet import Sheet
from game.ui.widgets import Action, Button, Label, ReadoutGroup, label_height
from rules.contract.story import Piece
from rules.engine.analysis.review import Review


@dataclass(frozen=True)
class ReviewPanelData:
    """Data and callbacks of the panel."""

    theme: Theme
    text: Text
    words: ReviewWords
    review: Review
    ply: int
    """Ply shown now."""
    at_end: bool
    """Whether that is the end of a match that has ended."""
    knows_better: bool
    """Whether a better move than the last one is known."""
    instead: bool
    """Whether the better move is shown instead of the move made."""
    back: Action
    go: Callable[[int], None]
    find: Callable[[int], None]
    """Called with the ply of a mistake to be corrected."""
    turn_over: Action
    play_on: Action
    share: Action
    copy: Action


class ReviewPanel:
    """Sheet filled from the top down, which may scroll."""

    def __init__(self, moment: ReviewPanelData, place: layout.Box) -> None:
        self._moment = moment
        self._match = moment.review.match
        self._theme, self._text = moment.theme, moment.text
        self.sheet = Sheet(moment.theme, place)
        # Where the panel scrolls, nothing may touch its edges, for shadows are cut off there.
        edge = self._theme.px(8)
        self._room = pygame.Rect(edge, 0, self.sheet.width - 2 * edge, self.sheet.height)
        self._head()
        self._graph()
        self._steps()
        self._words()
        self._swings()
        self._commands()

    def _take(self, height: int) -> pygame.Rect:
        """Take a strip off the top of the room."""
        room = self._room
        taken = pygame.Rect(room.x, room.y, room.width, height)
        room.y += height + self._theme.px(8)
        return taken

    def _add_text(self, words: str, style: Style = "text", up: int = 0) -> None:
        """Add words at the top of the room, moved up by `up` pixels."""
        y = self._room.y - up
        self._room.y = add_text(self._theme, self.sheet, self._room, y, words, style)

    def _head(self) -> None:
        """Add the back button, the move, and the piece in hand if there is one."""
        theme, moment, side = self._theme, self._moment, self._theme.px(44)
        rect = self._take(side)
        self.sheet.add(
            Button(pygame.Rect(rect.x, rect.y, side, side), "back", moment.back, icon="back",
                   look="quiet", spoken=self._text("dialog.back")),
        )  # fmt: skip
        words = pygame.Rect(rect.x + side + theme.px(8), rect.y, 0, side)
        words.width = rect.right - words.x
        hand = self._hand()
        if hand is not None and words.width >= theme.px(190):
            words.width -= side + theme.px(8)
            place = pygame.Rect(rect.right - side, rect.y, side, side)
            self.sheet.add(piece_picture(theme, place, hand))
        made, to_move = moment.words.move(moment.ply), self._to_move()
        style: Style = "bold" if theme.width("bold", made) <= words.width else "small-bold"
        lines = theme.width(style, made), theme.width("small", to_move)
        if to_move and max(lines) <= words.width:
            below = words.copy()
            below.height = theme.line_height("small")
            below.bottom = words.bottom
            words.height -= below.height
            self.sheet.add(Label(below, text=to_move, style="small", paint=theme.palette.soft))
        self.sheet.add(Label(words, text=made, style=style, paint=theme.palette.ink))

    def _to_move(self) -> str:
        """Return the words for the player to move, or "" at the end."""
        moment = self._moment
        return "" if moment.at_end else moment.words.to_move(moment.ply)

    def _hand(self) -> Piece | None:
        """Return the piece beside the board that the player to move holds, if any."""
        if self._moment.at_end:
            return None
        match, position = self._match, self._match.position_at(self._moment.ply)
        counted = {tally.cell for tallies in position.tallies() for tally in tallies}
        pieces = position.pieces()
        held = (
            pieces[cell]
            for cell, owner in enumerate(match.board.owners)
            if owner == position.turn and cell not in counted
        )
        return next((piece for piece in held if piece is not None), None)

    def _graph(self) -> None:
        """Add the graph of who was ahead."""
        review, match = self._moment.review, self._match
        last = len(match.moves)
        colours, opening = match.position_at(last).colours, match.position_at(0).pieces()
        values = [review.value(ply) for ply in range(last + 1)]
        theme = self._theme
        high = max(theme.px(84), min(theme.px(180), round(self.sheet.height * 0.26)))
        self.sheet.add(Graph(
            self._take(high),
            "graph",
            lambda: None,
            heights=[None if value is None else review.height(value) for value in values],
            swings=review.mistakes(),
            now=self._moment.ply,
            emblems=(emblem(colours, opening, 0), emblem(colours, opening, 1)),
            spoken=self._text("review.graph"),
        ))  # fmt: skip

    def _steps(self) -> None:
        """Add buttons to the first, previous, next and last ply, and the ply shown."""
        theme, last, ply = self._theme, len(self._match.moves), self._moment.ply
        rect = self._take(theme.px(44))
        steps = [("first", 0), ("previous", ply - 1), None, ("next", ply + 1), ("last", last)]
        gap = theme.px(8)
        if rect.width < theme.px(5 * layout.MIN_TARGET) + 4 * gap:
            steps.remove(None)
            gap //= 2
        boxes = layout.columns((rect.x, rect.y, rect.width, rect.height), len(steps), gap)
        for box, step in zip(boxes, steps, strict=True):
            if step is None:
                words = self._text("review.position", ply=ply, of=last)
                self.sheet.add(Label(pygame.Rect(box), text=words, style="small-bold",
                                     paint=theme.palette.soft, across=0.5))  # fmt: skip
                continue
            name, there = step
            icon = {"previous": "back"}.get(name, name)
            action = self._goer(there) if 0 <= there <= last and there != ply else None
            spoken = self._text(f"review.{name}")
            self.sheet.add(Button(pygame.Rect(box), name, action, icon=icon, spoken=spoken))

    def _goer(self, ply: int) -> Callable[[], None]:
        return lambda: self._moment.go(ply)

    def _words(self) -> None:
        """Add who is ahead, the better move, and the progress of the analysis."""
        theme, text, moment = self._theme, self._text, self._moment
        self._add_text(moment.words.value(moment.ply), "bold")
        for words in moment.words.stopped(moment.ply):
            self._add_text(words, up=theme.px(4))
        for words in moment.words.better(moment.ply - 1) if moment.ply else []:
            self._add_text(words, up=theme.px(4))
        if moment.knows_better:
            key = "review.show_played" if moment.instead else "review.show_better"
            look = "chosen" if moment.instead else "plain"
            rect = self._take(theme.px(44))
            self.sheet.add(Button(rect, "better", moment.turn_over, text(key), "swap", look))
        if not moment.review.done:
            done = min(99, int(100 * moment.review.share()))
            self._add_text(text("review.working", done=done), "small")

    def _swings(self) -> None:
        """Add buttons that lead to the costliest moves and to correcting them."""
        moment, swings = self._moment, self._moment.review.mistakes()
        if not self._match.moves:
            self._add_text(self._text("review.none"), "small")
            return
        if not swings and moment.review.done:
            self._add_text(self._text("review.quiet"), "small")
        if swings:
            self._add_text(self._text("review.swings"), "bold")
        group = ReadoutGroup(self._text("review.swings"))
        for number, ply in enumerate(swings, start=1):
            look = "chosen" if moment.ply == ply + 1 else "plain"
            words, theme = moment.words.swing(number, ply), self._theme
            needed = label_height(theme, words, "bold", self._room.width - theme.px(24))
            rect = self._take(max(theme.px(44), needed + theme.px(16)))
            act = self._goer(ply + 1)
            self.sheet.add(Button(rect, f"swing{number}", act, words, look=look, group=group))
            can = moment.review.settled(ply)
            self.sheet.add(
                Button(self._take(self._theme.px(44)), f"find{number}",
                       partial(moment.find, ply) if can else None, self._text("better.find"),
                       "hint", "quiet", group=group)
            )  # fmt: skip

    def _commands(self) -> None:
        """Add the buttons for playing on, sharing and copying."""
        theme, moment, room = self._theme, self._moment, self._room
        beside = room.width >= theme.px(320)
        high, gap = theme.px(48), theme.px(8)
        half = (room.width - gap) // 2 if beside else room.width
        across = pygame.Rect(room.x, room.y, room.width, high)
        left = pygame.Rect(room.x, across.bottom + gap, half, high)
        rect = left.move(half + gap, 0) if beside else left.move(0, high + gap)
        play_on = None if moment.at_end else moment.play_on
        for place, name, key, icon, action in (
            (across, "play-on", "review.play_on", "play", play_on),
            (left, "share", "share.title", "share", moment.share),
            (rect, "copy", "play.copy", "copy", moment.copy),
        ):
            self.sheet.add(Button(place, name, action, self._text(key), icon))
        self.sheet.content = max(self.sheet.content, rect.bottom + theme.px(8))
