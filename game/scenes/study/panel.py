"""The panel of a study: evaluation, branches, the review of its match, moves, commands."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from flipside.game.scenes.play.panel_parts import PanelData, cells_beside, extra_room, move_buttons
from flipside.game.scenes.study.graph import review_graph, step_buttons
from flipside.game.scenes.study.review_text import ReviewText
from flipside.game.scenes.study.study_match import StudyMatch
from flipside.game.ui import layout
from flipside.game.ui.containers import Column, Grid, Row, WidgetList, Wrap
from flipside.game.ui.page_widgets import padded
from flipside.game.ui.panel_widgets import piece_picture
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import FIT, Action, Button, Label, ReadoutGroup, Widget
from flipside.rules.contract.position import Move

_BESIDE_HEIGHT = 44
"""CSS pixels of the height of a player's cells beside the board."""

_NARROW_STEPS = 268
"""A panel that is less wide than this, in CSS pixels, does not show the ply between the buttons."""

_LEAST_LIST_HEIGHT = 96
"""With at least this height, in CSS pixels, the list of moves scrolls separately."""


@dataclass(frozen=True)
class StudyWays:
    """Actions of buttons that are not commands."""

    back: Action
    goto_ply: Callable[[int], None]
    """Shows the match at a ply."""
    finder: Callable[[int], Action | None]
    """Returns the action to find a better move; None before the review of the move is final."""
    follow: Callable[[Move], None]
    """Makes the first move of a branch."""


class StudyPanel:
    """Makes the sheets beside the board."""

    def __init__(self, data: PanelData, study_match: StudyMatch, ways: StudyWays) -> None:
        """Make a panel; `data` is as for a match."""
        self._panel, self._ways, self._instead = data, ways, study_match.instead
        self._study, self._common_plies = study_match.study, study_match.common_plies
        self._review_words = study_match.review_text
        self._phrases = study_match.live_match.match_text
        self._theme, self._text = data.theme, data.text

    def layout(self, place: layout.Box, sentences: Sequence[str]) -> list[Sheet]:
        """Return the sheets; `sentences` begin with the most important."""
        data, theme, whole = self._panel, self._theme, Sheet(self._theme, place)
        beside: list[Sheet] = []
        if extra_room(data):
            beside, whole = self._beside(whole)
        at = data.match_view.at
        assert data.goto_ply is not None
        narrow = whole.width < theme.px(_NARROW_STEPS)
        steps = step_buttons(self._text, at, len(data.moves), data.goto_ply, narrow)
        top: WidgetList = [self._head(), steps, *self._evaluation(sentences), *self._branches()]
        moves: WidgetList = []
        if data.moves:
            forks = self._study.forks()
            moves = [move_buttons(theme, self._text, data.moves, at, data.goto_ply, forks)]
        if self._review_words is not None:
            high = max(84, min(180, whole.height / theme.unit * 0.26))
            review, now = self._review_words.review, min(at, self._common_plies)
            mistakes = review.mistakes()
            graph = review_graph(self._text, review, mistakes, now, high)
            top = [top[0], graph, *top[1:], *self._mistakes(self._review_words, mistakes)]
        else:
            gap, low = theme.px(8), padded([self._commands()])
            high = padded(top).height_for(theme, whole.width)
            below = low.height_for(theme, whole.width)
            left = whole.height - high - below - 2 * gap
            if moves and left >= theme.px(_LEAST_LIST_HEIGHT):
                above, _, middle, _, foot = whole.split([high, gap, left, gap, below])
                top_, list_ = padded(top), padded(moves)
                return [*beside, above.fill(top_), middle.fill(list_), foot.fill(low)]
        return [*beside, whole.fill(padded([*top, self._commands(), *moves]), air=8)]

    def _beside(self, whole: Sheet) -> tuple[list[Sheet], Sheet]:
        """Return a sheet with both players' cells beside the board, and a sheet for the rest."""
        high, gap = self._theme.px(_BESIDE_HEIGHT), self._theme.px(8)
        first = 2 * high + gap
        sheet, _, rest = whole.split([first, gap, whole.height - first - gap])
        width = whole.width - 2 * gap
        both = [
            Column([cells_beside(self._panel, player, width, high)], height=_BESIDE_HEIGHT)
            for player in (0, 1)
        ]
        return [sheet.fill(padded(both))], rest

    def _head(self) -> Widget:
        """Return the "back" button, the last move, the player to move, and the points."""
        theme, match_view = self._theme, self._panel.match_view
        back = Button("back", self._ways.back, icon="back", look="quiet", width=44,
                      accessible_name=self._text("dialog.back"))  # fmt: skip
        words = [Label(self._phrases.ply_sentence(match_view.at), "small-bold")]
        if not match_view.over:
            turn = match_view.called(match_view.turn)
            words.append(Label(self._text("play.to_move", colour=turn), "small"))
        points: list[Widget] = []
        for player in (0, 1) if match_view.score is not None else ():
            piece, number = match_view.emblems[player], str((match_view.score or (0, 0))[player])
            wide = theme.width("small-bold", "00") / theme.unit + 2
            label = Label(number, "small-bold", width=wide, align_x=1.0)
            emblem = [piece_picture(theme, piece, 20)] if piece is not None else []
            points.append(Row([*emblem, label], 4, width=FIT))
        column = Column(words, 0, fills=True)
        return Row([back, column, *([Column(points, 2, width=FIT)] if points else [])], height=44)

    def _evaluation(self, sentences: Sequence[str]) -> WidgetList:
        first, *others = sentences or ("",)
        labels = [Label(first, "bold"), *(Label(sentence, "small") for sentence in others)]
        return [Column(labels, 4)] if first else []

    def _branches(self) -> WidgetList:
        """Return buttons for the branches at this ply, if there are several."""
        match, branches = self._phrases.match, self._study.branches()
        if len(branches) < 2:
            return []
        next_moves = match.moves[match.ply : match.ply + 1]
        entries = [self._phrases.in_list(match.position, move) for move in branches]
        group = ReadoutGroup(self._text("explore.branches"))
        buttons = [
            Button(f"branch{place}", partial(self._ways.follow, branches[place]), move.short,
                   look="chosen" if [branches[place]] == next_moves else "plain",
                   accessible_name=move.words,
                   emblem=move.piece, group=group)
            for place, move in enumerate(entries)
        ]  # fmt: skip
        label = Label(self._text("explore.branches"), "small", width=FIT)
        return [Row([label, Wrap(buttons)])]

    def _mistakes(self, review_words: ReviewText, plies: Sequence[int]) -> WidgetList:
        """Return a button for the better move, and two for each mistake: show it, correct it."""
        text, ways, at = self._text, self._ways, self._panel.match_view.at
        items: list[Widget] = []
        if self._panel.commands.is_possible("better"):
            words = text("review.show_played" if self._instead else "review.show_better")
            look = "chosen" if self._instead else "plain"
            items.append(self._panel.commands.button("better", text=words, look=look))
        group = ReadoutGroup(text("review.swings"))
        if plies:
            items.append(Label(group.words, "bold"))
        elif review_words.review.done:
            items.append(Label(text("review.quiet"), "small"))
        for number, ply in enumerate(plies, start=1):
            look = "chosen" if at == ply + 1 else "plain"
            items += [
                Button(f"swing{number}", partial(ways.goto_ply, ply + 1), review_words.swing(ply),
                       look=look, grows=True, group=group),
                Button(f"find{number}", ways.finder(ply), text("better.find"), "hint",
                       "quiet", why="" if ways.finder(ply) else text("why.find"), group=group),
            ]  # fmt: skip
        return items

    def _commands(self) -> Widget:
        buttons = self._panel.commands.buttons("panel", stacked=True, grows=True, height=52)
        return Grid(buttons, least=96, even=True)
