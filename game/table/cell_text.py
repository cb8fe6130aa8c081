"""Cells in words for screen readers: names, pieces, remarks, marks, rows of cells."""

from collections.abc import Container, Iterable, Sequence

from game.services.text import Text
from rules.contract.board import DIRECTIONS, Board, Cell
from rules.contract.game import AnyGame
from rules.contract.position import Mark, Move, Position, Remark
from rules.contract.story import Piece

ON_BOARD = ("square", "pit")
"""The kinds of cells that make up the board itself."""

MARKS = ("banned", "threat", "line", "island", "counter", "goal")
"""The kinds of marks that are said of single cells. Connections are told by the games' remarks,
ways by what may be tapped next."""

SIDES = ("up", "up_right", "right", "down_right", "down", "down_left", "left", "up_left")
"""What the DIRECTIONS are called in the texts."""

ACROSS = DIRECTIONS[2]
"""The step to the right."""

RANGE_CELLS = 3
"""Cells in a straight line from which they are said as “a1 to a3”."""


class CellText:
    """How the cells of one board are said in the player's language."""

    def __init__(self, text: Text, game: AnyGame, board: Board) -> None:
        self._text = text
        self._game = game
        self._board = board
        self.fields: tuple[Cell, ...] = tuple(
            cell for cell, kind in enumerate(board.kinds) if kind in ON_BOARD
        )
        """The cells of the board itself, row by row."""
        self.hinges: tuple[Cell, ...] = tuple(
            cell for cell, kind in enumerate(board.kinds) if kind == "hinge"
        )

    def spot(self, cell: Cell) -> str:
        """The name of a cell, in words where it lies beside the board."""
        board = self._board
        if board.kinds[cell] != "beside":
            return board.names[cell]
        return self._text.game(self._game.key, f"cell.{board.names[cell]}")

    def piece(self, piece: Piece) -> str:
        """What a piece is called in the middle of a sentence: by its game, or else its colour."""
        text, key = self._text, self._game.key
        for known in (f"piece.{piece.face}", f"piece.{piece.colour}"):
            if text.knows(key, known):
                return text.game(key, known)
        if text.knows(key, f"colour.{piece.colour}"):
            return text.game(key, f"colour.{piece.colour}").lower()
        return piece.colour

    def remarks(self, position: Position, cell: Cell) -> list[str]:
        """What the game remarks on a cell."""
        found = self._game.remarks(position, cell) if self._game.remarks is not None else ()
        return self._remarked(found)

    def move_remarks(self, position: Position, move: Move) -> list[str]:
        """What the game remarks on a move whose name is a code."""
        found = self._game.move_remarks
        return self._remarked(found(position, move)) if found is not None and move else []

    def _remarked(self, found: Iterable[Remark]) -> list[str]:
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
        """Where everything lies that turns on hinges; "" where there are none."""
        found = self._game.remarks
        if not self.hinges or found is None:
            return ""
        lying = sorted(remark.cells for hinge in self.hinges for remark in found(position, hinge))
        places = [self.joined([self.spot(cell) for cell in cells]) for cells in lying]
        return f"{self._text.game(self._game.key, 'remark.hinges')}: {'; '.join(places)}"

    def doors(self, position: Position) -> dict[Cell, str]:
        """At which sides of the squares something lies that turns on a hinge, clockwise from above,
        as "0110"; {} where there are no hinges."""
        found = self._game.remarks
        if not self.hinges or found is None:
            return {}
        pairs = [remark.cells for hinge in self.hinges for remark in found(position, hinge)]
        joined = {*pairs, *((second, first) for first, second in pairs)}
        straight = DIRECTIONS[::2]
        beside = {
            cell: [self._board.neighbour(cell, step) for step in straight] for cell in self.fields
        }
        return {
            cell: "".join("01"[(cell, other) in joined] for other in others)
            for cell, others in beside.items()
        }

    def marks(
        self, position: Position, taps: Move, aids: bool
    ) -> list[tuple[str, tuple[Cell, ...]]]:
        """What the board says about cells, in words; with `aids` also what helps to look ahead."""
        return [
            (self._mark(mark), mark.cells)
            for mark in position.marks(taps)
            if mark.kind in MARKS and (aids or not mark.aid)
        ]

    def _mark(self, mark: Mark) -> str:
        text, key = self._text, self._game.key
        for known in (f"mark.{mark.kind}.{mark.colour}", f"mark.{mark.kind}"):
            if text.knows(key, known):
                return text.game(key, known)
        return text(f"spoken.mark.{mark.kind}")

    def side(self, side: int) -> str:
        """What one of the DIRECTIONS is called."""
        return self._text(f"spoken.{SIDES[side]}")

    def joined(self, words: Sequence[str]) -> str:
        """Words with commas, and an “and” before the last."""
        if len(words) < 2:
            return "".join(words)
        return self._text("spoken.and", words=", ".join(words[:-1]), last=words[-1])

    def by_rows(self, cells: Iterable[Cell]) -> str:
        """The names of cells of the board, row by row; neighbours in a row are said together."""
        left = dict.fromkeys(sorted(cells))
        found: list[str] = []
        while left:
            found.append(self._taken(self._line(next(iter(left)), left, ACROSS), left))
        return ", ".join(found)

    def by_lines(self, cells: Iterable[Cell]) -> str:
        """The names of cells; those in a straight line are said together, the longest first."""
        left = dict.fromkeys(cells)
        steps = DIRECTIONS[2:6:2] if self._game.orthogonal_only else DIRECTIONS[2:6]
        found: list[str] = []
        while left:
            lines = (self._line(cell, left, step) for cell in left for step in steps)
            found.append(self._taken(max(lines, key=len), left))
        return ", ".join(found)

    def _line(self, cell: Cell, cells: Container[Cell], step: tuple[int, int]) -> list[Cell]:
        """The cells among these that lie in a straight line from one on."""
        line: list[Cell] = []
        further: Cell | None = cell
        while further is not None and further in cells:
            line.append(further)
            on_board = self._board.kinds[further] in ON_BOARD
            further = self._board.neighbour(further, step) if on_board else None
        return line

    def _taken(self, line: list[Cell], cells: dict[Cell, None]) -> str:
        """The words for a line, or for its first cell where it is short; taken off the cells."""
        if len(line) < RANGE_CELLS:
            del cells[line[0]]
            return self.spot(line[0])
        for cell in line:
            del cells[cell]
        return self.stretch(line)

    def stretch(self, line: Sequence[Cell]) -> str:
        """A line of cells by its ends."""
        return self._text("spoken.to", first=self.spot(line[0]), last=self.spot(line[-1]))


def capital(words: str) -> str:
    """The words as they begin a sentence."""
    return words[:1].upper() + words[1:]
