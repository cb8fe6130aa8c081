"""What the board of a match shows, by names of cells."""

from tests.game.pilot import Pilot


def named(pilot: Pilot, cells: object) -> set[str]:
    """Return the names of cells."""
    names = pilot.match.board.names
    return {names[cell] for cell in cells}  # type: ignore[attr-defined]


def marked(pilot: Pilot, kind: str) -> list[set[str]]:
    """Return the cells of all marks of a kind on the board."""
    return [named(pilot, mark.cells) for mark in pilot.shown().marks if mark.kind == kind]


def ways(pilot: Pilot, kind: str) -> set[str]:
    """Return the marks between two cells, as "a1-a2"."""
    names = pilot.match.board.names
    pairs = [mark.cells for mark in pilot.shown().marks if mark.kind == kind]
    return {f"{names[one]}-{names[other]}" for one, other in pairs}


def previewed(pilot: Pilot) -> dict[str, str]:
    """Return colour and face of every piece in the preview."""
    names = pilot.match.board.names
    preview = pilot.shown().preview
    return {names[cell]: f"{s.piece.colour} {s.piece.face}" for cell, s in preview.items()}


def open_cells(pilot: Pilot) -> set[str]:
    """Return the cells that may be tapped next."""
    return named(pilot, pilot.shown().next_cells)


def hover(pilot: Pilot, cell: str) -> None:
    """Move the mouse over a cell."""
    pilot.hover(pilot.at(cell))


def own_panel(pilot: Pilot, player: int) -> str:
    """Return the words of a player's panel; with two people, that of player 0 is the near panel."""
    return pilot.panels()[1 - player]
