"""The commands `read` and `write`: files of matches as JSON, or in another format."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from flipside.rules.catalogue import BY_KEY, FORMATS
from flipside.rules.cli.arguments import CommandError
from flipside.rules.match import formats
from flipside.rules.match.any_text import read_any
from flipside.rules.match.record import BadRecord, Line, record_text
from flipside.rules.match.study import Study

_OWN = "flipside"

WRITTEN_FORMATS = (_OWN, *(form.key for form in FORMATS if form.write is not None))


def numbered_matches(
    paths: Sequence[Path], number: int | None, names: Sequence[Path] = ()
) -> Iterator[tuple[int, formats.ForeignMatch]]:
    """Yield number, from 1, and match for all matches of files, or only for match `number`.

    The files may be in any format. The path "-" is standard input. Files of names are in `names` or
    `paths`. Raises CommandError or BadRecord for a file without matches or names.
    """
    matches = _read_all(paths, names)
    if number is not None and number > len(matches):
        subject = "the file holds" if len(paths) == 1 else "the files hold"
        raise CommandError(f"{subject} {len(matches)} matches, none with the number {number}")
    for index in range(len(matches)) if number is None else (number - 1,):
        yield index + 1, matches[index]


def _bytes(path: Path) -> bytes:
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(formats.MAX_FILE_BYTES + 1)
        else:
            with path.open("rb") as file:
                data = file.read(formats.MAX_FILE_BYTES + 1)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > formats.MAX_FILE_BYTES:
        raise CommandError(f"{path} has more than {formats.MAX_FILE_BYTES} bytes")
    return data


def _read_all(paths: Sequence[Path], names: Sequence[Path]) -> Sequence[formats.ForeignMatch]:
    files = [(path, formats.decoded(_bytes(path))) for path in (*paths, *names)]
    name_lists, other_files = formats.split_names(files, FORMATS)
    if any(path in names for path, _ in other_files):
        raise CommandError(f"{other_files[-1][0]} is no file of names")
    match_lists = []
    for path, data in other_files or files[:1]:  # a file of names alone raises its own error
        try:
            matches = read_any(data, FORMATS, BY_KEY, name_lists)
            if matches is None:
                raise BadRecord("file")
            match_lists.append(matches)
        except BadRecord as error:
            if len(paths) == 1:
                raise
            raise CommandError(f"{path}: {error}") from None
    return formats.joined_matches(match_lists)


def match_lines(
    paths: Sequence[Path], number: int | None, names: Sequence[Path]
) -> Iterator[dict[str, object]]:
    """Yield each match as JSON: metadata, and either moves and result or the error."""
    for place, foreign in numbered_matches(paths, number, names):
        entry = {
            "number": place,
            "players": list(foreign.players),
            "place": foreign.place,
            "said": foreign.announced_points and list(foreign.announced_points),
        }
        try:
            yield entry | _match_json(foreign)
        except BadRecord as error:
            yield entry | {"error": str(error)}


def _line_json(line: Line) -> list[object]:
    return [line.ply, line.moves, *([line.comment] if line.comment else [])]


def _match_json(foreign: formats.ForeignMatch) -> dict[str, object]:
    match = foreign.play()
    match.goto_ply(len(match.moves))
    result, record = match.result(), foreign.record
    return {
        "game": match.game.key,
        "options": match.choices,
        "seed": match.seed,
        **({"position": match.start} if match.start else {}),
        "moves": " ".join(match.names()),
        **({"lines": list(map(_line_json, record.lines))} if record and record.lines else {}),
        "score": match.position.points(),
        "result": result
        and {
            "winner": result.winner,
            "reason": result.reason,
            **({"tie_break": result.tie_break} if result.tie_break else {}),
        },
        "contradicts": formats.contradicting_points(foreign, match) is not None,
    }


def match_text(foreign: formats.ForeignMatch, key: str) -> str | None:
    """Return a match in the format with key `key`; None if the format cannot express it.

    Branches are kept if the format has them. Raises BadRecord if the match cannot be replayed.
    """
    match, source = foreign.play(), foreign.record
    if key == _OWN:
        record = match.to_record()
        if source is not None:
            record = replace(record, seats=source.seats, lines=source.lines)
        return record_text(record)
    form = next(form for form in FORMATS if form.key == key)
    if form.game != match.game.key:
        return None
    if source is not None and source.lines and form.write_study is not None:
        return form.write_study(Study(match, source.lines))
    return None if form.write is None else form.write(match)
