"""Move input by typing: parses a move, or its beginning, as it is spoken or written."""

import re

from flipside.game.table.move_text import Change
from flipside.game.table.phrases import Phrases
from flipside.game.table.table import Table
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import PASS, Move, continuing
from flipside.rules.match.record import PASS_WORDS

MAX_LETTERS = 60
"""Letters that are looked at; no move is longer."""

MAX_SUGGESTIONS = 6
"""Moves that are offered where one was not quite written."""


def enter(table: Table, text: str) -> Change | str:
    """Do what was typed at a table: what happened, or a sentence that says why nothing did."""
    if table.result is not None:
        return table.text("spoken.over")
    human = table.human
    if human is None:
        return table.text("spoken.not_yours")
    typed = read_typed(table.words, text, table.taps)
    if isinstance(typed, str):
        return typed
    human.forget()
    if typed in table.match.legal():
        return table.play(typed)
    for cell in typed[:-1]:
        table.tap(cell)
    change = table.tap(typed[-1])
    assert change is not None, "these taps begin a move"
    return change


def read_typed(words: Phrases, text: str, begun: Move = ()) -> Move | str:
    """The legal move that a text means in the present position, or the taps of its beginning after
    those that have `begun` a move; else a sentence that says why it is neither."""
    match, position = words.match, words.match.position
    if match.result() is not None:
        return words.text("spoken.over")
    legal = match.legal()
    written = _plain(text[:MAX_LETTERS])
    names = {move: (position.name(move), words.move(position, move)) for move in legal}
    for move, called in names.items():
        if written and written in map(_plain, called):
            return move
    if text.strip().lower() in (*PASS_WORDS, words.text("play.pass")):
        if PASS in names:
            return PASS
        return words.text("spoken.no_pass")
    example = names[legal[0]][1]
    if not written:
        return words.text("spoken.nothing", example=example)
    if PASS in names:
        return words.text("spoken.must_pass")
    cells, rest = _cells(words, text)
    if not cells:
        word = " ".join(text.split())[:MAX_LETTERS]
        return words.text("spoken.unknown", word=word, example=example)
    for taps in ((*begun, *cells), cells):
        if continuing(legal, taps) and not rest:
            return taps
    possible = {cell for move in legal for cell in move}
    for cell in cells:
        if match.board.kinds[cell] == "beside" and cell not in possible:
            return words.why((cell,))  # of another phase of the match
    known = next(n for n in range(len(cells), -1, -1) if continuing(legal, cells[:n]))
    begins = known < len(cells) and bool(continuing(legal, cells[known : known + 1]))
    if known and (rest or begins or cells[:known] in legal):
        # A square with which a move may begin is never wrong by itself.
        close = [names[move][1] for move in continuing(legal, cells[:known])]
        more = ["…"] if len(close) > MAX_SUGGESTIONS else []
        moves = words.listed([*close[:MAX_SUGGESTIONS], *more])
        return words.text("spoken.not_so", moves=moves)
    return words.why(cells)


def _cells(words: Phrases, text: str) -> tuple[Move, bool]:
    board = words.match.board
    known: dict[str, Cell] = {}
    for cell, kind in enumerate(board.kinds):
        if kind != "hinge":
            known.setdefault(_plain(words.cells.spot(cell)), cell)
        if kind == "beside":  # as in "d3=D"
            known.setdefault(f"={board.names[cell][0]}", cell)
    cells: list[Cell] = []
    for word in re.findall(r"[^\W\d_]+\d+|=[^\W\d_]\b|[^\W_]+", text[:MAX_LETTERS].lower()):
        name = word if word in known else _plain(word)
        if name not in known:
            return tuple(cells), True
        cells.append(known[name])
    return tuple(cells), False


def _plain(text: str) -> str:
    """Letters and digits alone, and small: "f5:1010" and "F5 1010" are the same."""
    return "".join(letter for letter in text.lower() if letter.isalnum())
