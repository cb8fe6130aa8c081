"""Positions of a match in which one move alone is right, and the proof of that."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from statistics import median

from rules.contract.position import Move, Position
from rules.contract.value import FORCED, WIN, plies_to_end
from rules.engine.analysis.explain import hides_information
from rules.engine.analysis.proof import prove, prove_move, prove_moves
from rules.match.match import Match
from rules.teaching.problems import least_value

EMPTY = range(6, 15)
"""Plies to the end of a match whose margin counts, in which all of them are looked at."""

WINS = {"flipflop": 3, "flipop": 4}
"""Within how many own moves a win is looked for near the end of a match; and a loss, if nothing is
done."""

FAR = 2
"""The same elsewhere."""

CLOSE = 2_400
"""Points by which the position is won or lost at most where the margin counts."""

LONGEST = {"switch": 10}
"""Own moves to a win that is known, at most."""

COUNTED = ("join", "block")
"""Goals that one move reaches or not, by the game's own counting."""

PLAIN = 200
"""Points by which that move is better than half of the others, at least."""

CHOICE = 3
"""Legal moves of a problem, at least."""


@dataclass(frozen=True)
class Candidate:
    """A position of a match after so many plies, and what is proved of it."""

    at: int
    goal: str
    plies: int
    values: Mapping[Move, int]
    """What every legal move is worth for the mover."""

    @property
    def value(self) -> int:
        """What the position is worth."""
        return max(self.values.values())


def candidates(match: Match, plies: Iterable[int]) -> Iterator[Candidate]:
    """Those among the positions after these numbers of plies that have one right move."""
    result = match.result_at(len(match.moves))
    won = result is not None and result.winner is not None
    for at in plies:
        match.go(at)
        if match.result() is None and _is_fair(match):
            yield from _proved(match, won)


def _is_fair(match: Match) -> bool:
    """Whether there is a choice, and neither repetition nor a cap is near."""
    left, most = match.plies_left(), 2 * WINS.get(match.game.key, 0)
    return (
        len(match.legal()) >= CHOICE
        and len(set(match.history())) == len(match.history())
        and (left is None or left > most)
    )


def _proved(match: Match, won: bool) -> Iterator[Candidate]:
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
        rules = game.engine.batch_rules() if game.engine.batch_rules is not None else None
        left = rules.plies_left(position) if rules is not None and rules.covers(position) else None
        if left in EMPTY:
            yield from _exact(match, prove_moves(position, game, 0, match.history()))
    else:
        yield from _forced(match, won)


def _true(match: Match, known: Mapping[Move, int]) -> Iterator[Candidate]:
    """By true values: the fastest win, or the only move that does not lose."""
    best = max(known.values())
    plies = plies_to_end(best) if best > 0 else None
    if plies is not None and plies <= 2 * LONGEST[match.game.key] - 1:
        yield from _single(match, "win", plies, known)
    elif abs(best) < FORCED:
        yield from _single(match, "draw", 0, known)


def _counted(match: Match) -> Iterator[Candidate]:
    """By the game's own counting: of the end, once all that is to come can be seen beside the
    board and more than one tile is; before that, of what one move joins or blocks."""
    game, position = match.game, match.position
    if not hides_information(position):
        after = (position.play(move) for move in match.legal())
        if not _covered(position) and any(then.result() is None for then in after):
            yield from _exact(match, prove_moves(position, game, 0, match.history(), "most"))
        return
    for goal in COUNTED:
        values = prove_moves(position, game, 1, match.history(), goal)
        if max(values.values()) >= median(values.values()) + PLAIN:
            yield from _single(match, goal, 1, values)


def _covered(position: Position) -> bool:
    """Whether tiles wait on a leftover pile, of which the screen shows their number alone."""
    tallies = (tally for side in position.tallies() for tally in side)
    return any(tally.key == "leftover" and tally.number for tally in tallies)


def _exact(match: Match, values: Mapping[Move, int]) -> Iterator[Candidate]:
    """By what remains at the end: the only move that wins or draws, or gets the most."""
    best, second = sorted(values.values(), reverse=True)[:2]
    goal = "win" if best > 0 >= second else "most" if best else "draw"
    if abs(best) <= CLOSE:
        yield from _single(match, goal, 0, values)


def _forced(match: Match, won: bool) -> Iterator[Candidate]:
    """By forced ends within some moves: the only one that wins as soon, or that does not lose."""
    game, position, seen = match.game, match.position, match.history()
    near = won and len(match.moves) - match.ply <= 2 * WINS[game.key]
    most = WINS[game.key] if near else FAR
    *_, thought = prove(position, game, 2 * most - 1, seen)
    if thought.score >= FORCED:
        plies = WIN - thought.score
        yield from _single(match, "win", plies, prove_moves(position, game, plies, seen))
        return
    for plies in range(2, 2 * most, 2):
        values = _until_two_hold(match, plies)
        losing = sum(value <= -FORCED for value in values.values())
        if losing >= len(match.legal()) - 1:
            if losing < len(values) and _saves(match, max(values, key=values.__getitem__)):
                yield from _single(match, "hold", plies, values)
            return


def _until_two_hold(match: Match, plies: int) -> dict[Move, int]:
    """The values of the moves, as far as no two of them are without a forced loss."""
    values, holding = {}, 0
    for move in match.legal():
        *_, thought = prove_move(match.position, move, match.game, plies, match.history())
        values[move] = thought.score
        holding += thought.score > -FORCED
        if holding == 2:
            break
    return values


def _saves(match: Match, move: Move) -> bool:
    """Whether that move does not lose a little later than the others."""
    plies = 2 * WINS[match.game.key]
    *_, thought = prove_move(match.position, move, match.game, plies, match.history())
    return thought.score > -FORCED


def _single(match: Match, goal: str, plies: int, values: Mapping[Move, int]) -> Iterator[Candidate]:
    """The candidate, if one move alone is right."""
    wanted = least_value(match.game, goal, max(values.values()))
    if sum(value >= wanted for value in values.values()) == 1:
        yield Candidate(match.ply, goal, plies, dict(values))
