"""Reader of matches and positions in JSON.

It reads `{"moves": [{"m": "f5"}, {"m": "-"}]}`, `{"board": [rows], "turn": "white", "moves":
["f3"]}`, lists of these, and names with moves. Everything else becomes the comment of the match, or
the match is refused.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations
from json import JSONDecodeError, dumps

from flipside.rules.contract.diagram import write_position
from flipside.rules.contract.position import Player
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.formats.board_signs import side_of_word
from flipside.rules.games.othello.formats.boards import likely_sides
from flipside.rules.games.othello.formats.ends import match_at, parse_points
from flipside.rules.games.othello.formats.json_boards import SignsAndSide, read_board
from flipside.rules.games.othello.formats.transcript import parse_lines, play_word
from flipside.rules.match import formats
from flipside.rules.match.match import Match
from flipside.rules.match.reading import Steps, json_decoder, lines_of
from flipside.rules.match.record import MAX_RECORD_CHARACTERS, BadRecord, plain_line, plain_name

_MOVES = ("moves", "history", "transcript", "sequence", "kifu", "movelist", "gamemoves")

_BOARDS = (
    "position", "board", "squares", "state", "grid", "cells", "discs", "disks", "pieces", "stones",
    "setup", "fen", "diagram", "field", "rows", "start", "startposition", "startboard", "initial",
    "initialposition", "initialboard", "boardstate", "final", "finalposition", "finalboard",
)  # fmt: skip

_BOARD = re.compile(
    "(?:board|position|fen|discs|disks|stones|squares|setup)s?$|^bitboard|^start(?:ing)?$|^initial$"
)
"""Part of another key whose value may be a board."""

_BOARD_WORDS = re.compile("black|white|empty|none|null|true|false")

_WORD = re.compile(r"[^\W\d_]{3}")

_TURNS = ("turn", "tomove", "sidetomove", "stm", "next", "nextplayer", "playertomove", "mover")

_SIDES = (*_TURNS, "player", "side", "currentplayer", "activeplayer", "current", "color", "colour")

_SIDE = re.compile("turn|tomove|toplay|mover|isblack|iswhite|nextplayer|currentplayer")
"""Part of a key whose value may be a code of the side to move."""

_SQUARE = ("m", "move", "square", "pos")
"""Keys of the square of a move."""

_STARTS, _ENDS = ("start", "initial"), ("final", "end", "current")
"""Beginnings of keys of the first and the last position."""

_INNER_KEYS = (
    "game", "match", "state", "position", "data", "puzzle", "problem", "board", "squares", *_STARTS,
)  # fmt: skip
"""Keys of inner objects that describe the same match as the object around them."""

_MATCH_KEYS = {*_MOVES, *_BOARDS, *_SIDES}

_PLACES = ("event", "tournament", "site", "place", "round", "date", "name", "title", "opening")

_GOOD_MOVES = ("score", "value", "eval", "evaluation", "best", "depth", "solution")
"""Keys that occur beside good moves of the position, which were not played."""

_USUAL = ("", "standard", "usual", "default", "official", "startpos", "initial", "start")
"""Words for the usual first position."""

_ONE_MOVE = re.compile(r"\s*+(?:[a-h][1-8]|pass|--?)?\s*+", re.IGNORECASE)

_RUN = re.compile(r"\s*+(?:[a-h][1-8]\s*+){2,}+", re.IGNORECASE)

_MAX_DEPTH = 8
"""Maximum number of lists and objects around a match."""

_BEGIN = re.compile(r"\s*+[\[{]")

_BETWEEN = re.compile(r"[\s,:\]}]*+")
"""Characters between the values of a list or an object."""

_WINDOW_CHARACTERS = 2 * MAX_RECORD_CHARACTERS
"""Number of characters read at once, twice the length of the longest match."""

_MAX_OTHERS = 1_000
"""Maximum number of consecutive values without a match."""

_Words = list[tuple[str, Player | None]]
"""Texts of moves, each with its player, or None if the player is not stated."""


@dataclass(frozen=True)
class _SideEntry:
    """A field that states the side to move or a player's colour."""

    key: str
    value: object
    side: str
    """X or O; "" if the value is a code."""

    @property
    def is_turn(self) -> bool:
        return _plain(self.key) in _TURNS


@dataclass
class _Contents:
    """The moves, boards, players and other fields found in a JSON object."""

    moves: _Words | None = None
    boards: list[tuple[str, SignsAndSide]] = field(default_factory=list)
    """Pairs of key and board."""
    sides: list[_SideEntry] = field(default_factory=list)
    players: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    """The other fields as texts."""
    game: str = ""
    announced: formats.FinalPoints | None = None
    may_be_good: bool = False
    """Whether the moves may be good moves of the position, which were not played."""


def read_json(text: str) -> Steps[formats.FoundMatches]:
    """Return the matches in JSON, one value or one per line; None if the text is not JSON.

    Raises `BadRecord` for JSON without matches, and for too many matches.
    """
    if _BEGIN.match(text) is None:
        return None
    entries, others = list[formats.ForeignMatch](), 0
    try:
        long = len(text) > _WINDOW_CHARACTERS
        for entry in _of_long(text) if long else _matches((yield from _whole(text))):
            yield
            others = others + 1 if entry is None or entry.wrong is not None else 0
            if others > _MAX_OTHERS:
                raise BadRecord("data", "JSON")
            if entry is not None:
                entries.append(entry)
            if len(entries) > formats.MAX_TEXT_MATCHES:
                raise BadRecord("long")
    except (JSONDecodeError, RecursionError):
        return None
    if not entries:
        raise BadRecord("data", "JSON")
    return (yield from formats.unless_all_refused(entries))


def _whole(text: str) -> Steps[object]:
    """Return the value of a text, or a list of the values of its lines.

    Raises JSONDecodeError or RecursionError if the text is not JSON.
    """
    try:
        return _DECODER.decode(text)
    except JSONDecodeError:
        values = list[object]()
        for line in lines_of(text):
            if line is None:
                yield
            else:
                values.append(_DECODER.decode(line[1]))
        return values[0] if len(values) == 1 else values


def _of_long(text: str) -> Iterator[formats.ForeignMatch | None]:
    """Yield the matches of a long text, and None for each string or number between them.

    Raises JSONDecodeError or RecursionError if the text is not JSON.
    """
    for value in _parts(text):
        yield from _of_list([value], "", 0) if isinstance(value, list | dict) else [None]


def _parts(text: str) -> Iterator[object]:
    """Yield the values of a long text one by one.

    A list or an object that contains most of the text is replaced by the values in it.
    """
    window, start, at, depth = text[:_WINDOW_CHARACTERS], 0, 0, 0
    while window:
        at = _BETWEEN.match(window, at).end()  # type: ignore[union-attr]
        if at == len(window) or at > MAX_RECORD_CHARACTERS:
            start += at
            at, window = 0, text[start : start + _WINDOW_CHARACTERS]
            continue
        try:
            value, at = _DECODER.raw_decode(window, at)
        except JSONDecodeError:
            depth += 1
            if window[at] not in "[{" or depth > _MAX_DEPTH:
                raise
            at += 1
        else:
            yield value


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object; raise BadRecord if a key occurs twice."""
    if len(value := dict(pairs)) < len(pairs):
        raise BadRecord("data", "JSON")
    return value


_DECODER = json_decoder(_object)


# -- values ----------------------------------------------------------------------------------------


def _matches(value: object, place: str = "", depth: int = 0) -> Iterator[formats.ForeignMatch]:
    """Yield the matches in a value; `place` is a description from the objects around it."""
    try:
        if isinstance(value, list) and depth < _MAX_DEPTH:
            yield from _of_list(value, place, depth)
        elif isinstance(value, dict) and depth < _MAX_DEPTH:
            yield from _of_object(value, place, depth)
    except BadRecord as wrong:
        yield formats.refused_entry(wrong, place=place)


def _of_list(values: list[object], place: str, depth: int) -> Iterator[formats.ForeignMatch]:
    if (board := read_board(values)) is not None:
        yield _foreign(_Contents(boards=[("", board)]), place)
    elif values and (words := _words(values)) is not None and _are_moves(words):
        yield _foreign(_Contents(words), place)
    elif all(isinstance(value, list) and len(value) == 2 for value in values):
        yield from _named(values)
    else:
        for value in values:
            if isinstance(value, str) and _RUN.fullmatch(value):
                yield _foreign(_Contents([(value, None)]), place)
            else:
                entries = list(_matches(value, place, depth + 1))
                yield from entries or [
                    formats.refused_entry(BadRecord("data", "JSON"), place=place)
                ]


def _are_moves(words: _Words) -> bool:
    return all(_ONE_MOVE.fullmatch(word) for word, _ in words)


def _named(pairs: Sequence[object]) -> Iterator[formats.ForeignMatch]:
    """Yield the matches of pairs of a name and moves, in either order."""
    for pair in pairs:
        first, second = pair if isinstance(pair, list | tuple) else ("", "")
        if isinstance(first, str) and isinstance(second, str):
            name, moves = (second, first) if _RUN.fullmatch(first) else (first, second)
            yield _foreign(_Contents([(moves, None)]), plain_line(name))


def _of_object(value: dict[str, object], place: str, depth: int) -> Iterator[formats.ForeignMatch]:
    flat = _flattened(value)
    contents = _contents(flat)
    place = ", ".join(filter(None, (place, *contents.places.values())))
    if contents.moves is not None or contents.boards:
        yield _foreign(contents, place)
    elif flat and all(
        isinstance(inside, str) and _RUN.fullmatch(inside) for inside in flat.values()
    ):
        yield from _named(list(flat.items()))
    else:
        for inside in flat.values():
            if not isinstance(inside, list) or any(isinstance(part, dict) for part in inside):
                yield from _matches(inside, place, depth + 1)


def _flattened(value: Mapping[str, object], before: str = "") -> dict[str, object]:
    """Return the fields of an object and of its inner objects that describe the same match."""
    flat: dict[str, object] = {}
    for key, inside in value.items():
        entries = {f"{before}{key}": inside}
        if (
            isinstance(inside, dict)
            and _plain(key) in _INNER_KEYS
            and _MATCH_KEYS & set(map(_plain, inside))
        ):
            entries = _flattened(inside, key if _plain(key) in _STARTS else before)
        if flat.keys() & entries.keys():
            raise BadRecord("data", "JSON")
        flat |= entries
    return flat


def _plain(key: str) -> str:
    return re.sub("[^a-z0-9]", "", key.lower())


def _contents(flat: Mapping[str, object]) -> _Contents:
    """Return the contents of an object. Raises BadRecord for unreadable moves, board or colour."""
    contents = _Contents()
    for key, inside in flat.items():
        plain = _plain(key)
        contents.may_be_good |= plain in _GOOD_MOVES
        if inside in (None, "", [], {}) and plain not in _MOVES:
            continue
        if plain in _MOVES:
            _add_moves(contents, inside)
        elif plain in ("game", "variant") and isinstance(inside, str):
            contents.game = inside
        elif plain in _SIDES or _SIDE.search(plain):
            side = side_of_word(inside.strip()) if isinstance(inside, str) else ""
            contents.sides.append(_SideEntry(key, inside, side))
        elif plain in _PLACES and isinstance(inside, str | int):
            contents.places[plain] = plain_line(str(inside))
        elif (names := _names(plain, inside)) is not None:
            contents.players |= names
            if isinstance(inside, dict) and plain != "players" and len(inside) > 1:
                contents.notes.append(_note(key, inside))
        elif (
            plain in ("result", "score")
            and isinstance(inside, str)
            and parse_points(inside, certain=True)
        ):
            contents.announced = parse_points(inside, certain=True)
        elif (board := read_board(inside)) is not None:
            contents.boards.append((plain, board))
        elif plain in _BOARDS:
            if not isinstance(inside, str) or inside.lower() not in _USUAL:
                raise BadRecord("position")
        elif _may_be_board(plain, inside):
            raise BadRecord("position")
        else:
            contents.notes.append(_note(key, inside))
    return contents


def _may_be_board(plain: str, inside: object) -> bool:
    """Return whether a value that cannot be read may be a board in another form.

    Such a value has the key of a board, and no words except those of boards.
    """
    if isinstance(inside, int | float) or _BOARD.search(plain) is None:
        return False
    return _WORD.search(_BOARD_WORDS.sub("", dumps(inside).lower())) is None


def _add_moves(contents: _Contents, inside: object) -> None:
    words = [] if inside is None else _words(inside)
    if words is None or contents.moves not in (None, words):
        raise BadRecord("data", "JSON")
    contents.moves = words


def _words(moves: object) -> _Words | None:
    """Return the moves of a match as texts; None for other values."""
    if isinstance(moves, str):
        return [(moves, None)]
    if not isinstance(moves, list):
        return None
    words: _Words = []
    for move in moves:
        player = None
        if isinstance(move, dict):
            sides = [side_of_word(word) for key, word in move.items()
                     if _plain(key) in _SIDES and isinstance(word, str)]  # fmt: skip
            player = "XO".index(sides[0]) if sides and sides[0] else None
            move = next((move[key] for key in _SQUARE if key in move), 0)
        if move is not None and not isinstance(move, str):
            return None
        words.append((move or "", player))
    return words


def _names(plain: str, inside: object) -> dict[str, str] | None:
    """Return names by "black", "white", "first" or "second"; None for any other value."""
    if plain == "players" and isinstance(inside, list) and len(inside) == 2:
        inside = dict(zip(("first", "second"), inside, strict=True))
    if plain == "players" and isinstance(inside, dict):
        parts = [_names(_plain(key), name) for key, name in inside.items()]
        return {key: name for names in parts if names is not None for key, name in names.items()}
    if isinstance(inside, dict):
        inside = inside.get("name")
    word = plain.removesuffix("player").removesuffix("name")
    if word not in ("black", "white", "first", "second"):
        return None
    if isinstance(inside, list | int):
        raise BadRecord("position")  # discs or moves instead of a name
    return {word: plain_name(inside)} if isinstance(inside, str) else None


def _note(key: str, inside: object) -> str:
    words = inside if isinstance(inside, str) else dumps(inside, ensure_ascii=False)
    return f"{key}: {words}"


# -- matches ---------------------------------------------------------------------------------------


def _foreign(contents: _Contents, place: str) -> formats.ForeignMatch:
    sides = [
        entry for entry in contents.sides if not (entry.side and (contents.boards or entry.is_turn))
    ]
    notes = [*(_note(entry.key, entry.value) for entry in sides), *contents.notes]
    remark = plain_line("; ".join(notes))
    names = contents.players
    players = (
        names.get("black", names.get("first", "")),
        names.get("white", names.get("second", "")),
    )
    if contents.game and contents.game.lower() not in (OTHELLO.key, "reversi"):
        return formats.refused_entry(BadRecord("game", contents.game), players, place)
    play = partial(_play, contents, remark)
    return formats.ForeignMatch(play, players, place or remark, contents.announced)


def _play(contents: _Contents, remark: str) -> Match:
    match = _from_boards(contents) if contents.boards else _from_start(contents)
    match.comment = remark
    return match


def _from_start(contents: _Contents) -> Match:
    """Return the match from the usual first position.

    Raises BadRecord if a stated side is to move neither there nor after the last move.
    """
    match = _played(Match(OTHELLO), contents.moves or [])
    _check_sides([entry for entry in contents.sides if entry.is_turn], "X", match)
    return match


def _check_sides(sides: Sequence[_SideEntry], first: str, match: Match) -> None:
    """Raise BadRecord unless each stated side is `first` or is to move after the match."""
    for entry in sides:
        if entry.side not in ("", first, "XO"[match.position.turn]):
            raise BadRecord("line", _note(entry.key, entry.value))


def _from_boards(contents: _Contents) -> Match:
    """Return the match that begins with a board, ends with one, or both.

    Raises BadRecord if the side is stated only by a code, and if boards and moves do not fit.
    """
    boards = {board[0]: (key, board) for key, board in contents.boards}
    if len(boards) > 2 or (len(boards) == 2 and not contents.moves):
        raise BadRecord("position")
    sides = {entry.side for entry in contents.sides if entry.side}
    if contents.sides and not sides and not any(side for _, (_, side) in contents.boards):
        raise BadRecord("position")
    ways: list[tuple[SignsAndSide | None, str]] = []
    for (key, board), *others in permutations(boards.values()):
        if not key.startswith(_ENDS) and not any(key.startswith(_STARTS) for key, _ in others):
            ways.append((board, "".join(signs for _, (signs, _) in others)))
    if len(boards) == 1 and contents.moves:
        ways.append((None, next(iter(boards))))
    failure = BadRecord("position")
    for at, (start, end) in enumerate(ways):
        for side in _first_sides(start, sides):
            try:
                return _attempt(contents, start, side, end)
            except BadRecord as wrong:
                failure = failure if at else wrong
    raise failure


def _first_sides(start: SignsAndSide | None, sides: Set[str]) -> str:
    """Return the sides that may move first, the likeliest first."""
    if start is None:
        return "X"
    signs, side = start
    return side[:1] or ("".join(sides) if len(sides) == 1 else likely_sides(signs))


def _attempt(contents: _Contents, start: SignsAndSide | None, side: str, end: str) -> Match:
    """Return the match from the board `start`, or from the usual position if `start` is None.

    Raises BadRecord if moves or sides do not fit, or the match does not end with `end`.
    """
    match = Match(OTHELLO)
    if start is not None:
        match = match_at(f"{start[0]} {start[1] or side}")
        _check_good_moves(contents, match)
    match = _played(match, contents.moves or [])
    signs = str(write_position(OTHELLO, match.choices, match.position)).split()[0]
    if end not in ("", signs):
        raise BadRecord("position")
    _check_sides(contents.sides, side if start is not None else "", match)
    return match


def _check_good_moves(contents: _Contents, match: Match) -> None:
    """Raise BadRecord if several moves may be good moves of the position, or all legal moves."""
    words = [word.strip().lower() for word, _ in contents.moves or []]
    legal = {match.position.name(move) for move in match.legal()}
    if len(words) > 1 and (set(words) == legal or (contents.may_be_good and set(words) <= legal)):
        raise BadRecord("prose")


def _played(match: Match, words: _Words) -> Match:
    """Return the match after texts of moves; a text without a move is a pass.

    Raises BadRecord for other texts, and for an illegal pass except at the end.
    """
    passes = 0
    for word, player in words:
        rows = list(parse_lines(word))
        if word.strip(" -") and (
            not any(row.moves for row in rows) or any(row.label for row in rows)
        ):
            raise BadRecord("move", word, match.ply + 1)
        moves = [move for row in rows for move in row.moves]
        passes += not moves
        for move in moves:
            for _ in range(passes):
                play_word(match, "pass")
            passes = 0
            play_word(match, move, player)
    return match
