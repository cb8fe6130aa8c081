"""Commands that check, start and measure the program: check, bench, mutants."""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from web.commands import BuildCommand

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "build" / "package"
"""The folder of the package `flipside` for tools; mypy_path in pyproject.toml names it, too."""


def lay_out_package(out: Path = PACKAGE) -> Path:
    """Write the package into the folder `out` as pip installs it, with links to the sources, or
    with copies if the system does not support links. Return `out`. Static tools need it, because
    `flipside/__init__.py` changes `__path__` in a checkout.
    """
    shutil.rmtree(out, ignore_errors=True)
    (out / "flipside").mkdir(parents=True)
    parts = [ROOT / name for name in ("assets", "game", "rules")]
    for source in (*parts, *(ROOT / "flipside").glob("*.*")):
        link = out / "flipside" / source.name
        try:
            link.symlink_to(source, source.is_dir())
        except OSError:
            if source.is_dir():
                shutil.copytree(source, link)
            else:
                shutil.copyfile(source, link)
    return out


def _check_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--long", action="store_true", help="the tests with their full numbers")
    parser.add_argument(
        "--sample",
        metavar="WORD",
        default=os.environ.get("FLIPSIDE_SAMPLE"),
        help="some of the long tests without a browser too, chosen by that word"
        " (the variable FLIPSIDE_SAMPLE)",
    )


def _check(given: argparse.Namespace) -> int:
    """Run all checks, even after a failure; return 1 if one failed."""
    # The tests in Chromium form a group, so that it starts once. The groups run in the order of
    # tests/conftest.py, not by their number of tests. Three workers keep two processors busy,
    # because tests in a browser wait half of their time.
    workers = ["-n", "3", "--dist", "loadgroup", "--no-loadscope-reorder"]
    more = ["--long"] if given.long else []
    more += ["--sample", given.sample] if given.sample else []
    tests = ["pytest", *workers, *more]
    steps = (["ruff", "format", "--check", "."], ["ruff", "check", "."], ["mypy"], tests)
    minutes = "an hour or more" if given.long else "3 to 4 minutes, or 10 on a slow machine"
    print(f"check: this takes {minutes}", flush=True)
    failed = []
    lay_out_package()  # for mypy
    for step in steps:
        print(f"== {' '.join(step)}", flush=True)
        if subprocess.call([sys.executable, "-m", *step]):
            failed.append(step[0])
    if failed:
        print(f"check failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _bench_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", nargs="?", choices=("web", "reference"),
        help="in Chromium, with the stand-in; or Othello's values against those in FILE",
    )  # fmt: skip
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="of reference values")
    parser.add_argument("--depths", type=int, nargs="+", default=[1, 4, 8], metavar="N")
    parser.add_argument(
        "--seconds", type=float, nargs="+", default=(), metavar="N",
        help="reference: search so many processor seconds each, instead of to depths",
    )  # fmt: skip
    parser.add_argument("--positions", type=int, metavar="N", help="of the file (all)")
    parser.add_argument("--only", choices=("selective", "whole"), help="with or without ProbCut")
    parser.add_argument(
        "--against", type=Path, metavar="SITE",
        help="web: only start and rest, in turns with that other site",
    )  # fmt: skip
    parser.add_argument(
        "--rounds", type=int, default=3, metavar="N", help="of --against and --as (3)"
    )
    parser.add_argument(
        "--as", type=float, metavar="N", dest="slowness",
        help="web: only how smooth each game is on a page N times slower than the reference; a"
        " cheap tablet is 5",
    )  # fmt: skip
    parser.add_argument("--games", nargs="+", default=(), metavar="GAME", help="of --as (all)")


def _bench(given: argparse.Namespace) -> int:
    no_window()
    if given.what == "reference":
        from tests.tools.strength import reference

        if given.file is None or not given.file.is_file():
            print(f"bench reference: there is no file {given.file or ''}".rstrip(), file=sys.stderr)
            return 2
        reference.measure_errors(
            given.file, given.depths, given.positions, given.only, given.seconds
        )
    elif given.what is None:
        from tests.tools import bench

        bench.measure_all()
    else:
        from tests.tools import bench_slow, bench_start, bench_web

        shared = given.build.parent.parent / "shared"
        cdn = os.environ.get("FLIPSIDE_CDN", str(shared / "web" / "cdn"))
        if given.against is not None and not (given.against / "precache.json").is_file():
            print(f"bench web: {given.against} holds no site", file=sys.stderr)
            return 2
        if given.slowness is not None:
            done = bench_slow.measure(cdn, given.slowness, given.against, given.games, given.rounds)
            return 0 if done else 2
        if given.against is None:
            bench_web.measure_all(cdn)
        else:
            bench_start.compare(cdn, given.against.resolve(), given.rounds)
    return 0


def no_window() -> None:
    """Let pygame draw and play without window and sound, unless the caller chose drivers."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")


def _mutants_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "only", nargs="?", default="", help="files whose names contain this, or FILE:LINE"
    )
    parser.add_argument("--count", type=int, default=100, metavar="N", help="changes (100)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="chooses which")


def _mutants(given: argparse.Namespace) -> int:
    from tests.tools.mutants import measure

    return 1 if measure(given.build / "mutants", given.count, given.seed, given.only) else 0


BUILD_COMMANDS = {
    "check": BuildCommand(
        "format, lint, types and tests, as CI runs them", _check, _check_arguments
    ),
    "bench": BuildCommand("measure speed, frames, start-up and memory", _bench, _bench_arguments),
    "mutants": BuildCommand(
        "change the code here and there: do tests notice?", _mutants, _mutants_arguments
    ),
}
