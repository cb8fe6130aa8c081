"""Setup of a match of Contactic: what is fixed before the first move."""

from dataclasses import dataclass

from rules.contract.game import Choices
from rules.contract.story import Piece
from rules.games.contactic.display import faces
from rules.games.contactic.geometry import Geometry, geometry
from rules.games.contactic.tiles import AcceptedTurns, accepted_turns

COLOURS = ("orange", "green")


@dataclass(frozen=True, slots=True)
class Setup:
    """Geometry, colours of player 0 and 1, and which turns of a tile are accepted."""

    geometry: Geometry
    colours: tuple[str, str]
    turning: bool
    referee: bool
    fitting: AcceptedTurns
    accepted: AcceptedTurns
    """Turns the rules let a player lay: `fitting`, or without referee every turn (CT-11)."""
    faces: tuple[Piece | None, ...]
    """Piece shown for each byte of `TileMap.tiles`."""


def setup(choices: Choices, colours: tuple[str, str]) -> Setup:
    """The setup for these choices of options."""
    turning, referee = choices["turn"] == "on", choices["referee"] == "on"
    return Setup(
        geometry=geometry(choices["board"], referee),
        colours=colours,
        turning=turning,
        referee=referee,
        fitting=accepted_turns(turning, wrongly=False),
        accepted=accepted_turns(turning, wrongly=not referee),
        faces=faces(colours),
    )
