"""Scores of positions, in points for one player: 100 is one piece. Scores near WIN count the plies
to a forced win, as mate scores do in chess
(https://www.chessprogramming.org/Checkmate#MateScore)."""

from enum import IntEnum

from flipside.rules.contract.position import Player, Result

WIN = 1_000_000
"""The score of a won position, in points; every evaluation is far below."""

FORCED = WIN - 10_000
"""Scores from here on are forced wins, their negatives forced losses; no evaluation gets there."""


class Known(IntEnum):
    """How much of a score is certain."""

    GUESS = 0
    """Nothing: it is an evaluation."""
    SIDE = 1
    """Who wins. A forced end comes within that many plies, perhaps sooner."""
    EXACT = 2
    """All: the margin with best play, the plies to a forced end, or a draw."""


def score_for(player: Player, mover: Player, score: int) -> int:
    """The score for `player` of a position that scores `score` for its mover."""
    return score if player == mover else -score


def result_score(result: Result, player: Player, win: int = WIN) -> int:
    """The score of a result for `player`: `win`, 0 or -`win`."""
    return 0 if result.winner is None else score_for(player, result.winner, win)


def ply_adjusted(value: int, plies: int) -> int:
    """The score `plies` earlier for the same player: a forced end is farther from there. Negative
    `plies` give the score that many plies later."""
    if abs(value) < FORCED:
        return value
    return value - plies if value > 0 else value + plies


def plies_to_end(value: int) -> int | None:
    """Plies to the forced end of a score; None if it is no forced end."""
    return WIN - abs(value) if abs(value) >= FORCED else None


def moves_to_end(value: int) -> int | None:
    """The mover's own moves until the forced win or loss; None if the score is no forced end."""
    plies = plies_to_end(value)
    return None if plies is None else (plies + 1) // 2
