"""Runs many tasks at once: in this process, in others of this machine, or on a cluster. Tasks and
their results must be picklable. A task must not need files of this machine."""

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import chain
from multiprocessing import active_children, get_context, parent_process
from typing import TypeVar

from flipside.rules.arena.cluster import Cluster

T = TypeVar("T")

PoolTask = Callable[[], T]

_LOOK = 5.0
"""Seconds between two looks at how many tasks may run; a cluster may have grown."""


@dataclass(frozen=True)
class Workers:
    """Runs tasks: in processes of this machine, or on a cluster."""

    jobs: int | None = None
    """The number of processes; None: one per core; 1: this process itself."""
    cluster: str | None = None
    """The address of a Dask scheduler; its workers then run all tasks."""
    weights: bool = True
    """Whether results depend on the weight files of the games, besides the code."""

    def executor(self) -> "Processes | Cluster | None":
        """The executor for the tasks, None for this process itself; NoWorkers if the cluster is not
        available."""
        if self.cluster is not None:
            return Cluster(self.cluster, self.weights)
        jobs = self.jobs or os.cpu_count() or 1
        return Processes(jobs) if jobs > 1 else None


ALL_CORES = Workers()
"""One process for each core of this machine."""


class Processes(ProcessPoolExecutor):
    """A process pool that ends when its parent does."""

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs, get_context("spawn"), initializer=_end_with_parent)
        self.jobs = jobs
        self.others = set(active_children())

    def room(self) -> int:
        """The number of tasks that may be submitted at once: two for each process."""
        return 2 * self.jobs

    def stop(self) -> None:
        """Terminate all processes, even at work."""
        self.shutdown(wait=False, cancel_futures=True)
        ours = set(active_children()) - self.others
        for process in ours:
            process.terminate()
        for process in ours:
            process.join()


def ended(
    tasks: Iterable[PoolTask[T]], workers: Workers
) -> Iterator[tuple[PoolTask[T], PoolTask[T]]]:
    """Yield each task as it ends, with a call that returns its result or raises its error. A task
    is taken from `tasks` only when there is room for it. Closing the iterator stops all tasks.
    Raises NoWorkers if the cluster is not available."""
    waiting, running = iter(tasks), dict[Future[T], PoolTask[T]]()
    following = next(waiting, None)
    if following is None:
        return  # and nobody is called together for nothing
    waiting, executor = chain([following], waiting), workers.executor()
    if executor is None:
        yield from ((task, task) for task in waiting)
        return
    try:
        while True:
            room = executor.room()
            while len(running) < room and (following := next(waiting, None)) is not None:
                running[executor.submit(following)] = following
            if not running:
                break
            for future in wait(running, _LOOK, FIRST_COMPLETED).done:
                yield running.pop(future), future.result
        executor.shutdown()
    except BaseException:
        executor.stop()
        raise


def _end_with_parent() -> None:
    """Leave Ctrl+C to the parent, and end if the parent is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
