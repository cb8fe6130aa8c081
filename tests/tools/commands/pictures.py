"""Commands that draw pictures: shots, compare, moving, shelf, icons."""

import argparse
from pathlib import Path

from tests.tools.commands.checks import no_window
from web.commands import BuildCommand


def _shots_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("only", nargs="*", help="only pictures whose names contain one of these")


def _shots(given: argparse.Namespace) -> int:
    no_window()
    from tests.tools.shots import draw_all

    draw_all(given.build / "shots", given.only)
    return 0


def _compare_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("before", type=Path, help="the folder of a snapshot; made where missing")
    parser.add_argument("after", type=Path, nargs="?", help="another one, to compare with")
    parser.add_argument("--only", nargs="*", default=[], help="only pictures with one of these")


def _compare(given: argparse.Namespace) -> int:
    no_window()
    from tests.tools.compare import compare, snapshot

    for folder in filter(None, (given.before, given.after)):
        if not folder.exists():
            snapshot(folder, given.only)
    return min(1, compare(given.before, given.after)) if given.after else 0


def _moving(given: argparse.Namespace) -> int:
    no_window()
    from tests.tools import readme_animation

    readme_animation.make(readme_animation.PICTURE)
    return 0


def _shelf(given: argparse.Namespace) -> int:
    no_window()
    from tests.tools.page_shelf import draw_screenshots, draw_shelf, pack_fonts

    draw_shelf()
    pack_fonts()
    draw_screenshots()
    return 0


def _icons(given: argparse.Namespace) -> int:
    no_window()
    from tests.tools.shots import draw_icons

    draw_icons(given.build.parent / "assets" / "icons")
    return 0


BUILD_COMMANDS = {
    "shots": BuildCommand("pictures of every scene into build/shots", _shots, _shots_arguments),
    "compare": BuildCommand(
        "for steps that change nothing: answers, pictures", _compare, _compare_arguments
    ),
    "moving": BuildCommand("the moving picture of the README, into web/screenshots", _moving),
    "shelf": BuildCommand("draw what the page shows before the game, into web/", _shelf),
    "icons": BuildCommand("draw the icons in assets/icons", _icons),
}
