"""Plays Othello against a program of somebody else, behind `python build.py rivals`.

The rival is the alpha-beta search of the package `rust-reversi` (the extra `rivals`) with its
evaluator that counts legal fields. What has been played is kept, so a stopped run goes on.
"""

import json
import sys
import time
import zlib
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

from rules.catalogue import BY_KEY
from rules.command.contest import Terms, chosen, open_at_random
from rules.command.pool import ALL_CORES, Workers, ended
from rules.command.series import Series
from rules.games.othello.position import Othello
from rules.match import Match
from rules.position import PASS, Move
from rules.thinking.levels import Level
from rules.thinking.search import prepare
from rules.thinking.strength import is_here, path
from rules.thought import Limit

MATCHES = 40
DEPTH = 8
"""Plies that the rival looks ahead."""

PLIES = 6
"""Random plies that open two matches, one with each colour."""

_STRAND = 10**18
"""Above every seed, as in `rules.command.contest`."""


def series_of(folder: Path, matches: int, seconds: float, depth: int, seed: int = 0) -> Series:
    """The matches against the rival at that depth, those of a run before included."""
    ours = Level("flipside", Limit(), seconds)
    rival = Level("rust-reversi", Limit(depth=depth))
    terms = Terms(ours, rival, seed=seed, plies=PLIES)
    game = BY_KEY["othello"]
    known = [
        path(game.key, one.name) for one in game.thinking.knowledge if is_here(game.key, one.name)
    ]
    sign = zlib.crc32(b"".join(file.read_bytes() for file in known))
    name = f"othello-{seconds:g}-{depth}-{seed}-{sign:08x}.jsonl"
    return Series(game, terms, matches, folder / name)


def play(
    folder: Path, matches: int, seconds: float, depth: int, workers: Workers = ALL_CORES
) -> int:
    """Play what is missing and print the outcome; the exit code."""
    series = series_of(folder, matches, seconds, depth)
    begun = time.monotonic()
    tasks = [partial(winner_of, series.terms, number) for number in series.missing()]
    for _, outcome in ended(tasks, workers):
        series.note(*outcome())
        wins, draws, losses = series.counts()
        told = f"{time.monotonic() - begun:7.0f} s  {wins} won, {draws} drawn, {losses} lost"
        print(told, file=sys.stderr, flush=True)
    print(json.dumps(series.summary()))
    return 0


def winner_of(terms: Terms, number: int) -> tuple[int, int | None]:
    """Play the match of that number: 0 if we won it, 1 for the rival, None for a draw.

    We have black in every other match; two in a row have the same opening.
    """
    game, ours, seed = BY_KEY["othello"], number % 2, terms.seed + number // 2
    for _ in prepare(game, terms.first.limit):
        pass  # so that no clock waits for it
    match = Match(game, terms.choices, seed)
    open_at_random(match, terms.plies, Random(_STRAND + seed))
    random = Random(2 * _STRAND + terms.seed + number)
    assert terms.second.limit.depth is not None
    while (result := match.result()) is None:
        if match.position.turn == ours:
            move = chosen(match, terms.first, random, time.thread_time)
        else:
            move = _answer(match.position, terms.second.limit.depth)
        match.play(move)
    return number, None if result.winner is None else int(result.winner != ours)


@cache
def _rival(depth: int) -> Any:
    import rust_reversi

    return rust_reversi.AlphaBetaSearch(rust_reversi.LegalNumEvaluator(), depth, 10_000)


def _answer(position: Any, depth: int) -> Move:
    """The rival's move; its field 0 is our highest bit."""
    import rust_reversi

    assert isinstance(position, Othello)
    if not position.fields:
        return PASS
    own, enemy = position.discs[position.turn], position.discs[1 - position.turn]
    board = rust_reversi.Board()
    turn = rust_reversi.Turn.BLACK if position.turn == 0 else rust_reversi.Turn.WHITE
    board.set_board(own, enemy, turn)
    return (63 - _rival(depth).get_move(board),)
