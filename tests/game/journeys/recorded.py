"""Recorded matches with their results, in text files beside the tests."""

from dataclasses import dataclass
from pathlib import Path

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import PASS, Result
from flipside.rules.match.match import Match, replay
from flipside.rules.match.record import parse_record

FOLDER = Path(__file__).resolve().parent / "matches"


@dataclass(frozen=True)
class Recorded:
    """A recorded match and its result."""

    match: Match
    result: Result
    score: tuple[int, int] | None
    """Points of player 0 and 1; None in games without points."""

    @property
    def taken(self) -> list[int]:
        """The plies that are not passes."""
        return [ply for ply, move in enumerate(self.match.moves) if move != PASS]

    def text(self, plies: int | None = None) -> str:
        """Return the names of the first `plies` moves, or of all."""
        return " ".join(self.match.names()[:plies])


def recorded(name: str) -> Recorded:
    """Return the match in a file.

    The first line has winner, reason and score ("-" for none); the record follows.
    """
    first, _, record = (FOLDER / f"{name}.txt").read_text().partition("\n")
    word, winner, reason, *points = first.split()
    assert word == "result"
    result = Result(None if winner == "-" else int(winner), reason)
    score = None if points == ["-", "-"] else (int(points[0]), int(points[1]))
    return Recorded(replay(parse_record(record), BY_KEY), result, score)
