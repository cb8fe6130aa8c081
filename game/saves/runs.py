"""Problem runs: as many problems as possible in three minutes, or until the third mistake.

Each run is stored under the time when it began, so two devices merge by uniting their runs.
"""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from flipside.game.saves.matches import stamp
from flipside.game.services.storage.document import Document, united
from flipside.game.services.storage.storage import Storage
from flipside.rules.teaching import Problem

MAX_RUNS = 200
"""The newest runs that are stored, besides the best of each selection."""

_Key = Annotated[str, "[a-z0-9-]{1,40}"]


RunEnd = Literal["time", "mistakes", "finished", "left"]
"""Time was up, the third mistake was made, no problem was left, or the player left."""


@dataclass(frozen=True)
class Selection:
    """The games and grades of a run's problems."""

    games: tuple[_Key, ...]
    """The keys of the games, in the order of the catalogue."""
    grade: Annotated[int, range(1, 6)]
    """The lowest grade."""

    def contains(self, problem: Problem) -> bool:
        """Return whether a problem may come in the run."""
        return problem.game.key in self.games and problem.grade >= self.grade


@dataclass(frozen=True)
class ProblemRun:
    """A run, which is stored after each problem."""

    selection: Selection
    solved: Annotated[int, range(10_000)]
    missed: tuple[tuple[_Key, _Key], ...]
    """Game and key of each problem that was not solved, in order."""
    end: RunEnd


@dataclass(frozen=True)
class StoredRuns:
    """All stored runs."""

    runs: dict[Annotated[str, r"\d{8}-\d{6}-[0-9a-f]{8}"], ProblemRun] = field(default_factory=dict)
    """By the local time when each began and a random number."""

    @property
    def last_selection(self) -> Selection | None:
        """The selection of the newest run; None before the first run."""
        return self.runs[max(self.runs)].selection if self.runs else None

    def most_solved(self, selection: Selection, apart_from: str = "") -> int:
        """Return the most problems solved in a run of a selection, without the run `apart_from`."""
        return max((run.solved for name, run in self.runs.items()
                    if run.selection == selection and name != apart_from), default=0)  # fmt: skip

    def missed_problems(self) -> list[tuple[str, str]]:
        """Return game and key of all problems missed in a run, the last missed first."""
        newest = sorted(self.runs, reverse=True)
        return [*dict.fromkeys(each for name in newest for each in self.runs[name].missed[::-1])]


def _merged(here: StoredRuns, theirs: StoredRuns) -> StoredRuns:
    """Unite the runs; of two results of one run that with more problems counts, or `here`."""
    runs = united(here.runs, theirs.runs, lambda *both: max(both, key=_count))
    best: dict[Selection, str] = {}
    for name in sorted(runs):
        former = best.setdefault(runs[name].selection, name)
        if runs[name].solved > runs[former].solved:
            best[runs[name].selection] = name
    names = {*sorted(runs)[-MAX_RUNS:], *best.values()}
    return StoredRuns({name: runs[name] for name in sorted(names)})


def _count(run: ProblemRun) -> int:
    return run.solved + len(run.missed)


RUNS = Document("runs", StoredRuns, 300_000, merge_values=_merged)


def new_run_name(storage: Storage) -> str:
    """Return the name for a run that begins now."""
    return f"{stamp(storage.device.now())}-{storage.device.entropy():08x}"


def store_run(storage: Storage, name: str, run: ProblemRun) -> None:
    """Store a run, or what has become of it since it was stored last."""
    RUNS.change(storage, lambda here: _merged(StoredRuns({name: run}), here))
