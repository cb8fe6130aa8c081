"""The tiles of Contactic: kinds, rotations, fitting rotations, and the piles.

A tile is an int with a bit per edge: north 8, east 4, south 2, west 1. A set bit is a coloured
edge. A *demand* is a byte that describes a square. The high four bits are the sides that touch a
tile or the neutral square. The low four bits are the sides that need a coloured edge. Demand 0
means that no tile can be laid: the square is taken or touches nothing.

The order of a main pile is hidden. Only `Piles.drawn` uses this order here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from flipside.rules.contract.position import shuffled

Tile = int

NORTH_EDGE, EAST_EDGE, SOUTH_EDGE, WEST_EDGE = 8, 4, 2, 1

TILE_KINDS: tuple[Tile, ...] = (0b0000, 0b1000, 0b1100, 0b1010, 0b1110, 0b1111)
"""The six kinds, each in the rotation that names it (CT-2)."""

MIXES = {"equal": (10, 10, 10, 10, 10, 10), "proportional": (4, 15, 15, 7, 15, 4)}
"""Number of tiles of each of `TILE_KINDS` per colour, by value of the option `mix` (CT-2)."""


def tile_name(tile: Tile) -> str:
    """Return the edges clockwise from north, 1 for coloured and 0 for white, such as "1010"."""
    return format(tile, "04b")


def rotated_tile(tile: Tile, quarter_turns: int = 1) -> Tile:
    """Return the tile after a number of clockwise quarter turns."""
    for _ in range(quarter_turns % 4):
        tile = tile >> 1 | (tile & WEST_EDGE) << 3
    return tile


TILE_ROTATIONS: tuple[tuple[Tile, ...], ...] = tuple(
    tuple(dict.fromkeys(rotated_tile(tile, quarter_turns) for quarter_turns in range(4)))
    for tile in range(16)
)
"""Distinct rotations of each tile, clockwise, starting with the tile itself."""

KIND_OF_TILE: tuple[int, ...] = tuple(
    TILE_KINDS.index(max(TILE_ROTATIONS[tile])) for tile in range(16)
)

ALL_DEMANDS: tuple[int, ...] = tuple(
    contact << 4 | colour
    for contact in range(1, 16)
    for colour in range(16)
    if not colour & ~contact
)
"""Every demand of a square except 0."""


def tile_fits(tile: Tile, demand: int) -> bool:
    """Return whether `tile` can be laid on a square with this demand (CT-5)."""
    contact = demand >> 4
    return contact != 0 and tile & contact == demand & 15


@dataclass(frozen=True, slots=True)
class AcceptedRotations:
    """The rotations in which each tile may be laid."""

    rotations: tuple[tuple[tuple[Tile, ...], ...], ...]
    """Rotations by tile in hand and by demand of the square."""
    counts: tuple[bytes, ...]
    """By tile in hand, the number of rotations for each demand, as a table for
    `bytes.translate`."""


@cache
def accepted_rotations(rotating: bool, wrongly: bool) -> AcceptedRotations:
    """Return the rotations that fit; with `wrongly`, all rotations (CT-11).

    Without `rotating`, a tile may be laid only as it was drawn (CT-6).
    """
    rotations = []
    for tile in range(16):
        row: list[tuple[Tile, ...]] = [()] * 256
        possible = TILE_ROTATIONS[tile] if rotating else (tile,)
        for demand in ALL_DEMANDS:
            row[demand] = tuple(other for other in possible if wrongly or tile_fits(other, demand))
        rotations.append(tuple(row))
    return AcceptedRotations(
        tuple(rotations), tuple(bytes(map(len, by_demand)) for by_demand in rotations)
    )


_TO_KIND = bytes(KIND_OF_TILE).ljust(256, b"\0")


@dataclass(frozen=True, slots=True)
class Piles:
    """Tiles of one player that are neither on the board nor in hand, one byte per tile."""

    main: bytes
    """Tiles not drawn yet, the next one first."""
    leftover: bytes = b""
    """Tiles that fitted nowhere at the first try; the last tile is drawn next (CT-7)."""
    dead: bytes = b""
    """Tiles that fitted nowhere twice or were laid wrongly, oldest first."""

    def empty(self) -> bool:
        """Return whether no tile is left to draw (CT-8)."""
        return not (self.main or self.leftover)

    def drawn(self) -> tuple[Tile, bool, "Piles"]:
        """Return the next tile, whether it comes from the leftover pile, and the remaining piles.

        Raises IndexError if the piles are empty.
        """
        if self.main:
            return self.main[0], False, Piles(self.main[1:], self.leftover, self.dead)
        return self.leftover[-1], True, Piles(b"", self.leftover[:-1], self.dead)

    def put_away(self, tile: Tile, second: bool) -> "Piles":
        """Return the piles after `tile` fitted nowhere: left over, or dead after its second try."""
        if second:
            return self.buried(tile)
        return Piles(self.main, self.leftover + bytes((tile,)), self.dead)

    def buried(self, tile: Tile) -> "Piles":
        """Return the piles with one more dead tile."""
        return Piles(self.main, self.leftover, self.dead + bytes((tile,)))

    def kinds(self) -> tuple[int, ...]:
        """Return the number of tiles of each of `TILE_KINDS` in the main pile (public, CT-3)."""
        kinds = self.main.translate(_TO_KIND)
        return tuple(kinds.count(kind) for kind in range(len(TILE_KINDS)))

    def order_known(self, rotating: bool) -> bool:
        """Return whether all tiles of the main pile are equal, which makes its order public.

        Without `rotating`, tiles of the same kind may differ by their rotation.
        """
        kinds = set(self.main.translate(_TO_KIND))
        return len(kinds) < 2 and (
            rotating or all(len(TILE_ROTATIONS[tile]) == 1 for tile in self.main)
        )


def deal(numbers: Sequence[int], rotating: bool, random: Random) -> bytes:
    """Return a shuffled main pile; `numbers` has the number of tiles of each of `TILE_KINDS`.

    Without `rotating`, the tiles are rotated at random (CT-6). Raises ValueError unless `numbers`
    has an entry per kind.
    """
    deck = [kind for kind, number in zip(TILE_KINDS, numbers, strict=True) for _ in range(number)]
    deck = shuffled(deck, random)
    if not rotating:
        deck = [rotated_tile(tile, shuffled((0, 1, 2, 3), random)[0]) for tile in deck]
    return bytes(deck)
