"""Display of Contactic: pieces, cells beside the board, story steps, marks and tallies."""

from rules.contract.board import Cell, cells
from rules.contract.position import Mark, Player, Result, Tally
from rules.contract.story import Beat, Flip, Piece, Place, Remove, Slide, Step, Story
from rules.games.contactic.geometry import Geometry, largest_island
from rules.games.contactic.piles import Piles
from rules.games.contactic.tile_map import NEUTRAL_BYTE, OWNER_BITS, TileMap
from rules.games.contactic.tiles import TILE_KINDS, Tile, tile_name


def piece(colour: str, tile: Tile) -> Piece:
    """The piece that shows a tile face up."""
    return Piece(colour, f"tile:{tile_name(tile)}")


def face_down(colour: str) -> Piece:
    """The piece that shows a tile's back, the same for every tile of a colour."""
    return Piece(colour, "tile:back")


def faces(colours: tuple[str, str]) -> tuple[Piece | None, ...]:
    """The piece shown for each byte of `TileMap.tiles`."""
    seen: list[Piece | None] = [None] * (NEUTRAL_BYTE + 1)
    seen[NEUTRAL_BYTE] = Piece("neutral", "tile:neutral")
    for colour, owned in zip(colours, OWNER_BITS, strict=True):
        for tile in range(16):
            seen[owned + tile] = piece(colour, tile)
    return tuple(seen)


def dead_top(colour: str, pile: bytes) -> Piece | None:
    """The last of the dead tiles, which lie face up; None if there is none."""
    return piece(colour, pile[-1]) if pile else None


def cells_beside(colour: str, hand: Tile | None, piles: Piles) -> tuple[Piece | None, ...]:
    """Pieces of a player's cells beside the board: hand, main pile, leftover pile, dead tiles."""
    return (
        None if hand is None else piece(colour, hand),
        face_down(colour) if piles.main else None,
        face_down(colour) if piles.leftover else None,
        dead_top(colour, piles.dead),
    )


# -- steps ---------------------------------------------------------------------------------------


def bury_beat(source: Cell, target: Cell, colour: str, tile: Tile, pile: bytes) -> Beat:
    """The beat that moves a tile from `source` onto the dead tiles at `target`. It slides there if
    there are none; otherwise it leaves the board and replaces their top."""
    old = dead_top(colour, pile)
    if old is None:
        return (Slide(source, target),)
    new = piece(colour, tile)
    return (Remove(source, new), *(() if old == new else (Flip(target, old, new),)))


def draw_story(
    geometry: Geometry, player: Player, colour: str, hand: Tile, second: bool, left: Piles
) -> Story:
    """The story of drawing a tile face down and turning it up; `left` are the piles after it."""
    cell = geometry.hand[player]
    pile, others = (
        (geometry.leftover[player], left.leftover) if second else (geometry.pile[player], left.main)
    )
    drawn: Step = Place(cell, face_down(colour)) if others else Slide(pile, cell)
    return (drawn,), (Flip(cell, face_down(colour), piece(colour, hand)),)


# -- marks and numbers ---------------------------------------------------------------------------


def island_marks(tile_map: TileMap, colours: tuple[str, str], result: Result | None) -> list[Mark]:
    """Marks of the largest island of each player; an aid unless it has won or drawn the match."""
    return [
        Mark(
            "island",
            cells=tuple(cells(largest_island(own))),
            colour=colours[player],
            aid=result is None or result.winner == 1 - player,
        )
        for player, own in enumerate(tile_map.islands)
        if own
    ]


def pile_tallies(
    geometry: Geometry, player: Player, colour: str, piles: Piles
) -> tuple[Tally, ...]:
    """Sizes of a player's piles, then the number of tiles of each kind in the undrawn main pile."""
    kinds = zip(TILE_KINDS, piles.kinds(), strict=True)
    return (
        Tally("pile", len(piles.main), cell=geometry.pile[player]),
        Tally("leftover", len(piles.leftover), cell=geometry.leftover[player]),
        Tally("dead", len(piles.dead), cell=geometry.dead[player]),
        *(Tally("kind", number, piece(colour, kind)) for kind, number in kinds),
    )


def shown(
    tile_map: TileMap, colours: tuple[str, str], hand: Tile | None, piles: tuple[Piles, Piles]
) -> dict[str, object]:
    """The position for the command line's JSON. `board` has a string per row: O (orange), G
    (green), + (neutral), dots. `tiles` are by square, piles by colour, the leftover pile from the
    bottom, dead tiles oldest first."""
    board = tile_map.geometry.board
    letters = (".", *(colour[0].upper() for colour in colours), "+")
    by_colour = sorted(zip(colours, piles, strict=True), key=lambda pair: pair[0] != "orange")
    return {
        "board": board.lines(letters[tile >> 4] for tile in tile_map.tiles),
        "tile": None if hand is None else tile_name(hand),
        "tiles": {
            board.names[cell]: tile_name(tile & 15)
            for cell, tile in enumerate(tile_map.tiles)
            if tile not in (0, NEUTRAL_BYTE)
        },
        "left": {
            colour: dict(zip(map(tile_name, TILE_KINDS), own.kinds(), strict=True))
            for colour, own in by_colour
        },
        "leftover": {
            colour: [tile_name(tile) for tile in own.leftover] for colour, own in by_colour
        },
        "dead": {colour: [tile_name(tile) for tile in own.dead] for colour, own in by_colour},
    }
