"""Files of matches: read as data for other programs, or written in another format."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from flipside.rules.catalogue import BY_KEY, FORMATS
from flipside.rules.cli.arguments import Refused
from flipside.rules.match.any_text import read_any
from flipside.rules.match.formats import (
    MAX_FILE_BYTES,
    ForeignMatch,
    contradicting_points,
    decoded,
    joined_matches,
    names_apart,
)
from flipside.rules.match.record import BadRecord, record_text
from flipside.rules.match.study import Study

_OWN = "flipside"

WRITTEN_FORMATS = (_OWN, *(one.key for one in FORMATS if one.write is not None))


def numbered_matches(
    paths: Sequence[Path], number: int | None, names: Sequence[Path] = ()
) -> Iterator[tuple[int, ForeignMatch]]:
    """The matches of files in any format, numbered from 1; with `number` only that one. The path
    "-" is standard input. Files of names are in `names`, and may be among `paths`. Raises Refused
    or BadRecord for a file without matches or names."""
    found = _read_all(paths, names)
    if number is not None and number > len(found):
        held = "the file holds" if len(paths) == 1 else "the files hold"
        raise Refused(f"{held} {len(found)} matches, none with the number {number}")
    for place in range(len(found)) if number is None else (number - 1,):
        yield place + 1, found[place]


def _bytes(path: Path) -> bytes:
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
        else:
            with path.open("rb") as file:
                data = file.read(MAX_FILE_BYTES + 1)
    except OSError as failed:
        raise Refused(f"{path} cannot be read: {failed.strerror}") from None
    if len(data) > MAX_FILE_BYTES:
        raise Refused(f"{path} has more than {MAX_FILE_BYTES} bytes")
    return data


def _read_all(paths: Sequence[Path], names: Sequence[Path]) -> Sequence[ForeignMatch]:
    files = [(path, decoded(_bytes(path))) for path in (*paths, *names)]
    notes, left = names_apart(files, FORMATS)
    if any(path in names for path, _ in left):
        raise Refused(f"{left[-1][0]} is no file of names")
    parts = []
    for path, data in left or files[:1]:  # a file of names is refused as such
        try:
            found = read_any(data, FORMATS, BY_KEY, notes)
            if found is None:
                raise BadRecord("file")
            parts.append(found)
        except BadRecord as wrong:
            if len(paths) == 1:
                raise
            raise Refused(f"{path}: {wrong}") from None
    return joined_matches(parts)


def match_lines(
    paths: Sequence[Path], number: int | None, names: Sequence[Path]
) -> Iterator[dict[str, object]]:
    """Each match as a JSON object: metadata and final position, or the error."""
    for place, one in numbered_matches(paths, number, names):
        entry = {
            "number": place,
            "players": list(one.players),
            "place": one.place,
            "said": one.announced and list(one.announced),
        }
        try:
            yield entry | _played(one)
        except BadRecord as wrong:
            yield entry | {"error": str(wrong)}


def _played(one: ForeignMatch) -> dict[str, object]:
    match = one.play()
    match.go(len(match.moves))
    result = match.result()
    return {
        "game": match.game.key,
        "options": match.choices,
        "seed": match.seed,
        **({"position": match.start} if match.start else {}),
        "moves": " ".join(match.names()),
        **({"lines": one.record.lines} if one.record and one.record.lines else {}),
        "score": match.position.score(),
        "result": result and {"winner": result.winner, "reason": result.reason},
        "contradicts": contradicting_points(one, match) is not None,
    }


def match_text(found: ForeignMatch, word: str) -> str | None:
    """The match in the format of that word; None if the format cannot express it. Formats that have
    branches keep those of a study, and ours its seats. Raises BadRecord if the match cannot be
    played."""
    match, own = found.play(), found.record
    if word == _OWN:
        record = match.record()
        if own is not None:
            record = replace(record, seats=own.seats, lines=own.lines)
        return record_text(record)
    one = next(one for one in FORMATS if one.key == word)
    if one.game != match.game.key:
        return None
    if own is not None and own.lines and one.write_study is not None:
        return one.write_study(Study(match, own.lines))
    return None if one.write is None else one.write(match)
