"""Levels of the computer against each other, without a clock: the same seed, the same matches."""

from collections.abc import Iterator
from random import Random

from rules.levels import Level
from rules.match import Match
from rules.position import AnyGame, Choices, Move, Result
from rules.search import search


def contest(
    game: AnyGame, choices: Choices, first: Level, second: Level, matches: int, seed: int
) -> Iterator[int | None]:
    """Play matches; yields the winner of each: 0 for `first`, 1 for `second`, None for a draw.

    The levels change seats after every match; two matches in a row have the same chance.
    """
    for number in range(matches):
        swapped = number % 2 == 1
        seats = (second, first) if swapped else (first, second)
        random = Random(seed + number)
        result = play_out(Match(game, choices, seed + number // 2), seats, random)
        yield 1 - result.winner if swapped and result.winner is not None else result.winner


def play_out(match: Match, seats: tuple[Level, Level], random: Random) -> Result:
    """Let two levels play a match to its end."""
    while True:
        result = match.result()
        if result is not None:
            return result
        match.play(chosen(match, seats[match.position.turn], random))


def chosen(match: Match, level: Level, random: Random) -> Move:
    """The move that a level makes in a match that is not over."""
    move: Move = ()
    for thought in search(match.position, match.game, level.limit, random, match.seen()):
        move = thought.move
    return move
