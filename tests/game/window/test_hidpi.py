"""What rests is drawn with all pixels of the screen: in bites, once, and as if it had never been
drawn with fewer."""

import gc
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from itertools import product
from pathlib import Path

import pygame
import pytest

from game.saves.matches import Saved
from game.scenes.common.scene import Scene
from game.scenes.info.manual import Manual
from game.scenes.info.settings import SettingsPage
from game.scenes.lesson.scene import Learn
from game.scenes.play.scene import Play
from game.scenes.problem.problems import Problems
from game.scenes.shelf.album import Album
from game.scenes.shelf.setup import MatchSetup
from game.services.platform.platform import Platform
from game.services.platform.view import View
from game.services.theme import Theme
from game.ui.sheet import Sheet
from game.ui.widgets import Button, Label
from game.window import hidpi
from game.window import hidpi_copy as hidpi_module
from game.window.app import App
from game.window.hidpi_copy import hidpi_copy, lettered, same_places
from rules.catalogue import BY_KEY, GAMES
from rules.match.clock import Clock, TimeControl
from rules.match.match import Match
from tests.browser.same_game import Bridge, Mirror
from tests.game.conftest import MakePilot
from tests.game.pilot import FRAME, Pilot
from tests.made_problems import lay

WINDOW, SCREEN = (410, 620), (820, 1240)
"""The window's pixels, and twice as many each way on the screen."""


class Glass:
    """What would lie over the window: the places put there last, and the picture of them all."""

    def __init__(self, app: App) -> None:
        self.puts: list[list[pygame.Rect]] = []
        self.picture = pygame.Surface(SCREEN)
        self._before = pygame.Surface(app.size)
        self._clear: set[tuple[int, int]] = set()
        page = app.services.page
        page.picture.show, page.picture.show_hidpi = self._show, self._sharpen  # type: ignore[method-assign, assignment]
        page.picture.clear = self._cleared  # type: ignore[method-assign]
        self.opaque = pygame.mask.Mask(WINDOW)
        """Where the window is covered, in its pixels."""
        page.denser = self._denser  # type: ignore[method-assign]
        page.screen_ratio = lambda: SCREEN[0] / WINDOW[0]  # type: ignore[method-assign]
        self._page = page
        app.refresh()

    def _show(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Tiles that differ, and did not before since all was sharp."""
        found = []
        for left, top in product(range(0, WINDOW[0], 41), range(0, WINDOW[1], 31)):
            tile = pygame.Rect(left, top, 41, 31).clip(surface.get_rect())
            pair = [picture.subsurface(tile) for picture in (surface, self._before)]
            differs = len({pygame.image.tobytes(part, "RGB") for part in pair}) > 1
            if differs and tile.topleft not in self._clear:
                self._clear.add(tile.topleft)
                found.append(tile)
        self._before = surface.copy()
        self._cleared(found)
        return found

    def _cleared(self, places: Sequence[pygame.Rect]) -> None:
        for place in places:
            grown = place.inflate(2, 2)
            self.opaque.erase(pygame.mask.Mask(grown.size, True), grown.topleft)

    def torn(self, places: list[pygame.Rect]) -> list[pygame.Rect]:
        """The places of which one part is covered and another is not."""
        parts = ((place, self._covered(place)) for place in places)
        return [p for p, share in parts if 0 < share < p.width * p.height]

    def _covered(self, place: pygame.Rect) -> int:
        return self.opaque.overlap_area(pygame.mask.Mask(place.size, True), place.topleft)

    def _denser(self) -> Platform:
        page = copy(self._page)
        page._view = View(SCREEN, 2.0)
        return page

    def _sharpen(self, surface: pygame.Surface, places: list[pygame.Rect]) -> None:
        self.puts.append(places)
        self._clear.clear()
        self.opaque.fill()
        for place in places:
            self.picture.blit(surface, place, place)


@pytest.fixture
def pilot(fly: MakePilot, monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """At a table of Othello, in a window that is drawn."""
    pilot = fly(size=WINDOW, tempo="normal", language="en")
    pilot.app.open(Play(pilot.app, Saved(Match(BY_KEY["othello"], {}, 1), ("person", "person"))))
    frames(pilot, 60)
    return pilot


def frames(pilot: Pilot, count: int) -> None:
    for _ in range(count):
        pilot.app.frame(FRAME)


def until_sharp(pilot: Pilot, glass: Glass) -> None:
    """Frames until something is put over the window."""
    before = len(glass.puts)
    for _ in range(400):
        pilot.app.frame(FRAME)
        if len(glass.puts) > before:
            return
    raise AssertionError("it never becomes sharp")


def unlike(one: pygame.Surface, other: pygame.Surface) -> int:
    """How many pixels differ by more than a rounding."""
    near = pygame.mask.from_threshold(one, (0, 0, 0), (4, 4, 4, 255), other)
    return one.get_width() * one.get_height() - near.count()


def large(pilot: Pilot) -> pygame.Surface:
    """The copies of the scenes, drawn in one go by a theme that makes all images at once."""
    app, page = pilot.app, pilot.app.services.page.denser()
    assert page is not None
    theme = Theme(app.services.settings, page)
    theme.arrange(SCREEN)
    services = replace(app.services, page=page, theme=theme)
    surface = pygame.Surface(SCREEN)
    for scene in app.visible():
        hidpi_copy(scene, services, SCREEN, None).draw(surface)
    return surface


def test_the_picture_is_that_of_the_whole_screen(pilot: Pilot) -> None:
    """After the first rest, after a move, and below a menu: all of it, pixel for pixel."""
    glass = Glass(pilot.app)
    until_sharp(pilot, glass)
    pilot.tap("d3")
    until_sharp(pilot, glass)
    assert sum(place.width * place.height for place in glass.puts[-1]) < 0.95 * 820 * 1240
    after = glass.picture.copy()
    assert unlike(after, large(pilot)) == 0
    pilot.key("escape")
    until_sharp(pilot, glass)
    assert unlike(glass.picture, large(pilot)) == 0
    assert unlike(glass.picture, after) > 10_000


def test_bites_make_one_image_at_most_and_the_same_picture(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However little time a frame has."""
    made = [0]
    kept = Theme.kept

    def counting(theme: Theme, key: object, make: Callable[[], pygame.Surface]) -> object:
        def counted() -> pygame.Surface:
            made[0] += isinstance(theme, hidpi._SteppedTheme)
            return make()

        return kept(theme, key, counted)

    monkeypatch.setattr(Theme, "kept", counting)
    monkeypatch.setattr(hidpi, "DRAW_STEP_SECONDS", -1.0)
    glass = Glass(pilot.app)
    most = 0
    while not glass.puts:
        before = made[0]
        pilot.app.frame(FRAME)
        most = max(most, made[0] - before)
    # An image may be made of two others: a face that turns of both its sides, or its shadow.
    assert made[0] > 40
    assert most <= 3
    assert unlike(glass.picture, large(pilot)) == 0


def test_whatever_moves_ends_the_drawing(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tap in its middle is answered in its frame; what is put then is what it led to."""
    monkeypatch.setattr(hidpi, "DRAW_STEP_SECONDS", -1.0)
    glass = Glass(pilot.app)
    frames(pilot, 30)
    assert pilot.app.hidpi._work is not None
    pilot.tap("d3")
    assert pilot.match.names() == ["d3"]
    pilot.app.frame(FRAME)
    assert (pilot.app.hidpi._work, glass.puts) == (None, [])
    until_sharp(pilot, glass)
    assert unlike(glass.picture, large(pilot)) == 0


def test_what_rests_is_drawn_once(pilot: Pilot) -> None:
    """Nothing is done any more, and nothing put; nothing while something moves either."""
    glass = Glass(pilot.app)
    until_sharp(pilot, glass)
    frames(pilot, 120)
    assert (len(glass.puts), pilot.app.hidpi._work) == (1, None)
    pilot.tap("d3")
    while pilot.board.motion.seconds_left():
        pilot.app.frame(FRAME)
        assert len(glass.puts) == 1


def test_the_picture_waits_for_the_magnifying_glass(pilot: Pilot) -> None:
    """Which lies over it as long as it is held."""
    glass = Glass(pilot.app)
    until_sharp(pilot, glass)
    puts = len(glass.puts)
    pilot.play.hands.glass = (200, 300)
    pilot.play.changed = True
    frames(pilot, 120)
    assert len(glass.puts) == puts
    pilot.play.hands.glass = None
    pilot.play.changed = True
    frames(pilot, 120)
    assert len(glass.puts) > puts
    assert unlike(glass.picture, large(pilot)) == 0


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_no_text_is_torn(fly: MakePilot, key: str) -> None:
    """Whatever moves and whatever panels say then: every text is sharp, or all of it is not."""
    pilot = fly(size=WINDOW, tempo="normal", language="en")
    pilot.sit_down(key, seed=2)
    glass, blurred = Glass(pilot.app), 0
    until_sharp(pilot, glass)
    for number in range(6):
        if number == 4:
            pilot.key("t")
        else:
            pilot.commit(pilot.match.legal()[number % len(pilot.match.legal())])
        for _ in range(50):
            pilot.app.frame(FRAME)
            scenes = pilot.app.visible()
            seen = [place for scene in scenes for place in lettered(scene)]
            assert glass.torn([place.clip((0, 0, *WINDOW)) for place in seen]) == []
            blurred += glass.opaque.count() < WINDOW[0] * WINDOW[1]
    assert blurred > 60


def test_a_clock_is_never_blurred(fly: MakePilot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its seconds are drawn with all pixels in the frame in which they pass."""
    monkeypatch.setattr("time.perf_counter", lambda: 0.0)  # however busy the machine is
    pilot = fly(size=WINDOW, language="en")
    match = Match(BY_KEY["othello"], {}, 1)
    match.clock = Clock((TimeControl(300), TimeControl(300)), (300_000, 300_000))
    pilot.app.open(Play(pilot.app, Saved(match, ("person", "person"))))
    glass = Glass(pilot.app)
    until_sharp(pilot, glass)
    for _ in range(90):
        pilot.app.frame(FRAME)
        assert pilot.app.hidpi._blurred == []
    assert len(glass.puts) in (2, 3)


def test_a_new_look_is_drawn_anew(pilot: Pilot) -> None:
    """Another size or theme leaves nothing of the former picture."""
    glass = Glass(pilot.app)
    until_sharp(pilot, glass)
    pilot.app.services.settings.theme = "dark"
    pilot.app.refresh()
    until_sharp(pilot, glass)
    assert unlike(glass.picture, large(pilot)) == 0


def test_a_scene_that_would_lie_elsewhere_is_left_out(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays as the window shows it; the next one becomes sharp again, all of it."""
    glass = Glass(pilot.app)
    monkeypatch.setattr(hidpi_module, "MAX_SHIFT_PIXELS", -1)
    frames(pilot, 60)
    assert (glass.puts, pilot.app.hidpi._work) == ([], None)
    monkeypatch.setattr(hidpi_module, "MAX_SHIFT_PIXELS", 3)
    pilot.tap("d3")
    until_sharp(pilot, glass)
    assert unlike(glass.picture, large(pilot)) == 0


def test_nothing_of_former_pictures_is_held(pilot: Pilot) -> None:
    """No sheet stays in memory, though nothing collects what holds itself between scenes."""
    glass = Glass(pilot.app)
    until_sharp(pilot, glass)

    def sheets() -> int:
        return sum(isinstance(thing, Sheet) for thing in gc.get_objects())

    gc.collect()
    before = sheets()
    gc.disable()
    for name in ("d3", "c5", "f6"):
        pilot.tap(name)
        frames(pilot, 14)
        pilot.app.hidpi.go_on(pilot.app.scenes)
        until_sharp(pilot, glass)
    found = sheets()
    gc.enable()
    assert found == before


def test_a_desktop_draws_nothing_twice(pilot: Pilot) -> None:
    """Its window has all pixels of the screen."""
    assert pilot.app.services.page.denser() is None
    pilot.app.hidpi.changed([pygame.Rect(0, 0, 9, 9)], pilot.app.surface, [])
    frames(pilot, 30)
    assert pilot.app.hidpi._denser is None


VIEWS = ("820,1180,2,0,0,0,0", "1024,1366,2,0,24,0,20", "390,844,3,0,47,0,34", "1180,820,2,0,0,0,0")


@pytest.mark.parametrize("language", ["en", "de", "cs"])
@pytest.mark.parametrize("view", VIEWS)
def test_everything_lies_where_it_is_tapped(
    view: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On every scene: else that would stay blurred. And words do not jump as they become sharp."""
    lay(monkeypatch, tmp_path)
    settings = f"Flipside settings 1\nlanguage {language}\ntempo off\n"
    mirror = Mirror(Bridge(view, {"picture": "yes"}, {"settings.txt": settings}))
    app = mirror.app
    page = app.services.page.denser()
    assert page is not None
    app.hidpi._begin(page)
    scenes = [app.top, SettingsPage(app), Album(app)]
    for game in GAMES:
        match = Match(game, {}, 1)
        scenes += [MatchSetup(app, game), Manual(app, game), Learn(app, game), Problems(app, game)]
        scenes.append(Play(app, Saved(match, ("person", "level3"))))
    wrong = []
    for scene in scenes:
        scene.arrange(app.size)
        like = app.hidpi._copy(0, scene)
        if not same_places(scene, like):
            wrong.append(scene.title())
        wrong += [f"{scene.title()}: {words} jumps" for words in jumping(scene, like)]
    assert wrong == []


def jumping(scene: Scene, like: Scene) -> Iterator[str]:
    """The words that stand more than a rounding of each of two places elsewhere in a likeness."""
    ratio = like.theme.unit / scene.theme.unit
    for sheet, its in zip(scene.sheets, like.sheets, strict=True):
        for one, other in zip(sheet.widgets, its.widgets, strict=True):
            here, there = sheet.outside(one.rect), its.outside(other.rect)
            aside = max(abs(there.x / ratio - here.x), abs(there.centery / ratio - here.centery))
            if isinstance(one, Label | Button) and aside > 1.25:
                yield f"{one.words} by {aside:.1f} pixels"
