"""Data files of computer players load after the shelf; until then the setup says so."""

import hashlib
import json
from base64 import b64encode
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pygame
import pytest

from flipside.rules.engine import data_files
from tests.browser.conftest import MakeTab
from tests.browser.servers import Host
from tests.browser.tab import Tab
from tests.browser.trees import FILE_PLACE, ROOT, TITLE_PLACE, built, copied, replace

PATH = "/strength/othello/made-up.bin"
DATA = bytes(range(256)) * 4000
MARK = hashlib.sha256(DATA).hexdigest()[:8]

TITLE = """

def made_up() -> str:
    import hashlib
    from flipside.rules.engine import data_files
    path = data_files.path("othello", "made-up.bin")
    return hashlib.sha256(path.read_bytes()).hexdigest()[:8] if path.is_file() else "without"
"""


@pytest.fixture(scope="module")
def learned_site(cdn: str, vendored_site: Path, lock: Path, tmp_path_factory) -> Path:  # type: ignore[no-untyped-def]
    """Return a site whose strongest Othello player has a data file; the shelf's title hashes it."""
    tree = copied(tmp_path_factory.mktemp("learned"))
    (tree / "rules" / "games" / "othello" / "made-up.bin").write_bytes(DATA)
    made_up = 'PackedFile(path("othello", "made-up.bin"), _read_patterns, ("level8",))'
    replace(tree, FILE_PLACE, f"data_files=({made_up},)")
    scene = replace(tree, TITLE_PLACE, 'game, f"Flipside {made_up()}"')
    scene.write_text(scene.read_text("utf-8") + TITLE, "utf-8")
    return built(tree, cdn, lock)


@pytest.fixture
def learned_host(learned_site: Path) -> Iterator[Host]:
    host = Host(learned_site)
    yield host
    host.held.clear()
    host.stop()


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the levels whose file the mirror treats as not loaded."""
    levels = {"level8"}
    monkeypatch.setattr(data_files, "missing", lambda game, level: ("made-up.bin",) * (
        game.key == "othello" and level in levels))  # fmt: skip
    return levels


def note(tab: Tab) -> pygame.Rect:
    """Return the place of the note in the setup that the level is loading."""
    words = tab.mirror.app.services.text("level.loads")
    sheet = tab.mirror.top.sheets[0]
    return next(sheet.to_window(w.rect) for w in sheet.widgets if w.words == words)


def against_strongest(tab: Tab) -> None:
    tab.press("setup othello")
    tab.press("seat1=level8")


def test_the_list_and_the_bundle(learned_site: Path) -> None:
    """The file and the problems are not in the bundle, and each is a cache group of its own."""
    import json
    import zipfile

    listed = json.loads((learned_site / "precache.json").read_text("utf-8"))
    mine = [file for file in listed["files"] if "made-up" in file["url"]]
    assert mine == [{"url": PATH[1:], "bytes": len(DATA),
                      "sha256": hashlib.sha256(DATA).hexdigest(), "group": PATH[1:],
                      "stage": "rest"}]  # fmt: skip
    problems = [file["group"] for file in listed["files"] if file["url"].endswith("/problems.bin")]
    there = sorted(ROOT.glob("rules/games/*/problems.bin"))
    assert problems == [f"strength/{path.parent.name}/problems.bin" for path in there]
    with zipfile.ZipFile(learned_site / "bundle" / "rules-games-othello.bin") as bundle:
        assert not [name for name in bundle.namelist() if name.endswith(".bin")]


@pytest.mark.long
def test_a_level_waits_for_its_file(
    new_tab: MakeTab, learned_host: Host, waiting: set[str]
) -> None:
    """The shelf works without the file, the setup says that the level waits, later it is cached."""
    learned_host.held.add(PATH)
    tab = new_tab(learned_host).settings(tempo="off").open()
    tab.until(lambda: PATH in learned_host.asked)
    assert tab.title == "Flipside without"
    assert tab.js("flipside.about('offline')") == "", "not everything is here"
    against_strongest(tab)
    tab.frames(20)
    place = note(tab)
    seen = tab.unlike(place)
    tab.press("start")
    tab.until(lambda: bool(tab.text("othello")))
    tab.look_again("othello")
    tab.make("d3")
    tab.until(lambda: "is still loading what it knows" in tab.live)
    tab.until(lambda: len(tab.match("othello").moves) >= 2)
    tab.look_again("othello")
    tab.shelf()
    against_strongest(tab)
    learned_host.held.clear()
    tab.until(lambda: tab.js("flipside.about('offline')") == "yes")
    tab.frames(20)
    assert tab.unlike(place) > seen + 5, "the set-up still says that the level waits"
    waiting.clear()
    tab.reload()
    tab.until(lambda: tab.title == f"Flipside {MARK}")
    learned_host.stop()
    tab.context.set_offline(True)
    tab.reload()
    tab.until(lambda: tab.title == f"Flipside {MARK}")
    tab.press("play othello")
    tab.look_again("othello")
    tab.make(tab.mirror.match.position.name(tab.mirror.match.position.moves()[0]))
    tab.until(lambda: "Black: " in tab.live)
    assert "still loads" not in tab.live


@pytest.mark.long
def test_a_file_without_a_service_worker(new_tab: MakeTab, learned_host: Host) -> None:
    """The file comes from the network."""
    tab = new_tab(learned_host, service_workers="block").open()
    tab.until(lambda: tab.title == f"Flipside {MARK}")


@pytest.mark.long
def test_a_file_that_is_damaged_on_its_way(new_tab: MakeTab, learned_host: Host) -> None:
    """The file is fetched again, and the game never gets the wrong bytes."""
    learned_host.damage[PATH] = 1
    tab = new_tab(learned_host).open()
    tab.until(lambda: tab.title == f"Flipside {MARK}")
    assert learned_host.asked.count(PATH) == 2


# numpy

TOLD = """
import sys
from pathlib import Path
numpy = "numpy.typing" in sys.modules and sys.modules["numpy"]
numpy and f"{numpy.arange(4).sum()} {(Path(numpy.__file__).parent / 'f2py').is_dir()}"
"""
"""A result of numpy, and whether parts exist that only the runtime unpacks."""


@pytest.mark.long
@pytest.mark.parametrize("broken", [False, True], ids=["by-the-page", "by-the-runtime"])
def test_numpy_comes_in_one_of_two_ways(
    new_tab: MakeTab, host: Host, vendored_site: Path, broken: bool
) -> None:
    """The page unpacks numpy; a browser that cannot leaves it to the runtime."""
    (wheel,) = vendored_site.glob("cdn/cp312/numpy*")
    run = "code => python.pyodide.runPython(code)"
    host.held.add(f"/{wheel.relative_to(vendored_site).as_posix()}")
    tab = new_tab().open()
    if broken:
        tab.js("() => { delete globalThis.DecompressionStream; }")
    host.held.clear()
    tab.until(lambda: tab.js(run, TOLD))
    assert tab.js(run, TOLD) == f"6 {broken}"


UNPACKED = """letters => {
  const bytes = Uint8Array.from(atob(letters), (letter) => letter.codePointAt(0));
  const files = async () => Promise.all(wheel.entries(bytes).map(async (entry) =>
    [entry.name, Array.from(await wheel.content(entry)).length]));
  return files().then((list) => JSON.stringify(list), (error) => error.constructor.name);
}"""


def wheel(*files: tuple[str, bytes], method: int = ZIP_DEFLATED) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", method) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return packed.getvalue()


def test_a_wheel_is_unpacked_or_its_damage_is_noticed(new_tab: MakeTab) -> None:
    """Only files that a running program needs are unpacked."""
    tab, large = new_tab().open(), bytes(range(256)) * 2048
    needed = [("numpy/__init__.py", b"ONE = 1\n"), ("numpy/core/a.so", large), ("numpy/b.py", b"")]
    rest = ("numpy/__init__.pyi", "numpy/core/tests/test_a.py", "numpy/core/include/numpy/a.h")
    files = [*needed, *((name, b"x") for name in rest)]

    def unpacked(content: bytes) -> str:
        return str(tab.js(UNPACKED, b64encode(content).decode()))

    sizes = [[name, len(content)] for name, content in needed]
    for method in (ZIP_DEFLATED, ZIP_STORED):
        assert json.loads(unpacked(wheel(*files, method=method))) == sizes
    content = wheel(*files)
    assert unpacked(content[:-30]) == "RangeError", "the directory is missing"
    middle = content.index(b"core/a.so") + 300
    damaged = content[:middle] + bytes(400) + content[middle + 400 :]
    assert unpacked(damaged) in ("TypeError", "Error"), "a file is damaged"
