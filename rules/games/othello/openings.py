"""Named openings of the literature, recognised in every symmetric form and move order. Source: the
opening names of the English literature, a few of the Japanese. A line of `openings.txt` is a text
key and the moves from the official first position (OT-6), squares separated by blanks."""

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from flipside.rules.games.othello.position import BOARD, Othello, opening
from flipside.rules.games.othello.symmetry import Discs, canonical

_SYMMETRIES = (0, 3, 4, 7)
"""The symmetries of the first position."""


@lru_cache(maxsize=256)
def opening_key(position: Othello) -> str | None:
    """The text key of the opening whose last position this is, or None. No opening has a pass, so
    the number of discs tells who moves."""
    plies = (position.discs[0] | position.discs[1]).bit_count() - 4
    if position.turn != plies % 2:
        return None
    return _keys(plies).get(canonical(position.discs, _SYMMETRIES)[0])


@cache
def opening_lines() -> dict[str, list[str]]:
    """The moves of every opening by its text key, as names of squares."""
    text = Path(__file__).with_name("openings.txt").read_text("utf-8")
    return {key: moves.split() for key, moves in (line.split(":") for line in text.splitlines())}


@cache
def _keys(plies: int) -> Mapping[Discs, str]:
    # Those of one length at a time, since all together take much of a frame.
    return {
        canonical(_after(*names).discs, _SYMMETRIES)[0]: key
        for key, names in opening_lines().items()
        if len(names) == plies
    }


@cache
def _after(*names: str) -> Othello:
    if not names:
        return opening("official", 0, fewest=False)
    return _after(*names[:-1]).play((BOARD.cell(names[-1]),))
