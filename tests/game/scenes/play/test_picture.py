"""A match as a picture: what it shows, how it is made and where it goes."""

import errno
import os
import sys
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pygame
import pytest
from PIL import Image, ImageChops, ImageStat

from flipside.game.drawing import draw
from flipside.game.live_match.match_text import final_points
from flipside.game.saves.matches import StoredMatch
from flipside.game.scenes.share import match_picture, sharing
from flipside.game.scenes.share.match_picture import (
    FILM_RATIO,
    FIRST_CENTISECONDS,
    FRAME_CENTISECONDS,
    LAST_CENTISECONDS,
    LAST_PLIES,
    MAX_FILM_PLIES,
    REST_CENTISECONDS,
    STILL_RATIO,
    MatchPicture,
    film_file,
    png_file,
)
from flipside.game.scenes.share.sharing import PictureProgress, offer_exports
from flipside.game.scenes.shelf.album import open_review
from flipside.game.services.platform import desktop, platform
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.clock import parse_clock
from flipside.rules.match.match import Match
from tests.game.browser_stub import browser
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.game.scene_tour import PEOPLE, match_after, middle
from tests.of_type import frames_of

OTHELLO = recorded("othello")
each_game = pytest.mark.parametrize("key", list(BY_KEY))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where pictures go."""
    monkeypatch.setattr(desktop, "user_pictures_path", lambda: tmp_path / "Bilder")
    return tmp_path / "Bilder"


def finished(steps: Iterator[float | bytes]) -> bytes:
    *shares, data = steps
    assert isinstance(data, bytes)
    assert all(isinstance(share, float) for share in shares)
    return data


def as_image(surface: pygame.Surface) -> Image.Image:
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


def film(pilot: Pilot, match: Match, start: int) -> tuple[bytes, Image.Image, MatchPicture]:
    services = pilot.app.services
    data = finished(film_file(services, match, PEOPLE, start))
    return data, Image.open(BytesIO(data)), MatchPicture(services, match, PEOPLE, ratio=0.8)


# -- what is seen ----------------------------------------------------------------------------------


def test_points_are_announced_at_the_end_and_counted_before_it(fly: MakePilot) -> None:
    """Also where a match ended early; what was announced counts the empty squares."""
    services = fly().app.services
    given_up, whole = match_after("flipop", 20), match_after("othello", None)
    given_up.resign(0)
    assert MatchPicture(services, given_up, PEOPLE)._points(20) == given_up.position.points()
    last, sheet = len(whole.moves), MatchPicture(services, whole, PEOPLE)
    assert sheet._points(last - 1) == whole.position_at(last - 1).points()
    result = whole.result()
    assert result is not None
    assert sheet._points(last) == final_points(whole.game, whole.position, result, award=True)


@each_game
def test_a_picture_is_a_board_1200_pixels_wide_and_the_file_shows_just_that(
    pilot: Pilot, key: str
) -> None:
    sheet = MatchPicture(pilot.app.services, match_after(key, middle(key)), PEOPLE)
    drawn = sheet.draw(middle(key))
    assert drawn.get_width() == 1280
    assert abs(sheet._view.rect.width - 1200) <= 16
    file = finished(png_file(lambda: drawn))
    with Image.open(BytesIO(file)) as read:
        read.load()
        assert (read.format, read.mode, read.size) == ("PNG", "RGB", drawn.get_size())
        assert ImageChops.difference(read, as_image(drawn)).getbbox() is None


def test_nothing_is_left_of_hints_hands_and_windows(fly: MakePilot, folder: Path) -> None:
    files = []
    for size, asked in (((1280, 800), False), ((400, 700), True)):
        pilot = fly(size=size)
        pilot.sit_down(moves=OTHELLO.text(12))
        if asked:
            pilot.key("t")
            pilot.advance(0.5)
            pilot.app.stack.top.hover(pilot.at("c5"))
            pilot.key("right")
        offer_exports(pilot.app.stack, pilot.match, PEOPLE, pilot.match.ply)
        pilot.press("still")
        pilot.advance(3.0)
        (file,) = folder.iterdir()
        files.append(file.read_bytes())
        file.unlink()
    assert files[0] == files[1]


@pytest.mark.parametrize(("language", "mark"), [("en", "–"), ("de", ":"), ("cs", ":")])
@each_game
def test_points_are_parted(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, key: str, language: str, mark: str
) -> None:
    pilot = fly(language=language)
    drawn: dict[str, pygame.Rect] = {}
    sheet = MatchPicture(pilot.app.services, match_after(key, None), PEOPLE)
    monkeypatch.setattr(
        draw, "label", lambda _theme, _surface, lines, style, _paint, rect, *_:
        drawn.setdefault(f"{len(drawn)} {style} {lines[0]}", rect.copy()),
    )  # fmt: skip
    match = match_after(key, None)
    sheet.draw(len(match.moves))
    numbers = [(words, rect) for words, rect in drawn.items() if " number " in words]
    points = sheet._points(len(match.moves))
    if points is None:
        assert not numbers
        return
    numbers.sort(key=lambda found: found[1].x)
    first, second = (str(number) for number in points)
    assert [words.split(" number ")[1] for words, _ in numbers] == [first, mark, second]
    (_, left), (_, middle_one), (_, right) = numbers
    assert left.right <= middle_one.left < middle_one.right <= right.left
    assert abs(middle_one.centerx - sheet._view.rect.centerx) <= 2


@each_game
def test_each_player_stands_on_an_own_side_with_the_piece_outside(fly: MakePilot, key: str) -> None:
    theme = (pilot := fly()).app.services.theme
    for ply in (2, 3):
        match = match_after(key, ply)
        sheet, colours = (
            MatchPicture(pilot.app.services, match, PEOPLE, ratio=1),
            match.position.colours,
        )
        drawn, view = sheet.draw(ply), sheet._view.rect
        head = range(view.top // 8, view.top - 4)
        for colour, x in zip(colours or (), (view.x + 13, view.right - 14), strict=False):
            paint = theme.palette.pieces.get(colour, theme.palette.card)
            assert paint in {tuple(drawn.get_at((x, y)))[:3] for y in head}
        accents = [
            sum(tuple(drawn.get_at((x, y)))[:3] == theme.palette.accent for x in line for y in head)
            for line in (range(view.x, view.centerx), range(view.centerx, view.right))
        ]
        turn = match.position.turn
        assert accents[turn] > 50 > accents[1 - turn], ply


# -- moving ----------------------------------------------------------------------------------------


def test_a_moving_picture_shows_stones_turn(pilot: Pilot) -> None:
    match = match_after("othello", 12)
    _, made, sheet = film(pilot, match, 9)
    assert (made.format, made.size, made.info["loop"]) == ("GIF", sheet.size, 0)
    durations = []
    for number in range(frames_of(made)):
        made.seek(number)
        durations.append(made.info["duration"])
    assert durations[0] >= FIRST_CENTISECONDS * 10
    assert durations[-1] >= LAST_CENTISECONDS * 10
    assert sum(duration >= REST_CENTISECONDS * 10 for duration in durations) == 4, (
        "between three moves, and after"
    )
    assert durations.count(FRAME_CENTISECONDS * 10) >= 9
    for number, ply in ((0, 9), (frames_of(made) - 1, 12)):
        made.seek(number)
        there = as_image(sheet.draw(ply))
        off = ImageStat.Stat(ImageChops.difference(made.convert("RGB"), there)).mean
        assert max(off) < 6, "shades of 256 colours off at most"


@pytest.mark.parametrize(
    "key",
    ["flipop", *(pytest.param(key, marks=pytest.mark.long) for key in BY_KEY if key != "flipop")],
)
def test_every_game_moves(pilot: Pilot, key: str) -> None:
    match = match_after(key, min(20, middle(key)))
    start = len(match.moves) - 4
    data, made, sheet = film(pilot, match, start)
    assert frames_of(made) > 8
    made.seek(frames_of(made) - 1)
    there = as_image(sheet.draw(len(match.moves)))
    off = ImageStat.Stat(ImageChops.difference(made.convert("RGB"), there)).mean
    assert max(off) < 6
    assert len(data) < 600_000


# -- the way there ---------------------------------------------------------------------------------


def shared(pilot: Pilot) -> None:
    pilot.press("menu")
    pilot.press("share")
    pilot.press("picture")


def test_a_picture_is_saved_from_the_match_and_from_its_review(folder: Path, pilot: Pilot) -> None:
    pilot.sit_down(moves=OTHELLO.text(20))
    shared(pilot)
    pilot.press("still")
    assert "Drawing the picture: 0" in pilot.words()
    pilot.advance(3.0)
    assert "is in the folder “Bilder”" in pilot.words()
    pilot.press("understood")
    pilot.play.scene.run_command("review")
    pilot.key("k")
    pilot.press("picture")
    pilot.press("still")
    pilot.advance(3.0)
    names = sorted(path.name for path in folder.iterdir())
    assert len(names) == 2, "nothing is overwritten"
    assert all(name.startswith("Flipside othello ") and name.endswith(".png") for name in names)


def test_a_moving_picture_can_be_given_up(fly: MakePilot, folder: Path) -> None:
    pilot = fly(patience=0.0)
    pilot.sit_down(moves=OTHELLO.text(20))
    shared(pilot)
    pilot.press("last")
    pilot.advance(0.1)
    assert isinstance(pilot.top, PictureProgress)
    pilot.press("back")
    pilot.advance(1.0)
    assert pilot.session is pilot.play
    assert not folder.exists()


def test_what_cannot_be_made_is_not_offered(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    for plies, seen in ((0, set()), (LAST_PLIES, {"whole"}), (LAST_PLIES + 1, {"whole", "last"})):
        offer_exports(pilot.app.stack, match_after("flipop", plies), PEOPLE, plies)
        assert set(pilot.names()) & {"whole", "last"} == seen
    long = match_after("flipop", None)
    assert len(long.moves) > MAX_FILM_PLIES
    offer_exports(pilot.app.stack, long, PEOPLE, len(long.moves))
    assert set(pilot.names()) & {"whole", "last", "text"} == {"last"}
    monkeypatch.setattr(match_picture, "has_pillow", lambda: False)
    offer_exports(pilot.app.stack, match_after("othello", 20), PEOPLE, 20)
    assert set(pilot.names()) & {"still", "whole", "last"} == {"still"}
    assert "Animations need Pillow, which is not installed here." in pilot.words()
    monkeypatch.setattr(pilot.app.services.platform, "kind", "browser")
    offer_exports(pilot.app.stack, match_after("othello", 20), PEOPLE, 0)
    assert "only as a program on a computer, not in a browser." in pilot.words()


def test_the_formats_of_a_game_are_copied(pilot: Pilot, clipboard: list[str]) -> None:
    pilot.sit_down(moves="f5 d6 c3")
    for name, text in (
        ("copy-transcript", "f5d6c3"),
        ("copy-ggf", "B[f5]W[d6]B[c3];)"),
        ("copy-sgf", ";B[fe];W[df];B[cc])"),
        ("copy-obf", "------OXX-----O-------------------- O;"),
    ):
        shared(pilot)
        pilot.press("text")
        pilot.press(name)
        assert "The match is on the clipboard." in pilot.words()
        pilot.press("understood")
        assert clipboard[-1].endswith(text)


def test_what_was_taken_back_is_given_away_only_when_asked_for(
    fly: MakePilot, clipboard: list[str], folder: Path
) -> None:
    pilot = fly(patience=0.0)
    pilot.sit_down(moves="f5 d6 c3 d3")
    pilot.key("u")
    pilot.key("u")
    for rest, text, plies in ((False, "f5d6", 2), (True, "f5d6c3d3", 4)):
        for name in ("copy-transcript", "copy-ggf", "whole", "still"):
            shared(pilot)
            if rest:
                assert "With the moves taken back" in pilot.words()
                pilot.press("rest")
                assert "rest" not in pilot.names()
            if name.startswith("copy"):
                pilot.press("text")
            pilot.press(name)
            if name in ("whole", "still"):
                assert isinstance(pilot.top, PictureProgress)
                (path,) = _made(pilot, folder)
                with Image.open(path) as seen:
                    seats = pilot.play.live_match.seats
                    ratio = STILL_RATIO if name == "still" else FILM_RATIO
                    sheet = MatchPicture(pilot.app.services, pilot.match, seats, ratio)
                    seen.seek(getattr(seen, "n_frames", 1) - 1)
                    last = seen.convert("RGB")
                    off = [_off(last, as_image(sheet.draw(ply))) for ply in (plies, 6 - plies)]
                    assert off[0] < min(3.0, off[1])
                path.unlink()
            else:
                pilot.press("understood")
        assert clipboard[-2] == text
        assert f"W[{text[2 * plies - 2 :]}];)" in clipboard[-1]
        assert "RE[?]" in clipboard[-1]


def _made(pilot: Pilot, folder: Path) -> list[Path]:
    """The files in the folder, once the one that is being made lies there."""
    while isinstance(pilot.top, PictureProgress):
        pilot.app.stack.top.update(1.0)
    pilot.press("understood")
    return list(folder.iterdir())


def _off(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are from each other; a moving one has fewer colours."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def test_a_review_gives_away_what_stands_at_its_moment(pilot: Pilot, clipboard: list[str]) -> None:
    match = match_after("othello", 12)
    match.clock = replace(parse_clock("5+2 3+0"), left=(0, 10_000))
    assert match.result() is not None
    open_review(pilot.app.stack, StoredMatch(match, PEOPLE), 10)
    for way in ("share", "picture", "text", "copy-ggf"):
        pilot.press(way)
    pilot.press("understood")
    assert "RE[?]" in clipboard[-1]
    assert clipboard[-1].count("B[") + clipboard[-1].count("W[") == 10 + 2  # PB and PW
    pilot.press("share")
    pilot.press("picture")
    assert "With the moves that followed" in pilot.words()


# -- where it goes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "The disk is full"),
        (errno.EACCES, "Nothing can be written to the folder"),
    ],
)
def test_a_picture_that_cannot_be_saved(
    fly: MakePilot, folder: Path, monkeypatch: pytest.MonkeyPatch, number: int, sentence: str
) -> None:
    def fail(*given: object) -> Path:
        raise OSError(number, "no")

    monkeypatch.setattr(sharing, "write_new_file", fail)
    pilot = fly()
    pilot.sit_down(moves=OTHELLO.text(5))
    shared(pilot)
    pilot.press("still")
    pilot.advance(3.0)
    assert sentence in pilot.words()


def test_a_file_half_written_is_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert platform.write_new_file(tmp_path / "new", "a.png", b"1").read_bytes() == b"1"
    assert platform.write_new_file(tmp_path / "new", "a.png", b"2").name == "a-2.png"
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        platform.write_new_file(tmp_path / "file", "a.png", b"1")
    full = Path("/dev/full")
    if full.exists():
        real = Path.open
        monkeypatch.setattr(Path, "open", lambda self, mode: real(full, "wb", buffering=0))
        with pytest.raises(OSError, match="No space"):
            platform.write_new_file(tmp_path, "b.png", b"1")


def test_a_file_overwrites_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outside = tmp_path / "outside"
    (tmp_path / "a.png").symlink_to(outside)
    monkeypatch.setattr(Path, "exists", lambda self: False)
    assert platform.write_new_file(tmp_path, "a.png", b"1").name == "a-2.png"
    assert not os.path.lexists(outside)
    assert platform.write_new_file(tmp_path, "a-2.png", b"2").name == "a-2-2.png"
    assert (tmp_path / "a-2.png").read_bytes() == b"1"


@pytest.mark.skipif(sys.platform != "linux", reason="other desktops name it elsewhere")
def test_the_folder_that_a_desktop_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert DesktopPlatform().files.folder == tmp_path / "Pictures"
    (tmp_path / "user-dirs.dirs").write_text('XDG_PICTURES_DIR="$HOME/Obrázky"\n', "utf-8")
    assert DesktopPlatform().files.folder == tmp_path / "Obrázky"


def test_a_page_gives_the_picture_out_at_a_tap(pilot: Pilot) -> None:
    told = list[tuple[str, ...]]()
    offer_exports(pilot.app.stack, match_after("switch", 6), PEOPLE, 6)
    pilot.app.services.platform = browser(
        about=lambda key: "yes" if key == "sends files" else "",
        say=lambda words: None,
        download_file=lambda *given: told.append(("save", *given)),
        send_file=lambda *given: told.append(("send", *given)),
    )
    pilot.press("still")
    scene = pilot.top
    assert isinstance(scene, PictureProgress)
    while pilot.top is scene:
        scene.update(0.1)
    dialog = pilot.top
    for name in ("save", "send"):
        pilot.app.stack.open(dialog)
        pilot.press(name)
        what, file, kind, letters = told.pop()
        assert (what, kind) == (name, "image/png")
        assert file.endswith(".png")
        assert Image.open(BytesIO(b64decode(letters))).size == (1280, 1472)
