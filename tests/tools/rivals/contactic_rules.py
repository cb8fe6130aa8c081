"""The rules of Contactic and random playouts in compiled code.

A tile has four bits for coloured edges: north 8, east 4, south 2, west 1. Arrays are int8, shape
(squares,), row after row. `owner`: the player, -1 for an empty square, 2 for nobody. `met`: the
sides, as bits, with a tile or the neutral square. `asked`: those that need a coloured edge.
"""

import numpy as np
from numba import njit

EMPTY_SQUARE, NO_OWNER = -1, 2

_BESIDE_QUARTERS = 3
"""How often of 4 times a playout places a tile beside an own tile, if possible."""


@njit(cache=True)
def rotated(tile, quarters):
    """Return the tile after `quarters` quarter turns clockwise."""
    return (tile >> quarters | tile << 4 - quarters) & 15


@njit(cache=True)
def neighbour(square, side, columns, squares):
    """Return the adjacent square on `side`, from 0 north to 3 west; negative if off the board."""
    if side == 0:
        return square - columns
    if side == 1:
        return square + 1 if square % columns < columns - 1 else -1
    if side == 2:
        return square + columns if square + columns < squares else -1
    return square - 1 if square % columns > 0 else -1


@njit(cache=True)
def lay_tile(owner, met, asked, columns, square, tile, player):
    """Place a tile. Its empty neighbours then need the other kind of edge."""
    owner[square] = player
    for side in range(4):
        other = neighbour(square, side, columns, len(owner))
        if other >= 0:
            facing = 8 >> (side + 2) % 4
            met[other] |= facing
            if not tile & 8 >> side:
                asked[other] |= facing


@njit(cache=True)
def tile_fits(owner, met, asked, square, tile):
    """Return whether the tile fits on `square` without rotation."""
    return (
        owner[square] == EMPTY_SQUARE and met[square] != 0 and tile & met[square] == asked[square]
    )


@njit(cache=True)
def largest_island(owner, columns, player):
    """Return the size of the player's largest island."""
    seen, stack, best = owner != player, np.empty(len(owner), np.int64), 0
    for start in range(len(owner)):
        if seen[start]:
            continue
        seen[start], stack[0], height, size = True, start, 1, 0
        while height:
            height -= 1
            size += 1
            square = stack[height]
            for side in range(4):
                other = neighbour(square, side, columns, len(owner))
                if other >= 0 and not seen[other]:
                    seen[other], stack[height] = True, other
                    height += 1
        best = max(best, size)
    return best


@njit(cache=True)
def random_place(owner, met, asked, columns, tile, player, beside):
    """Return a random square and number of quarter turns with which the tile fits.

    With `beside`, the square is beside an own tile if possible. It is -1 if the tile fits nowhere.
    """
    square, turn, among, any_square, any_turn, among_all = -1, 0, 0, -1, 0, 0
    for here in range(len(owner)):
        if owner[here] != EMPTY_SQUARE or met[here] == 0:
            continue
        first = np.random.randint(4)
        for quarters in range(first, first + 4):
            if tile_fits(owner, met, asked, here, rotated(tile, quarters % 4)):
                among_all += 1
                if np.random.randint(among_all) == 0:
                    any_square, any_turn = here, quarters % 4
                own = False
                for side in range(4):
                    other = neighbour(here, side, columns, len(owner))
                    own |= other >= 0 and owner[other] == player
                if own:
                    among += 1
                    if np.random.randint(among) == 0:
                        square, turn = here, quarters % 4
                break
    if beside and square >= 0:
        return square, turn
    return any_square, any_turn


@njit(cache=True)
def playout_margin(owner, met, asked, columns, player, piles, leftover, height, dead):
    """Return the lead of player 0, in points, after one random playout; overwrite the arrays.

    `piles` are two int8 arrays of undrawn tiles, which are shuffled. `leftover` is int8, shape
    (2, 128), with `height`, shape (2,), tiles. `dead` are the numbers of dead tiles, shape (2,).
    """
    for pile in piles:
        np.random.shuffle(pile)
    drawn = np.zeros(2, np.int64)
    while True:
        if drawn[player] == len(piles[player]) and height[player] == 0:
            player = 1 - player
            if drawn[player] == len(piles[player]) and height[player] == 0:
                break
        second = drawn[player] == len(piles[player])
        if second:
            height[player] -= 1
            tile = leftover[player, height[player]]
        else:
            tile = piles[player][drawn[player]]
            drawn[player] += 1
        beside = np.random.randint(4) < _BESIDE_QUARTERS
        square, turn = random_place(owner, met, asked, columns, tile, player, beside)
        if square >= 0:
            lay_tile(owner, met, asked, columns, square, rotated(tile, turn), player)
        elif second:
            dead[player] += 1
        else:
            leftover[player, height[player]] = tile
            height[player] += 1
        player = 1 - player
    return largest_island(owner, columns, 0) - dead[0] - largest_island(owner, columns, 1) + dead[1]


@njit(cache=True)
def playout_margin_sum(
    owner, met, asked, columns, player, first, second, leftover, height, dead, number
):
    """Return the sum of player 0's leads in `number` playouts; keep the arrays."""
    total = 0
    for _ in range(number):
        piles = (first.copy(), second.copy())
        total += playout_margin(
            owner.copy(), met.copy(), asked.copy(), columns, player,
            piles, leftover.copy(), height.copy(), dead.copy(),
        )  # fmt: skip
    return total


@njit(cache=True)
def seed_random(seed):
    """Seed the random numbers of compiled code."""
    np.random.seed(seed)
