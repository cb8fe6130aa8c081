"""Correspondence matches: two players send each other a link after every move."""

import re
from dataclasses import dataclass

from flipside.rules.contract.position import Player

_WORDS = re.compile(r"([0-9a-f]{8})(?: ([01]) (0|[1-9][0-9]{0,3}))?")


@dataclass(frozen=True)
class Correspondence:
    """The identity of a match that is played on two devices. Immutable."""

    id: str
    """Eight hexadecimal digits, the same on both devices."""
    away: Player | None = None
    """The player on the other device; None if both play here."""
    sent: int = 0
    """Plies that both devices know; undo does not reach behind them."""

    @property
    def text(self) -> str:
        """As in records: `0123abcd`, or `0123abcd 1 12`: player 1 is away, 12 plies are sent."""
        return self.id if self.away is None else f"{self.id} {self.away} {self.sent}"


def parse_correspondence(words: str) -> Correspondence:
    """Parse the output of `Correspondence.text`; raises ValueError for any other text."""
    found = _WORDS.fullmatch(words)
    if found is None:
        raise ValueError(words)
    if found[2] is None:
        return Correspondence(found[1])
    return Correspondence(found[1], int(found[2]), int(found[3]))
