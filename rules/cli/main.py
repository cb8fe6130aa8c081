"""The command line for scripts and other programs: one question, one JSON object on one line.

Some commands answer in more lines: `lessons`, `problems` and `read` with one for each step, problem
or match, `write` with matches as text, `gtp` as it is asked. Errors
are a sentence on stderr and exit code 2.
"""

import json
import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from rules.arena.cluster import NoWorkers
from rules.arena.contest import OPENING_PLIES, Terms
from rules.arena.pool import Workers
from rules.arena.series import BadFile, Series, play_missing
from rules.catalogue import GAMES
from rules.cli import arguments, files, lessons, problems
from rules.cli.gtp import Engine, lines
from rules.cli.perft import perft
from rules.contract.game import BadChoice
from rules.contract.position import Player
from rules.contract.search_api import Limit, SearchInfo
from rules.engine.levels import LEVELS, Level
from rules.engine.search import search, warm_up
from rules.engine.time_slices import last_within
from rules.match.match import Match
from rules.match.record import BadRecord
from rules.teaching.lessons import BadLesson
from rules.teaching.problems import BadProblem
from rules.version import VERSION

Answer = dict[str, object]

REFUSALS = (
    *(arguments.Refused, BadChoice, BadLesson, BadProblem, BadRecord),
    *(BadFile, NoWorkers),
)
"""What says in a sentence why there is no answer."""

_TOLD_EVERY = 1.0
"""Seconds between two lines that tell how far a contest is."""


def main(line: Sequence[str] | None = None) -> int:
    """Answer one command line; gives the exit code."""
    try:
        given = _parser().parse_args(line)
        if sys.stdout is None:
            return _complain("the answer cannot be written: there is no standard output")
        answer = given.answer(given)
        if answer is not None:
            print(json.dumps(answer), flush=True)
    except REFUSALS as wrong:
        return _complain(str(wrong))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the exit flushes again
        return _complain("nobody reads the answer")
    except OSError as failed:
        return _complain(f"the answer cannot be written: {failed.strerror}")
    except ModuleNotFoundError as missing:
        if missing.name != "numpy":
            raise
        return _complain("this needs numpy, which is not installed: python -m pip install numpy")
    return 0


def _complain(sentence: str) -> int:
    _tell(sentence)
    return 2


def _tell(sentence: str) -> None:
    if sys.stderr is not None:  # without it print would use stdout
        print("rules:", *sentence.split(), file=sys.stderr)  # one line, whatever was asked


# -- the questions -------------------------------------------------------------------------------


def games(given: Namespace) -> Answer:
    """Every game with its options, the default value first."""
    return {
        "games": [
            {"game": game.key, "options": {option.key: option.values for option in game.options}}
            for game in GAMES
        ]
    }


def show(given: Namespace) -> Answer:
    """The position after the moves."""
    match = _match(given)
    position, result = match.position, match.result()
    own = position.show()
    return {
        "game": match.game.key,
        "options": match.choices,
        "board": own.pop("board"),
        "turn": None if result else _name(match, position.turn),
        "moves": [] if result else [position.name(move) for move in position.moves()],
        "score": position.score(),
        "result": result
        and {
            "winner": None if result.winner is None else _name(match, result.winner),
            "reason": result.reason,
        },
        **own,
    }


def count(given: Namespace) -> Answer:
    """How many sequences of moves there are."""
    match = _match(given)
    start = time.perf_counter()
    nodes = perft(match.position, given.depth)
    return {
        "game": match.game.key,
        "depth": given.depth,
        "nodes": nodes,
        "seconds": _since(start),
    }


def best(given: Namespace) -> Answer:
    """The move that the computer would make."""
    match = _match(given)
    if match.result() is not None:
        raise arguments.Refused("the match is over; there is no best move")
    level = _asked(given).fitted(match.game)
    for _ in warm_up(match.game, level.limit):
        pass  # so that no clock waits for it
    start = time.perf_counter()
    thoughts = search(match.position, match.game, level.limit, Random(given.seed), match.history())
    thought = last_within(thoughts, level.seconds)
    return {
        "move": match.position.name(thought.move),
        "value": thought.score,
        "depth": thought.depth,
        "positions": thought.nodes,
        "seconds": _since(start),
        "line": _line(match, thought),
    }


def play(given: Namespace) -> Answer:
    """Level against level: the matches of one seed, played on all cores or on a cluster, and who
    won them.

    The players change seats after every match. Two matches in a row begin with the same random
    plies and have the same chance. Levels without seconds play the same matches on every machine.
    The record takes up each match as it ends: the same question goes on where it stopped, also
    when it asks for more matches.
    """
    chosen = arguments.choices(given.option)
    given.game.choices(chosen)
    terms = Terms(
        given.first.fitted(given.game),
        given.second.fitted(given.game),
        chosen,
        given.seed,
        given.plies,
        given.scale,
    )
    series = Series(given.game, terms, given.matches, given.record)
    if series.torn:
        _tell(f"the last line of {given.record} was torn and is dropped")
    told = time.monotonic()
    for _ in play_missing([series], Workers(given.jobs, given.dask)):
        if time.monotonic() - told >= _TOLD_EVERY:
            told = time.monotonic()
            wins, draws, losses = series.counts()
            played = f"{wins + draws + losses} of {series.matches} matches"
            _tell(f"{played}: {wins} won, {draws} drawn, {losses} lost")
    return series.summary()


def teach(given: Namespace) -> None:
    """The steps of a game's lesson, one on a line, with their words and right answers."""
    for step in lessons.lines(given.game):
        print(json.dumps(step), flush=True)


def puzzle(given: Namespace) -> None:
    """The problems of a game from easy to hard, one on a line, with the right answers; or one of
    them with its whole solution."""
    for problem in problems.lines(given.game, given.number):
        print(json.dumps(problem), flush=True)


def read(given: Namespace) -> None:
    """The matches of a file in any format that some game knows, one on a line; a match that cannot
    be played says why."""
    bad = 0
    for line in files.lines(given.files, given.number, given.names):
        bad += "error" in line
        print(json.dumps(line), flush=True)
    if bad:
        raise arguments.Refused(f"{bad} of these matches cannot be played; their lines say why")


def write(given: Namespace) -> None:
    """The matches of a file in another format, each on a line of its own (ours on several)."""
    for number, one in files.matches(given.files, given.number, given.names):
        try:
            text = files.written(one.play(), given.format)
        except BadRecord as wrong:
            raise arguments.Refused(f"match {number}: {wrong}") from None
        if text is None:
            raise arguments.Refused(f"match {number} cannot be written as {given.format}")
        print(text, flush=True)


def talk(given: Namespace) -> None:
    """Play as a controller wants that speaks the Go Text Protocol, version 2, line by line."""
    if sys.stdin is None:
        raise arguments.Refused("no question can be read: there is no standard input")
    choices = arguments.choices(given.option)
    level, clock = _asked(given), time.perf_counter
    engine = Engine(given.game, choices, given.seed, level, clock, VERSION)
    for line in lines(sys.stdin.buffer):
        print(engine.answer(line), end="", flush=True)
        if engine.quitted:
            break


# -- what the answers are made of ----------------------------------------------------------------


def _match(given: Namespace) -> Match:
    match = Match(given.game, arguments.choices(given.option), given.seed)
    match.read_moves(given.moves)
    return match


def _name(match: Match, player: Player) -> str:
    """The colour of a player, or his place while no colour is chosen."""
    return (match.position.colours or ("first", "second"))[player]


def _asked(given: Namespace) -> Level:
    """How deep or how many seconds to think; like the highest level if nothing is asked."""
    if given.depth is not None:
        return Level("depth", Limit(depth=given.depth))
    if given.seconds is not None:
        return Level("seconds", LEVELS[-1].limit, given.seconds)
    level: Level = given.level or LEVELS[-1]
    return level


def _line(match: Match, thought: SearchInfo) -> list[str]:
    """The expected moves by name, as far as they are legal where something was only imagined."""
    position, names = match.position, []
    for move in thought.pv:
        if move not in position.moves():
            break
        names.append(position.name(move))
        position = position.play(move)
    return names


def _since(start: float) -> float:
    return round(time.perf_counter() - start, 6)


# -- reading the question ------------------------------------------------------------------------


def _parser() -> ArgumentParser:
    parser = arguments.Parser(prog="python -m rules", description=__doc__, allow_abbrev=False)
    commands = parser.add_subparsers(
        required=True, metavar="COMMAND", parser_class=arguments.Parser
    )

    def command(answer: Callable[[Namespace], Answer | None], name: str) -> ArgumentParser:
        found = commands.add_parser(
            name, help=answer.__doc__, description=answer.__doc__, allow_abbrev=False
        )
        found.set_defaults(answer=answer)
        return found

    command(games, "games")
    _add_match(command(show, "show"))
    counting = command(count, "perft")
    _add_match(counting)
    counting.add_argument("depth", type=arguments.whole(0, arguments.DEEPEST), metavar="DEPTH")
    thinking = command(best, "best")
    _add_match(thinking)
    _add_patience(thinking)
    playing = command(play, "match")
    _add_game(playing)
    _add_contest(playing)
    command(teach, "lessons").add_argument("game", type=arguments.game, metavar="GAME")
    puzzling = command(puzzle, "problems")
    puzzling.add_argument("game", type=arguments.game, metavar="GAME")
    which = "one alone, counted from 1, with its whole solution"
    puzzling.add_argument("--number", type=arguments.whole(1, 1_000_000), metavar="N", help=which)
    reading = command(read, "read")
    writing = command(write, "write")
    writing.add_argument("format", choices=files.WRITTEN, metavar="FORMAT",
                         help=", ".join(files.WRITTEN))  # fmt: skip
    for one in (reading, writing):
        one.add_argument("files", type=Path, nargs="+", metavar="FILE",
                         help='"-" for standard input')  # fmt: skip
        one.add_argument("--number", type=arguments.whole(1, 1_000_000), metavar="N",
                         help="one match alone, counted from 1")  # fmt: skip
        one.add_argument("--names", type=Path, action="append", default=[], metavar="FILE",
                         help="with the names of people or places")  # fmt: skip
    talking = command(talk, "gtp")
    _add_game(talking)
    _add_patience(talking)
    return parser


def _add_game(parser: ArgumentParser) -> None:
    parser.add_argument("game", type=arguments.game, metavar="GAME")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--seed", type=arguments.whole(0, 10**18 - 1), default=0, metavar="N")


def _add_match(parser: ArgumentParser) -> None:
    _add_game(parser)
    parser.add_argument("--moves", default="", metavar="MOVES", help='such as "d3 c5"')


def _add_patience(parser: ArgumentParser) -> None:
    seconds = arguments.above_nothing("number of seconds")
    patience = parser.add_mutually_exclusive_group()
    patience.add_argument("--level", type=arguments.level, metavar="KEY")
    patience.add_argument("--depth", type=arguments.whole(1, arguments.DEEPEST), metavar="N")
    patience.add_argument("--seconds", type=seconds, metavar="S")


def _add_contest(parser: ArgumentParser) -> None:
    add = parser.add_argument
    for player in ("--first", "--second"):
        who = 'the key of a level, such as "level3" or "depth5", or "random" or "greedy"'
        add(player, type=arguments.player, required=True, metavar="LEVEL", help=who)
    add("--matches", type=arguments.whole(1, 1_000_000), default=2, metavar="N")
    plies = f"random plies that open a match, the same for both of a pair ({OPENING_PLIES})"
    add("--plies", type=arguments.whole(0, 20), default=OPENING_PLIES, metavar="N", help=plies)
    scale, shorter = (
        arguments.above_nothing("number"),
        "multiplies the seconds of levels that have any",
    )
    add("--scale", type=scale, default=1.0, metavar="F", help=shorter)
    add("--record", type=Path, metavar="FILE", help="goes on with the matches in it, if any")
    workers = parser.add_mutually_exclusive_group()
    jobs = "matches at a time (one a core)"
    workers.add_argument("--jobs", type=arguments.whole(1, 1_000), metavar="N", help=jobs)
    cluster = "the workers of this Dask scheduler play instead (extra `cluster`)"
    workers.add_argument("--dask", metavar="ADDRESS", help=cluster)
