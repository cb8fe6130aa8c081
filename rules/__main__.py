"""The door to the command line: `python -m rules`.

Ctrl+C ends it quietly, with exit code 130, also while modules are imported. An older Python must be
able to read this file.
"""

import sys

LEAST_PYTHON = 3, 11


def main() -> int:
    """Answer the command line; gives the exit code."""
    if sys.version_info < LEAST_PYTHON:
        sys.stderr.write("rules: needs Python {}.{} or later.\n".format(*LEAST_PYTHON))
        return 2
    try:
        from rules.cli.main import main as answer

        return answer()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
