"""Commands of build.py for the page: web, serve, itch, apk."""

import argparse
import contextlib
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from web.sources import BuildError


class BuildCommand(NamedTuple):
    """A command of build.py."""

    help: str
    run: Callable[[argparse.Namespace], int]
    """Runs the command with the parsed arguments and returns the exit code; `build` is the output
    folder."""
    add_arguments: Callable[[argparse.ArgumentParser], None] = lambda parser: None
    description: str | None = None


def _web_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, metavar="DIR", help="instead of build/site")
    parser.add_argument(
        "--cdn", metavar="URL", help="the runtime's address (default: the official one)"
    )
    parser.add_argument(
        "--vendor", nargs="?", const="https://pygame-web.github.io/cdn/", metavar="URL|DIR",
        help="copy the runtime into the site, from there",
    )  # fmt: skip
    parser.add_argument("--lock", type=Path, metavar="FILE", help="another lock for the runtime")
    parser.add_argument(
        "--compressed", action="store_true",
        help="lay .br and .gz beside the files, for hosts that send them; takes half a minute",
    )  # fmt: skip


def _web(args: argparse.Namespace) -> int:
    from web import site, vendor

    out, lock = args.out or args.build / "site", args.lock or vendor.LOCK
    had_lock, cdn = lock.is_file(), args.cdn or site.OFFICIAL_CDN
    try:
        site.build_site(out.resolve(), cdn, args.vendor, lock, args.compressed)
    except BuildError as error:
        print(f"web: {error}", file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print(f"{out}: {size / 1e6:.1f} MB")
    if args.vendor and not had_lock:
        print(f"{lock} is new: commit it, and later builds will take no other runtime")
    return 0


def _no_site(args: argparse.Namespace) -> bool:
    """Print an error and return True if no site has been built yet."""
    missing = not (args.build / "site" / "index.html").is_file()
    if missing:
        print("there is no site yet; python build.py web makes it", file=sys.stderr)
    return missing


def _serve_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, default=9000)


def _serve(args: argparse.Namespace) -> int:
    from web import serve

    if _no_site(args):
        return 1
    print(f"http://127.0.0.1:{args.port}/ (Ctrl+C ends it)", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        serve.site_server(args.build / "site", args.port).serve_forever()
    return 0


def _itch(args: argparse.Namespace) -> int:
    if _no_site(args):
        return 1
    print(shutil.make_archive(str(args.build / "flipside-itch"), "zip", args.build / "site"))
    return 0


def _apk_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--key", type=Path, metavar="FILE",
        help="a key store to sign with, its password in FLIPSIDE_KEY_PASSWORD (default: a"
        " throw-away key in build/key)",
    )  # fmt: skip


def _apk(args: argparse.Namespace) -> int:
    from web import apk

    if _no_site(args):
        return 1
    app_file = args.build / "flipside.apk"
    try:
        apk.build_apk(args.build / "site", app_file, args.key)
    except BuildError as error:
        print(f"apk: {error}", file=sys.stderr)
        return 1
    print(app_file)
    return 0


BUILD_COMMANDS = {
    "web": BuildCommand("build the site for a browser into build/site", _web, _web_arguments),
    "serve": BuildCommand("serve build/site on 127.0.0.1", _serve, _serve_arguments),
    "itch": BuildCommand("build/site as a zip for itch.io", _itch),
    "apk": BuildCommand(
        "build/site as an app for Android, build/flipside.apk", _apk, _apk_arguments
    ),
}
