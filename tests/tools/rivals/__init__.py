"""Matches against independent programs, behind `python build.py rivals`.

Results are stored, so a stopped run continues. After a change of the game, the engine or the
rival, all matches are played anew. All seconds are processor time.
"""

import json
import sys
import time
import zlib
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from flipside.rules.arena.contest import Series, Terms, level_move, opened_match
from flipside.rules.arena.pool import ALL_CORES, Workers, run_tasks
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import Result
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.search import LEVELS, Level, warm_up
from flipside.rules.match.match import Match
from flipside.rules.match.record import record_text
from tests.tools.rivals import contactic, flipop, othello
from tests.tools.rivals.player import RivalPlayer
from tests.tools.rivals.program import ProgramFailed, started


@dataclass(frozen=True)
class Rival:
    """An independent program that plays one of the games."""

    name: str
    plies: int
    """The number of random plies at the start of a match."""
    depth: int | None
    """The default search depth of the rival; None if it gets the same time as we."""
    sits_down: Callable[[], RivalPlayer]
    """Returns its player for one match, and imports the packages it needs."""


RIVALS = {
    "othello": Rival("rust-reversi", 6, 8, othello.new_player),
    "flipop": Rival("waiter", 6, None, flipop.new_player),
    "contactic": Rival("lots", 4, None, contactic.new_player),
}
"""The built-in rivals by key of the game."""

PROGRAM_OPENING_PLIES = 6
"""The number of random plies before an external program plays."""


def rival_series(
    folder: Path, key: str, matches: int, seconds: float, depth: int | None = None
) -> Series:
    """Return the series against the built-in rival, including earlier matches in `folder`.

    Our level gets `seconds` for a move. The rival searches `depth` plies, by default `Rival.depth`,
    or also gets `seconds`.
    """
    rival, game = RIVALS[key], BY_KEY[key]
    depth = depth or rival.depth
    ours = Level("flipside", Limit(), seconds)
    theirs = Level(rival.name, Limit(), seconds)
    if depth is not None:
        theirs = Level(rival.name, Limit(depth=depth))
    terms = Terms(ours, theirs, plies=rival.plies)
    asked = "equal" if depth is None else depth
    name = f"{key}-{seconds:g}-{asked}-0-{_sign(key):08x}.jsonl"
    return Series(game, terms, matches, folder / name)


def program_series(folder: Path, key: str, command: str, matches: int, seconds: float) -> Series:
    """Return the series against the program of `command`, including earlier matches in `folder`.

    Our player is the strongest level with `seconds` for a move.
    """
    ours = Level("flipside", LEVELS[-1].limit, seconds).fitted(BY_KEY[key])
    terms = Terms(ours, Level(command, Limit()), plies=PROGRAM_OPENING_PLIES)
    other = zlib.crc32(command.encode())
    name = f"{key}-{seconds:g}-program-{other:08x}-0-{_sign(key):08x}.jsonl"
    return Series(BY_KEY[key], terms, matches, folder / name)


def _sign(key: str) -> int:
    """Return a hash of all files that determine how both sides play."""
    here, sign = Path(__file__).resolve().parent, 0
    rules = here.parents[2] / "rules"
    for folder in (rules / "games" / key, rules / "engine", here):
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".py", ".txt", ".bin"):
                sign = zlib.crc32(file.read_bytes(), sign)
    return sign


def play_rival(
    folder: Path,
    key: str,
    matches: int,
    seconds: float,
    depth: int | None = None,
    workers: Workers = ALL_CORES,
    command: str | None = None,
) -> int:
    """Play the missing matches and print the summary as JSON; return the exit code.

    The rival is the built-in one of the game, or the program that `command` starts. If the program
    fails, the run stops with a sentence and the record of the match.
    """
    if command is None:
        series = rival_series(folder, key, matches, seconds, depth)
    else:
        series = program_series(folder, key, command, matches, seconds)
    begun = time.monotonic()
    tasks = [
        partial(numbered_winner, key, series.terms, number, command) for number in series.missing()
    ]
    try:
        for _, outcome in run_tasks(tasks, workers):
            series.note(*outcome())
            wins, draws, losses = series.counts()
            told = f"{time.monotonic() - begun:7.0f} s  {wins} won, {draws} drawn, {losses} lost"
            print(told, file=sys.stderr, flush=True)
    except ProgramFailed as failed:
        print(f"rivals: {failed}", file=sys.stderr)
        return 1
    print(json.dumps(series.summary()))
    return 0


def numbered_winner(
    key: str, terms: Terms, number: int, command: str | None = None
) -> tuple[int, int | None]:
    """Play match `number`; return the number and 0 if we won, 1 if the rival won, None for a draw.

    Seats change after every match. Matches 2n and 2n + 1 have the same opening. Raises
    ProgramFailed, with the record of the match, if the external program fails.
    """
    game, ours = BY_KEY[key], number % 2
    for _ in warm_up(game, terms.first.limit):
        pass  # before the clock starts
    match, random = opened_match(game, terms, number)
    try:
        with nullcontext() if command is None else started(command, match.seed) as program:
            rival = RIVALS[key].sits_down() if program is None else program.answer
            result = _played(match, ours, terms, rival, random)
    except ProgramFailed as failed:
        record = f"{command!r} {failed}\n{record_text(match.to_record())}"
        raise ProgramFailed(f"in match {number} {record}") from None
    return number, None if result.winner is None else int(result.winner != ours)


def _played(match: Match, ours: int, terms: Terms, rival: RivalPlayer, random: Random) -> Result:
    """Play a match to its end, with our level in seat `ours`; return the result."""
    cache = terms.first.new_cache()
    while (result := match.result()) is None:
        if match.position.turn == ours:
            move = level_move(match, terms.first, random, cache=cache)
        else:
            move = rival(match, terms.second, time.thread_time)
        match.play(move)
    return result
