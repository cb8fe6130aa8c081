"""A match in words for screen readers: every cell, its surroundings, the position, the moves; and
the questions about a board that are answered so.

Plain data; nothing is said that nobody may see.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Literal

from flipside.game.services.readout import Part, PartKind, PartState
from flipside.game.table.cell_text import capital
from flipside.game.table.match_view import last_move
from flipside.game.table.move_text import describe_move, effects, remarks_after
from flipside.game.table.phrases import Phrases
from flipside.game.table.table import Table
from flipside.rules.contract.board import DIRECTIONS, Cell
from flipside.rules.contract.position import PASS, Move, Player, Position, Tally, continuing
from flipside.rules.contract.story import Piece
from flipside.rules.match.clock import seconds_shown
from flipside.rules.match.match import shown_marks

_MAX_LISTED_LETTERS = 600
"""Letters in which all legal moves are said; of more only where they begin."""


CELL_PREFIX = "cell "

CellSign = Callable[[Cell], str]
"""The sign of a square in large type (`Part.sign`)."""


class BoardText:
    """The words for one moment of a match; made anew when anything has changed."""

    def __init__(self, table: Table, shows_moves: bool = True) -> None:
        """The moves of the person who is to move are said only if it `shows_moves`."""
        self._words, self._text, self._cells = table.words, table.text, table.words.cells
        self._match, self._position = table.match, table.match.position
        self._board, self._pieces = table.match.board, self._position.pieces()
        self._over = table.match.result() is not None
        human, self._settings = table.human if shows_moves else None, table.settings
        self._person = human is not None
        self._taps: Move = human.taps if human is not None else ()
        self._ways = human.ways() if human is not None else {}
        self._turns = human is not None and human.turns()
        self._previewed = human.preview() if human is not None else None
        """The position that the taps lead to if only a confirmation is missing."""
        self._values = table.values.shown(self._taps).cells if human is not None else {}

    # -- cells -------------------------------------------------------------------------------------

    def parts(self, sign: CellSign) -> Iterator[Part]:
        """The squares as a grid; the hinges, and what lies beside the board, as groups. They are
        yielded one by one, so that callers may stop when time is up and go on later."""
        board = self._board
        yield Part("board", "grid", self._text("readout.board"))
        for cell in self._cells.fields:
            row = f"row {cell // board.columns + 1}"
            if cell % board.columns == 0:
                yield Part(row, "row", row.removeprefix("row "), "board")
            state: PartState = "free" if self._legal(cell) else ""
            yield Part(CELL_PREFIX + board.names[cell], "field", self.cell(cell), row, state,
                       sign=sign(cell), doors=self._doors.get(cell, ""))  # fmt: skip
        for number, (name, cells) in enumerate(self._groups(), start=1):
            group = f"beside {number}"
            yield Part(group, "group", name)
            for cell in cells:
                pressed = self._legal(cell) or cell in self._taps
                kind: PartKind = "button" if pressed else "words"
                yield Part(CELL_PREFIX + board.names[cell], kind, self.cell(cell), group)

    def _groups(self) -> Iterator[tuple[str, Sequence[Cell]]]:
        """The hinges and what lies beside the board, each with a heading: what is of the first
        player, of the second, and of the mover."""
        if self._cells.hinges:
            yield self._text.game(self._match.game.key, "remark.hinges"), self._cells.hinges
        for owner in (0, 1, None):
            name = self._text("spoken.beside") if owner is None else self._words.player(owner)
            beside = self._board.of_kind("beside")
            if own := [cell for cell in beside if self._board.owners[cell] == owner]:
                yield name, own

    def cell(self, cell: Cell) -> str:
        """All that is to be known of a cell, what matters first: "d3, empty, legal, turns 2"."""
        kind = self._board.kinds[cell]
        said = [] if kind == "hinge" else [self._cells.spot(cell)]
        if kind in ("square", "pit"):
            said.append(self._content(cell))
        said += [self._text("spoken.begun")] if cell in self._taps else []
        if self._legal(cell) and self._settings.legal != "off":
            said += self._promise(cell)
        said += self._remarks(cell) + self._numbers.get(cell, []) + self._marked.get(cell, [])
        if cell in self._values:
            said.append(self._text("spoken.value", value=self._values[cell]))
        return ", ".join(said + self._traces.get(cell, []))

    def _legal(self, cell: Cell) -> bool:
        """Whether a tap there begins a move of the person who is to move, or goes on with it."""
        return cell in self._ways or (cell in self._taps[-1:] and self._turns)

    def piece(self, cell: Cell) -> Piece | None:
        """The piece on a cell; on one that was tapped, as the move would leave it."""
        after = self._previewed if cell in self._taps else None
        return self._pieces[cell] if after is None else after.pieces()[cell]

    def _content(self, cell: Cell) -> str:
        piece = self.piece(cell)
        return self._text("spoken.empty") if piece is None else self._cells.piece(piece)

    def _remarks(self, cell: Cell) -> list[str]:
        after = self._previewed if cell in self._taps else None
        return self._cells.remarks(after or self._position, cell, self._over)

    def _promise(self, cell: Cell) -> list[str]:
        legal = self._text("spoken.legal")
        if cell in self._taps[-1:] and self._turns:
            return [legal, self._text("spoken.again")]
        ways = self._ways[cell]
        if len(ways) > 1:
            return [legal, self._text("spoken.ways", count=len(ways))]
        return [legal, *self._did(ways[0])]

    def _did(self, move: Move) -> list[str]:
        """The numbers of pieces that a move turns and takes off, unless all moves do the same."""
        game = self._match.game
        return [] if game.uniform_flips else effects(self._words, self._position.story(move))

    @cached_property
    def _numbers(self) -> dict[Cell, list[str]]:
        tallies = (tally for side in self._position.tallies() for tally in side)
        return {tally.cell: [str(tally.number)] for tally in tallies if tally.cell is not None}

    @cached_property
    def _doors(self) -> dict[Cell, str]:
        return self._cells.doors(self._previewed or self._position)

    @cached_property
    def _marked(self) -> dict[Cell, list[str]]:
        found: dict[Cell, list[str]] = {}
        marks = shown_marks(self._match, self._taps)
        for words, cells in self._cells.marks(marks, self._settings.aids):
            for cell in cells:
                said = found.setdefault(cell, [])
                if words not in said:
                    said.append(words)
        return found

    @cached_property
    def _traces(self) -> dict[Cell, list[str]]:
        made, turned = last_move(self._match)
        told = {cell: "turned" for cell in turned if cell in self._cells.fields}
        told |= {cell: "swung" for cell in turned if cell in self._cells.hinges}
        told |= dict.fromkeys(made, "last")
        return {cell: [self._text(f"spoken.{key}")] for cell, key in told.items()}

    # -- around a cell -----------------------------------------------------------------------------

    def around(self, cell: Cell) -> tuple[str, ...]:
        """The cell itself and what lies around it, clockwise from above; empty neighbours last."""
        here = self.cell(cell)
        if cell not in self._cells.fields:
            return (f"{here}.",)
        told: list[str] = []
        empty: list[str] = []
        for side, step in enumerate(DIRECTIONS):
            other = self._board.neighbour(cell, step)
            if other is None or (side % 2 and self._match.game.orthogonal_only):
                continue
            if self._pieces[other] is None and not self._remarks(other):
                empty.append(self._cells.side(side))
            else:
                words = self._line(other, step)
                told.append(self._text("spoken.around", side=self._cells.side(side), words=words))
        if empty:
            sides = self._cells.joined(empty)
            told.append(self._text("spoken.around_empty", sides=sides))
        return (f"{here}.", *(f"{capital(words)}." for words in told))

    def _line(self, cell: Cell, step: tuple[int, int]) -> str:
        """The words for a cell and, without remarks, how far the same goes on."""
        pieces, remarks = self._pieces, self._remarks(cell)
        line, here = [cell], self._board.neighbour(cell, step)
        while not remarks and here is not None and pieces[here] == pieces[cell]:
            line.append(here)
            here = self._board.neighbour(here, step)
        name = self._cells.spot(cell) if len(line) == 1 else self._cells.stretch(line)
        return ", ".join([name, self._content(cell), *remarks])

    def whole(self) -> tuple[str, ...]:
        result = self._match.result()
        if result is None:
            now = self._words.now(self._person, "")
        else:
            now = self._words.ended(result, self._settings.award)
        return *now, *position_text(self._words, self._settings.aids)

    def beside(self) -> tuple[str, ...]:
        return tuple(beside_text(self._words)) or (self._text("spoken.no_beside"),)

    # -- moves -------------------------------------------------------------------------------------

    def legal(self) -> dict[Move, str]:
        """The name of each legal move that goes on from what was tapped, and what it does, in the
        order of the squares with which they begin; {} after the end."""
        if self._match.result() is not None:
            return {}
        return {move: self._told(move) for move in continuing(self._match.legal(), self._taps)}

    def _told(self, move: Move) -> str:
        name = self._words.move(self._position, move)
        if move == PASS:
            return name
        after = self._position.play(move)
        remarks = remarks_after(self._words, self._position, move, after)
        return ", ".join([name, *self._did(move), *remarks])

    def possible(self) -> tuple[str, ...]:
        """The legal moves in sentences; squares that differ in nothing are said together, and where
        there are very many moves only the squares with which they begin."""
        if self._match.result() is not None:
            return (self._text("spoken.over"),)
        legal, name = self.legal(), partial(self._words.move, self._position)
        if all(len(move) == 1 and words == name(move) for move, words in legal.items()):
            return (f"{self._cells.by_rows(move[0] for move in legal)}.",)
        said = tuple(f"{words}." for words in legal.values())
        if self._taps or sum(map(len, said)) <= _MAX_LISTED_LETTERS:
            return said
        ways = Counter(move[0] for move in legal if move)
        return tuple(
            f"{', '.join([self._cells.by_rows(cells), *self._each(count)])}."
            for count in sorted(set(ways.values()))
            if (cells := [cell for cell in ways if ways[cell] == count])
        )

    def _each(self, count: int) -> list[str]:
        return [self._text("spoken.ways", count=count)] if count > 1 else []

    def time(self) -> tuple[str, ...]:
        clock = self._match.clock
        if clock is None:
            return (self._text("spoken.no_clocks"),)
        return tuple(self._left(player, clock.left[player]) for player in (0, 1))

    def _left(self, player: Player, left: int) -> str:
        minutes, seconds = divmod(seconds_shown(left), 60)
        name = self._words.player(player)
        return self._text("spoken.clock", player=name, minutes=minutes, seconds=seconds)

    def last(self) -> str:
        if not self._match.ply:
            return self._text("spoken.no_last")
        return describe_move(self._words, self._match.ply - 1)


ASK_PREFIX = "ask "
"""Begins the key of a question's button in a readout."""


@dataclass(frozen=True)
class Question:
    """Something that is said whenever one asks for it; the text key is `readout.<name>`."""

    name: str
    letter: str
    """The key that asks."""
    answer: Callable[[BoardText, Cell], Sequence[str]]
    """The sentences, some of them about the square in focus."""
    needs: Literal["", "clocks", "beside"] = ""
    """What there must be for it to be asked: clocks, or anything beside the board."""


QUESTIONS = (
    Question("around", "a", lambda spoken, cell: spoken.around(cell)),
    Question("position", "b", lambda spoken, cell: spoken.whole()),
    Question("legal", "f", lambda spoken, cell: spoken.possible()),
    Question("last", "z", lambda spoken, cell: [spoken.last()]),
    Question("beside", "d", lambda spoken, cell: spoken.beside(), needs="beside"),
    Question("time", "c", lambda spoken, cell: spoken.time(), needs="clocks"),
)
"""All questions about a board; no letter is that of a command."""


def question_parts(words: Phrases) -> Iterator[Part]:
    """A button for each question that may be asked about a match."""
    found = {"": True, "clocks": words.match.clock is not None, "beside": bool(beside_text(words))}
    for question in QUESTIONS:
        if found[question.needs]:
            called = words.text(f"readout.{question.name}")
            yield Part(ASK_PREFIX + question.name, "button", called, letter=question.letter)


def listed_moves(parts: Sequence[Part]) -> list[Part]:
    """The parts of the list of moves, all within the group of that name."""
    within = {part.within for part in parts if part.key.startswith("ply")} - {""}
    return [
        replace(part, within=part.within or "plies", level=3 if part.key in within else 0)
        for part in parts
        if part.key.startswith("ply") or part.key in within
    ]


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
