"""Explanations of a move: general facts, and facts of the game.

Every fact is computed from the moves or proved by a search, with one exception: the evaluation
determines who is ahead.
"""

import math
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import (
    PASS,
    WIN,
    Fact,
    History,
    Move,
    Player,
    Position,
    moves_to_end,
    plies_to_end,
)
from flipside.rules.contract.search_api import SearchInfo
from flipside.rules.engine.search import known_scores

_FEW_REPLIES = 4

STANDING_FACTS = ("ahead", "level", "behind", "drawn", "wins_by", "lost_by")

_MAX_MOVES = 64
"""Replies to every move are counted if there are at most so many legal moves."""

_MAX_MOVE_REPLY_PAIRS = 2_500
"""Every reply to every move is tried if there are at most so many pairs of move and reply."""

_EVEN_POINTS = 50
"""The maximum score with which a player does not count as ahead."""


def move_facts(
    game: AnyGame,
    position: Position,
    move: Move,
    info: SearchInfo | None = None,
    history: History | None = None,
) -> list[Fact]:
    """Return facts about a legal move, the most important first.

    `info` is a search result for the position. It is used only if its best move is `move`.
    `history` is the match so far. Its last position is `position`.
    """
    info = info if info is not None and info.move == move else None
    history = history or History(game.repetition, [position])
    after = history.extended(move)
    return [
        *_end(position, after, info),
        *_danger(game, history, move),
        *_own_facts(game, position, move, after),
        *_replies(history, after),
        *_standing(game, history, info),
    ]


def hides_information(position: Position) -> bool:
    """Return whether some information is hidden from the mover."""
    return position.determinize(Random(0)) is not position


_general = partial(Fact, general=True)


def _own_facts(game: AnyGame, position: Position, move: Move, after: History) -> Iterator[Fact]:
    """Return the game's facts about plies that will be made before the match can end."""
    left = math.inf if after.plies_to_cap is None else after.plies_to_cap
    left = 0 if after.result() is not None else left
    return (fact for fact in game.facts(position, move) if fact.ahead <= left)


def _end(position: Position, after: History, info: SearchInfo | None) -> Iterator[Fact]:
    """Yield the fact that the move ends the match, or the number of moves to a forced end."""
    result = after.result()
    if result is not None:
        if result.winner == position.turn:
            yield _general("wins")
        elif result.winner is None:
            yield _general("draws")
        return
    moves = None if info is None else moves_to_end(info.score)
    if info is None or moves is None:
        return
    if info.score == WIN - 2:  # the opponent makes the last ply before the cap
        yield _general("wins_next")
        return
    how = "in" if info.exact or moves == 1 else "within"
    yield _general(f"wins_{how}" if info.score > 0 else f"lost_{how}", moves)


def _danger(game: AnyGame, history: History, move: Move) -> Iterator[Fact]:
    """Yield the fact that this move does not lose at once, if most other moves do."""
    position = history[-1]
    if hides_information(position):
        return
    bad = _losing(game, history)
    if bad is None or move in bad:
        return
    others = len(position.moves()) - 1
    if others and len(bad) == others:
        yield _general("only")
    elif 2 * len(bad) > others:
        yield _general("stops", len(bad))


def _losing(game: AnyGame, history: History) -> set[Move] | None:
    """Return the moves that lose at once or after a reply; None if there are too many to try."""
    position = history[-1]
    exact = known_scores(game, position, history)
    if exact is not None:
        return {move for move, value in exact.items() if value in (1 - WIN, 2 - WIN)}
    moves, turn = position.moves(), position.turn
    if len(moves) * len(position.play(moves[0]).moves()) > _MAX_MOVE_REPLY_PAIRS:
        return None
    return {move for move in moves if _loses(history.extended(move), turn)}


def _loses(after: History, player: Player, replies: bool = True) -> bool:
    """Return whether `player` has lost or, with `replies`, the opponent can win with one move."""
    result = after.result()
    if result is not None:
        return result.winner == 1 - player
    moves = after[-1].moves() if replies and after[-1].turn != player else ()
    return any(_loses(after.extended(reply), player, replies=False) for reply in moves)


def _replies(history: History, after: History) -> Iterator[Fact]:
    """Yield the fact that the opponent must pass or has few replies."""
    position, there = history[-1], after[-1]
    if hides_information(position) or after.result() is not None or there.turn == position.turn:
        return
    replies: Sequence[Move] = there.moves()
    if tuple(replies) == (PASS,):
        yield _general("no_reply")
    elif len(replies) == 1:
        yield _general("one_reply")
    elif len(replies) <= _FEW_REPLIES:
        yield _general("few_replies", len(replies))
    elif len(moves := position.moves()) <= _MAX_MOVES:
        counts = [count for move in moves if (count := _reply_count(history.extended(move)))]
        if len(replies) == min(counts) and counts.count(len(replies)) == 1 < len(counts):
            yield _general("fewest", len(replies))


def _reply_count(after: History) -> int:
    return 0 if after.result() is not None else len(after[-1].moves())


def _standing(game: AnyGame, history: History, info: SearchInfo | None) -> Iterator[Fact]:
    """Yield the margin or draw of an exact score; for other scores, who is ahead."""
    if info is None or plies_to_end(info.score) is not None:
        return
    value = info.score
    if info.exact and value and game.engine.terminal_score is not None:
        yield _general("wins_by" if value > 0 else "lost_by", abs(value) // 100)
    elif info.exact or known_scores(game, history[-1], history) is not None:
        yield _general("drawn")
    else:
        ahead = "ahead" if value > _EVEN_POINTS else "level"
        yield _general("behind" if value < -_EVEN_POINTS else ahead)
