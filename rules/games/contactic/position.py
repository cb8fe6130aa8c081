"""What is legal in Contactic: the tiles on the table, one tile in hand, and the piles.

Only the mover holds a tile: it is drawn when his ply begins, for both to see.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from random import Random

from rules.contract.board import Cell
from rules.contract.game import Choices
from rules.contract.position import PASS, Mark, Move, Player, Result, Tally
from rules.contract.rng import shuffled
from rules.contract.story import Beat, Flip, Pieces, Slide, Story, Turn
from rules.games.contactic import telling
from rules.games.contactic.landscape import Landscape, bare
from rules.games.contactic.piles import Piles, deal
from rules.games.contactic.setup import COLOURS, Setup, setup
from rules.games.contactic.table import largest
from rules.games.contactic.tiles import MIXES, Tile, name


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the objection just made came to (CT-11)."""

    field: Cell
    founded: bool


@dataclass(frozen=True, slots=True)
class Contactic:
    """One moment; the only thing in it that nobody may see is the order of the main piles."""

    landscape: Landscape
    turn: Player
    hand: Tile | None
    """The mover's tile; None when he may only object, and after the end."""
    second: bool
    """Whether the tile in hand has its second try."""
    piles: tuple[Piles, Piles]
    laid: Cell | None
    """The tile the mover may object to."""
    ruling: Ruling | None
    setup: Setup = field(compare=False)

    @property
    def colours(self) -> tuple[str, str]:
        """Orange and green, or green and orange (CT-12)."""
        return self.setup.colours

    # -- playing ---------------------------------------------------------------------------------

    def moves(self) -> Sequence[Move]:
        """Layings field by field; without referee also objecting, and passing by choice. A forced
        pass if there is nothing else while the match goes on."""
        if self.hand is None and self.laid is None:
            return []
        table = self.setup.table
        found: list[Move] = []
        if self.hand is not None:
            numbers = self.landscape.demands.translate(self.setup.accepted.numbers[self.hand])
            for cell in compress(range(table.fields), numbers):
                found += table.layings[cell][numbers[cell]]
        if self.laid is not None:
            found.append((table.object,))
        if found and not self.setup.referee and not self.fits_somewhere():
            found.append((table.waive,))
        return found or [PASS]

    def fits_somewhere(self) -> bool:
        """Whether the tile in hand can be laid correctly: then it must be laid (CT-6)."""
        if self.hand is None:
            return False
        return any(self.landscape.demands.translate(self.setup.fitting.numbers[self.hand]))

    def play(self, move: Move) -> "Contactic":
        """The position after a laying, an objection or a pass."""
        if len(move) > 1:
            cell = move[0]
            landscape = self.landscape.with_tile(cell, self.tile_laid(move), self.turn)
            return self._handed_on(landscape, self.piles, None if self.setup.referee else cell)
        if self._objects(move):
            return self._object()
        piles = self.piles
        if self.hand is not None:
            piles = _with(piles, self.turn, piles[self.turn].put_away(self.hand, self.second))
        return self._handed_on(self.landscape, piles)

    def tile_laid(self, move: Move) -> Tile:
        """The tile as a laying leaves it on its field."""
        assert self.hand is not None
        demand = self.landscape.demands[move[0]]
        return self.setup.accepted.turns[self.hand][demand][len(move) - 2]

    def _objects(self, move: Move) -> bool:
        return move == (self.setup.table.object,)

    def _object(self) -> "Contactic":
        """CT-11: a wrongly laid tile becomes a dead tile of its owner; the mover goes on."""
        assert self.laid is not None
        landscape, piles, owner = self.landscape, self.piles, 1 - self.turn
        founded = not landscape.lies_well(self.laid)
        if founded:
            piles = _with(piles, owner, piles[owner].buried(landscape.tiles[self.laid] & 15))
            landscape = landscape.without(self.laid)
        ruling = Ruling(self.laid, founded)
        if self.hand is None:
            return self._handed_on(landscape, piles, ruling=ruling)
        return replace(self, landscape=landscape, piles=piles, laid=None, ruling=ruling)

    def _handed_on(
        self,
        landscape: Landscape,
        piles: tuple[Piles, Piles],
        laid: Cell | None = None,
        ruling: Ruling | None = None,
    ) -> "Contactic":
        """The next ply: the opponent's if he has tiles or may object, else the mover's (CT-8)."""
        turn: Player = 1 - self.turn
        if laid is None and piles[turn].empty() and not piles[self.turn].empty():
            turn = self.turn
        hand, second = None, False
        if not piles[turn].empty():
            hand, second, left = piles[turn].drawn()
            piles = _with(piles, turn, left)
        return Contactic(landscape, turn, hand, second, piles, laid, ruling, self.setup)

    def result(self) -> Result | None:
        """Over when nobody has a tile and nobody may object; more points win (CT-8, CT-10)."""
        if self.hand is not None or self.laid is not None:
            return None
        first, second = self.score()
        if first == second:
            return Result(None, "equal")
        return Result(0 if first > second else 1, "points")

    def score(self) -> tuple[int, int]:
        """The largest own island less the own dead tiles (CT-10)."""
        first, second = (
            largest(islands).bit_count() - len(piles.dead)
            for islands, piles in zip(self.landscape.islands, self.piles, strict=True)
        )
        return first, second

    def settled(self) -> bool:
        """Whether everybody can know how both main piles lie: then nothing is hidden (CT-3)."""
        return all(piles.settled(self.setup.turning) for piles in self.piles)

    def imagine(self, random: Random) -> "Contactic":
        """The same moment with both undrawn main piles dealt anew (CT-3); itself where they can
        lie in one way only."""
        if self.settled():
            return self
        first, second = (piles.dealt_anew(self.setup.turning, random) for piles in self.piles)
        return replace(self, piles=(first, second))

    # -- looking ---------------------------------------------------------------------------------

    def pieces(self) -> Pieces:
        """Tiles as they lie; beside the board the tile in hand, the backs of the main and the
        leftover pile, and the top of the dead tiles."""
        seen = [self.setup.faces[tile] for tile in self.landscape.tiles]
        for player in (0, 1):
            hand = self.hand if player == self.turn else None
            seen += telling.beside(self.colours[player], hand, self.piles[player])
        seen += [None] * (len(self.setup.table.board.names) - len(seen))
        return tuple(seen)

    def tallies(self) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
        """Sizes of the piles, and how many of each kind the undrawn main pile holds."""
        table = self.setup.table
        first, second = (
            telling.tallies(table, player, self.colours[player], self.piles[player])
            for player in (0, 1)
        )
        return first, second

    def marks(self, taps: Move) -> tuple[Mark, ...]:
        """The largest island of each player, for all to see when it has won; and a tile that was
        objected to without reason."""
        found = telling.islands(self.landscape, self.colours, self.result())
        if self.ruling is not None and not self.ruling.founded:
            found.append(Mark("line", (self.ruling.field,)))
        return tuple(found)

    def prompt(self) -> str:
        """What the mover is asked to do, or what the objection just made came to."""
        if self.ruling is not None:
            return "founded" if self.ruling.founded else "unfounded"
        if self.laid is not None:
            return "object" if self.hand is None else "lay_or_object"
        if self.setup.referee and not self.fits_somewhere():
            return "stuck"
        return "second" if self.second else "lay"

    def story(self, move: Move) -> Story:
        """The tile goes where it goes; while it is turned there, or lies down on the leftover
        pile, the opponent draws the next one."""
        after = self.play(move)
        drawn, settled = self._drawn(move, after) or ((),), self._settled(move)
        if after.turn == self.turn:
            drawn = ((), *drawn)
        beats = (self._gone(move), settled + drawn[0], *drawn[1:])
        return tuple(beat for beat in beats if beat)

    def _gone(self, move: Move) -> Beat:
        """The tile in hand goes onto its field, among the dead tiles, or lies face down; a wrong
        one goes among the dead tiles."""
        table, player = self.setup.table, self.turn
        if len(move) > 1:
            return (Slide(table.hand[player], move[0]),)
        if self._objects(move):
            assert self.laid is not None
            if self.landscape.lies_well(self.laid):
                return ()
            owner = 1 - player
            tile = self.landscape.tiles[self.laid] & 15
            return telling.buried(
                self.laid, table.dead[owner], self.colours[owner], tile, self.piles[owner].dead
            )
        if self.hand is None:
            return ()
        hand, colour = table.hand[player], self.colours[player]
        if self.second:
            dead = self.piles[player].dead
            return telling.buried(hand, table.dead[player], colour, self.hand, dead)
        return (Flip(hand, telling.piece(colour, self.hand), telling.back(colour)),)

    def _settled(self, move: Move) -> Beat:
        """A tile turns to lie as it was laid; one that is put aside goes onto the leftover pile."""
        if self.hand is None or self._objects(move):
            return ()
        colour = self.colours[self.turn]
        if len(move) < 2:
            leftover = self.piles[self.turn].leftover
            aside = telling.put_aside(self.setup.table, self.turn, colour, leftover)
            return () if self.second else (aside,)
        if self.tile_laid(move) == self.hand:
            return ()
        old, new = telling.piece(colour, self.hand), telling.piece(colour, self.tile_laid(move))
        return (Turn(move[0], old, new),)

    def _drawn(self, move: Move, after: "Contactic") -> Story:
        """The next tile comes into hand, unless nobody has one or the mover still holds his."""
        if after.hand is None or (self._objects(move) and self.hand is not None):
            return ()
        player = after.turn
        return telling.drawing(
            self.setup.table,
            player,
            self.colours[player],
            after.hand,
            after.second,
            after.piles[player],
        )

    def name(self, move: Move) -> str:
        """Field and edges as laid, "f5:1010"; "object"; "pass", forced or not."""
        names = self.setup.table.board.names
        if len(move) > 1:
            return f"{names[move[0]]}:{name(self.tile_laid(move))}"
        return names[move[0]] if move else "pass"

    def show(self) -> dict[str, object]:
        """Board letters, tiles and piles as the command line answers them."""
        return telling.show(self.landscape, self.colours, self.hand, self.piles)


def _with(piles: tuple[Piles, Piles], player: Player, own: Piles) -> tuple[Piles, Piles]:
    return (piles[0], own) if player else (own, piles[1])


def opening(choices: Choices, random: Random) -> Contactic:
    """The empty table, with the first player's first tile drawn. The orange pile is dealt first,
    whoever begins, and lots are drawn last: so a seed deals the same piles for every `first`."""
    turning = choices["turn"] == "on"
    dealt = {colour: Piles(deal(MIXES[choices["mix"]], turning, random)) for colour in COLOURS}
    first = choices["first"]
    if first == "lots":
        first = shuffled(COLOURS, random)[0]
    second = COLOURS[1 - COLOURS.index(first)]
    setting = setup(choices, (first, second))
    hand, _, left = dealt[first].drawn()
    landscape = bare(setting.table)
    return Contactic(landscape, 0, hand, False, (left, dealt[second]), None, None, setting)
