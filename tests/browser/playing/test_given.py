"""Pictures leave the page as files; files of matches are picked, dropped, shared or opened."""

from base64 import b64encode
from pathlib import Path

import pytest
from PIL import Image

from flipside.game.scenes.share import match_picture
from flipside.game.scenes.share.read_input import import_match
from flipside.game.services.platform.clipboard import InputFile
from tests.browser.scripts import script
from tests.browser.tab import Tab
from tests.game.scenes.test_match_list import PLACES, PLAYERS, jou, tournament, trn
from tests.rules.games.othello.test_othello_formats import head, row

TOURNAMENT = {
    "WTH_1990.wtb": tournament(20),
    "WTHOR.JOU": jou(*PLAYERS),
    "WTHOR.TRN": trn(*PLACES),
}
MULLER = "(;GM[Othello]PB[Müller]PW[Ben]B[f5];)".encode("latin-1")

_FILES = """
  const files = Object.entries(given).map(([name, letters]) => new File(
    [Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))], name));
"""

_DRAG = (
    """([given, kind, on]) => {"""
    + _FILES
    + """
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const event = new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer });
  return document.querySelector(on).dispatchEvent(event);
}"""
)
"""Whether the browser would perform its default action, such as opening the file."""

_PASTE = script("paste")


def letters(files: dict[str, bytes]) -> dict[str, str]:
    return {name: b64encode(data).decode() for name, data in files.items()}


def drop(tab: Tab, files: dict[str, bytes], on: str = "#canvas") -> None:
    """Drop files together on a part of the page."""
    for kind in ("dragover", "drop"):
        goes_on = tab.js(_DRAG, [letters(files), kind, on])
        assert not goes_on, f"the browser would open what is dropped after {kind}"


def reads(tab: Tab) -> str:
    return str(tab.js("element('readout').textContent"))


def ask(tab: Tab) -> None:
    """Open the dialog for a match on the page of all matches."""
    tab.press("album")
    tab.press("paste")
    tab.page.wait_for_selector("#ask[open]")


@pytest.mark.long
def test_a_picture_goes_out_and_a_file_comes_in(
    tab: Tab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        match_picture, "has_pillow", lambda: False
    )  # the page's Python has no Pillow
    tab.settings(tempo="off").open()
    tab.sit("othello")
    for name in ("menu", "share", "picture"):
        tab.press(next(one for one in tab.mirror.names() if one.startswith(name)))
    tab.press("still")
    tab.mirror.advance(5.0)
    tab.until(lambda: "The picture is ready" in tab.live)
    with tab.page.expect_download() as coming:
        tab.press("save")
    picture = tmp_path / coming.value.suggested_filename
    coming.value.save_as(picture)
    assert picture.suffix == ".png"
    with Image.open(picture) as seen:
        assert (seen.format, seen.size) == ("PNG", (1280, 1472))
        seen.load()
    file = tmp_path / "WTH_2001.wtb"
    file.write_bytes(head(2) + row("f5 d6 c3") + row("d3 c5"))
    tab.look_again("othello")
    for name in ("menu", "paste"):
        tab.press(next(one for one in tab.mirror.names() if one.startswith(name)))
    tab.page.wait_for_selector("#ask[open]")
    tab.page.set_input_files("#ask-file", str(file))
    tab.until(lambda: tab.js("element('ask-text').value") == file.name)
    tab.page.tap("#ask-yes")
    tab.until(lambda: tab.title.startswith("Paste match"))
    given = [InputFile(file.name, file.read_bytes())]
    import_match(tab.mirror.app.stack, "Paste match", given, lambda stored_match: None)
    tab.press("match2")
    tab.until(lambda: tab.match("othello").names() == ["d3", "c5"])
    assert tab.match("othello").players == ("#1", "#2")


@pytest.mark.long
def test_files_dropped_on_the_page_are_one_act(tab: Tab) -> None:
    tab.settings(tempo="off").open()
    drop(tab, TOURNAMENT)
    tab.until(lambda: "1. Tamenori – Brightwell" in reads(tab))
    assert "Kolkata, 1990 · 33–31" in reads(tab)
    assert tab.js("location.href") == tab.url
    field = "button:text-is('Search by name, place, year or result')"
    tab.page.locator("#readout").locator(field).dispatch_event("click")
    tab.page.wait_for_selector("#ask-line", state="visible")
    tab.page.fill("#ask-line", "muller 64:0")
    tab.page.keyboard.press("Enter")
    tab.until(lambda: "Tamenori" not in reads(tab))
    assert "20. José Müller" in reads(tab)


@pytest.mark.long
def test_a_file_dropped_before_the_game_is_there_waits_for_it(tab: Tab) -> None:
    tab.settings(tempo="off")
    tab.page.goto(tab.url, wait_until="domcontentloaded")
    assert not tab.js("started")
    drop(tab, TOURNAMENT, "body")
    tab.until(lambda: tab.js("started || element('chosen').textContent") != "")
    tab.started()
    tab.until(lambda: "1. Tamenori – Brightwell" in reads(tab))


@pytest.mark.long
def test_a_browser_never_opens_what_is_dropped(tab: Tab) -> None:
    """The browser does not follow a dropped link, either; but a field takes dropped text."""
    tab.settings(tempo="off").open()
    goes_on = """([on, text]) => ['dragover', 'drop'].map((kind) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/plain', text);
      const event = new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer });
      return document.querySelector(on).dispatchEvent(event);
    })"""
    assert tab.js(goes_on, ["body", "f5d6c3"]) == [False, False]
    tab.until(lambda: tab.title.startswith("Review"))
    ask_text = ["#ask-text", "f5d6c3"]
    assert tab.js(goes_on, ask_text) == [True, True]


@pytest.mark.long
def test_letters_of_an_older_encoding_come_out_right_on_every_way(tab: Tab) -> None:
    tab.settings(tempo="off").open()
    drop(tab, {"a.ggf": MULLER})
    tab.until(lambda: "Müller" in reads(tab))
    tab.reload()
    ask(tab)
    drop(tab, {"b.ggf": MULLER}, "#ask-text")
    tab.until(lambda: "GM[Othello]" in tab.js("element('ask-text').value"))
    tab.page.tap("#ask-yes")
    tab.until(lambda: "Müller" in reads(tab))
    opened = (
        "(given) => {" + _FILES + "giveOpened(files.map((f) => ({ getFile: async () => f })));}"
    )
    tab.reload()
    tab.js(opened, letters({"c.ggf": MULLER}))
    tab.until(lambda: "Müller" in reads(tab))


@pytest.mark.long
def test_another_program_shares_files(tab: Tab, tmp_path: Path) -> None:
    """The files arrive as a form, and a reload does not show them again."""
    tab.settings(tempo="off").open()
    tab.until(lambda: tab.js("Boolean(navigator.serviceWorker.controller)"))
    tab.forgiven = ("favicon.ico",)
    for files, seen in (
        (TOURNAMENT, "1. Tamenori – Brightwell"),
        ({"Müller ?#.ggf": MULLER}, "Müller"),
        ({}, "Shared"),
    ):
        paths = []
        for name, data in files.items():
            (tmp_path / name).write_bytes(data)
            paths.append(str(tmp_path / name))
        tab.page.goto(f"{tab.url}licences/OFL-Lato.txt")
        tab.page.set_content(
            "<form method=post enctype=multipart/form-data accept-charset=utf-8"
            f" action='{tab.url}'>"
            "<input name=match value='(;GM[Othello]PB[Shared]PW[Ben]B[f5];)'>"
            "<input type=file name=files multiple><button>share</button></form>"
        )
        tab.page.set_input_files("input[type=file]", paths)
        tab.page.click("button")
        tab.started()
        tab.until(lambda seen=seen: seen in reads(tab))  # type: ignore[misc]
    tab.reload()
    assert tab.title == "Flipside"
    assert "Shared" not in reads(tab)


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\n" * 1_000_000, id="ends", marks=pytest.mark.long),
        pytest.param("f5d6c3\n" * 200_000, id="lines", marks=pytest.mark.long),
        pytest.param("x" * 9_000_000, id="long"),
    ],
)
def test_of_a_long_text_a_beginning_is_shown(tab: Tab, text: str) -> None:
    tab.settings(tempo="off").open()
    ask(tab)
    assert not tab.js(_PASTE, text)
    assert len(tab.js("element('ask-text').value")) < 2_100
    assert tab.js("element('ask-text').readOnly")
    tab.page.tap("#ask-yes")
    tab.until(lambda: not tab.title.startswith("Matches"))
