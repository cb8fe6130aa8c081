"""Finds positions of a match with exactly one right move, and proves them."""

import zlib
from collections.abc import Iterable, Iterator, Mapping
from statistics import median

from flipside.rules.contract.position import FORCED, Move, Position, plies_to_end
from flipside.rules.engine.analysis.analyst import prove_move
from flipside.rules.engine.analysis.explain import hides_information
from flipside.rules.engine.search import plies_left
from flipside.rules.match.match import Match
from flipside.rules.teaching.problems import Problem, least_value
from flipside.rules.training.problems.main_line import prove_moves

_EXACT_PLIES = range(8, 14)
"""Plies before the end within which a match is solved, in games whose margin counts."""

_FORCED_PLIES = (3, 5, 7, 9)
"""Plies within which forced ends are looked for, in turn, in games of forced ends."""

_MAX_LINES = 2 * 10**8
"""Most lines of so many plies that are proved, were each position to have as many moves."""

_MAX_LEAD_POINTS = 2_400
"""Most points of a lead in a position, in games whose margin counts."""

_MAX_WIN_PLIES = 19
"""Most plies to a win by a tablebase."""

_COUNTED_GOAL = "block"
"""A goal of one move, solved by the game's own `exact_solvers`. A naive player solves "join"."""

_LEAST_MARGIN_POINTS = 200
"""Least points by which the best move exceeds the next one at the end of a match, and the median
before."""

_LEAST_MOVES = 3

_UNDECIDED_GOALS = ("draw", "hold")
"""Goals without gain."""


def candidates(match: Match, plies: Iterable[int]) -> Iterator[Problem]:
    """Yield the positions after these numbers of plies that have exactly one right move. Changes
    the current ply of `match`."""
    for at in plies:
        match.go(at)
        if match.result() is None and _is_fair(match):
            yield from _proved(match)


def _is_fair(match: Match) -> bool:
    """Whether there are enough moves, and neither a repetition nor the cap is near."""
    left = match.plies_left()
    return (
        len(match.legal()) >= _LEAST_MOVES
        and len(set(match.history())) == len(match.history())
        and (left is None or left > max(_FORCED_PLIES))
    )


def _proved(match: Match) -> Iterator[Problem]:
    game, position = match.game, match.position
    if game.engine.exact_solvers:
        yield from _counted(match)
    elif hides_information(position):
        return
    elif game.engine.tablebase is not None:
        known = game.engine.tablebase(position)
        if known is not None:
            yield from _true(match, known)
    elif game.engine.terminal_score is not None:
        if plies_left(game, position) in _EXACT_PLIES:
            yield from _exact(match, prove_moves(position, game, 0, match.history()))
    else:
        yield from _forced(match)


def _true(match: Match, known: Mapping[Move, int]) -> Iterator[Problem]:
    """By tablebase scores: the fastest win, or the only move that does not lose."""
    best = max(known.values())
    plies = plies_to_end(best) if best > 0 else None
    if plies is not None and plies <= _MAX_WIN_PLIES:
        yield from _single(match, "win", plies, known)
    elif abs(best) < FORCED:
        yield from _single(match, "draw", 0, known)


def _counted(match: Match) -> Iterator[Problem]:
    """By the game's exact solvers: the end of the match, or what one move blocks. The end counts
    once nothing is hidden and more than one tile is left."""
    game, position = match.game, match.position
    if not hides_information(position):
        after = (position.play(move) for move in match.legal())
        if not _covered(position) and any(then.result() is None for then in after):
            values = prove_moves(position, game, 0, match.history(), "most")
            best, second = sorted(values.values(), reverse=True)[:2]
            if best - second >= _LEAST_MARGIN_POINTS:
                yield from _exact(match, values)
        return
    values = prove_moves(position, game, 1, match.history(), _COUNTED_GOAL)
    if max(values.values()) >= median(values.values()) + _LEAST_MARGIN_POINTS:
        yield from _single(match, _COUNTED_GOAL, 1, values)


def _covered(position: Position) -> bool:
    """Whether tiles wait on a leftover pile; the screen shows only their number."""
    tallies = (tally for side in position.tallies() for tally in side)
    return any(tally.key == "leftover" and tally.number for tally in tallies)


def _exact(match: Match, values: Mapping[Move, int]) -> Iterator[Problem]:
    """By the final score: the only move that wins, draws or scores most."""
    best, second = sorted(values.values(), reverse=True)[:2]
    goal = "win" if best > 0 >= second else "most" if best else "draw"
    if abs(best) <= _MAX_LEAD_POINTS:
        yield from _single(match, goal, 0, values)


def _forced(match: Match) -> Iterator[Problem]:
    """By a forced end: the only fastest win, or the only move that does not lose."""
    position, game, history = match.position, match.game, match.history()
    for plies in _FORCED_PLIES:
        if len(match.legal()) ** plies > _MAX_LINES:
            return
        values = prove_moves(position, game, plies, history)
        best = max(values, key=values.__getitem__)
        lost = [plies_to_end(value) or 0 for value in values.values() if value <= -FORCED]
        if values[best] >= FORCED:
            yield from _single(match, "win", plies_to_end(values[best]) or 0, values)
            return
        if len(lost) >= len(values) - 1:
            *_, info = prove_move(position, best, game, max(lost) + 2, history)
            if info.score > -FORCED:  # it does not merely lose a little later than the others
                yield from _single(match, "hold", max(lost), values)
            return


def _single(match: Match, goal: str, plies: int, values: Mapping[Move, int]) -> Iterator[Problem]:
    best = max(values.values())
    wanted = least_value(match.game, goal, best)
    right = [match.position.name(move) for move, value in values.items() if value >= wanted]
    if len(right) > 1:
        return
    usual, moves = match.game.choices({}), " ".join(match.names()[: match.ply])
    options = {key: word for key, word in match.choices.items() if word != usual[key]}
    yield Problem(
        key=f"{zlib.crc32(f'{options} {match.seed} {moves}'.encode()):08x}",
        game=match.game,
        choices=options,
        seed=match.seed,
        moves=moves,
        goal=goal,
        plies=plies,
        value=0 if goal in _UNDECIDED_GOALS else best,
        answers=tuple(right),
        grade=1,
    )
