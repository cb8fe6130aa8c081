"""Everything a board shows at one moment, as plain data: drawing it needs no rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flipside.game.drawing.faces import Sprite
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Mark, Move


@dataclass(frozen=True)
class Lead:
    """The lead of a player, for a bar along the board's frame."""

    share: float
    """The near player's part of the bar, 0 to 1."""
    near: str | None
    """The near player's colour, None while not chosen."""
    far: str | None
    upright: bool
    """The panels stand above and below the board, and so does the bar."""


@dataclass(frozen=True)
class Notes:
    """Everything noted on a board at one moment."""

    values: Mapping[Cell, str] = field(default_factory=dict)
    """What a tap there is worth, in a few letters."""
    best: frozenset[Cell] = frozenset()
    """The cells of the highest value."""
    hint: tuple[Move, ...] = ()
    """The move to make; with those that may follow they are numbered."""
    quarter: int = 0
    """Quarter turns of what is written."""
    lead: Lead | None = None


@dataclass(frozen=True)
class Shown:
    """Everything on the board at one moment."""

    resting: Sequence[Sprite]
    """Pieces that lie still."""
    moving: Sequence[Sprite] = ()
    """All other pieces."""
    next_cells: frozenset[Cell] = frozenset()
    """Cells that may be tapped now."""
    taps: tuple[Cell, ...] = ()
    """Cells tapped so far."""
    last: tuple[Cell, ...] = ()
    """Cells of the last move."""
    changed: tuple[Cell, ...] = ()
    """Cells whose pieces the last move turned."""
    preview: Mapping[Cell, Sprite] = field(default_factory=dict)
    """Pieces as they would be, by cell."""
    marks: tuple[Mark, ...] = ()
    cursor: Cell | None = None
    """The cell that the keyboard has chosen."""
    legal: str = "rings"
    """How the next cells are marked: "rings", "red" or "off"."""
    lit: Mapping[Cell, float] = field(default_factory=dict)
    """How bright cells are lit at the end of a match, 0 to 1."""
    lifted: Cell | None = None
    """The cell whose piece is held up a little."""
    refused: Cell | None = None
    """The cell that shakes, since a tap there does nothing."""
    shift: float = 0.0
    """How far it lies aside at this moment, in cells."""
    notes: Notes = field(default_factory=Notes)
    """What the computer notes on the board."""

    @cached_property
    def sprites(self) -> list[Sprite]:
        """All pieces."""
        return [*self.resting, *self.moving]

    @cached_property
    def by_cell(self) -> Mapping[Cell, Sequence[Sprite]]:
        """All pieces by the cells they stand on or come from."""
        found: dict[Cell, list[Sprite]] = {}
        for sprite in self.sprites:
            found.setdefault(sprite.cell, []).append(sprite)
        return found
