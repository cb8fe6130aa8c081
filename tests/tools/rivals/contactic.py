"""The rival of Contactic: flat Monte Carlo search in compiled code (the extra `rivals`).

It has no evaluation. Candidates are dropped by sequential halving (Karnin, Koren, Somekh 2013).
"""

from typing import TYPE_CHECKING

import numpy as np

from flipside.rules.contract.position import Move
from flipside.rules.engine.search import Level
from flipside.rules.engine.time_slices import SecondsClock
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.match.match import Match

if TYPE_CHECKING:
    from tests.tools.rivals.player import RivalPlayer

_PLAYOUTS = 20
"""The number of playouts of a move in one round."""

_FINALISTS = 3
"""The number of last moves. Before, each round drops the worse half of the others."""

_TILE_KINDS = (0b0000, 0b1000, 0b1100, 0b1010, 0b1110, 0b1111)
"""The kinds of tiles, as bits of coloured edges (see contactic_rules)."""


def new_player() -> "RivalPlayer":
    """Return the player for one match; it has no state."""
    from tests.tools.rivals import contactic_rules as rules

    rules.seed_random(0)
    owner, sides, none = (
        np.full(1, rules.EMPTY_SQUARE, np.int8),
        np.zeros(1, np.int8),
        np.zeros(2, int),
    )
    rules.lay_tile(owner, sides, sides, 1, 0, 0, 0)  # compile before the clock starts
    piles = (sides[:0], sides[:0], np.zeros((2, 128), np.int8), none, none)
    rules.playout_margin_sum(owner, sides, sides, 1, 0, *piles, 1)
    return answer


def answer(match: Match, level: Level, clock: SecondsClock) -> Move:
    """Return the move in an unfinished match with a referee."""
    from tests.tools.rivals import contactic_rules as rules

    begun, legal, position = clock(), match.legal(), match.position
    assert isinstance(position, Contactic)
    if len(legal) == 1:
        return legal[0]
    owner, met, asked, columns = board_arrays(position)
    mains, leftover, height, dead = pile_arrays(position)
    after = []
    for move in legal:
        tables = (owner.copy(), met.copy(), asked.copy(), columns)
        rules.lay_tile(*tables, move[0], position.tile_laid(move), position.turn)
        after.append(tables)
    total, tries = np.zeros(len(legal)), np.zeros(len(legal))
    chosen = list(range(len(legal)))
    unseen = (1 - position.turn, *mains, leftover, height, dead)
    while True:
        for one in chosen:
            total[one] += rules.playout_margin_sum(*after[one], *unseen, _PLAYOUTS)
            tries[one] += _PLAYOUTS
            if tries.all() and level.seconds is not None and clock() - begun >= level.seconds:
                break
        else:
            mean = (1 - 2 * position.turn) * total / tries
            chosen.sort(key=lambda one: -mean[one])
            chosen = chosen[: max(_FINALISTS, len(chosen) // 2)]
            if level.seconds is not None or len(chosen) > _FINALISTS:
                continue
        mean = (1 - 2 * position.turn) * total / tries
        return legal[max(chosen, key=lambda one: mean[one])]


def board_arrays(position: Contactic) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Return `owner`, `met` and `asked` of contactic_rules, and the number of columns."""
    from tests.tools.rivals import contactic_rules as rules

    tiles, board = position.tile_map.tiles, position.setup.geometry.board
    owner = np.full(len(tiles), rules.EMPTY_SQUARE, np.int8)
    met, asked = np.zeros(len(tiles), np.int8), np.zeros(len(tiles), np.int8)
    for square, tile in enumerate(tiles):
        if tile:
            player = {16: 0, 32: 1}.get(tile & 48, rules.NO_OWNER)
            rules.lay_tile(owner, met, asked, board.columns, square, tile & 15, player)
    return owner, met, asked, board.columns


def pile_arrays(
    position: Contactic,
) -> tuple[tuple[np.ndarray, np.ndarray], np.ndarray, np.ndarray, np.ndarray]:
    """Return undrawn tiles, leftover piles, their heights and numbers of dead tiles by player.

    Undrawn tiles are two int8 arrays in no order. Leftover piles are int8, shape (2, 128). Heights
    and dead tiles have shape (2,).
    """
    first, second = (
        np.repeat(np.array(_TILE_KINDS, np.int8), one.kinds()) for one in position.piles
    )
    leftover = np.zeros((2, 128), np.int8)
    for player, one in enumerate(position.piles):
        leftover[player, : len(one.leftover)] = list(one.leftover)
    height = np.array([len(one.leftover) for one in position.piles])
    dead = np.array([len(one.dead) for one in position.piles])
    return (first, second), leftover, height, dead
