"""The tiles of Contactic, the piles, and the board they are laid on.

A tile is an int with a bit per edge: north 8, east 4, south 2, west 1. A set bit is a coloured
edge. A *demand* is a byte that describes a square. The high four bits are the sides that touch a
tile or the neutral square. The low four bits are the sides that need a coloured edge. Demand 0
means that no tile can be laid: the square is taken or touches nothing.

The order of a main pile is hidden. Only `Piles.drawn` uses this order here.

A bitboard is an int with bit n for square n. Squares are the first cells of the board, row by row.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

from flipside.rules.contract.board import Board, Cell, extended, grid
from flipside.rules.contract.position import Move, Player, shuffled

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
    """By tile in hand, the number of rotations per demand, as a table for `bytes.translate`."""


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


# -- the board -------------------------------------------------------------------------------------


BOARD_SIZES = ("11x11", "13x13", "15x7", "13x9")

_SEAM_COLUMNS = {11: 4, 13: 4, 15: 5}
"""Width in columns of the left and the right part of the board, by its total width (CT-4)."""

_SIDES = (
    ((0, -1), NORTH_EDGE, SOUTH_EDGE),
    ((1, 0), EAST_EDGE, WEST_EDGE),
    ((0, 1), SOUTH_EDGE, NORTH_EDGE),
    ((-1, 0), WEST_EDGE, EAST_EDGE),
)
"""Step (column, row) to a neighbour, the square's edge there, the neighbour's edge there."""


class Geometry:
    """A board and the cells beside it; pairs are for player 0 and player 1."""

    def __init__(self, size: str, referee: bool) -> None:
        """Make a board of a size such as "11x11" (CT-4).

        Without a referee, the board has cells for objections. Raises KeyError for a width that is
        not in `_SEAM_COLUMNS`.
        """
        columns, rows = (int(number) for number in size.split("x"))
        seam = _SEAM_COLUMNS[columns]
        board = grid(columns, rows, ground="paper", seams=(seam, columns - seam))
        for owner in (0, 1):
            for what in ("hand", "pile", "leftover", "dead"):
                board = extended(board, f"{what}{owner + 1}", "beside", owner=owner)
        for action in ("lay",) if referee else ("lay", "object", "pass"):
            board = extended(board, action, "beside")
        self.board = board
        self.squares = columns * rows
        """Number of squares; these are the cells from 0 on."""
        self.neutral = self.squares // 2
        self.hand, self.pile, self.leftover, self.dead = (
            (cell, cell + 4) for cell in range(self.squares, self.squares + 4)
        )
        self.lay = board.cell_named("lay")
        """Cell tapped last in a laying."""
        self.object = -1 if referee else board.cell_named("object")
        """Cell tapped to object (CT-11); -1 with a referee, like `waive`."""
        self.waive = -1 if referee else board.cell_named("pass")
        """Cell tapped to pass by choice (CT-11)."""
        self.beside = tuple(_neighbours(board, square) for square in range(self.squares))
        """By square, its neighbours: cell, the square's edge there, the neighbour's edge there."""
        self.layings = tuple(_layings(square, self.lay) for square in range(self.squares))
        """Legal moves by square and number of accepted rotations."""
        self.west_column = sum(1 << row * columns for row in range(rows))
        self.east_column = self.west_column << columns - 1
        self.all = (1 << self.squares) - 1

    def around(self, squares: int) -> int:
        """Return the squares beside `squares`; some of them may be in `squares`."""
        columns = self.board.columns
        sideways = (squares & ~self.east_column) << 1 | (squares & ~self.west_column) >> 1
        return (sideways | squares << columns | squares >> columns) & self.all

    def islands_of(self, squares: int) -> tuple[int, ...]:
        """Return the groups of `squares` that are connected by sides, each as a bitboard (CT-9)."""
        groups = []
        while squares:
            island, larger = 0, squares & -squares
            while larger != island:
                island = larger
                larger |= self.around(island) & squares
            groups.append(island)
            squares &= ~island
        return tuple(groups)

    def joined(self, islands: tuple[int, ...], square: Cell) -> tuple[int, ...]:
        """Return a colour's `islands` after a tile of that colour was laid on `square`."""
        new = 1 << square
        near = self.around(new)
        apart = []
        for island in islands:
            if island & near:
                new |= island
            else:
                apart.append(island)
        return (*apart, new)


def largest_island(islands: tuple[int, ...]) -> int:
    """Return the island with most tiles, or 0; among equals, the higher bitboard."""
    return max(islands, key=lambda island: (island.bit_count(), island), default=0)


@cache
def geometry(size: str, referee: bool) -> Geometry:
    """Return the Geometry of a board size, with or without a referee."""
    return Geometry(size, referee)


def _neighbours(board: Board, square: Cell) -> tuple[tuple[Cell, int, int], ...]:
    neighbours = ((board.neighbour(square, step), edge, facing) for step, edge, facing in _SIDES)
    return tuple((cell, edge, facing) for cell, edge, facing in neighbours if cell is not None)


def _layings(square: Cell, lay: Cell) -> tuple[tuple[Move, ...], ...]:
    """Return the legal moves on `square` for 0 to 4 accepted rotations; rotation n takes n taps."""
    moves = tuple((*(square,) * taps, lay) for taps in range(1, 5))
    return tuple(moves[:number] for number in range(5))


OWNER_BITS = (16, 32)
"""Numbers added to the tiles of player 0 and of player 1 in `TileMap.tiles`."""

NEUTRAL_BYTE = 48
"""Byte of the neutral square in `TileMap.tiles`: four white edges, no owner (CT-4)."""

_Islands = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TileMap:
    """The tiles on the board, with the demands and islands derived from them."""

    tiles: bytes
    """One byte per square: `OWNER_BITS` + tile, `NEUTRAL_BYTE`, or 0 if it is empty."""
    demands: bytes = field(compare=False)
    """Demand of each square; derived from `tiles`."""
    islands: tuple[_Islands, _Islands] = field(compare=False)
    """Islands of player 0 and 1 as bitboards (bit = square); derived from `tiles`."""
    geometry: Geometry = field(compare=False)

    def with_tile(self, cell: Cell, tile: Tile, player: Player) -> "TileMap":
        """Return the map after a tile of `player` was laid on the empty square `cell`."""
        tiles, demands = bytearray(self.tiles), bytearray(self.demands)
        tiles[cell] = OWNER_BITS[player] + tile
        demands[cell] = 0
        for other, edge, facing in self.geometry.beside[cell]:
            if not tiles[other]:
                demands[other] |= facing << 4 | (0 if tile & edge else facing)
        first, second = self.islands
        if player == 0:
            first = self.geometry.joined(first, cell)
        else:
            second = self.geometry.joined(second, cell)
        return TileMap(bytes(tiles), bytes(demands), (first, second), self.geometry)

    def fits_at(self, cell: Cell) -> bool:
        """Return whether the tile on a square fits all its neighbours (CT-5)."""
        return tile_fits(self.tiles[cell] & 15, _demand(self.geometry, self.tiles, cell))


def tile_map_of(geometry: Geometry, tiles: bytes) -> TileMap:
    """Return the map of `tiles`, a byte per square as in `TileMap.tiles`."""
    demands = bytes(
        0 if tile else _demand(geometry, tiles, cell) for cell, tile in enumerate(tiles)
    )
    first, second = (
        geometry.islands_of(
            sum(1 << cell for cell, tile in enumerate(tiles) if tile & NEUTRAL_BYTE == owner)
        )
        for owner in OWNER_BITS
    )
    return TileMap(tiles, demands, (first, second), geometry)


def empty_tile_map(geometry: Geometry) -> TileMap:
    """Return the map of the start, with only the neutral square (CT-4)."""
    tiles = bytearray(geometry.squares)
    tiles[geometry.neutral] = NEUTRAL_BYTE
    return tile_map_of(geometry, bytes(tiles))


def _demand(geometry: Geometry, tiles: bytes, cell: Cell) -> int:
    demand = 0
    for other, edge, facing in geometry.beside[cell]:
        if tiles[other]:
            demand |= edge << 4 | (0 if tiles[other] & facing else edge)
    return demand
