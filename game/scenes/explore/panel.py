"""Panel of a study: the moves of its line, its branches here, what is known, commands."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from game.scenes.play.beside import add_beside, extra_room
from game.scenes.play.data import PanelData
from game.scenes.play.moves import move_buttons
from game.scenes.review.graph import review_graph, step_buttons
from game.table.phrases import Phrases
from game.ui import layout
from game.ui.containers import Column, Declared, Either, Grid, Row, Wrap
from game.ui.pieces import piece_picture
from game.ui.room import Room
from game.ui.sheet import Sheet
from game.ui.widgets import FIT, Action, Button, Label, ReadoutGroup, Widget
from rules.engine.analysis.review import Review
from rules.match.study import Study

_BESIDE_HEIGHT = 44
"""CSS pixels of a player's cells beside the board."""

_LEAST_LIST_HEIGHT = 96
"""CSS pixels from which on the list of moves scrolls on its own."""


_GRAPH_HEIGHT = 84
"""CSS pixels of a review's graph."""


class StudyCommand(NamedTuple):
    """A command of a study."""

    name: str
    words: str
    """Text key of its button."""
    icon: str
    told: str = ""
    """Text key in the list of keys, if another one."""


COMMANDS = (
    StudyCommand("hint", "play.hint", "hint", "keys.hint"),
    StudyCommand("promote", "explore.promote", "up"),
    StudyCommand("delete", "explore.delete", "bin"),
    StudyCommand("play-on", "explore.play_on", "play"),
    StudyCommand("share", "share.title", "share"),
    StudyCommand("copy", "play.copy", "copy"),
)


class ExplorePanel:
    """Sheets of everything beside the board, which may scroll."""

    def __init__(
        self,
        data: PanelData,
        words: Phrases,
        study: Study,
        commands: Mapping[str, Action | None],
        branch: Callable[[int], None],
    ) -> None:
        """`data` is as in a match; `words`: of the match of the `study`; `commands`: by name what
        they do, None if they are not possible now; `branch` is called with the place of one."""
        self._panel, self._phrases, self._study = data, words, study
        self._actions, self._branch = commands, branch
        self._theme, self._text = data.theme, data.text

    def lay_out(
        self, place: layout.Box, leave: Action, known: Sequence[str], review: Review | None
    ) -> list[Sheet]:
        """Return the sheets with what is `known`, the most important first, and the graph of a
        review of the line."""
        data, theme, whole = self._panel, self._theme, Sheet(self._theme, place)
        beside: list[Sheet] = []
        if extra_room(data):
            beside, whole = self._beside(whole)
        outlook, forks = data.outlook, self._study.forks()
        assert data.go is not None
        steps = step_buttons(self._text, outlook.at, len(data.moves), data.go)
        top: Declared = [self._head(leave), steps, *self._known(known), *self._branches()]
        high = self._padded(top).height_for(theme, whole.width)
        gap, low = theme.px(8), self._padded([self._commands()])
        below = low.height_for(theme, whole.width)
        left = whole.height - high - below - 2 * gap
        graph: list[Widget] = []
        if review is not None:
            graph = [review_graph(self._text, review, outlook.at, _GRAPH_HEIGHT)]
        more = theme.px(_GRAPH_HEIGHT + 8) if graph else 0
        if graph and left - more >= theme.px(_LEAST_LIST_HEIGHT):
            top, left, high, graph = [*top, *graph], left - more, high + more, []
        moves: Declared = []
        if data.moves:
            moves = [move_buttons(theme, self._text, data.moves, outlook.at, data.go, forks)]
        if moves and left >= theme.px(_LEAST_LIST_HEIGHT):
            above, _, listed, _, foot = whole.parts([high, gap, left, gap, below])
            parts = above.fill(self._padded(top)), listed.fill(self._padded(moves)), foot.fill(low)
            return [*beside, *parts]
        content = self._padded([*top, self._commands(), *graph, *moves])
        return [*beside, whole.fill(content, air=8)]

    def _padded(self, items: Declared) -> Widget:
        """Return a column that leaves room for shadows where its sheet scrolls."""
        return Row([8, Column(items), 8], down=0)

    def _beside(self, whole: Sheet) -> tuple[list[Sheet], Sheet]:
        """Divide a sheet into one with both players' cells beside the board, and the rest."""
        high, gap = self._theme.px(_BESIDE_HEIGHT), self._theme.px(8)
        first = 2 * high + gap
        sheet, _, rest = whole.parts([first, gap, whole.height - first - gap])
        for player in (0, 1):
            free = pygame.Rect(gap, player * (high + gap), whole.width - 2 * gap, high)
            add_beside(self._panel, Room(sheet, free), player)
        return [sheet], rest

    def _head(self, leave: Action) -> Widget:
        """Return the back button, the last move, who is to move, and the points."""
        theme, outlook = self._theme, self._panel.outlook
        back = Button("back", leave, icon="back", look="quiet", width=44,
                      spoken=self._text("dialog.back"))  # fmt: skip
        words = [Label(self._phrases.made(outlook.at), "small-bold")]
        if not outlook.over:
            turn = outlook.called(outlook.turn)
            words.append(Label(self._text("play.to_move", colour=turn), "small"))
        points: list[Widget] = []
        for player in (0, 1) if outlook.score is not None else ():
            piece, number = outlook.emblem(player), str((outlook.score or (0, 0))[player])
            wide = theme.width("small-bold", "00") / theme.unit + 2
            label = Label(number, "small-bold", width=wide, across=1.0)
            pictured = [piece_picture(theme, piece, 20)] if piece is not None else []
            points.append(Row([*pictured, label], 4, width=FIT))
        said = Column(words, 0, fills=True)
        return Row([back, said, *([Column(points, 2, width=FIT)] if points else [])], height=44)

    def _known(self, known: Sequence[str]) -> Declared:
        """Return what is known of the position."""
        first, *others = known or ("",)
        told = [Label(first, "bold"), *(Label(said, "small") for said in others)]
        return [Column(told, 4)] if first else []

    def _branches(self) -> Declared:
        """Return buttons that lead into the branches here, if there are several."""
        match, branches = self._phrases.match, self._study.branches()
        if len(branches) < 2:
            return []
        followed = match.moves[match.ply : match.ply + 1]
        listed = [self._phrases.in_list(match.position, move) for move in branches]
        group = ReadoutGroup(self._text("explore.branches"))
        buttons = [
            Button(f"branch{place}", partial(self._branch, place), move.short,
                   look="chosen" if [branches[place]] == followed else "plain", spoken=move.words,
                   emblem=move.piece, group=group)
            for place, move in enumerate(listed)
        ]  # fmt: skip
        label = Label(self._text("explore.branches"), "small", width=FIT)
        return [Row([label, Wrap(buttons)])]

    def _commands(self) -> Widget:
        """Return the buttons of the commands."""
        buttons = [
            Button(one.name, self._actions[one.name], self._text(one.words), one.icon,
                   stacked=True, grows=True, height=52)
            for one in COMMANDS
        ]  # fmt: skip
        return Either(
            560, Grid(buttons, len(COMMANDS)), Either(300, Grid(buttons, 3), Grid(buttons, 2))
        )
