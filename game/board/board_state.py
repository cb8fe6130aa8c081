"""Everything that a board shows at one moment, as plain data that can be drawn without rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flipside.game.drawing.faces import Sprite
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Mark, Move


@dataclass(frozen=True)
class EvalBar:
    """The evaluation bar along the frame of a board. It shows who is ahead."""

    share: float
    """The near player's part of the bar, 0 to 1."""
    near: str | None
    """The near player's colour; None while players have no colours."""
    far: str | None
    upright: bool
    """Whether the bar is vertical, because the panels are above and below the board."""


@dataclass(frozen=True)
class Annotations:
    """Values, hints and the evaluation bar on a board at one moment."""

    values: Mapping[Cell, str] = field(default_factory=dict)
    """For each cell, the value of a tap there in a few letters."""
    best: frozenset[Cell] = frozenset()
    hint: tuple[Move, ...] = ()
    """The move of the hint, and the moves that may follow. Several moves are numbered."""
    quarter_turns: int = 0
    """By how many quarter turns anticlockwise the labels are rotated."""
    eval_bar: EvalBar | None = None


@dataclass(frozen=True)
class BoardState:
    """Everything on a board at one moment."""

    resting: Sequence[Sprite]
    moving: Sequence[Sprite] = ()
    next_cells: frozenset[Cell] = frozenset()
    """Cells that may be tapped next."""
    taps: tuple[Cell, ...] = ()
    last: tuple[Cell, ...] = ()
    changed_cells: tuple[Cell, ...] = ()
    """Cells whose pieces the last move flipped."""
    preview: Mapping[Cell, Sprite] = field(default_factory=dict)
    """For each cell, the piece after the move that is previewed, if it differs."""
    marks: tuple[Mark, ...] = ()
    cursor: Cell | None = None
    """The cell that is selected with the keyboard."""
    legal: str = "rings"
    """How `next_cells` are marked: "rings", "red" or "off"."""
    lit: Mapping[Cell, float] = field(default_factory=dict)
    """The brightness of cells at the end of a match, 0 to 1."""
    lifted_cell: Cell | None = None
    """The cell whose piece is raised."""
    refused_cell: Cell | None = None
    """The cell that shakes, because a tap on it had no effect."""
    drop_cells: frozenset[Cell] = frozenset()
    """The cells on which a carried piece may be dropped."""
    drop_cell: Cell | None = None
    """The one below the piece."""
    shift: float = 0.0
    """How far `refused_cell` is from its place, in cells."""
    annotations: Annotations = field(default_factory=Annotations)

    @cached_property
    def sprites(self) -> list[Sprite]:
        """All pieces."""
        return [*self.resting, *self.moving]

    @cached_property
    def by_cell(self) -> Mapping[Cell, Sequence[Sprite]]:
        """All pieces by cell; a sliding piece belongs to the cell from which it slides."""
        sprites: dict[Cell, list[Sprite]] = {}
        for sprite in self.sprites:
            sprites.setdefault(sprite.cell, []).append(sprite)
        return sprites
