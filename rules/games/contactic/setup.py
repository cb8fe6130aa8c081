"""What is settled before a match of Contactic and never changes: table, colours, ways of laying."""

from dataclasses import dataclass

from rules.contract.game import Choices
from rules.contract.story import Piece
from rules.games.contactic.table import Table, table
from rules.games.contactic.telling import faces
from rules.games.contactic.tiles import Laying, laying

COLOURS = ("orange", "green")

_FITTING = {turning: laying(turning) for turning in (True, False)}
_ANYHOW = {turning: laying(turning, wrongly=True) for turning in (True, False)}


@dataclass(frozen=True, slots=True)
class Setup:
    """The table, the colours of player 0 and 1, and which layings there are."""

    table: Table
    colours: tuple[str, str]
    turning: bool
    referee: bool
    fitting: Laying
    accepted: Laying
    """The same as `fitting`; without referee every way to lay a tile (CT-11)."""
    faces: tuple[Piece | None, ...]
    """The piece seen for each byte of Landscape.tiles."""


def setup(choices: Choices, colours: tuple[str, str]) -> Setup:
    """The setup of these options."""
    turning, referee = choices["turn"] == "on", choices["referee"] == "on"
    return Setup(
        table=table(choices["board"], referee),
        colours=colours,
        turning=turning,
        referee=referee,
        fitting=_FITTING[turning],
        accepted=_FITTING[turning] if referee else _ANYHOW[turning],
        faces=faces(colours),
    )
