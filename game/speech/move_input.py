"""Typed moves: parses a move, or its beginning, as players say or write it."""

import re

from flipside.game.live_match.live_match import LiveMatch
from flipside.game.live_match.match_text import MatchText
from flipside.game.live_match.move_text import MatchEvent
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import PASS, Move, continuing
from flipside.rules.match.record import PASS_WORDS

MAX_LETTERS = 60
"""Letters of the input that are read; no move is longer."""

MAX_SUGGESTIONS = 6
"""Moves that are suggested for incomplete input."""


def enter(live_match: LiveMatch, text: str) -> MatchEvent | str:
    """Make the typed move; return the event, or a sentence that explains why there is none."""
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
    """Return the legal move that a text means, or the taps of its beginning after `taps`.

    If it is neither, a sentence with the reason is returned.
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
            return match_text.why((cell,))  # it belongs to another phase of the match
    matching = next(n for n in range(len(cells), -1, -1) if continuing(legal, cells[:n]))
    starts_again = matching < len(cells) and bool(continuing(legal, cells[matching : matching + 1]))
    if matching and (rest or starts_again or cells[:matching] in legal):
        # A square with which a move may begin is not wrong by itself.
        completions = [names[move][1] for move in continuing(legal, cells[:matching])]
        ellipsis = ["…"] if len(completions) > MAX_SUGGESTIONS else []
        moves = match_text.listed([*completions[:MAX_SUGGESTIONS], *ellipsis])
        return match_text.text("spoken.not_so", moves=moves)
    return match_text.why(cells)


def _cells(match_text: MatchText, text: str) -> tuple[Move, bool]:
    """Return the cells named in a text, and whether a word names none."""
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
    """Return only letters and digits, in lower case: "f5:1010" and "F5 1010" are equal."""
    return "".join(letter for letter in text.lower() if letter.isalnum())
