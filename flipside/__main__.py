"""Starts Flipside: `flipside` or `python -m flipside [--data FOLDER] [--version]`."""

import sys

from game.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
