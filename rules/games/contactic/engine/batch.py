"""Contactic boards as arrays: fitting placements, laying tiles, and the evaluation.

The n boards of an array come from one position and differ in the tiles laid after it. A *plane* has
a set of squares for each board: dtype uint16, shape (rows + 2, n). Bit c of row r + 1 stands for
column c of row r of the board. The first and the last row are empty.

The evaluation is learned and uses no hidden information. Row t of weights.txt has `TERM_COUNT`
weights in hundredths of a point, for t tiles to come of both players together.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.position import Player
from flipside.rules.engine.data_files import WeightsFile, path
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import TILE_ROTATIONS, largest_island, tile_fits

_STEPS = 3
"""Number of steps by which the evaluation expands the largest island."""

_JOINS_PER_STEP = 2
"""Rounds after each step that add the player's own tiles next to the expanded island."""

TERM_COUNT = 2 + 2 * _STEPS
"""Number of terms: tiles of the largest island; own tiles that join it after 1, 2, 3 steps; empty
squares reached after 1, 2, 3 steps, before the opponent's; leftover and dead tiles (a penalty)."""

MAX_TILES_TO_COME = 120

SIZE = (MAX_TILES_TO_COME + 1) * TERM_COUNT

WEIGHTS = WeightsFile(path("contactic", "weights.txt"), SIZE)

Plane = NDArray[np.uint16]
Array = NDArray[Any]

Placements = tuple[Array, Array, Array]
"""Squares to lay tiles on: board, plane row, column; three integer arrays of the same length."""

SIDE_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Steps (row, column) to the neighbours in the north, east, south and west."""

FOUR_ROTATIONS = np.array([(TILE_ROTATIONS[tile] * 4)[:4] for tile in range(16)], np.uint8)
"""The four rotations of each tile, with repetitions; shape (16, 4), dtype uint8."""

_FITS = np.array([[tile_fits(tile, demand) for demand in range(256)] for tile in range(16)])
"""Whether a tile fits a demand; shape (16, 256), dtype bool."""

_EDGES = np.array([[tile >> 3 - side & 1 for tile in range(16)] for side in range(4)], np.uint16)
"""1 if the edge of a tile is coloured, by side and tile; shape (4, 16), dtype uint16."""


@dataclass(slots=True)
class Boards:
    """Boards of one match; lists are by player, or by side: north, east, south, west."""

    columns: int
    empty: Plane
    own: list[Plane]
    """Squares with a tile of the player."""
    largest: list[Plane]
    """Largest island of the player."""
    needs_colour: list[Plane]
    """Squares that need a coloured edge on this side."""
    needs_white: list[Plane]
    """Squares that need a white edge on this side."""
    lost_tiles: list[Array]
    """Number of leftover and dead tiles, shape (n,), dtype int32."""
    tiles_to_come: list[Array]
    """Number of tiles that may still be laid, shape (n,), dtype int32."""

    def take(self, indices: Array) -> "Boards":
        """Return copies of the boards at `indices`, shape (m,); indices may be repeated."""
        groups = (
            self.own,
            self.largest,
            self.needs_colour,
            self.needs_white,
            self.lost_tiles,
            self.tiles_to_come,
        )
        copies = ([array.take(indices, axis=-1) for array in group] for group in groups)
        return Boards(self.columns, self.empty.take(indices, axis=1), *copies)

    def __len__(self) -> int:
        return int(self.empty.shape[1])

    def with_trials(self, player: Player, placements: Placements) -> "Boards":
        """Return a copy of the board for each placement, with the square given to `player`.

        Only for evaluation: `needs_colour` and `needs_white` are empty.
        """
        board, row, column = placements
        boards = replace(self, needs_colour=[], needs_white=[]).take(board)
        boards._occupy(player, (np.arange(len(board)), row, column))
        return boards

    def fitting(self, tiles: Array, has_tile: Array, rotating: bool) -> Placements:
        """Return all placements at which a board's tile fits; with `rotating`, in some rotation.

        `tiles` and `has_tile` have shape (n,). Where `has_tile` is False, the board has no
        placements.
        """
        contact = self.needs_colour[0] | self.needs_white[0]
        for side in (1, 2, 3):
            contact |= self.needs_colour[side] | self.needs_white[side]
        squares = np.zeros_like(self.empty)
        for quarter_turns in range(4 if rotating else 1):
            rotation = FOUR_ROTATIONS[tiles, quarter_turns]
            wrong = np.zeros_like(self.empty)
            for side in range(4):
                edge = -_EDGES[side][rotation]
                wrong |= self.needs_white[side] & edge
                wrong |= self.needs_colour[side] & ~edge
            squares |= ~wrong
        squares &= contact & self.empty
        squares *= has_tile
        pairs = squares.astype("<u2", copy=False).view(np.uint8).reshape(*squares.shape, 2)
        row, board, column = np.nonzero(np.unpackbits(pairs, axis=2, bitorder="little"))
        return board, row, column

    def fitting_rotations(self, tiles: Array, placements: Placements, priorities: Array) -> Array:
        """Return for each of k placements the tile in its fitting rotation of highest priority.

        `tiles` and the result have shape (k,), dtype uint8; `priorities` has shape (k, 4).
        """
        board, row, column = placements
        demand = np.zeros(len(tiles), np.intp)
        for side in range(4):
            colour = self.needs_colour[side][row, board] >> column & 1
            white = self.needs_white[side][row, board] >> column & 1
            demand |= ((colour | white).astype(np.intp) << 4 | colour) << 3 - side
        rotations = FOUR_ROTATIONS[tiles]
        best = (_FITS[rotations, demand[:, None]] * (priorities + 1)).argmax(axis=1)
        return rotations[np.arange(len(tiles)), best]

    def lay(self, player: Player, tiles: Array, placements: Placements) -> None:
        """Lay `tiles`, shape (k,), at k placements, in place; at most one tile per board."""
        board, row, _ = placements
        bit = self._occupy(player, placements)
        for side, (down, across) in enumerate(SIDE_STEPS):
            neighbour = bit << 1 if across > 0 else bit >> 1 if across < 0 else bit
            colour, facing = _EDGES[side][tiles], (side + 2) % 4
            self.needs_white[facing][row + down, board] |= neighbour * colour
            self.needs_colour[facing][row + down, board] |= neighbour * (1 - colour)

    def _occupy(self, player: Player, placements: Placements) -> Array:
        """Give the squares to `player`, in place; return the column bits, shape (k,), uint16."""
        board, row, column = placements
        bit = (1 << column).astype(np.uint16)
        new = np.zeros_like(self.empty)
        new[row, board] = bit
        self.empty &= ~new
        self.own[player] |= new
        self.tiles_to_come[player][board] -= 1
        self.largest[player] = _largest_after(self.largest[player], self.own[player], new)
        return bit


def boards_of(position: Contactic) -> Boards:
    """Return the board of the position as arrays; n = 1."""
    geometry, tile_map = position.setup.geometry, position.tile_map
    columns, squares = geometry.board.columns, geometry.squares

    def plane(bitboard: int) -> Plane:
        rows = [bitboard >> start & (1 << columns) - 1 for start in range(0, squares, columns)]
        return np.array([[0], *([row] for row in rows), [0]], np.uint16)

    def needing(edge: int, colour: bool) -> Plane:
        """Return the squares whose `edge` must be coloured; without `colour`, white."""
        return plane(
            sum(
                1 << cell
                for cell, demand in enumerate(tile_map.demands)
                if demand >> 4 & edge and (demand & edge != 0) == colour
            )
        )

    own = [sum(islands) for islands in tile_map.islands]
    return Boards(
        columns,
        plane(geometry.all & ~own[0] & ~own[1] & ~(1 << geometry.neutral)),
        [plane(bitboard) for bitboard in own],
        [plane(largest_island(islands)) for islands in tile_map.islands],
        [needing(8 >> side, colour=True) for side in range(4)],
        [needing(8 >> side, colour=False) for side in range(4)],
        [np.array([len(piles.leftover) + len(piles.dead)], np.int32) for piles in position.piles],
        [np.array([_tiles_to_come(position, player)], np.int32) for player in (0, 1)],
    )


def _tiles_to_come(position: Contactic, player: Player) -> int:
    """Return the number of tiles that the player may still lay."""
    piles, has_tile = position.piles[player], player == position.turn and position.hand is not None
    return len(piles.main) + len(piles.leftover) + has_tile


def _with_neighbours(plane: Plane) -> Plane:
    """Return the squares and their neighbours, including bits beyond the edge of the board."""
    wide = plane << np.uint16(1)
    wide |= plane >> np.uint16(1)
    wide |= plane
    wide[1:] |= plane[:-1]
    wide[:-1] |= plane[1:]
    return wide


def square_counts(plane: Plane) -> Array:
    """Return the number of squares on each board, shape (n,), dtype int32."""
    return np.bitwise_count(plane).sum(axis=0, dtype=np.int32)


def _largest_after(largest: Plane, own: Plane, new: Plane) -> Plane:
    """Return each board's largest island: `largest`, or the island of the `new` tile in `own`."""
    island = new | largest * (_with_neighbours(new) & largest).any(axis=0)
    while True:
        more = _with_neighbours(island)
        more &= own
        if np.array_equal(more, island):
            is_larger = square_counts(island) >= square_counts(largest)
            return np.where(is_larger, island, largest)
        island = more


def point_leads(boards: Boards) -> Array:
    """Return the lead of player 0 in points (n,), dtype int32; leftover tiles count as dead."""
    return (
        square_counts(boards.largest[0])
        - square_counts(boards.largest[1])
        - boards.lost_tiles[0]
        + boards.lost_tiles[1]
    )


BatchEvaluation = Callable[[Boards], Array]
"""Score of each board for player 0 in hundredths of a point, shape (n,), dtype int32."""


def mover_score(evaluate: BatchEvaluation, position: Contactic) -> int:
    """Return the score of one position for its mover in hundredths of a point."""
    return (1 - 2 * position.turn) * int(evaluate(boards_of(position))[0])


def batch_evaluation(weights: Sequence[int]) -> BatchEvaluation:
    """Return the evaluation. Raises ValueError unless TERM_COUNT divides the number of weights."""
    return partial(_evaluate, np.array(weights, np.int32).reshape(-1, TERM_COUNT).T.copy())


def _evaluate(weights: Array, boards: Boards) -> Array:
    """Return the scores for player 0, shape (n,); `weights` has a row per term and is int32."""
    reach = [_reach(boards, player) for player in (0, 1)]
    weights = weights.take(boards.tiles_to_come[0] + boards.tiles_to_come[1], axis=1)
    value: Array = weights[0] * (
        square_counts(boards.largest[0]) - square_counts(boards.largest[1])
    )
    value -= weights[TERM_COUNT - 1] * (boards.lost_tiles[0] - boards.lost_tiles[1])
    for step in range(1, _STEPS + 1):
        new = [planes[step] & ~planes[step - 1] for planes in reach]
        joins = [square_counts(new[p] & boards.own[p]) for p in (0, 1)]
        first = [square_counts(new[p] & ~reach[1 - p][step] & boards.empty) for p in (0, 1)]
        value += weights[step] * (joins[0] - joins[1])
        value += weights[_STEPS + step] * (first[0] - first[1])
    return value


def _reach(boards: Boards, player: Player) -> list[Plane]:
    """Return a list of the squares that `player` reaches after 0 to `_STEPS` steps."""
    plane, own = boards.largest[player], boards.own[player]
    free = boards.empty | own
    reach = [plane]
    for _ in range(_STEPS):
        plane = _with_neighbours(plane) & free
        for _ in range(_JOINS_PER_STEP):
            plane = plane | _with_neighbours(plane) & own
        reach.append(plane)
    return reach
