"""The strengths of the computer, as plain data."""

from dataclasses import dataclass

from rules.search import Limit


@dataclass(frozen=True)
class Level:
    """How well the computer plays."""

    key: str
    """Text key and name in records."""
    depth: int
    """Plies looked ahead at most."""
    seconds: float
    """Time for a move at most, to be kept by whoever has a clock."""
    noise: int
    """Points by which its judgements are off."""

    @property
    def limit(self) -> Limit:
        """What search has to know of the level."""
        return Limit(depth=self.depth, noise=self.noise)


LEVELS = (
    Level("easy", depth=1, seconds=1.0, noise=2000),
    Level("medium", depth=3, seconds=2.0, noise=400),
    Level("strong", depth=7, seconds=2.0, noise=20),
)
"""From weak to strong."""

LEVEL_BY_KEY = {level.key: level for level in LEVELS}
