"""A story becomes sprites at a moment in seconds. Knows no pygame, no pixels and no game.

Durations are those of the tempo "normal"; a timeline is told its tempo as a factor, 0 for none.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from flipside.game.drawing.faces import Sprite
from flipside.rules.contract.board import Board, Cell
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Position
from flipside.rules.contract.story import (
    Beat,
    Flip,
    Pieces,
    Place,
    Remove,
    Slide,
    Step,
    Story,
    Turn,
    apply_beat,
    reversed_story,
)

DURATION_SECONDS: dict[type, float] = {
    Place: 0.16,
    Flip: 0.28,
    Slide: 0.34,
    Turn: 0.34,
    Remove: 0.26,
}
"""Seconds that one step takes."""

DELAY_SECONDS: dict[type, float] = {Place: 0.06, Flip: 0.045, Slide: 0.16, Turn: 0.16, Remove: 0.06}
"""Seconds that a step waits for each unit of its `after`."""

_CHAIN, _TOUCH, _PASSED_ON = 0.46, 0.175, 0.068
"""Seconds that each step of a chain takes, until the first piece touches the one that it pushes,
and from each push to the next. A pushed piece is off at once: it sets out faster than others."""

STEP_SOUNDS: dict[type, str] = {
    Place: "lay",
    Flip: "turn",
    Slide: "slide",
    Turn: "turn",
    Remove: "remove",
}

_PASSING = 0.42
"""Cells by which two pieces that change places swerve."""

_QUARTERS = {"N": 0, "E": 1, "S": 2, "W": 3}


def eased(share: float) -> float:
    """Slow at both ends, quick between; 0 to 1."""
    return share * share * (3 - 2 * share)


def still(pieces: Pieces) -> list[Sprite]:
    """The sprites of a board on which nothing moves."""
    return [Sprite(piece, cell) for cell, piece in enumerate(pieces) if piece is not None]


def changes(board: Board, now: Pieces, after: Pieces) -> dict[Cell, Sprite]:
    """The pieces on the board that would be new or different afterwards."""
    return {
        cell: Sprite(piece, cell)
        for cell, piece in enumerate(after)
        if piece is not None and piece != now[cell] and board.kinds[cell] != "beside"
    }


@dataclass(frozen=True)
class _Scheduled:
    step: Step
    start: float
    seconds: float
    pushed: bool = False
    passed: bool = False
    """Whether its piece changes places with another."""

    def share(self, now: float) -> float:
        """The share of its time that has passed, 0 to 1."""
        if self.seconds <= 0:
            return 1.0
        return min(1.0, max(0.0, (now - self.start) / self.seconds))

    def eased(self, share: float) -> float:
        """The share of its way, 0 to 1; a pushed piece is quick at first."""
        return 1 - (1 - share) ** 3 if self.pushed else eased(share)


def _plan(beat: Beat, start: float, tempo: float) -> list[_Scheduled]:
    """The times of the steps of a beat."""
    chain = _pushes(beat)
    ways = {(step.source, step.target) for step in beat if isinstance(step, Slide)}
    plan = []
    for step in beat:
        pushed = chain and step.after > 0
        wait = DELAY_SECONDS[type(step)] * step.after
        if pushed:
            wait = _TOUCH + _PASSED_ON * (step.after - 1)
        seconds = _CHAIN if chain else DURATION_SECONDS[type(step)]
        passed = isinstance(step, Slide) and (step.target, step.source) in ways
        plan.append(_Scheduled(step, start + tempo * wait, tempo * seconds, pushed, passed))
    return plan


def _pushes(beat: Beat) -> bool:
    """Whether pieces slide into places that others then slide away from."""
    slides = [step for step in beat if isinstance(step, Slide)]
    entered = {(step.target, step.after + 1) for step in slides}
    return any((step.source, step.after) in entered for step in slides)


@dataclass(frozen=True)
class _Stage:
    """One beat: what lies still during it, what moves, and when it ends."""

    pieces: Pieces
    plan: list[_Scheduled]
    end: float
    resting: tuple[Sprite, ...]


class Timeline:
    """The showing of one story; it can be dropped at any moment."""

    def __init__(self, pieces: Pieces, story: Story, tempo: float, pause: float = 0.0) -> None:
        """Plan the beats, each followed by a `pause` in seconds."""
        self._stages: list[_Stage] = []
        self._sounds: list[tuple[float, str, int]] = []
        start = 0.0
        for beat in story:
            plan = _plan(beat, start, tempo)
            end = max((item.start + item.seconds for item in plan), default=start) + pause
            self._stages.append(_Stage(pieces, plan, end, _resting(pieces, plan)))
            self._sounds += [_sound(item, tempo) for item in plan]
            pieces = apply_beat(pieces, beat)
            start = end
        self._sounds.sort(key=lambda due: due[0])
        self._stages.append(_Stage(pieces, [], start, tuple(still(pieces))))
        self.length = start
        """Seconds from the first beat to the last."""
        self.now = 0.0

    @property
    def done(self) -> bool:
        """Whether everything has been shown."""
        return self.now >= self.length

    def advance(self, seconds: float) -> list[tuple[str, int]]:
        """Let time pass; the sounds that became due, each with its place in the wave."""
        self.now = min(self.length, self.now + seconds)
        due = [(name, after) for when, name, after in self._sounds if when <= self.now]
        self._sounds = self._sounds[len(due) :]
        return due

    def finish(self) -> list[tuple[str, int]]:
        """Show the end at once; one sound of each kind that was still to come."""
        coming = dict.fromkeys(name for _, name, _ in self._sounds)
        self._sounds = []
        self.now = self.length
        return [(name, 0) for name in coming]

    def resting(self) -> tuple[Sprite, ...]:
        """The pieces that lie still during this beat; the same tuple as long as it goes on."""
        return self._stage().resting

    def moving(self) -> list[Sprite]:
        """The other pieces as they are seen now."""
        stage = self._stage()
        seen = (_moving(stage.pieces, item, item.share(self.now)) for item in stage.plan)
        return [sprite for sprite in seen if sprite is not None]

    def _stage(self) -> _Stage:
        return next((stage for stage in self._stages if self.now < stage.end), self._stages[-1])


def _sound(item: _Scheduled, tempo: float) -> tuple[float, str, int]:
    """A disc sounds when it falls, everything else when it sets out."""
    falls = isinstance(item.step, Flip | Place)
    when = item.start + (item.seconds * 0.6 if falls else 0.0)
    return when, STEP_SOUNDS[type(item.step)], item.step.after


def _resting(pieces: Pieces, plan: list[_Scheduled]) -> tuple[Sprite, ...]:
    steps = [item.step for item in plan]
    left = {step.source if isinstance(step, Slide) else step.cell for step in steps}
    return tuple(sprite for sprite in still(pieces) if sprite.cell not in left)


def _moving(pieces: Pieces, item: _Scheduled, share: float) -> Sprite | None:
    """The sprite of a step at a share of its time."""
    step, smooth = item.step, item.eased(share)
    rise = math.sin(math.pi * share)
    match step:
        case Place():
            seen = Sprite(step.piece, step.cell, alpha=min(1.0, 3 * share), lift=1 - smooth)
            return seen if share > 0 else None
        case Remove():
            gone = Sprite(step.piece, step.cell, alpha=1 - smooth, lift=0.6 * smooth)
            return gone if share < 1 else None
        case Slide():
            piece = pieces[step.source]
            assert piece is not None
            bow = _PASSING * rise if item.passed else 0.0
            return Sprite(piece, step.source, step.target, smooth, bow=bow, lift=0.35 * rise)
        case Flip():
            face, back = (step.old, step.new) if smooth < 0.5 else (step.new, step.old)
            width = abs(math.cos(math.pi * smooth))
            return Sprite(face, step.cell, width=width, back=back, lift=rise)
        case Turn():
            return Sprite(step.old, step.cell, angle=_swing(step) * smooth, lift=0.2 * rise)


def _swing(step: Turn) -> float:
    """Degrees clockwise from how the old face lies to how the new one lies, the shorter way."""
    old, new = step.old.face.rpartition(":")[2], step.new.face.rpartition(":")[2]
    if old in _QUARTERS and new in _QUARTERS:
        quarters = (_QUARTERS[new] - _QUARTERS[old]) % 4
    else:
        # Faces that list their edges clockwise from north turn by how far the list is rotated.
        turns = [k for k in range(4) if old[-k:] + old[:-k] == new] if old else []
        quarters = turns[0] if turns else 0
    return 90.0 * (quarters - 4 if quarters == 3 else quarters)


_RISE_SECONDS, _FADE_SECONDS = 0.12, 0.7
"""Seconds in which a cell lights up, and in which its light fades."""

_STEP_SECONDS, _SPREAD_SECONDS = 0.09, 1.15
"""Seconds from a cell to the next one, and from the first to the last at most."""


@dataclass(frozen=True)
class EndAnimation:
    """Pieces that are laid out to be counted, and then cells that light up one after the other."""

    pieces: Pieces = ()
    story: Story = ()
    """Lays the pieces out and puts them back."""
    order: Mapping[Cell, int] = field(default_factory=dict)
    """When each cell lights up: 0 is first."""

    @property
    def _step(self) -> float:
        return min(_STEP_SECONDS, _SPREAD_SECONDS / max([1, *self.order.values()]))

    @property
    def seconds(self) -> float:
        """How long the cells light up."""
        if not self.order:
            return 0.0
        return max(self.order.values()) * self._step + _RISE_SECONDS + _FADE_SECONDS

    def lit(self, seconds: float) -> dict[Cell, float]:
        """Return how bright the cells are after that time, 0 to 1, without those that are dark."""
        found = {}
        for cell, number in self.order.items():
            since = seconds - number * self._step
            light = min(since / _RISE_SECONDS, 1 - (since - _RISE_SECONDS) / _FADE_SECONDS)
            if light > 0:
                found[cell] = light
        return found


def end_animation(
    game: AnyGame, position: Position, board: Board, last: Iterable[Cell]
) -> EndAnimation:
    """Return what is shown at the end of a match by its own rules. The cells of the `last` move
    light up first.
    """
    result = position.result()
    if result is None:  # somebody resigned or ran out of time, or the cap ended the match
        return EndAnimation()
    counted = game.counted(position)
    story = (*counted, *reversed_story(counted))
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
    return EndAnimation(position.pieces(), story, order)
