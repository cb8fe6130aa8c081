"""How cells are said to whoever does not see them: names, pieces, remarks, marks, rows of cells."""

from collections.abc import Iterable, Sequence

from game.services.text import Text
from rules.board import DIRECTIONS, Board, Cell
from rules.game import AnyGame
from rules.position import Mark, Move, Position
from rules.story import Piece

ON_BOARD = ("square", "pit")
"""The kinds of cells that make up the board itself."""

MARKS = ("banned", "threat", "line", "island", "counter", "goal")
"""The kinds of marks that are said of single cells. Connections are told by the games' remarks,
ways by what may be tapped next."""

SIDES = ("up", "up_right", "right", "down_right", "down", "down_left", "left", "up_left")
"""What the DIRECTIONS are called in the texts."""

STRETCH = 3
"""Cells in a straight line from which they are said as “a1 to a3”."""


class Cells:
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

    def named(self, cells: Iterable[Cell]) -> str:
        """The names of cells; those in a straight line are said together, longest first."""
        left = dict.fromkeys(cells)
        found: list[str] = []
        while left:
            line = max((self._line(cell, left) for cell in left), key=len)
            if len(line) < STRETCH:
                found += [self.spot(cell) for cell in left]
                break
            first, last = self.spot(line[0]), self.spot(line[-1])
            found.append(self._text("spoken.to", first=first, last=last))
            for cell in line:
                del left[cell]
        return ", ".join(found)

    def _line(self, cell: Cell, cells: dict[Cell, None]) -> list[Cell]:
        """The longest straight line of these cells to the right or down that begins with one."""
        lines = []
        for step in DIRECTIONS[2:6]:
            line = [cell]
            while self._board.kinds[cell] in ON_BOARD:
                further = self._board.neighbour(line[-1], step)
                if further is None or further not in cells:
                    break
                line.append(further)
            lines.append(line)
        return max(lines, key=len)
