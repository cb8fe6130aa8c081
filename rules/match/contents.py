"""Detection of what a text or file without a match contains, for error messages."""

import re
from itertools import groupby

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
