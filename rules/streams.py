"""The encoding of standard output and standard error, for every command."""

import codecs
import io
import sys


def use_utf8() -> None:
    """Write UTF-8, whatever the system is set to, since what commands write says that it is."""
    codecs.register_error("letters", _letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="letters")


def _letters(wrong: UnicodeError) -> tuple[str | bytes, int]:
    """The letters of a path that the system's encoding does not have, which Python keeps as halves
    of characters; any other half as an escape."""
    assert isinstance(wrong, UnicodeEncodeError)
    try:
        found = wrong.object[wrong.start : wrong.end].encode("utf-8", "surrogateescape")
        found.decode("utf-8")
    except UnicodeError:
        return codecs.backslashreplace_errors(wrong)
    return found, wrong.end
