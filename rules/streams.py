"""The encoding of standard output and standard error, for every command."""

import codecs
import io
import sys


def use_utf8() -> None:
    """Write UTF-8 whatever the system's setting is, as the output declares it."""
    codecs.register_error("letters", _letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="letters")


def _letters(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return the bytes of a path that the system's encoding does not have, or an escape.

    Python keeps such bytes as halves of characters (surrogateescape).
    """
    assert isinstance(error, UnicodeEncodeError)
    try:
        utf8 = error.object[error.start : error.end].encode("utf-8", "surrogateescape")
        utf8.decode("utf-8")
    except UnicodeError:
        return codecs.backslashreplace_errors(error)
    return utf8, error.end
