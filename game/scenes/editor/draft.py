"""Position that is being set up: its diagram, what is wrong, undo and redo. Knows no pixels."""

from random import Random

from game.saves.matches import by_lot
from rules.contract.board import Cell
from rules.contract.diagram import (
    BadPosition,
    DiagramChoice,
    DiagramRules,
    PositionDiagram,
)
from rules.contract.game import AnyGame, Choices
from rules.contract.position import Mark, Position
from rules.contract.position_format import (
    cleared_diagram,
    diagram_text,
    mirrored_diagram,
    parse_diagram,
    position_from,
)
from rules.contract.story import Piece
from rules.match.match import Match


class Draft:
    """Diagram of one game that changes step by step."""

    def __init__(self, game: AnyGame, choices: Choices, text: str = "") -> None:
        """`text` is that of the first diagram; "": the starting position."""
        assert game.diagrams is not None
        self.game = game
        self.choices = game.choices_for_diagrams(game.choices(choices))
        self.board = game.board(self.choices)
        self.rules: DiagramRules[Position] = game.diagrams
        self.signs = self.rules.signs(self.choices)
        """By cell what can stand there: for each piece a string of its signs."""
        several = [pieces for pieces in self.signs if len(pieces) > 1]
        self.palette = tuple(dict.fromkeys(piece for pieces in several for piece in pieces))
        """All pieces that can be laid, each as the string of its signs."""
        self.changed: list[PositionDiagram] = []
        """The diagrams that undo leads back to, the next one last."""
        self.undone: list[PositionDiagram] = []
        """The diagrams that redo leads to, the next one last."""
        self._tapped: Cell | None = None
        """Cell of the last tap; another tap there goes through what can stand there."""
        opening = game.opening(self.choices, Random(0))
        self.start = self.rules.diagram(opening) or cleared_diagram(game, self.choices)
        """Diagram of the starting position, or of a cleared board."""
        self.colours = by_lot(game, self.choices) or opening.colours
        """Colours of the players, in the order of the values of the first choice."""
        self._show(parse_diagram(game, self.choices, text) if text else self.start)

    # -- what there is -----------------------------------------------------------------------------

    @property
    def asked(self) -> tuple[DiagramChoice, ...]:
        """All choices besides the cells, with their values."""
        return self.rules.choices(self.choices, self.diagram)

    @property
    def text(self) -> str:
        """Position text."""
        return diagram_text(self.game, self.choices, self.diagram)

    def match(self, seed: int = 0) -> Match:
        """Return a match that begins here. Raise BadRecord or BadChoice if none can."""
        return Match(self.game, self.choices, seed, self.text)

    def marks(self, aids: bool) -> tuple[Mark, ...]:
        """Marks of the position, with `aids` or without, or else of the cells that are wrong."""
        if self.position is not None:
            return tuple(mark for mark in self.position.marks(()) if aids or not mark.aid)
        wrong = self.wrong.cells if self.wrong is not None else ()
        return (Mark("threat", wrong),) if wrong else ()

    def piece(self, cell: Cell) -> Piece | None:
        """Piece on a cell."""
        return self.rules.piece(cell, self.diagram.signs[cell])

    def pieces(self) -> tuple[Piece | None, ...]:
        """Piece on each cell of the board; nothing lies beside it."""
        count = len(self.diagram.signs)
        return (*map(self.piece, range(count)), *[None] * (len(self.board.names) - count))

    def sample(self, piece: str) -> Piece | None:
        """Piece of the palette as it is laid at first."""
        cell = next(cell for cell, pieces in enumerate(self.signs) if piece in pieces)
        return self.rules.piece(cell, piece[0])

    def named(self, one: DiagramChoice, value: str) -> Piece | None:
        """Piece that a value of a choice names by its face; None for other values."""
        cell = next(cell for cell, pieces in enumerate(self.signs) if len(pieces) > 1)
        made = (self.rules.piece(cell, sign) for pieces in self.palette for sign in pieces)
        asked = one.colour, value
        return next((p for p in made if p and (p.colour, p.face.partition(":")[2]) == asked), None)

    def count(self, piece: str) -> int:
        """Number of these pieces on the board."""
        there = zip(self.diagram.signs, self.signs, strict=True)
        return sum(sign in piece and piece in pieces for sign, pieces in there)

    # -- changes -----------------------------------------------------------------------------------

    def tap(self, cell: Cell, chosen: str) -> None:
        """Lay the chosen piece of the palette, or clear the cell.

        Where it lies already or cannot lie, or "" is chosen, go on to its next turn, or else to
        what can stand there next.
        """
        pieces, sign = self.signs[cell], self.diagram.signs[cell]
        turns = chosen in pieces and (len(chosen) > 1 if sign in chosen else cell != self._tapped)
        signs = chosen if turns or chosen == pieces[0] else "".join(pieces)
        self._lay(cell, signs[(signs.find(sign) + 1) % len(signs)])
        self._tapped = cell

    def paint(self, cell: Cell, chosen: str, first: bool) -> bool:
        """Lay the chosen piece where it can lie; return whether it was laid. All of a stroke, of
        which this is the `first` cell or not, is undone at once."""
        if chosen not in self.signs[cell] or self.diagram.signs[cell] in chosen:
            return False
        self._lay(cell, chosen[0], remembered=first)
        return True

    def _lay(self, cell: Cell, sign: str, remembered: bool = True) -> None:
        signs = self.diagram.signs
        changed = PositionDiagram(signs[:cell] + sign + signs[cell + 1 :], self.diagram.words)
        self.change(changed, remembered)

    def choose(self, number: int, word: str) -> None:
        """Make a choice besides the cells."""
        words = [self.diagram.word(other) for other in range(len(self.asked))]
        words[number] = word
        self.change(PositionDiagram(self.diagram.signs, tuple(words)))

    def change(self, diagram: PositionDiagram, remembered: bool = True) -> None:
        """Show another diagram; if the change is `remembered` it can be undone."""
        before = self.diagram
        self._show(diagram)
        if remembered and self.diagram != before:
            self.changed.append(before)
            self.undone.clear()

    def undo(self) -> None:
        """Take back the last change."""
        self.undone.append(self.diagram)
        self._show(self.changed.pop())

    def redo(self) -> None:
        """Make the change that was taken back last once more."""
        self.changed.append(self.diagram)
        self._show(self.undone.pop())

    def clear(self) -> None:
        """Clear the board; the player to move stays."""
        signs = cleared_diagram(self.game, self.choices).signs
        self.change(PositionDiagram(signs, self.diagram.words[:1]))

    def mirror(self) -> None:
        """Exchange left and right."""
        self.change(mirrored_diagram(self.game, self.choices, self.diagram))

    def read(self, text: str) -> bool:
        """Show the diagram of a position text; return whether it is one."""
        try:
            diagram = parse_diagram(self.game, self.choices, text)
        except BadPosition:
            return False
        self.change(diagram)
        return True

    def _show(self, diagram: PositionDiagram) -> None:
        """Make it the diagram, without words that no longer fit, and look whether it is one of a
        position."""
        fitted = PositionDiagram(diagram.signs)
        while (number := len(fitted.words)) < len(
            asked := self.rules.choices(self.choices, fitted)
        ):
            one = asked[number]
            kept = [part for part in diagram.parts(number) if part in one.values]
            word = ",".join(kept if one.several else kept[:1]) or one.values[0]
            fitted = PositionDiagram(fitted.signs, (*fitted.words, word))
        self.diagram, self._tapped = fitted, None
        self.position: Position | None = None
        """The position; None while something is wrong."""
        self.wrong: BadPosition | None = None
        try:
            self.position = position_from(self.game, self.choices, fitted)
        except BadPosition as wrong:
            self.wrong = wrong
