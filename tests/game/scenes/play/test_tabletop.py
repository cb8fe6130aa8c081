"""Two people face to face: panels turned toward each of them, and taps that find their way."""

import pytest

from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after

OTHELLO = recorded("othello")

SIZES = {(820, 1180): (2, 0), (1280, 800): (3, 1), (390, 844): (2, 0), (844, 390): (3, 1)}
"""Windows, and the quarter turns of the far and the near panel in them."""

each_size = pytest.mark.parametrize("size", SIZES, ids=str)


def at_a_table(fly: MakePilot, size: tuple[int, int], plies: int = 20) -> Pilot:
    pilot = fly(size=size, tabletop=True)
    pilot.sit_down(moves=OTHELLO.text(plies))
    return pilot


@each_size
def test_each_panel_is_turned_toward_its_player(fly: MakePilot, size: tuple[int, int]) -> None:
    pilot = at_a_table(fly, size)
    far, near = pilot.play.scene.sheets[:2]
    assert (far.quarter_turns, near.quarter_turns) == SIZES[size]
    assert "White" in pilot.panels()[0]
    assert "Black" in pilot.panels()[1]


@pytest.mark.parametrize("plies", [6, 7])
def test_who_is_to_move_reads_the_name_of_the_opening(fly: MakePilot, plies: int) -> None:
    pilot = fly(size=(1280, 800), tabletop=True)
    pilot.sit_down(moves=" ".join(["f5", "d6", "c3", "d3", "c4", "f4", "f6"][:plies]))
    reads = ["Opening: " in panel for panel in pilot.panels()]
    assert reads == [plies % 2 == 1, plies % 2 == 0]


def test_without_the_setting_nothing_is_turned(fly: MakePilot) -> None:
    for size in SIZES:
        pilot = fly(size=size)
        pilot.sit_down()
        assert [sheet.quarter_turns for sheet in pilot.play.scene.sheets[:2]] == [0, 0]


@each_size
@pytest.mark.parametrize("far", ["", "far-"])
def test_both_panels_work(fly: MakePilot, size: tuple[int, int], far: str) -> None:
    pilot = at_a_table(fly, size)
    pilot.press(f"{far}undo")
    assert pilot.match.ply == 19
    pilot.press(f"{far}redo")
    assert pilot.match.ply == 20
    pilot.press(f"{far}moves")
    pilot.press("ply7")
    assert pilot.match.ply == 7
    pilot.press(f"{far}menu")
    pilot.press("copy")
    pilot.press("understood")
    assert pilot.session is pilot.play


@each_size
@pytest.mark.parametrize("far", ["", "far-"])
def test_dialogs_are_turned_toward_the_player_who_asked(
    fly: MakePilot, size: tuple[int, int], far: str
) -> None:
    pilot = at_a_table(fly, size)
    quarter = SIZES[size][0 if far else 1]
    for button in ("menu", "moves"):
        pilot.press(f"{far}{button}")
        assert pilot.top.sheets[0].quarter_turns == quarter
        pilot.press("close")
    for asked in ("copy", "give-up"):
        pilot.press(f"{far}menu")
        pilot.press(asked)
        assert pilot.top.sheets[0].quarter_turns == quarter, asked
        pilot.press("close")
    assert pilot.match.moves == OTHELLO.match.moves[:20]
    assert pilot.match.result() is None


@each_size
def test_results_passes_and_who_is_to_move_are_said_in_both_panels(
    fly: MakePilot, size: tuple[int, int]
) -> None:
    pilot = at_a_table(fly, size, 50)
    pilot.advance(0.1)
    assert all("Black has no move and passes." in panel for panel in pilot.panels())
    pilot.put(OTHELLO.match)
    assert all("Black wins 36–28" in panel for panel in pilot.panels())
    pilot.press("far-rematch")
    assert pilot.match.moves == []


@pytest.mark.parametrize("quarter", [0, 1, 2, 3])
def test_a_turned_page_scrolls_the_way_its_reader_drags(fly: MakePilot, quarter: int) -> None:
    """A finger that moves away from the reader brings up what lies below."""
    pilot = fly(size=(700, 700), tabletop=True)
    pilot.put(match_after("flipop", None))
    pilot.play.scene.quarter_turns = quarter
    pilot.play.scene.run_command("moves")
    sheet = pilot.top.sheets[0]
    sheet.scroll(-100_000)
    away = ((0, -1), (-1, 0), (0, 1), (1, 0))[quarter]
    x, y = sheet.place.center
    pilot.drag((x, y), (x + 80 * away[0], y + 80 * away[1]))
    assert sheet.offset == 80
    pilot.drag((x, y), (x - 200 * away[0], y - 200 * away[1]))
    assert sheet.offset == 0
    pilot.drag((x, y), (x + 80 * away[1], y + 80 * away[0]))
    assert sheet.offset == 0, "sideways is no scrolling"


@each_size
def test_arrows_move_the_focus_as_seen_on_the_screen(fly: MakePilot, size: tuple[int, int]) -> None:
    pilot = at_a_table(fly, size)
    pilot.press("menu")
    before = None
    for _ in range(12):
        pilot.key("down")
        sheet, widget = pilot.find(pilot.top.focus)
        now = sheet.to_window(widget.rect).centery
        assert before is None or now >= before
        before = now


@each_size
def test_the_readout_says_whose_each_button_is(fly: MakePilot, size: tuple[int, int]) -> None:
    pilot = at_a_table(fly, size)
    parts = {part.key: part for part in pilot.top.parts()}
    for name in ("undo", "menu"):
        owners = [parts[parts[key].within].words for key in (f"far-{name}", name)]
        assert owners == ["White", "Black"]
