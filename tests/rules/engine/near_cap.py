"""Matches a few plies before their cap, and a solver that only plays moves."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import WIN, Move
from flipside.rules.match.match import Match
from tests.rules.games.random_matches import pick, variants, widened

GAMES_WITH_CAP = ("flipflop", "switch", "flipop")

Bounds = tuple[int, int]
"""The lowest and highest possible score."""

UNKNOWN = (-WIN, WIN)
"""The bounds of an unknown score: after a ply that restarts the count."""


def capped(game: AnyGame, cap: int) -> AnyGame:
    """Return the game with this cap, regardless of the options."""
    assert game.repetition is not None
    return replace(game, repetition=replace(game.repetition, cap_of=lambda choices: cap))


def near_cap(game: AnyGame, seed: int, plies: int, given: dict[str, str] | None = None) -> Match:
    """Return a match of random moves at `plies` counted plies before its cap. Moves that lose at
    once are avoided. Each seed has other options unless they are `given`."""
    for number in range(1_000):
        random = Random(1_000 * seed + number)
        options = widened(game, pick(variants(game), random), random) if given is None else given
        match = Match(capped(game, 10_000), options, seed)
        wanted, longest = 10 + int(random.random() * 50), 0
        while match.result() is None and longest < wanted:
            match.play(_quiet_move(match, random))
            longest = max(longest, _counted(match))
        if match.result() is None and _counted(match) == longest > 0 and not match.must_pass:
            return replayed(match, longest + plies)
    raise AssertionError("no such match")


def replayed(match: Match, cap: int) -> Match:
    """Return the same match with another cap."""
    again = Match(capped(match.game, cap), match.choices, match.seed, match.start)
    for move in match.moves:
        again.play(move)
    return again


def _counted(match: Match) -> int:
    return 10_000 - (match.plies_left() or 0)


def _quiet_move(match: Match, random: Random) -> Move:
    """Return a random move after which the opponent cannot win at once, if 12 tries find one."""
    for _ in range(12):
        move = pick(match.legal(), random)
        after = match.position.play(move)
        results = [after.result(), *(after.play(reply).result() for reply in after.moves())]
        if not any(results):
            break
    return move


@dataclass
class Naive:
    """Solves the rest of a match by playing every move with `Match`."""

    match: Match
    nodes: int = 0

    def score(self) -> Bounds:
        """Return the bounds of the mover's score; equal unless a ply may restart the count."""
        found = [self.after(move) for move in list(self.match.legal())]
        return max(low for low, _ in found), max(high for _, high in found)

    def after(self, move: Move) -> Bounds:
        """Return the bounds of the score of a move for its mover; a win in n plies is WIN - n."""
        match, self.nodes = self.match, self.nodes + 1
        mover, left = match.position.turn, match.plies_left()
        match.play(move)
        result, rest = match.result(), match.plies_left()
        if result is not None:
            value = 0 if result.winner is None else WIN if result.winner == mover else -WIN
            found = value, value
        elif left is not None and rest is not None and rest > left:
            found = UNKNOWN
        else:
            low, high = self.score()
            found = (low, high) if match.position.turn == mover else (-high, -low)
        match.goto_ply(match.ply - 1)
        match.clear_redo()
        return _later(found[0]), _later(found[1])


def _later(score: int) -> int:
    """Return the score one ply earlier."""
    return score and (score - 1 if score > 0 else score + 1)


def matches_near_cap(
    game: AnyGame, plies: int, count: int, nodes: int
) -> Iterator[tuple[Match, dict[Move, Bounds]]]:
    """Yield small matches at `plies` plies before the cap, with the bounds of all moves."""
    seed, made = 0, 0
    while made < count:
        seed += 1
        match = near_cap(game, seed, plies)
        if len(match.legal()) ** plies > nodes or len(match.legal()) == 1:
            continue
        naive = Naive(match)
        made += 1
        yield match, {move: naive.after(move) for move in list(match.legal())}
