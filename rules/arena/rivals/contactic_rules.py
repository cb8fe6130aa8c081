"""The rules of Contactic in compiled code, and random playouts.

A tile has four bits, north 8, east 4, south 2, west 1, set where the edge is coloured. Arrays have
one entry for each square, row after row: `owner` -1 where it is empty, the player, or 2 for nobody;
`met` the sides on which a tile or the neutral square lies, `asked` those of them that ask for a
coloured edge.
"""

import numpy as np
from numba import njit

EMPTY, NOBODY = -1, 2

TRIES = 3
"""A tile drawn in a playout is laid beside an own one, if it can be, so often out of 4."""


@njit(cache=True)
def turned(tile, quarters):
    """The tile after so many quarters clockwise."""
    return (tile >> quarters | tile << 4 - quarters) & 15


@njit(cache=True)
def neighbour(field, side, columns, fields):
    """The square on that side, 0 north to 3 west, or -1 beyond the rim."""
    if side == 0:
        return field - columns
    if side == 1:
        return field + 1 if field % columns < columns - 1 else -1
    if side == 2:
        return field + columns if field + columns < fields else -1
    return field - 1 if field % columns > 0 else -1


@njit(cache=True)
def lay(owner, met, asked, columns, field, tile, player):
    """A tile lies; its neighbours ask for the other kind of edge."""
    owner[field] = player
    for side in range(4):
        other = neighbour(field, side, columns, len(owner))
        if other >= 0:
            facing = 8 >> (side + 2) % 4
            met[other] |= facing
            if not tile & 8 >> side:
                asked[other] |= facing


@njit(cache=True)
def fits(owner, met, asked, field, tile):
    """Whether the tile may be laid there as it is turned."""
    return owner[field] == EMPTY and met[field] != 0 and tile & met[field] == asked[field]


@njit(cache=True)
def largest(owner, columns, player):
    """The number of tiles of the largest island."""
    seen, stack, best = owner != player, np.empty(len(owner), np.int64), 0
    for start in range(len(owner)):
        if seen[start]:
            continue
        seen[start], stack[0], height, size = True, start, 1, 0
        while height:
            height -= 1
            size += 1
            field = stack[height]
            for side in range(4):
                other = neighbour(field, side, columns, len(owner))
                if other >= 0 and not seen[other]:
                    seen[other], stack[height] = True, other
                    height += 1
        best = max(best, size)
    return best


@njit(cache=True)
def found(owner, met, asked, columns, tile, player, beside):
    """A random square and turn in which the tile fits, next to an own tile if `beside` and if there
    is such a square; square -1 if it fits nowhere."""
    field, turn, among, any_field, any_turn, among_all = -1, 0, 0, -1, 0, 0
    for here in range(len(owner)):
        if owner[here] != EMPTY or met[here] == 0:
            continue
        first = np.random.randint(4)
        for quarters in range(first, first + 4):
            if fits(owner, met, asked, here, turned(tile, quarters % 4)):
                among_all += 1
                if np.random.randint(among_all) == 0:
                    any_field, any_turn = here, quarters % 4
                own = False
                for side in range(4):
                    other = neighbour(here, side, columns, len(owner))
                    own |= other >= 0 and owner[other] == player
                if own:
                    among += 1
                    if np.random.randint(among) == 0:
                        field, turn = here, quarters % 4
                break
    if beside and field >= 0:
        return field, turn
    return any_field, any_turn


@njit(cache=True)
def margin(owner, met, asked, columns, player, piles, leftover, height, dead):
    """The lead of player 0, in points, after one random playout; changes the arrays it is given.

    The undrawn tiles of `piles` are shuffled; `leftover` has so many tiles as `height` says.
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
        beside = np.random.randint(4) < TRIES
        field, turn = found(owner, met, asked, columns, tile, player, beside)
        if field >= 0:
            lay(owner, met, asked, columns, field, turned(tile, turn), player)
        elif second:
            dead[player] += 1
        else:
            leftover[player, height[player]] = tile
            height[player] += 1
        player = 1 - player
    return largest(owner, columns, 0) - dead[0] - largest(owner, columns, 1) + dead[1]


@njit(cache=True)
def margins(owner, met, asked, columns, player, first, second, leftover, height, dead, number):
    """The sum of so many margins; changes nothing."""
    total = 0
    for _ in range(number):
        piles = (first.copy(), second.copy())
        total += margin(
            owner.copy(), met.copy(), asked.copy(), columns, player,
            piles, leftover.copy(), height.copy(), dead.copy(),
        )  # fmt: skip
    return total


@njit(cache=True)
def sow(seed):
    """Seed the random numbers."""
    np.random.seed(seed)
