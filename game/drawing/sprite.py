"""A piece as it is seen at one moment, whether it lies still or moves."""

from dataclasses import dataclass

from flipside.rules.contract.story import Piece


@dataclass(frozen=True)
class Sprite:
    """A piece as it is seen at one moment.

    It stands on `cell`, or `share` (0 to 1) of the way from there to `target`. `width` is the
    share of its full width seen while it is turned over, `back` what is on its other side then.
    """

    piece: Piece
    cell: int
    target: int | None = None
    share: float = 0.0
    width: float = 1.0
    back: Piece | None = None
    bow: float = 0.0
    """How far it swerves to its right while under way, in cells: two that change places pass."""
    alpha: float = 1.0
    lift: float = 0.0
    """0 lies on the board, 1 is as high as pieces are lifted."""
    shift: float = 0.0
    """How far it lies to the right of its place while it shakes, in cells."""
    angle: float = 0.0
    """Degrees clockwise from how its face says that it lies."""
