"""Matches between levels of the computer. The same seed gives the same matches.

Time limits count processor time, so other programs do not make a level weaker.
"""

import math
from dataclasses import dataclass, field, replace
from random import Random
from time import thread_time

from flipside.rules.contract.game import AnyGame, Choices
from flipside.rules.contract.position import Move, Result, shuffled
from flipside.rules.contract.search_api import Limit, SearchCache
from flipside.rules.engine.search import Level, level_of, search, warm_up
from flipside.rules.engine.time_slices import SecondsClock, last_within
from flipside.rules.match.match import Match

RANDOM = Level("random", Limit(depth=0))

GREEDY = Level("greedy", Limit(depth=1))
"""A player who searches one ply deep, without noise or deliberate mistakes."""

OPENING_PLIES = 4
"""The number of random plies at the start of a match. Without them, levels would repeat matches."""

_STRAND = 10**18
"""A number larger than every seed, added to a seed once or twice for independent random numbers."""


@dataclass(frozen=True)
class Terms:
    """Two players and all parameters, except the game, that determine their matches."""

    first: Level
    second: Level
    choices: Choices = field(default_factory=dict)
    seed: int = 0
    plies: int = OPENING_PLIES
    scale: float = 1.0
    """The factor for the time limits of the levels."""
    start: str = ""
    """The text of the position in which all matches begin; empty for the game's opening."""


def player_of(word: str) -> Level:
    """Return the level with key `word`, or the player "random" or "greedy"; else KeyError."""
    return {"random": RANDOM, "greedy": GREEDY}.get(word) or level_of(word)


def winner_of(game: AnyGame, terms: Terms, number: int, rival: AnyGame | None = None) -> int | None:
    """Play match `number`; return 0 if `terms.first` won, 1 if `terms.second` won, None if drawn.

    The players change seats after every match. Matches 2n and 2n + 1 have the same opening and the
    same seed. Matches do not depend on each other. If the second player uses another evaluation,
    `rival` is the game with it.
    """
    seat_swap = number % 2
    first, second = (
        replace(level, seconds=level.seconds and level.seconds * terms.scale)
        for level in (terms.first, terms.second)
    )
    seats, games = (first, second), (game, rival or game)
    for level, engine_game in zip(seats, games, strict=True):
        for _ in warm_up(engine_game, level.limit):
            pass  # before the clock starts
    if seat_swap:
        seats, games = seats[::-1], games[::-1]
    match, random = opened_match(game, terms, number)
    result = play_out(match, seats, random, games)
    return None if result.winner is None else result.winner ^ seat_swap


def opened_match(game: AnyGame, terms: Terms, number: int) -> tuple[Match, Random]:
    """Return match `number` after its random opening, and the generator for its players."""
    seed = terms.seed + number // 2
    match = Match(game, terms.choices, seed, terms.start)
    open_at_random(match, terms.plies, Random(_STRAND + seed))
    return match, Random(2 * _STRAND + terms.seed + number)


def open_at_random(match: Match, plies: int, random: Random) -> None:
    """Play `plies` random moves that do not end the match; stop early if every move ends it."""
    for _ in range(plies):
        for move in shuffled(match.position.moves(), random):
            match.play(move)
            if match.result() is None:
                break
            match.goto_ply(match.ply - 1)
        else:
            break
    match.clear_redo()


def play_out(
    match: Match,
    seats: tuple[Level, Level],
    random: Random,
    games: tuple[AnyGame | None, AnyGame | None] = (None, None),
) -> Result:
    """Play a match to its end with one level per player, and return its result.

    `games` are the game with the evaluation of each player; None for the game of the match.
    """
    caches = tuple(level.new_cache() for level in seats)
    while (result := match.result()) is None:
        turn = match.position.turn
        match.play(level_move(match, seats[turn], random, caches[turn], games[turn]))
    return result


def level_move(
    match: Match,
    level: Level,
    random: Random,
    cache: SearchCache | None = None,
    game: AnyGame | None = None,
    clock: SecondsClock = thread_time,
) -> Move:
    """Return the move of a level in a match that is not over.

    `cache` is the state of earlier searches in the match. `game` is its game with an evaluation.
    """
    infos = search(match.position, game or match.game, level.limit, random, match.history(), cache)
    if level.limit.depth == 0:
        return next(infos).move  # before any search
    return last_within(infos, level.seconds, clock).move


def wilson_interval(share: float, count: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share from 0 to 1, observed in `count` trials.

    Source: E. B. Wilson's score interval. It is somewhat too wide if a draw counts as half a win.
    """
    z = 1.96
    square = z * z / count
    middle = (share + square / 2) / (1 + square)
    width = z / (1 + square) * math.sqrt(share * (1 - share) / count + square / (4 * count))
    return max(0.0, middle - width), min(1.0, middle + width)
