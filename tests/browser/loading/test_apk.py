"""The app for Android: its package, and its classes, which run on a Java machine.

Debian's tools build it. web/DEVICES.md lists what only a device can show.
"""

import base64
import hashlib
import json
import subprocess
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread

import pytest
from playwright.sync_api import Browser

from flipside.rules import VERSION
from tests.browser.conftest import tablet
from tests.browser.loading.android import App
from tests.browser.tab import Tab
from tests.needed import lacking, program
from tests.texts import LANGUAGES
from web import apk, precache
from web.serve import TYPES
from web.sources import BuildError

pytestmark = pytest.mark.xdist_group("test_apk")  # one worker builds the app once

HOME = "https://appassets.androidplatform.net/"


@pytest.fixture(scope="module")
def package(vendored_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    for tool in apk.TOOLS:
        program(tool)
    if not apk.FRAMEWORK.is_file():
        lacking("android-framework-res is not installed")
    out = tmp_path_factory.mktemp("apk") / "flipside.apk"
    apk.build_apk(vendored_site, out)
    return out


@pytest.fixture(scope="module")
def app(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    app = App(package, tmp_path_factory.mktemp("classes"))
    yield app
    app.end()


def said(*words: str | Path) -> str:
    command = [program(str(words[0])), *map(str, words[1:])]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_what_android_is_told(package: Path) -> None:
    """The package has name and version, needs Android 8, and asks for no permission."""
    told = said("aapt", "dump", "badging", package)
    code = apk.version_code()
    assert f"name='games.flipside' versionCode='{code}' versionName='{VERSION}'" in told
    for line in ("sdkVersion:'26'", "targetSdkVersion:'35'", "application-label:'Flipside'"):
        assert f"\n{line}\n" in told
    assert "launchable-activity: name='games.flipside.Main'" in told
    assert said("aapt", "dump", "permissions", package) == "package: games.flipside\n"


def test_a_newer_version_has_a_larger_number() -> None:
    versions = ["0.1.0", "0.1.1", "0.2.0", "0.10.0", "1.0.0"]
    codes = [int(apk.version_code(version)) for version in versions]
    assert codes == sorted(set(codes))


def test_signature_and_alignment(package: Path) -> None:
    told = said("apksigner", "verify", "--verbose", "--min-sdk-version", "26", package)
    assert "(APK Signature Scheme v2): true" in told
    assert "(APK Signature Scheme v3): true" in told
    said("zipalign", "-c", "-p", "4", package)
    with zipfile.ZipFile(package) as packed:  # Android 11 and later read it in place
        assert packed.getinfo("resources.arsc").compress_type == zipfile.ZIP_STORED


@pytest.mark.long
def test_the_key_that_is_given_signs(vendored_site: Path, tmp_path: Path, package: Path) -> None:
    """A missing key or password is reported, and no key is created instead."""
    with pytest.raises(BuildError, match="there is no key store"):
        apk.build_apk(vendored_site, tmp_path / "flipside.apk", tmp_path / "mine.p12")
    given = package.parent / "key" / "throw-away.p12"
    with pytest.raises(BuildError, match="FLIPSIDE_KEY_PASSWORD is not set"):
        apk.build_apk(vendored_site, tmp_path / "flipside.apk", given)
    assert list(tmp_path.iterdir()) == []


def test_a_site_without_its_runtime_is_refused(tmp_path: Path) -> None:
    """Such an app could not start without a network."""
    with pytest.raises(BuildError, match="holds no runtime"):
        apk.build_apk(tmp_path, tmp_path / "flipside.apk")


def test_the_classes_can_be_read(package: Path, tmp_path: Path) -> None:
    """A disassembler finds all classes, and only one method is visible to the page."""
    with zipfile.ZipFile(package) as packed:
        packed.extract("classes.dex", tmp_path)
    said("baksmali", "disassemble", "-o", tmp_path / "found", tmp_path / "classes.dex")
    found = {path.name: path.read_text("utf-8") for path in tmp_path.rglob("*.smali")}
    assert set(found) == {path.name for path in (apk.ANDROID / "smali").iterdir()}
    seen = {
        name: text.count("Landroid/webkit/JavascriptInterface;") for name, text in found.items()
    }
    assert {name for name, count in seen.items() if count} == {"Door.smali"}
    assert found["Door.smali"].count("virtual methods\n.method public ask(") == 1


# -- what the classes do ---------------------------------------------------------------------------


def test_the_page_opens(app: App) -> None:
    """The page has scripts, storage and sound before a touch, no device files, and full screen."""
    assert app.tell("create") == [
        "scripts true", "storage true", "sound waits false", "files false",
        "door flipsideApp", f"page {HOME}",
    ]  # fmt: skip
    assert app.tell("front", "yes") == ["bars 1006"]
    assert app.tell("front", "no") == []
    assert app.tell("pause") == ["paused"]
    assert app.tell("resume") == ["resumed"]


def test_every_file_is_answered_with_its_type(app: App, vendored_site: Path) -> None:
    """All files of the site are answered except compressed copies, which the app's list omits."""
    app.tell("create")
    files = [path for path in vendored_site.rglob("*") if path.is_file()]
    assert len(files) > 20
    twins = [path for path in files if path.suffix in precache.CODINGS]
    for path in twins:
        name = path.relative_to(vendored_site).as_posix()
        assert app.tell("get", HOME + name)[0].startswith("404 ")
    for path in files:
        name = path.relative_to(vendored_site).as_posix()
        if name in ("index.html", "precache.json") or path in twins:
            continue
        kind = TYPES.get(path.suffix, "application/octet-stream")
        encoding = "utf-8" if kind.startswith("text/") else "null"
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        assert app.tell("get", HOME + name) == [f"200 {kind} {encoding} {digest}"], name
        assert path.suffix in TYPES or path.name == ".nojekyll"


def test_the_list_of_files_is_that_of_the_app(package: Path, vendored_site: Path) -> None:
    """It is the site's list without the compressed copies, which the app does not contain."""
    with zipfile.ZipFile(package) as packed:
        inside = json.loads(packed.read("assets/site/precache.json"))
    listed = json.loads((vendored_site / "precache.json").read_bytes())
    assert any("packed" in file for file in listed["files"])
    for file in listed["files"]:
        file.pop("packed", None)
    assert inside == listed


def test_the_page_itself_is_answered(app: App, vendored_site: Path) -> None:
    """Both addresses of the page work, and the app's script precedes all others."""
    app.tell("create")
    page = (vendored_site / "index.html").read_text("utf-8")
    page = page.replace("<script ", '<script src="app.js"></script>\n<script ', 1)
    answer = f"200 text/html utf-8 {hashlib.sha256(page.encode()).hexdigest()}"
    for address in (HOME, f"{HOME}?any#thing", f"{HOME}index.html"):
        assert app.tell("get", address) == [answer]
    (wheel,) = vendored_site.glob("cdn/cp312/numpy*")
    assert app.tell("get", f"{HOME}cdn//cp312/{wheel.name}")[0].startswith("200 ")


@pytest.mark.parametrize(
    "address",
    [
        f"{HOME}missing.js",
        f"{HOME}cdn",
        f"{HOME}cdn/",
        f"{HOME}../types.properties",
        f"{HOME}%2e%2e/types.properties",
        "http://appassets.androidplatform.net/",
        "https://appassets.androidplatform.net:444/",
        "https://me@appassets.androidplatform.net/",
        "https://example.org/page.js",
        "https://appassets.androidplatform.net.example.org/",
        "file:///android_asset/site/index.html",
        "content://anything/at/all",
    ],
)
def test_nothing_else_is_answered(app: App, address: str) -> None:
    app.tell("create")
    empty = hashlib.sha256(b"").hexdigest()
    assert app.tell("get", address) == [f"404 text/plain utf-8 {empty}"]
    if not address.startswith(HOME):
        assert app.tell("leave", address) == ["stays"]


def test_what_stands_in_an_address_itself(app: App) -> None:
    app.tell("create")
    assert app.tell("get", "data:,x") == ["not ours"]
    assert app.tell("leave", f"{HOME}index.html") == ["goes"]


def test_the_back_key_goes_back_in_the_page(app: App) -> None:
    app.tell("create")
    assert app.tell("back") == ["script history.back()"]


def test_the_screen_stays_awake_and_texts_are_copied(app: App) -> None:
    app.tell("create")
    thread = "on the window's thread"
    assert app.tell("ask", "awake|yes||") == [thread, "awake true"]
    assert app.tell("ask", "awake|||") == [thread, "awake false"]
    assert app.tell("ask", "copy|a match||") == [thread, "copied a match"]


def test_a_link_goes_into_the_sheet_of_the_system(app: App) -> None:
    app.tell("create")
    link = "https://flipside.example/#m=1.AbC_-9A"
    opened = f'opens chooser "A match" SEND text/plain TEXT={link} SUBJECT=A match'
    assert app.tell("ask", f"send|{link}|A match|") == ["on the window's thread", opened]


def test_files_are_saved_where_a_person_says(app: App, tmp_path: Path) -> None:
    """Nothing is written after the player cancels, and a failed write is reported."""
    app.tell("create")
    data, target = "Žluť\n" * 9, tmp_path / "saves.txt"
    written = base64.b64encode(data.encode()).decode()
    opened = ["on the window's thread", "opens 1 CREATE_DOCUMENT OPENABLE text/plain TITLE=a.txt"]
    ask = f"save|{written}|a.txt|text/plain"
    assert app.tell("ask", ask) == opened
    assert app.tell("answer", f"1 -1 file://{target}") == []
    assert target.read_text("utf-8") == data
    target.unlink()
    assert app.tell("ask", ask) == opened
    assert app.tell("answer", "1 0") == []
    lost = ["says string/not_saved"]
    assert app.tell("answer", f"1 -1 file://{target}") == lost, "the system ended the app meanwhile"
    assert app.tell("ask", ask) == opened
    assert app.tell("answer", f"1 -1 file://{tmp_path}/no/folder") == lost


def test_files_are_chosen(app: App) -> None:
    """Every request is answered, since the page could not ask again otherwise."""
    app.tell("create")
    opened = "opens 2 OPEN_DOCUMENT OPENABLE */*"
    assert app.tell("choose") == [opened]
    assert app.tell("answer", "2 -1 content://a/file") == ["chosen content://a/file"]
    assert app.tell("answer", "2 -1 content://a/file") == []
    assert app.tell("choose") == [opened]
    assert app.tell("answer", "2 0") == ["chosen none"]
    assert app.tell("choose") == [opened]
    assert app.tell("choose") == ["chosen none", opened]


def test_a_device_without_a_page_for_files(app: App) -> None:
    app.tell("create")
    app.tell("picker", "no")
    assert app.tell("choose") == ["chosen none", "says string/not_chosen"]
    assert app.tell("ask", "save||a.txt|text/plain")[1:] == ["says string/not_saved"]
    app.tell("picker", "yes")


def test_sentences_are_told_in_each_language(package: Path) -> None:
    told = said("aapt", "dump", "--values", "resources", package)
    for name in ("not_saved", "not_chosen"):
        assert told.count(f"games.flipside:string/{name}: t=") == len(LANGUAGES)


# -- the page in the app ---------------------------------------------------------------------------

ASKED = """globalThis.asked = [];
globalThis.flipsideApp = { ask(...words) { asked.push(words); } };"""


@pytest.fixture
def answered(app: App, package: Path) -> Iterator[str]:
    """Yield the address of a host that answers like the app's classes."""
    app.tell("create")
    asking = Lock()
    packed = zipfile.ZipFile(package)
    bodies = {hashlib.sha256(packed.read(name)).hexdigest(): name for name in packed.namelist()}

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            with asking:
                told = app.tell("get", HOME.rstrip("/") + self.path)[0]
                status, kind, _, digest = told.split(" ")
                body = packed.read(bodies[digest]) if status == "200" else b""
            self.send_response(int(status))
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Log nothing."""

    host = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{host.server_port}/"
    host.shutdown()
    host.server_close()


@pytest.mark.long
def test_the_page_plays_in_the_app(browser: Browser, answered: str) -> None:
    """The page runs in the app and asks it to keep the screen awake, to save and to copy."""
    context = tablet(browser)
    tab = Tab(context, answered, (answered,))
    tab.page.add_init_script(ASKED)
    tab.settings(tempo="off").open()
    assert tab.js("asked") == []
    tab.first_move("othello")
    assert tab.js("asked") == [["awake", "yes", "", ""]]
    tab.until(lambda: len(tab.match("othello").moves) >= 2)
    tab.look_again("othello")
    tab.shelf()
    tab.until(lambda: tab.js("asked")[1:] == [["awake", "", "", ""]])
    tab.press("options")
    tab.swipe_to("export")
    tab.press("export")
    tab.until(lambda: len(tab.js("asked")) == 3)
    what, text, name, kind = tab.js("asked")[2]
    assert (what, name) == ("save", "flipside-saves.txt")
    assert kind.startswith("text/plain")
    exported = json.loads(base64.b64decode(text))["saves"]
    assert tab.text("othello") in exported.values()
    tab.js("flipside.copy('Žluť', '', '', '')")
    tab.until(lambda: tab.js("asked")[3:] == [["copy", "Žluť", "", ""]])
    assert tab.js("document.getElementById('ask').open") is False, "no text to be copied by hand"
    assert tab.js("'serviceWorker' in navigator") is False
    assert tab.js("flipside.about('shares')") == "yes"
    for number, text in enumerate(("https://flipside.example/#m=1.A", "Žluť"), 4):
        tab.js("(text) => flipside.share(text, 'A match', '', '')", text)
        assert tab.js("asked")[number] == ["send", text, "A match", ""]
    assert tab.faults() == []
    context.close()
