"""A tap that does nothing and a button that cannot be used say why, in every scene."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from flipside.game.scenes.common.notice import SHAKE_SECONDS, has_room
from flipside.game.scenes.common.scene import Scene
from flipside.game.services.texts import LANGUAGES
from flipside.game.ui.widgets import Button, Label
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.board import Cell
from flipside.rules.match.clock import parse_clock
from flipside.rules.match.match import Match
from flipside.rules.match.record import Correspondence
from tests.game import scene_tour
from tests.game.conftest import MakePilot
from tests.game.pilot import FRAME, Pilot
from tests.game.scene_tour import PEOPLE, match_after

CLOCKS = "5+2 5+2"
AFTER_A_COMPUTER = ("level1", "person")

Tour = Callable[[Pilot], Iterator[str]]

OF_EACH_GAME = (
    scene_tour.around,
    scene_tour.editors,
    scene_tour.matches,
    scene_tour.studies,
    scene_tour.reviews,
)
OTHERS = (
    scene_tour.shelf,
    scene_tour.album,
    scene_tour.dialogs,
    scene_tour.links,
    scene_tour.lessons,
    scene_tour.problem_pages,
    scene_tour.solving,
    scene_tour.taken,
    scene_tour.pictures,
)
TOURS: dict[str, Tour] = {
    **{
        f"{part.__name__} {game.key}": partial(part, key=game.key)
        for part in OF_EACH_GAME
        for game in GAMES
    },
    **{part.__name__: part for part in OTHERS},
}

QUICK = ("editors flipflop", "studies flipflop", "shelf", "solving", "taken")
"""Tours without `--long`."""


def notice(pilot: Pilot) -> str:
    """The sentence that lies over a panel; "" if there is none."""
    pilot.app.frame(0.0)
    return shown(pilot.top)


def shown(scene: Scene) -> str:
    return "" if scene.notices.current is None else scene.notices.current.words


def refused(pilot: Pilot) -> Cell:
    """A cell on the board on which a tap does nothing."""
    kinds, free = pilot.match.board.kinds, pilot.table_session.match_view.next_cells
    return next(c for c, kind in enumerate(kinds) if kind in ("square", "pit") and c not in free)


@pytest.mark.parametrize("key", [game.key for game in GAMES])
@pytest.mark.parametrize("tabletop", [False, True])
def test_a_refused_tap_says_why_for_some_seconds(
    fly: MakePilot, heard: list[str], key: str, tabletop: bool
) -> None:
    pilot = fly(drawing=True, tempo="normal", tabletop=tabletop)
    pilot.sit_down(key, " ".join(match_after(key, 2).names()), seed=3)
    before = pilot.match.names()
    pilot.tap(refused(pilot))
    words = notice(pilot)
    assert len(words) > 8
    assert words in heard
    assert pilot.match.names() == before
    pilot.advance(3.5)
    assert notice(pilot) == words
    pilot.advance(1.0)
    assert notice(pilot) == ""


def test_it_goes_with_the_next_tap(pilot: Pilot) -> None:
    pilot.sit_down("othello")
    pilot.tap("a1")
    assert notice(pilot)
    pilot.tap("d3")
    assert not notice(pilot)


@pytest.mark.parametrize(("tempo", "shakes"), [("normal", True), ("off", False)])
def test_what_was_tapped_shakes(fly: MakePilot, tempo: str, shakes: bool) -> None:
    pilot = fly(drawing=True, tempo=tempo)
    pilot.sit_down("othello")
    pilot.advance(1.0)
    pilot.tap("d4")
    moved = set()
    for _ in range(round(SHAKE_SECONDS / FRAME) + 1):
        state = pilot.at_table._board_state()
        moved.add(state.shift)
        assert abs(state.shift) < 0.1
        pilot.advance(FRAME)
    assert (len(moved) > 5) is shakes
    assert pilot.at_table._board_state().refused_cell is None
    assert notice(pilot)


@pytest.mark.parametrize("size", [(360, 560), (820, 1180)])
@pytest.mark.parametrize(("language", "tabletop"), [("de", False), ("cs", True)])
def test_the_sentence_fits_its_panel(
    fly: MakePilot, size: tuple[int, int], language: str, tabletop: bool
) -> None:
    pilot = fly(size=size, language=language, tabletop=tabletop)
    for plies in (0, 1):
        pilot.sit_down("switch", " ".join(match_after("switch", plies).names()), seed=3)
        pilot.tap(refused(pilot))
        shown = pilot.top.notices.current
        panel = pilot.play.scene.sheets[shown.panel]
        items = shown.items(panel)
        assert items
        assert all(panel.place.inflate(24, 24).contains(item.place) for item in items)


def every_task(pilot: Pilot) -> Iterator[str]:
    """Lessons and problems, before and after an answer."""
    yield from scene_tour.lessons(pilot)
    yield from scene_tour.solving(pilot, scene_tour.WORDY[:2])


def test_a_refused_tap_says_why_in_lessons_and_problems(fly: MakePilot) -> None:
    """Taps that begin a new attempt after a wrong answer are not refused."""
    pilot, silent = fly(size=(360, 640)), list[str]()
    for stop in every_task(pilot):
        if stop.startswith("lessons of"):
            continue
        session = pilot.table_session
        free, kinds = session.free(), pilot.match.board.kinds
        for kind in sorted({kinds[cell] for cell in range(len(kinds)) if cell not in free}):
            cell = next(c for c in range(len(kinds)) if kinds[c] == kind and c not in free)
            pilot.top.notices.current = None
            pilot.sounds.clear()
            before, position = pilot.words(), pilot.match.position
            session.tap_cell(cell)
            current = pilot.top.notices.current
            if current is None:
                same = pilot.match.position is position and pilot.words() == before
                if same and not pilot.sounds:  # a second wrong answer may have the same words
                    silent.append(f"{stop}: {kind}")
            elif not current.words or current.cell != cell:
                silent.append(f"{stop}: {kind} without a sentence")
    assert not silent


@pytest.mark.parametrize("size", [(360, 568), (640, 360)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_notice_leaves_the_text_of_a_lesson_readable(
    fly: MakePilot, size: tuple[int, int], language: str
) -> None:
    """It covers the opponent's panel, unless it is too long for it."""
    pilot, over = fly(size=size, language=language), list[int]()
    for game in GAMES:
        pilot.learn(game)
        for cell in set(range(len(pilot.match.board.kinds))) - {*pilot.table_session.free()}:
            pilot.top.notices.current = None
            pilot.table_session.tap_cell(cell)
            if (current := pilot.top.notices.current) is not None:
                over.append(current.panel)
                far = pilot.top.sheets[0]
                assert current.panel == int(not has_room(pilot.top.theme, current.words, far))
        pilot.app.stack.home()
    assert over.count(0) > over.count(1)


# -- buttons ---------------------------------------------------------------------------------------


def pressed(pilot: Pilot, name: str) -> str:
    """What is said when a button is tapped that cannot be used."""
    sheet, button = next(
        (sheet, widget)
        for sheet in pilot.top.sheets
        for widget in sheet.widgets
        if isinstance(widget, Button) and widget.name == name
    )
    assert not button.enabled
    pilot.touch(sheet.to_window(button.rect).center)
    return notice(pilot)


@pytest.mark.parametrize(
    ("clock", "moves", "seats", "name", "said"),
    [
        ("", "", PEOPLE, "undo", "no move to take back"),
        (CLOCKS, "", PEOPLE, "undo", "no move to take back"),
        (CLOCKS, "", PEOPLE, "hint", "no help"),
        (CLOCKS, "d3", PEOPLE, "undo", "clocks"),
        ("", "d3", AFTER_A_COMPUTER, "undo", "no move to take back"),
        (f"{CLOCKS} friendly", "d3", AFTER_A_COMPUTER, "undo", "no move to take back"),
        (CLOCKS, "d3", AFTER_A_COMPUTER, "undo", "clocks"),
    ],
)
def test_a_button_that_cannot_be_used_says_why(
    pilot: Pilot, clock: str, moves: str, seats: tuple[str, str], name: str, said: str
) -> None:
    """Nothing is said of time where none is missing."""
    match = Match(BY_KEY["othello"])
    match.clock = parse_clock(clock) if clock else None
    match.read_moves(moves)
    pilot.put(match, seats)
    assert said in pressed(pilot, name)


def test_a_key_says_the_same(pilot: Pilot) -> None:
    pilot.sit_down("othello")
    pilot.sounds.clear()
    pilot.key("u")
    assert pilot.sounds == ["error"]
    assert "no move to take back" in notice(pilot)


def test_a_study_says_it_too(pilot: Pilot) -> None:
    pilot.put(match_after("othello", 0))
    pilot.app.stack.home()
    pilot.press("play othello")
    pilot.key("i")
    assert "no move to delete" in pressed(pilot, "delete")
    assert "main line" in pressed(pilot, "promote")


@pytest.mark.parametrize(
    "name", [pytest.param(key, marks=[] if key in QUICK else pytest.mark.long) for key in TOURS]
)
def test_every_button_that_cannot_be_used_says_why(
    fly: MakePilot, heard: list[str], name: str
) -> None:
    """A reason of its own, over a panel and to a screen reader; and nothing else happens. Cells
    beside the board and what is chosen are no buttons that do something."""
    pilot, silent, asked = fly(size=(820, 1180)), [], 0
    empty = pilot.app.services.text("spoken.cannot", name="")[-15:]
    for stop in TOURS[name](pilot):
        scene = pilot.top
        buttons = [w for sheet in scene.sheets for w in sheet.widgets if isinstance(w, Button)]
        for button in buttons:
            if button.enabled or button.look == "chosen" or button.name.startswith("cell"):
                continue
            heard.clear()
            scene.choose(button.name, True)
            asked += 1
            told = bool(heard) and heard[-1] == shown(scene) == button.why
            if pilot.top is not scene or not told or button.why.endswith(empty):
                silent.append((stop, button.name, button.why))
    assert not silent, silent[:5]
    assert asked or not name.endswith("flipflop")


def test_the_reason_goes_with_the_next_press(fly: MakePilot) -> None:
    pilot = fly(drawing=True)
    pilot.set_up(BY_KEY["othello"], {})
    assert "no change" in pressed(pilot, "undo")
    pilot.advance(3.0)
    assert notice(pilot)
    pilot.advance(1.5)
    assert not notice(pilot)
    pressed(pilot, "redo")
    pilot.press("clear")
    assert not notice(pilot)


def test_moves_that_stay_say_so_in_every_list(fly: MakePilot) -> None:
    match = match_after("othello", 8)
    match.clock = parse_clock("5+2 5+2")
    pilot = fly(drawing=True, size=(1280, 800))
    pilot.put(match)
    assert "clocks" in pressed(pilot, "ply3")
    assert "clocks" in pressed(pilot, "ply8")
    pilot.resize((360, 560))
    pilot.advance(0.1)
    pilot.key("l")
    assert "clocks" in pressed(pilot, "ply3")


def test_seats_of_a_match_by_link_stay(pilot: Pilot) -> None:
    match = match_after("othello", 4)
    match.correspondence = Correspondence("0123abcd", 1, 4)
    pilot.put(match)
    pilot.key("w")
    assert "players stay" in notice(pilot)
    pilot.key("x")
    assert "no help" in notice(pilot)
    pilot.put(match_after("othello", 0))
    pilot.key("e")
    assert notice(pilot) == "No move has been made."


@pytest.mark.parametrize("size", [(820, 600), (1280, 800), (390, 844)])
@pytest.mark.parametrize("language", ["en", "de", "cs", "fr"])
def test_a_notice_cuts_no_line_of_its_panel(
    fly: MakePilot, size: tuple[int, int], language: str
) -> None:
    pilot = fly(size=size, language=language)
    pilot.put(match_after("switch", 31))
    pilot.tap(refused(pilot))
    current, panel = pilot.top.notices.current, pilot.at_table.sheets[1]
    assert current is not None
    card = current.items(panel)[0].place.inflate(-16, -16)
    labels = [panel.to_window(w.rect) for w in panel.widgets if isinstance(w, Label)]
    assert not any(label.top < card.bottom - 16 < label.bottom - 8 for label in labels)


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_nothing_is_painted_on_a_notice(fly: MakePilot, key: str, size: tuple[int, int]) -> None:
    """Points and clocks, which change often, are above their panel but below its notice."""
    pilot, match = fly(size=size), match_after(key, 7)
    match.clock = parse_clock(CLOCKS)
    pilot.put(match)
    for panel in (0, 1):
        scene = pilot.at_table
        scene.notify("This move is not allowed, and the sentence is long. " * 2, panel)
        own = [item for layer in scene.notices.layers(scene.sheets, scene.size)
               for item in layer.make()]  # fmt: skip
        items = [item for layer in scene.layers() for item in layer.make()]
        looks, cards = [item.look for item in items], [item.place for item in own]
        assert cards
        above = items[max(looks.index(item.look) for item in own) + 1 :]
        assert [item.look for item in above if item.place.collidelist(cards) >= 0] == []
