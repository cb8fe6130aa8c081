"""The command that checks the texts of a language and exchanges them with translators: texts."""

import argparse
from pathlib import Path

from flipside.game.services.texts import LANGUAGES
from tests.tools.commands.checks import no_window
from web.commands import BuildCommand


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("language", choices=list(LANGUAGES), help="as in languages.toml")
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--write", type=Path, metavar="FILE.po", help="write its texts there")
    either.add_argument("--read", type=Path, metavar="FILE.po", help="take its texts from there")


def _texts(given: argparse.Namespace) -> int:
    """Report on texts, or exchange them; return 1 if something is wrong or left out."""
    no_window()
    from tests.tools import texts

    if given.write:
        print(f"{texts.write_po(given.language, given.write)} texts in {given.write}")
        return 0
    if given.read:
        found = texts.read_po(given.language, given.read)
    else:
        found = [*texts.faults(given.language), *texts.too_long(given.language)]
        found += [
            f"assets/text/en/program.toml: {key} is used by no code" for key in texts.unused()
        ]
    print("\n".join(found) if found else "nothing is missing, too long or unused")
    return int(bool(found))


BUILD_COMMANDS = {
    "texts": BuildCommand(
        "what a language lacks, and its texts as .po", _texts, _arguments,
        "Report the texts of a language that are missing, unused, too long for a phone, or have"
        " other placeholders than English; or write or read them as a .po file.",
    ),
}  # fmt: skip
