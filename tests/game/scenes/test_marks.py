"""The page of marks: nothing is left out, nothing is untrue, and it is reached."""

from functools import cache
from typing import get_args

import pygame
import pytest

from flipside.game.board.board_state import Annotations
from flipside.game.live_match.move_scores import HALF_BAR_POINTS
from flipside.game.scenes.info.diagrams import Diagram
from flipside.game.scenes.info.manual import PICTURE_WIDTH, chapters
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.texts import Texts
from flipside.game.ui.widgets import WidgetState
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import MarkKind, Position, moves_to_end
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after

TEXT = Texts("en", DesktopPlatform())
ENTRIES = [entry for _, entries in chapters(TEXT) for entry in entries]

each_entry = pytest.mark.parametrize("at", range(len(ENTRIES)))


@cache
def drawn(at: int) -> Diagram:
    return ENTRIES[at].diagram(TEXT)


def told(key: str) -> Diagram:
    """The picture of a mark that belongs to no single game."""
    words = TEXT(f"mark.{key}")
    return drawn(next(at for at, entry in enumerate(ENTRIES) if entry.words == words))


KEYS_OF_MARKS = [one["key"] for pictures in TEXT.marks().values() for one in pictures]


# -- nothing is left out -------------------------------------------------------------------------


def test_every_kind_of_mark_is_explained() -> None:
    seen = set()
    for at, entry in enumerate(ENTRIES):
        diagram = drawn(at)
        columns, part = diagram.match.board.columns, diagram.part
        for mark in diagram.shown.marks:
            if any(part.collidepoint(cell % columns, cell // columns) for cell in mark.cells):
                seen.add((entry.game, mark.kind))
    assert {kind for _, kind in seen} == set(get_args(MarkKind))
    # Random matches show nothing that the page does not, and so do moves begun in them.
    for game in GAMES:
        for plies in (*range(0, 60, 6), None):
            position = match_after(game.key, plies).position
            for taps in {(), *(move[:1] for move in position.moves())}:
                for mark in position.marks(taps):
                    assert (game.key, mark.kind) in seen


def test_every_kind_of_note_is_explained() -> None:
    empty, shown = Annotations(), {key: told(key).shown.annotations for key in KEYS_OF_MARKS}
    assert shown["values"].values != empty.values
    assert shown["values"].best != empty.best
    assert len(shown["hint"].hint) == 1
    assert len(shown["hint"].hint[0]) > 1, "an arrow needs a piece that moves"
    assert len(shown["follows"].hint) > 1
    assert shown["lead"].eval_bar is not None
    # A new kind of note must be added to the page too.
    assert set(vars(empty)) == {"values", "best", "hint", "quarter_turns", "eval_bar"}


def test_whatever_any_board_carries_is_explained() -> None:
    shown = {key: told(key).shown for key in KEYS_OF_MARKS}
    assert shown["next"].next_cells
    assert shown["next"].legal == "rings"
    assert shown["red"].legal == "red"
    assert len(shown["tapped"].taps) == 1
    assert len(shown["tapped_tile"].taps) == 1
    assert shown["preview"].preview
    assert shown["last"].last
    board = told("turned").match.board
    assert [board.kinds[cell] for cell in shown["turned"].changed_cells] == ["square"]
    board = told("swung").match.board
    assert "hinge" in {board.kinds[cell] for cell in shown["swung"].changed_cells}
    assert shown["cursor"].cursor is not None


# -- nothing is untrue ---------------------------------------------------------------------------


def margin(position: Position) -> int:
    """By how many discs the mover wins at best, every way looked at to its end."""
    if position.result() is not None:
        score = position.points()
        return score[position.turn] - score[1 - position.turn]
    return max(worth(position, move) for move in position.moves())


def worth(position: Position, move: tuple[Cell, ...]) -> int:
    after = position.play(move)
    return margin(after) if after.turn == position.turn else -margin(after)


def test_the_numbers_are_the_true_margins() -> None:
    diagram = told("values")
    position, board = diagram.match.position, diagram.match.board
    counted = {move[0]: worth(position, move) for move in position.moves()}
    annotations = diagram.shown.annotations
    minus = "\N{MINUS SIGN}"
    assert annotations.values == {
        cell: f"{n:+d}".replace("-", minus) for cell, n in counted.items()
    }
    best = max(counted.values())
    assert annotations.best == {cell for cell, n in counted.items() if n == best}
    assert board.cell_named("h8") in annotations.best
    lead = told("lead").shown.annotations
    ahead = 100 * best / (100 * best + HALF_BAR_POINTS)
    assert position.turn == 1
    assert lead.eval_bar.share == pytest.approx(0.5 - ahead / 2)
    assert told("lead").match.position == position


def test_what_is_certain_is_what_the_table_of_switch_knows() -> None:
    diagram, game = told("certain"), BY_KEY["switch"]
    for _ in game.engine.warm_up() if game.engine.warm_up else ():
        pass
    assert game.engine.tablebase is not None
    known = game.engine.tablebase(diagram.match.position)
    assert known is not None
    best: dict[Cell, int] = {}
    for move, value in known.items():
        best[move[0]] = max(value, best.get(move[0], value))
    said = {}
    for cell, value in best.items():
        count = moves_to_end(value)
        said[cell] = "=" if count is None else f"{'W' if value > 0 else 'L'}{count}"
    annotations = diagram.shown.annotations
    assert annotations.values == said
    assert {"W4", "L1", "="} == set(said.values()), "the sentence explains these"


def test_every_picture_has_its_sentence_in_every_language() -> None:
    for code in ("en", "de", "cs"):
        text = Texts(code, DesktopPlatform())
        found = [entry for _, entries in chapters(text) for entry in entries]
        assert [entry.content for entry in found] == [entry.content for entry in ENTRIES]
        assert len({entry.words for entry in found}) == len(found)
        for entry in found:
            entry.diagram(text)
        assert not text.missing


@each_entry
def test_every_picture_is_drawn_on_its_place_alone(at: int, fly: MakePilot) -> None:
    """At the size of a telephone and of a desktop something is drawn, and nothing beside it."""
    theme = fly().app.services.theme
    for side in (PICTURE_WIDTH, 192):
        width, diagram = theme.px(side), drawn(at)
        picture = diagram.picture(theme)
        rect = pygame.Rect(40, 40, width, picture.height_for(theme, width))
        surface = pygame.Surface(rect.inflate(80, 80).size, pygame.SRCALPHA)
        picture.rect = rect
        picture.draw(theme, surface, WidgetState())
        inked = surface.get_bounding_rect()
        assert inked.width > width // 2
        room = rect.inflate(theme.px(40), theme.px(40)) if whole(diagram) else rect
        assert room.contains(inked), "the shadow of a whole board alone lies beside it"


def whole(diagram: Diagram) -> bool:
    board = diagram.match.board
    return diagram.part.size == (board.columns, board.rows)


@pytest.mark.parametrize("code", ["en", "de", "cs"])
def test_every_key_has_a_name(code: str, fly: MakePilot) -> None:
    pilot = fly(language=code)
    pilot.key("h")
    pilot.press("keys")
    assert not pilot.app.services.text.missing
    assert "key." not in pilot.words()
    assert "keys." not in pilot.words()


# -- ways there ----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_marks_and_keys_are_reached_from_every_manual_and_marks_from_every_match(
    key: str, pilot: Pilot
) -> None:
    pilot.press(f"setup {key}")
    pilot.press("manual")
    for name, scene in (("marks", "Legend"), ("keys", "KeysScene")):
        pilot.press(name)
        assert pilot.where() == f"Shelf > SetupScene > Manual > {scene}"
        pilot.press("back")
    pilot.sit_down(key)
    pilot.press("menu")
    pilot.press("marks")
    assert pilot.where() == "Shelf > PlaySession > Legend"
    pilot.press("back")
    assert pilot.session is pilot.play
