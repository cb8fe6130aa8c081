"""The encoding of standard output and standard error, for every command."""

import codecs
import io
import sys


def use_utf8() -> None:
    """Set the encoding of stdout and stderr to UTF-8, regardless of the system's setting."""
    codecs.register_error("letters", _letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="letters")


def _letters(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return the original bytes of surrogate escapes if they are UTF-8, else backslash escapes."""
    assert isinstance(error, UnicodeEncodeError)
    try:
        utf8 = error.object[error.start : error.end].encode("utf-8", "surrogateescape")
        utf8.decode("utf-8")
    except UnicodeError:
        return codecs.backslashreplace_errors(error)
    return utf8, error.end
