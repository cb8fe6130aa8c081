"""A picture leaves the page as a file, and a file of matches comes in that is no text."""

from pathlib import Path

import pytest
from PIL import Image

from game.scenes.picture import giving
from game.scenes.taking import take
from tests.rules.test_othello_formats import head, row
from tests.web.tab import Tab


@pytest.mark.long
def test_a_picture_goes_out_and_a_file_comes_in(
    tab: Tab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(giving, "offered", lambda: False)  # the page's Python has no Pillow
    tab.settings(tempo="off").open()
    tab.sit("othello")
    for name in ("menu", "share", "picture"):
        tab.press(next(one for one in tab.mirror.names() if one.startswith(name)))
    tab.press("still")
    tab.mirror.advance(5.0)
    tab.until(lambda: "The picture is ready" in tab.live, 120.0)
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
    take(tab.mirror.app, "Paste match", file.read_bytes(), lambda saved: None)
    tab.press("match2")
    tab.until(lambda: tab.match("othello").names() == ["d3", "c5"])
    assert tab.match("othello").players == ("#1", "#2")
