"""Positions up to the symmetries of a game and the exchange of colours, to find twins. Every key
describes the position as its mover sees it, so the colours do not matter."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import product

from flipside.rules.contract.board import cells
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Position
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import KIND_OF_TILE
from flipside.rules.games.flipflop.position import FlipFlop
from flipside.rules.games.flipop.doors import BOARD_SIDE
from flipside.rules.games.flipop.position import Flipop
from flipside.rules.games.othello.openings import canonical
from flipside.rules.games.switch.position import PlayingPhase

_Plan = Sequence[int]
"""By cell, the cell to which a symmetry moves it."""


def twin_key(game: AnyGame, position: Position) -> Hashable:
    """A key that a position shares with its twins alone."""
    return _KEYS[game.key](position)


def _plans(columns: int, rows: int) -> Iterator[_Plan]:
    """The symmetries of a board: eight of a square, four of another rectangle."""
    turns = (False, True) if columns == rows else (False,)
    for up, across, turned in product((False, True), (False, True), turns):
        plan = []
        for row, column in product(range(rows), range(columns)):
            to_row = rows - 1 - row if up else row
            to_column = columns - 1 - column if across else column
            if turned:
                to_row, to_column = to_column, to_row
            plan.append(to_row * columns + to_column)
        yield plan


def _moved(plan: _Plan, bits: int) -> int:
    return sum(1 << plan[cell] for cell in cells(bits))


def _sides(pair: tuple[int, int], turn: int) -> tuple[int, int]:
    return pair[turn], pair[1 - turn]


_SWITCH_PLANS = tuple(_plans(5, 5))


def _switch(position: PlayingPhase) -> Hashable:
    own, enemy = position.sides
    return min((_moved(plan, own), _moved(plan, enemy)) for plan in _SWITCH_PLANS)


def _flipflop(position: FlipFlop) -> Hashable:
    """Rows may change places with rows and columns with columns: only lines count. Equal refined
    colourings of the lines are taken for twins."""
    own, _ = _sides(position.stones, position.turn)
    taken = position.stones[0] | position.stones[1]
    banned = position.ban if not position.laying else None

    def stone(row: int, column: int) -> int:
        bit = 8 * row + column
        kind = 1 if own >> bit & 1 else 2 if taken >> bit & 1 else 0
        return kind + (3 if bit == banned else 0)

    eight = range(8)
    rows = columns = [0] * 8
    for _ in range(4):
        seen_rows = [
            (rows[r], tuple(sorted((stone(r, c), columns[c]) for c in eight))) for r in eight
        ]
        seen_columns = [
            (columns[c], tuple(sorted((stone(r, c), rows[r]) for r in eight))) for c in eight
        ]
        ranks = {one: at for at, one in enumerate(sorted({*seen_rows, *seen_columns}))}
        rows, columns = [ranks[one] for one in seen_rows], [ranks[one] for one in seen_columns]
    last = [tuple(sorted(seen)) for seen in (seen_rows, seen_columns)]
    return position.laying, tuple(sorted(last))


def _flipop(position: Flipop) -> Hashable:
    """Turned so that the mover goes down, and the lesser of it and its mirror image."""
    return min(_flipop_image(position, position.turn == 1, mirrored) for mirrored in (False, True))


def _flipop_image(position: Flipop, turned: bool, mirrored: bool) -> tuple[object, ...]:
    def place(cell: int, side: int) -> int:
        row, column = divmod(cell, side)
        if turned:
            row, column = side - 1 - row, side - 1 - column
        return row * side + (side - 1 - column if mirrored else column)

    def way(direction: int) -> int:
        direction = (direction + 2) % 4 if turned else direction
        return (4 - direction) % 4 if mirrored else direction

    def balls(bits: int) -> tuple[int, ...]:
        return tuple(sorted(place(pit, BOARD_SIDE) for pit in cells(bits)))

    def doors(bits: int, side: int) -> tuple[int, ...]:
        return tuple(sorted(4 * place(bit // 4, side) + way(bit % 4) for bit in cells(bits)))

    own, enemy = _sides(position.balls, position.turn)
    banned = doors(position.ban, BOARD_SIDE)
    return balls(own), balls(enemy), doors(position.doors, BOARD_SIDE - 1), banned


def _contactic(position: Contactic) -> Hashable:
    """The tiles, by their edges, and the tile in hand; of the piles the kinds."""
    geometry = position.setup.geometry
    columns, rows = geometry.board.columns, geometry.board.rows
    owners = (16, 32) if position.turn == 0 else (32, 16)
    tiles = []
    for plan in _plans(columns, rows):
        turn = _edge_turn(plan, columns)
        image = bytearray(len(plan))
        for cell, tile in enumerate(position.tile_map.tiles):
            if tile:
                owner = owners.index(tile & 48) + 1 if tile & 48 in owners else 3
                image[plan[cell]] = 16 * owner + turn[tile & 15]
        tiles.append(bytes(image))
    piles = [position.piles[player].kinds() for player in (position.turn, 1 - position.turn)]
    hand = None if position.hand is None else KIND_OF_TILE[position.hand]
    return min(tiles), hand, *piles


def _edge_turn(plan: _Plan, columns: int) -> list[int]:
    """By tile, the tile as a symmetry leaves it."""
    middle = columns + 1
    steps = (-columns, 1, columns, -1)
    to = [steps.index(plan[middle + step] - plan[middle]) for step in steps]
    return [sum((8 >> to[n]) for n in range(4) if tile & 8 >> n) for tile in range(16)]


_KEYS: Mapping[str, Callable[..., Hashable]] = {
    "othello": lambda position: canonical(_sides(position.discs, position.turn))[0],
    "flipflop": _flipflop,
    "switch": _switch,
    "flipop": _flipop,
    "contactic": _contactic,
}
