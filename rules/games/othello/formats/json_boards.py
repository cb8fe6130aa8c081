"""Boards of Othello in JSON.

A board is a string, a list of rows (strings or lists), a list of 64 squares, or an object with the
discs by square or by colour.
"""

import re
from collections.abc import Mapping
from typing import NoReturn

from flipside.rules.games.othello.formats.board_signs import SIGN, SIGNS, side_of_word
from flipside.rules.games.othello.formats.boards import parse_board
from flipside.rules.games.othello.position import BOARD
from flipside.rules.match.formats import is_notation
from flipside.rules.match.record import BadRecord

_SIDE, _SQUARES = 8, 64

_SQUARE = re.compile("[a-h][1-8]", re.IGNORECASE)

_ROW = re.compile(rf"(?:{SIGN}|[ |,/]){{8,}}")
"""One or several rows of a board."""

_EMPTY = ("", "empty", "none", "null")

SignsAndSide = tuple[str, str]
"""64 signs of "-XO", and the side to move, or "" if it is not stated."""


def read_board(value: object) -> SignsAndSide | None:
    """Return the board in a JSON value; None for other values.

    Raises BadRecord for a board that cannot be read for certain, such as a board of digits.
    """
    if isinstance(value, str):
        return _of_text(value)
    if isinstance(value, list):
        return _of_list(value)
    return _of_object(value) if isinstance(value, dict) else None


def _of_text(text: str) -> SignsAndSide | None:
    if is_notation(text):
        raise BadRecord("position")
    return parse_board(text) if len(text) >= _SQUARES else None


def _of_list(rows: list[object]) -> SignsAndSide | None:
    cells: list[object] = rows
    if len(rows) == _SIDE and all(isinstance(row, str) and _ROW.fullmatch(row) for row in rows):
        whole = parse_board("\n".join(map(str, rows)))
        return whole if whole is not None else _refuse()
    if len(rows) == _SIDE and all(isinstance(row, list) and len(row) == _SIDE for row in rows):
        cells = [cell for row in rows if isinstance(row, list) for cell in row]
    if len(cells) != _SQUARES or any(isinstance(cell, dict | list) for cell in cells):
        return None
    return None if _all_squares(cells) else (_signs(cells), "")


def _of_object(value: Mapping[str, object]) -> SignsAndSide | None:
    """Return the board of an object with discs by square, or with squares by colour, else None."""
    discs: list[tuple[str, object]] = []
    for key, inside in value.items():
        if _SQUARE.fullmatch(key) and isinstance(inside, str):
            discs.append((key, inside))
        elif side_of_word(key) and isinstance(inside, list) and _all_squares(inside):
            discs += [(str(square), key) for square in inside]
        else:
            return None
    disc_by_square = {square.lower(): disc for square, disc in discs}
    if len(disc_by_square) < len(discs):
        raise BadRecord("position")
    return (
        (_signs([disc_by_square.get(name) for name in BOARD.names]), "") if disc_by_square else None
    )


def _all_squares(values: list[object]) -> bool:
    return all(isinstance(value, str) and _SQUARE.fullmatch(value) for value in values)


def _signs(cells: list[object]) -> str:
    """Return the signs of 64 squares; raise BadRecord for other codes, such as digits."""
    words = [str("" if cell is None else cell if isinstance(cell, str) else "?") for cell in cells]
    words = [word.strip().lower() for word in words]
    signs = [
        "-" if word in _EMPTY else side_of_word(word) or SIGNS.get(word, "?") for word in words
    ]
    digit = "0" in words and ("o" in words or "-" not in signs)
    if "?" in signs or digit or not set(signs) - {"-"}:
        raise BadRecord("position")
    return "".join(signs)


def _refuse() -> NoReturn:
    raise BadRecord("position")
