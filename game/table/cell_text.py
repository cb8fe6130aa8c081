"""Cells in words for screen readers: names, pieces, remarks, marks, rows of cells."""

from collections.abc import Container, Iterable, Sequence

from flipside.game.services.text import Text
from flipside.rules.contract.board import DIRECTIONS, Board, Cell, CellKind
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Mark, Move, Position, Remark
from flipside.rules.contract.story import Piece

ON_BOARD: tuple[CellKind, ...] = ("square", "pit")
"""The kinds of cells on the board itself, not beside it."""

_SPOKEN_MARKS = ("banned", "threat", "line", "island", "counter", "goal")
"""The kinds of marks named with single cells. Remarks of the games name connections, the next
taps name ways."""

_SIDE_KEYS = ("up", "up_right", "right", "down_right", "down", "down_left", "left", "up_left")
"""The names of DIRECTIONS in text keys."""

_RIGHT = DIRECTIONS[2]

_RANGE_CELLS = 3
"""Cells in a straight line that are named as a range, such as “a1 to a3”."""


class CellText:
    """Words for the cells of one board in the player's language."""

    def __init__(self, text: Text, game: AnyGame, board: Board) -> None:
        self._text = text
        self._game = game
        self._board = board
        self.fields = board.of_kind(*ON_BOARD)
        """The cells of the board itself, row by row."""
        self.hinges = board.of_kind("hinge")

    def spot(self, cell: Cell) -> str:
        """The name of a cell; a phrase if it lies beside the board."""
        board = self._board
        if board.kinds[cell] != "beside":
            return board.names[cell]
        return self._text.game(self._game.key, f"cell.{board.names[cell]}")

    def piece(self, piece: Piece) -> str:
        """The noun for a piece inside a sentence: the word of its game, or else its colour."""
        colour = self.known(f"colour.{piece.colour}") or piece.colour
        return self.known(f"piece.{piece.face}", f"piece.{piece.colour}") or colour.lower()

    def known(self, *keys: str) -> str:
        """The first of these texts of the game that exists, or ""."""
        text, game = self._text, self._game.key
        return next((text.game(game, key) for key in keys if text.knows(game, key)), "")

    def remarks(self, position: Position, cell: Cell, over: bool = False) -> list[str]:
        """The remarks of the game on a cell; `over`: the match has ended."""
        found = self._game.remarks(position, cell)
        return self.remarked(remark for remark in found if not (over and remark.ahead))

    def move_remarks(self, position: Position, move: Move) -> list[str]:
        """The remarks of the game on a move whose name is a code."""
        return self.remarked(self._game.move_remarks(position, move)) if move else []

    def remarked(self, found: Iterable[Remark]) -> list[str]:
        return [
            self._text.game(
                self._game.key,
                f"remark.{remark.key}",
                count=remark.count,
                sides=self.joined([self.side(side) for side in remark.sides]),
                cells=self.joined([self.spot(other) for other in remark.cells]),
            )
            for remark in found
        ]

    def together(self, position: Position) -> str:
        """The places of all pieces on hinges, in one phrase; "" if the board has no hinges."""
        if not self.hinges:
            return ""
        lying = sorted(self._parted(position))
        places = [self.joined([self.spot(cell) for cell in cells]) for cells in lying]
        head = self._text.game(self._game.key, "remark.hinges")
        return self._text("spoken.about", head=head, words="; ".join(places))

    def doors(self, position: Position) -> dict[Cell, str]:
        """By square, its sides with a piece on a hinge, clockwise from above, as "0110". {} if the
        board has no hinges."""
        if not self.hinges:
            return {}
        pairs = self._parted(position)
        joined = {*pairs, *((second, first) for first, second in pairs)}
        straight = DIRECTIONS[::2]
        beside = {
            cell: [self._board.neighbour(cell, step) for step in straight] for cell in self.fields
        }
        return {
            cell: "".join("01"[(cell, other) in joined] for other in others)
            for cell, others in beside.items()
        }

    def _parted(self, position: Position) -> list[tuple[Cell, ...]]:
        """The cells between which each piece on a hinge lies."""
        remarks = self._game.remarks
        return [remark.cells for hinge in self.hinges for remark in remarks(position, hinge)]

    def marks(self, marks: Iterable[Mark], aids: bool) -> list[tuple[str, tuple[Cell, ...]]]:
        """Marks as words and cells; with `aids` also those that help to look ahead."""
        return [
            (self._mark(mark), mark.cells)
            for mark in marks
            if mark.kind in _SPOKEN_MARKS and (aids or not mark.aid)
        ]

    def _mark(self, mark: Mark) -> str:
        own = self.known(f"mark.{mark.kind}.{mark.colour}", f"mark.{mark.kind}")
        return own or self._text(f"spoken.mark.{mark.kind}")

    def side(self, side: int) -> str:
        return self._text(f"spoken.{_SIDE_KEYS[side]}")

    def joined(self, words: Sequence[str]) -> str:
        """Join words with commas, and “and” before the last."""
        if len(words) < 2:
            return "".join(words)
        return self._text("spoken.and", words=", ".join(words[:-1]), last=words[-1])

    def by_rows(self, cells: Iterable[Cell]) -> str:
        """The names of cells row by row; ranges of neighbours in a row are joined."""
        left = dict.fromkeys(sorted(cells))
        found: list[str] = []
        while left:
            found.append(self._taken(self._line(next(iter(left)), left, _RIGHT), left))
        return ", ".join(found)

    def by_lines(self, cells: Iterable[Cell]) -> str:
        """The names of cells; ranges in straight lines are joined, the longest first."""
        left = dict.fromkeys(cells)
        steps = DIRECTIONS[2:6:2] if self._game.orthogonal_only else DIRECTIONS[2:6]
        found: list[str] = []
        while left:
            lines = (self._line(cell, left, step) for cell in left for step in steps)
            found.append(self._taken(max(lines, key=len), left))
        return ", ".join(found)

    def _line(self, cell: Cell, cells: Container[Cell], step: tuple[int, int]) -> list[Cell]:
        line: list[Cell] = []
        further: Cell | None = cell
        while further is not None and further in cells:
            line.append(further)
            on_board = self._board.kinds[further] in ON_BOARD
            further = self._board.neighbour(further, step) if on_board else None
        return line

    def _taken(self, line: list[Cell], cells: dict[Cell, None]) -> str:
        """The words for a line, or for its first cell if it is short; removes those cells."""
        if len(line) < _RANGE_CELLS:
            del cells[line[0]]
            return self.spot(line[0])
        for cell in line:
            del cells[cell]
        return self.stretch(line)

    def stretch(self, line: Sequence[Cell]) -> str:
        return self._text("spoken.to", first=self.spot(line[0]), last=self.spot(line[-1]))


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]
