"""A story shows the right pieces at each moment, and ends with the position after the move."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flipside.game.board.timeline import (
    DELAY_SECONDS,
    DURATION_SECONDS,
    STEP_SOUNDS,
    Landing,
    Timeline,
    eased,
    still,
)
from flipside.game.drawing.faces import Sprite
from flipside.rules.catalogue import GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.story import (
    Flip,
    Piece,
    Pieces,
    Place,
    Remove,
    Rotate,
    Slide,
    Step,
    Story,
    reversed_story,
)
from tests.game.live_match.machine import after_story
from tests.game.scene_tour import match_after

BLACK, WHITE = Piece("black", "disc"), Piece("white", "disc")
DOOR = Piece("door", "door:N")
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def stories(game: AnyGame, plies: int = 60) -> list[tuple[Pieces, Story]]:
    """Yield each move of a random match, forwards and backwards."""
    match = match_after(game.key, plies)
    stories = []
    for ply, move in enumerate(match.moves):
        before = match.position_at(ply)
        story = before.story(move)
        stories.append((before.pieces(), story))
        stories.append((match.position_at(ply + 1).pieces(), reversed_story(story)))
    return stories


def now(timeline: Timeline) -> list[Sprite]:
    """Return the resting pieces, then the moving ones."""
    return [*timeline.resting_sprites(), *timeline.moving_sprites()]


def shown_at(pieces: Pieces, story: Story, seconds: float, tempo: float = 1.0) -> list[Sprite]:
    timeline = Timeline(pieces, story, tempo)
    timeline.advance(seconds)
    return now(timeline)


def as_set(sprites: list[Sprite]) -> set[Sprite]:
    return set(sprites)


@EACH_GAME
def test_it_ends_with_the_pieces_of_the_rules(game: AnyGame) -> None:
    for pieces, story in stories(game):
        timeline = Timeline(pieces, story, 1.0)
        while not timeline.done:
            timeline.advance(1 / 30)
        assert as_set(now(timeline)) == as_set(still(after_story(pieces, story)))


@EACH_GAME
def test_it_begins_with_the_pieces_before(game: AnyGame) -> None:
    for pieces, story in stories(game, 20):
        timeline = Timeline(pieces, story, 1.0)
        if timeline.length == 0:
            continue
        standing = {(sprite.piece, sprite.cell) for sprite in now(timeline)}
        assert standing == {(s.piece, s.cell) for s in still(pieces)}


@EACH_GAME
def test_nothing_is_ever_seen_twice_or_lost(game: AnyGame) -> None:
    for pieces, story in stories(game, 30):
        timeline = Timeline(pieces, story, 1.0)
        while not timeline.done:
            at_rest = [s.cell for s in now(timeline) if s.target is None]
            assert len(at_rest) == len(set(at_rest)), "two pieces on one cell"
            stays = {
                cell
                for cell, piece in enumerate(pieces)
                if piece is not None
                and not any(cell in _touched(step) for beat in story for step in beat)
            }
            assert stays <= set(at_rest), "a piece that has no part in it is gone"
            timeline.advance(0.07)


def _touched(step: object) -> set[int]:
    if isinstance(step, Slide):
        return {step.source, step.target}
    assert isinstance(step, Place | Remove | Flip | Rotate)
    return {step.cell}


def test_a_disc_turns_like_a_disc() -> None:
    """It gets narrow and wide again; in the second half the other colour is visible."""
    length = DURATION_SECONDS[Flip]
    story: Story = ((Flip(0, BLACK, WHITE),),)
    frames = [shown_at((BLACK,), story, length * i / 20)[0] for i in range(20)]
    widths = [frame.width for frame in frames]
    assert widths[0] == 1.0
    assert all(b < a for a, b in pairwise(widths[:10]))
    assert all(a < b for a, b in pairwise(widths[11:]))
    assert min(widths) < 0.1
    assert [frame.piece for frame in frames[:10]] == [BLACK] * 10
    assert [frame.piece for frame in frames[11:]] == [WHITE] * 9
    assert all({frame.piece, frame.back} == {BLACK, WHITE} for frame in frames)
    lifts = [frame.lift for frame in frames]
    assert lifts[0] == 0
    assert max(lifts) == pytest.approx(1.0)
    assert shown_at((BLACK,), story, length) == [Sprite(WHITE, 0)]


def test_the_wave_runs_outward() -> None:
    story: Story = (tuple(Flip(cell, BLACK, WHITE, after=cell) for cell in range(5)),)
    pieces = (BLACK,) * 5
    sprites = shown_at(pieces, story, 2 * DELAY_SECONDS[Flip] + 0.55 * DURATION_SECONDS[Flip])
    assert {sprite.cell for sprite in sprites if sprite.piece == WHITE} == {0, 1, 2}
    assert {sprite.cell for sprite in sprites if sprite.width < 1} == {0, 1, 2, 3, 4}
    assert Timeline(pieces, story, 1.0).length == pytest.approx(
        4 * DELAY_SECONDS[Flip] + DURATION_SECONDS[Flip]
    )


@pytest.mark.parametrize(
    ("step", "changes"),
    [
        (Place(0, BLACK), {"alpha": "rises", "lift": "falls"}),
        (Remove(0, BLACK), {"alpha": "falls", "lift": "rises"}),
        (Slide(0, 2), {"share": "rises", "lift": "bows"}),
        (Rotate(0, DOOR, Piece("door", "door:E")), {"angle": "rises", "lift": "bows"}),
        (Flip(0, BLACK, WHITE), {"lift": "bows"}),
    ],
    ids=lambda it: type(it).__name__,
)  # fmt: skip
def test_a_piece_is_on_its_way(step: Step, changes: dict[str, str]) -> None:
    """All values are between 0 and 1, except degrees, and they do not jump."""
    there = {Place: None, Rotate: DOOR}.get(type(step), BLACK)
    seconds = [DURATION_SECONDS[type(step)] * part / 20 for part in range(1, 20)]
    sprites = [shown_at((there, None, None), ((step,),), now)[0] for now in seconds]
    for name, way in changes.items():
        values = [getattr(sprite, name) / (90 if name == "angle" else 1) for sprite in sprites]
        top = {"falls": 0, "bows": 10, "rises": 19}[way]
        assert values[:top] == sorted(values[:top])
        assert values[top:] == sorted(values[top:], reverse=True)
        assert max(values) > min(values) + 0.15
        assert 0 <= min(values) < 0.2
        assert max(values) <= 1
        assert max(abs(a - b) for a, b in pairwise(values)) < 0.2


def test_what_appears_is_not_there_before_and_what_goes_not_after() -> None:
    assert shown_at((None,), ((Place(0, BLACK),),), 0.0) == []
    assert shown_at((BLACK,), ((Remove(0, BLACK),),), DURATION_SECONDS[Remove]) == []


@pytest.mark.parametrize("passes", [True, False])
def test_pieces_that_change_places_swerve(passes: bool) -> None:
    story: Story = ((Slide(0, 1), Slide(1, 0 if passes else 2)),)
    sprites = shown_at((BLACK, WHITE, None), story, DURATION_SECONDS[Slide] / 2)
    bows = [sprite.bow for sprite in sprites if sprite.target is not None]
    assert [0.3 < bow < 0.5 for bow in bows] == [passes, passes]
    assert any(bows) is passes


def test_a_pushed_piece_waits_until_it_is_touched_and_is_quick_then() -> None:
    story: Story = ((Slide(0, 1), Slide(1, 2, after=1), Slide(2, 3, after=2)),)
    shares = [
        {sprite.cell: sprite.share for sprite in shown_at((BLACK, BLACK, BLACK, None), story, now)}
        for now in (0.15, 0.2, 0.3)
    ]
    assert [shares[0][cell] > 0 for cell in (0, 1, 2)] == [True, False, False]
    assert [shares[1][cell] > 0 for cell in (0, 1, 2)] == [True, True, False]
    assert shares[2][2] > 0
    assert shares[2][1] > 0.55, "it set out later and has gone as far"


def test_a_disc_sounds_when_it_falls_and_a_slide_when_it_sets_out() -> None:
    for step, least, most in ((Place(0, BLACK), 0.5, 0.8), (Slide(1, 0), 0.0, 0.0)):
        timeline = Timeline((None, BLACK), ((step,),), 1.0)
        assert bool(timeline.advance(least * timeline.length)) is (least == most)
        timeline.advance((most - least) * timeline.length)
        assert timeline.finish() == []


@pytest.mark.parametrize(
    ("old", "new", "degrees"),
    [
        ("door:N", "door:E", 90),
        ("door:E", "door:N", -90),
        ("door:N", "door:W", -90),
        ("door:N", "door:S", 180),
        ("tile:1000", "tile:0100", 90),
        ("tile:1000", "tile:0001", -90),
        ("tile:1100", "tile:0011", 180),
        ("tile:1111", "tile:1111", 0),
    ],
)
def test_turning_goes_the_shorter_way(old: str, new: str, degrees: int) -> None:
    before, now = Piece("door", old), Piece("door", new)
    story: Story = ((Rotate(0, before, now),),)
    (sprite,) = shown_at((before,), story, DURATION_SECONDS[Rotate] * 0.999)
    assert sprite.angle == pytest.approx(degrees, abs=1)


def test_beats_follow_each_other() -> None:
    story: Story = ((Place(0, BLACK),), (Flip(0, BLACK, WHITE),), (Remove(0, WHITE),))
    timeline = Timeline((None,), story, 1.0)
    total = DURATION_SECONDS[Place] + DURATION_SECONDS[Flip] + DURATION_SECONDS[Remove]
    assert timeline.length == pytest.approx(total)
    (sprite,) = shown_at((None,), story, DURATION_SECONDS[Place] + 0.001)
    assert sprite.back == WHITE
    (sprite,) = shown_at((None,), story, DURATION_SECONDS[Place] + DURATION_SECONDS[Flip] + 0.01)
    assert sprite.piece == WHITE
    assert sprite.alpha < 1


@pytest.mark.parametrize("tempo", [1.6, 1.0, 0.6])
def test_the_tempo_stretches_everything(tempo: float) -> None:
    for pieces, story in stories(GAMES[0], 12):
        plain = Timeline(pieces, story, 1.0)
        assert Timeline(pieces, story, tempo).length == pytest.approx(tempo * plain.length)


@EACH_GAME
def test_without_motion_it_is_over_at_once(game: AnyGame) -> None:
    for pieces, story in stories(game, 20):
        timeline = Timeline(pieces, story, 0.0)
        assert timeline.done
        assert as_set(now(timeline)) == as_set(still(after_story(pieces, story)))
        expected = {STEP_SOUNDS[type(step)] for beat in story for step in beat}
        assert {name for name, _ in timeline.finish()} == expected


@EACH_GAME
def test_every_step_sounds_once(game: AnyGame) -> None:
    for pieces, story in stories(game, 30):
        timeline = Timeline(pieces, story, 1.0)
        heard = []
        while not timeline.done:
            heard += timeline.advance(1 / 60)
        expected = [(STEP_SOUNDS[type(step)], step.after) for beat in story for step in beat]
        assert sorted(heard) == sorted(expected)
        assert timeline.advance(1.0) == []


def test_finishing_sounds_each_kind_once_and_never_again() -> None:
    story: Story = ((Place(0, BLACK), *(Flip(c, BLACK, WHITE, after=c) for c in (1, 2, 3))),)
    timeline = Timeline((None, BLACK, BLACK, BLACK), story, 1.0)
    assert timeline.advance(0.12) == [("lay", 0)]
    assert timeline.finish() == [("turn", 0)]
    assert timeline.done
    assert timeline.finish() == []
    assert timeline.advance(1.0) == []


@given(st.floats(0, 1), st.floats(0, 1))
def test_easing_is_slow_at_both_ends_and_never_goes_back(one: float, other: float) -> None:
    assert 0 <= eased(one) <= 1
    assert (eased(0), eased(0.5), eased(1)) == (0, 0.5, 1)
    if one <= other:
        assert eased(one) <= eased(other)


@given(st.lists(st.floats(0, 0.3), max_size=40))
def test_however_time_is_cut_it_comes_to_the_same(cuts: list[float]) -> None:
    match = match_after("othello", 12)
    before = match.position_at(11)
    story = before.story(match.moves[11])
    timeline = Timeline(before.pieces(), story, 1.0)
    heard = [sound for cut in cuts for sound in timeline.advance(cut)]
    once = Timeline(before.pieces(), story, 1.0)
    together = once.advance(timeline.now)
    assert now(timeline) == now(once)
    assert heard == together


@pytest.mark.parametrize("game", GAMES[2:], ids=lambda game: game.key)
def test_a_piece_moved_by_hand_lies_on_its_target_from_the_start(game: AnyGame) -> None:
    """It makes no sound of its own, and all others move to the same places as ever."""
    found = 0
    for pieces, story in stories(game):
        step = story[0][0] if story else None
        if not isinstance(step, Slide) or (piece := pieces[step.source]) is None:
            continue
        landing = Landing(step.source, step.target, piece, 1.0)
        timeline = Timeline(pieces, story, 1.0, landing=landing)
        moving = timeline.moving_sprites()
        first = next(s for s in moving if (s.cell, s.target) == (step.source, step.target))
        assert (first.share, first.lift) == (1.0, 1.0)
        assert all(sprite.lift <= first.lift for sprite in moving), "nothing lies above it"
        heard = timeline.finish()
        assert now(timeline) == now(finished(pieces, story))
        assert len(heard) <= len(Timeline(pieces, story, 1.0).finish())
        found += 1
    assert (found > 20) is any(game.key == key for key in ("switch", "flipop", "contactic"))


def finished(pieces: Pieces, story: Story) -> Timeline:
    timeline = Timeline(pieces, story, 1.0)
    timeline.finish()
    return timeline


@pytest.mark.parametrize("story", [(), ((Slide(0, 1),),), ((Place(1, BLACK),),)])
def test_another_move_than_the_one_by_hand_is_animated_as_ever(story: Story) -> None:
    pieces = (BLACK, None, None)
    landing = Landing(0, 2, WHITE, 0.0)
    one, other = Timeline(pieces, story, 1.0, landing=landing), Timeline(pieces, story, 1.0)
    for _ in range(3):
        assert now(one) == now(other)
        assert one.advance(0.1) == other.advance(0.1)
