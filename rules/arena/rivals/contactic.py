"""The rival of Contactic: flat Monte Carlo search with random playouts, in compiled code (the extra
`train`), without an evaluation."""

from typing import TYPE_CHECKING

import numpy as np

from rules.contract.position import Move
from rules.engine.levels import Level
from rules.engine.time_slices import SecondsClock
from rules.games.contactic.position import Contactic
from rules.match.match import Match

if TYPE_CHECKING:
    from rules.arena.rivals.player import Player

MATCHES = 20
"""Playouts of a move before the next move's turn."""

FEW = 3
"""Moves that are compared to the last; among all others half are given up each time."""

DECK = (0b0000, 0b1000, 0b1100, 0b1010, 0b1110, 0b1111)
"""The kinds of tiles."""


def sits_down() -> "Player":
    """A rival for one match; it remembers nothing."""
    from rules.arena.rivals import contactic_rules as rules

    rules.sow(0)
    owner, sides, none = np.full(1, rules.EMPTY, np.int8), np.zeros(1, np.int8), np.zeros(2, int)
    rules.lay(owner, sides, sides, 1, 0, 0, 0)  # what is compiled here no clock waits for
    piles = (sides[:0], sides[:0], np.zeros((2, 128), np.int8), none, none)
    rules.margins(owner, sides, sides, 1, 0, *piles, 1)
    return answer


def answer(match: Match, level: Level, clock: SecondsClock) -> Move:
    """The move it makes in a match with a referee that is not over."""
    from rules.arena.rivals import contactic_rules as rules

    begun, legal, position = clock(), match.legal(), match.position
    assert isinstance(position, Contactic)
    if len(legal) == 1:
        return legal[0]
    owner, met, asked, columns = table(position)
    mains, leftover, height, dead = piles(position)
    after = []
    for move in legal:
        tables = (owner.copy(), met.copy(), asked.copy(), columns)
        rules.lay(*tables, move[0], position.tile_laid(move), position.turn)
        after.append(tables)
    total, tries = np.zeros(len(legal)), np.zeros(len(legal))
    chosen = list(range(len(legal)))
    unseen = (1 - position.turn, *mains, leftover, height, dead)
    while True:
        for one in chosen:
            total[one] += rules.margins(*after[one], *unseen, MATCHES)
            tries[one] += MATCHES
            if tries.all() and level.seconds is not None and clock() - begun >= level.seconds:
                break
        else:
            mean = (1 - 2 * position.turn) * total / tries
            chosen.sort(key=lambda one: -mean[one])
            chosen = chosen[: max(FEW, len(chosen) // 2)]
            if level.seconds is not None or len(chosen) > FEW:
                continue
        mean = (1 - 2 * position.turn) * total / tries
        return legal[max(chosen, key=lambda one: mean[one])]


def table(position: Contactic) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """The squares as the rival's rules know them (`owner`, `met`, `asked`), and the columns."""
    from rules.arena.rivals import contactic_rules as rules

    tiles, board = position.tile_map.tiles, position.setup.geometry.board
    owner = np.full(len(tiles), rules.EMPTY, np.int8)
    met, asked = np.zeros(len(tiles), np.int8), np.zeros(len(tiles), np.int8)
    for field, tile in enumerate(tiles):
        if tile:
            player = {16: 0, 32: 1}.get(tile & 48, rules.NOBODY)
            rules.lay(owner, met, asked, board.columns, field, tile & 15, player)
    return owner, met, asked, board.columns


def piles(
    position: Contactic,
) -> tuple[tuple[np.ndarray, np.ndarray], np.ndarray, np.ndarray, np.ndarray]:
    """The undrawn tiles by player, known by their kinds alone; the leftover piles, how high they
    are, and the numbers of dead tiles."""
    first, second = (np.repeat(np.array(DECK, np.int8), one.kinds()) for one in position.piles)
    leftover = np.zeros((2, 128), np.int8)
    for player, one in enumerate(position.piles):
        leftover[player, : len(one.leftover)] = list(one.leftover)
    height = np.array([len(one.leftover) for one in position.piles])
    dead = np.array([len(one.dead) for one in position.piles])
    return (first, second), leftover, height, dead
