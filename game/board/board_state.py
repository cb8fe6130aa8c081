"""Everything that a board shows at one moment, as plain data: drawing it needs no rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flipside.game.drawing.faces import Sprite
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Mark, Move


@dataclass(frozen=True)
class EvalBar:
    """The lead of a player, for a bar along the board's frame."""

    share: float
    """The near player's share of the bar, 0 to 1."""
    near: str | None
    """The near player's colour, None until it is chosen."""
    far: str | None
    upright: bool
    """Whether the panels are above and below the board; then the bar is vertical."""


@dataclass(frozen=True)
class Annotations:
    """All annotations on a board at one moment."""

    values: Mapping[Cell, str] = field(default_factory=dict)
    """The value of a tap on the cell, in a few letters."""
    best: frozenset[Cell] = frozenset()
    """The cells with the highest value."""
    hint: tuple[Move, ...] = ()
    """The suggested move, and moves that may follow; several are numbered."""
    quarter_turns: int = 0
    """Quarter turns of the labels."""
    eval_bar: EvalBar | None = None


@dataclass(frozen=True)
class BoardState:
    """Everything on the board at one moment."""

    resting: Sequence[Sprite]
    """Pieces that do not move."""
    moving: Sequence[Sprite] = ()
    """All other pieces."""
    next_cells: frozenset[Cell] = frozenset()
    """Cells that may be tapped now."""
    taps: tuple[Cell, ...] = ()
    """Cells tapped so far."""
    last: tuple[Cell, ...] = ()
    """Cells of the last move."""
    changed_cells: tuple[Cell, ...] = ()
    """Cells whose pieces the last move flipped."""
    preview: Mapping[Cell, Sprite] = field(default_factory=dict)
    """Pieces after the move that is being previewed, by cell."""
    marks: tuple[Mark, ...] = ()
    cursor: Cell | None = None
    """The cell selected with the keyboard."""
    legal: str = "rings"
    """Marks of the next cells: "rings", "red" or "off"."""
    lit: Mapping[Cell, float] = field(default_factory=dict)
    """Brightness of cells at the end of a match, 0 to 1."""
    lifted_cell: Cell | None = None
    """The cell whose piece is raised."""
    refused_cell: Cell | None = None
    """The cell that shakes, because a tap on it has no effect."""
    drop_cells: frozenset[Cell] = frozenset()
    """The cells on which a carried piece may be dropped."""
    drop_cell: Cell | None = None
    """The one below the piece."""
    shift: float = 0.0
    """Its present offset, in cells."""
    annotations: Annotations = field(default_factory=Annotations)
    """Values, a hint and the bar."""

    @cached_property
    def sprites(self) -> list[Sprite]:
        """All pieces."""
        return [*self.resting, *self.moving]

    @cached_property
    def by_cell(self) -> Mapping[Cell, Sequence[Sprite]]:
        """All pieces by the cells on which they stand or where they started."""
        sprites: dict[Cell, list[Sprite]] = {}
        for sprite in self.sprites:
            sprites.setdefault(sprite.cell, []).append(sprite)
        return sprites
