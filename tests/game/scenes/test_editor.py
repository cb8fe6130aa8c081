"""Positions set up on the board: by touch, by keys, in words; what is wrong with them is told."""

import re
from random import Random

import pytest

from flipside.game.saves.matches import DRAFT, StoredDraft
from flipside.game.scenes.editor.session import DraftSession
from flipside.game.scenes.shelf.setup import SetupScene
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.diagram import (
    PositionDiagram,
    parse_diagram,
    position_from,
    write_position,
)
from flipside.rules.contract.game import AnyGame
from flipside.rules.match.link import read_link
from flipside.rules.match.match import Match
from flipside.rules.match.record import record_text
from tests.game.conftest import MakePilot
from tests.game.pilot import At, Pilot
from tests.game.scene_tour import match_after, middle, text_of
from tests.of_type import of_type

pytestmark = pytest.mark.usefixtures("clipboard")

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def editor(pilot: Pilot) -> DraftSession:
    return of_type(DraftSession, pilot.session)


def open_editor(pilot: Pilot, key: str, **choices: str) -> DraftSession:
    pilot.set_up(BY_KEY[key], choices)
    if "discard" in pilot.names():
        pilot.press("discard")
    return editor(pilot)


def middle_of(session: DraftSession, name: str) -> At:
    """The middle of a cell in the window."""
    x, y = session.scene.view.centre(session.draft.board.cell_named(name))
    return round(x), round(y)


def tap(pilot: Pilot, name: str) -> None:
    """Touch a cell of the board that is set up."""
    pilot.touch(middle_of(editor(pilot), name))


def set_up_by_taps(pilot: Pilot, wanted: PositionDiagram) -> None:
    """Clear the board, then piece by piece and choice by choice, as a finger does."""
    pilot.press("clear")
    draft = editor(pilot).draft
    for number, piece in enumerate(draft.palette, start=1):
        cells = [
            cell
            for cell, sign in enumerate(wanted.symbols)
            if sign in piece
            and piece in draft.symbols[cell]
            and draft.diagram.symbols[cell] != sign
        ]
        if cells and f"piece={number}" in pilot.names() and editor(pilot).palette.brush != piece:
            pilot.press(f"piece={number}")
        for cell in cells:
            tap_until(pilot, cell, wanted.symbols[cell])
    for cell, sign in enumerate(wanted.symbols):
        tap_until(pilot, cell, sign)
    for number, one in enumerate(draft.choice_options):
        word = wanted.field_at(number)
        if word in (draft.diagram.field_at(number), "-"):
            continue
        if f"unfold {one.key}" in pilot.names():
            pilot.press(f"unfold {one.key}")
        for part in word.split(",") if one.several else [word]:
            pilot.press(f"{one.key} add {part}" if one.several else f"{one.key}={part}")


def tap_until(pilot: Pilot, cell: int, sign: str) -> None:
    draft = editor(pilot).draft
    for _ in range(40):
        if draft.diagram.symbols[cell] == sign:
            return
        tap(pilot, draft.board.names[cell])
    raise AssertionError(f"no {sign} on {draft.board.names[cell]}")


@each_game
def test_a_position_is_set_up_by_taps_and_played(fly: MakePilot, game: AnyGame) -> None:
    match = match_after(game.key, middle(game.key), seed=5)
    wanted = parse_diagram(game, match.choices, text_of(match))
    pilot = fly(size=(390, 844), patience=0.0)
    open_editor(pilot, game.key)
    set_up_by_taps(pilot, wanted)
    draft = editor(pilot).draft
    assert draft.text == write_position(game, match.choices, match.position)
    pilot.press("play")
    assert isinstance(pilot.top, SetupScene)
    for player in (0, 1):
        pilot.seat(player, "person")
    pilot.press("start")
    assert pilot.match.start == draft.text
    assert write_position(game, match.choices, pilot.match.position) == draft.text
    pilot.advance(0.5)
    pilot.make(pilot.match.legal()[0])
    assert pilot.saved(game.key).start == draft.text
    pilot.app.stack.home()
    assert len(pilot.app.stack.scenes) == 1


@each_game
def test_the_player_to_move_is_called_by_the_colour(pilot: Pilot, game: AnyGame) -> None:
    match = match_after(game.key, middle(game.key))
    pilot.set_up(game, match.choices, text_of(match))
    session = editor(pilot)
    for value in session.draft.choice_options[0].values:
        session.draft.choose(0, value)
        colours, position = session.draft.colours, session.draft.position
        if position is not None:
            number = session.draft.choice_options[0].values.index(value)
            assert colours[number] == position.colours[position.turn]


def test_a_finger_paints_and_undo_takes_back_the_stroke(fly: MakePilot) -> None:
    for size in ((360, 560), (1280, 800)):
        pilot = fly(size=size)
        session = open_editor(pilot, "othello")
        start = session.draft.text
        pilot.drag(middle_of(session, "a1"), middle_of(session, "h1"), steps=2)
        assert session.draft.diagram.symbols[:8] == "X" * 8
        pilot.press("undo")
        assert session.draft.text == start
        assert not session.draft.undo_stack
        pilot.press("redo")
        assert session.draft.diagram.symbols[:8] == "X" * 8
        assert "redo" not in pilot.names()
        pilot.press("undo")
        pilot.press("piece=1")
        pilot.drag(middle_of(session, "d4"), middle_of(session, "d5"))
        assert session.draft.diagram.symbols.count("-") == 62


def test_keys_undo_and_redo_until_something_else_is_changed(pilot: Pilot) -> None:
    session = open_editor(pilot, "othello")
    for name in ("a1", "b1", "c1"):
        tap(pilot, name)
    seen = [session.draft.text]
    for _ in range(3):
        pilot.key("u")
        seen.append(session.draft.text)
    assert len(set(seen)) == 4
    for key, text in zip(("r", "ctrl y"), seen[2:0:-1], strict=True):
        pilot.key(key)
        assert session.draft.text == text
    pilot.key("ctrl z")
    tap(pilot, "h8")
    changed = session.draft.text
    pilot.key("r")
    assert session.draft.text == changed


def test_what_comes_of_a_stroke_is_announced(pilot: Pilot, heard: list[str]) -> None:
    session = open_editor(pilot, "switch")
    x, y = map(round, session.scene.view.centre(0))
    for piece, said in (("piece=1", "Dark: 11, light: 12."), ("piece=2", "can begin with this")):
        pilot.press(piece)
        pilot.drag((x, y), (x + 20, y))
        assert said in heard[-1]


def test_a_square_goes_through_what_can_stand_there(pilot: Pilot) -> None:
    session = open_editor(pilot, "othello")
    seen = []
    for _ in range(4):
        tap(pilot, "a1")
        seen.append(session.draft.diagram.symbols[0])
    assert seen == ["X", "O", "-", "X"]
    pilot.press("piece=2")
    assert session.palette.brush == ""
    tap(pilot, "d4")
    assert session.draft.diagram.symbols[27] == "-"
    session = open_editor(pilot, "contactic")
    pilot.press("piece=3")
    names = set()
    for _ in range(4):
        tap(pilot, "e5")
        piece = session.draft.piece(session.draft.board.cell_named("e5"))
        names.add(piece.face)
    assert len(names) == 4


def test_wrong_cells_are_marked_and_said(pilot: Pilot, heard: list[str]) -> None:
    session = open_editor(pilot, "contactic")
    pilot.press("piece=2")
    tap(pilot, "a1")
    said = "These tiles are not connected with the square in the middle: a1."
    assert said in pilot.words()
    assert heard[-1] == f"a1, orange, white all round, does not fit. {said}"
    (mark,) = session.scene._board_state().marks
    assert (mark.kind, mark.cells) == ("threat", (0,))
    assert {"play", "share"}.isdisjoint(pilot.names())
    pilot.press("undo")
    assert heard[-1] == "A match can begin with this position."
    assert {"play", "share"} <= set(pilot.names())


@pytest.mark.parametrize("language", ["en", "de", "cs"])
@each_game
def test_every_fault_is_a_sentence(fly: MakePilot, game: AnyGame, language: str) -> None:
    pilot, random = fly(language=language), Random(3)
    session = open_editor(pilot, game.key)
    told = set()
    session.draft.clear()
    for _ in range(60):
        session.draft.tap(
            random.randrange(len(session.draft.symbols)), random.choice(["", "D", "X"])
        )
        if session.draft.fault is not None:
            said = session.words.fault_sentence()
            assert said.endswith(".")
            assert "{" not in said
            told.add(session.draft.fault.key)
    assert told
    assert not pilot.app.services.text.missing


@pytest.mark.parametrize("language", ["en", "de", "cs"])
def test_tiles_have_no_digits_in_words(fly: MakePilot, language: str) -> None:
    pilot = fly(language=language)
    for choices in ({}, {"turn": "off"}):
        pilot.set_up(BY_KEY["contactic"], choices, text_of(match_after("contactic", 20)))
        session = editor(pilot)
        for one in session.draft.choice_options[1:7]:
            if f"unfold {one.key}" in pilot.names():
                pilot.press(f"unfold {one.key}")
            words = [
                getattr(widget, "accessible_name", "") or widget.words
                for sheet in session.scene.sheets
                for widget in sheet.widgets
                if widget.name.startswith((f"{one.key}=", f"{one.key} add"))
            ]
            assert len(set(words)) == len(one.values) - one.several
            assert not any(re.search(r"[01]{4}", said) for said in words)
        for part in session.scene.parts():
            assert not re.search(r"[01]{4}", part.words), part
        session.draft.tap(0, session.draft.palette[1])
        assert session.draft.fault is not None
        assert not re.search(r"[01]{4}", session.words.cell(0))


def test_keys_alone_set_up_and_begin_a_match(pilot: Pilot) -> None:
    session = open_editor(pilot, "flipop")
    signs = session.draft.diagram.symbols
    pilot.keys("up up up up up up up up up left left left left left left")
    assert session.scene.board_input.cursor == session.draft.board.cell_named("a1")
    pilot.keys("1 return down return")
    hinge = session.scene.board_input.cursor
    assert hinge is not None
    assert session.draft.board.kinds[hinge] == "hinge"
    assert session.draft.diagram.symbols[0] == "."
    assert session.draft.diagram.symbols[hinge] != signs[hinge]
    pilot.key("down")
    assert session.scene.board_input.cursor == session.draft.board.cell_named("a2")
    while pilot.top.focus != "play":
        pilot.key("tab")
    pilot.key("return")
    assert isinstance(pilot.top, SetupScene)
    while pilot.top.focus != "start":
        pilot.key("tab")
    pilot.key("return")
    assert pilot.match.start == session.draft.text


@each_game
def test_arrows_reach_every_cell(fly: MakePilot, game: AnyGame) -> None:
    session = open_editor(fly(), game.key)
    reached, todo = {0}, [0]
    while todo:
        cell = todo.pop()
        near = {
            session.scene.view.beside(cell, step) for step in ((0, 1), (0, -1), (1, 0), (-1, 0))
        }
        todo += near - reached
        reached |= near
    assert reached == set(range(len(session.draft.symbols)))


@each_game
def test_the_readout_sets_up_as_well(pilot: Pilot, game: AnyGame) -> None:
    session = open_editor(pilot, game.key)
    found = {part.key: part for part in session.scene.parts()}
    cells = [key for key in found if key.startswith("cell ")]
    assert len(cells) == len(session.draft.symbols)
    assert len(found) == len(list(session.scene.parts()))
    assert found["title"].words.startswith("Set up a position")
    before = session.draft.text
    session.scene.choose("piece=2", True)
    for key in cells:
        session.scene.choose(key, True)
    assert session.draft.text != before
    session.scene.choose("piece=1", True)
    for key in cells:
        session.scene.choose(key, True)
    found = {part.key: part for part in session.scene.parts()}
    assert found["piece=1"].state == "on"
    assert "empty" in found[cells[0]].words


@each_game
def test_text_goes_out_and_comes_in(pilot: Pilot, clipboard: list[str], game: AnyGame) -> None:
    match = match_after(game.key, middle(game.key))
    pilot.set_up(game, match.choices, text_of(match))
    text = editor(pilot).draft.text
    pilot.key("ctrl c")
    assert clipboard == [text]
    pilot.press("understood")
    pilot.press("mirror")
    pilot.press("mirror")
    assert editor(pilot).draft.text == text
    pilot.press("start")
    pilot.key("ctrl v")
    assert editor(pilot).draft.text == text
    pilot.press("clear")
    unfinished = editor(pilot).draft.text
    clipboard.append(unfinished)
    pilot.press("start")
    pilot.press("paste")
    assert editor(pilot).draft.text == unfinished
    diagram = parse_diagram(game, match.choices, text)
    assert position_from(game, match.choices, diagram).pieces() == match.position.pieces()


def test_a_match_is_pasted_with_its_game(pilot: Pilot, clipboard: list[str]) -> None:
    first = open_editor(pilot, "switch")
    pilot.press("mirror")
    text = first.draft.text
    match = match_after("othello", 3)
    clipboard.append(record_text(match.to_record()))
    pilot.press("paste")
    session = editor(pilot)
    assert session.draft.game.key == "othello"
    assert session.draft.diagram.symbols.count("-") == 64 - 7
    pilot.key("escape")
    assert (editor(pilot), first.draft.text) == (first, text)
    pilot.press("paste")
    session = editor(pilot)
    clipboard.append("nothing of that kind")
    pilot.press("paste")
    assert pilot.session is not session
    pilot.press("understood")
    assert pilot.session is session


@each_game
def test_an_unfinished_position_outlives_the_program(pilot: Pilot, game: AnyGame) -> None:
    session = open_editor(pilot, game.key)
    start = session.draft.text
    session.scene.tap_cell(0)
    text = session.draft.text
    assert text != start
    pilot.key("escape")
    assert len(pilot.app.stack.scenes) == 1
    pilot.kill_and_reopen()
    open_kept(pilot, game.key)
    assert editor(pilot).draft.text == text
    assert len(pilot.app.stack.scenes) == 2
    pilot.kill_and_reopen()
    pilot.set_up(game, {})
    pilot.key("escape")
    assert len(pilot.app.stack.scenes) == 1, "who does not answer is where they came from"
    pilot.set_up(game, {})
    pilot.press("discard")
    assert editor(pilot).draft.text == start
    pilot.key("escape")
    pilot.set_up(game, {})
    assert isinstance(pilot.session, DraftSession)


def test_no_draft_is_overwritten_before_the_player_was_asked(pilot: Pilot) -> None:
    text = open_editor(pilot, "othello").draft.text
    tap(pilot, "a1")
    drafted = editor(pilot).draft.text
    pilot.key("escape")
    pilot.set_up(BY_KEY["othello"], {}, text.replace(" X", " O"))
    pilot.key("escape")
    assert not isinstance(pilot.session, DraftSession)
    pilot.set_up(BY_KEY["othello"], {}, text.replace(" X", " O"))
    pilot.press("go-on")
    assert editor(pilot).draft.text == drafted


def open_kept(pilot: Pilot, key: str) -> None:
    """Open the editor and go on with what is offered."""
    pilot.set_up(BY_KEY[key], {})
    pilot.press("go-on")


def test_a_stroke_is_kept_with_its_options_when_it_ends(pilot: Pilot) -> None:
    session = open_editor(pilot, "othello", goal="fewest")
    pilot.drag(middle_of(session, "a1"), middle_of(session, "h1"))
    pilot.kill_and_reopen()
    open_kept(pilot, "othello")
    draft = editor(pilot).draft
    assert draft.choices["goal"] == "fewest"
    assert draft.diagram.symbols[:8] == "X" * 8


def _draft_text(position: str) -> str:
    return DRAFT.dump(StoredDraft("othello", {}, position))


def test_a_damaged_draft_is_set_aside(fly: MakePilot) -> None:
    for text in ("nonsense", *map(_draft_text, ("XO", ""))):
        pilot = fly()
        pilot.app.services.storage.save("othello-draft", text)
        open_editor(pilot, "othello")
        assert pilot.app.services.storage.load("othello-draft") is None


def test_all_ways_lead_to_the_editor(pilot: Pilot) -> None:
    pilot.press("setup othello")
    pilot.press("set-up")
    assert editor(pilot).draft.diagram.symbols.count("-") == 60
    pilot.app.stack.home()
    match = match_after("othello", 20)
    pilot.put(match)
    pilot.key("x")
    assert editor(pilot).draft.text == write_position(match.game, match.choices, match.position)
    pilot.key("escape")
    pilot.key("e")
    pilot.review.goto_ply(7)
    pilot.press("set-up")
    assert editor(pilot).draft.diagram.symbols.count("-") == 60 - 7


def test_options_that_do_not_go_with_a_position_are_told(pilot: Pilot) -> None:
    open_editor(pilot, "contactic")
    pilot.press("play")
    for name in ("board=13x13", "board=11x11"):
        pilot.press(name)
        assert ("start" in pilot.names()) == (name == "board=11x11")
    assert "first=lots" not in pilot.names()


def test_two_people_play_on_where_options_need_them(pilot: Pilot) -> None:
    match = Match(BY_KEY["contactic"], {"referee": "off"}, 3)
    pilot.set_up(match.game, match.choices, text_of(match))
    pilot.press("play")
    assert of_type(SetupScene, pilot.top).seats == ("person", "person")
    pilot.press("start")
    assert pilot.match.choices["referee"] == "off"


def test_a_match_from_a_position_leaves_the_usual_options_and_no_draft(pilot: Pilot) -> None:
    pilot.press("setup switch")
    pilot.press("setup=ring")
    pilot.press("start")
    pilot.app.stack.home()
    open_editor(pilot, "switch")
    pilot.press("mirror")
    pilot.press("play")
    pilot.press("start")
    pilot.set_up(BY_KEY["switch"], {})
    assert isinstance(pilot.session, DraftSession)
    pilot.app.stack.home()
    pilot.press("setup switch")
    assert of_type(SetupScene, pilot.top).choices["setup"] == "ring"


def test_the_match_on_the_table_goes_on(fly: MakePilot) -> None:
    pilot = fly(patience=0.0)
    pilot.sit_down("othello", "f5d6c3")
    first = pilot.match
    pilot.key("x")
    pilot.press("play")
    pilot.press("start")
    assert pilot.match is not first
    assert pilot.where() == "Shelf > PlaySession"
    assert Match(BY_KEY["othello"], {}, 0, pilot.match.start).position == first.position
    names = [name for name in pilot.app.services.storage.names() if "othello" in name]
    assert len([name for name in names if not name.endswith("setup")]) == 2


def test_an_impossible_position_that_is_pasted_can_be_mended(
    pilot: Pilot, clipboard: list[str]
) -> None:
    pilot.sit_down("switch")
    signs = "DLDLDLDLDLDL.LDLDLDLDLDLL"
    clipboard.append(f"{signs} L")
    pilot.key("ctrl v")
    assert "Dark: 11, light: 13" in pilot.words()
    pilot.press("set-up")
    assert editor(pilot).draft.text == f"{signs} L"
    assert "Dark: 11, light: 13" in pilot.words()


def test_a_position_is_shared_as_link_and_picture(pilot: Pilot, clipboard: list[str]) -> None:
    session = open_editor(pilot, "flipop")
    pilot.press("piece=1")
    tap(pilot, "a1")
    pilot.press("share")
    pilot.press("copy")
    there, _ = read_link(clipboard[-1].partition("#")[2], BY_KEY)
    assert there.start == session.draft.text
    pilot.press("understood")
    assert pilot.session is session
    pilot.press("share")
    pilot.press("picture")
    assert "still" in pilot.names()
