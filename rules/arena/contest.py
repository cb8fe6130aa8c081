"""Levels of the computer against each other: the same seed, the same matches.

Knows no clock: callers pass one in for levels with seconds for a move.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from rules.contract.game import AnyGame, Choices
from rules.contract.position import Move, Result
from rules.contract.rng import shuffled
from rules.contract.search_api import Limit, SearchCache
from rules.engine.levels import Level, level_of
from rules.engine.search import search
from rules.engine.time_slices import SecondsClock, last_within
from rules.match.match import Match

RANDOM = Level("random", Limit(depth=0))
"""Makes any legal move."""

GREEDY = Level("greedy", Limit(depth=1))
"""Searches one ply deep, without noise or oversights."""

PLIES = 4
"""Random plies that open a match, so that levels without randomness do not repeat matches."""

_STRAND = 10**18
"""Above every seed, so that seeds this far apart never coincide."""


@dataclass(frozen=True)
class Terms:
    """Two players and all parameters, besides the game, that determine their matches."""

    first: Level
    second: Level
    choices: Choices = field(default_factory=dict)
    seed: int = 0
    plies: int = PLIES
    scale: float = 1.0
    """Factor on the seconds of a level."""


def player_of(word: str) -> Level:
    """The level of that name, "random" or "greedy"; KeyError for anything else."""
    return {"random": RANDOM, "greedy": GREEDY}.get(word) or level_of(word)


def contest(
    game: AnyGame, choices: Choices, first: Level, second: Level, matches: int, seed: int
) -> Iterator[int | None]:
    """Play matches one after the other; yields the winner of each as `winner_of` does."""
    terms = Terms(first, second, choices, seed)
    for number in range(matches):
        yield winner_of(game, terms, number)


def winner_of(
    game: AnyGame, terms: Terms, number: int, clock: SecondsClock | None = None
) -> int | None:
    """Play the match of that number: 0 if `first` won, 1 for `second`, None for a draw.

    The players change seats after every match; two matches in a row, from an even number on, have
    the same opening and the same chance in the game. Nothing rests on the matches before.
    """
    swapped = number % 2 == 1
    seats = (terms.second, terms.first) if swapped else (terms.first, terms.second)
    seed = terms.seed + number // 2
    match = Match(game, terms.choices, seed)
    open_at_random(match, terms.plies, Random(_STRAND + seed))
    random = Random(2 * _STRAND + terms.seed + number)
    result = play_out(match, seats, random, clock, terms.scale)
    return 1 - result.winner if swapped and result.winner is not None else result.winner


def open_at_random(match: Match, plies: int, random: Random) -> None:
    """Play so many random moves, none of which ends the match; fewer where every move would."""
    for _ in range(plies):
        for move in shuffled(match.position.moves(), random):
            match.play(move)
            if match.result() is None:
                break
            match.go(match.ply - 1)
        else:
            break
    match.forget_undone()


def play_out(
    match: Match,
    seats: tuple[Level, Level],
    random: Random,
    clock: SecondsClock | None = None,
    scale: float = 1.0,
) -> Result:
    """Let two levels play a match to its end."""
    kept = tuple(level.new_cache() for level in seats)
    while True:
        result = match.result()
        if result is not None:
            return result
        turn = match.position.turn
        match.play(chosen(match, seats[turn], random, clock, scale, kept[turn]))


def chosen(
    match: Match,
    level: Level,
    random: Random,
    clock: SecondsClock | None = None,
    scale: float = 1.0,
    kept: SearchCache | None = None,
) -> Move:
    """The move that a level makes in a match that is not over, in its seconds times the scale."""
    thoughts = search(match.position, match.game, level.limit, random, match.history(), kept)
    if level.limit.depth == 0:
        return next(thoughts).move  # before anything has been looked at
    if level.seconds is None:
        return last_within(thoughts, None).move
    assert clock is not None, f"{level.key} thinks by a clock"
    return last_within(thoughts, level.seconds * scale, clock).move


def interval(share: float, count: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share, 0 to 1, observed in `count` trials.

    E. B. Wilson's score interval; a draw counted as half a win makes it somewhat too wide.
    """
    z = 1.96
    square = z * z / count
    middle = (share + square / 2) / (1 + square)
    width = z / (1 + square) * math.sqrt(share * (1 - share) / count + square / (4 * count))
    return max(0.0, middle - width), min(1.0, middle + width)
