"""The door to the command line: `python -m rules`."""

import sys

from rules.command.line import main

if __name__ == "__main__":
    sys.exit(main())
