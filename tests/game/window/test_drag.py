"""Pieces are dragged to their destination, by mouse and finger; a drag can end in many ways."""

from collections import Counter
from collections.abc import Callable

import pygame
import pytest

from flipside.game.live_match.seats import Human, Lift
from flipside.game.saves.matches import StoredMatch
from flipside.game.scenes.common import match_session
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.carrying import RETURN_SECONDS
from flipside.game.scenes.task.lesson import LessonSession
from flipside.game.scenes.task.session import SolveSession
from flipside.game.services.storage.storage import Storage
from flipside.game.tasks.task import ProblemTask
from flipside.game.ui import layout
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Move
from flipside.rules.match.clock import parse_clock
from tests.game.conftest import MakePilot
from tests.game.drawing.watched_frames import Screen
from tests.game.pilot import FRAME, At, Pilot
from tests.game.scene_tour import match_after
from tests.game.scenes.test_one_tap import counted
from tests.of_type import of_type
from tests.rules.teaching.small_problems import SMALL

MOVES = {"flipop": 12, "switch": 6, "contactic": 12}
"""Moves after which pieces are dragged."""

each_game = pytest.mark.parametrize("key", MOVES)

FAR_AWAY = -1_000_000, 300
"""Where the page moves a touch that the system cancels."""


def table(fly: MakePilot, key: str, **wanted: object) -> Pilot:
    """A match in which a person is to move."""
    pilot = fly(**{"size": (820, 1180), "drawing": True, "tempo": "normal", **wanted})
    pilot.put(match_after(key, MOVES[key]))
    pilot.advance(1.0)
    return pilot


def movable(pilot: Pilot) -> tuple[Cell, Lift, Cell]:
    """The last piece whose drop is a whole move, or needs a confirmation only, and its target."""
    human, whole = pilot.table_session.human, pilot.match.legal()
    assert human is not None
    lay = tuple(cell for cell, name in enumerate(pilot.match.board.names) if name == "lay")
    lifts = ((cell, human.lift(cell)) for cell in range(len(pilot.match.board.names)))
    return [
        (cell, lift, target)
        for cell, lift in lifts
        if lift is not None
        for target, taps in lift.drops.items()
        if taps + lay in whole
    ][-1]


def lift_of(pilot: Pilot) -> Callable[[Cell], Lift | None]:
    """What a person may pick up now, by its cell."""
    human = pilot.table_session.human
    return human.lift if human is not None else lambda cell: None


def mouse(pilot: Pilot, what: str, at: At) -> None:
    """The mouse with its left button, as SDL tells it."""
    kind = getattr(pygame, f"MOUSE{'' if what == 'motion' else 'BUTTON'}{what.upper()}")
    pilot.app.handle(pygame.event.Event(kind, button=1, pos=at))


def finger(pilot: Pilot, what: str, at: At) -> None:
    pilot.finger(0, what, at)


Hand = Callable[[Pilot, str, At], None]

each_hand = pytest.mark.parametrize("hand", [mouse, finger])


def carry(pilot: Pilot, hand: Hand, start: At, end: At) -> None:
    """Go down at a point and move to another one, a frame after each step."""
    hand(pilot, "down", start)
    for step in range(1, 5):
        hand(
            pilot,
            "motion",
            (
                start[0] + (end[0] - start[0]) * step // 4,
                start[1] + (end[1] - start[1]) * step // 4,
            ),
        )
        pilot.app.frame(FRAME)


def pieces_at(pilot: Pilot) -> Counter[Cell]:
    """How many pieces stand on each cell in the picture, those that slide on their target."""
    places = [
        sprite.target if sprite.target is not None and sprite.share > 0.5 else sprite.cell
        for sprite in pilot.shown().sprites
    ]
    return Counter([*places, *pilot.shown().preview])


@each_game
@each_hand
@pytest.mark.parametrize("where", ["match", "study", "tabletop", "still"])
def test_a_piece_is_carried_to_its_destination(
    fly: MakePilot, key: str, hand: Hand, where: str
) -> None:
    """Its cell is empty meanwhile; in the first frame after the drop it is at its new one."""
    size, tempo = (500, 640), "off" if where == "still" else "normal"
    pilot = table(fly, key, size=size, tabletop=where == "tabletop", tempo=tempo)
    if where == "study":
        pilot.explore(StoredMatch(pilot.match, ("person", "person")))
        pilot.advance(0.5)
    screen = Screen(pilot)
    cell, lift, target = movable(pilot)
    taps = lift.drops[target]
    ply = pilot.match.ply
    carry(pilot, hand, pilot.at(cell), pilot.at(target))
    state = pilot.shown()
    assert pieces_at(pilot)[lift.source] == 0
    assert state.drop_cells == set(lift.drops)
    assert state.drop_cell == target
    assert screen.shown > 3
    hand(pilot, "up", pilot.at(target))
    pilot.app.frame(0.0)
    there = pieces_at(pilot)
    assert there[target] >= 1
    assert pilot.shown().drop_cells == frozenset()
    if key == "contactic":
        assert pilot.table_session.live_match.taps == taps
        assert there[lift.source] == 0
        assert pilot.match.ply == ply
    else:
        assert pilot.match.moves[ply][:2] == (cell, target)
        assert pilot.match.ply == ply + 1


@pytest.mark.parametrize("name", ["flipop-win-3", "switch-win-1"])
def test_a_problem_is_solved_by_a_drag(fly: MakePilot, name: str) -> None:
    """Then the pieces rest until an answer is asked for again."""
    pilot = fly(size=(820, 1180), drawing=True)
    stack, problem = pilot.app.stack, SMALL[name]
    stack.open(BoardScene(SolveSession(stack, ProblemTask(problem), "Problem 7")))
    session, ply = pilot.table_session, pilot.match.ply
    human = session.human
    assert human is not None
    (answer,) = [m for m in pilot.match.legal() if pilot.match.position.name(m) in problem.answers]
    carry(pilot, finger, pilot.at(answer[0]), pilot.at(answer[1]))
    finger(pilot, "up", pilot.at(answer[1]))
    assert pilot.match.moves[ply] == answer
    assert session.human is None
    carry(pilot, finger, pilot.at(answer[1]), pilot.at(answer[0]))
    assert pilot.shown().drop_cells == frozenset()


@pytest.mark.parametrize("key", ["flipop", "switch", "contactic"])
def test_a_lesson_is_answered_by_a_drag(fly: MakePilot, key: str) -> None:
    pilot = fly(size=(820, 1180), drawing=True)
    pilot.learn(BY_KEY[key])
    session = of_type(LessonSession, pilot.session)
    while not any(map(lift_of(pilot), range(len(pilot.match.board.names)))):
        session.lead_on()
        pilot.settle()
    cell, lift, target = movable(pilot)
    carry(pilot, finger, pilot.at(cell), pilot.at(target))
    assert pilot.shown().drop_cells
    finger(pilot, "up", pilot.at(target))
    assert session.learning.state != "asked" or session.live_match.taps == lift.drops[target]


@each_hand
def test_a_dropped_tile_is_carried_on_and_laid_without_another_slide(
    fly: MakePilot, hand: Hand
) -> None:
    pilot = table(fly, "contactic")
    cell, lift, _ = movable(pilot)
    first, second = list(lift.drops)[:2]
    carry(pilot, hand, pilot.at(cell), pilot.at(first))
    hand(pilot, "up", pilot.at(first))
    carry(pilot, hand, pilot.at(first), pilot.at(second))
    assert pieces_at(pilot)[lift.source] == pieces_at(pilot)[first] == 0
    hand(pilot, "up", pilot.at(second))
    assert pilot.table_session.live_match.taps == (second,)
    assert list(pilot.shown().preview) == [second]
    piece = pilot.shown().preview[second].piece
    pilot.press("cell lay")
    pilot.app.frame(0.0)
    shown = [sprite for sprite in pilot.shown().sprites if sprite.cell in (second, lift.source)]
    assert [(sprite.piece, sprite.target or sprite.cell) for sprite in shown] == [(piece, second)]


def pushes(pilot: Pilot) -> tuple[Cell, Cell, dict[Cell, Move]]:
    """A ball, a ball that it can push to several cells, and the taps by these cells."""
    for plies in range(40):
        match = match_after("flipop", plies)
        for cell in range(len(match.board.names)):
            lift = Human(match, confirm=True).lift(cell)
            for target, ways in lift.continuations.items() if lift is not None else ():
                pilot.put(match)
                pilot.settle()
                return cell, target, dict(ways)
    raise AssertionError("no ball can be pushed to several cells")


@pytest.mark.parametrize("turned", [False, True])
def test_the_place_of_a_drop_decides_where_a_ball_is_pushed(fly: MakePilot, turned: bool) -> None:
    pilot = fly(size=(820, 1180), drawing=True)
    cell, target, ways = pushes(pilot)
    assert len(ways) > 1
    for end, taps in ways.items():
        pushes(pilot)
        if turned:
            pilot.key("q")
        ply = pilot.match.ply
        (x, y), (end_x, end_y) = pilot.at(target), pilot.at(end)
        at = x + (end_x - x) // 4, y + (end_y - y) // 4
        carry(pilot, finger, pilot.at(cell), at)
        assert end in pilot.shown().drop_cells
        finger(pilot, "up", at)
        assert (*pilot.match.moves[ply:], *[pilot.play.live_match.taps])[0][: len(taps)] == taps


def test_a_drop_in_the_middle_of_a_ball_asks_where_to_push_it(fly: MakePilot) -> None:
    pilot = fly(size=(820, 1180), drawing=True)
    cell, target, ways = pushes(pilot)
    carry(pilot, finger, pilot.at(cell), pilot.at(target))
    finger(pilot, "up", pilot.at(target))
    pilot.advance(RETURN_SECONDS + FRAME)
    assert pilot.play.live_match.taps == (cell, target)
    assert pilot.shown().next_cells >= ways.keys()


@each_game
def test_every_drop_begins_a_legal_move(key: str) -> None:
    """All pieces that can be picked up, in positions of a whole match."""
    kinds = set()
    for plies in range(0, 40, 3):
        match = match_after(key, plies)
        human = Human(match, confirm=True)
        for cell in range(len(match.board.names)):
            lift = human.lift(cell)
            for target, taps in lift.drops.items() if lift is not None else ():
                assert target in taps
                kinds.add(len(taps))
                human.taps = taps[:-1]
                assert human.tap(taps[-1])
                assert human.taps == taps
                human.forget()
    assert kinds == {"flipop": {2, 3}, "switch": {2}, "contactic": {1}}[key]


def cancel_touch(pilot: Pilot) -> None:
    finger(pilot, "motion", FAR_AWAY)
    finger(pilot, "up", FAR_AWAY)


def second_finger(pilot: Pilot) -> None:
    at = pilot.at(movable(pilot)[2])
    pilot.finger(1, "down", at)
    pilot.finger(1, "up", at)


def lose_focus(pilot: Pilot) -> None:
    pilot.app.handle(pygame.event.Event(pygame.WINDOWFOCUSLOST))


def open_menu(pilot: Pilot) -> None:
    pilot.play.own.run(pilot.play.own.named("menu"))
    pilot.app.frame(FRAME)
    pilot.app.stack.back()


def undo(pilot: Pilot) -> None:
    pilot.key("u")
    pilot.settle()
    pilot.key("r")
    pilot.settle()


def run_out_of_time(pilot: Pilot) -> None:
    pilot.play.show(pilot.play.live_match.resign(pilot.match.position.turn))
    pilot.key("u")


def move_in_another_window(pilot: Pilot) -> None:
    storage, name = pilot.app.services.storage, pilot.play.live_match.stored_match.name
    storage.save(name, "{}")
    pilot.play.scene.stored(name)
    pilot.app.frame(FRAME)
    assert pilot.top is not pilot.play.scene
    pilot.app.stack.back()


CANCELS = {
    "touch cancelled": cancel_touch,
    "second finger": second_finger,
    "focus lost": lose_focus,
    "dialog": open_menu,
    "undo": undo,
    "end": run_out_of_time,
    "other window": move_in_another_window,
}


@each_game
@pytest.mark.parametrize("how", CANCELS)
def test_a_cancelled_drag_puts_the_piece_back(fly: MakePilot, key: str, how: str) -> None:
    """At once; the finger then has no effect, and the next tap has."""
    pilot = table(fly, key)
    cell, lift, target = movable(pilot)
    moves = pilot.match.names()
    carry(pilot, finger, pilot.at(cell), pilot.at(target))
    CANCELS[how](pilot)
    pilot.app.frame(FRAME)
    assert pilot.match.names() == moves
    assert pieces_at(pilot)[lift.source] == 1
    assert pilot.shown().drop_cells == frozenset()
    finger(pilot, "motion", pilot.at(cell))
    finger(pilot, "up", pilot.at(target))
    assert pilot.match.names() == moves
    assert pilot.table_session.live_match.taps == ()
    pilot.tap(lift.drops[target][0])
    assert pilot.table_session.live_match.taps == lift.drops[target][:1]


@each_game
def test_a_computer_that_moves_meanwhile_ends_a_drag(fly: MakePilot, key: str) -> None:
    """The piece was lifted before the player's seat was given to the computer."""
    pilot = table(fly, key)
    cell, _, target = movable(pilot)
    carry(pilot, finger, pilot.at(cell), pilot.at(target))
    pilot.sit(("level1", "level1"))
    pilot.wait_for(lambda: pilot.match.ply > MOVES[key])
    pilot.sit(("person", "person"))
    pilot.settle()
    names, pieces = pilot.match.names(), pilot.match.position.pieces()
    finger(pilot, "motion", pilot.at(cell))
    finger(pilot, "up", pilot.at(target))
    pilot.advance(RETURN_SECONDS + FRAME)
    assert pilot.match.names() == names
    assert pilot.table_session.live_match.taps == ()
    assert pilot.shown().drop_cells == frozenset()
    shown = {sprite.cell: sprite.piece for sprite in pilot.shown().sprites}
    assert all(pieces[at] == piece for at, piece in shown.items())
    first = min(pilot.table_session.free())
    pilot.tap(first)
    assert pilot.table_session.live_match.taps[:1] == (first,) or pilot.match.names() != names


@each_game
def test_a_clock_that_runs_out_ends_a_drag(fly: MakePilot, key: str) -> None:
    pilot = fly(size=(820, 1180), drawing=True, tempo="normal")
    match = match_after(key, MOVES[key])
    match.clock = parse_clock("1+0 1+0")
    pilot.put(match)
    pilot.advance(1.0)
    cell, _, target = movable(pilot)
    carry(pilot, finger, pilot.at(cell), pilot.at(target))
    pilot.wait_for(lambda: pilot.match.result() is not None, 90.0)
    finger(pilot, "up", pilot.at(target))
    pilot.advance(1.0)
    assert pilot.match.ply == MOVES[key]
    assert pilot.shown().drop_cells == frozenset()
    pieces = [piece for piece in match.position.pieces() if piece is not None]
    assert len(pilot.shown().sprites) == len(pieces)


@each_game
@each_hand
@pytest.mark.parametrize("where", ["own cell", "illegal cell", "panel", "outside"])
@pytest.mark.parametrize("tempo", ["normal", "off"])
def test_a_piece_dropped_elsewhere_returns(
    fly: MakePilot, key: str, hand: Hand, where: str, tempo: str
) -> None:
    """With a short motion, or at once without animation; nothing is played or selected."""
    pilot = table(fly, key, tempo=tempo)
    cell, lift, _ = movable(pilot)
    start, panel = pilot.at(cell), pilot.play.scene.sheets[0].place
    kinds, moves = pilot.match.board.kinds, pilot.match.names()
    bad = [
        c
        for c, kind in enumerate(kinds)
        if kind in ("square", "pit") and c not in (*lift.drops, cell)
    ]
    end = {
        "own cell": (start[0] + 9, start[1] + 9),
        "illegal cell": pilot.at(bad[0]),
        "panel": (panel.x + 4, panel.y + 4),
        "outside": (-20, start[1]),
    }[where]
    carry(pilot, hand, start, end)
    hand(pilot, "up", end)
    pilot.app.frame(0.0)
    assert (pieces_at(pilot)[lift.source] == 0) is (tempo == "normal")
    pilot.advance(RETURN_SECONDS + FRAME)
    assert pieces_at(pilot)[lift.source] == 1
    assert pilot.match.names() == moves
    assert pilot.table_session.live_match.taps == ()
    assert pilot.play.scene.notices.current is None


@each_game
def test_a_press_that_hardly_moves_is_a_tap(fly: MakePilot, key: str) -> None:
    pilot = table(fly, key)
    cell = max(pilot.table_session.free())
    at = pilot.at(cell)
    finger(pilot, "down", at)
    finger(pilot, "motion", (at[0] + 7, at[1] - 7))
    finger(pilot, "up", (at[0] + 7, at[1] - 7))
    assert pilot.table_session.live_match.taps == (cell,)


@each_game
def test_nobody_drags_in_the_turn_of_another(fly: MakePilot, key: str) -> None:
    """Neither the other person's pieces, nor with a finger that rested there before the move."""
    pilot = table(fly, key, tabletop=True, confirm=False)
    board, pieces = pilot.match.board, pilot.match.position.pieces()
    _, lift, _ = movable(pilot)
    others = [
        number
        for number, piece in enumerate(pieces)
        if piece is not None
        and number not in lift.drops
        and piece.colour != lift.piece.colour
        and board.kinds[number] != "hinge"
    ]
    away = min(lift.drops)
    for other in others[:3]:
        carry(pilot, finger, pilot.at(other), pilot.at(away))
        assert pilot.shown().drop_cells == frozenset()
        finger(pilot, "up", pilot.at(away))
    assert pilot.match.ply == MOVES[key]


@each_game
def test_two_people_drag_in_their_own_turns_only(fly: MakePilot, key: str) -> None:
    """A finger of the other person that rests on a piece picks it up only after a new press."""
    pilot = table(fly, key, tabletop=True, confirm=False)
    cell, _, target = movable(pilot)
    pilot.commit(next(move for move in pilot.match.legal() if target in move))
    pilot.settle()
    other, _, away = movable(pilot)
    pilot.play.show(pilot.play.live_match.undo())
    pilot.settle()
    pilot.finger(1, "down", pilot.at(other))
    carry(pilot, finger, pilot.at(cell), pilot.at(target))
    finger(pilot, "up", pilot.at(target))
    if key == "contactic":
        pilot.press("cell lay")
    pilot.settle()
    assert pilot.match.ply == MOVES[key] + 1
    pilot.finger(1, "motion", pilot.at(away))
    assert pilot.shown().drop_cells == frozenset()
    pilot.finger(1, "up", pilot.at(away))
    assert pilot.match.ply == MOVES[key] + 1
    carry(pilot, finger, pilot.at(other), pilot.at(away))
    assert pilot.shown().drop_cells


@each_game
def test_a_resting_finger_does_not_disturb(fly: MakePilot, key: str) -> None:
    pilot = table(fly, key, tabletop=True)
    cell, _, target = movable(pilot)
    panel = pilot.play.scene.sheets[0].place
    pilot.finger(3, "down", (panel.x + 5, panel.y + 5))
    carry(pilot, finger, pilot.at(cell), pilot.at(target))
    pilot.finger(4, "down", (panel.x + 9, panel.y + 5))
    finger(pilot, "up", pilot.at(target))
    assert pilot.match.ply > MOVES[key] or pilot.table_session.live_match.taps


@each_game
def test_carrying_costs_no_layout_and_no_list_of_moves(
    fly: MakePilot, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The piece is looked up once; then each frame paints only what changes."""
    pilot = table(fly, key)
    cell, _, target = movable(pilot)
    counts: Counter[object] = Counter()
    position = pilot.match.position
    carry(pilot, finger, pilot.at(cell), (pilot.at(cell)[0] + 9, pilot.at(cell)[1] + 9))
    counted(monkeypatch, counts, type(position), "moves", "list of moves")
    counted(monkeypatch, counts, type(position), "story", "story")
    counted(monkeypatch, counts, BoardScene, "target_at", "hit test")
    counted(monkeypatch, counts, Storage, "load", "read")
    counted(monkeypatch, counts, layout, "play_layout", "laid out")
    counted(monkeypatch, counts, match_session, "view_of", "view of the match")
    counted(monkeypatch, counts, match_session, "resting", "board at rest")
    window, painted = pilot.app.screen.surface.get_rect(), list[int]()
    monkeypatch.setattr(
        pilot.app.services.platform.picture,
        "show",
        lambda surface, places: painted.append(sum(at.width * at.height for at in places)),
    )
    end = pilot.at(target)
    for step in range(20):
        finger(pilot, "motion", (end[0] + step, end[1]))
        pilot.app.frame(FRAME)
    assert counts == {}
    assert len(painted) == 20
    assert max(painted[1:]) < window.width * window.height / 20
