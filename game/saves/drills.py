"""Drills: the player's own mistakes, which return as tasks 1, 3 and 7 days later.

A drill that is solved on three days is learned. A failed drill starts again. The stored data are
events with dates; everything else is computed from them.
"""

from dataclasses import dataclass, field, replace
from datetime import date
from typing import Annotated, Literal

from flipside.game.saves.matches import LocalDate
from flipside.game.saves.task_progress import day_of
from flipside.game.services.services import Services
from flipside.game.services.storage.document import Document, newest, united
from flipside.game.services.storage.storage import Storage
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import Player
from flipside.rules.engine.analysis.judgement import class_of
from flipside.rules.engine.analysis.review import Review, SavedReview, ScorePoints
from flipside.rules.match.match import identity, replay
from flipside.rules.match.record import BadRecord, parse_record, record_text

_WAITING_DAYS = 1, 3, 7
"""Days from the last solution, or from the creation, to the next try; then the drill is learned."""

_MAX_DRILLS = 100
"""Stored drills; those of the oldest matches are dropped."""

_Outcome = Literal["failed", "solved"]


@dataclass(frozen=True)
class Drill:
    """A mistake of a match, with all that is needed to judge other moves."""

    created: LocalDate
    record: str
    """The match up to the score after the mistake."""
    ply: Annotated[int, range(10_000)]
    results: SavedReview
    """The scores before and after the mistake."""
    optimism: ScorePoints
    """That of the whole review."""
    tries: dict[LocalDate, _Outcome] = field(default_factory=dict)
    """The first result of each day."""

    def review(self) -> Review:
        """Return a review that judges the mistake. Raises BadRecord if the match is invalid."""
        match = replay(parse_record(self.record), BY_KEY)
        review = Review(match, self.results, self.optimism)
        in_match = self.ply < len(match.moves) and self.ply in review.moments
        if not (in_match and review.value_at(self.ply + 1) is not None):
            raise BadRecord("line", f"ply {self.ply}")
        return review


@dataclass(frozen=True)
class StoredDrills:
    """All stored drills."""

    drills: dict[Annotated[str, "[0-9-]{10}-[0-9a-f]{16}-[0-9]{1,4}"], Drill] = field(
        default_factory=dict
    )
    """By the date and the identity of the match, and the ply."""


def _merged(here: StoredDrills, theirs: StoredDrills) -> StoredDrills:
    return StoredDrills(newest(united(here.drills, theirs.drills, _merged_drill), _MAX_DRILLS))


def _merged_drill(drill: Drill, other: Drill) -> Drill:
    """Return a drill with the tries of both; of two results of a day, the better one counts."""
    first = min(drill, other, key=lambda each: (each.created, str(replace(each, tries={}))))
    tries = drill.tries | other.tries
    solved = {day for each in (drill, other) for day in each.tries if each.tries[day] == "solved"}
    return replace(first, tries=tries | dict.fromkeys(solved, "solved"))


DRILLS = Document("drills", StoredDrills, 500_000, merge_values=_merged)


def create_drills(storage: Storage, review: Review, person: Player, match_date: str) -> bool:
    """Make drills of the largest mistakes of `person` in a match with a complete review.

    Return whether the match has drills that are not learned.
    """
    drops, today = review.drops(person), day_of(storage.device.now())
    drills = dict[str, Drill]()
    for ply in review.mistakes([person]):
        if class_of(drops[ply]) != "inaccuracy":
            match, results = review.excerpt(ply)
            name = f"{match_date}-{identity(review.match)}-{ply}"
            record = record_text(match.to_record())
            drills[name] = Drill(today.isoformat(), record, ply, results, review.optimism)
    DRILLS.change(storage, lambda here: StoredDrills(newest(drills | here.drills, _MAX_DRILLS)))
    stored = DRILLS.load(storage).drills if drills else {}
    return any(due_day(stored[name], today) for name in drills if name in stored)


def note_try(storage: Storage, name: str, solved: bool) -> None:
    """Store the result of a drill today, unless it has one today."""
    today = day_of(storage.device.now()).isoformat()
    outcome: _Outcome = "solved" if solved else "failed"

    def with_try(here: StoredDrills) -> StoredDrills:
        drill = here.drills.get(name)
        if drill is None:
            return here
        return StoredDrills(
            here.drills | {name: replace(drill, tries={today: outcome} | drill.tries)}
        )

    DRILLS.change(storage, with_try)


def due_day(drill: Drill, today: date) -> int | None:
    """Return the ordinal of the day on which a drill is due, or None if it is learned.

    If the clock was set back, tries of later days do not count yet, and their drills are due.
    """
    now, stage = today.toordinal(), 0
    last = day_of(drill.created).toordinal()
    if last > now:
        last = now - _WAITING_DAYS[0]
    for day, outcome in sorted(drill.tries.items()):
        tried = day_of(day).toordinal()
        if tried > now:
            break
        stage, last = stage + 1 if outcome == "solved" else 0, tried
        if stage == len(_WAITING_DAYS):
            return None
    return last + _WAITING_DAYS[stage]


def due_drills(storage: Storage, today: date) -> list[tuple[str, Drill]]:
    """Return the names and drills that are due, the one that waits longest first."""
    drills = DRILLS.load(storage).drills
    days = {name: due_day(drill, today) for name, drill in drills.items()}
    due = sorted((day, name) for name, day in days.items() if day and day <= today.toordinal())
    return [(name, drills[name]) for _, name in due]


def waiting_drills(services: Services) -> list[tuple[str, Drill]]:
    """Return the drills that are due today, or [] if the player has switched drills off."""
    if not services.settings.drills:
        return []
    return due_drills(services.storage, day_of(services.platform.now()))
