"""Runs many tasks at once: in this process, in others of this machine, or on a cluster. Tasks and
their results must be picklable. A task must not need files of this machine."""

import asyncio
import hashlib
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from typing import Any, TypeVar

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


T = TypeVar("T")

SCHEDULER_SECONDS = 10

_ROOT = Path(__file__).resolve().parents[2]

_START = "start `python -m dask worker` in the same checkout, with the same extras"


class NoWorkers(RuntimeError):
    """The cluster cannot be used, or not for this task; the sentence says why."""


class Cluster(Executor):
    """An Executor on the workers of one Dask scheduler; workers may come and go."""

    def __init__(self, address: str, weights: bool) -> None:
        """Connect to the scheduler at `address`, such as "tcp://host:8786". With `weights`, a
        worker must have the same weight files too. Raises NoWorkers if no scheduler answers or the
        package is missing."""
        try:
            from distributed import Client
            from distributed.comm import connect
        except ModuleNotFoundError:
            install = "python -m pip install --editable '.[cluster]'"
            raise NoWorkers(f"a cluster needs the package distributed: {install}") from None
        self.address, self._sign = address, fingerprint()[: 1 + weights]
        self._asked = set[Any]()
        self._told = False

        async def knock() -> None:
            async with asyncio.timeout(SCHEDULER_SECONDS + 1):  # another server may take its time
                (await connect(address, timeout=SCHEDULER_SECONDS)).abort()

        try:
            asyncio.run(knock())  # for a Client that nobody answers complains when it is forgotten
            self._client = Client(address, timeout=SCHEDULER_SECONDS, set_as_default=False)
        except Exception as failed:
            why = str(failed) or "what is there is none"
            raise NoWorkers(f"no Dask scheduler answers at {address!r}: {why}") from failed

    def room(self) -> int:
        """The number of tasks that may be submitted at once: two for each worker, so none waits;
        raises NoWorkers if the scheduler has gone."""
        try:
            workers = len(self._client.nthreads())
        except (OSError, RuntimeError) as failed:
            raise self._lost() from failed
        if not workers and not self._told:
            waits = f"the cluster at {self.address} has no worker; this waits for one"
            print(waits, file=sys.stderr, flush=True)
        self._told = not workers
        return max(1, 2 * workers)

    def submit(self, task: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Run a task on any worker. The future raises what the task raised, or NoWorkers if the
        cluster is lost, lacks a module or has other code."""
        answer = Future[T]()
        errand = pickle.dumps(_Errand(self._sign, partial(task, *args, **kwargs)))
        asked = self._client.submit(pickle.loads, errand, pure=False)
        self._asked.add(asked)
        asked.add_done_callback(partial(self._settle, answer))
        return answer

    def _settle(self, answer: Future[T], asked: Any) -> None:
        """Hand the outcome of a finished Dask future to `answer`."""
        from distributed import KilledWorker

        self._asked.discard(asked)
        try:
            answer.set_result(asked.result())
        except CancelledError:
            answer.set_exception(self._lost())
        except KilledWorker:
            answer.set_exception(NoWorkers("a task was given up: each of its workers was lost"))
        except ModuleNotFoundError as missing:
            answer.set_exception(NoWorkers(f"a worker has no module {missing.name!r}; {_START}"))
        except Exception as failed:
            answer.set_exception(failed)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect; running tasks go on."""
        self._client.close()

    def stop(self) -> None:
        """Cancel all tasks and disconnect. Busy workers restart if a Dask nanny watches them;
        others drop their result."""
        try:
            ours = {asked.key for asked in self._asked}
            busy = {name for name, keys in self._client.processing().items() if ours & set(keys)}
            known = self._client.scheduler_info(n_workers=-1)["workers"]
            self._client.cancel(list(self._asked))
            watched = [name for name in busy if name in known and known[name]["nanny"]]
            self._client.restart_workers(watched, timeout=SCHEDULER_SECONDS, raise_for_error=False)
        except (OSError, RuntimeError):
            pass  # nobody answers any more, and with the scheduler its workers end
        self._client.close()

    def _lost(self) -> NoWorkers:
        return NoWorkers(f"the Dask scheduler at {self.address} has gone")


@cache
def fingerprint() -> tuple[str, str]:
    """Short hashes of the code and of the weight files, on which results depend."""
    return _sign_of("*.py"), _sign_of("*.bin", "*.txt")


def _sign_of(*kinds: str) -> str:
    found = hashlib.sha256()
    folders = _ROOT / "rules", _ROOT / "tests" / "tools" / "rivals"
    paths = [path for folder in folders for kind in kinds for path in folder.rglob(kind)]
    for path in sorted(paths):
        found.update(path.relative_to(_ROOT).as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:8]


class _Errand:
    """A task in transit; unpickling runs it. Dask would lose the worker or the scheduler if it
    could not unpickle a task itself. Here the same failure is an error of the task."""

    def __init__(self, *how: Any) -> None:
        self.how = how

    def __reduce__(self) -> tuple[Any, ...]:
        return _done, self.how


def _done(wanted: tuple[str, ...], task: Callable[[], T]) -> T:
    """Run a task on a worker; NoWorkers if its code, its weights or its threads do not fit."""
    from distributed import get_worker

    worker = get_worker()
    if fingerprint()[: len(wanted)] != wanted:
        what = "code" if fingerprint()[0] != wanted[0] else "weights"
        raise NoWorkers(f"the worker {worker.address} has other {what} than this checkout")
    if worker.state.nthreads != 1:
        raise NoWorkers(f"the worker {worker.address} has several threads; --nthreads 1 is needed")
    return task()
