"""Reader of bare moves: rows such as f5d6c3, alone or among a few other words.

A text may contain one match, on one line or several, or one match per line. If it is uncertain
which words are moves, the reader raises `BadRecord`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise

from flipside.rules.contract.position import PASS, Player
from flipside.rules.games.othello.formats.asides import MOVE, is_closed, without_asides
from flipside.rules.games.othello.formats.ends import MAX_RESULT_LENGTH, RESULT, parse_points
from flipside.rules.games.othello.formats.named_lines import BLANK, COLUMNS, NamedMoves, split_name
from flipside.rules.games.othello.position import BOARD
from flipside.rules.match import formats
from flipside.rules.match.match import Match
from flipside.rules.match.reading import LINE_ENDS, Pace, Steps, finished, first_found, whole_number
from flipside.rules.match.record import MAX_PLIES, MAX_RECORD_CHARACTERS, BadRecord, parse_moves

MatchFactory = Callable[[], Match]
"""Function that returns a match before its first move."""

_BOARD_SQUARES = 64

_MIN_MOVES = 3
"""Minimum number of moves of a match among other words; a sentence may name single squares."""

_MAX_LINES = 2 * formats.MAX_TEXT_MATCHES

_MAX_SHORT_LINES = 20_000
"""Maximum number of lines of a text whose lines are shorter than a third of a match on average."""

_SHORT_CHARACTERS = 40

_MAX_WORDS = 2 * MAX_PLIES
"""Maximum number of moves of a match and of passes after its end."""

_MAX_LINE_MOVES = 1_000
"""Maximum number of moves of a line; a match has 60, and passes."""

_MAX_CONTINUATIONS = 100
"""Maximum lines tried as a continuation of the previous line; each try plays the match."""

_TOKEN = re.compile(
    r"""(?P<number>[0-9]{1,3}+[ \t]*+(?:\.++|…|\))(?![0-9]))
    |(?P<moves>(?:[a-h][1-8]|pass|pa|ps)++(?![^\W_]))
    |(?P<dashes>--++)
    |(?P<digits>[0-9]++(?:[.:/-][0-9]++)*+(?![^\W_]))
    |(?P<word>[^\W_]++)""",
    re.IGNORECASE | re.VERBOSE,
)
"""Tokens of a line; all other characters separate them."""

_ODD = re.compile("^[a-z][0-9]{1,2}$|[a-h][1-8]", re.IGNORECASE)
"""Matches words that may be a miswritten move."""

_SQUARE = re.compile("[a-hA-H][1-8]")

_ROW = re.compile("(?:[a-h][1-8]){2}", re.IGNORECASE)

_RESULT_ENDS = (*"0123456789*\N{VULGAR FRACTION ONE HALF}",)

_MISWRITTEN = re.compile(f"^[a-z][0-9]{{1,2}}$|{_ROW.pattern}", re.IGNORECASE)
"""Matches words that are very likely a miswritten move."""

_BARE = re.compile(r"(?:[a-hA-H][1-8][ \t,;|]*+)++")
"""The most frequent form of a line, which is parsed faster."""

_NUMBERED_LINE = re.compile(
    r"(?:(?:[0-9]{1,3}+[.)] *+)?(?:[a-h][1-8])++(?:[ \t,;|]++|$))++", re.IGNORECASE
)
"""Another frequent form of a line, with numbers."""

_NUMBER_AND_MOVE = re.compile(r"(?:([0-9]{1,3}+)[.)] *+)?([a-h][1-8])")

_NAMELESS = re.compile(r"(?:[a-hA-H][1-8]|[0-9\s.,])*+|(?:[a-hA-H][1-8]|[^\w\t|;])*+")
"""A line of moves and numbers, or of moves and characters that separate no name."""

_PASS = "pass"

_NAMES = {name: name for name in BOARD.names}
"""The names of the squares, to keep each string in memory only once."""

_PARTING = " \t,;|:=>-\u2013\u2014"
"""Characters that may be between moves and the words beside them."""


@dataclass(slots=True)
class TextLine:
    """The parts of one line of text."""

    line: str
    moves: list[str]
    """Names of squares, and "pass" for each pass in the text."""
    numbers: Sequence[tuple[int, int]] = ()
    """The move numbers, each with the number of moves before it in the line."""
    label: str = ""
    """The words that are not moves."""
    broken: bool = False
    """Whether it is uncertain which words are moves."""
    miswritten: bool = False
    """Whether all words look like miswritten moves, such as c9."""
    ending: str = ""
    """The result at the end."""
    number: int = 0
    """The number of the line in its text, from 1."""
    named: bool = False
    """Whether the label is certainly the name of the moves."""

    @property
    def placed(self) -> int:
        """The number of moves without passes."""
        return len(self.moves) - self.moves.count(_PASS)

    @property
    def counts(self) -> bool:
        """Whether the line belongs to a match: it has moves or a result, or may have moves."""
        return bool(self.moves or self.broken or self.ending)


def _plain_line(bare: str, whole: str) -> TextLine | None:
    """Return the line if it contains only moves and their numbers, else None."""
    if _BARE.fullmatch(bare):
        names = _SQUARE.findall(bare.lower())
        return TextLine(whole.strip(), list(map(_NAMES.__getitem__, names)))
    if _NUMBERED_LINE.fullmatch(bare):
        tokens = _NUMBER_AND_MOVE.findall(bare.lower())
        starts = [(int(number), at) for at, (number, _) in enumerate(tokens) if number]
        return TextLine(whole.strip(), [_NAMES[square] for _, square in tokens], starts)
    return None


def parse_line(line: str, whole: str) -> TextLine:
    """Return the parts of a line with blanked comments; raise `BadRecord` for too many moves."""
    if (plain := _plain_line(line.strip(), whole)) is not None:
        return plain
    ending = None
    if line.rstrip(" \t.")[-1:] in _RESULT_ENDS:
        ending = RESULT.search(line, max(0, len(line) - MAX_RESULT_LENGTH))
    inside = line if ending is None else line[: ending.start()]
    row = TextLine(whole.strip(), [], ending="" if ending is None else ending.group())
    words, numbers = list[str](), list[tuple[int, int]]()
    runs, odd, number = 0, 0, 0
    open_run, before = False, ""
    start, end, number_start = len(inside), 0, 0
    for token in _TOKEN.finditer(inside):
        kind, word = str(token.lastgroup), token.group()
        if kind == "digits" and (value := whole_number(word)) is not None:
            kind = "number" if value == number + 1 or not row.moves else kind
        if kind == "number":
            number_start = token.start()
            number = whole_number(word.rstrip(" \t.)\u2026")) or 0
            if not word.endswith(("..", "\u2026")):  # "1..." repeats the number for the reply
                numbers.append((number, len(row.moves)))
        elif kind == "dashes":
            # After a number, dashes only replace the first player's move.
            row.moves += [_PASS] * (before != "number")
        elif kind == "moves":
            run = [move.lower() for move in MOVE.findall(word)]
            squares = any(move in _NAMES for move in run)
            if squares and not open_run:
                runs, open_run = runs + 1, True
            if squares:
                first = number_start if before == "number" else token.start()
                start, end = min(start, first), token.end()
            if squares or before != "number":
                row.moves += [_NAMES.get(move, _PASS) for move in run]
            if len(row.moves) > _MAX_LINE_MOVES:
                raise BadRecord("long")
        else:
            words.append(word)
            open_run = False
            odd += _ODD.search(word) is not None
        before = kind
    if words:
        row.label = " ".join(words)
        while row.moves and row.moves[-1] == _PASS:
            row.moves.pop()
        while row.moves and row.moves[0] == _PASS:
            row.moves.pop(0)
    row.numbers = numbers
    row.miswritten = 0 < odd == len(words) and (runs > 0 or all(map(_MISWRITTEN.search, words)))
    row.broken = (
        row.miswritten
        or (bool(words) and (runs > 1 or (odd > 0 and runs > 0)))
        or any(map(_ROW.search, words))
    )
    if words and runs == 1:
        row.label = _words_beside(whole, start, end) or row.label
    return row


def _words_beside(line: str, start: int, end: int) -> str:
    """Return the words beside the moves of a line, without separators."""
    before, after = line[:start].rstrip(_PARTING), line[end:].lstrip(_PARTING)
    return " ".join(f"{before} {after}".split())


def parse_lines(text: str, pgn: bool = False) -> list[TextLine]:
    """Return parsed lines without comments and variations. Raises BadRecord if one is too long."""
    return [parse_line(line, whole) for line, whole in finished(_lines(text, pgn))]


def _whole_lines(text: str) -> list[str]:
    lines = text.splitlines()
    if max(map(len, lines), default=0) > MAX_RECORD_CHARACTERS:
        raise BadRecord("long")
    return lines


def _lines(text: str, pgn: bool = False) -> Steps[list[tuple[str, str]]]:
    """Return each line without its comments and variations, and the whole line."""
    whole = _whole_lines(text)
    yield
    without = yield from without_asides(text, pgn)
    lines = whole if without is text else without.splitlines()
    yield
    return list(zip(lines, whole, strict=True))


# -- playing ---------------------------------------------------------------------------------------


def play_lines(rows: Iterable[TextLine], begin: MatchFactory) -> Match:
    """Return a match with the moves of `rows`, which may leave out forced passes.

    Raises `BadRecord` for an uncertain line, an illegal move, and too many moves.
    """
    match, count = begin(), 0
    for row in rows:
        if row.broken:
            raise BadRecord("line", row.line)
        count += len(row.moves)
        if count > _MAX_WORDS:
            raise BadRecord("plies", ply=MAX_PLIES)
        for word in row.moves:
            play_word(match, word)
    return match


def play_word(match: Match, word: str, player: Player | None = None, source: str = "") -> None:
    """Play a move or a pass in a match; passes after the end are ignored.

    Raises `BadRecord` for an illegal move, a move of another `player`, a move after the end, and
    too many plies. The error quotes `source`, by default `word`.
    """
    passes = word == _PASS
    if passes and match.result() is not None:
        return
    if not passes:
        match.pass_if_forced()
    ply = match.ply + 1
    if ply > MAX_PLIES:
        raise BadRecord("plies", ply=MAX_PLIES)
    if match.result() is not None:
        raise BadRecord("over", source or word, ply)
    parsed_move = parse_moves(match.position, word)
    fits = (
        parsed_move is not None
        and (parsed_move[0] == PASS) == passes
        and parsed_move[1] == len(word)
    )
    if parsed_move is None or not fits or player not in (None, match.position.turn):
        raise BadRecord("move", source or word, ply)
    match.play(parsed_move[0])


def _playable(rows: Sequence[TextLine], begin: MatchFactory) -> Match | None:
    squares = list[str]()
    for row in rows:
        squares += [move for move in row.moves if move != _PASS]
        if len(squares) > _BOARD_SQUARES:
            return None
    if len(set(squares)) < len(squares):
        return None
    try:
        return play_lines(rows, begin)
    except BadRecord:
        return None


# -- one match, or several -------------------------------------------------------------------------


def read_moves(text: str, begin: MatchFactory) -> Steps[formats.FoundMatches]:
    """Return the matches in a text, each begun by `begin()`; None for a text without moves.

    In a list of names and moves, lines without a name are refused one by one. Raises `BadRecord`
    for too many lines or matches, and if it is uncertain which words are moves.
    """
    if (yield from first_found(_SQUARE, text, 2)) is None:
        return None
    most = min(_MAX_LINES, max(_MAX_SHORT_LINES, len(text) // _SHORT_CHARACTERS))
    if max(map(text.count, LINE_ENDS)) > most:
        raise BadRecord("long")
    whole = _whole_lines(text)
    pairs = (yield from _lines_of_list(whole)) or (yield from _lines(text))
    lines = yield from _named_lines(pairs)
    if not any(row.placed or row.miswritten for row in lines):
        return None
    yield
    matches = yield from _matches(lines, begin)
    if len(matches) > formats.MAX_TEXT_MATCHES:
        raise BadRecord("long")
    if len(matches) == 1:
        _check_words(lines, matches[0], begin)
        return [_foreign(matches[0], begin, matches[0][0].label)]
    yield
    if sum(row.named for row in lines) > 1:
        return (yield from _list(matches, begin))
    # A single square may be a room number, and several such lines a list of rooms.
    if any(row.label and row.placed == 1 for row in lines):
        raise BadRecord("prose")
    return formats.LazyMatches(len(matches), partial(_match_at, matches, begin))


def _match_at(
    matches: Sequence[Sequence[TextLine]], begin: MatchFactory, number: int
) -> formats.ForeignMatch:
    return _foreign(matches[number], begin, _label(matches[number][0]))


def _label(row: TextLine) -> str:
    """Return the text of a line for a list of matches."""
    return row.line if row.broken else row.label or row.line


def _lines_of_list(whole: Sequence[str]) -> Steps[list[tuple[str, str]]]:
    """Return the lines of a list of names in which unclosed brackets belong to the names.

    Return an empty list if all lines close their brackets, or if the text is not a list of names,
    because a bracket may then begin a variation.
    """
    are_whole, lines, pace = list[bool](), list[tuple[str, str]](), Pace()
    for line in whole:
        are_whole.append((yield from is_closed(line)))
        if pace.is_over(len(line)):
            yield
    if all(are_whole):
        return []
    for line, is_whole in zip(whole, are_whole, strict=True):
        lines.append(((yield from without_asides(line)) if is_whole else line, line))
        name = split_name(*lines[-1])
        if _SQUARE.search(lines[-1][0]) and not (name and name.certain):
            return []
        if pace.is_over(len(line)):
            yield
    return lines


def _named_lines(lines: Sequence[tuple[str, str]]) -> Steps[list[TextLine]]:
    """Return the parsed lines, with their names.

    A line has a name if the name is certain or several lines have the same separator. Later lines
    with such a separator and words, but without a name, are broken.
    """
    names, pace = list[NamedMoves | None](), Pace()
    for line, whole in lines:
        nameless = not whole or _NAMELESS.fullmatch(whole)
        names.append(None if nameless else split_name(line, whole))
        if pace.is_over(len(whole)):
            yield
    certain = Counter(name.separator for name in names if name is not None and name.certain)
    alike = Counter(name.separator for name in names if name is not None)
    common = {sign for sign in certain if (alike if sign in COLUMNS else certain)[sign] > 1}
    rows, is_list = list[TextLine](), False
    for number, ((line, whole), name) in enumerate(zip(lines, names, strict=True), 1):
        if pace.is_over(len(whole)):
            yield
        if not whole and rows and not rows[-1].line:
            continue  # one empty line is enough to separate groups
        alone = name is not None and name.certain and name.separator != BLANK
        if name is not None and (alone or name.separator in common):
            row = parse_line(name.moves, name.moves)
            row.line, row.label, row.named = whole.strip(), name.name, True
            is_list = True
        else:
            row = parse_line(line, whole)
            others = common - {BLANK}
            row.broken |= is_list and bool(row.label) and any(map(whole.rstrip(": ").count, others))
        row.number = number
        rows.append(row)
    return rows


def _check_words(lines: Sequence[TextLine], rows: Sequence[TextLine], begin: MatchFactory) -> None:
    """Raise `BadRecord` unless it is certain which words of one match are its moves."""
    labels = [row for row in lines if row.label]
    if labels and all(row.miswritten for row in labels):
        raise BadRecord("line", labels[0].line)
    if not labels:
        return
    placed = sum(row.placed for row in rows)
    broken = any(row.broken for row in rows)
    if broken or placed < _MIN_MOVES or _playable(rows, begin) is None:
        raise BadRecord("prose")


def _foreign(rows: Sequence[TextLine], begin: MatchFactory, place: str) -> formats.ForeignMatch:
    announcement = parse_points(rows[-1].ending, 4 + sum(row.placed for row in rows))
    return formats.ForeignMatch(
        partial(play_lines, rows, begin), place=place, announced_points=announcement
    )


def _list(
    matches: Sequence[Sequence[TextLine]], begin: MatchFactory
) -> Steps[formats.FoundMatches]:
    entries, pace = list[formats.ForeignMatch](), Pace()
    for rows in matches:
        entries.append(_listed(rows, begin))
        if pace.is_over(len(rows[0].line)):
            yield
    return entries


def _listed(rows: Sequence[TextLine], begin: MatchFactory) -> formats.ForeignMatch:
    """Return a match of a list with names; a line with other words is refused."""
    first = rows[0]
    if not first.named and (first.label or first.broken):
        return formats.bad_entry(first.line, first.number)
    return _foreign(rows, begin, _label(first))


def _matches(lines: Sequence[TextLine], begin: MatchFactory) -> Steps[list[list[TextLine]]]:
    """Return the lines of each match.

    Groups of lines with other lines between them are separate matches if they begin like matches.
    """
    first = begin()
    names = {first.position.name(move) for move in first.legal()}
    groups: list[list[TextLine]] = [[]]
    named = sum(row.named for row in lines) > 1
    pace = Pace()
    for row in lines:
        if pace.is_over(len(row.line)):
            yield
        if named and row.moves and not row.placed:
            continue  # a drawn line
        if row.label or not row.counts:
            groups.append([])
        if row.counts:
            groups[-1].append(row)
    groups = [group for group in groups if group]
    whole = [row for group in groups for row in group]
    yield
    begins = [_begins(group[0], names) for group in groups]
    is_one = len(groups) == 1 or not (named or sum(begins) > 1)
    if is_one or (yield from _is_one(groups, all(begins), begin)):
        groups = [whole]
    matches: list[list[TextLine]] = []
    for group in groups:
        matches += yield from _split(group, names, begin)
        yield
    return matches


def _begins(row: TextLine, names: set[str]) -> bool:
    return bool(row.moves) and row.moves[0] in names


def _split(
    rows: list[TextLine], names: set[str], begin: MatchFactory
) -> Steps[list[list[TextLine]]]:
    """Return the lines of each match; every match begins on a new line."""
    begins = [_begins(row, names) for row in rows if row.moves]
    if sum(begins) < 2:
        return [rows]
    if (yield from _is_one([[row] for row in rows if row.moves], all(begins), begin)):
        return [rows]
    matches: list[list[TextLine]] = []
    tries, pace = 0, Pace()
    for row in rows:
        if pace.is_over(len(row.line)):
            yield
        if matches and not row.moves and not row.broken:
            matches[-1].append(row)
            continue
        if matches and not _begins(row, names) and tries < _MAX_CONTINUATIONS:
            tries += 1
            if _playable([*matches[-1], row], begin):
                matches[-1].append(row)
                continue
        matches.append([row])
    return matches


def _is_one(
    parts: Sequence[Sequence[TextLine]], all_begin: bool, begin: MatchFactory
) -> Steps[bool]:
    """Return whether parts of a text that could be separate matches form one match."""
    rows = [row for part in parts for row in part]
    yield
    if any(len(row.numbers) > 1 for row in rows) and _numbered_through(rows):
        return True
    yield
    match = _playable(rows, begin)
    if match is None:
        return False
    # A single move more likely ends the match of the previous line than begins another.
    long = all(sum(row.placed for row in part) > 1 for part in parts)
    alone = all_begin and long and all(_playable(part, begin) for part in parts)
    return not alone or match.result() is not None or _numbered_through(rows)


def _numbered_through(rows: Sequence[TextLine]) -> bool:
    """Return whether the lines are numbered as one match, with a number per move or per two."""
    starts = accumulate((len(row.moves) for row in rows), initial=0)
    numbers = (
        (number, start + moves)
        for start, row in zip(starts, rows, strict=False)
        for number, moves in row.numbers
    )
    paces = {0, 1, 2}
    for (number, start), (later, end) in pairwise(numbers):
        paces &= {pace for pace in (1, 2) if end - start == pace * (later - number)}
        if not paces:
            return False
    return 0 not in paces
