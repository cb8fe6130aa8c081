"""The panel of a study: evaluation, graph, branches, the review of its match, moves, commands.

The upper half of the graph is for player 0 and the lower half for player 1, so that players need
not distinguish colours.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from flipside.game.drawing import draw, faces
from flipside.game.live_match.match_view import emblems
from flipside.game.saves.accuracy import person_of
from flipside.game.scenes.play.panel_parts import PanelData, cells_beside, extra_room, move_buttons
from flipside.game.scenes.study.review_text import ReviewText
from flipside.game.scenes.study.study_match import StudyMatch
from flipside.game.services.texts import Texts
from flipside.game.services.theme import Theme, mixed
from flipside.game.ui import layout, widgets
from flipside.game.ui.containers import Column, Grid, Row, Space, WidgetList, Wrap
from flipside.game.ui.page_widgets import padded
from flipside.game.ui.panel_widgets import piece_picture
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import FIT, Button, Label, Widget
from flipside.rules.contract.position import Move
from flipside.rules.contract.story import Piece
from flipside.rules.engine.analysis.review import Review

_FLAG_RADIUS = 9
"""The radius of a numbered mark on the graph, in CSS pixels."""


@dataclass
class Graph(Widget):
    """The graph of scores by ply: 1 is a certain win of player 0, -1 a certain win of player 1."""

    heights: Sequence[float | None] = ()
    """The score after each ply; None while it is unknown."""
    swings: Sequence[int] = ()
    """The plies of the mistakes, which have numbered marks."""
    now: int = 0
    emblems: tuple[Piece | None, Piece | None] = (None, None)
    words: str = ""

    def place(self, theme: Theme) -> pygame.Rect:
        """Return the area of the line, on the sheet."""
        left, edge = theme.px(32), theme.px(12)
        return pygame.Rect(
            self.rect.x + left, self.rect.y + edge,
            self.rect.width - left - edge, self.rect.height - 2 * edge,
        )  # fmt: skip

    def ply_at(self, theme: Theme, x: int) -> int:
        """Return the ply nearest to `x`, in pixels of the sheet."""
        place, last = self.place(theme), len(self.heights) - 1
        return max(0, min(last, round((x - place.x) / max(1, place.width) * last)))

    def flags(self, theme: Theme) -> list[tuple[int, int]]:
        """Return the centres of the numbered marks near the line, without overlaps if possible."""
        place, apart = self.place(theme), 2 * theme.px(_FLAG_RADIUS) + theme.px(2)
        centres: list[tuple[int, int]] = []
        for ply in self.swings:
            after = self.heights[ply + 1] if ply + 1 < len(self.heights) else None
            x, y = self._point(place, ply + 1, after or 0.0)
            y += theme.px(16) if y < place.centery else -theme.px(16)
            beside = [other + side for other, _ in centres for side in (-apart, apart)]
            free = (
                (across, y)
                for across in sorted([x, *beside], key=lambda across: abs(across - x))
                if place.x <= across <= place.right
                and all(math.dist((across, y), other) >= apart for other in centres)
            )
            centres.append(next(free, (x, y)))
        return centres

    def draw(self, theme: Theme, surface: pygame.Surface, state: widgets.WidgetState) -> None:
        """Draw the graph."""
        palette = theme.palette
        ground = mixed(palette.card, palette.background, 0.6)
        draw.box(theme, surface, self.rect, ground, theme.px(8), palette.line, theme.rim)
        self._emblems(theme, surface)
        place = self.place(theme)
        thin, middle = max(1, theme.px(1)), place.centery
        shade, stretches = mixed(palette.card, palette.soft, 0.45), self._stretches(place)
        for line in stretches:
            ends = (line[-1][0], middle), (line[0][0], middle)
            pygame.draw.polygon(surface, shade, [*line, *ends])
        pygame.draw.line(surface, palette.soft, place.midleft, place.midright, thin)
        here = self._point(place, self.now, 0.0)
        pygame.draw.line(surface, palette.accent, (here[0], place.top), (here[0], place.bottom),
                         max(2, theme.px(2)))  # fmt: skip
        for line in stretches:
            pygame.draw.lines(surface, palette.ink, False, line, max(2, theme.px(2)))
        point = self._point(place, self.now, self.heights[self.now] or 0.0)
        pygame.draw.aacircle(surface, palette.accent, point, theme.px(5))
        pygame.draw.aacircle(surface, ground, point, theme.px(2))
        for number, at in enumerate(self.flags(theme), start=1):
            self._flag(theme, surface, number, at)
        if state.focused:
            widgets.focus_ring(theme, surface, self.rect, theme.px(8))

    def _point(self, place: pygame.Rect, ply: int, height: float) -> tuple[int, int]:
        last = max(1, len(self.heights) - 1)
        half = place.height / 2
        return round(place.x + place.width * ply / last), round(place.centery - height * half)

    def _stretches(self, place: pygame.Rect) -> list[list[tuple[int, int]]]:
        """Return the parts of the line without unknown scores; each has at least two points."""
        stretches: list[list[tuple[int, int]]] = [[]]
        for ply, height in enumerate(self.heights):
            if height is not None:
                stretches[-1].append(self._point(place, ply, height))
            elif stretches[-1]:
                stretches.append([])
        return [stretch for stretch in stretches if len(stretch) > 1]

    def _emblems(self, theme: Theme, surface: pygame.Surface) -> None:
        """Draw a piece of each player to the left of the player's half."""
        side = theme.px(20)
        for player, piece in enumerate(self.emblems):
            rect = pygame.Rect(self.rect.x + theme.px(6), 0, side, side)
            rect.centery = self.rect.y + round(self.rect.height * (0.25, 0.75)[player])
            if piece is not None:
                surface.blit(faces.face_image(theme, piece, side), rect)
            else:
                draw.label(theme, surface, [str(player + 1)], "small-bold", theme.palette.ink, rect,
                          across=0.5)  # fmt: skip

    def _flag(
        self, theme: Theme, surface: pygame.Surface, number: int, at: tuple[int, int]
    ) -> None:
        palette, radius = theme.palette, theme.px(_FLAG_RADIUS)
        pygame.draw.aacircle(surface, palette.ink, at, radius)
        rect = pygame.Rect(at[0] - radius, at[1] - radius, 2 * radius, 2 * radius)
        draw.label(theme, surface, [str(number)], "small-bold", palette.card, rect, across=0.5)


def review_graph(
    text: Texts, review: Review, mistakes: Sequence[int], ply: int, height: float
) -> Graph:
    """Return the graph of a review at `ply`; `height` is in CSS pixels."""
    match, last = review.match, len(review.match.moves)
    colours, opening = match.position_at(last).colours, match.position_at(0).pieces()
    values = [(review.value_at(ply), review.certain_at(ply)) for ply in range(last + 1)]
    return Graph(
        heights=[None if value is None else review.height(value, sure) for value, sure in values],
        swings=mistakes,
        now=ply,
        emblems=emblems(colours, opening),
        words=text("review.graph"),
        name="graph",
        action=lambda: None,
        height=height,
    )


def scrub(sheets: Sequence[Sheet], at: tuple[int, int], go: Callable[[int], None]) -> None:
    """Call `go` with the ply of the graph at `at`, a point in the window."""
    for sheet in sheets:
        graph = sheet.named("graph")
        if isinstance(graph, Graph):
            go(graph.ply_at(sheet.theme, sheet.to_sheet(at)[0]))
            return


def step_buttons(
    text: Texts, ply: int, last: int, go: Callable[[int], None], narrow: bool
) -> Widget:
    """Return buttons to go to other plies, with the ply between them unless `narrow`."""

    def step(name: str, icon: str, to: int) -> Button:
        can = 0 <= to <= last and to != ply
        action = partial(go, to) if can else None
        why = "" if can else text("why.first" if name in ("first", "previous") else "why.last")
        return Button(name, action, icon=icon, accessible_name=text(f"review.{name}"), why=why)

    position = Label(text("review.position", ply=ply, of=last), "small-bold", "soft", align_x=0.5)
    first, previous = step("first", "first", 0), step("previous", "back", ply - 1)
    following, end = step("next", "next", ply + 1), step("last", "last", last)
    if narrow:
        return Row([first, previous, following, end], 4)
    return Row([first, previous, position, following, end])


_BESIDE_HEIGHT = 44
"""CSS pixels of the height of a player's cells beside the board."""

_NARROW_STEPS = 268
"""A panel that is less wide than this, in CSS pixels, does not show the ply between the buttons."""

_LEAST_LIST_HEIGHT = 96
"""With at least this height, in CSS pixels, the list of moves scrolls separately."""


@dataclass(frozen=True)
class StudyWays:
    """Actions of buttons that are not commands."""

    back: widgets.Action
    goto_ply: Callable[[int], None]
    finder: Callable[[int], widgets.Action | None]
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
        self._judgements = study_match.judgements()
        self._person = person_of(study_match.seats)
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
        top: WidgetList = [
            self._head(narrow),
            steps,
            *self._evaluation(sentences),
            *self._branches(),
        ]
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

    def _head(self, narrow: bool) -> Widget:
        """Return "back" and the menu, the last move, the player to move, and the points."""
        theme, match_view = self._theme, self._panel.match_view
        back = Button("back", self._ways.back, icon="back", look="quiet", width=44,
                      accessible_name=self._text("dialog.back"))  # fmt: skip
        menu = self._panel.commands.icon_button("menu", look="quiet", width=44)
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
        above = [Space()] if narrow else [Column(words, 0, fills=True)]
        row = Row([back, menu, *above, *([Column(points, 2, width=FIT)] if points else [])],
                  height=44)  # fmt: skip
        return Column([row, Column(words, 0)], 4) if narrow else row

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
        group = widgets.ReadoutGroup(self._text("explore.branches"))
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
        """Return a button for the better move, the judgement, and two buttons for each mistake."""
        text, ways, at = self._text, self._ways, self._panel.match_view.at
        items: list[Widget] = []
        if self._panel.commands.is_possible("better"):
            words = text("review.show_played" if self._instead else "review.show_better")
            look = "chosen" if self._instead else "plain"
            items.append(self._panel.commands.button("better", text=words, look=look))
        judgements = [Label(sentence, "small") for sentence in self._judgements]
        items += [Column(judgements, 4)] if judgements else []
        for player in sorted((0, 1), key=lambda player: player != self._person):
            own = review_words.review.mistakes([player])
            name = review_words.match_text.player(player, len(review_words.review.match.moves))
            is_person = player == self._person
            words = text("review.own_swings" if is_person else "review.swings", player=name)
            group = widgets.ReadoutGroup(words)
            items += [Label(words, "bold")] if own else []
            for ply in own:
                number, look = plies.index(ply) + 1, "chosen" if at == ply + 1 else "plain"
                items += [
                    Button(f"swing{number}", partial(ways.goto_ply, ply + 1),
                           review_words.swing(ply), look=look, grows=True, group=group),
                    Button(f"find{number}", ways.finder(ply), text("better.find"), "hint",
                           "quiet", why="" if ways.finder(ply) else text("why.find"), group=group),
                ]  # fmt: skip
        return items

    def _commands(self) -> Widget:
        buttons = self._panel.commands.buttons("panel", stacked=True, grows=True, height=52)
        return Grid(buttons, least=96, even=True)
