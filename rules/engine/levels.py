"""The strengths of the computer: eight levels, and fixed depths for experts."""

from dataclasses import dataclass, replace

from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.search_api import Limit, SearchCache


@dataclass(frozen=True)
class Level:
    """One strength of the computer player."""

    key: str
    limit: Limit
    seconds: float | None = None
    """Seconds for a move, enforced by the caller. None: the limit alone ends the search, so the
    level is equally strong on every machine."""

    def fitted(self, game: AnyGame) -> "Level":
        """The level with the limit that the game gives it."""
        return replace(self, limit=game.engine.limits.get(self.key, self.limit))

    def new_cache(self) -> SearchCache | None:
        """A new SearchCache for one match; None if a position must always get the same move."""
        return None if self.seconds is None else SearchCache()


LEVELS = (
    Level("level1", Limit(depth=1, noise=1600, oversight_rate=0.3)),
    Level("level2", Limit(depth=1, noise=600)),
    Level("level3", Limit(depth=2, noise=500)),
    Level("level4", Limit(depth=3, noise=100)),
    Level("level5", Limit(depth=4)),
    Level("level6", Limit(depth=6)),
    Level("level7", Limit(tablebase=True, opening_book=True), seconds=1.0),
    Level("level8", Limit(tablebase=True, opening_book=True), seconds=3.0),
)

LEVEL_BY_KEY = {level.key: level for level in LEVELS}

FIXED_DEPTHS = range(1, 21)
"""Fixed depths in plies, for experts: `depth1` and so on."""

_BOOK_DEPTH = 6
"""Least fixed depth that uses the opening book, which is no weaker there."""


def level_of(word: str) -> Level:
    """The level or fixed depth (`depth3`) named `word`; raises KeyError for anything else."""
    if word.startswith("depth") and word[5:] in map(str, FIXED_DEPTHS):
        depth = int(word[5:])
        return Level(word, Limit(depth=depth, opening_book=depth >= _BOOK_DEPTH))
    return LEVEL_BY_KEY[word]
