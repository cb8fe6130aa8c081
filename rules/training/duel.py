"""Matches between two evaluations of one game; the same seed plays the same matches."""

from random import Random

from rules.arena.contest import Terms, opened_match
from rules.contract.game import AnyGame
from rules.contract.position import Move
from rules.engine.levels import Level
from rules.engine.search import search
from rules.engine.time_slices import SecondsClock, last_within
from rules.match.match import Match

EvaluationPair = tuple[AnyGame, AnyGame]
"""One game with two evaluations, the new one first."""


def duel_winner(pair: EvaluationPair, terms: Terms, number: int, clock: SecondsClock) -> int | None:
    """Play match `number`: 0 if the first evaluation won, 1 for the second, None for a draw.

    Seats change after every match. Matches 2n and 2n + 1 have the same opening.
    """
    swapped = number % 2
    match, random = opened_match(pair[0], terms, number)
    levels = terms.first, terms.second
    while (result := match.result()) is None:
        mover = match.position.turn ^ swapped
        match.play(_chosen(match, pair[mover], levels[mover], random, clock))
    return None if result.winner is None else result.winner ^ swapped


def _chosen(match: Match, game: AnyGame, level: Level, random: Random, clock: SecondsClock) -> Move:
    thoughts = search(match.position, game, level.limit, random, match.history())
    return last_within(thoughts, level.seconds, clock).move
