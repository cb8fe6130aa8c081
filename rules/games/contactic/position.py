"""The position of Contactic and its rules: tiles on the board, one tile in hand, and the piles.

Only the mover holds a tile. It is drawn, face up for both players, when the ply begins.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from random import Random

from flipside.rules.contract.board import Cell
from flipside.rules.contract.game import Choices
from flipside.rules.contract.position import (
    PASS,
    Mark,
    Move,
    Player,
    Position,
    Result,
    Tally,
    shuffled,
)
from flipside.rules.contract.story import Beat, Flip, Piece, Pieces, Remove, Rotate, Slide, Story
from flipside.rules.games.contactic import display
from flipside.rules.games.contactic.tiles import (
    MIXES,
    AcceptedRotations,
    Geometry,
    Piles,
    Tile,
    TileMap,
    accepted_rotations,
    deal,
    empty_tile_map,
    geometry,
    largest_island,
    tile_map_of,
    tile_name,
)

COLOURS = ("orange", "green")


@dataclass(frozen=True, slots=True)
class Setup:
    """The constants of a match: options, colours, and values derived from them."""

    geometry: Geometry
    colours: tuple[str, str]
    """Colours of player 0 and 1."""
    rotating: bool
    """Whether tiles may be rotated (CT-6)."""
    referee: bool
    fitting: AcceptedRotations
    """Rotations that fit."""
    legal: AcceptedRotations
    """Rotations that may be laid: `fitting` with a referee, otherwise all (CT-11)."""
    faces: tuple[Piece | None, ...]
    """Piece shown for each byte of `TileMap.tiles`."""


def setup(choices: Choices, colours: tuple[str, str]) -> Setup:
    """Return the setup for these choices of options."""
    rotating, referee = choices["turn"] == "on", choices["referee"] == "on"
    return Setup(
        geometry=geometry(choices["board"], referee),
        colours=colours,
        rotating=rotating,
        referee=referee,
        fitting=accepted_rotations(rotating, wrongly=False),
        legal=accepted_rotations(rotating, wrongly=not referee),
        faces=display.faces(colours),
    )


@dataclass(frozen=True, slots=True)
class Ruling:
    """Outcome of the objection just made (CT-11)."""

    square: Cell
    founded: bool


@dataclass(frozen=True, slots=True)
class Contactic(Position):
    """A position of Contactic; only the order of the main piles is hidden."""

    tile_map: TileMap
    turn: Player = field()
    hand: Tile | None
    """The mover's tile; None if the mover may only object, and after the end."""
    second: bool
    """Whether this is the second try of the tile in hand."""
    piles: tuple[Piles, Piles]
    last_square: Cell | None
    """Square of the tile that the mover may object to; None if there is none."""
    ruling: Ruling | None
    setup: Setup = field(compare=False)

    @property
    def colours(self) -> tuple[str, str]:
        """Colours of player 0 and 1."""
        return self.setup.colours

    # -- playing ---------------------------------------------------------------------------------

    def moves(self) -> Sequence[Move]:
        """Return the layings by square, or the forced pass; nothing after the end.

        Without a referee, the objection and the voluntary pass come last.
        """
        if self.hand is None and self.last_square is None:
            return []
        geometry = self.setup.geometry
        moves: list[Move] = []
        if self.hand is not None:
            counts = self.tile_map.demands.translate(self.setup.legal.counts[self.hand])
            for cell in compress(range(geometry.squares), counts):
                moves += geometry.layings[cell][counts[cell]]
        if self.last_square is not None:
            moves.append((geometry.object,))
        if moves and not self.setup.referee and not self.fits_somewhere():
            moves.append((geometry.waive,))
        return moves or [PASS]

    def fits_somewhere(self) -> bool:
        """Return whether the tile in hand fits on some square; if so, a pass is illegal (CT-6)."""
        if self.hand is None:
            return False
        return any(self.tile_map.demands.translate(self.setup.fitting.counts[self.hand]))

    def fits(self, laying: Move) -> bool:
        """Return whether a laying fits the tiles around its square (CT-5)."""
        assert self.hand is not None
        demand = self.tile_map.demands[laying[0]]
        return self.tile_laid(laying) in self.setup.fitting.rotations[self.hand][demand]

    def play(self, move: Move) -> "Contactic":
        """Return the position after a legal move, with the next tile drawn."""
        if len(move) > 1:
            cell = move[0]
            tile_map = self.tile_map.with_tile(cell, self.tile_laid(move), self.turn)
            return self._next_ply(tile_map, self.piles, None if self.setup.referee else cell)
        if self._objects(move):
            return self._object()
        piles = self.piles
        if self.hand is not None:
            piles = _with(piles, self.turn, piles[self.turn].put_away(self.hand, self.second))
        return self._next_ply(self.tile_map, piles)

    def tile_laid(self, move: Move) -> Tile:
        """Return the tile in hand, rotated as `move` lays it."""
        assert self.hand is not None
        demand = self.tile_map.demands[move[0]]
        return self.setup.legal.rotations[self.hand][demand][len(move) - 2]

    def _objects(self, move: Move) -> bool:
        return move == (self.setup.geometry.object,)

    def _object(self) -> "Contactic":
        assert self.last_square is not None
        tile_map, piles, owner = self.tile_map, self.piles, 1 - self.turn
        founded = not tile_map.fits_at(self.last_square)
        if founded:
            piles = _with(piles, owner, piles[owner].buried(tile_map.tiles[self.last_square] & 15))
            tiles = bytearray(tile_map.tiles)
            tiles[self.last_square] = 0
            tile_map = tile_map_of(tile_map.geometry, bytes(tiles))
        ruling = Ruling(self.last_square, founded)
        if self.hand is None:
            return self._next_ply(tile_map, piles, ruling=ruling)
        return replace(self, tile_map=tile_map, piles=piles, last_square=None, ruling=ruling)

    def _next_ply(
        self,
        tile_map: TileMap,
        piles: tuple[Piles, Piles],
        last_square: Cell | None = None,
        ruling: Ruling | None = None,
    ) -> "Contactic":
        """Return the next ply; the opponent moves unless only the mover has tiles (CT-8)."""
        turn: Player = 1 - self.turn
        if last_square is None and piles[turn].empty() and not piles[self.turn].empty():
            turn = self.turn
        hand, second = None, False
        if not piles[turn].empty():
            hand, second, rest = piles[turn].drawn()
            piles = _with(piles, turn, rest)
        return Contactic(tile_map, turn, hand, second, piles, last_square, ruling, self.setup)

    def result(self) -> Result | None:
        """Return the result once no tile is left and no objection is possible (CT-8, CT-10)."""
        if self.hand is not None or self.last_square is not None:
            return None
        first, second = self.points()
        if first == second:
            return Result(None, "equal")
        return Result(0 if first > second else 1, "points")

    def points(self) -> tuple[int, int]:
        """Return each player's points: tiles of the largest island minus dead tiles (CT-10)."""
        first, second = (
            largest_island(islands).bit_count() - len(piles.dead)
            for islands, piles in zip(self.tile_map.islands, self.piles, strict=True)
        )
        return first, second

    def nothing_hidden(self) -> bool:
        """Return whether the order of both main piles is public (CT-3)."""
        return all(piles.order_known(self.setup.rotating) for piles in self.piles)

    def determinize(self, random: Random) -> "Contactic":
        """Return the position with the main piles dealt anew if anything is hidden (CT-3)."""
        if self.nothing_hidden():
            return self
        first, second = (
            replace(piles, main=deal(piles.kinds(), self.setup.rotating, random))
            for piles in self.piles
        )
        return replace(self, piles=(first, second))

    # -- looking ---------------------------------------------------------------------------------

    def pieces(self) -> Pieces:
        """Return the tiles on the board, then by player the tile in hand and the piles."""
        pieces = [self.setup.faces[tile] for tile in self.tile_map.tiles]
        pieces += self._side(0).pieces() + self._side(1).pieces()
        pieces += [None] * (len(self.setup.geometry.board.names) - len(pieces))
        return tuple(pieces)

    def tallies(self) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
        """Return by player the sizes of the piles and the number of undrawn tiles of each kind."""
        return self._side(0).tallies(), self._side(1).tallies()

    def _side(self, player: Player) -> display.Side:
        hand = self.hand if player == self.turn else None
        geometry, colour = self.setup.geometry, self.colours[player]
        return display.Side(geometry, player, colour, hand, self.piles[player])

    def marks(self, taps: Move) -> tuple[Mark, ...]:
        """Return marks for the largest islands and for the tile of an unfounded objection."""
        marks = display.island_marks(self.tile_map, self.colours, self.result())
        if self.ruling is not None and not self.ruling.founded:
            marks.append(Mark("line", (self.ruling.square,)))
        return tuple(marks)

    def prompt(self) -> str:
        """Return the text key of the mover's task, or of the ruling on the last objection."""
        if self.ruling is not None:
            return "founded" if self.ruling.founded else "unfounded"
        if self.last_square is not None:
            return "object" if self.hand is None else "lay_or_object"
        if self.setup.referee and not self.fits_somewhere():
            return "stuck"
        return "second" if self.second else "lay"

    def story(self, move: Move) -> Story:
        """Return the animation: the tile moves, then rotates while the next tile is drawn."""
        after = self.play(move)
        draw: Story = ((),)
        if after.hand is not None and (self.hand is None or not self._objects(move)):
            draw = after._side(after.turn).drawn(after.second)
        if after.turn == self.turn:
            draw = ((), *draw)
        beats = (self._gone(move), self._settled(move) + draw[0], *draw[1:])
        return tuple(beat for beat in beats if beat)

    def _gone(self, move: Move) -> Beat:
        """Return the beat in which the tile in hand, or a wrongly laid tile, leaves its cell."""
        geometry, player = self.setup.geometry, self.turn
        if len(move) > 1:
            return (Slide(geometry.hand[player], move[0]),)
        if self._objects(move):
            assert self.last_square is not None
            if self.tile_map.fits_at(self.last_square):
                return ()
            tile = self.tile_map.tiles[self.last_square] & 15
            return self._side(1 - player).buried(self.last_square, tile)
        if self.hand is None:
            return ()
        hand, colour = geometry.hand[player], self.colours[player]
        if self.second:
            return self._side(player).buried(hand, self.hand)
        return (Flip(hand, display.piece(colour, self.hand), display.face_down(colour)),)

    def _settled(self, move: Move) -> Beat:
        """Return the beat in which a tile rotates on its square or moves onto the leftover pile."""
        if self.hand is None or self._objects(move):
            return ()
        colour, geometry = self.colours[self.turn], self.setup.geometry
        if len(move) < 2:
            leftover = self.piles[self.turn].leftover
            hand, pile = geometry.hand[self.turn], geometry.leftover[self.turn]
            back = Remove(hand, display.face_down(colour)) if leftover else Slide(hand, pile)
            return () if self.second else (back,)
        if self.tile_laid(move) == self.hand:
            return ()
        old, new = display.piece(colour, self.hand), display.piece(colour, self.tile_laid(move))
        return (Rotate(move[0], old, new),)

    def name(self, move: Move) -> str:
        """Return the move's name: square and edges such as "f5:1010", "object" or "pass"."""
        names = self.setup.geometry.board.names
        if len(move) > 1:
            return f"{names[move[0]]}:{tile_name(self.tile_laid(move))}"
        return names[move[0]] if move else "pass"

    def to_dict(self) -> dict[str, object]:
        """Return the position for the command line's JSON."""
        return display.to_dict(self.tile_map, self.colours, self.hand, self.piles)


def _with(piles: tuple[Piles, Piles], player: Player, own: Piles) -> tuple[Piles, Piles]:
    return (piles[0], own) if player else (own, piles[1])


def opening(choices: Choices, random: Random) -> Contactic:
    """Return the empty board with the first tile drawn.

    Orange's pile is dealt first and the lots for `first` are drawn last, so a seed deals the same
    piles for every choice of `first`.
    """
    rotating, numbers = choices["turn"] == "on", MIXES[choices["mix"]]
    piles = {colour: Piles(deal(numbers, rotating, random)) for colour in COLOURS}
    first = shuffled(COLOURS, random)[0] if choices["first"] == "lots" else choices["first"]
    second = COLOURS[1 - COLOURS.index(first)]
    match_setup = setup(choices, (first, second))
    hand, _, rest = piles[first].drawn()
    tile_map = empty_tile_map(match_setup.geometry)
    return Contactic(tile_map, 0, hand, False, (rest, piles[second]), None, None, match_setup)
