"""Matches for tests of speech: all games, at many moments; and the cells in a text."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from flipside.game.live_match.live_match import LiveMatch
from flipside.game.saves.matches import PERSON, StoredMatch
from flipside.game.services.settings import Settings
from flipside.game.speech import CELL_PREFIX, BoardText
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.match.match import Match
from tests.game.live_match.machine import Household
from tests.rules.games.random_matches import pick

CASES = [
    *((game.key, {}) for game in GAMES),
    ("flipflop", {"setup": "chess"}),
    ("switch", {"setup": "placed"}),
    ("contactic", {"referee": "off"}),
]
"""Games and options that need different words."""

case_name = lambda case: " ".join((case[0], *(f"{k}={v}" for k, v in case[1].items())))  # noqa: E731
each_case = pytest.mark.parametrize("case", CASES, ids=case_name)


def table_of(match: Match, language: str = "en", aids: bool = False) -> LiveMatch:
    """Return a live match between two people, which is not saved."""
    home = Household(Path("nowhere"), Settings(aids=aids, confirm=False))
    home.text.use(language)
    return LiveMatch(home, StoredMatch(match, (PERSON, PERSON)), persistent=False)


def spoken(match: Match, language: str = "en", aids: bool = False) -> BoardText:
    return BoardText(table_of(match, language, aids))


def moments(case: tuple[str, dict[str, str]], plies: int = 130) -> Iterator[Match]:
    """Yield two random matches after every ninth ply."""
    key, given = case
    for seed in (1, 2):
        match, random = Match(BY_KEY[key], given, seed), Random(seed)
        while match.result() is None and match.ply < plies:
            if match.ply % 9 == seed:
                yield match
            match.play(pick(match.legal(), random))
        yield match


ABOVE, RIGHT, BELOW, LEFT = (0, -1), (1, 0), (0, 1), (-1, 0)


def named(place: tuple[int, int]) -> str:
    return f"{'abcdefghijklmno'[place[0]]}{place[1] + 1}"


def passages(match: Match) -> list[frozenset[tuple[int, int]]]:
    """Return the pairs of pits with a door between them."""
    found = []
    shown: Any = match.position.to_dict()
    for y, line in enumerate(shown["doors"]):
        for x, letter in enumerate(line):
            nw, ne, sw, se = (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
            pair = {"N": (nw, ne), "E": (ne, se), "S": (sw, se), "W": (nw, sw)}[letter]
            found.append(frozenset(pair))
    return found


def cells_of(match: Match, words: str) -> list[int]:
    """Return the cells that words name, including the cells between the ends of a range."""
    found: list[int] = []
    for first, last in re.findall(r"\b([a-o]\d+)(?: to ([a-o]\d+))?", words):
        cell, end = match.board.cell_named(first), match.board.cell_named(last or first)
        wide = match.board.columns
        across = (end % wide > cell % wide) - (end % wide < cell % wide)
        down = (end // wide > cell // wide) - (end // wide < cell // wide)
        found.append(cell)
        while cell != end:
            cell += across + down * wide
            found.append(cell)
    return found


class Spot(NamedTuple):
    """A cell in words."""

    cell: int
    name: str
    words: str
    legal: bool
    doors: str


def rows(said: BoardText) -> list[tuple[str, str, list[Spot]]]:
    """Return kind, name and cells of each row of the board, and of each group beside it."""
    match, found = said._match, dict[str, tuple[str, str, list[Spot]]]()
    for part in said.parts(lambda cell: ""):
        if part.kind in ("row", "group"):
            found[part.key] = "board" if part.kind == "row" else "beside", part.words, []
        elif part.within:
            cell = match.board.names.index(part.key.removeprefix(CELL_PREFIX))
            legal = part.state == "free" or (part.kind == "button" and cell not in said._taps)
            name = said._cells.cell_name(cell)
            found[part.within][2].append(Spot(cell, name, part.words, legal, part.doors))
    hinges = match.board.of_kind("hinge")
    return [
        ("hinge" if spots[0].cell in hinges else kind, name, spots)
        for kind, name, spots in found.values()
    ]


def spots(live_match: LiveMatch) -> list[Spot]:
    return [spot for _, _, spots in rows(BoardText(live_match)) for spot in spots]
