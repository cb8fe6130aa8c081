"""A match in words for screen readers: cells, positions, questions about the board, typed moves.

The results are plain data. They contain nothing that is hidden from the players.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Literal

from flipside.game.live_match import move_text
from flipside.game.live_match.cell_text import capital
from flipside.game.live_match.live_match import LiveMatch
from flipside.game.live_match.match_text import MatchText
from flipside.game.live_match.match_view import last_move
from flipside.game.live_match.move_text import MatchEvent
from flipside.game.services.readout import Part, PartKind, PartState
from flipside.rules.contract.board import DIRECTIONS, Cell
from flipside.rules.contract.position import PASS, Move, Player, Position, Tally, continuing
from flipside.rules.contract.story import Piece
from flipside.rules.match.clock import seconds_shown
from flipside.rules.match.match import shown_marks
from flipside.rules.match.record import PASS_WORDS

_MAX_LISTED_LETTERS = 600
"""The maximum length of a list of all legal moves. A longer list names only their first cells."""


CELL_PREFIX = "cell "

CellSign = Callable[[Cell], str]
"""Returns the sign of a square in large type (`Part.sign`)."""


class BoardText:
    """The words for a match at one moment. After every change a new object is made."""

    def __init__(self, live_match: LiveMatch, shows_moves: bool = True) -> None:
        """Describe legal moves if `shows_moves` and a person is to move."""
        self._words, self._text = live_match.match_text, live_match.text
        self._cells = live_match.match_text.cell_text
        self._match, self._position = live_match.match, live_match.match.position
        self._board, self._pieces = live_match.match.board, self._position.pieces()
        self._has_ended = live_match.match.result() is not None
        human, self._settings = live_match.human if shows_moves else None, live_match.settings
        self._person = human is not None
        self._taps: Move = human.taps if human is not None else ()
        self._ways = human.ways() if human is not None else {}
        self._rotates = human is not None and human.rotates_on_tap()
        self._preview = human.preview() if human is not None else None
        """The position after the move of the taps, if only its confirmation is missing."""
        self._values = live_match.values.labels(self._taps).cells if human is not None else {}

    # -- cells -------------------------------------------------------------------------------------

    def parts(self, sign: CellSign) -> Iterator[Part]:
        """Yield the squares as a grid, and the hinges and cells beside the board as groups.

        The parts may be requested in several frames.
        """
        board = self._board
        yield Part("board", "grid", self._text("readout.board"))
        turned = self._cells.turned
        step, first_column = (-1, board.columns - 1) if turned else (1, 0)
        for cell in self._cells.fields[::step]:
            row = f"row {cell // board.columns + 1}"
            if cell % board.columns == first_column:
                yield Part(row, "row", row.removeprefix("row "), "board")
            state: PartState = "free" if self._legal(cell) else ""
            yield Part(CELL_PREFIX + board.names[cell], "field", self.cell(cell), row, state,
                       sign=sign(cell), doors=self._doors.get(cell, ""))  # fmt: skip
        for number, (name, cells) in enumerate(self._groups(), start=1):
            group = f"beside {number}"
            yield Part(group, "group", name)
            for cell in cells:
                active = self._legal(cell) or cell in self._taps
                kind: PartKind = "button" if active else "words"
                yield Part(CELL_PREFIX + board.names[cell], kind, self.cell(cell), group)

    def _groups(self) -> Iterator[tuple[str, Sequence[Cell]]]:
        """Yield a heading and cells: first the hinges, then the cells beside the board by owner."""
        if self._cells.hinges:
            yield self._text.game(self._match.game.key, "remark.hinges"), self._cells.hinges
        for owner in (0, 1, None):
            name = self._text("spoken.beside") if owner is None else self._words.player(owner)
            beside_cells = self._board.of_kind("beside")
            if own_cells := [cell for cell in beside_cells if self._board.owners[cell] == owner]:
                yield name, own_cells

    def cell(self, cell: Cell) -> str:
        """Return words for a cell, the most important first: "d3, empty, legal, turns 2"."""
        kind = self._board.kinds[cell]
        parts = [] if kind == "hinge" else [self._cells.cell_name(cell)]
        if kind in ("square", "pit"):
            parts.append(self._content(cell))
        parts += [self._text("spoken.begun")] if cell in self._taps else []
        if self._legal(cell) and self._settings.legal != "off":
            parts += self._legal_words(cell)
        parts += self._remarks(cell) + self._numbers.get(cell, []) + self._mark_words.get(cell, [])
        if cell in self._values:
            parts.append(self._text("spoken.value", value=self._values[cell]))
        return ", ".join(parts + self._traces.get(cell, []))

    def _legal(self, cell: Cell) -> bool:
        """Return whether the person to move may tap this cell next."""
        return cell in self._ways or (cell in self._taps[-1:] and self._rotates)

    def piece(self, cell: Cell) -> Piece | None:
        """Return the piece on a cell; on a tapped cell, the piece after the move."""
        after = self._preview if cell in self._taps else None
        piece = self._pieces[cell] if after is None else after.pieces()[cell]
        return piece and self._cells.as_seen(piece)

    def _content(self, cell: Cell) -> str:
        piece = self.piece(cell)
        return self._text("spoken.empty") if piece is None else self._cells.piece_name(piece)

    def _remarks(self, cell: Cell) -> list[str]:
        after = self._preview if cell in self._taps else None
        return self._cells.cell_descriptions(after or self._position, cell, self._has_ended)

    def _legal_words(self, cell: Cell) -> list[str]:
        legal = self._text("spoken.legal")
        if cell in self._taps[-1:] and self._rotates:
            return [legal, self._text("spoken.again")]
        ways = self._ways[cell]
        if len(ways) > 1:
            return [legal, self._text("spoken.ways", count=len(ways))]
        return [legal, *self._effects(ways[0])]

    def _effects(self, move: Move) -> list[str]:
        """Return how many pieces a move flips and removes; [] if all moves have the same effect."""
        game = self._match.game
        return (
            [] if game.uniform_flips else move_text.effects(self._words, self._position.story(move))
        )

    @cached_property
    def _numbers(self) -> dict[Cell, list[str]]:
        tallies = (tally for side in self._position.tallies() for tally in side)
        return {tally.cell: [str(tally.number)] for tally in tallies if tally.cell is not None}

    @cached_property
    def _doors(self) -> dict[Cell, str]:
        return self._cells.doors(self._preview or self._position)

    @cached_property
    def _mark_words(self) -> dict[Cell, list[str]]:
        words_by_cell: dict[Cell, list[str]] = {}
        marks = shown_marks(self._match, self._taps)
        for words, cells in self._cells.mark_phrases(marks, self._settings.aids):
            for cell in cells:
                cell_words = words_by_cell.setdefault(cell, [])
                if words not in cell_words:
                    cell_words.append(words)
        return words_by_cell

    @cached_property
    def _traces(self) -> dict[Cell, list[str]]:
        move_cells, changed_cells = last_move(self._match)
        trace_keys = {cell: "turned" for cell in changed_cells if cell in self._cells.fields}
        trace_keys |= {cell: "swung" for cell in changed_cells if cell in self._cells.hinges}
        trace_keys |= dict.fromkeys(move_cells, "last")
        return {cell: [self._text(f"spoken.{key}")] for cell, key in trace_keys.items()}

    # -- around a cell -----------------------------------------------------------------------------

    def around(self, cell: Cell) -> tuple[str, ...]:
        """Return a cell and its neighbours in sentences, clockwise from above, empty ones last."""
        here = self.cell(cell)
        if cell not in self._cells.fields:
            return (f"{here}.",)
        phrases: list[str] = []
        empty: list[str] = []
        first = 4 * self._cells.turned
        for side in (*range(first, 8), *range(first)):
            step = DIRECTIONS[side]
            neighbour = self._board.neighbour(cell, step)
            if neighbour is None or (side % 2 and self._match.game.orthogonal_only):
                continue
            if self._pieces[neighbour] is None and not self._remarks(neighbour):
                empty.append(self._cells.side(side))
            else:
                words = self._line(neighbour, step)
                phrases.append(
                    self._text("spoken.around", side=self._cells.side(side), words=words)
                )
        if empty:
            sides = self._cells.joined(empty)
            phrases.append(self._text("spoken.around_empty", sides=sides))
        return (f"{here}.", *(f"{capital(words)}." for words in phrases))

    def _line(self, cell: Cell, step: tuple[int, int]) -> str:
        """Return words for a cell; a cell without remarks is joined with equal cells behind it."""
        pieces, remarks = self._pieces, self._remarks(cell)
        line, here = [cell], self._board.neighbour(cell, step)
        while not remarks and here is not None and pieces[here] == pieces[cell]:
            line.append(here)
            here = self._board.neighbour(here, step)
        name = self._cells.cell_name(cell) if len(line) == 1 else self._cells.stretch(line)
        return ", ".join([name, self._content(cell), *remarks])

    def whole(self) -> tuple[str, ...]:
        """Return the state of the match and the position in sentences."""
        result = self._match.result()
        if result is None:
            now = self._words.now(self._person, "")
        else:
            now = self._words.end_sentences(result, self._settings.award)
        return *now, *position_text(self._words, self._settings.aids)

    def beside(self) -> tuple[str, ...]:
        """Return the pieces and numbers beside the board in sentences."""
        return tuple(beside_text(self._words)) or (self._text("spoken.no_beside"),)

    # -- moves -------------------------------------------------------------------------------------

    def legal(self) -> dict[Move, str]:
        """Return each legal move that begins with the taps, with its name and effects.

        The moves are in the order of their first squares. After the end there are none.
        """
        if self._match.result() is not None:
            return {}
        return {move: self._describe(move) for move in continuing(self._match.legal(), self._taps)}

    def _describe(self, move: Move) -> str:
        name = self._words.move(self._position, move)
        if move == PASS:
            return name
        after = self._position.play(move)
        remarks = move_text.descriptions_after(self._words, self._position, move, after)
        return ", ".join([name, *self._effects(move), *remarks])

    def possible(self) -> tuple[str, ...]:
        """Return the legal moves in sentences, or only their first squares if these are many."""
        if self._match.result() is not None:
            return (self._text("spoken.over"),)
        legal, name = self.legal(), partial(self._words.move, self._position)
        if all(len(move) == 1 and words == name(move) for move, words in legal.items()):
            return (f"{self._cells.by_rows(move[0] for move in legal)}.",)
        sentences = tuple(f"{words}." for words in legal.values())
        if self._taps or sum(map(len, sentences)) <= _MAX_LISTED_LETTERS:
            return sentences
        move_counts = Counter(move[0] for move in legal if move)
        return tuple(
            f"{', '.join([self._cells.by_rows(cells), *self._each(count)])}."
            for count in sorted(set(move_counts.values()))
            if (cells := [cell for cell in move_counts if move_counts[cell] == count])
        )

    def _each(self, count: int) -> list[str]:
        return [self._text("spoken.ways", count=count)] if count > 1 else []

    def time(self) -> tuple[str, ...]:
        """Return the remaining times in sentences."""
        clock = self._match.clock
        if clock is None:
            return (self._text("spoken.no_clocks"),)
        return tuple(self._clock_words(player, clock.left[player]) for player in (0, 1))

    def _clock_words(self, player: Player, left: int) -> str:
        minutes, seconds = divmod(seconds_shown(left), 60)
        name = self._words.player(player)
        return self._text("spoken.clock", player=name, minutes=minutes, seconds=seconds)

    def last(self) -> str:
        """Return the last move in a sentence."""
        if not self._match.ply:
            return self._text("spoken.no_last")
        return move_text.describe_move(self._words, self._match.ply - 1)


ASK_PREFIX = "ask "


@dataclass(frozen=True)
class Question:
    """A question that a player can ask about the board; its text key is `readout.<name>`."""

    name: str
    letter: str
    """The keyboard key that asks the question."""
    answer: Callable[[BoardText, Cell], Sequence[str]]
    """Returns the answer in sentences. Some answers are about the square in focus."""
    needs: Literal["", "clocks", "beside"] = ""
    """What the match must have: clocks, or cells beside the board."""


QUESTIONS = (
    Question("around", "a", lambda words, cell: words.around(cell)),
    Question("position", "b", lambda words, cell: words.whole()),
    Question("legal", "f", lambda words, cell: words.possible()),
    Question("last", "z", lambda words, cell: [words.last()]),
    Question("beside", "d", lambda words, cell: words.beside(), needs="beside"),
    Question("time", "c", lambda words, cell: words.time(), needs="clocks"),
)
"""All questions about a board. Their letters differ from the keys of all commands."""


def question_parts(match_text: MatchText) -> Iterator[Part]:
    """Yield a button for each question that can be asked about this match."""
    available = {
        "": True,
        "clocks": match_text.match.clock is not None,
        "beside": bool(beside_text(match_text)),
    }
    for question in QUESTIONS:
        if available[question.needs]:
            name = match_text.text(f"readout.{question.name}")
            yield Part(ASK_PREFIX + question.name, "button", name, letter=question.letter)


def listed_moves(parts: Sequence[Part]) -> list[Part]:
    """Return the list of moves as parts in one group."""
    within = {part.within for part in parts if part.key.startswith("ply")} - {""}
    return [
        replace(part, within=part.within or "plies", level=3 if part.key in within else 0)
        for part in parts
        if part.key.startswith("ply") or part.key in within
    ]


_MAX_NAMED_SQUARES = 8
"""The maximum number of empty squares that are named. More squares are only counted."""


def position_text(match_text: MatchText, aids: bool) -> list[str]:
    """Return the current position in sentences; marks that are aids only if `aids`."""
    position, cells = match_text.match.position, match_text.cell_text
    doors = cells.together(position)
    return [
        *_score(match_text, position),
        *_piece_groups(match_text, position),
        *([f"{doors}."] if doors else []),
        *_mark_sentences(match_text, aids),
    ]


def _score(match_text: MatchText, position: Position) -> list[str]:
    score = position.points()
    if score is None:
        return []
    each = [f"{match_text.player(player)} {score[player]}" for player in (0, 1)]
    return [match_text.text("spoken.score", words=", ".join(each))]


def _piece_groups(match_text: MatchText, position: Position) -> list[str]:
    """Return a sentence for the pieces of each player, for other pieces, and for empty squares."""
    pieces, fields = position.pieces(), match_text.cell_text.fields
    colours = position.colours or ()
    cells_by_colour: dict[str, list[Cell]] = {colour: [] for colour in colours}
    names: dict[str, str] = {}
    for cell in fields:
        piece = pieces[cell]
        if piece is not None:
            cells_by_colour.setdefault(piece.colour, []).append(cell)
            names[piece.colour] = match_text.cell_text.piece_name(piece)
    names |= {colour: match_text.colour(player) for player, colour in enumerate(colours)}
    sentences = [
        _group(match_text, names[colour], cells)
        for colour, cells in cells_by_colour.items()
        if cells
    ]
    empty = [cell for cell in fields if pieces[cell] is None]
    if len(empty) > _MAX_NAMED_SQUARES:
        sentences.append(match_text.text("spoken.empties", count=len(empty)))
    elif empty:
        sentences.append(_group(match_text, match_text.text("spoken.empty"), empty))
    return sentences


def _group(match_text: MatchText, name: str, cells: list[Cell]) -> str:
    cell_names = match_text.cell_text.by_rows(cells)
    return match_text.text("spoken.group", name=capital(name), count=len(cells), cells=cell_names)


def _mark_sentences(match_text: MatchText, aids: bool) -> list[str]:
    texts, cells_by_mark = match_text.cell_text, dict[str, dict[Cell, None]]()
    for mark, places in texts.mark_phrases(shown_marks(match_text.match), aids):
        cells_by_mark.setdefault(mark, {}).update(dict.fromkeys(places))
    return [
        match_text.text("spoken.about", head=capital(mark), words=texts.by_lines(places)) + "."
        for mark, places in cells_by_mark.items()
    ]


def beside_text(match_text: MatchText) -> list[str]:
    """Return sentences about the pieces and numbers beside the board, by player.

    While players have no colours, their common stock is described.
    """
    position = match_text.match.position
    if position.colours is None:
        stock = _tally_phrases(match_text, position.tallies()[0])
        return [f"{match_text.text.semicolon.join(stock)}."] if stock else []
    sentences = []
    for player in (0, 1):
        phrases = [
            *_pieces_beside(match_text, position, player),
            *_tally_phrases(match_text, position.tallies()[player]),
        ]
        if phrases:
            words = match_text.text.semicolon.join(phrases)
            sentence = match_text.text("spoken.about", head=match_text.player(player), words=words)
            sentences.append(f"{sentence}.")
    return sentences


def _pieces_beside(match_text: MatchText, position: Position, player: Player) -> list[str]:
    board, pieces = match_text.match.board, position.pieces()
    cells = match_text.cell_text
    numbers = {tally.cell: [str(tally.number)] for tally in position.tallies()[player]}
    return [
        ", ".join(
            [
                cells.cell_name(cell),
                *cells.cell_descriptions(position, cell),
                *numbers.get(cell, []),
            ]
        )
        for cell in board.of_kind("beside")
        if board.owners[cell] == player and pieces[cell] is not None
    ]


def _tally_phrases(match_text: MatchText, tallies: tuple[Tally, ...]) -> list[str]:
    numbers_by_key: dict[str, list[str]] = {}
    for tally in tallies:
        if tally.cell is None:
            numbers_by_key.setdefault(tally.key, []).append(_tally_text(match_text, tally))
    headings = (
        (match_text.text.game(match_text.game.key, f"tally.{key}"), numbers_by_key[key])
        for key in numbers_by_key
    )
    return [
        match_text.text("spoken.about", head=head, words=", ".join(numbers))
        for head, numbers in headings
    ]


def _tally_text(match_text: MatchText, tally: Tally) -> str:
    if tally.piece is None:
        return str(tally.number)
    kind = match_text.cell_text.first_text(f"kind.{tally.piece.face}")
    return f"{kind or match_text.cell_text.piece_name(tally.piece)} {tally.number}"


# -- typed moves -----------------------------------------------------------------------------------


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
