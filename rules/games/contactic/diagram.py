"""Diagrams of Contactic: tiles on the board, the tile in hand, leftover and dead tiles.

A tile on the board is a letter, A to P for orange and a to p for green. The letters count the edges
as a binary number: A is 0000, B is 0001, P is 1111. Tiles that a diagram does not mention are
shuffled into the main piles.
"""

import re
from collections.abc import Mapping
from functools import partial
from random import Random

from flipside.rules.contract.board import Cell, cells
from flipside.rules.contract.diagram import (
    NOTHING,
    BadPosition,
    DiagramChoice,
    DiagramRules,
    PositionDiagram,
)
from flipside.rules.games import english_faults
from flipside.rules.games.contactic.display import faces
from flipside.rules.games.contactic.facts import edges
from flipside.rules.games.contactic.position import COLOURS, Contactic, Ruling, setup
from flipside.rules.games.contactic.tiles import (
    EAST_EDGE,
    KIND_OF_TILE,
    MIXES,
    NEUTRAL_BYTE,
    OWNER_BITS,
    TILE_KINDS,
    TILE_ROTATIONS,
    WEST_EDGE,
    Geometry,
    Piles,
    Tile,
    TileMap,
    deal,
    geometry,
    tile_map_of,
    tile_name,
)

_SIDES = "OG"
_SIGN_OF_BYTE = {0: ".", NEUTRAL_BYTE: "+"} | {
    owner + tile: chr(ord(first) + tile)
    for owner, first in zip(OWNER_BITS, "Aa", strict=True)
    for tile in range(16)
}
"""Diagram symbol of each byte of `TileMap.tiles` if orange is player 0."""
_BYTE_OF_SIGN = {sign: byte for byte, sign in _SIGN_OF_BYTE.items()}
_PIECES = faces(COLOURS)
_NAMES = tuple(map(tile_name, range(16)))
_TURN, _HAND, _AGAIN, _LEFTOVER, _DEAD, _OBJECTION = 0, 1, 2, (3, 4), (5, 6), 7
"""Indices of the fields; pairs are for orange and green."""


def _geometry(choices: Mapping[str, str]) -> Geometry:
    return geometry(choices["board"], choices["referee"] == "on")


def _signs(choices: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    tiles = tuple(
        "".join(_SIGN_OF_BYTE[owner + tile] for tile in TILE_ROTATIONS[kind])
        for owner in OWNER_BITS
        for kind in TILE_KINDS
    )
    board = _geometry(choices)
    return tuple(
        ("+",) if cell == board.neutral else (".", *tiles) for cell in range(board.squares)
    )


def _choices(choices: Mapping[str, str], diagram: PositionDiagram) -> tuple[DiagramChoice, ...]:
    undrawn = tuple(map(tile_name, TILE_KINDS)) if choices["turn"] == "on" else _NAMES
    mover = COLOURS[diagram.field_at(_TURN) == _SIDES[1]]
    names = _geometry(choices).board.names[: len(diagram.symbols)]
    objections = [
        f"{what}:{name}"
        for what in ("laid", "founded", "unfounded")
        for name in names
        if choices["referee"] == "off"
    ]
    return (
        DiagramChoice("turn", tuple(_SIDES), "turn"),
        DiagramChoice("hand", (NOTHING, *undrawn), colour=mover),
        DiagramChoice("again", (NOTHING, "again")),
        DiagramChoice("leftover1", (NOTHING, *undrawn), several=True, colour=COLOURS[0]),
        DiagramChoice("leftover2", (NOTHING, *undrawn), several=True, colour=COLOURS[1]),
        DiagramChoice("dead1", (NOTHING, *_NAMES), several=True, colour=COLOURS[0]),
        DiagramChoice("dead2", (NOTHING, *_NAMES), several=True, colour=COLOURS[1]),
        DiagramChoice("objection", (NOTHING, *objections), "objection"),
    )


def _position(choices: Mapping[str, str], diagram: PositionDiagram, random: Random) -> Contactic:
    tile_map = _tile_map(choices, diagram.symbols)
    turn = _SIDES.index(diagram.field_at(_TURN))
    hand, second = diagram.field_at(_HAND), diagram.field_at(_AGAIN) != NOTHING
    piles = [_piles(choices, diagram, player, random) for player in (0, 1)]
    last_square, ruling = _objection(choices, diagram, tile_map, 1 - turn)
    tile = None if hand == NOTHING else int(hand, 2)
    if (tile is None or piles[turn].main) and second:
        raise BadPosition("again")
    if tile is None and not piles[turn].empty():
        tile, second, piles[turn] = piles[turn].drawn()
    if tile is None and last_square is None:
        raise BadPosition("over" if piles[1 - turn].empty() else "hand")
    both = piles[0], piles[1]
    match_setup = setup(choices, COLOURS)
    return Contactic(tile_map, turn, tile, second, both, last_square, ruling, match_setup)


def _tile_map(choices: Mapping[str, str], signs: str) -> TileMap:
    """Return the tiles; raise BadPosition unless all touch and, with a referee, all fit."""
    board = _geometry(choices)
    tile_map = tile_map_of(board, bytes(map(_BYTE_OF_SIGN.__getitem__, signs)))
    tiles = sum(1 << cell for cell, tile in enumerate(tile_map.tiles) if tile)
    others = sum(group for group in board.islands_of(tiles) if not group >> board.neutral & 1)
    if others:
        raise BadPosition("apart", cells=tuple(cells(others)))
    squares = (cell for cell, tile in enumerate(tile_map.tiles) if tile not in (0, NEUTRAL_BYTE))
    wrong = tuple(cell for cell in squares if not tile_map.fits_at(cell))
    if wrong and choices["referee"] == "on":
        raise BadPosition("fits", cells=wrong)
    return tile_map


def _piles(
    choices: Mapping[str, str], diagram: PositionDiagram, player: int, random: Random
) -> Piles:
    """Return a player's piles; raise BadPosition if the diagram has too many tiles of a kind."""
    squares = map(_BYTE_OF_SIGN.__getitem__, diagram.symbols)
    tiles = [tile & 15 for tile in squares if tile & NEUTRAL_BYTE == OWNER_BITS[player]]
    leftover, dead = (
        bytes(int(name, 2) for name in diagram.parts(number[player]))
        for number in (_LEFTOVER, _DEAD)
    )
    if diagram.field_at(_TURN) == _SIDES[player] and diagram.field_at(_HAND) != NOTHING:
        tiles.append(int(diagram.field_at(_HAND), 2))
    numbers = list(MIXES[choices["mix"]])
    for tile in [*tiles, *leftover, *dead]:
        numbers[KIND_OF_TILE[tile]] -= 1
    for kind, number in zip(TILE_KINDS, numbers, strict=True):
        if number < 0:
            raise BadPosition("tiles", tile_name(kind), -number)
    return Piles(deal(numbers, choices["turn"] == "on", random), leftover, dead)


def _objection(
    choices: Mapping[str, str], diagram: PositionDiagram, tile_map: TileMap, owner: int
) -> tuple[Cell | None, Ruling | None]:
    """Return the square to object to, and the ruling; raise BadPosition if they are impossible."""
    word = diagram.field_at(_OBJECTION)
    if word == NOTHING:
        return None, None
    what, _, name = word.partition(":")
    cell = _geometry(choices).board.cell_named(name)
    tile = tile_map.tiles[cell]
    can = {
        "laid": tile & NEUTRAL_BYTE == OWNER_BITS[owner],
        "founded": not tile,
        "unfounded": tile not in (0, NEUTRAL_BYTE) and tile_map.fits_at(cell),
    }
    if not can[what]:
        raise BadPosition("objection", word)
    return (cell, None) if what == "laid" else (None, Ruling(cell, what == "founded"))


def _diagram(position: Contactic) -> PositionDiagram:
    sides = [COLOURS.index(colour) for colour in position.colours]
    owners = (0, *(OWNER_BITS[side] for side in sides), NEUTRAL_BYTE)
    signs = (_SIGN_OF_BYTE[owners[tile >> 4] + (tile & 15)] for tile in position.tile_map.tiles)
    piles = [position.piles[sides.index(side)] for side in (0, 1)]
    names = position.setup.geometry.board.names
    objection = NOTHING if position.last_square is None else f"laid:{names[position.last_square]}"
    if position.ruling is not None:
        what = "founded" if position.ruling.founded else "unfounded"
        objection = f"{what}:{names[position.ruling.square]}"
    words = (
        _SIDES[sides[position.turn]],
        NOTHING if position.hand is None else tile_name(position.hand),
        "again" if position.second else NOTHING,
        *(",".join(map(tile_name, own.leftover)) or NOTHING for own in piles),
        *(",".join(map(tile_name, own.dead)) or NOTHING for own in piles),
        objection,
    )
    return PositionDiagram("".join(signs), words)


def _mirror(cell: Cell, sign: str) -> str:
    tile = _BYTE_OF_SIGN[sign]
    return _SIGN_OF_BYTE[tile & NEUTRAL_BYTE | _mirrored(tile & 15)]


def _mirrored(tile: Tile) -> Tile:
    """Return the tile with its east and its west edge exchanged."""
    both = EAST_EDGE | WEST_EDGE
    return tile ^ both if tile & both in (EAST_EDGE, WEST_EDGE) else tile


def _mirror_word(choices: Mapping[str, str], word: str) -> str:
    """Return `word` with its tiles mirrored; unchanged if tiles may be rotated (CT-6)."""
    if choices["turn"] == "on":
        return word
    return re.sub("[01]{4}", lambda name: tile_name(_mirrored(int(name[0], 2))), word)


DIAGRAMS = DiagramRules(
    cell_symbols=_signs,
    piece_of=lambda cell, sign: _PIECES[_BYTE_OF_SIGN[sign]],
    choices=_choices,
    position=_position,
    diagram=_diagram,
    mirror=_mirror,
    mirror_word=_mirror_word,
    piece_description=lambda piece: (
        None if piece == _PIECES[NEUTRAL_BYTE] else edges(int(piece.face.removeprefix("tile:"), 2))
    ),
    aliases={"orange": "O", "green": "G"},
    sentences=partial(english_faults, "contactic"),
)
