"""The words after a command of the Go Text Protocol: numbers as controllers write them."""

import re

_MAX_NUMBER_CHARACTERS = 400
"""Characters; a longer number is refused."""

_DECIMAL = re.compile(r"[+-]?(\d++([.,]\d*+)?|[.,]\d++)(e[+-]?\d{1,2})?", re.ASCII | re.IGNORECASE)


class Failure(ValueError):
    """A GTP failure: the answer is this sentence after a question mark."""


def three_words(words: tuple[str, ...]) -> tuple[str, str, str]:
    """The three words that a command takes; Failure for another number of them."""
    if len(words) != 3:
        raise Failure("syntax error")
    return words[0], words[1], words[2]


def whole_number(word: str) -> int:
    """A number from 0 to 2**31 - 1; Failure for anything else."""
    if not (word.isascii() and word.isdigit()) or len(word) > 10 or int(word) >= 2**31:
        raise Failure("syntax error")
    return int(word)


def count_of(word: str) -> int:
    """A number of moves, which may be written as 5.0; Failure for anything else."""
    count = decimal(word)
    if not 0 <= count < 2**31 or count % 1:
        raise Failure("syntax error")
    return int(count)


def decimal(word: str) -> float:
    """A number with a decimal point or, as some write in their language, a comma; Failure for
    anything else."""
    if len(word) > _MAX_NUMBER_CHARACTERS or not _DECIMAL.fullmatch(word):
        raise Failure("syntax error")
    return float(word.replace(",", "."))


def seconds_of(word: str) -> float:
    """Seconds below 2**31: none where a controller has counted on below 0. Failure for anything
    else."""
    seconds = max(0.0, decimal(word))
    if seconds >= 2**31:
        raise Failure("syntax error")
    return seconds
