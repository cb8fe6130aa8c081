"""What is painted where something changed is what would be painted anew."""

from functools import partial
from random import Random

import pygame
import pytest

from flipside.game.board import view
from flipside.game.board.board_state import Annotations, EvalBar
from flipside.game.drawing import draw
from flipside.game.drawing.display_list import DisplayItem, DisplayList, Layer
from flipside.game.saves.matches import StoredMatch
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.settings import Settings
from flipside.game.services.theme import Theme
from flipside.rules.catalogue import GAMES
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.drawing.watched_frames import bytes_of, drawn_anew
from tests.game.pilot import FRAME, Pilot
from tests.game.scene_tour import match_after, middle

PLAIN, HELD = (640, 480), (480, 640)


def plain(
    look: str, left: int = 0, kept: bool = False, right: int = 30, paints: list[str] | None = None
) -> Layer:
    """A layer of one item in one colour."""

    def paint(picture: pygame.Surface) -> None:
        picture.fill((ord(look), 0, 0))
        if paints is not None:
            paints.append(look)

    place = pygame.Rect(left, 0, right - left, 20)
    return Layer(look, lambda: [DisplayItem(look, place, paint)], kept)


def seen_at(surface: pygame.Surface, *places: int) -> str:
    """The looks that are seen in these columns."""
    return "".join(chr(surface.get_at((x, 5)).r) for x in places)


def test_only_what_changed_is_painted() -> None:
    """Items are compared by look and place where the key of their layer is another one."""
    paints: list[str] = []
    display, surface = DisplayList(), pygame.Surface((60, 20))

    def painting(look: str, surface: pygame.Surface) -> None:
        paints.append(look)
        surface.fill((ord(look), 0, 0))

    def show(
        *layers: tuple[object, str], kept: tuple[object, ...] = ()
    ) -> tuple[list[pygame.Rect], str]:
        """Each letter of a layer is an item ten pixels wide, right of the one before."""

        def make(looks: str) -> list[DisplayItem]:
            return [
                DisplayItem(look, pygame.Rect(10 * at, 0, 10, 20), partial(painting, look))
                for at, look in enumerate(looks)
                if look != "."
            ]

        paints.clear()
        given = [Layer(key, partial(make, looks), key in kept) for key, looks in layers]
        places = display.draw(surface, given)
        return places, "".join(chr(surface.get_at((10 * at, 5)).r) for at in range(6))

    whole = surface.get_rect()
    assert show((1, "aaaaaa"), (1, "..b")) == ([whole], "aabaaa")
    assert show((1, "aaaaaa"), (1, "..b")) == ([], "aabaaa")
    assert paints == []
    assert show((1, "aaaaaa"), (2, "..c")) == ([pygame.Rect(20, 0, 10, 20)], "aacaaa")
    assert paints == ["a", "c"]
    assert show((1, "aaaaaa"), (None, "....c")) == (
        [pygame.Rect(20, 0, 10, 20), pygame.Rect(40, 0, 10, 20)],
        "aaaaca",
    )
    assert show((1, "ddd"), (None, "....c"))[1] == "aaaaca", "the key says that nothing changed"
    assert show((1, "aaaaaa")) == ([pygame.Rect(40, 0, 10, 20)], "aaaaaa")
    assert show((2, "eeeeee"))[1] == "eeeeee"
    display.forget()
    assert show((2, "eeeeee")) == ([whole], "eeeeee")
    assert paints == list("eeeeee")
    # What moves over a kept layer does not paint it again.
    assert show((3, "ffffff"), (None, "g"), kept=(3,)) == ([whole], "gfffff")
    assert show((3, "ffffff"), (None, ".g"), kept=(3,))[1] == "fgffff"
    assert paints == ["g"]
    assert show((4, "fffffh"), (None, ".g"), kept=(4,)) == ([pygame.Rect(50, 0, 10, 20)], "fgfffh")
    assert paints == ["h"]


def test_little_is_painted_between_places_that_changed() -> None:
    """However many of them lie beside each other, as the marks on a board do."""
    display, surface = DisplayList(), pygame.Surface((300, 300))

    def layer(shade: int) -> Layer:
        places = [pygame.Rect(x, y, 20, 20) for x in range(0, 288, 24) for y in range(0, 288, 24)]
        items = [DisplayItem(shade, place, lambda picture: None) for place in places]
        return Layer(shade, lambda: items)

    display.draw(surface, [layer(1)])
    paints = display.draw(surface, [layer(2)]) or []
    changed = 12 * 12 * 20 * 20
    assert changed <= sum(place.width * place.height for place in paints) <= 1.3 * changed


def test_what_takes_long_is_painted_in_several_calls() -> None:
    """An item in each; only the last one tells what was painted, all of it."""
    display, surface = DisplayList(), pygame.Surface((30, 30))
    paints: list[str] = []

    def layer(name: str, cached: bool = False) -> Layer:
        def paint(picture: pygame.Surface) -> None:
            paints.append(name)
            picture.fill((ord(name), 0, 0))

        places = [pygame.Rect(0, 0, 30, 30), pygame.Rect(0, 0, 10, 10)]
        return Layer(name, lambda: [DisplayItem(name, place, paint) for place in places], cached)

    for names in ("abc", "abd"):
        paints.clear()
        layers = [layer(names[0], cached=True), layer(names[1], cached=True), layer(names[2])]
        calls = 1
        while (places := display.draw(surface, layers, seconds=0.0)) is None:
            assert display.works
            assert len(paints) == calls
            layers = [layer("x")]  # it goes on with those it began with
            calls += 1
        assert not display.works
        assert places == [surface.get_rect()]
        assert surface.get_at((5, 5)).r == ord(names[2])
    assert paints == ["d", "d"]


def test_what_is_forgotten_is_not_painted_on() -> None:
    display, surface = DisplayList(), pygame.Surface((30, 20))

    def halves(look: str) -> list[Layer]:
        return [plain(look, 0, right=15), plain(look, 15)]

    assert display.draw(surface, halves("a"), seconds=0.0) is None
    display.forget()
    assert display.draw(surface, halves("b")) == [surface.get_rect()]
    assert seen_at(surface, 5, 20) == "bb"


def test_what_moves_below_a_dialog_is_seen_through_it() -> None:
    """The picture up to the dialog is kept, so it is painted on there."""
    display, surface = DisplayList(), pygame.Surface((30, 20))
    for piece in "bc":
        layers = plain("a", 0, True), plain(piece, 10), plain("d", 25, True), plain("e", 28)
        display.draw(surface, layers)
        assert seen_at(surface, 5, 15, 26, 29) == f"a{piece}de"


def test_what_is_kept_stays_when_something_opens_above() -> None:
    """A dialog is painted over the picture that is there, and taken away again."""
    display, surface, paints = DisplayList(), pygame.Surface((30, 20)), list[str]()

    layer = partial(plain, paints=paints)

    def show(*layers: Layer) -> str:
        paints.clear()
        display.draw(surface, layers)
        return seen_at(surface, 5, 15, 25)

    scene, veil, card = layer("a", 0, True), layer("b", 10, True), layer("c", 20)
    assert show(scene) == "aaa"
    assert show(scene, veil, card) == "abc"
    assert paints == ["b", "c"]
    assert show(layer("d", 0, True), veil, card) == "dbc"
    assert show(layer("d", 0, True)) == "ddd"
    assert paints == []
    assert show(layer("e", 0, True), veil, card) == "ebc"


def compare(pilot: Pilot) -> None:
    """The next frame is as if everything were painted anew."""
    pilot.app.step(FRAME)
    pilot.app.show()
    assert bytes_of(pilot.app.screen.surface) == drawn_anew(pilot), "another picture"


GROUND = (90, 140, 60)


def strays(item: DisplayItem, surface: pygame.Surface) -> bool:
    """Whether an item paints beside its place, where nothing would be painted again."""
    around = item.place.inflate(160, 160).clip(surface.get_rect())
    surface.fill(GROUND, around)
    item.paint(surface)
    surface.fill(GROUND, item.place)
    clean = bytes(GROUND) * (around.width * around.height)
    return pygame.image.tobytes(surface.subsurface(around), "RGB") != clean


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("size", [(360, 560), (900, 1100)], ids=["small", "large"])
def test_items_of_a_board_stay_in_their_places(
    fly: MakePilot, game: object, size: tuple[int, int]
) -> None:
    pilot = fly(tempo="normal", size=size)
    surface, key = pygame.Surface(size), game.key  # type: ignore[attr-defined]
    pilot.put(match_after(key, middle(key)))
    pilot.advance(0.5)

    def look(layers: slice) -> None:
        for layer in pilot.view.layers(pilot.shown())[layers]:
            for item in layer.make():
                assert not strays(item, surface), item.look

    for number in range(2):
        moves = pilot.match.position.moves()
        pilot.commit(moves[len(moves) * number // 2])
        look(slice(1, 2))
        for _ in range(8):
            look(slice(2, 3))
            pilot.app.step(4 * FRAME)
        pilot.at_table.playback.finish()
        for cell in [move[0] for move in pilot.match.position.moves() if move][:2]:
            pilot.hover(pilot.at(cell))
            pilot.tap(cell)
            look(slice(3, 4))


@pytest.mark.parametrize("key", ["flipop", "contactic"])
def test_a_clip_cuts_an_item_and_changes_nothing_else(fly: MakePilot, key: str) -> None:
    """So a place that is painted again fits into what is round it."""
    pilot, random = fly(size=PLAIN), Random(7)
    pilot.put(match_after(key, middle(key)))
    move = max(pilot.match.legal(), key=len)
    items = [item for layer in pilot.top.layers()[1:] for item in layer.make()]
    for upright in (True, False):
        notes = Annotations(
            hint=(move,), values={move[0]: "+3"}, eval_bar=EvalBar(0.4, None, None, upright)
        )
        items += view.annotation_items(pilot.view, notes, frozenset())
    for item in items:
        whole, cut = pygame.Surface(PLAIN), pygame.Surface(PLAIN)
        item.paint(whole)
        left, top, width, height = item.place
        for _ in range(12):
            corner = left + random.randrange(width), top + random.randrange(height)
            size = random.randint(1, width), random.randint(1, height)
            clip = pygame.Rect(corner, size).clip(item.place).clip(cut.get_rect())
            cut.set_clip(clip)
            cut.fill("black")
            item.paint(cut)
            if clip:
                one, other = (surface.subsurface(clip) for surface in (whole, cut))
                assert bytes_of(one) == bytes_of(other), item.look


def test_smooth_lines_are_the_same_in_parts() -> None:
    theme = Theme(Settings(), DesktopPlatform())
    random, room = Random(3), pygame.Rect(0, 0, 60, 60)
    for _ in range(300):
        start, end = ((random.uniform(-5, 65), random.uniform(-5, 65)) for _ in range(2))
        clip = pygame.Rect(*(random.randint(1, 40) for _ in range(4))).clip(room)
        found = []
        for now in (room, clip):
            surface = pygame.Surface(room.size)
            surface.fill(GROUND)
            surface.set_clip(now)
            draw.stroke(theme, surface, (200, 30, 90), start, end, 5)
            assert surface.get_clip() == now
            found.append(bytes_of(surface.subsurface(clip)))
        assert found[0] == found[1]
        surface.fill(GROUND)
        surface.set_clip(None)
        assert bytes_of(surface) == bytes(GROUND) * 3600, "something is painted beside the clip"


def test_another_board_in_the_same_place_is_painted_anew(fly: MakePilot) -> None:
    pilot = fly(drawing=True, size=(390, 844))
    for game in GAMES:
        pilot.put(Match(game))
        compare(pilot)


def test_a_window_pulled_to_and_fro_is_painted_anew(fly: MakePilot) -> None:
    """Within one frame: the size is the same, but the surface is another one."""
    pilot = fly(drawing=True, size=PLAIN)
    pilot.sit_down()
    pilot.advance(0.5)
    pilot.pull(HELD)
    pilot.pull(PLAIN)
    compare(pilot)


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_an_arrangement_that_looks_the_same_paints_nothing(fly: MakePilot, key: str) -> None:
    """Most taps arrange both panels anew, of which little changes."""
    pilot = fly(size=HELD, drawing=True)
    pilot.put(match_after(key, 5))
    pilot.advance(0.5)
    for opened in ("match", "study"):
        pilot.top.update_layout()
        assert pilot.app.screen._draw(pilot.app.stack._layers) == [], opened
        pilot.explore(StoredMatch(match_after(key, 5), ("person", "person")))
        pilot.advance(0.5)
