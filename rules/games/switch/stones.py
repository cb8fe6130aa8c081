"""The rules of Switch on bitboards of 5x5 squares: bit 5*row+column, a1 is bit 0.

`own` and `enemy` are the stones of both sides. Colours, players and turns are not known here.
"""

from collections.abc import Iterator

from flipside.rules.contract.board import Cell, cells, grid
from flipside.rules.contract.position import Move

BOARD = grid(5, 5)
ALL = (1 << 25) - 1
STONES = 12
"""Number of stones of each colour; one square, the gap, is empty."""

ROW_MASKS = tuple(0b11111 << 5 * row for row in range(5))
COLUMN_MASKS = tuple(0b0000100001000010000100001 << column for column in range(5))
LINES = ROW_MASKS + COLUMN_MASKS
"""Bitboards of the five rows, then the five columns."""

NOT_LEFT, NOT_RIGHT = ALL ^ COLUMN_MASKS[0], ALL ^ COLUMN_MASKS[4]


def neighbours_of(squares: int) -> int:
    """Return the bitboard of the squares that share an edge with a square of `squares`."""
    sideways = (squares & NOT_RIGHT) << 1 | (squares & NOT_LEFT) >> 1
    return (sideways | squares << 5 | squares >> 5) & ALL


NEIGHBOURS = tuple(neighbours_of(1 << cell) for cell in range(25))
"""Bitboards of the squares that share an edge with each cell."""


def group(seed: int, stones: int) -> int:
    """Return the bitboard of the stones that are connected with those in `seed` (SW-5)."""
    before, area = 0, seed
    while area != before:
        before = area
        sideways = (area & NOT_RIGHT) << 1 | (area & NOT_LEFT) >> 1
        area |= (sideways | area << 5 | area >> 5) & stones
    return area


def groups(stones: int) -> list[int]:
    """Return bitboards of the connected groups of these stones."""
    all_groups = []
    while stones:
        all_groups.append(group(stones & -stones, stones))
        stones ^= all_groups[-1]
    return all_groups


def largest_group(stones: int) -> int:
    """Return the number of stones in the largest group."""
    return max(map(int.bit_count, groups(stones)))


def joined(stones: int) -> bool:
    """Return whether all stones of one side are connected (SW-5)."""
    if stones & ~neighbours_of(stones):  # fast, and true of most positions
        return False
    return group(stones & -stones, stones) == stones


def can_join(stones: int, gap: int) -> bool:
    """Return whether moving one stone into the gap connects all stones."""
    # The stone that moves into the gap need not be connected before.
    return group(gap, stones | gap).bit_count() >= STONES


def majority(own: int, enemy: int, line: int) -> bool:
    """Return whether a line has more own than enemy stones (SW-4)."""
    return (own & line).bit_count() > (enemy & line).bit_count()


def exchanges(own: int, enemy: int, adjacent: bool) -> Iterator[tuple[Cell, int]]:
    """Yield each own stone with the bitboard of its exchange partners (SW-3, SW-4)."""
    within = [enemy & line if majority(own, enemy, line) else 0 for line in LINES]
    for cell in cells(own):
        row, column = divmod(cell, 5)
        partners = within[row] | within[5 + column]
        yield cell, partners & NEIGHBOURS[cell] if adjacent else partners


def legal(own: int, enemy: int, adjacent: bool) -> list[Move]:
    """Return all moves as (stone, target), in bit order (SW-2, SW-3)."""
    gap = ALL ^ own ^ enemy
    return [
        (cell, target)
        for cell, partners in exchanges(own, enemy, adjacent)
        for target in cells(gap | partners)
    ]


def moved(own: int, enemy: int, move: Move) -> tuple[int, int]:
    """Return bitboards of both sides after a move of `own`."""
    both = 1 << move[0] | 1 << move[1]
    return own ^ both, enemy ^ both if enemy & both else enemy


def counters(own: int, enemy: int, adjacent: bool) -> Iterator[Move]:
    """Yield the moves of `own` that break the enemy's connection and make their own (SW-7)."""
    # Only an exchange moves a stone of the enemy.
    for cell, partners in exchanges(own, enemy, adjacent):
        for target in cells(partners):
            mine, other = moved(own, enemy, (cell, target))
            if joined(mine) and not joined(other):
                yield cell, target
