"""Matches given to somebody: as links, by post, and as codes that a stranger's program reads."""

from pathlib import Path

import pygame
import pytest
import zxingcpp
from PIL import Image

from flipside.game.saves.album import add_to_album
from flipside.game.saves.matches import match_names
from flipside.game.scenes.play.session import PlaySession
from flipside.game.scenes.share.sharing import MAX_CODE_BYTES, CodeScene
from flipside.game.scenes.shelf.album import Album, Linked, review_input
from flipside.game.services.platform import platform
from flipside.game.services.platform.clipboard import Clipboard, read_files
from flipside.game.services.platform.platform import Links
from flipside.game.window.app import App
from flipside.rules.catalogue import BY_KEY
from flipside.rules.cli.commands import main
from flipside.rules.games.flipflop import FLIPFLOP
from flipside.rules.match.formats import MAX_FILE_BYTES
from flipside.rules.match.link import fragment, read_link
from flipside.rules.match.match import Match
from flipside.rules.match.record import Correspondence
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after, study_with_branches
from tests.rules.games.random_matches import UNENDING, endless

pytestmark = pytest.mark.usefixtures("clipboard")

PEOPLE = ("person", "person")


@pytest.fixture(autouse=True)
def address_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the published address, with one in it."""
    file = tmp_path / "address.txt"
    file.write_text("https://flipside.org/\n", "utf-8")
    monkeypatch.setattr(platform, "ADDRESS_FILE", file)
    return file


@pytest.fixture
def anna(fly: MakePilot, tmp_path: Path) -> Pilot:
    return fly(tempo="off")


@pytest.fixture
def ben(tmp_path: Path) -> Pilot:
    return Pilot(tmp_path / "ben", tempo="off")


def copied(pilot: Pilot, clipboard: list[str]) -> str:
    """The link that somebody copies in a dialog for sharing."""
    pilot.press("copy")
    pilot.press("understood")
    return clipboard[-1]


def shared(pilot: Pilot, clipboard: list[str]) -> str:
    pilot.key("k")
    return copied(pilot, clipboard)


def names_in(link: str) -> list[str]:
    return read_link(link, BY_KEY)[0].names()


# -- links -----------------------------------------------------------------------------------------


def test_the_link_leads_to_the_site_and_holds_the_match(anna: Pilot, clipboard: list[str]) -> None:
    anna.sit_down(moves="d3 c3 c4")
    link = shared(anna, clipboard)
    assert link.startswith(anna.app.services.platform.links.address + "#m=1.")
    assert names_in(link) == ["d3", "c3", "c4"]


def test_a_review_is_shared_with_the_ply_one_looks_at(anna: Pilot, clipboard: list[str]) -> None:
    anna.put(match_after("othello", 20))
    anna.play.scene.run_command("review")
    anna.review.goto_ply(7)
    anna.press("share")
    link = copied(anna, clipboard)
    match, record = read_link(link, BY_KEY)
    assert (match.ply, len(match.moves), record.correspondence) == (7, 20, None)
    review_input(anna.app.stack, link)
    anna.press("review")
    assert anna.review.study_match.ply == 7


def test_a_study_is_shared_with_its_branches(anna: Pilot, clipboard: list[str]) -> None:
    study = study_with_branches("othello")
    anna.explore(study)
    anna.press("share")
    assert "main line alone" not in anna.words(), "there is room for all"
    match, record = read_link(copied(anna, clipboard), BY_KEY)
    assert (match.moves, record.lines) == (study.match.moves, study.lines)


def test_a_match_of_the_album_is_shared(anna: Pilot, clipboard: list[str]) -> None:
    add_to_album(anna.app.services, match_after("flipop", None), PEOPLE)
    anna.app.stack.open(Album(anna.app.stack))
    (card,) = (name for name in anna.names() if name.startswith("finished-"))
    anna.press(f"share {card}")
    match, _ = read_link(copied(anna, clipboard), BY_KEY)
    assert match.result() is not None


@pytest.mark.parametrize(
    "address",
    [
        *("", "\n", "https://flipside.example/", "https://flipside.example", "http://a.test/x/"),
        *("https://flipside.invalid/", "https://example.org/", "https://www.example.com/"),
        *("https://localhost/", "http://flipside/", "flipside.org", "ftp://flipside.org/"),
        *("https://", "https://[/", "https://flipside.org/#top", "https://flip side.org/", None),
    ],
)
def test_without_an_address_a_text_is_copied(
    anna: Pilot, ben: Pilot, clipboard: list[str], address_file: Path, address: str | None
) -> None:
    """No code and no link to a name that nobody can have; the text is pasted in Flipside."""
    if address is None:
        address_file.unlink()
    else:
        address_file.write_text(address, "utf-8")
    assert anna.app.services.platform.links.address == ""
    anna.sit_down(moves="d3 c3")
    anna.key("k")
    assert "Copy this text and paste it into Flipside on the other device." in anna.words()
    assert "link" not in anna.words().replace("plays by link", "")
    assert not {"code", "send"} & set(anna.names())
    text = copied(anna, clipboard)
    assert text.startswith("#m=1.")
    ben.app.stack.open(Album(ben.app.stack))
    ben.press("paste")
    assert isinstance(ben.top, Linked)
    ben.press("play-here")
    assert ben.match.names() == ["d3", "c3"]


@pytest.mark.parametrize("address", ["https://flipside.org/", "http://games.flip.example.de/a/"])
def test_a_published_page_is_where_links_lead(
    anna: Pilot, address_file: Path, address: str
) -> None:
    address_file.write_text(f"{address}\n", "utf-8")
    assert anna.app.services.platform.links.address == address
    anna.sit_down(moves="d3")
    anna.key("k")
    assert "code" in anna.names()


def test_by_post_without_an_address(
    anna: Pilot, clipboard: list[str], address_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Links, "can_send", property(lambda self: True))
    address_file.write_text("", "utf-8")
    anna.sit_down(moves="d3")
    anna.key("k")
    anna.press("by-post")
    assert "Copy this text for your opponent" in anna.words()
    assert not {"code", "send"} & set(anna.names())
    text = copied(anna, clipboard)
    assert read_link(text, BY_KEY)[1].correspondence is not None


def test_a_page_sends_by_its_own_sheet(anna: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(Links, "can_send", property(lambda self: True))
    monkeypatch.setattr(Clipboard, "share_then", lambda self, text, *words: sent.append(text))
    anna.sit_down(moves="d3")
    anna.key("k")
    anna.press("send")
    assert names_in(sent[0]) == ["d3"]


def test_the_command_line_the_album_and_files_bring_links(
    anna: Pilot, tmp_path: Path, clipboard: list[str]
) -> None:
    anna.sit_down(moves="d3")
    link = shared(anna, clipboard)
    app = App(tmp_path / "other", sources=[link])
    app.start()
    assert isinstance(app.stack.top, Linked)
    anna.app.stack.open(Album(anna.app.stack))
    anna.press("paste")
    assert isinstance(anna.top, Linked)
    file = tmp_path / "message.txt"
    file.write_text(f"Your move, Ben!\n{link}\n", "utf-8")
    anna.press("close")
    review_input(anna.app.stack, read_files([str(file)], MAX_FILE_BYTES))
    assert isinstance(anna.top, Linked)


# -- opening ---------------------------------------------------------------------------------------


def test_a_link_shows_its_match_and_stores_nothing(
    anna: Pilot, ben: Pilot, clipboard: list[str]
) -> None:
    anna.sit_down(moves="d3 c3")
    link = shared(anna, clipboard)
    before = ben.app.services.storage.names()
    review_input(ben.app.stack, link)
    assert "Black to move" in ben.words()
    ben.press("copy")
    ben.press("understood")
    assert clipboard[-1].startswith("Flipside 1\n")
    review_input(ben.app.stack, link)
    ben.press("review")
    assert ben.review
    assert ben.app.services.storage.names() == before


def test_playing_on_begins_a_match_beside_those_that_are_here(
    anna: Pilot, ben: Pilot, clipboard: list[str]
) -> None:
    anna.sit_down(moves="d3 c3")
    link = shared(anna, clipboard)
    ben.sit_down(moves="c4")
    before = ben.text()
    review_input(ben.app.stack, link)
    ben.press("play-here")
    assert ben.match.names() == ["d3", "c3"]
    storage = ben.app.services.storage
    texts = [storage.load(name) for name in match_names(storage)]
    assert len(texts) == 2
    assert before in texts


def test_the_whole_program_plays_by_post(anna: Pilot, ben: Pilot, clipboard: list[str]) -> None:
    anna.sit_down(moves="d3")
    anna.key("k")
    anna.press("by-post")
    link = copied(anna, clipboard)
    assert "Waiting for a link" in anna.words()
    anna.tap("c3")
    assert anna.match.names() == ["d3"], "the other one's moves are his"
    review_input(ben.app.stack, link)
    ben.press("play-as-1")
    assert ben.play.live_match.correspondence.away == 0
    ben.tap("c3")
    ben.press("send")
    link = copied(ben, clipboard)
    assert "send" not in ben.names(), "it has been sent"
    anna.press("answer")
    assert "continues a match" in anna.words()
    anna.press("go-on")
    assert anna.match.names() == ["d3", "c3"]
    assert anna.play.live_match.human is not None
    review_input(anna.app.stack, link)
    assert "just as it is in the link" in anna.words()
    anna.press("go-on")
    assert anna.saved().names() == ["d3", "c3"]


def test_a_contradiction_keeps_both(anna: Pilot, clipboard: list[str]) -> None:
    anna.sit_down(moves="d3")
    shared(anna, clipboard)
    other = Match(BY_KEY["othello"], seed=anna.match.seed)
    other.read_moves("c4 c3")
    other.correspondence = Correspondence(anna.match.correspondence.id)
    review_input(anna.app.stack, link_to(anna, other))
    assert "with other moves" in anna.words()
    anna.press("play-as-0")
    storage = anna.app.services.storage
    assert len(match_names(storage)) == 2


def link_to(pilot: Pilot, match: Match) -> str:
    return f"{pilot.app.services.platform.links.address}#{fragment(match, match.to_record(PEOPLE))}"


@pytest.mark.parametrize("link", ["#m=", "#m=1.AAAA", "#m=9.x", "#m=1." + "A" * 9_000, "m=1.-"])
def test_a_bad_link_is_told_and_nothing_is_lost(anna: Pilot, link: str) -> None:
    anna.sit_down(moves="d3")
    before = anna.text()
    review_input(anna.app.stack, link)
    assert type(anna.top).__name__ == "Dialog"
    anna.press("understood")
    assert anna.text() == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("#m=1.", "#m=1.A"), "This link is damaged, or part of it is missing."),
        (("=1.", "=9."), "Black to move"),
        (("#m=", "#="), "Black to move"),
        (("#m=", "%23m%3D"), "Black to move"),
        (("https://", "https://a.example/?u=https%3A%2F%2F"), "Black to move"),
    ],
)
def test_an_altered_link_is_answered_alike_by_the_page_and_the_command_lines(
    anna: Pilot,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: tuple[str, str],
    said: str,
) -> None:
    match = Match(BY_KEY["othello"], seed=7)
    match.read_moves("d3 c3")
    link = f"https://example.org/#{fragment(match, match.to_record(PEOPLE))}".replace(*change)
    review_input(anna.app.stack, link)
    words = anna.words()
    assert said in words
    anna.app.stack.home()
    anna.app.page_events.handle("match", link.rpartition("/")[2])
    assert anna.words() == words
    app = App(tmp_path / "other", sources=[link])
    app.start()
    assert type(app.stack.top) is type(anna.top)
    file = tmp_path / "message.txt"
    file.write_text(f"Look: {link}\n", "utf-8")
    assert main(["read", str(file)]) == (2 if "damaged" in said else 0)
    told = capsys.readouterr()
    assert "the link is damaged" in told.err or '"moves": "d3 c3"' in told.out


# -- codes -----------------------------------------------------------------------------------------

WORST = "Wilhelmina Žďárská-Mülle", "Přemysl Otakar Ždiar-Šťa"


def longest_link(pilot: Pilot) -> str:
    """Of whole random matches with long names, that of the game which needs most letters."""
    links = []
    for key in ("switch", "contactic", "flipop"):
        match = match_after(key, None)
        match.players, match.correspondence = WORST, Correspondence("0123abcd")
        links.append(link_to(pilot, match))
    return max(links, key=len)


def decoded(surface: pygame.Surface) -> list[str]:
    """What another program reads in a picture."""
    data = pygame.image.tobytes(surface, "RGB")
    picture = Image.frombytes("RGB", surface.get_size(), data)
    return [found.text for found in zxingcpp.read_barcodes(picture)]


@pytest.mark.parametrize("look", ["light", "dark", "contrast"])
def test_a_code_is_read_from_the_screen(fly: MakePilot, look: str) -> None:
    pilot = fly(drawing=True, theme=look)
    link = longest_link(pilot)
    for size in ((360, 640), (640, 360), (820, 1180), (1180, 820), (1280, 800), (360, 360)):
        pilot.resize(size)
        pilot.app.stack.open(CodeScene(pilot.app.stack, link))
        pilot.advance(0.5)
        assert decoded(pilot.app.screen.surface) == [link], size
        pilot.press("back")


def test_a_code_is_shown_as_long_as_it_is_wanted(anna: Pilot, clipboard: list[str]) -> None:
    anna.sit_down(moves="d3")
    anna.key("k")
    anna.press("code")
    anna.advance(300)
    assert isinstance(anna.top, CodeScene)
    assert anna.top.wakes
    anna.key("escape")
    assert isinstance(anna.session, PlaySession)


def test_a_match_too_long_for_a_code_is_told(anna: Pilot) -> None:
    match = Match(FLIPFLOP, UNENDING, seed=1)
    match.read_moves(endless(1_500))
    assert len(link_to(anna, match)) > MAX_CODE_BYTES
    anna.put(match)
    anna.key("k")
    anna.press("code")
    assert "too long for a QR code" in anna.words()
