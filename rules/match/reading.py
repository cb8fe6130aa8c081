"""Reading of long texts in small steps, so that the window can draw frames; numbers and JSON.

Each step reads a few thousand characters. The length of numbers is limited, because Python does not
parse integers of more than 4,300 digits.
"""

import json
import re
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

_T = TypeVar("_T")

Steps = Generator[None, None, _T]
"""A generator that yields None after each small step and returns a result."""

_BLOCK_CHARACTERS = 2_000
"""The minimum length of a block of lines, which is read in a few milliseconds."""

_STEP_CHARACTERS = 8_000
"""The number of characters parsed per step."""

_PART_CHARACTERS = 40
"""The fixed cost of a part, such as a line, as a number of characters."""

_WINDOW_CHARACTERS = 100_000
"""The number of characters searched for a pattern per step."""

LINE_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""The line ends of `str.splitlines`."""


class Pace:
    """Counts the characters that were read, and determines when a step ends."""

    def __init__(self) -> None:
        self._left = _STEP_CHARACTERS

    def is_over(self, characters: int) -> bool:
        """Count a line or other part of `characters`; return whether the step ends after it."""
        self._left -= _PART_CHARACTERS + characters
        if self._left > 0:
            return False
        self._left = _STEP_CHARACTERS
        return True


def finished(steps: Steps[_T]) -> _T:
    """Take all steps at once; return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: _T = end.value
            return result


def blocks_of(text: str) -> Iterator[str]:
    """Yield a text in blocks of whole lines, each of about _BLOCK_CHARACTERS or one long line."""
    start = 0
    while start < len(text):
        stop = end_of_block(text, start)
        yield text[start:stop]
        start = stop


def end_of_block(text: str, start: int) -> int:
    """Return the end of the block of whole lines that begins at `start`."""
    least, end = start + _BLOCK_CHARACTERS - 1, len(text)
    for sign in LINE_ENDS:  # in a long line much faster than a regular expression
        place = text.find(sign, least, end)
        end = end if place < 0 else place
    return min(len(text), end + 2 if text.startswith("\r\n", end) else end + 1)


def lines_of(text: str) -> Iterator[tuple[int, str] | None]:
    """Yield number, from 1, and text of each line that is not blank; None after each step."""
    count = 0
    for block in blocks_of(text):
        lines = block.splitlines()
        for number, line in enumerate(lines, count + 1):
            if line and not line.isspace():
                yield number, line
        count += len(lines)
        yield None


def found_in(pattern: re.Pattern[str], text: str, longest: int) -> Iterator[re.Match[str] | None]:
    """Yield the pattern's matches of at most `longest` characters, and None after each step."""
    at = 0
    for start in range(0, len(text), _WINDOW_CHARACTERS):
        end = start + _WINDOW_CHARACTERS
        for match in pattern.finditer(text, max(at, start), end + longest):
            if match.start() >= end:
                break
            at = match.end()
            yield match
        yield None


def first_found(pattern: re.Pattern[str], text: str, longest: int) -> Steps[re.Match[str] | None]:
    """Return the pattern's first match of at most `longest` characters, or None, in steps."""
    for match in found_in(pattern, text, longest):
        if match is not None:
            return match
        yield
    return None


_MAX_DIGITS = 18

_MAX_DECIMAL_CHARACTERS = 400

_DECIMAL = re.compile(r"[+-]?(\d++([.,]\d*+)?|[.,]\d++)(e[+-]?\d{1,2})?", re.ASCII | re.IGNORECASE)


def whole_number(word: str) -> int | None:
    """Return the number that `word` writes in at most 18 ASCII digits; None for any other word."""
    plain = word.isascii() and word.isdigit() and len(word) <= _MAX_DIGITS
    return int(word) if plain else None


def decimal(word: str) -> float | None:
    """Return the number that `word` writes, with a point or a comma; None for any other word."""
    plain = len(word) <= _MAX_DECIMAL_CHARACTERS and _DECIMAL.fullmatch(word)
    return float(word.replace(",", ".")) if plain else None


def _integer(word: str) -> int | float:
    return int(word) if len(word) <= _MAX_DIGITS else float(word)


def json_decoder(
    pairs: Callable[[list[tuple[str, Any]]], object] | None = None,
) -> json.JSONDecoder:
    """Return a decoder with `pairs` as object hook. It reads very long integers as floats.

    Its `decode` raises JSONDecodeError or, for deeply nested data, RecursionError.
    """
    return json.JSONDecoder(object_pairs_hook=pairs, parse_int=_integer)
