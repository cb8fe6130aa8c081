"""The command line for scripts and other programs: one question, one JSON object on one line.

Some commands answer in more lines: `lessons`, `problems` and `read` with one for each step, problem
or match, `write` with matches as text, `gtp` as it is asked. Errors
are a sentence on stderr and exit code 2.
"""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from flipside.rules.cli import arguments
from flipside.rules.cli.commands import REFUSALS
from flipside.rules.streams import use_utf8


def main(line: Sequence[str] | None = None) -> int:
    """Answer one command line; return the exit code: 0, or 2 after an error on stderr."""
    use_utf8()
    try:
        given = _parser().parse_args(_with_positions(_typed() if line is None else line))
        if sys.stdout is None:
            return _complain("the answer cannot be written: there is no standard output")
        for answer in given.answer(given):
            print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)
    except REFUSALS as wrong:
        return _complain(str(wrong))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the exit flushes again
        return _complain("nobody reads the answer")
    except OSError as failed:
        return _complain(f"the answer cannot be written: {failed.strerror}")
    except ModuleNotFoundError as missing:
        if missing.name != "numpy":
            raise
        return _complain("this needs numpy, which is not installed: python -m pip install numpy")
    return 0


def _typed() -> list[str]:
    """The words of the command line, read as UTF-8 like all else."""
    return [os.fsencode(word).decode("utf-8", "surrogateescape") for word in sys.argv[1:]]


def _with_positions(line: Sequence[str]) -> list[str]:
    """The words with the text after "--position" joined to it: it may begin with a dash."""
    words = list(line)
    if "--position" in words[:-1]:
        at = words.index("--position")
        words[at : at + 2] = [f"--position={words[at + 1]}"]
    return words


def _complain(sentence: str) -> int:
    arguments.print_error(sentence)
    return 2


def _parser() -> ArgumentParser:
    parser = arguments.Parser(
        prog="python -m flipside.rules", description=__doc__, allow_abbrev=False
    )
    commands = parser.add_subparsers(
        required=True, metavar="COMMAND", parser_class=arguments.Parser
    )
    for name, answer, added in arguments.CLI_COMMANDS:
        about = answer.__doc__
        found = commands.add_parser(name, help=about, description=about, allow_abbrev=False)
        found.set_defaults(answer=answer)
        for add in added:
            add(found)
    return parser
