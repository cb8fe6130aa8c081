"""Positions for measuring search, twenty in a file: options, then moves, as the command line takes
them."""

from pathlib import Path

from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.match import Match


def positions(name: str) -> list[Match]:
    """The matches of a file such as "flipflop" or "othello_12", each as it stands."""
    return [_match(name.partition("_")[0], line.split()) for line in texts(name)]


def texts(name: str) -> list[str]:
    """The lines of such a file."""
    return (Path(__file__).parent / f"{name}.txt").read_text().splitlines()


def _match(key: str, words: list[str]) -> Match:
    options = dict(word.split("=") for word in words if "=" in word)
    match = Match(BY_KEY[key], options)
    match.read_moves(" ".join(words[len(options) :]))
    return match
