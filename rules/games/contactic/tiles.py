"""The tiles of Contactic: kinds, turns, which turns fit which demand, and the piles of tiles that
are not on the board. Knows no board.

A tile is its four edges as bits: north 8, east 4, south 2, west 1; a set bit is a coloured edge. A
*demand* is one byte per square. Its high half has the sides that meet a tile or the neutral square,
its low half those of them that need a coloured edge. Demand 0: no tile can be laid there, because
the square is taken or touches nothing.

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


_TO_KIND = bytes(KIND_OF_TILE).ljust(256, b"\0")


@dataclass(frozen=True, slots=True)
class Piles:
    """Tiles of one player that are neither on the board nor in hand, one byte a tile."""

    main: bytes
    """Tiles not drawn yet, the next one first."""
    leftover: bytes = b""
    """Tiles that fitted nowhere once; the last is the top, drawn next (CT-7)."""
    dead: bytes = b""
    """Tiles that fitted nowhere twice or were laid wrongly, oldest first."""

    def empty(self) -> bool:
        """Whether no tile is left to draw: there are only dead tiles or none (CT-8)."""
        return not (self.main or self.leftover)

    def drawn(self) -> tuple[Tile, bool, "Piles"]:
        """Draw the next tile: the tile, whether this is its second try, and the remaining piles;
        raises IndexError if the piles are `empty`."""
        if self.main:
            return self.main[0], False, Piles(self.main[1:], self.leftover, self.dead)
        return self.leftover[-1], True, Piles(b"", self.leftover[:-1], self.dead)

    def put_away(self, tile: Tile, second: bool) -> "Piles":
        """The piles after a tile fitted nowhere: it is left over, or dead after its second try."""
        if second:
            return self.buried(tile)
        return Piles(self.main, self.leftover + bytes((tile,)), self.dead)

    def buried(self, tile: Tile) -> "Piles":
        """The piles with one more dead tile."""
        return Piles(self.main, self.leftover, self.dead + bytes((tile,)))

    def kinds(self) -> tuple[int, ...]:
        """Number of tiles of each of `TILE_KINDS` in the main pile; public by counting (CT-3)."""
        kinds = self.main.translate(_TO_KIND)
        return tuple(kinds.count(kind) for kind in range(len(TILE_KINDS)))

    def order_known(self, turning: bool) -> bool:
        """Whether only one order of the main pile is possible. All its tiles are of one kind; where
        tiles may not be turned, that kind looks the same in all turns."""
        kinds = set(self.main.translate(_TO_KIND))
        return len(kinds) < 2 and (turning or all(len(TILE_TURNS[tile]) == 1 for tile in self.main))


def deal(numbers: Sequence[int], turning: bool, random: Random) -> bytes:
    """A shuffled main pile with these `numbers` of tiles of each of `TILE_KINDS`. Where tiles may
    not be turned, their turns are random too (CT-6). Raises ValueError unless there is one number
    per kind."""
    deck = [kind for kind, number in zip(TILE_KINDS, numbers, strict=True) for _ in range(number)]
    deck = shuffled(deck, random)
    if not turning:
        deck = [turned_tile(tile, shuffled((0, 1, 2, 3), random)[0]) for tile in deck]
    return bytes(deck)
