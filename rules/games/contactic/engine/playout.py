"""Playouts of Contactic on many boards at once: piles dealt anew, plies chosen by the evaluation.
The deals use public counts only, never the true order of the piles (CT-3)."""

from collections.abc import Iterator

import numpy as np
from numpy.random import Generator

from flipside.rules.games.contactic.engine.batch import (
    FOUR_TURNS,
    Array,
    BatchEvaluation,
    Boards,
    point_leads,
)
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import TILE_KINDS

CHUNK_LAYINGS = 1024
"""Layings evaluated between two yields, at most: a millisecond or two."""


class Playout:
    """Boards on which a tile was just laid, with piles dealt anew; both sides play on."""

    def __init__(
        self,
        position: Contactic,
        boards: Boards,
        deals: int,
        rng: Generator,
        evaluate: BatchEvaluation,
    ) -> None:
        """Deal `deals` times; board n gets deal n % `deals`. `deals` must divide the number of
        boards."""
        self.evaluate = evaluate
        self.boards, self.rng, self.turn = boards, rng, 1 - position.turn
        self.turning = position.setup.turning
        self.number = len(boards)
        self.main: list[Array] = []
        """Tiles of the main piles by player, shape (boards, tiles), dtype uint8."""
        self.drawn = [0, 0]
        """Number of main tiles drawn so far, by player."""
        self.leftover: list[Array] = []
        """Leftover piles by player, shape (boards, room), dtype uint8; the top is at `height` - 1.
        """
        self.height: list[Array] = []
        """Sizes of the leftover piles by player, shape (boards,)."""
        for piles in position.piles:
            deck = np.repeat(np.array(TILE_KINDS, np.uint8), piles.kinds())
            dealt = rng.permuted(np.tile(deck, (deals, 1)), axis=1)
            if not self.turning:
                dealt = FOUR_TURNS[dealt, rng.integers(0, 4, dealt.shape)]
            self.main.append(np.tile(dealt, (self.number // deals, 1)))
            lying = np.frombuffer(piles.leftover, np.uint8)
            leftover = np.zeros((self.number, len(lying) + len(deck) + 1), np.uint8)
            leftover[:, : len(lying)] = lying
            self.leftover.append(leftover)
            self.height.append(np.full(self.number, len(lying)))

    def ply(self) -> Iterator[int]:
        """Play one ply on each board; yields the number of layings evaluated after each step."""
        player, boards = self.turn, self.boards
        self.turn = 1 - player
        first_try = self.drawn[player] < self.main[player].shape[1]
        tiles, has = self._draw(player, first_try)
        board, row, column = boards.fitting(tiles, has, self.turning)
        width = 16 * len(boards.empty)
        values = np.full((self.number, width), -np.inf, np.float32)
        for start in range(0, len(board), CHUNK_LAYINGS):
            chunk = slice(start, start + CHUNK_LAYINGS)
            part = (board[chunk], row[chunk], column[chunk])
            found = (1 - 2 * player) * self.evaluate(boards.with_trials(player, part))
            lots = self.rng.random(len(found), np.float32)
            values[part[0], part[1] * 16 + part[2]] = found + lots
            yield len(found)
        best = values.argmax(axis=1)
        lays = values[np.arange(self.number), best] > -np.inf
        yield int((has & ~lays).sum())
        who = np.flatnonzero(lays)
        placements = (who, best[who] // 16, best[who] % 16)
        laid = tiles[who]
        if self.turning:
            laid = boards.fitting_turns(
                laid, placements, self.rng.random((len(who), 4), np.float32)
            )
        boards.lay(player, laid, placements)
        boards.lost_tiles[player] += has & ~lays
        if first_try:
            stuck = np.flatnonzero(~lays)
            self.leftover[player][stuck, self.height[player][stuck]] = tiles[stuck]
            self.height[player] += ~lays
        else:
            boards.tiles_to_come[player] -= has & ~lays

    def _draw(self, player: int, first_try: bool) -> tuple[Array, Array]:
        """The tile for each board and whether there is one; both of shape (boards,)."""
        if first_try:
            self.drawn[player] += 1
            return self.main[player][:, self.drawn[player] - 1], np.ones(self.number, bool)
        has = self.height[player] > 0
        self.height[player] -= has
        self.boards.lost_tiles[player] -= has
        tiles = self.leftover[player][np.arange(self.number), self.height[player]]
        return tiles, has

    def goes_on(self) -> Array:
        """Whether a player has a tile to draw, shape (boards,)."""
        found = np.zeros(self.number, bool)
        for player in (0, 1):
            found |= self.height[player] > 0
            found |= self.drawn[player] < self.main[player].shape[1]
        return found

    def values(self) -> Array:
        """Scores for player 0 in hundredths of a point, shape (boards,): evaluation, or points if
        over."""
        return np.where(self.goes_on(), self.evaluate(self.boards), 100 * point_leads(self.boards))
