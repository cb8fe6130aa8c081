"""Arrays of Contactic boards: where tiles fit, how they are laid, and the evaluation. The n boards
come from one match and differ in the tiles laid since. A *plane* is a set of squares on each board:
dtype uint16, shape (rows + 2, n); bit c of row r + 1 stands for column c of row r of the board. The
first and the last row are empty.

The evaluation is learned: weights of islands and room, by tiles to come. Row n of weights.txt has
`TERM_COUNT` weights in hundredths of a point, for n tiles to come of both players. It uses no
hidden information.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.position import Player
from flipside.rules.engine.data_files import WeightsFile, path
from flipside.rules.games.contactic.geometry import largest_island
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import TILE_TURNS, tile_fits

_STEPS = 3
"""Squares laid in turn to grow from the largest island, at most."""

_JOINS_PER_STEP = 2
"""Own tiles next to the island that join it for free after each step."""

TERM_COUNT = 2 + 2 * _STEPS
"""Terms: tiles of the largest island; own tiles joined in 1, 2, 3 steps; empty squares reached
first in 1, 2, 3 steps; leftover and dead tiles (a penalty)."""

MAX_TILES_TO_COME = 120

SIZE = (MAX_TILES_TO_COME + 1) * TERM_COUNT

WEIGHTS = WeightsFile(path("contactic", "weights.txt"), SIZE)

Plane = NDArray[np.uint16]
Array = NDArray[Any]

Placements = tuple[Array, Array, Array]
"""Squares to lay on: board, row of the plane, column; three integer arrays of the same length."""

SIDE_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Steps (row, column) to the neighbours in the north, east, south and west."""

FOUR_TURNS = np.array([(TILE_TURNS[tile] * 4)[:4] for tile in range(16)], np.uint8)
"""The four turns of each tile, some the same; shape (16, 4), dtype uint8."""

_FITS = np.array([[tile_fits(tile, demand) for demand in range(256)] for tile in range(16)])
"""Whether a tile fits a demand; shape (16, 256), dtype bool."""

_EDGES = np.array([[tile >> 3 - side & 1 for tile in range(16)] for side in range(4)], np.uint16)
"""Whether the edge of a tile is coloured, by side and tile; shape (4, 16)."""


@dataclass(slots=True)
class Boards:
    """n boards; pairs are of player 0 and 1, fours of the sides north, east, south and west."""

    columns: int
    empty: Plane
    """Empty squares."""
    own: list[Plane]
    """Squares with a tile of the player."""
    big: list[Plane]
    """Largest island of the player."""
    coloured: list[Plane]
    """Squares whose neighbour on this side needs a coloured edge."""
    white: list[Plane]
    """Squares whose neighbour on this side needs a white edge."""
    lost_tiles: list[Array]
    """Number of leftover and dead tiles, shape (n,), dtype int32."""
    tiles_to_come: list[Array]
    """Number of tiles that may still be laid, shape (n,), dtype int32."""

    def taken(self, of: Array) -> "Boards":
        """The boards at the indices `of`, shape (m,); an index may occur several times."""
        groups = self.own, self.big, self.coloured, self.white, self.lost_tiles, self.tiles_to_come
        taken = ([array.take(of, axis=-1) for array in group] for group in groups)
        return Boards(self.columns, self.empty.take(of, axis=1), *taken)

    def __len__(self) -> int:
        return int(self.empty.shape[1])

    def with_trials(self, player: Player, placements: Placements) -> "Boards":
        """One board per placement with a tile laid there, for evaluation only: `coloured` and
        `white` are empty."""
        of, row, column = placements
        boards = replace(self, coloured=[], white=[]).taken(of)
        boards._occupy(player, (np.arange(len(of)), row, column))
        return boards

    def fitting(self, tiles: Array, has: Array, turning: bool) -> Placements:
        """Placements at which each board's tile fits in some turn. `tiles` and `has` have shape
        (n,); boards whose `has` is False yield none."""
        touched = self.coloured[0] | self.white[0]
        for side in (1, 2, 3):
            touched |= self.coloured[side] | self.white[side]
        found = np.zeros_like(self.empty)
        for turn in range(4 if turning else 1):
            turned = FOUR_TURNS[tiles, turn]
            wrong = np.zeros_like(self.empty)
            for side in range(4):
                edge = np.uint16(0) - _EDGES[side][turned]
                wrong |= self.white[side] & edge
                wrong |= self.coloured[side] & ~edge
            found |= ~wrong
        found &= touched & self.empty
        found *= has
        pairs = found.astype("<u2", copy=False).view(np.uint8).reshape(*found.shape, 2)
        row, board, column = np.nonzero(np.unpackbits(pairs, axis=2, bitorder="little"))
        return board, row, column

    def fitting_turns(self, tiles: Array, placements: Placements, lots: Array) -> Array:
        """For each of k placements, the tile in the fitting turn with the highest of its `lots`.
        `tiles` has shape (k,), dtype uint8, as has the answer; `lots` has shape (k, 4)."""
        board, row, column = placements
        demand = np.zeros(len(tiles), np.intp)
        for side in range(4):
            coloured = self.coloured[side][row, board] >> column & 1
            white = self.white[side][row, board] >> column & 1
            demand |= ((coloured | white).astype(np.intp) << 4 | coloured) << 3 - side
        turns = FOUR_TURNS[tiles]
        chosen = (_FITS[turns, demand[:, None]] * (lots + 1)).argmax(axis=1)
        return turns[np.arange(len(tiles)), chosen]

    def lay(self, player: Player, tiles: Array, placements: Placements) -> None:
        """Lay tiles as they are turned, in place; at most one per board. `tiles` has one tile per
        placement, shape (k,)."""
        board, row, _ = placements
        bit = self._occupy(player, placements)
        for side, (down, across) in enumerate(SIDE_STEPS):
            there = bit << 1 if across > 0 else bit >> 1 if across < 0 else bit
            coloured, facing = _EDGES[side][tiles], (side + 2) % 4
            self.white[facing][row + down, board] |= there * coloured
            self.coloured[facing][row + down, board] |= there * (1 - coloured)

    def _occupy(self, player: Player, placements: Placements) -> Array:
        """Take the squares for the player, in place; their bits in their rows, shape (k,), dtype
        uint16."""
        board, row, column = placements
        bit = (1 << column).astype(np.uint16)
        new = np.zeros_like(self.empty)
        new[row, board] = bit
        self.empty &= ~new
        self.own[player] |= new
        self.tiles_to_come[player][board] -= 1
        self.big[player] = _grown(self.big[player], self.own[player], new)
        return bit


def boards_of(position: Contactic) -> Boards:
    """One board as it lies in the position: n = 1."""
    geometry, tile_map = position.setup.geometry, position.tile_map
    columns, squares = geometry.board.columns, geometry.squares

    def plane(lying: int) -> Plane:
        rows = [lying >> start & (1 << columns) - 1 for start in range(0, squares, columns)]
        return np.array([[0], *([row] for row in rows), [0]], np.uint16)

    def demanded(half: int, bit: int) -> Plane:
        """Squares whose demand has `bit` in its high half and, in its low half, `half`."""
        return plane(
            sum(
                1 << cell
                for cell, demand in enumerate(tile_map.demands)
                if demand >> 4 & bit and (demand & bit != 0) == half
            )
        )

    own = [sum(islands) for islands in tile_map.islands]
    return Boards(
        columns,
        plane(geometry.all & ~own[0] & ~own[1] & ~(1 << geometry.neutral)),
        [plane(lying) for lying in own],
        [plane(largest_island(islands)) for islands in tile_map.islands],
        [demanded(1, 8 >> side) for side in range(4)],
        [demanded(0, 8 >> side) for side in range(4)],
        [np.array([len(piles.leftover) + len(piles.dead)], np.int32) for piles in position.piles],
        [np.array([_tiles_to_come(position, player)], np.int32) for player in (0, 1)],
    )


def _tiles_to_come(position: Contactic, player: Player) -> int:
    """Number of tiles the player may still lay."""
    piles, holds = position.piles[player], player == position.turn and position.hand is not None
    return len(piles.main) + len(piles.leftover) + holds


def _with_neighbours(plane: Plane) -> Plane:
    """The squares and those that share a side with one of them; may reach beyond the edge."""
    wide = plane << np.uint16(1)
    wide |= plane >> np.uint16(1)
    wide |= plane
    wide[1:] |= plane[:-1]
    wide[:-1] |= plane[1:]
    return wide


def square_counts(plane: Plane) -> Array:
    """Number of squares on each board, shape (n,), dtype int32."""
    return np.bitwise_count(plane).sum(axis=0, dtype=np.int32)


def _grown(big: Plane, own: Plane, new: Plane) -> Plane:
    island = new | big * (_with_neighbours(new) & big).any(axis=0)
    while True:
        more = _with_neighbours(island)
        more &= own
        if np.array_equal(more, island):
            return np.where(square_counts(island) >= square_counts(big), island, big)
        island = more


def point_leads(boards: Boards) -> Array:
    """Points of player 0 less those of player 1, shape (n,), dtype int32; leftover tiles count as
    dead."""
    return (
        square_counts(boards.big[0])
        - square_counts(boards.big[1])
        - boards.lost_tiles[0]
        + boards.lost_tiles[1]
    )


BatchEvaluation = Callable[[Boards], Array]
"""Score of each board for player 0 in hundredths of a point, shape (n,), dtype int32."""


def mover_score(evaluate: BatchEvaluation, position: Contactic) -> int:
    """The score of one position for its mover in hundredths of a point."""
    return (1 - 2 * position.turn) * int(evaluate(boards_of(position))[0])


def batch_evaluation(weights: Sequence[int]) -> BatchEvaluation:
    """The evaluation with these learned weights; raises ValueError unless there are whole rows of
    `TERM_COUNT` weights."""
    return partial(_evaluate_learned, np.array(weights, np.int32).reshape(-1, TERM_COUNT).T.copy())


def _evaluate_learned(weights: Array, boards: Boards) -> Array:
    """Learned scores, shape (n,); `weights` has shape (TERM_COUNT, tiles to come + 1), int32."""
    found = [_reach(boards, player) for player in (0, 1)]
    weights = weights.take(boards.tiles_to_come[0] + boards.tiles_to_come[1], axis=1)
    value: Array = weights[0] * (square_counts(boards.big[0]) - square_counts(boards.big[1]))
    value -= weights[TERM_COUNT - 1] * (boards.lost_tiles[0] - boards.lost_tiles[1])
    for step in range(1, _STEPS + 1):
        new = [mine[step] & ~mine[step - 1] for mine in found]
        joined = [square_counts(new[p] & boards.own[p]) for p in (0, 1)]
        first = [square_counts(new[p] & ~found[1 - p][step] & boards.empty) for p in (0, 1)]
        value += weights[step] * (joined[0] - joined[1])
        value += weights[_STEPS + step] * (first[0] - first[1])
    return value


def _reach(boards: Boards, player: Player) -> list[Plane]:
    """Planes that the player reaches from the largest islands in 0 to `_STEPS` steps."""
    big, own = boards.big[player], boards.own[player]
    free = boards.empty | own
    found = [big]
    for _ in range(_STEPS):
        big = _with_neighbours(big) & free
        for _ in range(_JOINS_PER_STEP):
            big = big | _with_neighbours(big) & own
        found.append(big)
    return found
