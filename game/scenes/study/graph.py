"""The graph of a match: who was ahead after each ply.

The upper half is for player 0 and the lower half for player 1, so that players need not distinguish
colours.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from flipside.game.drawing import draw, faces
from flipside.game.live_match.match_view import emblems
from flipside.game.services.texts import Texts
from flipside.game.services.theme import Theme, mixed
from flipside.game.ui.containers import Row
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import Button, Label, Widget, WidgetState, focus_ring
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

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
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
            focus_ring(theme, surface, self.rect, theme.px(8))

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
    values = [review.value_at(ply) for ply in range(last + 1)]
    return Graph(
        heights=[None if value is None else review.height(value) for value in values],
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
