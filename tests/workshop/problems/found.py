"""Positions of a match in which one move alone is right, and the proof of that."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.match import Match
from rules.position import Move
from rules.problems import least
from rules.thinking.facts import hides
from rules.thinking.proof import proof, proved
from rules.value import FORCED, WIN, plies_to_end

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
    for at in plies:
        match.go(at)
        if match.result() is None and _is_fair(match):
            yield from _proved(match)


def _is_fair(match: Match) -> bool:
    """Whether there is a choice, nothing is hidden, and neither repetition nor a cap is near."""
    left, most = match.plies_left(), 2 * WINS.get(match.game.key, 0)
    return (
        len(match.legal()) >= CHOICE
        and match.occurrences() == 1
        and (left is None or left > most)
        and not hides(match.position)
    )


def _proved(match: Match) -> Iterator[Candidate]:
    game, position = match.game, match.position
    if game.thinking.perfect is not None:
        known = game.thinking.perfect(position)
        if known is not None:
            yield from _true(match, known)
    elif game.thinking.worth is not None:
        rules = game.thinking.batch() if game.thinking.batch is not None else None
        left = rules.plies_left(position) if rules is not None and rules.covers(position) else None
        if left in EMPTY:
            yield from _exact(match, proved(position, game, 0, match.seen()))
    else:
        yield from _forced(match)


def _true(match: Match, known: Mapping[Move, int]) -> Iterator[Candidate]:
    """By true values: the fastest win, or the only move that does not lose."""
    best = max(known.values())
    plies = plies_to_end(best) if best > 0 else None
    if plies is not None and plies <= 2 * LONGEST[match.game.key] - 1:
        yield from _single(match, "win", plies, known)
    elif abs(best) < FORCED:
        yield from _single(match, "draw", 0, known)


def _exact(match: Match, values: Mapping[Move, int]) -> Iterator[Candidate]:
    """By what remains at the end: the only move that wins or draws, or gets the most."""
    best, second = sorted(values.values(), reverse=True)[:2]
    goal = "win" if best > 0 >= second else "most" if best else "draw"
    if abs(best) <= CLOSE:
        yield from _single(match, goal, 0, values)


def _forced(match: Match) -> Iterator[Candidate]:
    """By forced ends within some moves: the only one that wins as soon, or that does not lose."""
    game, position, seen = match.game, match.position, match.seen()
    near = len(match.moves) - match.at <= 2 * WINS[game.key]
    most = WINS[game.key] if near else FAR
    for moves in range(1, most + 1):
        *_, thought = proof(position, game, 2 * moves - 1, seen)
        if thought.value >= FORCED:
            plies = WIN - thought.value
            yield from _single(match, "win", plies, proved(position, game, plies, seen))
            return
        if moves == most:
            return
        values = proved(position, game, 2 * moves, seen)
        losing = sum(value <= -FORCED for value in values.values())
        if losing == len(values) - 1:
            yield from _single(match, "hold", 2 * moves, values)
        if losing >= len(values) - 1:
            return


def _single(match: Match, goal: str, plies: int, values: Mapping[Move, int]) -> Iterator[Candidate]:
    """The candidate, if one move alone is right."""
    wanted = least(match.game, goal, max(values.values()))
    if sum(value >= wanted for value in values.values()) == 1:
        yield Candidate(match.at, goal, plies, dict(values))
