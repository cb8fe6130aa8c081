"""What can be seen on the board of a match, by the names of its cells."""

from tests.game.pilot import Pilot


def named(pilot: Pilot, cells: object) -> set[str]:
    """The names of cells."""
    names = pilot.match.board.names
    return {names[cell] for cell in cells}  # type: ignore[attr-defined]


def marked(pilot: Pilot, kind: str) -> list[set[str]]:
    """The cells of every mark of a kind that is on the board now."""
    return [named(pilot, mark.cells) for mark in pilot.shown().marks if mark.kind == kind]


def ways(pilot: Pilot, kind: str) -> set[str]:
    """Marks between two cells, written as "a1-a2"."""
    names = pilot.match.board.names
    pairs = [mark.cells for mark in pilot.shown().marks if mark.kind == kind]
    return {f"{names[one]}-{names[other]}" for one, other in pairs}


def previewed(pilot: Pilot) -> dict[str, str]:
    """Colour and face of every piece that is shown as it would be."""
    names = pilot.match.board.names
    preview = pilot.shown().preview
    return {names[cell]: f"{s.piece.colour} {s.piece.face}" for cell, s in preview.items()}


def open_cells(pilot: Pilot) -> set[str]:
    """The cells that may be tapped now."""
    return named(pilot, pilot.shown().next_cells)


def hover(pilot: Pilot, cell: str) -> None:
    """Move the mouse over a cell."""
    pilot.hover(pilot.at(cell))


def own_panel(pilot: Pilot, player: int) -> str:
    """What the panel of a player says; the first one's is the near one for two people."""
    return pilot.panels()[1 - player]
