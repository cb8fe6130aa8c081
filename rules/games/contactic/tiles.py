"""The tiles of Contactic: kinds, rotations, which rotations fit which demand, and the piles.

A tile is its four edges as bits: north 8, east 4, south 2, west 1; a set bit is a coloured edge. A
*demand* is one byte per square. Its high half has the sides that touch a tile or the neutral
square, its low half those of them that need a coloured edge. Demand 0: no tile can be laid there,
because the square is taken or touches nothing.

The order of a main pile is the only hidden information; of the functions here only `drawn` uses it.
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
    """Return the tile's edges clockwise from north, 1 coloured and 0 white, such as "1010"."""
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
"""Distinct rotations of each tile, clockwise from how it lies."""

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
    """Return whether the tile touches something and all edges there match (CT-5)."""
    contact = demand >> 4
    return contact != 0 and tile & contact == demand & 15


@dataclass(frozen=True, slots=True)
class AcceptedRotations:
    """The rotations of a tile that may be laid on a square."""

    rotations: tuple[tuple[tuple[Tile, ...], ...], ...]
    """Rotations by tile in hand and demand."""
    counts: tuple[bytes, ...]
    """Number of rotations by tile in hand: tables for `bytes.translate` of demands."""


@cache
def accepted_rotations(rotating: bool, wrongly: bool) -> AcceptedRotations:
    """Return the rotations that fit, or with `wrongly` all (CT-11).

    Without `rotating` a tile is laid only as it is in hand (CT-6).
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
    """Tiles that fitted nowhere once; the last is the top, drawn next (CT-7)."""
    dead: bytes = b""
    """Tiles that fitted nowhere twice or were laid wrongly, oldest first."""

    def empty(self) -> bool:
        """Return whether no tile is left to draw (CT-8)."""
        return not (self.main or self.leftover)

    def drawn(self) -> tuple[Tile, bool, "Piles"]:
        """Draw the next tile: return it, whether this is its second try, and the remaining piles.

        Raises IndexError if the piles are `empty`.
        """
        if self.main:
            return self.main[0], False, Piles(self.main[1:], self.leftover, self.dead)
        return self.leftover[-1], True, Piles(b"", self.leftover[:-1], self.dead)

    def put_away(self, tile: Tile, second: bool) -> "Piles":
        """Return the piles with a tile that fits nowhere: left over, or dead after a second try."""
        if second:
            return self.buried(tile)
        return Piles(self.main, self.leftover + bytes((tile,)), self.dead)

    def buried(self, tile: Tile) -> "Piles":
        """Return the piles with one more dead tile."""
        return Piles(self.main, self.leftover, self.dead + bytes((tile,)))

    def kinds(self) -> tuple[int, ...]:
        """Count the tiles of each of `TILE_KINDS` in the main pile, which is public (CT-3)."""
        kinds = self.main.translate(_TO_KIND)
        return tuple(kinds.count(kind) for kind in range(len(TILE_KINDS)))

    def order_known(self, rotating: bool) -> bool:
        """Return whether all tiles of the main pile are drawn alike, so their order is public.

        Without `rotating`, tiles of a kind also differ by their rotation.
        """
        kinds = set(self.main.translate(_TO_KIND))
        return len(kinds) < 2 and (
            rotating or all(len(TILE_ROTATIONS[tile]) == 1 for tile in self.main)
        )


def deal(numbers: Sequence[int], rotating: bool, random: Random) -> bytes:
    """Return a shuffled main pile with these numbers of tiles of each of `TILE_KINDS`.

    Without `rotating` the tiles are rotated at random (CT-6). Raises ValueError unless there is one
    number per kind.
    """
    deck = [kind for kind, number in zip(TILE_KINDS, numbers, strict=True) for _ in range(number)]
    deck = shuffled(deck, random)
    if not rotating:
        deck = [rotated_tile(tile, shuffled((0, 1, 2, 3), random)[0]) for tile in deck]
    return bytes(deck)
