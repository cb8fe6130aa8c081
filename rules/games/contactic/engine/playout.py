"""Playouts of Contactic on many boards at once; the evaluation chooses the moves.

The piles are dealt anew from public counts, never in their true order (CT-3).
"""

from collections.abc import Iterator

import numpy as np
from numpy.random import Generator

from flipside.rules.games.contactic.engine.batch import (
    FOUR_ROTATIONS,
    Array,
    BatchEvaluation,
    Boards,
    point_leads,
)
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import TILE_KINDS

CHUNK_LAYINGS = 1024
"""Maximum number of layings evaluated between two yields, one or two milliseconds of work."""


class Playout:
    """Boards after a laying, with piles dealt anew, on which both players continue."""

    def __init__(
        self,
        position: Contactic,
        boards: Boards,
        deals: int,
        rng: Generator,
        evaluate: BatchEvaluation,
    ) -> None:
        """Deal the piles; board n gets deal n % `deals`, which must divide the number of boards."""
        self.evaluate = evaluate
        self.boards, self.rng, self.turn = boards, rng, 1 - position.turn
        self.rotating = position.setup.rotating
        self.number = len(boards)
        self.main: list[Array] = []
        """Tiles of the main piles by player, shape (boards, tiles), dtype uint8."""
        self.draws = [0, 0]
        """Number of main tiles drawn so far, by player."""
        self.leftover: list[Array] = []
        """Leftover piles by player, shape (boards, n), dtype uint8; the top is at `height` - 1."""
        self.height: list[Array] = []
        """Sizes of the leftover piles by player, shape (boards,)."""
        for piles in position.piles:
            deck = np.repeat(np.array(TILE_KINDS, np.uint8), piles.kinds())
            main = rng.permuted(np.tile(deck, (deals, 1)), axis=1)
            if not self.rotating:
                main = FOUR_ROTATIONS[main, rng.integers(0, 4, main.shape)]
            self.main.append(np.tile(main, (self.number // deals, 1)))
            height = len(piles.leftover)
            leftover = np.zeros((self.number, height + len(deck) + 1), np.uint8)
            leftover[:, :height] = np.frombuffer(piles.leftover, np.uint8)
            self.leftover.append(leftover)
            self.height.append(np.full(self.number, height))

    def ply(self) -> Iterator[int]:
        """Play one ply on each board; yield the number of layings evaluated in each step."""
        player, boards = self.turn, self.boards
        self.turn = 1 - player
        first_try = self.draws[player] < self.main[player].shape[1]
        tiles, has_tile = self._draw(player, first_try)
        board, row, column = boards.fitting(tiles, has_tile, self.rotating)
        width = 16 * len(boards.empty)
        values = np.full((self.number, width), -np.inf, np.float32)
        for start in range(0, len(board), CHUNK_LAYINGS):
            chunk = slice(start, start + CHUNK_LAYINGS)
            trials = board[chunk], row[chunk], column[chunk]
            scores = (1 - 2 * player) * self.evaluate(boards.with_trials(player, trials))
            tie_breaks = self.rng.random(len(scores), np.float32)
            values[trials[0], trials[1] * 16 + trials[2]] = scores + tie_breaks
            yield len(scores)
        best = values.argmax(axis=1)
        lays = values[np.arange(self.number), best] > -np.inf
        fails = has_tile & ~lays
        yield int(fails.sum())
        who = np.flatnonzero(lays)
        placements = who, best[who] // 16, best[who] % 16
        rotations = tiles[who]
        if self.rotating:
            priorities = self.rng.random((len(who), 4), np.float32)
            rotations = boards.fitting_rotations(rotations, placements, priorities)
        boards.lay(player, rotations, placements)
        boards.lost_tiles[player] += fails
        if first_try:
            stuck = np.flatnonzero(~lays)
            self.leftover[player][stuck, self.height[player][stuck]] = tiles[stuck]
            self.height[player] += ~lays
        else:
            boards.tiles_to_come[player] -= fails

    def _draw(self, player: int, first_try: bool) -> tuple[Array, Array]:
        """Return each board's next tile and whether it has a tile; both of shape (boards,)."""
        if first_try:
            self.draws[player] += 1
            return self.main[player][:, self.draws[player] - 1], np.ones(self.number, bool)
        has_tile = self.height[player] > 0
        self.height[player] -= has_tile
        self.boards.lost_tiles[player] -= has_tile
        tiles = self.leftover[player][np.arange(self.number), self.height[player]]
        return tiles, has_tile

    def goes_on(self) -> Array:
        """Return whether a player has a tile to draw, shape (boards,)."""
        goes_on = np.zeros(self.number, bool)
        for player in (0, 1):
            goes_on |= self.height[player] > 0
            goes_on |= self.draws[player] < self.main[player].shape[1]
        return goes_on

    def values(self) -> Array:
        """Return scores for player 0 in hundredths of a point, exact where no tile is left."""
        return np.where(self.goes_on(), self.evaluate(self.boards), 100 * point_leads(self.boards))
