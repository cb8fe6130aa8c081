"""Parsing of command line arguments. Every error message is one sentence.

Parsers of a single argument raise ArgumentTypeError; `Parser` raises it again as CommandError.
"""

import math
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, _ActionsContainer
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from flipside.rules.arena.contest import GREEDY, RANDOM, player_of
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.game import AnyGame, Choices
from flipside.rules.engine.search import FIXED_DEPTHS, LEVEL_BY_KEY, Level, level_of
from flipside.rules.match.reading import decimal, whole_number

MAX_DEPTH_PLIES = 99

_LEVELS = f"{', '.join(LEVEL_BY_KEY)}, depth{FIXED_DEPTHS[0]} to depth{FIXED_DEPTHS[-1]}"


class CommandError(ValueError):
    """A command cannot be executed; the message is a sentence with the reason."""


Answers = Iterator[dict[str, object] | str]
"""The output of a command: JSON objects, or texts."""

Argument = Callable[[_ActionsContainer], object]
"""A function that adds an argument to a parser."""

Parse = Callable[[str], Any]


def argument(
    name: str, metavar: str, parse: Parse = str, help: str | None = None, **more: Any
) -> Argument:
    """Return an argument of a command; `more` is passed to `ArgumentParser.add_argument`."""
    return lambda parser: parser.add_argument(name, metavar=metavar, type=parse, help=help, **more)


def one_of(*arguments: Argument) -> Argument:
    """Return a group of arguments of which only one may be given."""

    def add(parser: _ActionsContainer) -> None:
        group = parser.add_mutually_exclusive_group()
        for each in arguments:
            each(group)

    return add


def print_error(sentence: str) -> None:
    """Print a sentence on stderr, in one line."""
    if sys.stderr is not None:  # print(file=None) would use stdout
        print("rules:", *sentence.split(), file=sys.stderr)


class Parser(ArgumentParser):
    """An ArgumentParser that raises CommandError, while argparse would end the program."""

    def error(self, message: str) -> NoReturn:
        """Raise CommandError with `message`."""
        raise CommandError(message)


def parse_path(word: str) -> Path:
    """Return the path named by `word`, which was decoded as UTF-8, in the encoding of the system.

    Raises ValueError if `word` cannot be encoded.
    """
    return Path(os.fsdecode(word.encode("utf-8", "surrogateescape")))


def parse_game(word: str) -> AnyGame:
    """Return the game with key `word`; raises ArgumentTypeError if there is none."""
    if word not in BY_KEY:
        raise ArgumentTypeError(f"there is no game {word!r}; there are {', '.join(BY_KEY)}")
    return BY_KEY[word]


def _level_parser(find: Callable[[str], Level], all_words: str) -> Callable[[str], Level]:
    def level(word: str) -> Level:
        try:
            return find(word)
        except KeyError:
            raise ArgumentTypeError(f"there is no level {word!r}; there are {all_words}") from None

    return level


parse_level = _level_parser(level_of, _LEVELS)
parse_player = _level_parser(player_of, f"{_LEVELS}, {RANDOM.key} and {GREEDY.key}")
"""`parse_level` parses the key of a level, `parse_player` also "random" and "greedy". Other words
raise ArgumentTypeError."""


def integer_parser(least: int, most: int) -> Callable[[str], int]:
    """Return a parser of integers from `least` to `most`; other words raise ArgumentTypeError."""

    def number(text: str) -> int:
        value = whole_number(text)
        if value is None or not least <= value <= most:
            raise ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
        return value

    return number


def positive_parser(what: str) -> Callable[[str], float]:
    """Return a parser of numbers above 0; its ArgumentTypeError calls the number `what`."""

    def number(text: str) -> float:
        value = decimal(text)
        if value is None or not 0 < value < math.inf:
            raise ArgumentTypeError(f"{text!r} is no {what} above 0")
        return value

    return number


def parse_choices(words: Sequence[str]) -> Choices:
    """Return the options written as key=value in `words`.

    Raises CommandError for other words and for an option with two values. It does not check whether
    a game has these options.
    """
    choices: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise CommandError(f"an option is written key=value; not {word!r}")
        if choices.setdefault(key, value) != value:
            raise CommandError(f"option {key} is given twice")
    return choices
