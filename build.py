"""Every command of a developer; `python build.py --help` lists them.

Knows no rules and no scenes; each command is a few lines that call what does the work.
"""

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.arena.pool import Workers

ROOT = Path(__file__).resolve().parent
BUILD = ROOT / "build"


def main() -> int:
    """Run one command; its exit code."""
    parser = argparse.ArgumentParser(description="Everything a developer of Flipside does.")
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="format, lint, types and tests, as CI runs them")
    check.add_argument("--long", action="store_true", help="the tests with their full numbers")
    run = commands.add_parser("run", help="start the game from this checkout")
    run.add_argument("rest", nargs=argparse.REMAINDER, help="arguments for the game")
    shots = commands.add_parser("shots", help="pictures of every scene into build/shots")
    shots.add_argument("only", nargs="*", help="only pictures whose names contain one of these")
    compare = commands.add_parser(
        "compare", help="for steps that change nothing: answers, pictures"
    )
    compare.add_argument("before", type=Path, help="the folder of a snapshot; made where missing")
    compare.add_argument("after", type=Path, nargs="?", help="another one, to compare with")
    compare.add_argument("--only", nargs="*", default=[], help="only pictures with one of these")
    commands.add_parser("moving", help="the moving picture of the README, into web/screenshots")
    bench = commands.add_parser("bench", help="measure speed, frames, start-up and memory")
    bench.add_argument(
        "what", nargs="?", choices=("web", "reference"),
        help="in Chromium, with the stand-in; or Othello's values against those in FILE",
    )  # fmt: skip
    bench.add_argument("file", nargs="?", type=Path, metavar="FILE", help="of reference values")
    bench.add_argument("--depths", type=int, nargs="+", default=[1, 4, 8], metavar="N")
    bench.add_argument("--positions", type=int, metavar="N", help="of the file (all)")
    bench.add_argument("--only", choices=("selective", "whole"), help="with or without ProbCut")
    bench.add_argument(
        "--against", type=Path, metavar="SITE",
        help="web: only start and rest, in turns with that other site",
    )  # fmt: skip
    bench.add_argument("--rounds", type=int, default=3, metavar="N", help="of --against (3)")
    levels = commands.add_parser(
        "levels",
        help="play the levels of the computer against each other",
        description="Plays the ladder of levels on all cores and prints a table for each game. What"
        " has been played lies in build/levels and is not played again while the level's limit"
        " stays what it was; delete it after a change of the search or of a judge. The low levels"
        " of all games come first; --table shows what there is, also while another run plays.",
    )
    levels.add_argument("games", nargs="*", metavar="GAME", help="the games (default: all)")
    levels.add_argument("--only", nargs="+", default=[], metavar="LEVEL", help="pairs with these")
    levels.add_argument("--matches", type=int, metavar="N", help="of each pair (100, timed 40)")
    levels.add_argument("--seed", type=int, default=0, metavar="N")
    _add_workers(levels)
    levels.add_argument("--table", action="store_true", help="play nothing, print what there is")
    commands.add_parser("shelf", help="draw what the page shows before the game, into web/")
    commands.add_parser("icons", help="draw the icons in assets/icons")
    solve = commands.add_parser("solve", help="work out a game that is small, write its table")
    solve.add_argument("game", choices=("switch",))
    solve.add_argument("--verify", action="store_true", help="hold every value against its moves")
    train = commands.add_parser("train", help="train a judge by self-play, round after round")
    train.add_argument("game", metavar="GAME")
    train.add_argument("--rounds", type=int, default=3, metavar="N", help="rounds in all (3)")
    train.add_argument("--hours", type=float, metavar="H", help="stop after so long")
    train.add_argument("--seed", type=int, default=0, metavar="N")
    _add_workers(train)
    train.add_argument("--anew", action="store_true", help="begin with the hand-made judge")
    train.add_argument(
        "--compare", action="store_true", help="only play the judge against the hand-made one"
    )
    train.add_argument("--margins", action="store_true", help="only measure those of ProbCut anew")
    train.add_argument("--book", action="store_true", help="only make the book of first moves anew")
    train.add_argument("--matches", type=int, default=200, metavar="N", help="to compare (200)")
    train.add_argument("--seconds", type=float, metavar="S", help="for a move, to compare")
    problems = commands.add_parser(
        "problems",
        help="make the problems of a game from matches of our own",
        description="What the matches gave lies in build/problems and is not looked for again.",
    )
    problems.add_argument("game", metavar="GAME")
    problems.add_argument("--seed", type=int, default=0, metavar="N")
    _add_workers(problems)
    other = commands.add_parser(
        "rivals",
        help="play against another program",
        description="Plays Othello against the package rust-reversi (extra `rivals`), Flipop"
        " or Contactic against compiled engines with rules of their own (extra `train`); with"
        " --program any game against whatever speaks the Go Text Protocol. It plays on all cores."
        " What has been played lies in build/rivals and is not played again.",
    )
    other.add_argument("game", nargs="?", metavar="GAME", default="othello")
    other.add_argument(
        "--program", metavar="COMMAND",
        help="starts what plays instead, by the Go Text Protocol; {seed} in it is replaced",
    )  # fmt: skip
    other.add_argument("--matches", type=int, default=40, metavar="N")
    other.add_argument("--seconds", type=float, default=1.0, metavar="S", help="for our moves (1)")
    other.add_argument(
        "--depth", type=int, metavar="N", help="of the other (Othello 8; Flipop: in our seconds)"
    )
    _add_workers(other)
    mutants = commands.add_parser(
        "mutants", help="change the code here and there: do tests notice?"
    )
    mutants.add_argument(
        "only", nargs="?", default="", help="files whose names contain this, or FILE:LINE"
    )
    mutants.add_argument("--count", type=int, default=100, metavar="N", help="changes (100)")
    mutants.add_argument("--seed", type=int, default=0, metavar="N", help="chooses which")
    web = commands.add_parser("web", help="build the site for a browser into build/site")
    web.add_argument("--out", type=Path, default=BUILD / "site", metavar="DIR")
    web.add_argument(
        "--cdn", metavar="URL", help="the runtime's address (default: the official one)"
    )
    web.add_argument(
        "--vendor", nargs="?", const="https://pygame-web.github.io/cdn/", metavar="URL|DIR",
        help="copy the runtime into the site, from there",
    )  # fmt: skip
    web.add_argument("--lock", type=Path, metavar="FILE", help="another lock for the runtime")
    web.add_argument(
        "--compressed", action="store_true",
        help="lay .br and .gz beside the files, for hosts that send them; takes half a minute",
    )  # fmt: skip
    serve = commands.add_parser("serve", help="serve build/site on 127.0.0.1")
    serve.add_argument("--port", type=int, default=9000)
    commands.add_parser("itch", help="build/site as a zip for itch.io")
    apk = commands.add_parser("apk", help="build/site as an app for Android, build/flipside.apk")
    apk.add_argument(
        "--key", type=Path, metavar="FILE",
        help="a key store to sign with, its password in FLIPSIDE_KEY_PASSWORD (default: a"
        " throw-away key in build/key)",
    )  # fmt: skip
    commands.add_parser("desktop", help="packages for desktops without Python, in build/desktop")
    notes = commands.add_parser("notes", help="what the changelog says of this version")
    notes.add_argument("tag", metavar="TAG", help="of the release, such as v1.2.3")
    given = parser.parse_args()
    os.chdir(ROOT)
    if given.command == "check":
        return _check(given.long)
    if given.command == "run":
        return subprocess.call([sys.executable, "-m", "game", *given.rest])
    if given.command in ("levels", "train", "rivals", "problems"):
        return _play(given)
    if given.command in ("web", "serve", "itch", "apk"):
        return _web(given)
    if given.command in ("desktop", "notes"):
        return _publish(given)
    if given.command == "mutants":
        from tests.tools.mutants import measure

        return 1 if measure(BUILD / "mutants", given.count, given.seed, given.only) else 0
    if given.command == "solve":
        from rules.training.solve_switch import solve_switch

        return solve_switch(BUILD, given.verify)
    return _measure_or_draw(given)


def _add_workers(parser: argparse.ArgumentParser) -> None:
    workers = parser.add_mutually_exclusive_group()
    workers.add_argument("--jobs", type=int, metavar="N", help="processes (one a core)")
    cluster = "the workers of this Dask scheduler instead (extra `cluster`)"
    workers.add_argument("--dask", metavar="ADDRESS", help=cluster)


def _check(long: bool) -> int:
    """Run everything in turn, also after a failure; 1 if anything failed."""
    # The browser tests of a file form a group: a browser starts once for them.
    # They come in the order of tests/conftest.py, not by how many tests a group has.
    workers = ["-n", "2", "--dist", "loadgroup", "--no-loadscope-reorder"]
    tests = ["pytest", *workers, *(["--long"] if long else [])]
    steps = (["ruff", "format", "--check", "."], ["ruff", "check", "."], ["mypy"], tests)
    failed = []
    for step in steps:
        print(f"== {' '.join(step)}", flush=True)
        if subprocess.call([sys.executable, "-m", *step]):
            failed.append(step[0])
    if failed:
        print(f"check failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _play(given: argparse.Namespace) -> int:
    """Many matches; those that have ended stay when the rest cannot be played."""
    from rules.arena.cluster import NoWorkers
    from rules.arena.pool import Workers

    # The judges that train travel with their tasks; those in the games' folders change meanwhile.
    workers = Workers(given.jobs, given.dask, weights=given.command != "train")
    try:
        doer = {"levels": _levels, "train": _train, "rivals": _rivals, "problems": _problems}
        return doer[given.command](given, workers)
    except NoWorkers as wrong:
        print(f"{given.command}: {wrong}", file=sys.stderr)
    except KeyboardInterrupt:
        print(f"{given.command}: stopped; the same command goes on", file=sys.stderr)
    return 1


def _levels(given: argparse.Namespace, workers: "Workers") -> int:
    from rules.arena import ladder

    known = ladder.known()
    strange = [word for word in (*given.games, *given.only) if word not in known]
    if strange:
        print(f"levels: {strange[0]!r} is none of {', '.join(known)}", file=sys.stderr)
        return 2
    numbers, folder = (given.matches, given.seed, workers), BUILD / "levels"
    good = ladder.measure(folder, given.games, given.only, *numbers, play=not given.table)
    return 0 if good else 1


def _rivals(given: argparse.Namespace, workers: "Workers") -> int:
    from rules.arena import rivals
    from rules.catalogue import BY_KEY

    known = list(rivals.RIVALS if given.program is None else BY_KEY)
    if given.game not in known:
        print(f"rivals: {given.game!r} is none of {', '.join(known)}", file=sys.stderr)
        return 2
    if given.program is not None and given.depth is not None:
        print("rivals: how deep a program looks is for its own command to say", file=sys.stderr)
        return 2
    numbers = given.matches, given.seconds, given.depth
    return rivals.play(BUILD / "rivals", given.game, *numbers, workers, given.program)


def _train(given: argparse.Namespace, workers: "Workers") -> int:
    from rules.training import COURSES, run

    if given.game not in COURSES:
        print(f"train: {given.game!r} is none of {', '.join(COURSES)}", file=sys.stderr)
        return 2
    folder = BUILD / "train"
    numbers = given.seed, workers
    if given.margins:
        return run.margins(given.game)
    if given.book:
        return run.book(given.game, workers)
    if given.compare:
        return run.compare(given.game, folder, given.matches, given.seconds, *numbers)
    return run.train(given.game, folder, given.rounds, given.hours, *numbers, given.anew)


def _problems(given: argparse.Namespace, workers: "Workers") -> int:
    from rules.catalogue import BY_KEY
    from rules.training.problems.make import make

    if given.game not in BY_KEY:
        print(f"problems: {given.game!r} is none of {', '.join(BY_KEY)}", file=sys.stderr)
        return 2
    count = make(BY_KEY[given.game], BUILD / "problems", given.seed, workers)
    print(f"{count} problems of {given.game}")
    return 0


def _web(given: argparse.Namespace) -> int:
    from web import apk, serve, site, vendor
    from web.sources import SiteError

    if given.command == "web":
        try:
            lock = given.lock or vendor.LOCK
            locked = lock.is_file()
            cdn = given.cdn or site.OFFICIAL_CDN
            site.build_site(given.out.resolve(), cdn, given.vendor, lock, given.compressed)
        except (SiteError, vendor.VendorError) as wrong:
            print(f"web: {wrong}", file=sys.stderr)
            return 1
        size = sum(path.stat().st_size for path in given.out.rglob("*") if path.is_file())
        print(f"{given.out}: {size / 1e6:.1f} MB")
        if given.vendor and not locked:
            print(f"{lock} is new: commit it, and later builds will take no other runtime")
    elif not (BUILD / "site" / "index.html").is_file():
        print("there is no site yet; python build.py web makes it", file=sys.stderr)
        return 1
    elif given.command == "apk":
        try:
            apk.build_apk(BUILD / "site", BUILD / "flipside.apk", given.key)
        except apk.ApkError as wrong:
            print(f"apk: {wrong}", file=sys.stderr)
            return 1
        print(BUILD / "flipside.apk")
    elif given.command == "serve":
        print(f"http://127.0.0.1:{given.port}/ (Ctrl+C ends it)", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            serve.site_server(BUILD / "site", given.port).serve_forever()
    else:
        print(shutil.make_archive(str(BUILD / "flipside-itch"), "zip", BUILD / "site"))
    return 0


def _publish(given: argparse.Namespace) -> int:
    from tests.tools import desktop
    from tests.tools import release_notes as notes

    try:
        if given.command == "desktop":
            desktop.build(BUILD / "desktop")
        else:
            print(notes.notes(given.tag, notes.CHANGELOG.read_text("utf-8")), end="")
    except (desktop.DesktopError, notes.NotesError) as wrong:
        print(f"{given.command}: {wrong}", file=sys.stderr)
        return 1
    return 0


def _bench(given: argparse.Namespace) -> int:
    if given.what == "reference":
        from rules.arena import reference

        if given.file is None or not given.file.is_file():
            print(f"bench reference: there is no file {given.file or ''}".rstrip(), file=sys.stderr)
            return 2
        reference.measure(given.file, given.depths, given.positions, given.only)
    elif given.what is None:
        from tests.tools import bench

        bench.measure_all()
    else:
        from tests.tools import bench_start, bench_web

        cdn = os.environ.get("FLIPSIDE_CDN", str(ROOT.parent / "shared" / "web" / "cdn"))
        if given.against is None:
            bench_web.measure_all(cdn)
        elif not (given.against / "precache.json").is_file():
            print(f"bench web: {given.against} holds no site", file=sys.stderr)
            return 2
        else:
            bench_start.compare(cdn, given.against.resolve(), given.rounds)
    return 0


def _measure_or_draw(given: argparse.Namespace) -> int:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    if given.command == "shots":
        from tests.tools.shots import draw_all

        draw_all(BUILD / "shots", given.only)
    elif given.command == "compare":
        from tests.tools.compare import compare, snapshot

        for folder in filter(None, (given.before, given.after)):
            if not folder.exists():
                snapshot(folder, given.only)
        return min(1, compare(given.before, given.after)) if given.after else 0
    elif given.command == "moving":
        from tests.tools import readme_animation

        readme_animation.make(readme_animation.PICTURE)
    elif given.command == "shelf":
        from tests.tools.page_shelf import draw_screenshots, draw_shelf, pack_fonts

        draw_shelf()
        pack_fonts()
        draw_screenshots()
    elif given.command == "bench":
        return _bench(given)
    else:
        from tests.tools.shots import draw_icons

        draw_icons(ROOT / "assets" / "icons")
    return 0


if __name__ == "__main__":
    sys.exit(main())
