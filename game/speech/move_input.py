"""Typed moves: parses a move, or its beginning, as players say or write it."""

import re

from flipside.game.table.move_text import Change
from flipside.game.table.phrases import Phrases
from flipside.game.table.table import Table
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import PASS, Move, continuing
from flipside.rules.match.record import PASS_WORDS

MAX_LETTERS = 60
"""Letters of the input that are read; no move is longer."""

MAX_SUGGESTIONS = 6
"""Moves that are suggested for incomplete input."""


def enter(table: Table, text: str) -> Change | str:
    """Carry out the text typed at a table; return the change, or a sentence why there is none."""
    if table.result is not None:
        return table.text("spoken.over")
    human = table.human
    if human is None:
        return table.text("spoken.not_yours")
    move = read_typed(table.words, text, table.taps)
    if isinstance(move, str):
        return move
    human.forget()
    if move in table.match.legal():
        return table.play(move)
    for cell in move[:-1]:
        table.tap(cell)
    change = table.tap(move[-1])
    assert change is not None, "these taps begin a move"
    return change


def read_typed(words: Phrases, text: str, taps: Move = ()) -> Move | str:
    """Return the legal move that a text means, or the taps of its beginning after `taps`.

    If it is neither, a sentence with the reason is returned.
    """
    match, position = words.match, words.match.position
    if match.result() is not None:
        return words.text("spoken.over")
    legal = match.legal()
    plain_text = _plain(text[:MAX_LETTERS])
    names = {move: (position.name(move), words.move(position, move)) for move in legal}
    for move, spellings in names.items():
        if plain_text and plain_text in map(_plain, spellings):
            return move
    if text.strip().lower() in (*PASS_WORDS, words.text("play.pass")):
        if PASS in names:
            return PASS
        return words.text("spoken.no_pass")
    example = names[legal[0]][1]
    if not plain_text:
        return words.text("spoken.nothing", example=example)
    if PASS in names:
        return words.text("spoken.must_pass")
    cells, rest = _cells(words, text)
    if not cells:
        word = " ".join(text.split())[:MAX_LETTERS]
        return words.text("spoken.unknown", word=word, example=example)
    for candidate in ((*taps, *cells), cells):
        if continuing(legal, candidate) and not rest:
            return candidate
    possible = {cell for move in legal for cell in move}
    for cell in cells:
        if match.board.kinds[cell] == "beside" and cell not in possible:
            return words.why((cell,))  # it belongs to another phase of the match
    matching = next(n for n in range(len(cells), -1, -1) if continuing(legal, cells[:n]))
    starts_again = matching < len(cells) and bool(continuing(legal, cells[matching : matching + 1]))
    if matching and (rest or starts_again or cells[:matching] in legal):
        # A square with which a move may begin is not wrong by itself.
        completions = [names[move][1] for move in continuing(legal, cells[:matching])]
        ellipsis = ["…"] if len(completions) > MAX_SUGGESTIONS else []
        moves = words.listed([*completions[:MAX_SUGGESTIONS], *ellipsis])
        return words.text("spoken.not_so", moves=moves)
    return words.why(cells)


def _cells(words: Phrases, text: str) -> tuple[Move, bool]:
    """Return the cells named in a text, and whether a word names none."""
    board = words.match.board
    cells_by_name: dict[str, Cell] = {}
    for cell, kind in enumerate(board.kinds):
        if kind != "hinge":
            cells_by_name.setdefault(_plain(words.cells.spot(cell)), cell)
        if kind == "beside":  # as in "d3=D"
            cells_by_name.setdefault(f"={board.names[cell][0]}", cell)
    cells: list[Cell] = []
    for word in re.findall(r"[^\W\d_]+\d+|=[^\W\d_]\b|[^\W_]+", text[:MAX_LETTERS].lower()):
        name = word if word in cells_by_name else _plain(word)
        if name not in cells_by_name:
            return tuple(cells), True
        cells.append(cells_by_name[name])
    return tuple(cells), False


def _plain(text: str) -> str:
    """Return only letters and digits, in lower case: "f5:1010" and "F5 1010" are equal."""
    return "".join(letter for letter in text.lower() if letter.isalnum())
