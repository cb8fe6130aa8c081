"""The piles of Contactic: tiles that are not on the board, and how they are dealt.

The order of a main pile is the one secret of the game; nothing here but `drawn` depends on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from rules.contract.rng import shuffled
from rules.games.contactic.tiles import KIND, KINDS, TURNS, Tile, turned

_TO_KIND = bytes(KIND).ljust(256, b"\0")


@dataclass(frozen=True, slots=True)
class Piles:
    """The tiles of one player that are neither on the board nor in hand, one byte a tile."""

    main: bytes
    """Not drawn yet, the next one first."""
    leftover: bytes = b""
    """Fitted nowhere once; the top, drawn next, is the last (CT-7)."""
    dead: bytes = b""
    """Fitted nowhere twice, or laid wrongly, in the order they died."""

    def empty(self) -> bool:
        """Whether there is nothing left to draw: only dead tiles or none (CT-8)."""
        return not (self.main or self.leftover)

    def drawn(self) -> tuple[Tile, bool, "Piles"]:
        """The next tile, whether this is its second try, and the piles without it."""
        if self.main:
            return self.main[0], False, Piles(self.main[1:], self.leftover, self.dead)
        return self.leftover[-1], True, Piles(b"", self.leftover[:-1], self.dead)

    def put_away(self, tile: Tile, second: bool) -> "Piles":
        """The piles with a tile that fits nowhere: left over, or dead after its second try."""
        if second:
            return self.buried(tile)
        return Piles(self.main, self.leftover + bytes((tile,)), self.dead)

    def buried(self, tile: Tile) -> "Piles":
        """The piles with one more dead tile."""
        return Piles(self.main, self.leftover, self.dead + bytes((tile,)))

    def kinds(self) -> tuple[int, ...]:
        """How many tiles of each of KINDS the main pile holds: public by counting (CT-3)."""
        kinds = self.main.translate(_TO_KIND)
        return tuple(kinds.count(kind) for kind in range(len(KINDS)))

    def settled(self, turning: bool) -> bool:
        """Whether the main pile can lie in one way only: all its tiles are of one kind, and if they
        may not be turned that looks the same all round."""
        kinds = set(self.main.translate(_TO_KIND))
        return len(kinds) < 2 and (turning or all(len(TURNS[tile]) == 1 for tile in self.main))

    def dealt_anew(self, turning: bool, random: Random) -> "Piles":
        """The piles with another main pile that looks the same from outside (CT-3)."""
        return Piles(deal(self.kinds(), turning, random), self.leftover, self.dead)


def deal(numbers: Sequence[int], turning: bool, random: Random) -> bytes:
    """A shuffled main pile with so many tiles of each of KINDS. Where tiles may not be turned
    chance deals their turns too (CT-6)."""
    deck = [kind for kind, number in zip(KINDS, numbers, strict=True) for _ in range(number)]
    deck = shuffled(deck, random)
    if not turning:
        deck = [turned(tile, shuffled((0, 1, 2, 3), random)[0]) for tile in deck]
    return bytes(deck)
