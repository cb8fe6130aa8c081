"""Starts Flipside: `python -m game [--data FOLDER]`."""

import argparse
import asyncio
from pathlib import Path

from game.app import App


def main() -> None:
    """Read the command line and play until the window is closed."""
    parser = argparse.ArgumentParser(
        prog="flipside", description="Five board games in which sides are turned."
    )
    parser.add_argument(
        "--data", type=Path, metavar="FOLDER", help="keep saved matches and settings in this folder"
    )
    asyncio.run(App(parser.parse_args().data).run())


if __name__ == "__main__":
    main()
