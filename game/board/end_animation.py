"""What the board shows after the last move of a match. Knows no pygame and no single game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from flipside.rules.contract.board import Board, Cell
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Position
from flipside.rules.contract.story import Pieces, Story, reversed_story

_RISE_SECONDS, _FADE_SECONDS = 0.12, 0.7
"""Seconds in which a cell lights up, and in which its light fades."""

_STEP_SECONDS, _SPREAD_SECONDS = 0.09, 1.15
"""Seconds from a cell to the next one, and from the first to the last at most."""


@dataclass(frozen=True)
class EndAnimation:
    """Pieces that are laid out to be counted, and then cells that light up one after the other."""

    pieces: Pieces = ()
    story: Story = ()
    """Lays the pieces out and puts them back."""
    order: Mapping[Cell, int] = field(default_factory=dict)
    """When each cell lights up: 0 is first."""

    @property
    def _step(self) -> float:
        return min(_STEP_SECONDS, _SPREAD_SECONDS / max([1, *self.order.values()]))

    @property
    def seconds(self) -> float:
        """How long the cells light up."""
        if not self.order:
            return 0.0
        return max(self.order.values()) * self._step + _RISE_SECONDS + _FADE_SECONDS

    def lit(self, seconds: float) -> dict[Cell, float]:
        """Return how bright the cells are after that time, 0 to 1, without those that are dark."""
        found = {}
        for cell, number in self.order.items():
            since = seconds - number * self._step
            light = min(since / _RISE_SECONDS, 1 - (since - _RISE_SECONDS) / _FADE_SECONDS)
            if light > 0:
                found[cell] = light
        return found


def end_animation(
    game: AnyGame, position: Position, board: Board, last: Iterable[Cell]
) -> EndAnimation:
    """Return what is shown at the end of a match by its own rules. The cells of the `last` move
    light up first."""
    result = position.result()
    if result is None:  # somebody resigned or ran out of time, or the cap ended the match
        return EndAnimation()
    counted = game.counted(position)
    story = (*counted, *reversed_story(counted))
    marks = [mark.cells for mark in position.marks(()) if mark.kind in ("line", "island")]
    if not marks and result.winner is not None:
        colour = (position.colours or ("", ""))[result.winner]
        goals = [mark for mark in position.marks(()) if mark.kind == "goal"]
        marks = [mark.cells for mark in goals if mark.colour == colour]
    order: dict[Cell, int] = {}
    for cells in marks:
        start = next((cell for cell in last if cell in cells), cells[0])
        for cell in cells:
            order[cell] = min(order.get(cell, len(cells)), board.distance(start, cell))
    return EndAnimation(position.pieces(), story, order)
