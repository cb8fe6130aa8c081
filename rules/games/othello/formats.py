"""The formats in which the world writes matches of Othello."""

import re
from collections.abc import Sequence

from rules.foreign import NOTHING, Beside, Data, Foreign, Format
from rules.games.othello import OTHELLO
from rules.games.othello.ggf import read_ggf, write_ggf
from rules.games.othello.wthor import names_for_wthor, read_wthor
from rules.match import Match
from rules.position import PASS

_TRANSCRIPT = re.compile(
    r"(?:[\s,;|]|\d{1,3}+\s*+[.)]++)*+(?:(?:[a-h][1-8]|pass|pa|ps|--)(?:[\s,;|]|\d{1,3}+\s*+[.)]++)*+)++",
    re.IGNORECASE,
)
"""Moves, with numbers before them or without; no text of anything else."""


def read_transcript(data: Data, beside: Beside = NOTHING) -> Sequence[Foreign] | None:
    """The match of a row of moves such as f5d6c3, with the usual beginning."""
    if not isinstance(data, str) or _TRANSCRIPT.fullmatch(data) is None:
        return None

    def play() -> Match:
        match = Match(OTHELLO)
        match.read_moves(data)
        return match

    return [Foreign(play)]


def write_transcript(match: Match) -> str | None:
    """The moves in one row without passes; None for a match that did not begin as usual."""
    if match.choices != OTHELLO.choices({}):
        return None
    names = zip(match.moves, match.names(), strict=True)
    return "".join(name for move, name in names if move != PASS)


FORMATS = (
    Format("ggf", OTHELLO.key, read_ggf, write_ggf),
    Format("wthor", OTHELLO.key, read_wthor, names=names_for_wthor),
    Format("transcript", OTHELLO.key, read_transcript, write_transcript, bare=True),
)
