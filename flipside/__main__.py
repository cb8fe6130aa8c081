"""Starts Flipside: `flipside` or `python -m flipside [--data FOLDER]`."""

from game.__main__ import main

if __name__ == "__main__":
    main()
