"""Two judges of one game against each other: the same matches for the same seed."""

from random import Random

from rules.arena.contest import Terms, open_at_random
from rules.contract.game import AnyGame
from rules.contract.position import Move
from rules.engine.levels import Level
from rules.engine.search import search
from rules.engine.time_slices import SecondsClock, last_within
from rules.match.match import Match

_STRAND = 10**18
"""Above every seed, as in `rules.arena.contest`."""

Pair = tuple[AnyGame, AnyGame]
"""The same game with two judges, the new one first."""


def winner_of(pair: Pair, terms: Terms, number: int, clock: SecondsClock) -> int | None:
    """Play the match of that number: 0 if the first judge won, 1 for the second, None for a draw.

    The judges change seats after every match; two matches in a row, from an even number on, have
    the same opening.
    """
    swapped = number % 2
    seed = terms.seed + number // 2
    match = Match(pair[0], terms.choices, seed)
    open_at_random(match, terms.plies, Random(_STRAND + seed))
    random = Random(2 * _STRAND + terms.seed + number)
    levels = terms.first, terms.second
    while (result := match.result()) is None:
        judge = match.position.turn ^ swapped
        match.play(_chosen(match, pair[judge], levels[judge], random, clock))
    return None if result.winner is None else result.winner ^ swapped


def _chosen(match: Match, game: AnyGame, level: Level, random: Random, clock: SecondsClock) -> Move:
    """The move that a level makes with the judge of this game."""
    thoughts = search(match.position, game, level.limit, random, match.history())
    return last_within(thoughts, level.seconds, clock).move
