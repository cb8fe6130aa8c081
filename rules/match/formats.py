"""Import and export of matches in the file formats of other programs.

`FORMATS` in `catalogue.py` lists the formats. Readers detect the format of a text or file. For
error messages, they also detect what a text or file without a match contains.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, groupby
from typing import TypeVar, overload

from flipside.rules.match.match import EARLY_REASONS, Match
from flipside.rules.match.reading import Steps
from flipside.rules.match.record import BadRecord, Record
from flipside.rules.match.study import Study

_Name = TypeVar("_Name")

Data = str | bytes
"""A text, or the bytes of a binary file."""

FormatNotes = Mapping[str, bytes]
"""Files of names of people or places, by the kind that `Format.names` returns, such as "jou"."""

NO_NOTES: FormatNotes = {}

MAX_FILE_BYTES = 8_000_000
"""The maximum length of a file or text: 117,000 matches in the most compact format."""

MAX_TEXT_MATCHES = 50_000

FinalPoints = tuple[int, int]
"""Final points of player 0 and 1, as written in the file."""

DERIVED_POINTS_SUM = 64
"""The sum of final points computed from their difference. Most formats have only the difference."""


@dataclass(frozen=True)
class ForeignMatch:
    """A match of a text or file: its metadata, and a function that replays its moves."""

    replay: Callable[[], Match]
    """Return the match after its moves; raises BadRecord at the first illegal move."""
    players: tuple[str, str] = ("", "")
    place: str = ""
    """Place and date, or the comment beside the moves; empty if unknown."""
    announced_points: FinalPoints | None = None
    """The final points written in the file."""
    record: Record | None = None
    """The record, with seats and branches; None for a match of another program."""
    wrong: BadRecord | None = None
    """The error, if this entry is certainly not a match."""

    def play(self) -> Match:
        """Return the match with its players; raises BadRecord at the first illegal move."""
        match = self.replay()
        match.players = self.players
        return match


def refused_entry(
    wrong: BadRecord, players: tuple[str, str] = ("", ""), place: str = ""
) -> ForeignMatch:
    """Return an entry that is certainly not a match, with its error `wrong`."""
    return ForeignMatch(partial(_refuse_entry, wrong), players, place, wrong=wrong)


def _refuse_entry(wrong: BadRecord) -> Match:
    raise wrong


def bad_entry(words: str, line: int, place: str = "") -> ForeignMatch:
    """Return the entry for `words` in line `line`, from 1, that are not a match."""
    return refused_entry(BadRecord("entry", words.strip(), line), place=place)


def unless_all_refused(entries: Sequence[ForeignMatch]) -> "Steps[FoundMatches]":
    """Return the entries of a list; if all have an error, raise the first error."""
    for entry in entries:
        yield
        if entry.wrong is None:
            return entries
    if entries:
        raise entries[0].wrong  # type: ignore[misc]
    return entries


FoundMatches = Sequence[ForeignMatch] | None
"""The matches in a text or file, replayed only on request; None if it has another format."""


def _read_nothing(text: str) -> Steps[FoundMatches]:
    return None
    yield


def _read_no_file(data: bytes, notes: FormatNotes) -> FoundMatches:
    return None


def _no_names(data: Data) -> str | None:
    return None


@dataclass(frozen=True)
class Format:
    """A format for matches of one game. Its functions raise BadRecord for damaged data."""

    key: str
    """The name of the format on the command line and in text keys."""
    game: str
    """The key of the game."""
    read: Callable[[str], Steps[FoundMatches]] = _read_nothing
    """Reads the matches in a text in small steps."""
    read_file: Callable[[bytes, FormatNotes], FoundMatches] = _read_no_file
    """Reads the matches in a binary file. The second argument holds the files of names."""
    write: Callable[[Match], str | None] | None = None
    """Returns the text of a match; None if the format cannot express it."""
    write_study: Callable[[Study], str | None] | None = None
    """Returns the text of a study with its branches, or None if the format cannot express it."""
    bare: Callable[[str, Callable[[], Match]], Steps[FoundMatches]] | None = None
    """Reads a text of moves only. They are played in a match made by the function."""
    names: Callable[[Data], str | None] = _no_names
    """Returns the kind of a file with names of people or places; None for any other file."""


_PART_CHARACTERS = 100_000

_UNSEEN = "\ufeff\u200b\u200c\u200d\u200e\u200f\u2060\u00ad\ufe0e\ufe0f"
"""Invisible characters that some programs add to copied texts."""


def decoded(data: bytes) -> Data:
    """Return a file decoded as UTF-8, UTF-16 or else Windows-1252; a binary file unchanged."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    if data and len(data) % 2 == 0:
        for first, codec in ((0, "utf-16-le"), (1, "utf-16-be")):
            if not any(data[1 - first :: 2]) and all(data[first::2]):
                return data.decode(codec)
    if is_binary(data):
        return data
    for codec in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(codec)
        except UnicodeDecodeError:
            pass
    return data.decode("latin-1")


def read_foreign_in_steps(
    data: Data, formats: Iterable[Format], notes: FormatNotes = NO_NOTES, now: Match | None = None
) -> Steps[FoundMatches]:
    """Read the matches in a text or file; None for a text in none of `formats`.

    Raises BadRecord for data that is too long, damaged or certainly not a match. If a text contains
    only moves, they are played from the first position of `now`, if given.
    """
    if len(data) > MAX_FILE_BYTES:
        raise BadRecord("long")
    if isinstance(data, bytes):
        readings = (entry.read_file(data, notes) for entry in formats)
        matches = next((matches for matches in readings if matches is not None), None)
        if matches is None:
            _refuse(data)
        return matches
    data = yield from without_unseen_in_steps(data)
    matches = yield from _first(entry.read(data) for entry in formats if entry.bare is None)
    if matches is None:
        _refuse(data)
        matches = yield from _first(
            entry.read(data) if now is None else entry.bare(data, now.restarted)
            for entry in formats
            if entry.bare is not None and (now is None or now.game.key == entry.game)
        )
    return matches


def without_unseen_in_steps(text: str) -> Steps[str]:
    """Return the text without invisible characters."""
    parts = []
    for start in range(0, len(text), _PART_CHARACTERS):
        parts.append(without_unseen(text[start : start + _PART_CHARACTERS]))
        yield
    return "".join(parts)


def without_unseen(text: str) -> str:
    """Return the text without invisible characters."""
    for letter in _UNSEEN:  # much faster than str.translate
        text = text.replace(letter, "")
    return text


def _first(readings: Iterator[Steps[FoundMatches]]) -> Steps[FoundMatches]:
    for reading in readings:
        matches = yield from reading
        if matches is not None:
            return matches
    return None


def _refuse(data: Data) -> None:
    """Raise BadRecord for a text that is certainly not a match, and for every binary file."""
    kind = refusal_of(data)
    if kind is not None:
        raise BadRecord(*kind)
    if isinstance(data, bytes):
        raise BadRecord("file")


def split_names(
    parts: Iterable[tuple[_Name, Data]], formats: Iterable[Format]
) -> tuple[FormatNotes, list[tuple[_Name, Data]]]:
    """Return the files of names by their kind, and all other parts as pairs of name and data."""
    notes: dict[str, bytes] = {}
    others = []
    for name, data in parts:
        kind = next((kind for entry in formats if (kind := entry.names(data)) is not None), None)
        if kind is None:
            others.append((name, data))
        elif isinstance(data, bytes):
            notes[kind] = data
    return notes, others


class LazyMatches(Sequence[ForeignMatch]):
    """A sequence of `count` matches. Each access calls `match_at` with the index of the match."""

    def __init__(self, count: int, match_at: Callable[[int], ForeignMatch]) -> None:
        self._numbers, self._match_at = range(count), match_at

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> ForeignMatch: ...
    @overload
    def __getitem__(self, index: slice) -> list[ForeignMatch]: ...
    def __getitem__(self, index: int | slice) -> ForeignMatch | list[ForeignMatch]:
        if isinstance(index, slice):
            return [self._match_at(number) for number in self._numbers[index]]
        return self._match_at(self._numbers[index])


def joined_matches(parts: Sequence[Sequence[ForeignMatch]]) -> Sequence[ForeignMatch]:
    """Return the matches of several files as one sequence."""
    ends = list(accumulate(map(len, parts), initial=0))
    return LazyMatches(ends[-1], partial(_match_of_parts, parts, ends))


def _match_of_parts(
    parts: Sequence[Sequence[ForeignMatch]], ends: Sequence[int], number: int
) -> ForeignMatch:
    part = bisect_right(ends, number) - 1
    return parts[part][number - ends[part]]


def contradicting_points(entry: ForeignMatch, match: Match) -> FinalPoints | None:
    """Return the final points after the moves if the points in the file contradict them, else None.

    Points in the file may count the empty squares for the winner or omit them.
    """
    result, game = match.result(), match.game
    if entry.announced_points is None or result is None or result.reason in EARLY_REASONS:
        return None
    score, points = match.position.points(), game.points_at_end(match.position)
    if points is None or score is None or entry.announced_points in (points, score):
        return None
    more = entry.announced_points[0] - entry.announced_points[1]
    is_derived = sum(entry.announced_points) == DERIVED_POINTS_SUM and more in (
        points[0] - points[1],
        score[0] - score[1],
    )
    return None if is_derived else points


def stops_early(entry: ForeignMatch, match: Match) -> bool:
    """Return whether the match is not over and the file gives other points than its position."""
    return entry.announced_points not in (None, match.position.points()) and match.result() is None


# -- contents without matches ----------------------------------------------------------------------


Refusal = tuple[str, str]
"""The key and word of a BadRecord."""

_MAGIC: tuple[tuple[bytes, Refusal], ...] = (
    (b"\x89PNG", ("image", "PNG")),
    (b"\xff\xd8\xff", ("image", "JPEG")),
    (b"GIF87a", ("image", "GIF")),
    (b"GIF89a", ("image", "GIF")),
    (b"II*\0", ("image", "TIFF")),
    (b"MM\0*", ("image", "TIFF")),
    (b"\0\0\1\0", ("image", "ICO")),
    (b"%PDF-", ("document", "PDF")),
    (b"{\\rtf", ("document", "RTF")),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ("document", "Microsoft Office")),
    (b"PK\3\4", ("packed", "ZIP")),
    (b"PK\5\6", ("packed", "ZIP")),
    (b"\x1f\x8b\x08", ("packed", "gzip")),
    (b"BZh", ("packed", "bzip2")),
    (b"\xfd7zXZ\0", ("packed", "xz")),
    (b"7z\xbc\xaf\x27\x1c", ("packed", "7z")),
    (b"Rar!\x1a", ("packed", "RAR")),
    (b"\x28\xb5\x2f\xfd", ("packed", "Zstandard")),
    (b"SQLite format 3\0", ("data", "SQLite")),
    (b"ID3", ("media", "MP3")),
    (b"OggS", ("media", "Ogg")),
    (b"fLaC", ("media", "FLAC")),
    (b"\x1aE\xdf\xa3", ("media", "Matroska")),
)
"""First bytes of files, from the specification of each format."""

_RIFF: dict[bytes, Refusal] = {
    b"WEBP": ("image", "WebP"),
    b"WAVE": ("media", "WAV"),
    b"AVI ": ("media", "AVI"),
}

_BRANDS = (b"heic", b"heix", b"mif1", b"avif")
"""Brands of ISO base media files that are pictures; the others are sound or film."""

_BEGINNING = 400

_PAGE = re.compile(
    r"\s*+(?:<!--.{0,300}?-->\s*+)?<(?:!doctype\s+html|html|head|body|div|p|pre|table|tr)\b",
    re.I | re.S,
)

_MARKUP = re.compile(r"\s*+<(\?xml|svg|!doctype)\b", re.IGNORECASE)

_JSON = re.compile(r'\s*+(?:\{\s*+["}]|\[\s*+\[?\s*+["{\]])')

_CHESS = re.compile(
    r"\b(?:[KQRBN][a-h]?[1-8]?x?[a-h][1-8]|[a-h]x[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?)\b"
)
"""A chess move (SAN) that no game of this collection uses."""

_FEN_ROW = re.compile(r"(?:[1-9][0-9]?+(?![0-9])|\+?[A-Za-z*]~?|-)++")
"""A row in Forsyth-Edwards notation of chess, shogi (+ before a promoted piece) or other games."""

_FEN_SQUARES = re.compile(r"([0-9]++)|[A-Za-z*-]")

_FEN_ENDS = re.compile(r"""[\s"'`=(){}\[\]:;,]++""")

_MIN_FEN_ROWS = 4

_DRAUGHTS = re.compile(r"(?<!\w)[WB?](?::[WB][Ka-h0-9, -]*+){2}(?!\w)")
"""A draughts position, such as W:W31,32,K40:B1-20. Source: Portable Draughts Notation 3.0."""

_SQUARE = re.compile("[a-h][1-8]", re.IGNORECASE)

_ROW_NUMBER = re.compile(r"^[1-8](?=.{8})|(?<=.{8})[1-8]$")
"""The number before or after a row of a drawn board."""

_SIGNS = re.compile(r"[-.,_·+:xo*012@#bw●○⚫⚪■□⬛⬜🟩]+", re.IGNORECASE)
"""Characters of drawn boards: empty squares, and discs of two kinds."""

_BARE_ROW = re.compile(
    r"[ \t]*+(?:[1-8][ \t|]++)?((?:[xo*●○⚫⚪.-][ \t|]*+)++)[1-8]?", re.IGNORECASE
)
"""A row of a drawn board in which blanks may be empty squares."""

_MIN_BARE_ROWS = 3

_DISCS = set("xo*012@#bw●○⚫⚪■□⬛⬜")

_SIDE = 8


def is_binary(data: bytes) -> bool:
    """Return whether `data` has a zero byte or the first bytes of a known binary format."""
    return 0 in data or _binary_kind(data) is not None


def refusal_of(data: str | bytes) -> Refusal | None:
    """Return the error for a text or file without a match; None if its contents are unknown."""
    if isinstance(data, bytes):
        return _binary_kind(data)
    beginning = data[:_BEGINNING]
    if _PAGE.match(beginning):
        return "page", "HTML"
    markup = _MARKUP.match(beginning)
    if markup is not None:
        return ("image", "SVG") if "<svg" in beginning.lower() else ("data", "XML")
    if is_notation(data[: 10 * _BEGINNING]) or _is_position(data):
        return "position", ""
    if _JSON.match(beginning):
        return "data", "JSON"
    return ("game", "chess") if is_chess(data) else None


def is_chess(text: str) -> bool:
    """Return whether a text contains at least two chess moves."""
    return len(_CHESS.findall(text[: 10 * _BEGINNING])) > 1


def is_notation(text: str) -> bool:
    """Return whether a text contains a draughts position or one in Forsyth-Edwards notation."""
    return _DRAUGHTS.search(text) is not None or any(map(_is_fen, _FEN_ENDS.split(text)))


def _is_fen(word: str) -> bool:
    """Return whether a word has rows of equal length; the last may list captured pieces."""
    rows = word.split("/")
    if len(rows) < _MIN_FEN_ROWS or not all(map(_FEN_ROW.fullmatch, rows)):
        return False
    squares = [_FEN_SQUARES.findall(row) for row in rows]
    lengths = [sum(int(number or 1) for number in row) for row in squares]
    numbers = [bool(number) for row in squares for number in row]
    moves = all(map(_SQUARE.fullmatch, rows))
    pieces = not all(numbers) or len(rows) >= _SIDE
    return len(set(lengths[:-1])) == 1 and any(numbers) and pieces and not moves


def _binary_kind(data: bytes) -> Refusal | None:
    if data[:4] == b"RIFF":
        return _RIFF.get(data[8:12])
    if data[4:8] == b"ftyp":
        return ("image", "HEIF") if data[8:12] in _BRANDS else ("media", "MP4")
    return next((kind for begin, kind in _MAGIC if data.startswith(begin)), None)


def _is_position(text: str) -> bool:
    """Return whether a text contains a drawn board: 64 characters, or rows of discs and blanks."""
    rows = ""
    lines = text[: 10 * _BEGINNING].splitlines()
    for bare, group in groupby(map(_BARE_ROW.fullmatch, lines), bool):
        signs = [row[1] for row in group if row is not None]
        if bare and len(signs) >= _MIN_BARE_ROWS and len(_DISCS & set("".join(signs).lower())) > 1:
            return True
    for line in lines:
        compact = "".join(line.replace("|", "").split())
        row = _ROW_NUMBER.sub("", compact)
        rows = rows + row if len(row) == _SIDE and _SIGNS.fullmatch(row) else ""
        board = _SIGNS.match(compact.removeprefix("[").removeprefix(str(_SIDE)))
        if _is_board(rows) or (board is not None and _is_board(board[0])):
            return True
    return False


def _is_board(signs: str) -> bool:
    return len(signs) >= _SIDE * _SIDE and len(_DISCS & set(signs.lower())) > 1
