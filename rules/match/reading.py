"""Reading of long texts in steps, so that a window can show frames meanwhile; numbers and JSON.

Each step takes some thousand characters. Python refuses whole numbers of more than 4,300 digits, so
the length of each is bounded.
"""

import json
import re
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

_T = TypeVar("_T")

Steps = Generator[None, None, _T]
"""Yields after each small step; returns the result."""

_BLOCK_CHARACTERS = 2_000
"""Characters of lines that are read in a step, some milliseconds of work."""

_STEP_CHARACTERS = 8_000
"""Characters that are parsed in a step."""

_PART_CHARACTERS = 40
"""Characters that take as long as the work on each line or character, however short."""

_WINDOW_CHARACTERS = 100_000
"""Characters in which a pattern is searched in a step."""

LINE_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""The line ends of `str.splitlines`."""


class Pace:
    """Determines where a step ends, by the characters that were read since the last one."""

    def __init__(self) -> None:
        self._left = _STEP_CHARACTERS

    def is_over(self, characters: int) -> bool:
        """Return whether a step ends with a line, or another part, of so many characters."""
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
    """Yield a text in parts of whole lines; a line that is longer than a part is a part."""
    start = 0
    while start < len(text):
        stop = end_of_block(text, start)
        yield text[start:stop]
        start = stop


def end_of_block(text: str, start: int) -> int:
    """Return the end of the part of a text that begins at `start` and has whole lines."""
    least, end = start + _BLOCK_CHARACTERS - 1, len(text)
    for sign in LINE_ENDS:  # in a long line much faster than a pattern
        place = text.find(sign, least, end)
        end = end if place < 0 else place
    return min(len(text), end + 2 if text.startswith("\r\n", end) else end + 1)


def lines_of(text: str) -> Iterator[tuple[int, str] | None]:
    """Yield the lines of a text that are not blank, with numbers from 1; None after each step."""
    count = 0
    for block in blocks_of(text):
        lines = block.splitlines()
        for number, line in enumerate(lines, count + 1):
            if line and not line.isspace():
                yield number, line
        count += len(lines)
        yield None


def found_in(pattern: re.Pattern[str], text: str, longest: int) -> Iterator[re.Match[str] | None]:
    """Yield all matches of a pattern of at most `longest` characters, and None after each step."""
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
    """Find the first match of a pattern of at most `longest` characters, or None."""
    for match in found_in(pattern, text, longest):
        if match is not None:
            return match
        yield
    return None


_MAX_DIGITS = 18

_MAX_DECIMAL_CHARACTERS = 400

_DECIMAL = re.compile(r"[+-]?(\d++([.,]\d*+)?|[.,]\d++)(e[+-]?\d{1,2})?", re.ASCII | re.IGNORECASE)


def whole_number(word: str) -> int | None:
    """Return the number of a word of at most 18 digits from 0 to 9; None for any other."""
    plain = word.isascii() and word.isdigit() and len(word) <= _MAX_DIGITS
    return int(word) if plain else None


def decimal(word: str) -> float | None:
    """Return the number of a word, with a point or a comma; None for any other word."""
    plain = len(word) <= _MAX_DECIMAL_CHARACTERS and _DECIMAL.fullmatch(word)
    return float(word.replace(",", ".")) if plain else None


def _integer(word: str) -> int | float:
    return int(word) if len(word) <= _MAX_DIGITS else float(word)


def json_decoder(
    pairs: Callable[[list[tuple[str, Any]]], object] | None = None,
) -> json.JSONDecoder:
    """Return a decoder that makes objects of `pairs`; raises JSONDecodeError or RecursionError."""
    return json.JSONDecoder(object_pairs_hook=pairs, parse_int=_integer)
