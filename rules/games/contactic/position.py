"""The position of Contactic and its rules: tiles on the board, one tile in hand, and the piles.
Only the mover holds a tile. It is drawn, face up for both players, when the ply begins."""

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
from flipside.rules.contract.story import Beat, Flip, Piece, Pieces, Remove, Slide, Story, Turn
from flipside.rules.games.contactic import display
from flipside.rules.games.contactic.geometry import Geometry, geometry, largest_island
from flipside.rules.games.contactic.tile_map import TileMap, empty_tile_map, tile_map_of
from flipside.rules.games.contactic.tiles import (
    MIXES,
    AcceptedTurns,
    Piles,
    Tile,
    accepted_turns,
    deal,
    tile_name,
)

COLOURS = ("orange", "green")


@dataclass(frozen=True, slots=True)
class Setup:
    """Geometry, colours of player 0 and 1, and which turns of a tile are accepted."""

    geometry: Geometry
    colours: tuple[str, str]
    turning: bool
    referee: bool
    fitting: AcceptedTurns
    accepted: AcceptedTurns
    """Turns the rules let a player lay: `fitting`, or without referee every turn (CT-11)."""
    faces: tuple[Piece | None, ...]
    """Piece shown for each byte of `TileMap.tiles`."""


def setup(choices: Choices, colours: tuple[str, str]) -> Setup:
    """The setup for these choices of options."""
    turning, referee = choices["turn"] == "on", choices["referee"] == "on"
    return Setup(
        geometry=geometry(choices["board"], referee),
        colours=colours,
        turning=turning,
        referee=referee,
        fitting=accepted_turns(turning, wrongly=False),
        accepted=accepted_turns(turning, wrongly=not referee),
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
    laid: Cell | None
    """Square of the tile the mover may object to."""
    ruling: Ruling | None
    setup: Setup = field(compare=False)

    @property
    def colours(self) -> tuple[str, str]:
        return self.setup.colours

    # -- playing ---------------------------------------------------------------------------------

    def moves(self) -> Sequence[Move]:
        """Layings square by square; without referee also the objection and the pass by choice. A
        forced pass if there is nothing else; empty after the end."""
        if self.hand is None and self.laid is None:
            return []
        geometry = self.setup.geometry
        found: list[Move] = []
        if self.hand is not None:
            numbers = self.tile_map.demands.translate(self.setup.accepted.numbers[self.hand])
            for cell in compress(range(geometry.squares), numbers):
                found += geometry.layings[cell][numbers[cell]]
        if self.laid is not None:
            found.append((geometry.object,))
        if found and not self.setup.referee and not self.fits_somewhere():
            found.append((geometry.waive,))
        return found or [PASS]

    def fits_somewhere(self) -> bool:
        """Whether the tile in hand fits on some square, which forbids to pass (CT-6)."""
        if self.hand is None:
            return False
        return any(self.tile_map.demands.translate(self.setup.fitting.numbers[self.hand]))

    def fits(self, laying: Move) -> bool:
        """Whether a laying fits the tiles around its square (CT-5)."""
        assert self.hand is not None
        demand = self.tile_map.demands[laying[0]]
        return self.tile_laid(laying) in self.setup.fitting.turns[self.hand][demand]

    def play(self, move: Move) -> "Contactic":
        if len(move) > 1:
            cell = move[0]
            tile_map = self.tile_map.with_tile(cell, self.tile_laid(move), self.turn)
            return self._handed_on(tile_map, self.piles, None if self.setup.referee else cell)
        if self._objects(move):
            return self._object()
        piles = self.piles
        if self.hand is not None:
            piles = _with(piles, self.turn, piles[self.turn].put_away(self.hand, self.second))
        return self._handed_on(self.tile_map, piles)

    def tile_laid(self, move: Move) -> Tile:
        """The tile as a laying leaves it on its square; needs a tile in hand."""
        assert self.hand is not None
        demand = self.tile_map.demands[move[0]]
        return self.setup.accepted.turns[self.hand][demand][len(move) - 2]

    def _objects(self, move: Move) -> bool:
        return move == (self.setup.geometry.object,)

    def _object(self) -> "Contactic":
        assert self.laid is not None
        tile_map, piles, owner = self.tile_map, self.piles, 1 - self.turn
        founded = not tile_map.fits_at(self.laid)
        if founded:
            piles = _with(piles, owner, piles[owner].buried(tile_map.tiles[self.laid] & 15))
            left = tile_map.tiles[: self.laid] + b"\0" + tile_map.tiles[self.laid + 1 :]
            tile_map = tile_map_of(tile_map.geometry, left)
        ruling = Ruling(self.laid, founded)
        if self.hand is None:
            return self._handed_on(tile_map, piles, ruling=ruling)
        return replace(self, tile_map=tile_map, piles=piles, laid=None, ruling=ruling)

    def _handed_on(
        self,
        tile_map: TileMap,
        piles: tuple[Piles, Piles],
        laid: Cell | None = None,
        ruling: Ruling | None = None,
    ) -> "Contactic":
        """The next ply: the opponent's who has tiles or may object, else the mover's (CT-8)."""
        turn: Player = 1 - self.turn
        if laid is None and piles[turn].empty() and not piles[self.turn].empty():
            turn = self.turn
        hand, second = None, False
        if not piles[turn].empty():
            hand, second, left = piles[turn].drawn()
            piles = _with(piles, turn, left)
        return Contactic(tile_map, turn, hand, second, piles, laid, ruling, self.setup)

    def result(self) -> Result | None:
        """The result once no tile is left and no objection is possible (CT-8, CT-10)."""
        if self.hand is not None or self.laid is not None:
            return None
        first, second = self.score()
        if first == second:
            return Result(None, "equal")
        return Result(0 if first > second else 1, "points")

    def score(self) -> tuple[int, int]:
        """Points of player 0 and 1: tiles of the largest island less dead tiles (CT-10)."""
        first, second = (
            largest_island(islands).bit_count() - len(piles.dead)
            for islands, piles in zip(self.tile_map.islands, self.piles, strict=True)
        )
        return first, second

    def nothing_hidden(self) -> bool:
        """Whether the order of both main piles can be known (CT-3)."""
        return all(piles.order_known(self.setup.turning) for piles in self.piles)

    def imagine(self, random: Random) -> "Contactic":
        """The position with both main piles dealt anew (CT-3); itself if nothing is hidden."""
        if self.nothing_hidden():
            return self
        first, second = (
            replace(piles, main=deal(piles.kinds(), self.setup.turning, random))
            for piles in self.piles
        )
        return replace(self, piles=(first, second))

    # -- looking ---------------------------------------------------------------------------------

    def pieces(self) -> Pieces:
        """Tiles on the board, then by player the tile in hand, both piles' backs and the top dead
        tile."""
        seen = [self.setup.faces[tile] for tile in self.tile_map.tiles]
        seen += self._side(0).pieces() + self._side(1).pieces()
        seen += [None] * (len(self.setup.geometry.board.names) - len(seen))
        return tuple(seen)

    def tallies(self) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
        """By player: sizes of the piles and number of undrawn tiles of each kind."""
        return self._side(0).tallies(), self._side(1).tallies()

    def _side(self, player: Player) -> display.Side:
        hand = self.hand if player == self.turn else None
        geometry, colour = self.setup.geometry, self.colours[player]
        return display.Side(geometry, player, colour, hand, self.piles[player])

    def marks(self, taps: Move) -> tuple[Mark, ...]:
        """The largest islands, and a tile to which the last objection was unfounded."""
        found = display.island_marks(self.tile_map, self.colours, self.result())
        if self.ruling is not None and not self.ruling.founded:
            found.append(Mark("line", (self.ruling.square,)))
        return tuple(found)

    def prompt(self) -> str:
        """Key of what the mover is asked to do, or of the outcome of the last objection."""
        if self.ruling is not None:
            return "founded" if self.ruling.founded else "unfounded"
        if self.laid is not None:
            return "object" if self.hand is None else "lay_or_object"
        if self.setup.referee and not self.fits_somewhere():
            return "stuck"
        return "second" if self.second else "lay"

    def story(self, move: Move) -> Story:
        """The tile moves to its place; while it turns or lies down, the next tile is drawn."""
        after = self.play(move)
        drawn: Story = ((),)
        if after.hand is not None and (self.hand is None or not self._objects(move)):
            drawn = after._side(after.turn).drawn(after.second)
        if after.turn == self.turn:
            drawn = ((), *drawn)
        beats = (self._gone(move), self._settled(move) + drawn[0], *drawn[1:])
        return tuple(beat for beat in beats if beat)

    def _gone(self, move: Move) -> Beat:
        """The tile in hand leaves it, or a tile found wrong leaves the board."""
        geometry, player = self.setup.geometry, self.turn
        if len(move) > 1:
            return (Slide(geometry.hand[player], move[0]),)
        if self._objects(move):
            assert self.laid is not None
            if self.tile_map.fits_at(self.laid):
                return ()
            tile = self.tile_map.tiles[self.laid] & 15
            return self._side(1 - player).buried(self.laid, tile)
        if self.hand is None:
            return ()
        hand, colour = geometry.hand[player], self.colours[player]
        if self.second:
            return self._side(player).buried(hand, self.hand)
        return (Flip(hand, display.piece(colour, self.hand), display.face_down(colour)),)

    def _settled(self, move: Move) -> Beat:
        """A laid tile turns as accepted; a tile put aside moves onto the leftover pile."""
        if self.hand is None or self._objects(move):
            return ()
        colour, geometry = self.colours[self.turn], self.setup.geometry
        if len(move) < 2:
            leftover = self.piles[self.turn].leftover
            hand, pile = geometry.hand[self.turn], geometry.leftover[self.turn]
            back = Remove(hand, display.face_down(colour)) if leftover else Slide(hand, pile)
            return () if self.second else (back,)  # onto the leftover pile, face down (CT-7)
        if self.tile_laid(move) == self.hand:
            return ()
        old, new = display.piece(colour, self.hand), display.piece(colour, self.tile_laid(move))
        return (Turn(move[0], old, new),)

    def name(self, move: Move) -> str:
        """Square and edges as laid, such as "f5:1010"; "object"; "pass", forced or not."""
        names = self.setup.geometry.board.names
        if len(move) > 1:
            return f"{names[move[0]]}:{tile_name(self.tile_laid(move))}"
        return names[move[0]] if move else "pass"

    def show(self) -> dict[str, object]:
        return display.shown(self.tile_map, self.colours, self.hand, self.piles)


def _with(piles: tuple[Piles, Piles], player: Player, own: Piles) -> tuple[Piles, Piles]:
    return (piles[0], own) if player else (own, piles[1])


def opening(choices: Choices, random: Random) -> Contactic:
    """The empty board with the first tile drawn. Orange's pile is dealt first and lots are drawn
    last, so a seed deals the same piles for every `first`."""
    turning = choices["turn"] == "on"
    dealt = {colour: Piles(deal(MIXES[choices["mix"]], turning, random)) for colour in COLOURS}
    first = shuffled(COLOURS, random)[0] if choices["first"] == "lots" else choices["first"]
    second = COLOURS[1 - COLOURS.index(first)]
    setting = setup(choices, (first, second))
    hand, _, left = dealt[first].drawn()
    tile_map = empty_tile_map(setting.geometry)
    return Contactic(tile_map, 0, hand, False, (left, dealt[second]), None, None, setting)
