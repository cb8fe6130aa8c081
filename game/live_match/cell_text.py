"""Cells in words for screen readers: names, pieces, descriptions, marks, and ranges of cells."""

from collections.abc import Container, Iterable, Sequence

from flipside.game.services.texts import Texts
from flipside.rules.contract.board import DIRECTIONS, Board, Cell, CellKind
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Description, Mark, Move, Position
from flipside.rules.contract.story import Piece

ON_BOARD: tuple[CellKind, ...] = ("square", "pit")
"""The kinds of cells that are on the board, not beside it."""

_SPOKEN_MARKS = ("banned", "threat", "line", "island", "counter", "goal")
"""The kinds of marks that are described with single cells. The games describe connections, and the
list of next cells shows directions."""

_SIDE_KEYS = ("up", "up_right", "right", "down_right", "down", "down_left", "left", "up_left")
"""The last parts of the text keys of DIRECTIONS."""

_RIGHT = DIRECTIONS[2]

_RANGE_CELLS = 3
"""The minimum number of cells in a straight line that are named as a range, such as “a1 to a3”."""


class CellText:
    """Names and descriptions for the cells of a board, in the player's language."""

    def __init__(self, text: Texts, game: AnyGame, board: Board) -> None:
        self._text = text
        self._game = game
        self._board = board
        self.fields = board.of_kind(*ON_BOARD)
        """The cells on the board, row by row."""
        self.hinges = board.of_kind("hinge")
        self.turned = False
        """Whether the board is seen turned by 180 degrees. Names of cells stay the same."""

    def cell_name(self, cell: Cell) -> str:
        """Return the name of a cell, or a phrase if the cell is beside the board."""
        board = self._board
        if board.kinds[cell] != "beside":
            return board.names[cell]
        return self._text.game(self._game.key, f"cell.{board.names[cell]}")

    def as_seen(self, piece: Piece) -> Piece:
        """Return a piece as it is seen on the board."""
        return piece.turned() if self.turned else piece

    def piece_name(self, piece: Piece) -> str:
        """Return the noun for a piece in a sentence; the colour if the game has no noun for it."""
        colour = self.first_text(f"colour.{piece.colour}") or piece.colour
        return self.first_text(f"piece.{piece.face}", f"piece.{piece.colour}") or colour.lower()

    def first_text(self, *keys: str) -> str:
        """Return the game's text for the first of these keys that has a text, or ""."""
        text, game = self._text, self._game.key
        return next((text.game(game, key) for key in keys if text.knows(game, key)), "")

    def cell_descriptions(self, position: Position, cell: Cell, over: bool = False) -> list[str]:
        """Return the game's descriptions of a cell; `over`: the match has ended."""
        remarks = self._game.cell_descriptions(position, cell)
        return self.description_texts(remark for remark in remarks if not (over and remark.ahead))

    def move_descriptions(self, position: Position, move: Move) -> list[str]:
        """Return the game's descriptions of a move, if the name of the move is a code."""
        return self.description_texts(self._game.move_descriptions(position, move)) if move else []

    def description_texts(self, remarks: Iterable[Description]) -> list[str]:
        """Return descriptions as texts."""
        return [
            self._text.game(
                self._game.key,
                f"remark.{remark.key}",
                count=remark.count,
                sides=self.joined([self.side(side) for side in remark.sides]),
                cells=self.joined([self.cell_name(other) for other in remark.cells]),
            )
            for remark in remarks
        ]

    def together(self, position: Position) -> str:
        """Return a phrase with the places of all pieces on hinges; "" if there are no hinges."""
        if not self.hinges:
            return ""
        pairs = sorted(self._separated_cells(position))
        places = [self.joined([self.cell_name(cell) for cell in cells]) for cells in pairs]
        head = self._text.game(self._game.key, "remark.hinges")
        return self._text("spoken.about", head=head, words=self._text.semicolon.join(places))

    def doors(self, position: Position) -> dict[Cell, str]:
        """Return by square its sides with a piece on a hinge, clockwise from above, as "0110".

        Above is where it is seen. The result is {} if the board has no hinges.
        """
        if not self.hinges:
            return {}
        pairs = self._separated_cells(position)
        joined_pairs = {*pairs, *((second, first) for first, second in pairs)}
        straight = (DIRECTIONS[4:] + DIRECTIONS[:4] if self.turned else DIRECTIONS)[::2]
        neighbours = {
            cell: [self._board.neighbour(cell, step) for step in straight] for cell in self.fields
        }
        return {
            cell: "".join("01"[(cell, other) in joined_pairs] for other in others)
            for cell, others in neighbours.items()
        }

    def _separated_cells(self, position: Position) -> list[tuple[Cell, ...]]:
        """Return for each piece on a hinge the two cells between which it lies."""
        remarks = self._game.cell_descriptions
        return [remark.cells for hinge in self.hinges for remark in remarks(position, hinge)]

    def mark_phrases(self, marks: Iterable[Mark], aids: bool) -> list[tuple[str, tuple[Cell, ...]]]:
        """Return a phrase and the cells for each mark; marks that are aids only if `aids`."""
        return [
            (self._mark(mark), mark.cells)
            for mark in marks
            if mark.kind in _SPOKEN_MARKS and (aids or not mark.aid)
        ]

    def _mark(self, mark: Mark) -> str:
        game_text = self.first_text(f"mark.{mark.kind}.{mark.colour}", f"mark.{mark.kind}")
        return game_text or self._text(f"spoken.mark.{mark.kind}")

    def side(self, side: int) -> str:
        """Return the name of a direction, as it is seen, by its index in DIRECTIONS."""
        return self._text(f"spoken.{_SIDE_KEYS[(side + 4 * self.turned) % 8]}")

    def joined(self, words: Sequence[str]) -> str:
        """Join words with commas, and “and” before the last."""
        if len(words) < 2:
            return "".join(words)
        return self._text("spoken.and", words=", ".join(words[:-1]), last=words[-1])

    def by_rows(self, cells: Iterable[Cell]) -> str:
        """Return the names of cells row by row; neighbours in a row are named as ranges."""
        remaining = dict.fromkeys(sorted(cells))
        phrases: list[str] = []
        while remaining:
            line = self._line(next(iter(remaining)), remaining, _RIGHT)
            phrases.append(self._take(line, remaining))
        return ", ".join(phrases)

    def by_lines(self, cells: Iterable[Cell]) -> str:
        """Return the names of cells; straight lines are named as ranges, the longest first."""
        remaining = dict.fromkeys(cells)
        steps = DIRECTIONS[2:6:2] if self._game.orthogonal_only else DIRECTIONS[2:6]
        phrases: list[str] = []
        while remaining:
            lines = (self._line(cell, remaining, step) for cell in remaining for step in steps)
            phrases.append(self._take(max(lines, key=len), remaining))
        return ", ".join(phrases)

    def _line(self, cell: Cell, cells: Container[Cell], step: tuple[int, int]) -> list[Cell]:
        line: list[Cell] = []
        next_cell: Cell | None = cell
        while next_cell is not None and next_cell in cells:
            line.append(next_cell)
            on_board = self._board.kinds[next_cell] in ON_BOARD
            next_cell = self._board.neighbour(next_cell, step) if on_board else None
        return line

    def _take(self, line: list[Cell], cells: dict[Cell, None]) -> str:
        """Remove a line of cells, or the first cell of a short line; return the words for it."""
        if len(line) < _RANGE_CELLS:
            del cells[line[0]]
            return self.cell_name(line[0])
        for cell in line:
            del cells[cell]
        return self.stretch(line)

    def stretch(self, line: Sequence[Cell]) -> str:
        """Return the words for a range, such as “a1 to a3”."""
        return self._text("spoken.to", first=self.cell_name(line[0]), last=self.cell_name(line[-1]))


def capital(words: str) -> str:
    """Return the words with an upper-case first letter."""
    return words[:1].upper() + words[1:]
