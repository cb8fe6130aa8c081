"""The tiles of Contactic: kinds, turns, and which turns go on which field. Knows no board.

A tile is its four edges as bits, north 8, east 4, south 2, west 1; a set bit is a coloured edge.
What a field asks for is one byte, its *demand*: the high half names the sides that meet a tile or
the neutral field, the low half those of them at which a coloured edge is needed. A demand of 0
is a field that may not be laid on: it is taken or touches nothing.
"""

from dataclasses import dataclass

Tile = int

NORTH, EAST, SOUTH, WEST = 8, 4, 2, 1

KINDS: tuple[Tile, ...] = (0b0000, 0b1000, 0b1100, 0b1010, 0b1110, 0b1111)
"""The six kinds, each in the turn that names it (CT-2)."""

MIXES = {"equal": (10, 10, 10, 10, 10, 10), "proportional": (4, 15, 15, 7, 15, 4)}
"""How many tiles of each kind a colour has, in the order of KINDS (CT-2)."""


def name(tile: Tile) -> str:
    """North, east, south and west edge as it lies, 1 coloured, 0 white: "1010"."""
    return format(tile, "04b")


def turned(tile: Tile, quarters: int = 1) -> Tile:
    """The tile after so many quarter turns clockwise: what looked north looks east."""
    for _ in range(quarters % 4):
        tile = tile >> 1 | (tile & WEST) << 3
    return tile


def _turns(tile: Tile) -> tuple[Tile, ...]:
    return tuple(dict.fromkeys(turned(tile, quarters) for quarters in range(4)))


TURNS: tuple[tuple[Tile, ...], ...] = tuple(_turns(tile) for tile in range(16))
"""Per tile its distinct turns: as it lies, then clockwise."""

KIND: tuple[int, ...] = tuple(KINDS.index(max(TURNS[tile])) for tile in range(16))
"""Per tile its place in KINDS."""

DEMANDS: tuple[int, ...] = tuple(
    met << 4 | coloured for met in range(1, 16) for coloured in range(16) if not coloured & ~met
)
"""Every demand a field can make."""


def fits(tile: Tile, demand: int) -> bool:
    """Whether white meets coloured at every side that meets something (CT-5)."""
    met = demand >> 4
    return met != 0 and tile & met == demand & 15


@dataclass(frozen=True, slots=True)
class Laying:
    """Which turns of a tile are accepted on a field."""

    turns: tuple[tuple[tuple[Tile, ...], ...], ...]
    """By tile in hand and demand of the field."""
    numbers: tuple[bytes, ...]
    """By tile in hand: how many turns are accepted, a table for bytes.translate of demands."""


def laying(turning: bool, wrongly: bool = False) -> Laying:
    """Accepted are the turns that fit, or every turn (CT-11); without turning only the tile's
    own (CT-6)."""
    turns = []
    for tile in range(16):
        row: list[tuple[Tile, ...]] = [()] * 256
        possible = TURNS[tile] if turning else (tile,)
        for demand in DEMANDS:
            row[demand] = tuple(turn for turn in possible if wrongly or fits(turn, demand))
        turns.append(tuple(row))
    return Laying(tuple(turns), tuple(bytes(map(len, row)) for row in turns))
