"""The interface between training and a game: how its matches are played, labelled and fitted."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from numpy.typing import NDArray

from rules.contract.game import AnyGame
from rules.contract.search_api import Limit

Arrays = Mapping[str, NDArray[Any]]
"""One shard: arrays of labelled positions of self-play; each game chooses their names."""


class Course(Protocol):
    """How the evaluation of one game is trained; `run.py` has what all games share."""

    game: AnyGame
    weights: Path
    """The weights file in the game's folder, which a round replaces."""
    shards: int
    """The number of shards in a round."""
    pace: Limit
    """The limit of searches in the matches of a candidate at the gate."""

    def play(self, number: int, seed: int, weights: bytes | None) -> Arrays:
        """Play shard `number` with the evaluation of a file's content; None: that made by hand.

        The same number and seed give the same shard. Every round has its own seed.
        """

    def fit(self, shards: Sequence[Path], weights: bytes | None) -> bytes:
        """Fit a candidate to these shards (.npz); returns the content of its file.

        `weights` is the evaluation that played them; the fit may start from it.
        """

    def with_weights(self, data: bytes | None) -> AnyGame:
        """The game with the evaluation in a file's content, or the one made by hand if None.

        Two such games can play in one process. Raises ValueError if `data` is damaged.
        """
