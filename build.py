"""All developer commands; `python build.py --help` lists them.

The commands are in tests/tools/commands/ and web/commands.py.
"""

import argparse
import os
import sys
from pathlib import Path

from flipside.rules.streams import use_utf8
from tests.tools.commands import BUILD_COMMANDS

ROOT = Path(__file__).resolve().parent


def main() -> int:
    """Run one command and return its exit code."""
    use_utf8()
    parser = argparse.ArgumentParser(description="Everything a developer of Flipside does.")
    parser.set_defaults(build=ROOT / "build")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, command in BUILD_COMMANDS.items():
        subparser = commands.add_parser(name, help=command.help, description=command.description)
        command.add_arguments(subparser)
    args = parser.parse_args()
    os.chdir(ROOT)
    return BUILD_COMMANDS[args.command].run(args)


if __name__ == "__main__":
    sys.exit(main())
