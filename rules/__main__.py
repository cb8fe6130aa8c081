"""The command line for scripts and other programs: one question, one JSON object on one line.

Errors are a sentence on stderr and exit code 2.
"""

import json
import math
import os
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from random import Random
from typing import NoReturn

from rules.catalogue import BY_KEY, GAMES
from rules.contest import contest
from rules.levels import LEVEL_BY_KEY, LEVELS, Level
from rules.match import Match
from rules.notation import BadRecord
from rules.perft import perft
from rules.position import AnyGame, BadChoice, Choices, Player
from rules.search import search
from rules.thought import Limit, Thought

Answer = dict[str, object]

DEEPEST = 99
"""Plies; no command looks deeper."""


class Refused(ValueError):
    """The question cannot be answered; the sentence says why."""


class _Parser(ArgumentParser):
    """Says what is wrong in one sentence."""

    def error(self, message: str) -> NoReturn:
        raise Refused(message)


def main(words: Sequence[str] | None = None) -> int:
    """Answer one command line; gives the exit code."""
    try:
        arguments = _parser().parse_args(words)
        if sys.stdout is None:
            return _complain("the answer cannot be written: there is no standard output")
        print(json.dumps(arguments.answer(arguments)), flush=True)
    except (Refused, BadChoice, BadRecord) as wrong:
        return _complain(str(wrong))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the exit flushes again
        return _complain("nobody reads the answer")
    except OSError as failed:
        return _complain(f"the answer cannot be written: {failed.strerror}")
    except KeyboardInterrupt:
        return _complain("stopped")
    return 0


def _complain(sentence: str) -> int:
    if sys.stderr is not None:  # without it print would use stdout
        print("rules:", *sentence.split(), file=sys.stderr)  # one line, whatever was asked
    return 2


# -- the questions -------------------------------------------------------------------------------


def games(arguments: Namespace) -> Answer:
    """Every game with its options, the default value first."""
    return {
        "games": [
            {"game": game.key, "options": {option.key: option.values for option in game.options}}
            for game in GAMES
        ]
    }


def show(arguments: Namespace) -> Answer:
    """The position after the moves."""
    match = _match(arguments)
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


def count(arguments: Namespace) -> Answer:
    """How many sequences of moves there are."""
    match = _match(arguments)
    start = time.perf_counter()
    nodes = perft(match.position, arguments.depth)
    return {
        "game": match.game.key,
        "depth": arguments.depth,
        "nodes": nodes,
        "seconds": _since(start),
    }


def best(arguments: Namespace) -> Answer:
    """The move that the computer would make."""
    match = _match(arguments)
    if match.result() is not None:
        raise Refused("the match is over; there is no best move")
    limit, seconds = _patience(arguments)
    start = time.perf_counter()
    thoughts = search(match.position, match.game, limit, Random(arguments.seed), match.seen())
    thought = next(thoughts)
    while time.perf_counter() - start < seconds:
        following = next(thoughts, None)
        if following is None:
            break
        thought = following
    return {
        "move": match.position.name(thought.move),
        "value": thought.value,
        "depth": thought.depth,
        "positions": thought.positions,
        "seconds": _since(start),
        "line": _line(match, thought),
    }


def play(arguments: Namespace) -> Answer:
    """Level against level."""
    game, choices = arguments.game, _choices(arguments)
    game.choices(choices)
    first, second = arguments.first, arguments.second
    winners = list(contest(game, choices, first, second, arguments.matches, arguments.seed))
    return {
        "game": game.key,
        "first": first.key,
        "second": second.key,
        "matches": len(winners),
        "wins": winners.count(0),
        "draws": winners.count(None),
        "losses": winners.count(1),
    }


# -- what the answers are made of ----------------------------------------------------------------


def _match(arguments: Namespace) -> Match:
    match = Match(arguments.game, _choices(arguments), arguments.seed)
    match.read_moves(arguments.moves)
    return match


def _choices(arguments: Namespace) -> Choices:
    chosen: dict[str, str] = {}
    for word in arguments.option:
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise Refused(f"an option is written key=value; not {word!r}")
        if chosen.setdefault(key, value) != value:
            raise Refused(f"option {key} is given twice")
    return chosen


def _name(match: Match, player: Player) -> str:
    """The colour of a player, or his place while no colour is chosen."""
    return (match.position.colours or ("first", "second"))[player]


def _patience(arguments: Namespace) -> tuple[Limit, float]:
    """How deep and how many seconds `best` thinks; like the last level if nothing is asked."""
    if arguments.depth is not None:
        return Limit(depth=arguments.depth), math.inf
    if arguments.seconds is not None:
        return Limit(depth=DEEPEST), arguments.seconds
    level = arguments.level or LEVELS[-1]
    return level.limit, math.inf if level.seconds is None else level.seconds


def _line(match: Match, thought: Thought) -> list[str]:
    """The expected moves by name, as far as they are legal where something was only imagined."""
    position, names = match.position, []
    for move in thought.line:
        if move not in position.moves():
            break
        names.append(position.name(move))
        position = position.play(move)
    return names


def _since(start: float) -> float:
    return round(time.perf_counter() - start, 6)


# -- reading the question ------------------------------------------------------------------------


def _parser() -> ArgumentParser:
    parser = _Parser(prog="python -m rules", description=__doc__, allow_abbrev=False)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    def command(answer: Callable[[Namespace], Answer], name: str) -> ArgumentParser:
        found = commands.add_parser(
            name, help=answer.__doc__, description=answer.__doc__, allow_abbrev=False
        )
        found.set_defaults(answer=answer)
        return found

    command(games, "games")
    _add_match(command(show, "show"))
    counting = command(count, "perft")
    _add_match(counting)
    counting.add_argument("depth", type=_whole(0, DEEPEST), metavar="DEPTH")
    thinking = command(best, "best")
    _add_match(thinking)
    patience = thinking.add_mutually_exclusive_group()
    patience.add_argument("--level", type=_level, metavar="KEY")
    patience.add_argument("--depth", type=_whole(1, DEEPEST), metavar="N")
    patience.add_argument("--seconds", type=_seconds, metavar="S")
    playing = command(play, "match")
    _add_game(playing)
    playing.add_argument("--first", type=_level, required=True, metavar="LEVEL")
    playing.add_argument("--second", type=_level, required=True, metavar="LEVEL")
    playing.add_argument("--matches", type=_whole(1, 1_000_000), default=2, metavar="N")
    return parser


def _add_game(parser: ArgumentParser) -> None:
    parser.add_argument("game", type=_game, metavar="GAME")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--seed", type=_whole(0, 10**18 - 1), default=0, metavar="N")


def _add_match(parser: ArgumentParser) -> None:
    _add_game(parser)
    parser.add_argument("--moves", default="", metavar="MOVES", help='such as "d3 c5"')


def _game(key: str) -> AnyGame:
    if key not in BY_KEY:
        raise ArgumentTypeError(f"there is no game {key!r}; there are {', '.join(BY_KEY)}")
    return BY_KEY[key]


def _level(key: str) -> Level:
    if key not in LEVEL_BY_KEY:
        raise ArgumentTypeError(f"there is no level {key!r}; there are {', '.join(LEVEL_BY_KEY)}")
    return LEVEL_BY_KEY[key]


def _whole(least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        plain = text.isascii() and text.isdigit() and len(text) <= 18
        if not plain or not least <= int(text) <= most:
            raise ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
        return int(text)

    return number


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return seconds


if __name__ == "__main__":
    sys.exit(main())
