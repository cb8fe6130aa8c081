"""Made-up problems of every game, laid where the program looks for those that ship."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from zlib import compress, crc32

import pytest

from flipside.rules import teaching as module
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.game import AnyGame
from flipside.rules.match.match import Match
from flipside.rules.teaching import (
    PROBLEMS_FILE,
    Problem,
    problem_json,
)

GOALS = "win", "draw", "hold", "most"

MANY = 120

THEMES = {
    "othello": ("quiet", "parity"),
    "flipflop": ("quiet", "fork"),
    "switch": ("quiet", "fork"),
    "flipop": ("push", "race"),
    "contactic": ("grow", "bridge"),
}
"""Themes that the problems of each game have in turn."""


@cache
def made(key: str, many: int = MANY) -> tuple[Problem, ...]:
    """So many problems of five grades, on positions of a random match; what they say is right is
    a legal move and no more."""
    match, random, found = Match(BY_KEY[key], {}, 7), Random(7), []
    for number in range(many):
        legal = match.position.moves()
        answer = match.position.name(legal[0])
        found.append(
            Problem(
                f"{crc32(f'{key} {number}'.encode()):08x}", match.game, match.choices, match.seed,
                " ".join(match.names()), GOALS[number % 4], number % 4, 1, (answer,),
                1 + 5 * number // many, 600 + 1800 * number // many,
                THEMES[key][number % 2],
            )
        )  # fmt: skip
        match.play(legal[random.randrange(len(legal))])
        if match.result() is not None:
            match = Match(BY_KEY[key], {}, number)
    return tuple(found)


def lay(
    monkeypatch: pytest.MonkeyPatch, folder: Path, problems: Sequence[Problem] | None = None
) -> Path:
    """From here on the files of problems lie in that folder: made-up ones of each game, or these
    of Othello alone."""
    import json

    def path(game: AnyGame) -> Path:
        return folder / game.key / PROBLEMS_FILE

    for place in (module, "flipside.game.scenes.task.problems"):
        monkeypatch.setattr(f"{getattr(place, '__name__', place)}.problems_path", path)
    for key in BY_KEY if problems is None else ("othello",):
        lines = [json.dumps(problem_json(one)) for one in (problems or made(key))]
        path(BY_KEY[key]).parent.mkdir(parents=True, exist_ok=True)
        path(BY_KEY[key]).write_bytes(compress("\n".join(lines).encode()))
    return folder
