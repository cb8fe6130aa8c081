"""Display of Contactic: pieces, cells beside the board, story steps, marks and tallies."""

from dataclasses import dataclass

from flipside.rules.contract.board import Cell, cells
from flipside.rules.contract.position import Mark, Player, Result, Tally
from flipside.rules.contract.story import Beat, Flip, Piece, Place, Remove, Slide, Step, Story
from flipside.rules.games.contactic import tiles


def piece(colour: str, tile: tiles.Tile) -> Piece:
    """Return the piece that shows a tile face up."""
    return Piece(colour, f"tile:{tiles.tile_name(tile)}")


def face_down(colour: str) -> Piece:
    """Return the piece that shows the back of a tile, the same for all tiles of a colour."""
    return Piece(colour, "tile:back")


def faces(colours: tuple[str, str]) -> tuple[Piece | None, ...]:
    """Return the piece for each byte of `TileMap.tiles`."""
    pieces: list[Piece | None] = [None] * (tiles.NEUTRAL_BYTE + 1)
    pieces[tiles.NEUTRAL_BYTE] = Piece("neutral", "tile:neutral")
    for colour, owner in zip(colours, tiles.OWNER_BITS, strict=True):
        for tile in range(16):
            pieces[owner + tile] = piece(colour, tile)
    return tuple(pieces)


@dataclass(frozen=True, slots=True)
class Side:
    """A player's tiles beside the board: the tile in hand and the piles."""

    geometry: tiles.Geometry
    player: Player
    colour: str
    hand: tiles.Tile | None
    piles: tiles.Piles

    def pieces(self) -> tuple[Piece | None, ...]:
        """Return the pieces beside the board: hand, main pile, leftover pile, top dead tile."""
        return (
            None if self.hand is None else piece(self.colour, self.hand),
            face_down(self.colour) if self.piles.main else None,
            face_down(self.colour) if self.piles.leftover else None,
            self._dead_top(),
        )

    def tallies(self) -> tuple[Tally, ...]:
        """Return the sizes of the piles, then the number of undrawn tiles of each kind."""
        geometry, player, piles = self.geometry, self.player, self.piles
        kinds = zip(tiles.TILE_KINDS, piles.kinds(), strict=True)
        return (
            Tally("pile", len(piles.main), cell=geometry.pile[player]),
            Tally("leftover", len(piles.leftover), cell=geometry.leftover[player]),
            Tally("dead", len(piles.dead), cell=geometry.dead[player]),
            *(Tally("kind", number, piece(self.colour, kind)) for kind, number in kinds),
        )

    def drawn(self, second: bool) -> Story:
        """Return the story of drawing the tile in hand: it moves face down, then flips.

        With `second`, the tile comes from the leftover pile. `piles` must be the piles after the
        draw.
        """
        assert self.hand is not None
        geometry, player, back = self.geometry, self.player, face_down(self.colour)
        pile, others = geometry.pile[player], self.piles.main
        if second:
            pile, others = geometry.leftover[player], self.piles.leftover
        cell = geometry.hand[player]
        draw: Step = Place(cell, back) if others else Slide(pile, cell)
        return (draw,), (Flip(cell, back, piece(self.colour, self.hand)),)

    def buried(self, source: Cell, tile: tiles.Tile) -> Beat:
        """Return the beat in which `tile` moves from `source` onto the dead tiles.

        If no tile is dead, `tile` slides there. Otherwise `tile` disappears, and the top dead tile
        changes.
        """
        target, old = self.geometry.dead[self.player], self._dead_top()
        if old is None:
            return (Slide(source, target),)
        new = piece(self.colour, tile)
        return (Remove(source, new), *(() if old == new else (Flip(target, old, new),)))

    def _dead_top(self) -> Piece | None:
        """Return the piece of the last dead tile, face up; None if no tile is dead."""
        return piece(self.colour, self.piles.dead[-1]) if self.piles.dead else None


def island_marks(
    tile_map: tiles.TileMap, colours: tuple[str, str], result: Result | None
) -> list[Mark]:
    """Return a mark for each player's largest island.

    The mark is an aid, except for an island that has won or drawn the match.
    """
    return [
        Mark(
            "island",
            cells=tuple(cells(tiles.largest_island(own))),
            colour=colours[player],
            aid=result is None or result.winner == 1 - player,
        )
        for player, own in enumerate(tile_map.islands)
        if own
    ]


def to_dict(
    tile_map: tiles.TileMap,
    colours: tuple[str, str],
    hand: tiles.Tile | None,
    piles: tuple[tiles.Piles, tiles.Piles],
) -> dict[str, object]:
    """Return the position for the command line's JSON.

    `board` has a string per row: O is orange, G green, + neutral, a dot is empty. `tiles` has the
    tile of each square. The other keys are by colour; `leftover` starts at the bottom of the pile,
    `dead` with the oldest tile.
    """
    board = tile_map.geometry.board
    letters = (".", *(colour[0].upper() for colour in colours), "+")
    by_colour = sorted(zip(colours, piles, strict=True), key=lambda pair: pair[0] != "orange")
    return {
        "board": board.lines(letters[tile >> 4] for tile in tile_map.tiles),
        "tile": None if hand is None else tiles.tile_name(hand),
        "tiles": {
            board.names[cell]: tiles.tile_name(tile & 15)
            for cell, tile in enumerate(tile_map.tiles)
            if tile not in (0, tiles.NEUTRAL_BYTE)
        },
        "left": {
            colour: dict(zip(map(tiles.tile_name, tiles.TILE_KINDS), own.kinds(), strict=True))
            for colour, own in by_colour
        },
        "leftover": {
            colour: [tiles.tile_name(tile) for tile in own.leftover] for colour, own in by_colour
        },
        "dead": {colour: [tiles.tile_name(tile) for tile in own.dead] for colour, own in by_colour},
    }
