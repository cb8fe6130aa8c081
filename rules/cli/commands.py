"""The commands of the command line with their arguments, and `main`, which runs a command.

The docstring of a command is its help text. The messages of errors in REFUSALS are printed.
"""

import json
import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from random import Random

from flipside.rules.arena.contest import OPENING_PLIES, BadFile, Series, Terms, play_missing
from flipside.rules.arena.pool import NoWorkers, Workers
from flipside.rules.catalogue import GAMES
from flipside.rules.cli import arguments, files, teaching
from flipside.rules.cli.arguments import Answers, Argument, CommandError, argument
from flipside.rules.cli.gtp import Engine, gtp_lines
from flipside.rules.contract.diagram import write_position
from flipside.rules.contract.game import BadChoice
from flipside.rules.contract.position import Position, line_names, player_name
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.data_files import BadWeights
from flipside.rules.engine.search import LEVELS, Level, search, warm_up
from flipside.rules.engine.time_slices import last_within
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord
from flipside.rules.streams import use_utf8
from flipside.rules.teaching import BadLesson, BadProblem

REFUSALS = CommandError, BadChoice, BadLesson, BadProblem, BadRecord, BadFile, BadWeights, NoWorkers
"""Errors whose message is a sentence for the user."""

_REPORT_SECONDS = 1.0
"""Seconds between two progress reports of a series."""

Answer = Callable[[Namespace], Answers]
"""A function that executes a command with the parsed arguments."""

_COMMANDS: list[tuple[str, Answer, tuple[Argument, ...]]] = []
"""Name, function and arguments of all commands, in the order of the help."""


def command(name: str, *adders: Argument) -> Callable[[Answer], Answer]:
    """Register the decorated function as a command; its docstring is the help text."""

    def register(answer: Answer) -> Answer:
        _COMMANDS.append((name, answer, adders))
        return answer

    return register


_GAME = argument("game", "GAME", arguments.parse_game)
_OPENING = (
    _GAME,
    argument("--option", "KEY=VALUE", action="append", default=[]),
    argument("--seed", "N", arguments.integer_parser(0, 10**18 - 1), default=0),
    argument("--position", "TEXT", help="where the match begins, as `show` writes it", default=""),
)
_MATCH = *_OPENING, argument("--moves", "MOVES", help='such as "d3 c5"', default="")
_LIMIT = arguments.one_of(
    argument("--level", "KEY", arguments.parse_level),
    argument("--depth", "N", arguments.integer_parser(1, arguments.MAX_DEPTH_PLIES)),
    argument("--seconds", "S", arguments.positive_parser("number of seconds")),
)
_COUNT = arguments.integer_parser(1, 1_000_000)
_FILES = (
    argument("files", "FILE", arguments.parse_path, '"-" for standard input', nargs="+"),
    argument("--number", "N", _COUNT, "only this match, counted from 1"),
    argument(
        "--names",
        "FILE",
        arguments.parse_path,
        "with the names of people or places",
        action="append",
        default=[],
    ),
)
_LEVEL = 'the key of a level, such as "level3" or "depth5", or "random" or "greedy"'
_PLIES = f"random plies that open a match, the same for both of a pair ({OPENING_PLIES})"
_SCALE = "multiplies the seconds of levels that have any"
_DASK = "the workers of this Dask scheduler play instead (extra `cluster`)"


@command("games")
def list_games(args: Namespace) -> Answers:
    """Print every game with its options, the default value first."""
    yield {
        "games": [
            {"game": game.key, "options": {option.key: option.values for option in game.options}}
            for game in GAMES
        ]
    }


@command("show", *_MATCH)
def show_position(args: Namespace) -> Answers:
    """Print the position after the moves."""
    match = _match(args)
    position, result = match.position, match.result()
    fields = position.to_dict()
    text = write_position(match.game, match.choices, position)
    yield {
        "game": match.game.key,
        "options": match.choices,
        "board": fields.pop("board"),
        "turn": None if result else player_name(position, position.turn),
        "moves": [] if result else [position.name(move) for move in position.moves()],
        "score": position.points(),
        "result": result
        and {
            "winner": None if result.winner is None else player_name(position, result.winner),
            "reason": result.reason,
            **({"tie_break": result.tie_break} if result.tie_break else {}),
        },
        **fields,
        **({} if text is None else {"position": text}),
    }


@command(
    "perft",
    *_MATCH,
    argument("depth", "DEPTH", arguments.integer_parser(0, arguments.MAX_DEPTH_PLIES)),
)
def count_sequences(args: Namespace) -> Answers:
    """Count the move sequences of a given length (perft)."""
    match = _match(args)
    start = time.perf_counter()
    nodes = perft(match.position, args.depth)
    yield {"game": match.game.key, "depth": args.depth, "nodes": nodes, "seconds": _since(start)}


def perft(position: Position, depth: int) -> int:
    """Return the number of different sequences of exactly `depth` plies from `position`.

    A forced pass counts as a ply. A finished game has no continuation. Repetition and caps are
    ignored. Source: https://www.chessprogramming.org/Perft.
    """
    if depth == 0:
        return 1
    if position.result() is not None:
        return 0
    if depth == 1:
        return len(position.moves())
    return sum(perft(position.play(move), depth - 1) for move in position.moves())


@command("best", *_MATCH, _LIMIT)
def best_move(args: Namespace) -> Answers:
    """Print the move that the computer would make."""
    match = _match(args)
    if match.result() is not None:
        raise CommandError("the match is over; there is no best move")
    level = _level(args).fitted(match.game)
    for _ in warm_up(match.game, level.limit):
        pass  # before the clock starts
    start = time.perf_counter()
    infos = search(match.position, match.game, level.limit, Random(args.seed), match.history())
    info = last_within(infos, level.seconds)
    yield {
        "move": match.position.name(info.move),
        "value": info.score,
        "depth": info.depth,
        "positions": info.nodes,
        "seconds": _since(start),
        "line": line_names(match.position, info.pv),
    }


@command(
    "match",
    *_OPENING,
    argument("--first", "LEVEL", arguments.parse_player, _LEVEL, required=True),
    argument("--second", "LEVEL", arguments.parse_player, _LEVEL, required=True),
    argument("--matches", "N", _COUNT, default=2),
    argument("--plies", "N", arguments.integer_parser(0, 20), _PLIES, default=OPENING_PLIES),
    argument("--scale", "F", arguments.positive_parser("number"), _SCALE, default=1.0),
    argument("--record", "FILE", arguments.parse_path, "continues with the matches in it, if any"),
    arguments.one_of(
        argument(
            "--jobs", "N", arguments.integer_parser(1, 1_000), "matches at a time (one a core)"
        ),
        argument("--dask", "ADDRESS", help=_DASK),
    ),
)
def play_series(args: Namespace) -> Answers:
    """Play matches of one seed between two levels, on all cores or on a cluster.

    The players change seats after every match. The matches of a pair have the same random plies and
    the same seed. Levels without a time limit play the same matches on every machine. The record
    stores each match when it ends. The same command, also with more matches, continues a record.
    """
    choices, start = arguments.parse_choices(args.option), _new_match(args).start
    first, second = (level.fitted(args.game) for level in (args.first, args.second))
    terms = Terms(first, second, choices, args.seed, args.plies, args.scale, start)
    series = Series(args.game, terms, args.matches, args.record)
    if series.torn:
        arguments.print_error(f"the last line of {args.record} was incomplete and is dropped")
    last_report = time.monotonic()
    for _ in play_missing([series], Workers(args.jobs, args.dask)):
        if time.monotonic() - last_report >= _REPORT_SECONDS:
            last_report = time.monotonic()
            wins, draws, losses = series.counts()
            progress = f"{wins + draws + losses} of {series.matches} matches"
            arguments.print_error(f"{progress}: {wins} won, {draws} drawn, {losses} lost")
    yield series.summary()


@command("lessons", _GAME)
def print_lesson(args: Namespace) -> Answers:
    """Print the steps of a game's lessons, one per line, with their texts and right answers."""
    return teaching.lesson_lines(args.game)


_NUMBER = argument(
    "--number", "N", _COUNT, "only this problem, counted from 1, with its whole solution"
)


@command("problems", _GAME, _NUMBER)
def print_problems(args: Namespace) -> Answers:
    """Print the problems of a game from easy to hard, one per line, with the right answers.

    With a number, print that problem with its whole solution.
    """
    return teaching.problem_lines(args.game, args.number)


@command("read", *_FILES)
def read_matches(args: Namespace) -> Answers:
    """Print the matches of files in any known format, one per line.

    If a match cannot be replayed, its line has an error instead.
    """
    bad = 0
    for line in files.match_lines(args.files, args.number, args.names):
        bad += "error" in line
        yield line
    if bad:
        raise CommandError(f"{bad} of these matches cannot be played; their lines say why")


_FORMATS = files.WRITTEN_FORMATS


@command("write", argument("format", "FORMAT", help=", ".join(_FORMATS), choices=_FORMATS), *_FILES)
def write_matches(args: Namespace) -> Answers:
    """Print the matches of files in another format, one per line (records: several lines)."""
    for number, match in files.numbered_matches(args.files, args.number, args.names):
        try:
            text = files.match_text(match, args.format)
        except BadRecord as error:
            raise CommandError(f"match {number}: {error}") from None
        if text is None:
            raise CommandError(f"match {number} cannot be written as {args.format}")
        yield text


@command("gtp", *_OPENING, _LIMIT)
def speak_gtp(args: Namespace) -> Answers:
    """Play as an engine of the Go Text Protocol, version 2."""
    if sys.stdin is None:
        raise CommandError("no question can be read: there is no standard input")
    engine = Engine(_new_match(args), _level(args), time.perf_counter)
    for line in gtp_lines(sys.stdin.buffer):
        if answer := engine.answer(line):
            yield answer.removesuffix("\n")
        if engine.has_quit:
            break


def _new_match(args: Namespace) -> Match:
    return Match(args.game, arguments.parse_choices(args.option), args.seed, args.position)


def _match(args: Namespace) -> Match:
    match = _new_match(args)
    match.read_moves(args.moves)
    return match


def _level(args: Namespace) -> Level:
    """Return a level with the requested key, depth or seconds; by default the highest level."""
    if args.depth is not None:
        return Level("depth", Limit(depth=args.depth))
    if args.seconds is not None:
        return Level("seconds", LEVELS[-1].limit, args.seconds)
    return args.level or LEVELS[-1]


def _since(start: float) -> float:
    return round(time.perf_counter() - start, 6)


# -- running a command -----------------------------------------------------------------------------

_ABOUT = """The command line for scripts and other programs: one question, one JSON object on one
line. Some commands answer in more lines: `lessons`, `problems` and `read` with one for each step,
problem or match, `write` with matches as text, `gtp` as it is asked. Errors are a sentence on
stderr and exit code 2."""


def main(words: Sequence[str] | None = None) -> int:
    """Execute a command line; return the exit code: 0, or 2 after an error on stderr."""
    use_utf8()
    try:
        args = _parser().parse_args(_with_positions(_typed_words() if words is None else words))
        if sys.stdout is None:
            return _complain("the answer cannot be written: there is no standard output")
        for answer in args.answer(args):
            print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)
    except REFUSALS as error:
        return _complain(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the exit flushes again
        return _complain("nobody reads the answer")
    except OSError as error:
        return _complain(f"the answer cannot be written: {error.strerror}")
    except ModuleNotFoundError as missing:
        if missing.name != "numpy":
            raise
        return _complain("this needs numpy, which is not installed: python -m pip install numpy")
    return 0


def _typed_words() -> list[str]:
    """Return the words of the command line, decoded as UTF-8 on every system."""
    return [os.fsencode(word).decode("utf-8", "surrogateescape") for word in sys.argv[1:]]


def _with_positions(line: Sequence[str]) -> list[str]:
    """Return the words with "--position" joined to its value, which may begin with a dash."""
    words = list(line)
    if "--position" in words[:-1]:
        at = words.index("--position")
        words[at : at + 2] = [f"--position={words[at + 1]}"]
    return words


def _complain(sentence: str) -> int:
    arguments.print_error(sentence)
    return 2


def _parser() -> ArgumentParser:
    parser = arguments.Parser(
        prog="python -m flipside.rules", description=_ABOUT, allow_abbrev=False
    )
    commands = parser.add_subparsers(
        required=True, metavar="COMMAND", parser_class=arguments.Parser
    )
    for name, answer, adders in _COMMANDS:
        help_text = answer.__doc__
        subparser = commands.add_parser(
            name, help=help_text, description=help_text, allow_abbrev=False
        )
        subparser.set_defaults(answer=answer)
        for add_argument in adders:
            add_argument(subparser)
    return parser
