"""Panel of a review: graph, steps, value, best move, costliest moves, commands."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from game.scenes.review.graph import review_graph
from game.scenes.review.review_text import ReviewWords
from game.scenes.review.walk import Walk
from game.scenes.review.ways import WaysOn
from game.services.text import Text
from game.services.theme import Style, Theme
from game.ui import layout
from game.ui.containers import Column, Declared, Either, Row
from game.ui.pieces import piece_picture
from game.ui.sheet import Sheet
from game.ui.widgets import Action, Button, Label, ReadoutGroup, Widget
from rules.contract.story import Piece
from rules.engine.analysis.review import Review


@dataclass(frozen=True)
class ReviewPanelData:
    """Data and callbacks of the panel."""

    theme: Theme
    text: Text
    words: ReviewWords
    review: Review
    walk: Walk
    ways: WaysOn
    back: Action
    go: Callable[[int], None]
    find: Callable[[int], None]
    """Called with the ply of a mistake to be corrected."""
    turn_over: Action


class ReviewPanel:
    """Sheet with everything in a column, which may scroll."""

    def __init__(self, moment: ReviewPanelData, place: layout.Box) -> None:
        self._moment = moment
        self._match = moment.review.match
        self._theme, self._text = moment.theme, moment.text
        self.sheet = Sheet(moment.theme, place)
        steps = step_buttons(self._text, moment.walk.ply, len(self._match.moves), moment.go)
        high = max(84, min(180, self.sheet.height / self._theme.unit * 0.26))
        graph = review_graph(self._text, moment.review, moment.walk.ply, high)
        items = [self._head(), graph, steps, *self._words(), *self._swings()]
        # Where the panel scrolls, nothing may touch its edges, for shadows are cut off there.
        whole = Row([8, Column([*items, self._commands()]), 8], down=0)
        self.sheet.add(*whole.lay(self._theme, self.sheet.rect))
        if self.sheet.scrolls:
            self.sheet.content += self._theme.px(8)

    def _head(self) -> Widget:
        """Return the back button, the move, and the piece in hand if there is one."""
        theme, moment = self._theme, self._moment
        back = Button("back", moment.back, icon="back", look="quiet", width=44,
                      spoken=self._text("dialog.back"))  # fmt: skip
        width, hand = self.sheet.width - theme.px(68), self._hand()
        pictured = hand is not None and width >= theme.px(190)
        width -= theme.px(52) * pictured
        made, to_move = moment.words.of_match.made(moment.walk.ply), self._to_move()
        style: Style = "bold" if theme.width("bold", made) <= width else "small-bold"
        words: list[Widget] = [Label(made, style, fills=True)]
        if to_move and max(theme.width(style, made), theme.width("small", to_move)) <= width:
            words.append(Label(to_move, "small"))
        piece = [piece_picture(theme, hand, 44)] if hand is not None and pictured else []
        return Row([back, Column(words, 0, fills=True), *piece], height=44)

    def _to_move(self) -> str:
        """Return the words for the player to move, or "" at the end."""
        moment = self._moment
        return "" if moment.walk.at_end else moment.words.to_move(moment.walk.ply)

    def _hand(self) -> Piece | None:
        """Return the piece beside the board that the player to move holds, if any."""
        if self._moment.walk.at_end:
            return None
        match, position = self._match, self._match.position_at(self._moment.walk.ply)
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
        text, moment, walk = self._text, self._moment, self._moment.walk
        better = moment.words.better(walk.ply - 1) if walk.ply else []
        told = [Label(words) for words in (*moment.words.stopped(walk.ply), *better)]
        items: list[Widget] = [Column([Label(moment.words.value(walk.ply), "bold"), *told], 4)]
        if walk.knows_better:
            key = "review.show_played" if walk.instead else "review.show_better"
            look = "chosen" if walk.instead else "plain"
            items.append(Button("better", moment.turn_over, text(key), "swap", look))
        if not moment.review.done:
            done = min(99, int(100 * moment.review.share()))
            items.append(Label(text("review.working", done=done), "small"))
        return items

    def _swings(self) -> Declared:
        """Return buttons that lead to the costliest moves and to correcting them."""
        text, moment, swings = self._text, self._moment, self._moment.review.mistakes()
        if not self._match.moves:
            return [Label(text("review.none"), "small")]
        items: list[Widget] = []
        if not swings and moment.review.done:
            items.append(Label(text("review.quiet"), "small"))
        if swings:
            items.append(Label(text("review.swings"), "bold"))
        group = ReadoutGroup(text("review.swings"))
        for number, ply in enumerate(swings, start=1):
            look = "chosen" if moment.walk.ply == ply + 1 else "plain"
            find = partial(moment.find, ply) if moment.review.settled(ply) else None
            items += [
                Button(f"swing{number}", partial(moment.go, ply + 1),
                       moment.words.swing(number, ply), look=look, grows=True, group=group),
                Button(f"find{number}", find, text("better.find"), "hint", "quiet", group=group),
            ]  # fmt: skip
        return items

    def _commands(self) -> Widget:
        """Return the buttons for playing on, exploring, setting up, sharing and copying."""
        ways, at_end = self._moment.ways, self._moment.walk.at_end
        play_on, explore, set_up, *others = (
            Button(name, action if possible else None, self._text(key), icon, height=48)
            for name, key, icon, action, possible in (
                ("play-on", "review.play_on", "play", ways.play_on, not at_end),
                ("explore", "explore.here", "branch", ways.explore, ways.may_explore),
                ("set-up", "editor.title", "board", ways.set_up, ways.may_set_up),
                ("share", "share.title", "share", ways.share, True),
                ("copy", "play.copy", "copy", ways.copy, True),
            )
        )
        return Column([play_on, explore, set_up, Either(320, Row(others), Column(others))])


def step_buttons(text: Text, ply: int, last: int, go: Callable[[int], None]) -> Widget:
    """Return buttons to the first, previous, next and last ply, and the ply shown."""

    def step(name: str, icon: str, to: int) -> Button:
        can = 0 <= to <= last and to != ply
        action = partial(go, to) if can else None
        return Button(name, action, icon=icon, spoken=text(f"review.{name}"))

    shown = Label(text("review.position", ply=ply, of=last), "small-bold", "soft", across=0.5)
    first, previous = step("first", "first", 0), step("previous", "back", ply - 1)
    following, end = step("next", "next", ply + 1), step("last", "last", last)
    return Either(
        5 * layout.MIN_TARGET + 32,
        Row([first, previous, shown, following, end]),
        Row([first, previous, following, end], 4),
    )
