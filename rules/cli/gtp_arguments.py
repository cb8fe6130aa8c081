"""Parsing of arguments of the Go Text Protocol: numbers as controllers write them."""

from flipside.rules.match.bounded import decimal, whole_number


class Failure(ValueError):
    """A GTP failure; its sentence is the answer after a question mark."""


def three_words(words: tuple[str, ...]) -> tuple[str, str, str]:
    """The three arguments of a command; raises Failure for another number of them."""
    if len(words) != 3:
        raise Failure("syntax error")
    return words[0], words[1], words[2]


def whole_argument(word: str) -> int:
    """An integer from 0 to 2**31 - 1; raises Failure for anything else."""
    number = whole_number(word)
    if number is None or len(word) > 10 or number >= 2**31:
        raise Failure("syntax error")
    return number


def count_of(word: str) -> int:
    """A number of moves, also written as 5.0; raises Failure for anything else."""
    count = decimal_argument(word)
    if not 0 <= count < 2**31 or count % 1:
        raise Failure("syntax error")
    return int(count)


def decimal_argument(word: str) -> float:
    """A number with a decimal point or comma; raises Failure for anything else."""
    number = decimal(word)
    if number is None:
        raise Failure("syntax error")
    return number


def seconds_of(word: str) -> float:
    """Seconds below 2**31; less than 0 is 0. Raises Failure for anything else."""
    seconds = max(0.0, decimal_argument(word))
    if seconds >= 2**31:
        raise Failure("syntax error")
    return seconds
