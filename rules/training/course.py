"""What training asks of a game: how matches are played, labelled and fitted, and what for."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from numpy.typing import NDArray

from rules.arena.pool import Workers
from rules.contract.game import AnyGame
from rules.contract.search_api import Limit
from rules.engine.data.packed import unpack

Arrays = Mapping[str, NDArray[Any]]
"""One shard: labelled positions of self-play, by whatever names the game likes."""


class Course(Protocol):
    """How the judge of one game is trained; `run.py` does all that is the same for every game."""

    game: AnyGame
    weights: Path
    """The file in the game's folder that a round replaces."""
    shards: int
    """How many shards one round plays."""
    recent: int
    """How many rounds, the present one included, are fitted together."""
    pace: Limit
    """How far ahead the matches look in which a candidate must prove itself."""

    def play(self, number: int, seed: int, weights: Path | None) -> Arrays:
        """One shard of self-play with its labels, by the judge in that file, or by the hand-made
        one. The same numbers give the same shard; every round has another seed."""

    def fit(self, shards: Sequence[Path], weights: Path | None) -> bytes:
        """A candidate: the content of a file, fitted to these shards (.npz), the newest last.

        `weights` is the judge that played them, and may be where the fit begins.
        """

    def with_weights(self, data: bytes | None) -> AnyGame:
        """The game whose judge, batch and thinker judge with this file; with the hand-made judge
        if there is none. Two such games play in one process."""


@runtime_checkable
class Further(Course, Protocol):
    """What some games have beside their judge."""

    moves: Path
    """The file of the book."""

    def margins(self, data: bytes) -> bytes:
        """The same file with the margins of ProbCut measured for its judge."""

    def book(self, workers: Workers) -> str:
        """The content of the file of the book, made by the judge in the game's folder."""


def bytes_of(line: bytes, size: int, content: bytes) -> bytearray:
    """What the content of a packed file unpacks to; ValueError if it is damaged."""
    slices = unpack(line, size, content)
    while True:
        try:
            next(slices)
        except StopIteration as end:
            if end.value is None:
                raise ValueError(f"this is no {line.decode().strip()}") from None
            found: bytearray = end.value
            return found
