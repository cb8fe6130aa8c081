"""Timelines: where each piece of a story is at any time; and the animation after the last move.

Durations are for the tempo "normal". A timeline multiplies them by its `tempo`; 0 means no
animation.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from flipside.game.drawing.faces import Sprite
from flipside.rules.contract.board import Board, Cell
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Position, Result
from flipside.rules.contract.story import (
    Beat,
    Flip,
    Piece,
    Pieces,
    Place,
    Remove,
    Rotate,
    Slide,
    Step,
    Story,
    apply_beat,
    reversed_story,
)

DURATION_SECONDS: dict[type, float] = {
    Place: 0.16,
    Flip: 0.28,
    Slide: 0.34,
    Rotate: 0.34,
    Remove: 0.26,
}

DELAY_SECONDS: dict[type, float] = {
    Place: 0.06,
    Flip: 0.045,
    Slide: 0.16,
    Rotate: 0.16,
    Remove: 0.06,
}
"""A step starts later by these seconds, multiplied by its `after`."""

_SORT_WAIT, _SORT_SECONDS, _SORT_SLIDE, _SORT_PAUSE = 0.2, 0.66, 0.1, 0.24
"""While pieces are sorted: seconds before they move, from the first start to the last, of a slide,
and between two beats. The pieces move one after another, because a slow machine cannot draw all at
once."""

_CHAIN, _TOUCH, _PASSED_ON = 0.46, 0.175, 0.068
"""If pieces push each other: seconds of a slide, until the first push, and between two pushes. A
pushed piece starts faster than others."""

STEP_SOUNDS: dict[type, str] = {
    Place: "lay",
    Flip: "turn",
    Slide: "slide",
    Rotate: "turn",
    Remove: "remove",
}

_WAIT_SECONDS = 0.001
"""Seconds for which pieces rest at the end; each frame is longer."""

_PASSING = 0.42
"""How far two pieces that swap places swerve, in cells."""

_QUARTERS = {"N": 0, "E": 1, "S": 2, "W": 3}


def eased(share: float) -> float:
    """Convert a share of the time, 0 to 1, to a share of the path; both ends are slow."""
    return share * share * (3 - 2 * share)


def still(pieces: Pieces) -> list[Sprite]:
    """Return the sprites of pieces that do not move."""
    return [Sprite(piece, cell) for cell, piece in enumerate(pieces) if piece is not None]


def changes(board: Board, now: Pieces, after: Pieces) -> dict[Cell, Sprite]:
    """Return the pieces on the board that are new or different in `after`, by cell."""
    return {
        cell: Sprite(piece, cell)
        for cell, piece in enumerate(after)
        if piece is not None and piece != now[cell] and board.kinds[cell] != "beside"
    }


@dataclass(frozen=True)
class Landing:
    """A piece that a player has already moved, so that it does not slide again."""

    source: Cell
    target: Cell
    piece: Piece
    """As it lies on the target."""
    height: float
    """From which it sinks, 0 to 1."""


@dataclass(frozen=True)
class _TimedStep:
    step: Step
    start: float
    seconds: float
    height: float | None = None
    """From which its piece sinks on its target, if a player has moved it there."""
    pushed: bool = False
    passed: bool = False
    """Whether the piece swaps places with another."""

    def share(self, now: float) -> float:
        """Return the share of the step's time that has passed at `now`, 0 to 1."""
        if self.seconds <= 0:
            return 1.0
        return min(1.0, max(0.0, (now - self.start) / self.seconds))

    def eased(self, share: float) -> float:
        """Convert a share of the time to a share of the path; a pushed piece starts fast."""
        return 1 - (1 - share) ** 3 if self.pushed else eased(share)


def _plan(
    beat: Beat, start: float, tempo: float, landing: Landing | None = None
) -> list[_TimedStep]:
    """Return the steps of a beat with start and duration."""
    chain = _pushes(beat)
    ways = {(step.source, step.target) for step in beat if isinstance(step, Slide)}
    plan = []
    for step in beat:
        pushed = chain and step.after > 0
        wait = DELAY_SECONDS[type(step)] * step.after
        if pushed:
            wait = _PASSED_ON * (step.after - 1) + (_TOUCH if landing is None else 0.0)
        seconds, height = _CHAIN if chain else DURATION_SECONDS[type(step)], None
        if landing is not None and _is_of(step, landing):
            height = landing.height
            seconds = seconds if len(beat) > 1 else DURATION_SECONDS[Place] * height
        passed = isinstance(step, Slide) and (step.target, step.source) in ways
        timed = _TimedStep(step, start + tempo * wait, tempo * seconds, height, pushed, passed)
        plan.append(timed)
    return plan


def _is_of(step: Step, landing: Landing) -> bool:
    slide = landing.source, landing.target
    return isinstance(step, Slide) and (step.source, step.target) == slide


def _landed(pieces: Pieces, story: Story, landing: Landing) -> tuple[Pieces, Story]:
    """Return pieces and story with the piece as it lies, without the turn that it has made."""
    here, piece = landing.source, landing.piece
    if pieces[here] == piece:
        return pieces, story
    story = tuple(
        tuple(s for s in beat if not (isinstance(s, Rotate) and s.cell == landing.target))
        for beat in story
    )
    return (*pieces[:here], piece, *pieces[here + 1 :]), story


def _pushes(beat: Beat) -> bool:
    """Return whether pieces push each other: one slides to a cell that another then leaves."""
    slides = [step for step in beat if isinstance(step, Slide)]
    entries = {(step.target, step.after + 1) for step in slides}
    return any((step.source, step.after) in entries for step in slides)


@dataclass(frozen=True)
class _Phase:
    """A beat, or a part of it: the pieces before it, its steps and its end."""

    pieces: Pieces
    plan: list[_TimedStep]
    end: float

    @cached_property
    def resting(self) -> tuple[Sprite, ...]:
        """The pieces that do not move."""
        steps = [item.step for item in self.plan]
        left = {step.source if isinstance(step, Slide) else step.cell for step in steps}
        return tuple(sprite for sprite in still(self.pieces) if sprite.cell not in left)


def _sorting(pieces: Pieces, beat: Beat, start: float, tempo: float) -> list[_Phase]:
    """Return phases in which pieces slide one after another; two that swap places move together.

    In each of them, pieces rest that have not yet started, or have arrived.
    """
    groups: list[list[Slide]] = []
    for step in beat:
        assert isinstance(step, Slide)
        swaps = bool(groups) and groups[-1][0] == Slide(step.target, step.source)
        if swaps:
            groups[-1].append(step)
        else:
            groups.append([step])
    starts = [start + tempo * _SORT_SECONDS * n / len(groups) for n in range(len(groups))]
    plan = [
        _TimedStep(step, begin, tempo * _SORT_SLIDE, passed=len(group) > 1)
        for begin, group in zip(starts, groups, strict=True)
        for step in group
    ]
    phases = []
    for now, end in pairwise([*starts, starts[-1] + tempo * _SORT_SLIDE]):
        arrived = tuple(item.step for item in plan if item.start + item.seconds <= now)
        moving = [item for item in plan if item.start <= now < item.start + item.seconds]
        phases.append(_Phase(apply_beat(pieces, arrived), moving, end))
    return phases


class Timeline:
    """The animation of a story."""

    def __init__(
        self,
        pieces: Pieces,
        story: Story,
        tempo: float,
        landing: Landing | None = None,
        sorts: bool = False,
        waits: bool = False,
    ) -> None:
        """Plan all beats.

        If it `sorts`, the story moves pieces to be counted. If it `waits`, the pieces have arrived
        for a frame before the end, so that the board and the panels change in different frames.
        """
        self._phases: list[_Phase] = []
        self._sounds: list[tuple[float, str, int]] = []
        start = self._begin = tempo * _SORT_WAIT * sorts
        steps = story[0] if story else ()
        if landing is not None and not any(_is_of(step, landing) for step in steps):
            landing = None  # another move was made
        if landing is not None:
            pieces, story = _landed(pieces, story, landing)
        for beat in story:
            if sorts:
                self._phases += _sorting(pieces, beat, start, tempo)
                self._sounds.append((start, STEP_SOUNDS[Slide], 0))
                pieces, start = apply_beat(pieces, beat), self._phases[-1].end
                start += tempo * _SORT_PAUSE * (beat is not story[-1])
                self._phases.append(_Phase(pieces, [], start))
                continue
            plan = _plan(beat, start, tempo, landing)
            end = max((item.start + item.seconds for item in plan), default=start)
            self._phases.append(_Phase(pieces, plan, end))
            self._sounds += [_sound(item) for item in plan if item.height is None]
            pieces = apply_beat(pieces, beat)
            start, landing = end, None
        self._sounds.sort(key=lambda due: due[0])
        self._phases.append(_Phase(pieces, [], start))
        self._arrival = start
        self.length = start + _WAIT_SECONDS * (waits and start > 0)
        """Seconds of the whole animation."""
        self.now = 0.0

    @property
    def rests(self) -> bool:
        """Whether no piece moves yet or any more."""
        return self.now < self._begin or self.now >= self._arrival

    @property
    def done(self) -> bool:
        """Whether the animation has ended."""
        return self.now >= self.length

    def advance(self, seconds: float) -> list[tuple[str, int]]:
        """Advance by `seconds`; return the arguments of `Sound.play` for each sound that is due."""
        until = self._arrival if self.now < self._arrival else self.length
        self.now = min(until, self.now + seconds)
        due = [(name, after) for when, name, after in self._sounds if when <= self.now]
        self._sounds = self._sounds[len(due) :]
        return due

    def finish(self) -> list[tuple[str, int]]:
        """Go to the end; return each sound that was not played, as `advance` does, but once."""
        coming = dict.fromkeys(name for _, name, _ in self._sounds)
        self._sounds = []
        self.now = self.length
        return [(name, 0) for name in coming]

    def resting_sprites(self) -> tuple[Sprite, ...]:
        """Return the pieces that do not move in this beat; it is the same tuple during the beat."""
        return self._phase().resting

    def moving_sprites(self) -> list[Sprite]:
        """Return the pieces that move in this beat, at this moment."""
        phase = self._phase()
        sprites = (_moving(phase.pieces, item, item.share(self.now)) for item in phase.plan)
        return [sprite for sprite in sprites if sprite is not None]

    def _phase(self) -> _Phase:
        return next((phase for phase in self._phases if self.now < phase.end), self._phases[-1])


def _sound(item: _TimedStep) -> tuple[float, str, int]:
    """Return time, name and `step` of a sound (`Sound.play`).

    The sound of a disc is in time with its fall; others are played at the start.
    """
    falls = isinstance(item.step, Flip | Place)
    when = item.start + (item.seconds * 0.6 if falls else 0.0)
    return when, STEP_SOUNDS[type(item.step)], item.step.after


def _moving(pieces: Pieces, item: _TimedStep, share: float) -> Sprite | None:
    """Return the sprite of a step after a share of its time, or None if it is invisible."""
    step, smooth = item.step, item.eased(share)
    rise = math.sin(math.pi * share)
    match step:
        case Place():
            sprite = Sprite(step.piece, step.cell, alpha=min(1.0, 3 * share), lift=1 - smooth)
            return sprite if share > 0 else None
        case Remove():
            sprite = Sprite(step.piece, step.cell, alpha=1 - smooth, lift=0.6 * smooth)
            return sprite if share < 1 else None
        case Slide():
            piece = pieces[step.source]
            assert piece is not None
            if item.height is not None:
                return Sprite(piece, step.source, step.target, 1.0, lift=item.height * (1 - smooth))
            bow = _PASSING * rise if item.passed else 0.0
            return Sprite(piece, step.source, step.target, smooth, bow=bow, lift=0.35 * rise)
        case Flip():
            face, back = (step.old, step.new) if smooth < 0.5 else (step.new, step.old)
            width = abs(math.cos(math.pi * smooth))
            return Sprite(face, step.cell, width=width, back=back, lift=rise)
        case Rotate():
            return Sprite(step.old, step.cell, angle=_swing(step) * smooth, lift=0.2 * rise)


def _swing(step: Rotate) -> float:
    """Return the degrees by which a piece rotates clockwise; a quarter turn back is -90."""
    old, new = step.old.face.rpartition(":")[2], step.new.face.rpartition(":")[2]
    if old in _QUARTERS and new in _QUARTERS:
        quarters = (_QUARTERS[new] - _QUARTERS[old]) % 4
    else:
        # Other faces are lists of edges, clockwise from north; one list is the other, rotated.
        quarters = next((k for k in range(4) if old and old[-k:] + old[:-k] == new), 0)
    return 90.0 * (quarters - 4 if quarters == 3 else quarters)


_RISE_SECONDS, _FADE_SECONDS = 0.12, 0.7
"""Seconds in which a cell gets bright, and seconds in which it gets dark again."""

_LEVELS = 8
"""The number of levels of brightness. The fewer there are, the fewer cells change in a frame."""

_STEP_SECONDS, _SPREAD_SECONDS = 0.09, 1.15
"""Seconds from one cell to the next, and the maximum seconds from the first to the last."""


@dataclass(frozen=True)
class EndAnimation:
    """The animation after the last move: pieces are laid out for counting, then cells light up."""

    pieces: Pieces = ()
    story: Story = ()
    """Moves the pieces to where they can be counted, and back."""
    order: Mapping[Cell, int] = field(default_factory=dict)
    """When each cell lights up: 0 is first."""
    points: tuple[int, int] | None = None
    """The points of player 0 and 1 at the end."""
    deductions: tuple[int, int] = (0, 0)
    """Points that are subtracted after counting."""

    @property
    def _step(self) -> float:
        return min(_STEP_SECONDS, _SPREAD_SECONDS / max([1, *self.order.values()]))

    @property
    def seconds(self) -> float:
        """Seconds from the first light until all cells are dark."""
        if not self.order:
            return 0.0
        return self._lighting_seconds + _FADE_SECONDS

    @property
    def _lighting_seconds(self) -> float:
        return max(self.order.values(), default=0) * self._step + _RISE_SECONDS

    def counted(self, seconds: float) -> float:
        """Return how far the points are counted when cells have been lit for that time: see below.

        Without cells, or after the pieces were laid out, that is to the end.
        """
        lighting = self._lighting_seconds
        if self.story or not self.order:
            return 2.0
        return (
            seconds / lighting if seconds < lighting else 1 + (seconds - lighting) / _FADE_SECONDS
        )

    def points_at(self, counted: float) -> tuple[int, int] | None:
        """Return the counted points: from 0 to 1 they are added, from 1 to 2 some are subtracted.

        None without points.
        """
        if self.points is None:
            return None
        up, down = min(1.0, counted), min(1.0, max(0.0, counted - 1))
        first, second = (
            round(up * (points + deduction)) - round(down * deduction)
            for points, deduction in zip(self.points, self.deductions, strict=True)
        )
        return first, second

    def lit_at(self, seconds: float) -> dict[Cell, float]:
        """Return the brightness of the cells that are lit at a time, 0 to 1."""
        brightness = {}
        for cell, number in self.order.items():
            since = seconds - number * self._step
            light = min(since / _RISE_SECONDS, 1 - (since - _RISE_SECONDS) / _FADE_SECONDS)
            if light > 0:
                brightness[cell] = math.ceil(_LEVELS * light) / _LEVELS
        return brightness


def _all_pieces(
    position: Position, board: Board, last: Iterable[Cell], early: Result | None
) -> dict[Cell, int]:
    """Return when the cells with the winner's pieces light up, or with all pieces after a draw."""
    colours: tuple[str, ...] = position.colours or ()
    if early is not None and early.winner is not None:
        colours = colours[early.winner : early.winner + 1]
    pieces, cells = position.pieces(), board.of_kind("square", "pit")
    start = next((cell for cell in last if cell in cells), cells[len(cells) // 2])
    return {
        cell: board.distance(start, cell)
        for cell in cells
        if (piece := pieces[cell]) is not None and piece.colour in colours
    }


def end_animation(
    game: AnyGame,
    position: Position,
    board: Board,
    last: Iterable[Cell],
    points: tuple[int, int] | None = None,
    early: Result | None = None,
) -> EndAnimation:
    """Return the animation after the last move; `last` are its cells, where the light begins.

    `points` are the final ones; `early` is the result if the game itself is not over: after a
    resignation, on time, or at the maximum length. Then the winner's pieces light up, or all.
    """
    result = position.result()
    if result is None:
        return EndAnimation(order=_all_pieces(position, board, last, early))
    count_story = game.count_story(position)
    story = (*count_story, *reversed_story(count_story))
    marks = [mark.cells for mark in position.marks(()) if mark.kind in ("line", "island")]
    if not marks and result.winner is not None:
        colour = (position.colours or ("", ""))[result.winner]
        goals = [mark for mark in position.marks(()) if mark.kind == "goal"]
        marks = [mark.cells for mark in goals if mark.colour == colour]
    order: dict[Cell, int] = {}
    for cells in marks:
        start = next((cell for cell in last if cell in cells), cells[0])
        for cell in cells:
            order[cell] = min(order.get(cell, len(cells)), board.distance(start, cell))
    sizes = {mark.colour: len(mark.cells) for mark in position.marks(()) if mark.kind == "island"}
    if points is None or not (story or sizes):
        return EndAnimation(position.pieces(), story, order)
    first, second = (
        max(0, sizes.get(colour, 0) - own)
        for colour, own in zip(position.colours or (None, None), points, strict=True)
    )
    return EndAnimation(position.pieces(), story, order, points, (first, second))
