"""Typed moves: finds the move, or the beginning of a move, that a player has typed."""

import re

from flipside.game.live_match.live_match import LiveMatch
from flipside.game.live_match.match_text import MatchText
from flipside.game.live_match.move_text import MatchEvent
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import PASS, Move, continuing
from flipside.rules.match.record import PASS_WORDS

MAX_LETTERS = 60
"""The maximum length of the input; the rest is ignored. No move is longer."""

MAX_SUGGESTIONS = 6
"""The maximum number of moves that are suggested for incomplete input."""


def enter(live_match: LiveMatch, text: str) -> MatchEvent | str:
    """Make a typed move; return its event, or a sentence that explains why it is impossible."""
    if live_match.result is not None:
        return live_match.text("spoken.over")
    human = live_match.human
    if human is None:
        return live_match.text("spoken.not_yours")
    move = read_typed(live_match.match_text, text, live_match.taps)
    if isinstance(move, str):
        return move
    human.forget()
    if move in live_match.match.legal():
        return live_match.play(move)
    for cell in move[:-1]:
        live_match.tap(cell)
    event = live_match.tap(move[-1])
    assert event is not None, "these taps begin a move"
    return event


def read_typed(match_text: MatchText, text: str, taps: Move = ()) -> Move | str:
    """Return the typed legal move, or the typed cells with which a legal move begins.

    Otherwise return a sentence with the reason. `taps` are the taps before the input.
    """
    match, position = match_text.match, match_text.match.position
    if match.result() is not None:
        return match_text.text("spoken.over")
    legal = match.legal()
    plain_text = _plain(text[:MAX_LETTERS])
    names = {move: (position.name(move), match_text.move(position, move)) for move in legal}
    for move, spellings in names.items():
        if plain_text and plain_text in map(_plain, spellings):
            return move
    if text.strip().lower() in (*PASS_WORDS, match_text.text("play.pass")):
        if PASS in names:
            return PASS
        return match_text.text("spoken.no_pass")
    example = names[legal[0]][1]
    if not plain_text:
        return match_text.text("spoken.nothing", example=example)
    if PASS in names:
        return match_text.text("spoken.must_pass")
    cells, rest = _cells(match_text, text)
    if not cells:
        word = " ".join(text.split())[:MAX_LETTERS]
        return match_text.text("spoken.unknown", word=word, example=example)
    for candidate in ((*taps, *cells), cells):
        if continuing(legal, candidate) and not rest:
            return candidate
    possible = {cell for move in legal for cell in move}
    for cell in cells:
        if match.board.kinds[cell] == "beside" and cell not in possible:
            return match_text.why((cell,))  # the cell belongs to another phase of the match
    matching = next(n for n in range(len(cells), -1, -1) if continuing(legal, cells[:n]))
    starts_again = matching < len(cells) and bool(continuing(legal, cells[matching : matching + 1]))
    if matching and (rest or starts_again or cells[:matching] in legal):
        # The next square is not wrong if another move begins with it.
        completions = [names[move][1] for move in continuing(legal, cells[:matching])]
        ellipsis = ["…"] if len(completions) > MAX_SUGGESTIONS else []
        moves = match_text.listed([*completions[:MAX_SUGGESTIONS], *ellipsis])
        return match_text.text("spoken.not_so", moves=moves)
    return match_text.why(cells)


def _cells(match_text: MatchText, text: str) -> tuple[Move, bool]:
    """Return the cells in a text, and whether a word is not the name of a cell."""
    board = match_text.match.board
    cells_by_name: dict[str, Cell] = {}
    for cell, kind in enumerate(board.kinds):
        if kind != "hinge":
            cells_by_name.setdefault(_plain(match_text.cell_text.cell_name(cell)), cell)
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
    """Return only the letters and digits, in lower case, so that "f5:1010" equals "F5 1010"."""
    return "".join(letter for letter in text.lower() if letter.isalnum())
