"""Matches against independent programs, behind `python build.py rivals`.

Results are stored, so a stopped run continues; a change of the game, the engine or the rival
starts anew. All seconds are processor time.
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

from rules.arena.contest import Terms, chosen, open_at_random
from rules.arena.pool import ALL_CORES, Workers, ended
from rules.arena.rivals import contactic, flipop, othello
from rules.arena.rivals.player import Player
from rules.arena.rivals.program import ProgramFailed, started
from rules.arena.series import Series
from rules.catalogue import BY_KEY
from rules.contract.position import Result
from rules.contract.search_api import Limit
from rules.engine.levels import LEVELS, Level
from rules.engine.search import warm_up
from rules.match.match import Match
from rules.match.record import record_text


@dataclass(frozen=True)
class Rival:
    """Another program that plays one of the games."""

    name: str
    plies: int
    """Random plies that open two matches, one in each seat."""
    depth: int | None
    """Its default search depth in plies; None if it thinks as long as we do."""
    sits_down: Callable[[], Player]
    """Begins a match; brings in what the rival is made of."""


RIVALS = {
    "othello": Rival("rust-reversi", 6, 8, othello.sits_down),
    "flipop": Rival("waiter", 6, None, flipop.sits_down),
    "contactic": Rival("lots", 4, None, contactic.sits_down),
}
"""By key of the game."""

MATCHES = 40

PLIES = 6
"""Random plies before a program is asked."""

_STRAND = 10**18
"""Above every seed, as in `rules.arena.contest`."""


def series_of(
    folder: Path, key: str, matches: int, seconds: float, depth: int | None = None, seed: int = 0
) -> Series:
    """The matches against the rival, at that depth or its own; those of a run before included."""
    rival, game = RIVALS[key], BY_KEY[key]
    depth = depth or rival.depth
    ours = Level("flipside", Limit(), seconds)
    theirs = Level(rival.name, Limit(), seconds)
    if depth is not None:
        theirs = Level(rival.name, Limit(depth=depth))
    terms = Terms(ours, theirs, seed=seed, plies=rival.plies)
    asked = "equal" if depth is None else depth
    name = f"{key}-{seconds:g}-{asked}-{seed}-{_sign(key):08x}.jsonl"
    return Series(game, terms, matches, folder / name)


def program_series(
    folder: Path, key: str, command: str, matches: int, seconds: float, seed: int = 0
) -> Series:
    """The matches against the program that this command starts; ours thinks as its own would."""
    ours = Level("flipside", LEVELS[-1].limit, seconds).fitted(BY_KEY[key])
    terms = Terms(ours, Level(command, Limit()), seed=seed, plies=PLIES)
    other = zlib.crc32(command.encode())
    name = f"{key}-{seconds:g}-program-{other:08x}-{seed}-{_sign(key):08x}.jsonl"
    return Series(BY_KEY[key], terms, matches, folder / name)


def _sign(key: str) -> int:
    """A hash of everything that decides how well both sides play."""
    root, sign = Path(__file__).resolve().parents[2], 0
    for folder in (root / "games" / key, root / "engine", Path(__file__).parent):
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".py", ".txt", ".bin"):
                sign = zlib.crc32(file.read_bytes(), sign)
    return sign


def play(
    folder: Path,
    key: str,
    matches: int,
    seconds: float,
    depth: int | None = None,
    workers: Workers = ALL_CORES,
    command: str | None = None,
) -> int:
    """Play what is missing and print the outcome; the exit code.

    The rival is the one of the game, or the program that the command starts. One that fails ends
    it all, with a sentence and the record of the match.
    """
    if command is None:
        series = series_of(folder, key, matches, seconds, depth)
    else:
        series = program_series(folder, key, command, matches, seconds)
    begun = time.monotonic()
    tasks = [partial(winner_of, key, series.terms, number, command) for number in series.missing()]
    try:
        for _, outcome in ended(tasks, workers):
            series.note(*outcome())
            wins, draws, losses = series.counts()
            told = f"{time.monotonic() - begun:7.0f} s  {wins} won, {draws} drawn, {losses} lost"
            print(told, file=sys.stderr, flush=True)
    except ProgramFailed as failed:
        print(f"rivals: {failed}", file=sys.stderr)
        return 1
    print(json.dumps(series.summary()))
    return 0


def winner_of(
    key: str, terms: Terms, number: int, command: str | None = None
) -> tuple[int, int | None]:
    """Play the match of that number: 0 if we won it, 1 for the rival, None for a draw.

    We begin in every other match; two in a row have the same opening.
    """
    game, ours, seed = BY_KEY[key], number % 2, terms.seed + number // 2
    for _ in warm_up(game, terms.first.limit):
        pass  # so that no clock waits for it
    match = Match(game, terms.choices, seed)
    open_at_random(match, terms.plies, Random(_STRAND + seed))
    random = Random(2 * _STRAND + terms.seed + number)
    try:
        with nullcontext() if command is None else started(command, seed) as program:
            rival = RIVALS[key].sits_down() if program is None else program.answer
            result = _played(match, ours, terms, rival, random)
    except ProgramFailed as failed:
        record = f"{command!r} {failed}\n{record_text(match.record())}"
        raise ProgramFailed(f"in match {number} {record}") from None
    return number, None if result.winner is None else int(result.winner != ours)


def _played(match: Match, ours: int, terms: Terms, rival: Player, random: Random) -> Result:
    """Play a match in which that seat is ours, with one SearchCache; its winner."""
    kept = terms.first.new_cache()
    while (result := match.result()) is None:
        if match.position.turn == ours:
            move = chosen(match, terms.first, random, time.thread_time, kept=kept)
        else:
            move = rival(match, terms.second, time.thread_time)
        match.play(move)
    return result
