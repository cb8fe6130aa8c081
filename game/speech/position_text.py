"""A whole position in sentences: the score, what stands where, what the board says; and what lies
beside it. Nothing is said that nobody may see.
"""

from flipside.game.table.cell_text import capital
from flipside.game.table.phrases import Phrases
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Player, Position, Tally
from flipside.rules.match.match import shown_marks

_MAX_NAMED_SQUARES = 8
"""Empty squares up to this number are named."""


def position_text(words: Phrases, aids: bool) -> list[str]:
    """The present position; with `aids` also what helps to look ahead."""
    position, cells = words.match.position, words.cells
    doors = cells.together(position)
    return [
        *_score(words, position),
        *_groups(words, position),
        *([f"{doors}."] if doors else []),
        *_signs(words, aids),
    ]


def _score(words: Phrases, position: Position) -> list[str]:
    score = position.score()
    if score is None:
        return []
    each = [f"{words.player(player)} {score[player]}" for player in (0, 1)]
    return [words.text("spoken.score", words=", ".join(each))]


def _groups(words: Phrases, position: Position) -> list[str]:
    """The pieces on the board with counts: those of the players, others, empty squares."""
    pieces, fields = position.pieces(), words.cells.fields
    colours = position.colours or ()
    found: dict[str, list[Cell]] = {colour: [] for colour in colours}
    names: dict[str, str] = {}
    for cell in fields:
        piece = pieces[cell]
        if piece is not None:
            found.setdefault(piece.colour, []).append(cell)
            names[piece.colour] = words.cells.piece(piece)
    names |= {colour: words.colour(player) for player, colour in enumerate(colours)}
    said = [_group(words, names[colour], cells) for colour, cells in found.items() if cells]
    empty = [cell for cell in fields if pieces[cell] is None]
    if len(empty) > _MAX_NAMED_SQUARES:
        said.append(words.text("spoken.empties", count=len(empty)))
    elif empty:
        said.append(_group(words, words.text("spoken.empty"), empty))
    return said


def _group(words: Phrases, name: str, cells: list[Cell]) -> str:
    named = words.cells.by_rows(cells)
    return words.text("spoken.group", name=capital(name), count=len(cells), cells=named)


def _signs(words: Phrases, aids: bool) -> list[str]:
    cells, found = words.cells, dict[str, dict[Cell, None]]()
    for sign, marked in cells.marks(shown_marks(words.match), aids):
        found.setdefault(sign, {}).update(dict.fromkeys(marked))
    return [
        words.text("spoken.about", head=capital(sign), words=cells.by_lines(marked)) + "."
        for sign, marked in found.items()
    ]


def beside_text(words: Phrases) -> list[str]:
    """Pieces of each player beside the board, and his other numbers; one stock where nobody owns
    a colour; [] where there is nothing."""
    position = words.match.position
    if position.colours is None:
        stock = _counts(words, position.tallies()[0])
        return [f"{'; '.join(stock)}."] if stock else []
    said = []
    for player in (0, 1):
        own = [*_lying(words, position, player), *_counts(words, position.tallies()[player])]
        if own:
            told = words.text("spoken.about", head=words.player(player), words="; ".join(own))
            said.append(f"{told}.")
    return said


def _lying(words: Phrases, position: Position, player: Player) -> list[str]:
    board, pieces = words.match.board, position.pieces()
    cells = words.cells
    numbers = {tally.cell: [str(tally.number)] for tally in position.tallies()[player]}
    return [
        ", ".join([cells.spot(cell), *cells.remarks(position, cell), *numbers.get(cell, [])])
        for cell in board.of_kind("beside")
        if board.owners[cell] == player and pieces[cell] is not None
    ]


def _counts(words: Phrases, tallies: tuple[Tally, ...]) -> list[str]:
    found: dict[str, list[str]] = {}
    for tally in tallies:
        if tally.cell is None:
            found.setdefault(tally.key, []).append(_counted(words, tally))
    said = ((words.text.game(words.game.key, f"tally.{key}"), found[key]) for key in found)
    return [words.text("spoken.about", head=head, words=", ".join(each)) for head, each in said]


def _counted(words: Phrases, tally: Tally) -> str:
    if tally.piece is None:
        return str(tally.number)
    kind = words.cells.known(f"kind.{tally.piece.face}")
    return f"{kind or words.cells.piece(tally.piece)} {tally.number}"
