"""The piles of Contactic: tiles that are not on the board, and how they are dealt. The order of a
main pile is the only hidden information; of the functions here only `drawn` uses it."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from flipside.rules.contract.position import shuffled
from flipside.rules.games.contactic.tiles import (
    KIND_OF_TILE,
    TILE_KINDS,
    TILE_TURNS,
    Tile,
    turned_tile,
)

_TO_KIND = bytes(KIND_OF_TILE).ljust(256, b"\0")


@dataclass(frozen=True, slots=True)
class Piles:
    """Tiles of one player that are neither on the board nor in hand, one byte a tile."""

    main: bytes
    """Tiles not drawn yet, the next one first."""
    leftover: bytes = b""
    """Tiles that fitted nowhere once; the last is the top, drawn next (CT-7)."""
    dead: bytes = b""
    """Tiles that fitted nowhere twice or were laid wrongly, oldest first."""

    def empty(self) -> bool:
        """Whether no tile is left to draw: there are only dead tiles or none (CT-8)."""
        return not (self.main or self.leftover)

    def drawn(self) -> tuple[Tile, bool, "Piles"]:
        """Draw the next tile: the tile, whether this is its second try, and the remaining piles;
        raises IndexError if the piles are `empty`."""
        if self.main:
            return self.main[0], False, Piles(self.main[1:], self.leftover, self.dead)
        return self.leftover[-1], True, Piles(b"", self.leftover[:-1], self.dead)

    def put_away(self, tile: Tile, second: bool) -> "Piles":
        """The piles after a tile fitted nowhere: it is left over, or dead after its second try."""
        if second:
            return self.buried(tile)
        return Piles(self.main, self.leftover + bytes((tile,)), self.dead)

    def buried(self, tile: Tile) -> "Piles":
        """The piles with one more dead tile."""
        return Piles(self.main, self.leftover, self.dead + bytes((tile,)))

    def kinds(self) -> tuple[int, ...]:
        """Number of tiles of each of `TILE_KINDS` in the main pile; public by counting (CT-3)."""
        kinds = self.main.translate(_TO_KIND)
        return tuple(kinds.count(kind) for kind in range(len(TILE_KINDS)))

    def order_known(self, turning: bool) -> bool:
        """Whether only one order of the main pile is possible. All its tiles are of one kind; where
        tiles may not be turned, that kind looks the same in all turns."""
        kinds = set(self.main.translate(_TO_KIND))
        return len(kinds) < 2 and (turning or all(len(TILE_TURNS[tile]) == 1 for tile in self.main))


def deal(numbers: Sequence[int], turning: bool, random: Random) -> bytes:
    """A shuffled main pile with these `numbers` of tiles of each of `TILE_KINDS`. Where tiles may
    not be turned, their turns are random too (CT-6). Raises ValueError unless there is one number
    per kind."""
    deck = [kind for kind, number in zip(TILE_KINDS, numbers, strict=True) for _ in range(number)]
    deck = shuffled(deck, random)
    if not turning:
        deck = [turned_tile(tile, shuffled((0, 1, 2, 3), random)[0]) for tile in deck]
    return bytes(deck)
