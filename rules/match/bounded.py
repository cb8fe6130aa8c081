"""Numbers and JSON in texts from outside. Python refuses to read whole numbers of more than 4,300
digits, so the length of each is bounded here."""

import json
import re
from collections.abc import Callable
from typing import Any

_MAX_DIGITS = 18

_MAX_DECIMAL_CHARACTERS = 400

_DECIMAL = re.compile(r"[+-]?(\d++([.,]\d*+)?|[.,]\d++)(e[+-]?\d{1,2})?", re.ASCII | re.IGNORECASE)


def whole_number(word: str) -> int | None:
    """The number that a word of at most 18 digits from 0 to 9 stands for; None for any other."""
    plain = word.isascii() and word.isdigit() and len(word) <= _MAX_DIGITS
    return int(word) if plain else None


def decimal(word: str) -> float | None:
    """The number that a word stands for, with a point or a comma; None for any other word."""
    plain = len(word) <= _MAX_DECIMAL_CHARACTERS and _DECIMAL.fullmatch(word)
    return float(word.replace(",", ".")) if plain else None


def _integer(word: str) -> int | float:
    return int(word) if len(word) <= _MAX_DIGITS else float(word)


def json_decoder(
    pairs: Callable[[list[tuple[str, Any]]], object] | None = None,
) -> json.JSONDecoder:
    """A decoder that makes objects of `pairs`. It raises JSONDecodeError for other texts, and
    RecursionError for values within too many others."""
    return json.JSONDecoder(object_pairs_hook=pairs, parse_int=_integer)
