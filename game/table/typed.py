"""Typed moves: what somebody means who writes a move, or its beginning, as it is said or noted."""

import re
from dataclasses import dataclass

from game.table.change import Change
from game.table.table import Table
from game.table.words import Words
from rules.board import Cell
from rules.notation import PASS_WORDS
from rules.position import PASS, Move

LONGEST = 60
"""Letters that are looked at; no move is longer."""

CLOSE = 6
"""Moves that are offered where one was not quite written."""


@dataclass(frozen=True)
class Typed:
    """What was meant: a legal move, or taps that begin one; else why it is neither."""

    move: Move | None = None
    taps: Move = ()
    """The taps of a move that is not complete, those made before included."""
    refused: str = ""
    """A sentence; "" where something is possible."""


def enter(table: Table, text: str) -> Change | str:
    """Do what was typed at a table: what happened, or a sentence that says why nothing did."""
    if table.result is not None:
        return table.text("spoken.over")
    human = table.human
    if human is None:
        return table.text("spoken.not_yours")
    typed = read_typed(table.words, text, table.taps)
    if typed.refused:
        return typed.refused
    human.forget()
    if typed.move is not None:
        return table.play(typed.move)
    for cell in typed.taps[:-1]:
        table.tap(cell)
    change = table.tap(typed.taps[-1])
    assert change is not None, "these taps begin a move"
    return change


def read_typed(words: Words, text: str, begun: Move = ()) -> Typed:
    """What a text means in the present position, after taps that have `begun` a move."""
    match, position = words.match, words.match.position
    legal = match.legal()
    written = _plain(text[:LONGEST])
    names = {move: (position.name(move), words.move(position, move)) for move in legal}
    example = next(iter(names.values()))[1]
    if not written:
        return Typed(refused=words.text("spoken.nothing", example=example))
    for move, called in names.items():
        if written in map(_plain, called):
            return Typed(move=move)
    if written in map(_plain, (*PASS_WORDS, words.text("play.pass"))) or text.strip() == "--":
        if PASS in names:
            return Typed(move=PASS)
        return Typed(refused=words.text("spoken.no_pass"))
    if PASS in names:
        return Typed(refused=words.text("spoken.must_pass"))
    cells, rest = _cells(words, text)
    if not cells:
        word = " ".join(text.split())[:LONGEST]
        return Typed(refused=words.text("spoken.unknown", word=word, example=example))
    for taps in ((*begun, *cells), cells):
        going_on = [move for move in legal if move[: len(taps)] == taps]
        if going_on and not rest:
            return Typed(move=taps) if taps in legal else Typed(taps=taps)
        if going_on:
            close = ", ".join(names[move][1] for move in going_on[:CLOSE])
            return Typed(refused=words.text("spoken.not_so", moves=close))
    return Typed(refused=_why(words, cells))


def _why(words: Words, cells: Move) -> str:
    """Why these taps begin no move: said of the first that does not go on."""
    legal = words.match.legal()
    for count in range(1, len(cells) + 1):
        taps = cells[:count]
        if not any(move[:count] == taps for move in legal):
            name = words.spot(taps[-1])
            return words.refused(taps) or words.text("spoken.not_now", name=name)
    raise AssertionError("these taps begin a move")


def _cells(words: Words, text: str) -> tuple[Move, bool]:
    """The cells that a text names one after the other, and whether it says more than that."""
    board = words.match.board
    known: dict[str, Cell] = {}
    for cell, kind in enumerate(board.kinds):
        if kind != "hinge":
            known.setdefault(_plain(words.spot(cell)), cell)
    cells: list[Cell] = []
    for word in re.findall(r"[^\W\d_]+\d+|[^\W_]+", text[:LONGEST].lower()):
        cell = known.get(_plain(word))
        if cell is None:
            return tuple(cells), True
        cells.append(cell)
    return tuple(cells), False


def _plain(text: str) -> str:
    """Letters and digits alone, and small: "f5:1010" and "F5 1010" are the same."""
    return "".join(letter for letter in text.lower() if letter.isalnum())
