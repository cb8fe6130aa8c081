"""Rules of Switch on bitboards of 5x5 squares: bit 5*row+column, a1 is bit 0. `own` and `enemy` are
the stones of two sides; this module knows no colours, players or turns."""

from collections.abc import Iterator

from flipside.rules.contract.board import Cell, cells, grid
from flipside.rules.contract.position import Move

BOARD = grid(5, 5)
ALL = (1 << 25) - 1
STONES = 12
"""Stones of each colour; one square, the gap, stays empty."""

ROW_MASKS = tuple(0b11111 << 5 * row for row in range(5))
COLUMN_MASKS = tuple(0b0000100001000010000100001 << column for column in range(5))
LINES = ROW_MASKS + COLUMN_MASKS
"""Bitboards of the five rows, then the five columns."""

NOT_LEFT, NOT_RIGHT = ALL ^ COLUMN_MASKS[0], ALL ^ COLUMN_MASKS[4]


def neighbours_of(bits: int) -> int:
    """Bitboard of the squares that share an edge with one of these."""
    sideways = (bits & NOT_RIGHT) << 1 | (bits & NOT_LEFT) >> 1
    return (sideways | bits << 5 | bits >> 5) & ALL


NEIGHBOURS = tuple(neighbours_of(1 << cell) for cell in range(25))
"""Per cell the bitboard of the squares that share an edge with it."""


def group(seed: int, stones: int) -> int:
    """Bitboard of the stones connected with those in `seed`, edge to edge."""
    before, found = 0, seed
    while found != before:
        before = found
        sideways = (found & NOT_RIGHT) << 1 | (found & NOT_LEFT) >> 1
        found |= (sideways | found << 5 | found >> 5) & stones
    return found


def groups(stones: int) -> list[int]:
    """Bitboards of the connected groups of these stones."""
    found = []
    while stones:
        one = group(stones & -stones, stones)
        found.append(one)
        stones ^= one
    return found


def largest_group(stones: int) -> int:
    """The number of stones in the largest group."""
    return max(one.bit_count() for one in groups(stones))


def joined(stones: int) -> bool:
    """Whether all stones of one side are connected (SW-5)."""
    if stones & ~neighbours_of(stones):
        return False  # a stone alone settles nearly every position at once
    return group(stones & -stones, stones) == stones


def can_join(stones: int, gap: int) -> bool:
    """Whether moving one stone into the gap connects all stones. That holds where the gap and the
    stones connected through it are at least STONES stones."""
    return group(gap, stones | gap).bit_count() >= STONES


def majority(own: int, enemy: int, line: int) -> bool:
    """Whether a line holds more own than enemy stones (SW-4)."""
    return (own & line).bit_count() > (enemy & line).bit_count()


def exchanges(own: int, enemy: int, adjacent: bool) -> Iterator[tuple[Cell, int]]:
    """Yield each own stone with the bitboard of its exchange partners (SW-3, SW-4)."""
    within = [enemy & line if majority(own, enemy, line) else 0 for line in LINES]
    for cell in cells(own):
        row, column = divmod(cell, 5)
        partners = within[row] | within[5 + column]
        yield cell, partners & NEIGHBOURS[cell] if adjacent else partners


def legal(own: int, enemy: int, adjacent: bool) -> list[Move]:
    """Every move A and B as stone and target, in bit order (SW-2, SW-3)."""
    gap = ALL ^ own ^ enemy
    return [
        (cell, target)
        for cell, partners in exchanges(own, enemy, adjacent)
        for target in cells(gap | partners)
    ]


def moved(own: int, enemy: int, move: Move) -> tuple[int, int]:
    """Bitboards of both sides after a move of `own`."""
    both = 1 << move[0] | 1 << move[1]
    return own ^ both, enemy ^ both if enemy & both else enemy


def counters(own: int, enemy: int, adjacent: bool) -> Iterator[Move]:
    """Yield the moves of `own` that break the enemy's connection and make their own (SW-7). Only an
    exchange moves a stone of the enemy, so only exchanges are tried."""
    for cell, partners in exchanges(own, enemy, adjacent):
        for target in cells(partners):
            mine, other = moved(own, enemy, (cell, target))
            if joined(mine) and not joined(other):
                yield cell, target
