"""Twins: problems whose positions are equal up to symmetry and exchange of colours.

Near twins, in Switch, become twins if the contents of two squares are exchanged.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import combinations, product

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
"""A symmetry: for each cell, the cell to which it moves."""


def twin_key(game: AnyGame, position: Position) -> Hashable:
    """Return the key of a position. Only twins have the same key."""
    return _KEYS[game.key](position)


def _plans(columns: int, rows: int) -> Iterator[_Plan]:
    """Yield the symmetries of a board: eight of a square board, four of others."""
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


def near_twins(positions: Mapping[str, Position]) -> set[tuple[str, str]]:
    """Return the pairs of names of near twins, in the order of the names in `positions`."""
    some = {name: now.sides for name, now in positions.items() if isinstance(now, PlayingPhase)}
    names: dict[tuple[int, int], list[str]] = {}
    for name, (own, enemy) in some.items():
        for image in {(_moved(plan, own), _moved(plan, enemy)) for plan in _SWITCH_PLANS}:
            names.setdefault(image, []).append(name)
    order = {name: number for number, name in enumerate(some)}
    return {
        (name, other)
        for name, sides in some.items()
        for exchanged in _exchanged(*sides)
        for other in names.get(exchanged, ())
        if order[name] < order[other]
    }


def _exchanged(own: int, enemy: int) -> Iterator[tuple[int, int]]:
    """Yield the stones after the exchange of the contents of any two squares."""
    for first, second in combinations(range(25), 2):
        both = 1 << first | 1 << second
        new_own, new_enemy = (
            side ^ both if (side & both).bit_count() == 1 else side for side in (own, enemy)
        )
        if (new_own, new_enemy) != (own, enemy):
            yield new_own, new_enemy


def _flipflop(position: FlipFlop) -> Hashable:
    """Return a key that does not depend on the order of rows and of columns.

    It is a colouring of rows and columns, refined four times by the stones and colours in them.
    """
    own, _ = _sides(position.stones, position.turn)
    stones = position.stones[0] | position.stones[1]
    barred = position.ban if not position.laying else None

    def stone(bit: int) -> int:
        kind = 1 if own >> bit & 1 else 2 if stones >> bit & 1 else 0
        return kind + (3 if bit == barred else 0)

    rows = [[stone(8 * row + column) for column in range(8)] for row in range(8)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    colours = [[0] * 8, [0] * 8]
    for _ in range(4):
        views = [
            [(of[at], tuple(sorted(zip(lines[at], others, strict=True)))) for at in range(8)]
            for lines, of, others in (
                (rows, colours[0], colours[1]),
                (columns, colours[1], colours[0]),
            )
        ]
        ranks = {view: at for at, view in enumerate(sorted({*views[0], *views[1]}))}
        colours = [[ranks[view] for view in of_lines] for of_lines in views]
    return position.laying, tuple(sorted(tuple(sorted(of_lines)) for of_lines in views))


def _flipop(position: Flipop) -> Hashable:
    """Return the smaller of the position, with the mover going down, and its mirror image."""
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
    doors_now = doors(position.doors, BOARD_SIDE - 1)
    return balls(own), balls(enemy), doors_now, doors(position.ban, BOARD_SIDE)


def _contactic(position: Contactic) -> Hashable:
    """Return the smallest symmetric board, and the kinds of tiles in hand and in the piles."""
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
    """Return the tile that each of the 16 kinds of tiles becomes under a symmetry."""
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
