"""Many tasks at a time: in this process, in others of this machine, or on a cluster.

Knows nothing of what the tasks are. Tasks and their answers travel: both can be pickled, and no
task needs a file that lies here alone.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import chain
from multiprocessing import active_children, get_context, parent_process
from typing import Any, TypeVar

from rules.arena.cluster import Cluster

T = TypeVar("T")

Task = Callable[[], T]

_LOOK = 5.0
"""Seconds after which it is looked again how many tasks may be under way: a cluster grows."""


@dataclass(frozen=True)
class Workers:
    """Where the tasks run: processes of this machine, or a cluster."""

    jobs: int | None = None
    """Processes of this machine, one for each core unless said; a single one is this process."""
    cluster: str | None = None
    """The address of a Dask scheduler, whose workers do all of it instead."""
    weights: bool = True
    """Whether results depend on the weights in the folders of the games, besides the code."""

    def executor(self) -> "Alone | Processes | Cluster":
        """The executor for the tasks; NoWorkers if it is not available."""
        if self.cluster is not None:
            return Cluster(self.cluster, self.weights)
        jobs = self.jobs or os.cpu_count() or 1
        return Alone() if jobs < 2 else Processes(jobs)


ALL_CORES = Workers()
"""Of this machine."""


class Alone(Executor):
    """Does each task at once, in this process."""

    def room(self) -> int:
        """How many tasks may be under way."""
        return 1

    def submit(self, task: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """The task, done or failed."""
        future = Future[T]()
        try:
            future.set_result(task(*args, **kwargs))
        except Exception as failed:
            future.set_exception(failed)
        return future

    def stop(self) -> None:
        """Nothing is under way."""


class Processes(ProcessPoolExecutor):
    """Processes of this machine that end as soon as nobody waits for them."""

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs, get_context("spawn"), initializer=_end_with_parent)
        self.jobs = jobs
        self.others = set(active_children())

    def room(self) -> int:
        """How many tasks may be under way: none waits for the next."""
        return 2 * self.jobs

    def stop(self) -> None:
        """End them, whatever they are at."""
        self.shutdown(wait=False, cancel_futures=True)
        ours = set(active_children()) - self.others
        for process in ours:
            process.terminate()
        for process in ours:
            process.join()


def ended(tasks: Iterable[Task[T]], workers: Workers) -> Iterator[tuple[Task[T], Task[T]]]:
    """Each task as it ends, and the call that gives its result or raises its error.

    A task is not taken before there is room for it. Closing the iterator stops all of them.
    """
    waiting, running = iter(tasks), dict[Future[T], Task[T]]()
    following = next(waiting, None)
    if following is None:
        return  # and nobody is called together for nothing
    waiting, executor = chain([following], waiting), workers.executor()
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
    """Ctrl+C is the parent's to answer; where it is killed, its helpers must not stay."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
