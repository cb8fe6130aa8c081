"""Correspondence matches: two people far apart send a link to and fro."""

import re
from dataclasses import dataclass

from rules.contract.position import Player

_WORDS = re.compile(r"([0-9a-f]{8})(?: ([01]) (0|[1-9][0-9]{0,3}))?")


@dataclass(frozen=True)
class Correspondence:
    """The identity of a match that is played in two places. Immutable."""

    id: str
    """Eight hexadecimal digits, the same in both places."""
    away: Player | None = None
    """The player who moves elsewhere; None while all moves are made here."""
    sent: int = 0
    """Plies that both places know: no undo behind them."""

    @property
    def text(self) -> str:
        """As records write it: `0123abcd`, or `0123abcd 1 12` where player 1 is away."""
        return self.id if self.away is None else f"{self.id} {self.away} {self.sent}"


def parse_correspondence(words: str) -> Correspondence:
    """Parse the output of `Correspondence.text`; ValueError for anything else."""
    found = _WORDS.fullmatch(words)
    if found is None:
        raise ValueError(words)
    return (
        Correspondence(found[1])
        if found[2] is None
        else Correspondence(found[1], int(found[2]), int(found[3]))
    )
