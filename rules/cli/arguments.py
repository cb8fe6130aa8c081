"""Parsing of command line arguments; every error is one sentence. Parsers of one argument raise
ArgumentTypeError, which argparse turns into Refused."""

import math
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, _ActionsContainer
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from flipside.rules.arena.contest import GREEDY, RANDOM, player_of
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.game import AnyGame, Choices
from flipside.rules.engine.search import FIXED_DEPTHS, LEVEL_BY_KEY, Level, level_of
from flipside.rules.match.reading import decimal, whole_number

MAX_DEPTH_PLIES = 99
"""Most plies that a command searches."""

_LEVELS = f"{', '.join(LEVEL_BY_KEY)}, depth{FIXED_DEPTHS[0]} to depth{FIXED_DEPTHS[-1]}"


class Refused(ValueError):
    """A command cannot be answered; the sentence says why."""


Answers = Iterator[dict[str, object] | str]
"""The answers of a command: JSON objects, or texts."""

Argument = Callable[[_ActionsContainer], object]
"""Adds an argument to a parser."""

Parse = Callable[[str], Any]

Answer = Callable[[Namespace], Answers]
"""Answers a command line."""


CLI_COMMANDS: list[tuple[str, Answer, tuple[Argument, ...]]] = []
"""Name, function and arguments of all commands, in the order of the help."""


def command(name: str, *arguments: Argument) -> Callable[[Answer], Answer]:
    """Decorate the function that answers a command; its docstring is the help."""

    def register(answer: Answer) -> Answer:
        CLI_COMMANDS.append((name, answer, arguments))
        return answer

    return register


def argument(
    name: str, metavar: str, parse: Parse = str, help: str | None = None, **more: Any
) -> Argument:
    """An argument of a command; `more` goes to `ArgumentParser.add_argument`."""
    return lambda parser: parser.add_argument(name, metavar=metavar, type=parse, help=help, **more)


def one_of(*arguments: Argument) -> Argument:
    """Arguments that exclude each other."""

    def add(parser: _ActionsContainer) -> None:
        group = parser.add_mutually_exclusive_group()
        for each in arguments:
            each(group)

    return add


def print_error(sentence: str) -> None:
    """Print a sentence on stderr, on one line."""
    if sys.stderr is not None:  # without it print would use stdout
        print("rules:", *sentence.split(), file=sys.stderr)


class Parser(ArgumentParser):
    """An ArgumentParser that raises Refused with one sentence."""

    def error(self, message: str) -> NoReturn:
        """Raise Refused; argparse would end the program."""
        raise Refused(message)


def parse_path(word: str) -> Path:
    """The path that a word names. It was read as UTF-8, and the system may have another encoding;
    raises ValueError for bytes that no path has."""
    return Path(os.fsdecode(word.encode("utf-8", "surrogateescape")))


def parse_game(word: str) -> AnyGame:
    """The game with key `word`; raises ArgumentTypeError if there is none."""
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
"""Parsers of levels, the second also of "random" and "greedy"; ArgumentTypeError for others."""


def integer_parser(least: int, most: int) -> Callable[[str], int]:
    """A parser of integers from `least` to `most`; it raises ArgumentTypeError for others."""

    def number(text: str) -> int:
        found = whole_number(text)
        if found is None or not least <= found <= most:
            raise ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
        return found

    return number


def positive_parser(what: str) -> Callable[[str], float]:
    """A parser of numbers above 0; it raises ArgumentTypeError, in which `what` names them."""

    def number(text: str) -> float:
        found = decimal(text)
        if found is None or not 0 < found < math.inf:
            raise ArgumentTypeError(f"{text!r} is no {what} above 0")
        return found

    return number


def parse_choices(words: Sequence[str]) -> Choices:
    """Options written key=value; raises Refused for other words and for an option given twice.
    `Game.choices` checks whether the game has them."""
    chosen: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise Refused(f"an option is written key=value; not {word!r}")
        if chosen.setdefault(key, value) != value:
            raise Refused(f"option {key} is given twice")
    return chosen
