"""What the panels beside the board say, and where."""

from collections.abc import Sequence

import pytest

from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.task.lesson import LessonSession
from flipside.game.ui import layout
from flipside.game.ui.containers import Column
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import Canvas, Label, Widget
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.teaching import lesson_of
from tests.game import scene_tour
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot


def labels(pilot: Pilot) -> list[list[Label]]:
    """The words of the far panel and of the near one."""
    sheets = pilot.play.scene.sheets[:2]
    return [[w for w in sheet.widgets if isinstance(w, Label)] for sheet in sheets]


@pytest.mark.parametrize("language", ["en", "de", "cs"])
@pytest.mark.parametrize("size", [(1024, 768), (1180, 820), (1366, 1024)], ids=str)
def test_a_name_stands_beside_its_piece(
    fly: MakePilot, size: tuple[int, int], language: str
) -> None:
    pilot = fly(size=size, language=language)
    for game in GAMES:
        for seats in (scene_tour.PEOPLE, scene_tour.AGAINST):
            pilot.put(scene_tour.match_after(game.key, scene_tour.middle(game.key)), seats)
            for player, said, sheet in zip(
                (1, 0) if pilot.play.live_match.people[0] else (0, 1),
                labels(pilot), pilot.play.scene.sheets, strict=False,
            ):  # fmt: skip
                name = pilot.play.live_match.match_text.colour(player)
                piece = next(w.rect for w in sheet.widgets if isinstance(w, Canvas))
                words = next(label.rect for label in said if label.text == name)
                assert piece.top <= words.centery <= piece.bottom, (game.key, seats)
                assert words.left > piece.right


def test_each_panel_tells_its_players_last_move(pilot: Pilot) -> None:
    pilot.put(scene_tour.match_after("othello", 0))
    assert not any("Last:" in label.text for panel in labels(pilot) for label in panel)
    pilot.put(scene_tour.match_after("othello", 2))
    far, near = ([label.text for label in panel] for panel in labels(pilot))
    first, second = pilot.play.live_match.match_text.moves()
    assert f"Last: {first}, turns 1" in near
    assert any(words.startswith(f"Last: {second}, turns ") for words in far)
    pilot.put(scene_tour.match_after("othello", None))
    assert not any("Last:" in label.text for panel in labels(pilot) for label in panel)


@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1280, 800)], ids=str)
def test_there_is_no_way_to_the_beginning_before_there_is_a_move(
    fly: MakePilot, size: tuple[int, int]
) -> None:
    pilot = fly(size=size)
    pilot.put(scene_tour.match_after("othello", 0), scene_tour.AGAINST)
    assert not any(name.startswith("ply") for name in pilot.names())
    assert "Beginning" not in pilot.words()
    if size == (1280, 800):
        pilot.put(scene_tour.match_after("othello", 1))
        assert "ply0" in pilot.names()


def test_what_is_scrolled_stays_while_other_sheets_come_and_go(pilot: Pilot) -> None:

    class Lists(Scene):
        places: Sequence[layout.Box] = [(0, 0, 90, 90)]

        def _layout(self) -> None:
            self.sheets = [
                Sheet(self.theme, place).fill(Column([Widget(height=900)])) for place in self.places
            ]

    scene = Lists(pilot.app.stack)
    pilot.app.stack.open(scene)
    scene.sheets[0].scroll(50)
    for places, offsets in (
        ([(100, 0, 90, 90), (0, 0, 90, 90)], [0, 50]),
        ([(0, 0, 90, 90)], [50]),
        ([(0, 0, 80, 80)], [50]),
        ([(0, 0, 60, 60), (100, 0, 60, 60)], [0, 0]),
    ):
        scene.places = places
        scene.update_layout()
        assert [sheet.offset for sheet in scene.sheets] == offsets


def test_a_hint_keeps_its_distance_from_the_buttons(fly: MakePilot) -> None:
    pilot = fly(size=(820, 1180), tabletop=True)
    pilot.put(scene_tour.match_after("othello", 4))
    pilot.play.show(pilot.play.live_match.ask_hint())
    pilot.wait_for(lambda: not pilot.play.live_match.hint.thinking)
    pilot.show()
    hint = next(label for label in labels(pilot)[1] if label.text.startswith("Hint: "))
    button = next(w for w in pilot.play.scene.sheets[1].widgets if w.name == "undo")
    assert hint.rect.height < pilot.app.services.theme.px(44)
    assert button.rect.top - hint.rect.bottom >= pilot.app.services.theme.px(8)


def test_only_panels_of_two_people_are_turned_face_to_face(fly: MakePilot) -> None:
    pilot = fly(tabletop=True)
    match = scene_tour.match_after("switch", 6)
    for seats, turned in ((scene_tour.PEOPLE, True), (scene_tour.AGAINST, False)):
        pilot.put(match, seats)
        assert any(sheet.quarter_turns for sheet in pilot.play.scene.sheets) == turned
    pilot.sit(scene_tour.PEOPLE)
    pilot.settle()
    pilot.app.frame(0.0)
    assert any(sheet.quarter_turns for sheet in pilot.play.scene.sheets)
    pilot.app.stack.home()
    pilot.app.stack.open(BoardScene(LessonSession(pilot.app.stack, lesson_of(BY_KEY["switch"]))))
    pilot.app.frame(0.0)
    assert not any(sheet.quarter_turns for sheet in pilot.at_table.sheets)
