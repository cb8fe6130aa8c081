"""The build: reproducible, without foreign content, and with a sentence for each failure."""

import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import tomllib
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

import brotli
import pytest
from PIL import Image

from flipside.game.services.texts import LANGUAGES
from tests.browser.trees import FILE_PLACE, ROOT, TITLE_PLACE, Place, copied, replace, run_build
from web.bundle import RUNTIME_FILES, installed_name
from web.precache import compress
from web.serve import site_server

MANIFESTS = tuple(f"manifest{'' if code == 'en' else f'-{code}'}.webmanifest" for code in LANGUAGES)
"""The manifests, in the order of LANGUAGES."""

README = ROOT / "web" / "README.md"

TEXTS = ROOT / "assets" / "text"

OFFLINE = {"http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9"}


def hashes(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of every file below a folder, by its name."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site that loads the runtime from the official address."""
    out = tmp_path_factory.mktemp("official") / "site"
    done = run_build(ROOT, "--out", str(out), **OFFLINE)
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a copy of the sources that the test may change."""
    return copied(tmp_path / "tree")


def refused(tree: Path, *more: str, **environment: str) -> str:
    """Run a build that fails, and return its only line of output."""
    done = run_build(tree, *more, **environment)
    assert done.returncode == 1, done.stdout
    assert re.fullmatch(r"web: [^\n]+\n", done.stderr), done.stderr
    return done.stderr


def listed(site: Path) -> dict[str, object]:
    """Return the contents of precache.json."""
    found: dict[str, object] = json.loads((site / "precache.json").read_text("utf-8"))
    return found


# -- what is built ---------------------------------------------------------------------------------


def test_the_same_bytes_twice_and_untouched_sources(tree: Path) -> None:
    """A second build, later, over the first site and offline, gives the same bytes."""
    before = hashes(tree)
    assert run_build(tree, **OFFLINE).returncode == 0
    first = hashes(tree / "build" / "site")
    time.sleep(2.1)  # zip files store times in steps of two seconds
    for path in tree.rglob("*.py"):
        os.utime(path)
    assert run_build(tree, **OFFLINE).returncode == 0
    assert hashes(tree / "build" / "site") == first
    shutil.rmtree(tree / "build")
    assert hashes(tree) == before


HELD = (
    "assets/address.txt",
    "assets/fonts/*.ttf",
    "assets/sounds/*.ogg",
    "flipside/__init__.py",
    "game/**/*.py",
    "rules/*.py",
    "rules/contract/*.py",
    "rules/engine/**/*.py",
    "rules/games/**/*.py",
    "rules/games/*/lessons.toml",
    "rules/games/*/*.txt",
    "rules/match/*.py",
)
"""The contents of the bundle."""

WORDS = (
    "assets/text/*.toml",
    "assets/text/*/program.toml",
    "rules/games/*/pictures.toml",
    "rules/games/*/text/*.toml",
)
"""The files that the bundle contains as JSON."""

BINARY = "application/octet-stream"

ELSEWHERE = "rules/__main__.py"
"""A file of these folders that the bundle does not contain: the command line."""


def test_the_bundle(site: Path) -> None:
    """The bundle is small and has only the game, the rules and their texts."""
    bundles = sorted((site / "bundle").glob("*.bin"))
    assert sum(bundle.stat().st_size for bundle in bundles) <= 970_000 + 30_000 * len(LANGUAGES)
    assert max(bundle.stat().st_size for bundle in bundles) <= 175_000, "a comment costs as much"
    words = {path for kind in WORDS for path in ROOT.glob(kind)}
    names: list[str] = []
    for bundle in bundles:
        with zipfile.ZipFile(bundle) as packed:
            names += packed.namelist()
            for name in packed.namelist():
                if name.endswith(".json"):
                    table = (
                        (ROOT / name.removeprefix("assets/flipside/"))
                        .with_suffix(".toml")
                        .read_text("utf-8")
                    )
                    assert json.loads(packed.read(name)) == tomllib.loads(table)
            assert packed.testzip() is None
            assert {entry.date_time for entry in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert len(names) == len(set(names))
    there = {path for kind in HELD for path in ROOT.glob(kind)} - {ROOT / ELSEWHERE}
    segno = {f"segno/{name}.py" for name in ("__init__", "consts", "encoder")}
    whole = {
        *RUNTIME_FILES,
        *segno,
        *(installed_name(path).as_posix() for path in there),
        *(installed_name(path.with_suffix(".json")).as_posix() for path in words),
    }
    assert {f"assets/{name}" for name in whole} == set(names)
    assert (ROOT / ELSEWHERE).is_file()


def test_what_lies_beside_the_bundle(site: Path) -> None:
    names = set(hashes(site))
    wanted = {"index.html", "page.js", "painter.js", "page.css", *MANIFESTS,
              "screenshots/narrow.webp", "screenshots/wide.webp",
              "service-worker.js", "precache.json", ".nojekyll",
              "bundle/game.bin",
              "icons/icon-192.png", "icons/icon-512.png", "icons/maskable-512.png",
              "icons/apple-touch.png"}  # fmt: skip
    others = ("licences/", "strength/", "bundle/", "shelf/", "fonts/")
    assert names - wanted == {name for name in names - wanted if name.startswith(others)}
    assert wanted <= names
    assert len([name for name in names if name.startswith("licences/")]) >= 4


@pytest.mark.parametrize("kind", ["official", "vendored"])
def test_the_list_names_every_file(kind: str, request: pytest.FixtureRequest) -> None:
    """precache.json has the size, hash and group of every file that a page needs."""
    site = request.getfixturevalue("site" if kind == "official" else "vendored_site")
    there = hashes(site)
    files = listed(site)["files"]
    assert isinstance(files, list)
    own = {file["url"]: file for file in files if "://" not in file["url"]}
    needed = {
        "./" if name == "index.html" else name
        for name in there
        if "licences" not in name
        and not name.startswith("screenshots/")
        and name not in (".nojekyll", "service-worker.js")
        and not name.endswith(".gz")
    }
    assert set(own) - {".nojekyll"} == needed
    for name, file in own.items():
        if name != "precache.json":
            path = site / ("index.html" if name == "./" else name)
            assert file["bytes"] == path.stat().st_size
            assert file["sha256"] == there[path.relative_to(site).as_posix()]
            packed = path.with_name(f"{path.name}.gz")
            assert file.get("packed") == (packed.stat().st_size if packed.is_file() else None)
        folders = {"cdn": "runtime", "strength": name}
        assert file["group"] == folders.get(name.split("/")[0], "app")
    assert files[-1]["url"] == "precache.json", "the worker takes it for the sign of completeness"
    foreign = [file["url"] for file in files if "://" in file["url"]]
    assert bool(foreign) == (kind == "official")
    assert all(url.startswith("https://pygame-web.github.io/cdn/") for url in foreign)


def test_compressed_twins(tmp_path: Path) -> None:
    """Compressed copies exist only if smaller, are reproducible, and are in no list.

    A browser gets the copy that it accepts, otherwise the file.
    """
    text, noise = b"turn " * 400, bytes(range(256)) * 2
    for name, data in (("a.js", text), ("sub/index.html", text), ("b.bin", noise[::7])):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    compress(tmp_path)
    before = hashes(tmp_path)
    compressed = {"a.js.br", "a.js.gz", "sub/index.html.br", "sub/index.html.gz"}
    assert set(before) == {"a.js", "b.bin", "sub/index.html"} | compressed
    for name in compressed:
        (tmp_path / name).unlink()
    compress(tmp_path)
    assert hashes(tmp_path) == before
    with site_server(tmp_path) as host:
        threading.Thread(target=host.serve_forever, args=(0.05,), daemon=True).start()
        for path, taken, coding, unpack in (
            ("a.js", "gzip, deflate, br", "br", brotli.decompress),
            ("a.js", "gzip", "gzip", gzip.decompress),
            ("a.js", "identity", None, bytes),
            ("sub/", "br;q=1.0", "br", brotli.decompress),
            ("b.bin", "br, gzip", None, bytes),
        ):
            address = f"http://127.0.0.1:{host.server_address[1]}/{path}"
            asked = urllib.request.Request(address, headers={"Accept-Encoding": taken})
            with urllib.request.urlopen(asked) as answer:
                assert answer.headers["Content-Encoding"] == coding
                assert unpack(answer.read()) == (noise[::7] if path == "b.bin" else text)
                date, kind = answer.headers["Last-Modified"], answer.headers["Content-Type"]
            assert kind == {"a.js": "text/javascript", "sub/": "text/html"}.get(path, BINARY)
            asked.add_header("If-Modified-Since", date)
            with pytest.raises(urllib.error.HTTPError, match="304"):
                urllib.request.urlopen(asked)
        host.shutdown()


def test_a_vendored_site_names_no_other_host(vendored_site: Path) -> None:
    """All addresses in its own files are relative."""
    for name in ("index.html", "page.js", "painter.js", "page.css", "precache.json",
                 "service-worker.js", *MANIFESTS):  # fmt: skip
        assert "://" not in (vendored_site / name).read_text("utf-8"), name
    assert (vendored_site / "cdn" / "licences.txt").is_file()
    page = (vendored_site / "index.html").read_text("utf-8")
    assert not re.search(r'(?:src|href)="/', page)


def test_manifests_differ_only_in_what_they_say(site: Path) -> None:
    """Only the texts differ between the manifests of the languages."""
    found = [json.loads((site / name).read_text("utf-8")) for name in MANIFESTS]
    for language, manifest in zip(LANGUAGES, found, strict=True):
        shell = tomllib.loads((TEXTS / language / "program.toml").read_text("utf-8"))
        assert manifest.pop("lang") == language
        assert manifest.pop("description") == shell["page"]["about"]
        names = [shortcut.pop("name") for shortcut in manifest["shortcuts"]]
        assert names == [shell["menu"]["continue"], shell["problems"]["of_day"]]
    assert all(manifest == found[0] for manifest in found)
    assert "file_handlers" in found[0]
    page = (site / "index.html").read_text("utf-8")
    assert f'href="{MANIFESTS[0]}"' in page


def test_the_manifest(site: Path) -> None:
    """Its files exist, its pictures have the stated sizes, and the loader knows the shortcuts."""
    manifest = json.loads((site / "manifest.webmanifest").read_text("utf-8"))
    pictures = [*manifest["icons"], *manifest["screenshots"]]
    pictures += [icon for shortcut in manifest["shortcuts"] for icon in shortcut["icons"]]
    for picture in pictures:
        with Image.open(site / picture["src"]) as opened:
            assert picture["sizes"] == f"{opened.width}x{opened.height}"
            assert picture["type"] == f"image/{(opened.format or '').lower()}"
    assert {picture["form_factor"] for picture in manifest["screenshots"]} == {"narrow", "wide"}
    loader = (site / "page.js").read_text("utf-8")
    for shortcut in manifest["shortcuts"]:
        assert f"'{shortcut['url'].removeprefix('./?open=')}'" in loader
    assert f"parameters.get('{manifest['share_target']['params']['text']}')" in loader
    shared = manifest["share_target"]
    assert (shared["method"], shared["enctype"]) == ("POST", "multipart/form-data")
    (handler,) = manifest["file_handlers"]
    endings_opened = {ending for endings in handler["accept"].values() for ending in endings}
    assert endings_opened == {".txt", ".ggf", ".obf", ".sgf", ".pgn", ".wtb", ".jou", ".trn"}
    assert endings_opened <= set(shared["params"]["files"][0]["accept"])


def test_the_policy(site: Path, vendored_site: Path) -> None:
    """It allows only our files, the runtime's address, and inline scripts by their digests."""
    for folder, hosts in ((site, ["https://pygame-web.github.io"]), (vendored_site, [])):
        page = (folder / "index.html").read_text("utf-8")
        found = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
        assert found is not None
        policy = found[1]
        assert "unsafe-inline" not in policy
        assert "default-src 'none'" in policy
        assert sorted(set(re.findall(r"https?://\S+?(?=[ ;])", policy + ";"))) == hosts
        assert not re.search(r"[ ;](\*|https?:)[ ;]", policy)
        for script in re.findall(
            r"<script(?![^>]*(?:src=|x-python))[^>]*>(.*?)</script>", page, re.S
        ):
            digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy
        assert not re.search(r"<style|\sstyle=|\son\w+=", page)


def test_what_starts_python_knows_all_its_names(site: Path) -> None:
    """It uses only names that it imports, except three names of the runtime."""
    page = (site / "index.html").read_text("utf-8")
    found = re.search(r'<script type="text/x-python"[^>]*>#<!--\n(.*?)# -->', page, re.DOTALL)
    assert found is not None, "what stands in the line that hides it is no code"
    given = "builtins = ['PyConfig', 'TopLevel_async_handler', 'shell']"
    command = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--isolated",
        "--select",
        "F",
        "--config",
        given,
        "-",
    ]
    done = subprocess.run(command, input=found[1], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_worker_knows_the_caches_of_the_list(site: Path, vendored_site: Path) -> None:
    """Another runtime changes both caches' names, another game only the name of the app's cache."""
    for folder in (site, vendored_site):
        worker = (folder / "service-worker.js").read_text("utf-8")
        assert f"const CACHES = {json.dumps(listed(folder)['caches'])};" in worker
        assert f"const VERSION = '{listed(folder)['version']}';" in worker
    one, other = listed(site)["caches"], listed(vendored_site)["caches"]
    assert isinstance(one, dict)
    assert isinstance(other, dict)
    assert one["runtime"] != other["runtime"]
    assert one["app"] != other["app"]


# -- what fails ------------------------------------------------------------------------------------


def test_a_broken_link(tree: Path) -> None:
    (tree / "game" / "elsewhere.py").symlink_to(tree / "nowhere.py")
    assert "game/elsewhere.py" in refused(tree)


@pytest.mark.parametrize("name", ["icon-192.png", "icon-512.png", "apple-touch.png"])
def test_a_missing_icon(tree: Path, name: str) -> None:
    (tree / "assets" / "icons" / name).unlink()
    assert name in refused(tree, **OFFLINE)


def test_a_missing_licence(tree: Path) -> None:
    (tree / "LICENSE").unlink()
    assert "LICENSE" in refused(tree)


def test_a_file_that_is_no_python(tree: Path) -> None:
    with (tree / "game" / "window" / "app.py").open("a") as file:
        file.write("\nif True\n")
    assert "game/window/app.py" in refused(tree)


def shadow(folder: Path, name: str, text: str) -> str:
    """Return a folder for PYTHONPATH whose module `name` replaces the real module."""
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.py").write_text(text)
    return str(folder)


@pytest.mark.parametrize("place", [TITLE_PLACE, FILE_PLACE])
def test_what_long_tests_change_is_there(place: Place) -> None:
    path, words = place
    assert (ROOT / path).read_text("utf-8").count(words) == 1


def with_pygbag(tree: Path, change: str) -> Path:
    """Return `tree` with a bundle.py that runs the code `change` after pygbag."""
    place = "web/bundle.py", 'sys.executable, "-m", "pygbag"'
    replace(tree, place, f'sys.executable, "{tree / "pygbag_changed.py"}"')
    (tree / "pygbag_changed.py").write_text(
        "import pathlib, subprocess, sys, zipfile\n"
        "folder = pathlib.Path(sys.argv[-1])\n"
        "code = subprocess.call([sys.executable, '-m', 'pygbag', *sys.argv[1:]])\n"
        f"{change}\nsys.exit(code)\n"
    )
    return tree


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("code = 3", "pygbag failed with code 3"),
        ("(folder / 'build/web/index.html').unlink()", "pygbag failed"),
        ("(folder / 'build/web/index.html').write_text('')", "pygbag failed"),
        ("(folder / 'build/web/flipside.apk').unlink()", "no archive"),
        ("zipfile.ZipFile(folder / 'build/web/flipside.apk', 'w').close()", "lacks"),
        ("zipfile.ZipFile(folder / 'build/web/flipside.apk', 'a').writestr('assets/x', '')",
         "unexpected files"),
        ("(folder / 'main.py').write_text('')", "changed the files"),
    ],
    ids=["code", "no page", "empty page", "no archive", "empty archive", "more", "changed"],
)  # fmt: skip
def test_pygbag_fails(tree: Path, change: str, sentence: str) -> None:
    assert sentence in refused(with_pygbag(tree, change))


def test_black_is_installed(tree: Path, tmp_path: Path) -> None:
    """pygbag cannot use black, which would rewrite the sources."""
    sign = tmp_path / "black-was-here"
    text = f"import pathlib\npathlib.Path({str(sign)!r}).write_text('')\n"
    path = shadow(tmp_path / "with-black", "black", text)
    before = hashes(tree / "game")
    assert run_build(tree, PYTHONPATH=path).returncode == 0
    assert not sign.exists()
    assert hashes(tree / "game") == before


@pytest.mark.parametrize(
    "address",
    ["https://example.org/cdn", "ftp://example.org/", "example/", 'https://a"onload="b/',
     "https://a b/"],
)  # fmt: skip
def test_a_bad_address_of_the_cdn(tree: Path, address: str) -> None:
    refused(tree, "--cdn", address)


@pytest.mark.long
def test_a_damaged_runtime(tree: Path, vendored_site: Path, lock: Path, tmp_path: Path) -> None:
    """Each file is compared with the lock, and a failure keeps the previous site."""
    cdn = tmp_path / "cdn"
    shutil.copytree(vendored_site / "cdn", cdn)
    arguments = ("--vendor", str(cdn), "--lock", str(lock))
    assert run_build(tree, *arguments).returncode == 0
    before = hashes(tree / "build" / "site")
    main = cdn / "0.9.3" / "cpython312" / "main.js"
    main.write_bytes(main.read_bytes() + b"\n")
    assert "main.js" in refused(tree, *arguments)
    assert hashes(tree / "build" / "site") == before


@pytest.mark.long
def test_without_a_lock(tree: Path, vendored_site: Path) -> None:
    """The first build writes a lock and reports it; without a network a build names the remedy."""
    assert "--vendor DIR" in refused(tree, "--vendor", **OFFLINE)
    lock = tree / "web" / "runtime.lock.json"
    lock.unlink(missing_ok=True)
    arguments = ("--vendor", str(vendored_site / "cdn"))
    assert "runtime.lock.json is new: commit it" in run_build(tree, *arguments).stdout
    assert "0.9.3/cpython312/main.wasm" in json.loads(lock.read_text("utf-8"))
    assert "is new" not in run_build(tree, *arguments).stdout


@pytest.mark.long
def test_a_missing_wheel(tree: Path, vendored_site: Path, lock: Path, tmp_path: Path) -> None:
    cdn = tmp_path / "cdn"
    shutil.copytree(vendored_site / "cdn", cdn)
    next((cdn / "cp312").glob("numpy*")).unlink()
    assert "numpy" in refused(tree, "--vendor", str(cdn), "--lock", str(lock))
    index = cdn / "index-0.9.3-cp312.json"
    index.write_text("{}")
    assert "pygame" in refused(tree, "--vendor", str(cdn), "--lock", str(lock))
    index.write_text("<html>")
    assert "index" in refused(tree, "--vendor", str(cdn), "--lock", str(lock))


def test_a_folder_with_something_else_in_it(tree: Path, tmp_path: Path) -> None:
    """Only an older site is deleted."""
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("dear")
    assert "letters" in refused(tree, "--out", str(tmp_path / "letters"))
    assert (tmp_path / "letters" / "dear.txt").read_text() == "dear"


def test_the_zip_for_itch(tree: Path) -> None:
    """The zip has index.html at its root, and it cannot be made before the site."""
    command = ["python", "build.py", "itch"]
    import sys

    command[0] = sys.executable
    assert subprocess.run(command, cwd=tree, capture_output=True, check=False).returncode == 1
    assert run_build(tree).returncode == 0
    assert subprocess.run(command, cwd=tree, capture_output=True, check=False).returncode == 0
    with zipfile.ZipFile(tree / "build" / "flipside-itch.zip") as packed:
        names = packed.namelist()
    assert "index.html" in names
    assert len(names) <= 1000


@pytest.mark.parametrize(("fault", "told"), [(ConnectionResetError, False), (ValueError, True)])
def test_only_a_browser_that_hangs_up_goes_unsaid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], fault: type[Exception], told: bool
) -> None:
    with site_server(tmp_path) as host:
        try:
            raise fault("what went wrong")
        except fault:
            host.handle_error(None, ("127.0.0.1", 1))
    assert ("what went wrong" in capsys.readouterr().err) is told
