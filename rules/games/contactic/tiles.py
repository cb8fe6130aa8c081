"""The tiles of Contactic: kinds, turns, and which turns fit which demand. Knows no board.

A tile is its four edges as bits: north 8, east 4, south 2, west 1; a set bit is a coloured edge. A
*demand* is one byte per square. Its high half has the sides that meet a tile or the neutral square,
its low half those of them that need a coloured edge. Demand 0: no tile can be laid there, because
the square is taken or touches nothing.
"""

from dataclasses import dataclass
from functools import cache

Tile = int

NORTH_EDGE, EAST_EDGE, SOUTH_EDGE, WEST_EDGE = 8, 4, 2, 1

TILE_KINDS: tuple[Tile, ...] = (0b0000, 0b1000, 0b1100, 0b1010, 0b1110, 0b1111)
"""The six kinds, each in the turn that names it (CT-2)."""

MIXES = {"equal": (10, 10, 10, 10, 10, 10), "proportional": (4, 15, 15, 7, 15, 4)}
"""Number of tiles of each of `TILE_KINDS` per colour, by value of the option `mix` (CT-2)."""


def tile_name(tile: Tile) -> str:
    """North, east, south and west edge as the tile lies: 1 coloured, 0 white, such as "1010"."""
    return format(tile, "04b")


def turned_tile(tile: Tile, quarters: int = 1) -> Tile:
    """The tile after `quarters` quarter turns clockwise."""
    for _ in range(quarters % 4):
        tile = tile >> 1 | (tile & WEST_EDGE) << 3
    return tile


TILE_TURNS: tuple[tuple[Tile, ...], ...] = tuple(
    tuple(dict.fromkeys(turned_tile(tile, quarters) for quarters in range(4))) for tile in range(16)
)
"""Distinct turns of each tile: as it lies, then clockwise."""

KIND_OF_TILE: tuple[int, ...] = tuple(TILE_KINDS.index(max(TILE_TURNS[tile])) for tile in range(16))

ALL_DEMANDS: tuple[int, ...] = tuple(
    met << 4 | coloured for met in range(1, 16) for coloured in range(16) if not coloured & ~met
)
"""Every demand a square can have but 0."""


def tile_fits(tile: Tile, demand: int) -> bool:
    """Whether all edges match at the sides that meet something, of which there is one at least
    (CT-5)."""
    met = demand >> 4
    return met != 0 and tile & met == demand & 15


@dataclass(frozen=True, slots=True)
class AcceptedTurns:
    """Which turns of a tile may be laid on a square."""

    turns: tuple[tuple[tuple[Tile, ...], ...], ...]
    """Accepted turns by tile in hand and demand."""
    numbers: tuple[bytes, ...]
    """Number of accepted turns by tile in hand: tables for `bytes.translate` of demands."""


@cache
def accepted_turns(turning: bool, wrongly: bool) -> AcceptedTurns:
    """Accept the turns that fit, or with `wrongly` every turn (CT-11). Without `turning` only the
    turn in hand counts (CT-6)."""
    turns = []
    for tile in range(16):
        row: list[tuple[Tile, ...]] = [()] * 256
        possible = TILE_TURNS[tile] if turning else (tile,)
        for demand in ALL_DEMANDS:
            row[demand] = tuple(turn for turn in possible if wrongly or tile_fits(turn, demand))
        turns.append(tuple(row))
    return AcceptedTurns(tuple(turns), tuple(bytes(map(len, row)) for row in turns))
