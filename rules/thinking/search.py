"""How the computer thinks: the one door to every way of thinking, in small bites.

Whoever wants the answer takes thoughts for as long as time allows and plays the move of the last
one; forgetting the generator ends the search.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from rules.chance import shuffled
from rules.game import AnyGame
from rules.position import Move, Position
from rules.thinking import alpha_beta, strength
from rules.thought import Kept, Limit, Thought, Thoughts
from rules.value import WIN

if TYPE_CHECKING:
    from rules.batch import AnyBatchRules

ARRAYS = 4
"""Plies from which on levels that err look at whole arrays of positions too."""

SPREAD = 20
"""Points that a move of the book has more than the worst one when they are drawn, so that this one
is played too."""


def search(
    position: Position,
    game: AnyGame,
    limit: Limit,
    random: Random,
    seen: Sequence[Position] = (),
    kept: Kept | None = None,
) -> Thoughts:
    """Thoughts about a position that is not over, the first at once, one more after each bite.

    Ends by itself at the depth of the limit, at a forced end, or when only one move is legal.
    `seen` are the positions of the match so far, `kept` what earlier searches in it have left. The
    same Random gives the same thoughts unless time cuts them short or something was kept.
    """
    moves = shuffled(position.moves(), random)
    assert moves, "a search begins before the end of the match"
    yield Thought(moves[0], 0, 0, 0, (moves[0],))
    if len(moves) == 1:
        return
    thinking = game.thinking
    good = thinking.book(position) if limit.book and thinking.book is not None else None
    if good:
        move = _drawn(good, random)
        yield Thought(move, good[move], 1, len(good), (move,))
        return
    for _ in prepare(game, limit):
        yield Thought(moves[0], 0, 0, 0, (moves[0],))
    known = thinking.perfect(position) if limit.perfect and thinking.perfect is not None else None
    if known is not None:
        best = max(moves, key=known.__getitem__)
        plies = WIN - abs(known[best])
        yield Thought(best, known[best], plies if plies < WIN // 2 else 0, len(moves), (best,))
    elif (own := _own(game, position, limit, random, seen)) is not None:
        yield from own
    elif (rules := _batch(game, position, limit)) is not None:
        from rules.thinking.arrays.search import thoughts as by_arrays

        found = by_arrays(position, game, rules, limit, random, seen, kept=kept)
        if thinking.forced is None or limit.noise or limit.misses:
            yield from found
        else:
            yield from _beside(found, thinking.forced(rules, position, limit.depth, seen))
    else:
        yield from alpha_beta.thoughts(position, game, limit, random, seen)


def _drawn(good: Mapping[Move, int], random: Random) -> Move:
    """One of these moves by chance, a better one more often."""
    moves = sorted(good)
    weights = [good[move] - min(good.values()) + SPREAD for move in moves]
    left = random.random() * sum(weights)
    for move, weight in zip(moves, weights, strict=True):
        left -= weight
        if left < 0:
            return move
    return moves[-1]


def _beside(thoughts: Thoughts, wins: Iterator[Thought | None]) -> Thoughts:
    """Thoughts of a search until a win is found that is certain; both work by turns."""
    for thought in thoughts:
        yield thought
        won = next(wins, None)
        if won is not None:
            yield replace(won, positions=thought.positions + won.positions)
            return


def prepare(game: AnyGame, limit: Limit) -> Iterator[None]:
    """Load in small bites what a search needs; once it has ended, thinking begins at once."""
    while not strength.arrays_here:
        yield
    if game.thinking.prepare is not None:
        yield from game.thinking.prepare()
    if game.thinking.batch is not None and _by_arrays(limit):
        game.thinking.batch()
        yield
        import rules.thinking.arrays.search  # noqa: F401


def _by_arrays(limit: Limit) -> bool:
    return not limit.noise or limit.depth >= ARRAYS


def _own(
    game: AnyGame, position: Position, limit: Limit, random: Random, seen: Sequence[Position]
) -> Thoughts | None:
    """The game's own way to think; None where it has none, or not here."""
    thinker = game.thinking.thinker
    return None if thinker is None else thinker(position, limit, random, seen)


def _batch(game: AnyGame, position: Position, limit: Limit) -> "AnyBatchRules | None":
    """The BatchRules with which to search; None where single positions are looked at instead:
    those of other phases, and those of weak levels, which are looked at as quickly without."""
    if game.thinking.batch is None or not _by_arrays(limit):
        return None
    rules = game.thinking.batch()
    return rules if rules.covers(position) else None
