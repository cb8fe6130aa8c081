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
from rules.arena.contest import PLIES, Terms
from rules.arena.pool import Workers
from rules.arena.series import BadFile, Series, play_missing
from rules.catalogue import GAMES
from rules.cli import arguments, files, lessons, problems
from rules.cli.gtp import Engine, gtp_lines
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

_JsonObject = dict[str, object]

_REFUSALS = (
    *(arguments.Refused, BadChoice, BadLesson, BadProblem, BadRecord),
    *(BadFile, NoWorkers),
)
"""Errors whose message is a sentence for the user."""

_TOLD_EVERY = 1.0
"""Seconds between two progress reports of a series."""


def main(line: Sequence[str] | None = None) -> int:
    """Answer one command line; return the exit code: 0, or 2 after an error on stderr."""
    try:
        given = _parser().parse_args(line)
        if sys.stdout is None:
            return _complain("the answer cannot be written: there is no standard output")
        answer = given.answer(given)
        if answer is not None:
            print(json.dumps(answer), flush=True)
    except _REFUSALS as wrong:
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


def list_games(given: Namespace) -> _JsonObject:
    """Every game with its options, the default value first."""
    return {
        "games": [
            {"game": game.key, "options": {option.key: option.values for option in game.options}}
            for game in GAMES
        ]
    }


def show_position(given: Namespace) -> _JsonObject:
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


def count_sequences(given: Namespace) -> _JsonObject:
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


def best_move(given: Namespace) -> _JsonObject:
    """The move that the computer would make."""
    match = _match(given)
    if match.result() is not None:
        raise arguments.Refused("the match is over; there is no best move")
    level = _asked(given).fitted(match.game)
    for _ in warm_up(match.game, level.limit):
        pass  # so that no clock waits for it
    start = time.perf_counter()
    infos = search(match.position, match.game, level.limit, Random(given.seed), match.history())
    info = last_within(infos, level.seconds)
    return {
        "move": match.position.name(info.move),
        "value": info.score,
        "depth": info.depth,
        "positions": info.nodes,
        "seconds": _since(start),
        "line": _line(match, info),
    }


def play_series(given: Namespace) -> _JsonObject:
    """Level against level: the matches of one seed, played on all cores or on a cluster, and who
    won them.

    The players change seats after every match. Two matches in a row begin with the same random
    plies and have the same chance. Levels without seconds play the same matches on every machine.
    The record takes up each match as it ends: the same question goes on where it stopped, also
    when it asks for more matches.
    """
    chosen = arguments.parse_choices(given.option)
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


def print_lesson(given: Namespace) -> None:
    """The steps of a game's lesson, one on a line, with their words and right answers."""
    for step in lessons.lesson_lines(given.game):
        print(json.dumps(step), flush=True)


def print_problems(given: Namespace) -> None:
    """The problems of a game from easy to hard, one on a line, with the right answers; or one of
    them with its whole solution."""
    for problem in problems.problem_lines(given.game, given.number):
        print(json.dumps(problem), flush=True)


def read_matches(given: Namespace) -> None:
    """The matches of files in any known format, one on a line; a match that cannot be played has
    an error instead."""
    bad = 0
    for line in files.match_lines(given.files, given.number, given.names):
        bad += "error" in line
        print(json.dumps(line), flush=True)
    if bad:
        raise arguments.Refused(f"{bad} of these matches cannot be played; their lines say why")


def write_matches(given: Namespace) -> None:
    """The matches of a file in another format, each on a line of its own (ours on several)."""
    for number, one in files.numbered_matches(given.files, given.number, given.names):
        try:
            text = files.match_text(one.play(), given.format)
        except BadRecord as wrong:
            raise arguments.Refused(f"match {number}: {wrong}") from None
        if text is None:
            raise arguments.Refused(f"match {number} cannot be written as {given.format}")
        print(text, flush=True)


def speak_gtp(given: Namespace) -> None:
    """Play by the commands of a controller in the Go Text Protocol, version 2."""
    if sys.stdin is None:
        raise arguments.Refused("no question can be read: there is no standard input")
    choices = arguments.parse_choices(given.option)
    level, clock = _asked(given), time.perf_counter
    engine = Engine(given.game, choices, given.seed, level, clock, VERSION)
    for line in gtp_lines(sys.stdin.buffer):
        print(engine.answer(line), end="", flush=True)
        if engine.has_quit:
            break


# -- what the answers are made of ----------------------------------------------------------------


def _match(given: Namespace) -> Match:
    match = Match(given.game, arguments.parse_choices(given.option), given.seed)
    match.read_moves(given.moves)
    return match


def _name(match: Match, player: Player) -> str:
    """The colour of a player; "first" or "second" while no colour is chosen."""
    return (match.position.colours or ("first", "second"))[player]


def _asked(given: Namespace) -> Level:
    """The level, depth or seconds asked for; the highest level by default."""
    if given.depth is not None:
        return Level("depth", Limit(depth=given.depth))
    if given.seconds is not None:
        return Level("seconds", LEVELS[-1].limit, given.seconds)
    level: Level = given.level or LEVELS[-1]
    return level


def _line(match: Match, info: SearchInfo) -> list[str]:
    """The principal variation by names, as far as it is legal under hidden information."""
    position, names = match.position, []
    for move in info.pv:
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

    def command(answer: Callable[[Namespace], _JsonObject | None], name: str) -> ArgumentParser:
        found = commands.add_parser(
            name, help=answer.__doc__, description=answer.__doc__, allow_abbrev=False
        )
        found.set_defaults(answer=answer)
        return found

    command(list_games, "games")
    _add_match(command(show_position, "show"))
    counting = command(count_sequences, "perft")
    _add_match(counting)
    counting.add_argument(
        "depth", type=arguments.integer_parser(0, arguments.MAX_DEPTH_PLIES), metavar="DEPTH"
    )
    thinking = command(best_move, "best")
    _add_match(thinking)
    _add_search_limit(thinking)
    playing = command(play_series, "match")
    _add_game(playing)
    _add_contest(playing)
    command(print_lesson, "lessons").add_argument("game", type=arguments.parse_game, metavar="GAME")
    puzzling = command(print_problems, "problems")
    puzzling.add_argument("game", type=arguments.parse_game, metavar="GAME")
    which = "one alone, counted from 1, with its whole solution"
    puzzling.add_argument(
        "--number", type=arguments.integer_parser(1, 1_000_000), metavar="N", help=which
    )
    reading = command(read_matches, "read")
    writing = command(write_matches, "write")
    writing.add_argument("format", choices=files.WRITTEN_FORMATS, metavar="FORMAT",
                         help=", ".join(files.WRITTEN_FORMATS))  # fmt: skip
    for one in (reading, writing):
        one.add_argument("files", type=Path, nargs="+", metavar="FILE",
                         help='"-" for standard input')  # fmt: skip
        one.add_argument("--number", type=arguments.integer_parser(1, 1_000_000), metavar="N",
                         help="one match alone, counted from 1")  # fmt: skip
        one.add_argument("--names", type=Path, action="append", default=[], metavar="FILE",
                         help="with the names of people or places")  # fmt: skip
    talking = command(speak_gtp, "gtp")
    _add_game(talking)
    _add_search_limit(talking)
    return parser


def _add_game(parser: ArgumentParser) -> None:
    parser.add_argument("game", type=arguments.parse_game, metavar="GAME")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument(
        "--seed", type=arguments.integer_parser(0, 10**18 - 1), default=0, metavar="N"
    )


def _add_match(parser: ArgumentParser) -> None:
    _add_game(parser)
    parser.add_argument("--moves", default="", metavar="MOVES", help='such as "d3 c5"')


def _add_search_limit(parser: ArgumentParser) -> None:
    seconds = arguments.positive_parser("number of seconds")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--level", type=arguments.parse_level, metavar="KEY")
    limit.add_argument(
        "--depth", type=arguments.integer_parser(1, arguments.MAX_DEPTH_PLIES), metavar="N"
    )
    limit.add_argument("--seconds", type=seconds, metavar="S")


def _add_contest(parser: ArgumentParser) -> None:
    add = parser.add_argument
    for player in ("--first", "--second"):
        who = 'the key of a level, such as "level3" or "depth5", or "random" or "greedy"'
        add(player, type=arguments.parse_player, required=True, metavar="LEVEL", help=who)
    add("--matches", type=arguments.integer_parser(1, 1_000_000), default=2, metavar="N")
    plies = f"random plies that open a match, the same for both of a pair ({PLIES})"
    add("--plies", type=arguments.integer_parser(0, 20), default=PLIES, metavar="N", help=plies)
    scale, shorter = (
        arguments.positive_parser("number"),
        "multiplies the seconds of levels that have any",
    )
    add("--scale", type=scale, default=1.0, metavar="F", help=shorter)
    add("--record", type=Path, metavar="FILE", help="goes on with the matches in it, if any")
    workers = parser.add_mutually_exclusive_group()
    jobs = "matches at a time (one a core)"
    workers.add_argument("--jobs", type=arguments.integer_parser(1, 1_000), metavar="N", help=jobs)
    cluster = "the workers of this Dask scheduler play instead (extra `cluster`)"
    workers.add_argument("--dask", metavar="ADDRESS", help=cluster)
