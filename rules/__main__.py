"""Entry point of the command line: `python -m flipside.rules`.

Ctrl+C ends it with exit code 130 and without traceback, even during imports. Older versions of
Python must be able to parse this file.
"""

import sys

LEAST_PYTHON = 3, 11


def main() -> int:
    """Run the command line; return the exit code."""
    if sys.version_info < LEAST_PYTHON:
        sys.stderr.write("rules: needs Python {}.{} or later.\n".format(*LEAST_PYTHON))
        return 2
    try:
        from flipside.rules.cli.commands import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
