"""Stories: the animation of a move as steps and beats, without seconds and pixels."""

from dataclasses import dataclass, replace

from flipside.rules.contract.board import Cell


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a cell: a colour (not an owner) and a face such as "disc" or "tile:1010"."""

    colour: str
    face: str

    def turned(self) -> "Piece":
        """Return the piece turned by 180 degrees: the edges of a tile, the direction of a door."""
        kind, _, sides = self.face.partition(":")
        if kind == "door":
            sides = {"N": "S", "E": "W", "S": "N", "W": "E"}[sides]
        elif kind == "tile" and set(sides) <= {"0", "1"}:
            sides = sides[2:] + sides[:2]
        return Piece(self.colour, f"{kind}:{sides}") if sides else self


@dataclass(frozen=True, slots=True)
class Place:
    """A piece appears on an empty cell."""

    cell: Cell
    piece: Piece
    after: int = 0


@dataclass(frozen=True, slots=True)
class Remove:
    """The piece on a cell disappears."""

    cell: Cell
    piece: Piece
    after: int = 0


@dataclass(frozen=True, slots=True)
class Slide:
    """The piece moves from `source` to `target`, which is empty or vacated in the same beat."""

    source: Cell
    target: Cell
    after: int = 0


@dataclass(frozen=True, slots=True)
class Flip:
    """A piece is flipped from its side `old` to its side `new`."""

    cell: Cell
    old: Piece
    new: Piece
    after: int = 0


@dataclass(frozen=True, slots=True)
class Rotate:
    """A piece rotates in the plane of the board, like a door, from `old` to `new`."""

    cell: Cell
    old: Piece
    new: Piece
    after: int = 0


Step = Place | Slide | Flip | Rotate | Remove
"""One visible change. `after` delays it within its beat: steps with a higher number start later."""

Beat = tuple[Step, ...]
"""Steps shown at the same time. At most one step changes the contents of a cell."""

Story = tuple[Beat, ...]
"""Beats shown one after the other."""

Pieces = tuple[Piece | None, ...]
"""The piece on each cell of the board; None for an empty cell."""


def apply_beat(pieces: Pieces, beat: Beat) -> Pieces:
    """Return the pieces after all steps of a beat."""
    after = list(pieces)
    for step in beat:  # pieces leave their cells before others enter them
        if isinstance(step, Slide):
            after[step.source] = None
        elif isinstance(step, Remove):
            after[step.cell] = None
    for step in beat:
        match step:
            case Place():
                after[step.cell] = step.piece
            case Slide():
                after[step.target] = pieces[step.source]
            case Flip() | Rotate():
                after[step.cell] = step.new
    return tuple(after)


def reversed_story(story: Story) -> Story:
    """Return the story backwards: the animation of undo."""
    return tuple(_reversed_beat(beat) for beat in reversed(story))


def _reversed_beat(beat: Beat) -> Beat:
    last = max((step.after for step in beat), default=0)
    steps: list[Step] = []
    for step in reversed(beat):
        after = last - step.after
        match step:
            case Place():
                steps.append(Remove(step.cell, step.piece, after))
            case Remove():
                steps.append(Place(step.cell, step.piece, after))
            case Slide():
                steps.append(Slide(step.target, step.source, after))
            case Flip() | Rotate():
                steps.append(replace(step, old=step.new, new=step.old, after=after))
    return tuple(steps)
