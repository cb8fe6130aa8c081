"""The keyboard alone reaches everything: arrows, Enter, Tab, letters, Escape, F11."""

import pygame
import pytest

from flipside.game.scenes.editor.session import DraftSession
from flipside.game.scenes.play.session import PlaySession
from flipside.game.scenes.shelf.shelf import Shelf
from flipside.game.scenes.study.session import StudySession
from flipside.game.services.platform.clipboard import Clipboard
from flipside.game.ui.sheet import active
from flipside.game.window.key_input import BUTTON_KEYS, Keyboard, key_name
from flipside.rules.catalogue import GAMES
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.journeys.test_contactic_screen import with_turns
from tests.game.pilot import Pilot, tappable
from tests.game.scene_tour import all_stops, match_after

OTHELLO = recorded("othello")


def focus_on(pilot: Pilot, name: str) -> None:
    """Press Tab until that widget has the focus."""
    for _ in range(400):
        if pilot.top.focus == name:
            return
        pilot.key("tab")
    raise AssertionError(f"Tab never comes to {name!r}: {pilot.names()}")


def choose(pilot: Pilot, name: str) -> None:
    """Reach a widget with Tab and act on it with Enter."""
    focus_on(pilot, name)
    pilot.key("return")


def steer(pilot: Pilot, cell: str) -> None:
    """Move the board's cursor to a cell with the arrows."""
    board = pilot.match.board
    if pilot.play.scene.board_input.cursor is None:
        pilot.key("left")
    for _ in range(40):
        here, there = pilot.play.scene.board_input.cursor, board.cell_named(cell)
        assert here is not None
        across = there % board.columns - here % board.columns
        down = there // board.columns - here // board.columns
        if not across and not down:
            return
        pilot.key(("right" if across > 0 else "left") if across else "down" if down > 0 else "up")
    raise AssertionError(f"the arrows never come to {cell}")


def test_from_the_shelf_through_a_match_and_back(pilot: Pilot) -> None:
    choose(pilot, "setup othello")
    choose(pilot, "kind1=person")
    choose(pilot, "start")
    steer(pilot, "d3")
    pilot.key("return")
    steer(pilot, "c3")
    pilot.key("space")
    assert pilot.match.names() == ["d3", "c3"]
    pilot.key("m")
    choose(pilot, "manual")
    assert pilot.where() == "Shelf > PlaySession > Manual"
    pilot.key("escape")
    pilot.key("m")
    choose(pilot, "options")
    choose(pilot, "theme=dark")
    assert pilot.app.services.settings.theme == "dark"
    pilot.key("escape")
    assert pilot.where() == "Shelf > PlaySession"
    pilot.key("escape")
    assert pilot.where() == "Shelf > PlaySession > Menu"
    choose(pilot, "shelf")
    assert pilot.where() == "Shelf"
    pilot.key("escape")
    pilot.key("escape")
    assert pilot.app.stack.running
    pilot.key("escape")
    choose(pilot, "quit")
    assert not pilot.app.stack.running


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_every_game_is_played_by_keyboard(pilot: Pilot, key: str) -> None:
    whole = match_after(key, 12)
    pilot.sit_down(key, seed=whole.seed)
    for ply, move in enumerate(whole.moves):
        if pilot.match.ply > ply:
            continue
        for cell in move:
            name = pilot.match.board.names[cell]
            if pilot.match.board.kinds[cell] == "beside":
                choose(pilot, f"cell {name}")
            else:
                steer(pilot, name)
                pilot.key("return")
        pilot.advance(1 / 60)
    assert pilot.match.moves == whole.moves


@pytest.mark.parametrize("key", sorted({"return", "space", BUTTON_KEYS["a"]}))
def test_a_key_on_a_field_is_a_tap_there(fly: MakePilot, key: str) -> None:
    pilot, (match, name) = fly(), with_turns(3)
    pilot.put(match)
    field, made = match.board.cell_named(name), len(match.moves)
    steer(pilot, name)
    for tap in range(7):
        pilot.key(key)
        assert pilot.play.live_match.taps == (field,) * (tap % 3 + 1)
    assert len(pilot.match.moves) == made
    pilot.key("tab")
    assert pilot.top.focus == "cell lay"
    pilot.key(key)
    assert pilot.match.moves[made:] == [(field, match.board.cell_named("lay"))]
    pilot.key("right")
    assert pilot.top.focus == "", "the arrows lead on from that field"


def test_letters_are_commands(pilot: Pilot) -> None:
    pilot.sit_down(moves=OTHELLO.text(6))
    for key, at in (
        ("u", 5), ("ctrl z", 4), ("backspace", 3), ("r", 4), ("ctrl y", 5),
    ):  # fmt: skip
        pilot.key(key)
        assert pilot.match.ply == at, key
    for key, scene in (
        ("l", "MovesDialog"), ("m", "Menu"), ("g", "Dialog"), ("h", "Manual"),
        ("o", "SettingsScene"), ("ctrl c", "Dialog"),
    ):  # fmt: skip
        pilot.key(key)
        assert pilot.where() == f"Shelf > PlaySession > {scene}", key
        pilot.key("escape")
        assert pilot.where() == "Shelf > PlaySession", key
    for key in ("ctrl v", "n"):
        before = pilot.play
        pilot.key(key)
        assert pilot.where() == "Shelf > PlaySession"
        assert pilot.play is not before, key
    pilot.key("s")
    assert pilot.where() == "Shelf > PlaySession"


def test_letters_on_the_shelf(pilot: Pilot) -> None:
    pilot.key("o")
    assert pilot.where() == "Shelf > SettingsScene"
    pilot.key("escape")
    focus_on(pilot, "flipop")
    pilot.key("h")
    assert pilot.where() == "Shelf > Manual"
    assert "Flipop" in pilot.words()


def test_escape_takes_back_a_move_that_was_begun(pilot: Pilot) -> None:
    pilot.sit_down("contactic", seed=3)
    field = pilot.match.position.moves()[0][0]
    pilot.tap(field)
    assert pilot.play.live_match.taps == (field,)
    pilot.key("escape")
    assert pilot.play.live_match.taps == ()
    assert pilot.session is pilot.play
    pilot.key("escape")
    assert pilot.session is not pilot.play


def test_tab_comes_round_every_scene_and_escape_leaves_it(fly: MakePilot) -> None:
    pilot = fly(patience=0.0)
    for stop in all_stops(pilot):
        if len(pilot.names()) <= 40:  # long lists of moves: the same code, many more presses
            go_round(pilot, stop)
        depth, top = len(pilot.app.stack.scenes), pilot.top
        session = pilot.session
        changed = isinstance(session, DraftSession) and session.draft.undo_stack
        if isinstance(top, Shelf) or isinstance(session, PlaySession) or changed:
            continue  # they ask before they are left
        if isinstance(session, StudySession):
            session.live_match.take_back_taps()  # Escape would take the hint back first
        pilot.key("escape")
        assert len(pilot.app.stack.scenes) == depth - 1, stop
        pilot.app.stack.open(top)


def go_round(pilot: Pilot, stop: str) -> None:
    """Tab comes round everything, and Shift and Tab back."""
    names, seen = pilot.names(), []
    for _ in names:
        pilot.key("tab")
        seen.append(pilot.top.focus)
        assert focus_is_seen(pilot), f"{stop}: {pilot.top.focus}"
    assert sorted(seen) == sorted(names), stop
    pilot.key("tab")
    assert pilot.top.focus == seen[0], stop
    pilot.key("shift tab")
    assert pilot.top.focus == seen[-1], stop
    pilot.top.focus = ""


def focus_is_seen(pilot: Pilot) -> bool:
    """Whether the widget with the focus lies wholly within its sheet's place."""
    for sheet, widget in tappable(pilot.top):
        if widget.name == pilot.top.focus:
            shown = sheet.to_window(widget.rect)
            return sheet.place.contains(shown) or shown.height > sheet.place.height
    return False


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
def test_arrows_alone_reach_everything(fly: MakePilot, size: tuple[int, int]) -> None:
    pilot = fly(size=size)
    for opened in ("", "options", "setup othello", "setup contactic"):
        if opened:
            pilot.press(opened)
        reached = by_arrows(pilot)
        assert reached == set(pilot.names()), f"{opened}: {set(pilot.names()) - reached}"
        pilot.app.stack.home()


def by_arrows(pilot: Pilot) -> set[str]:
    """The names of everything that arrows lead to from the first thing they choose."""
    pilot.key("down")
    found, waiting = {pilot.top.focus}, [pilot.top.focus]
    while waiting:
        start = waiting.pop()
        for arrow in ("left", "right", "up", "down"):
            pilot.top.focus = start
            pilot.key(arrow)
            if pilot.top.focus not in found:
                found.add(pilot.top.focus)
                waiting.append(pilot.top.focus)
    return found


def test_page_keys_scroll(fly: MakePilot) -> None:
    pilot = fly(size=(390, 844))
    pilot.sit_down()
    pilot.key("h")
    sheet = pilot.top.sheets[0]
    pilot.key("page down")
    assert sheet.offset == round(0.8 * sheet.height)
    pilot.key("page up")
    assert sheet.offset == 0


def test_f11_fills_the_screen_and_back(fly: MakePilot) -> None:
    pilot = fly(size=(900, 700))
    pilot.sit_down()
    pilot.key("f11")
    assert pilot.app.services.settings.fullscreen
    assert pilot.app.stack.size == pygame.display.get_surface().get_size()
    pilot.key("f11")
    assert not pilot.app.services.settings.fullscreen
    assert pilot.app.stack.size == (900, 700)
    pilot.tap("d3")
    assert pilot.match.names() == ["d3"]


def test_names_of_keys() -> None:
    names = {
        (pygame.K_RETURN, 0): "return",
        (pygame.K_KP_ENTER, 0): "return",
        (pygame.K_z, pygame.KMOD_LCTRL): "ctrl z",
        (pygame.K_z, pygame.KMOD_RMETA): "ctrl z",
        (pygame.K_TAB, pygame.KMOD_LSHIFT): "shift tab",
        (pygame.K_u, pygame.KMOD_LSHIFT): "u",
        (pygame.K_TAB, pygame.KMOD_LALT): "",
        (pygame.K_v, pygame.KMOD_LCTRL | pygame.KMOD_CAPS | pygame.KMOD_NUM): "ctrl v",
        # AltGr on Windows, with either Alt as Ctrl+Alt, and elsewhere
        (pygame.K_v, pygame.KMOD_LCTRL | pygame.KMOD_RALT): "",
        (pygame.K_v, pygame.KMOD_RCTRL | pygame.KMOD_LALT): "",
        (pygame.K_v, pygame.KMOD_LCTRL | pygame.KMOD_MODE): "",
        (pygame.K_v, pygame.KMOD_MODE): "",
        # Option on a Mac, alone and with Command
        (pygame.K_v, pygame.KMOD_LALT): "",
        (pygame.K_v, pygame.KMOD_LMETA | pygame.KMOD_LALT): "",
        (pygame.K_v, pygame.KMOD_LMETA): "ctrl v",
        (pygame.K_v, pygame.KMOD_LCTRL | pygame.KMOD_LMETA): "",
        (pygame.K_z, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT): "",
        (pygame.K_ESCAPE, 0): "escape",
        (pygame.K_PAGEDOWN, 0): "page down",
        (pygame.K_F11, 0): "f11",
    }
    pygame.display.init()
    assert {pair: key_name(*pair) for pair in names} == names


ALT_GR = (
    pygame.KMOD_LCTRL | pygame.KMOD_RALT,
    pygame.KMOD_RCTRL | pygame.KMOD_LALT,
    pygame.KMOD_MODE,
    pygame.KMOD_RALT,
)


@pytest.mark.parametrize("mod", ALT_GR)
def test_altgr_is_no_shortcut(fly: MakePilot, monkeypatch: pytest.MonkeyPatch, mod: int) -> None:
    asked = []
    monkeypatch.setattr(Clipboard, "paste", lambda self: asked.append("paste"))
    pilot = fly(tempo="off")
    pilot.sit_down(moves="d3 c3")
    for letter in "vcxzyu":
        key = pygame.key.key_code(letter)
        pilot.app.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod))
    assert pilot.match.ply == 2
    assert pilot.session is pilot.play
    pilot.app.stack.home()
    pilot.press("setup othello")
    pilot.press("kind1=person")
    pilot.press("name0")
    pilot.app.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_v, mod=mod))
    pilot.app.handle(pygame.event.Event(pygame.TEXTINPUT, text="v"))
    pilot.key("return")
    assert "v" in pilot.words().split()
    assert asked == []


@pytest.mark.parametrize(("key", "place"), [("tab", 0), ("shift tab", -1)])
def test_the_focus_begins_at_either_end(pilot: Pilot, key: str, place: int) -> None:
    pilot.app.stack.home()
    pilot.top.focus = None
    names = [widget.name for _, widget in active(pilot.top.sheets)]
    pilot.top.key(key)
    assert pilot.top.focus == names[place]


@pytest.mark.parametrize("key", [pygame.K_SLASH, pygame.K_QUESTION, pygame.K_MINUS])
def test_a_question_mark_is_known_by_what_it_types(key: int) -> None:
    """It lies elsewhere on every keyboard."""
    pressed = pygame.event.Event(pygame.KEYDOWN, key=key, mod=pygame.KMOD_LSHIFT, unicode="?")
    assert Keyboard().handle(pressed) == "?"
