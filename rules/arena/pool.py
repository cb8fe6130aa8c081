"""Runs many tasks: in this process, in several processes of this machine, or on a Dask cluster.

Tasks and their results must be picklable. A task must not need files of this machine. If a worker
of a cluster is lost, the scheduler gives its tasks to other workers.
"""

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

_POLL_SECONDS = 5.0
"""Seconds between two checks of how many tasks may run, because a cluster may grow."""


@dataclass(frozen=True)
class Workers:
    """Where tasks run: in processes of this machine, or on a cluster."""

    jobs: int | None = None
    """The number of processes. None means one per core; 1 means this process itself."""
    cluster: str | None = None
    """The address of a Dask scheduler whose workers run all tasks; None for this machine."""
    weights: bool = True
    """Whether results depend on the weight files of the games."""

    def executor(self) -> "Processes | Cluster | None":
        """Return the executor for the tasks; None if they run in this process itself.

        Raises NoWorkers if the cluster is not available.
        """
        if self.cluster is not None:
            return Cluster(self.cluster, self.weights)
        jobs = self.jobs or os.cpu_count() or 1
        return Processes(jobs) if jobs > 1 else None


ALL_CORES = Workers()
"""One process for each core of this machine."""


class Processes(ProcessPoolExecutor):
    """A process pool that ends when its parent process ends."""

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs, get_context("spawn"), initializer=_end_with_parent)
        self.jobs = jobs
        self.others = set(active_children())

    def room(self) -> int:
        """Return the number of tasks that may be submitted at once: two for each process."""
        return 2 * self.jobs

    def stop(self) -> None:
        """Terminate all processes, including busy ones."""
        self.shutdown(wait=False, cancel_futures=True)
        own_processes = set(active_children()) - self.others
        for process in own_processes:
            process.terminate()
        for process in own_processes:
            process.join()


def run_tasks(
    tasks: Iterable[PoolTask[T]], workers: Workers
) -> Iterator[tuple[PoolTask[T], PoolTask[T]]]:
    """Yield each task when it ends, with a function that returns its result or raises its error.

    A task is taken from `tasks` only when a worker can run it. Closing the iterator stops all
    tasks. Raises NoWorkers if the cluster is not available.
    """
    waiting, running = iter(tasks), dict[Future[T], PoolTask[T]]()
    next_task = next(waiting, None)
    if next_task is None:
        return  # do not start workers without tasks
    waiting, executor = chain([next_task], waiting), workers.executor()
    if executor is None:
        yield from ((task, task) for task in waiting)
        return
    try:
        while True:
            room = executor.room()
            while len(running) < room and (next_task := next(waiting, None)) is not None:
                running[executor.submit(next_task)] = next_task
            if not running:
                break
            for future in wait(running, _POLL_SECONDS, FIRST_COMPLETED).done:
                yield running.pop(future), future.result
        executor.shutdown()
    except BaseException:
        executor.stop()
        raise


def _end_with_parent() -> None:
    """Let only the parent handle Ctrl+C, and end this process if the parent is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


# -- a Dask cluster --------------------------------------------------------------------------------

SCHEDULER_SECONDS = 10
"""The timeout for answers of the scheduler."""

_ROOT = Path(__file__).resolve().parents[2]

_START = "start `python -m dask worker` in the same checkout, with the same extras"


class NoWorkers(RuntimeError):
    """The cluster cannot run the task; the message gives the reason."""


class Cluster(Executor):
    """An Executor that uses the workers of a Dask scheduler. Workers may join and leave."""

    def __init__(self, address: str, weights: bool) -> None:
        """Connect to the scheduler at `address`, such as "tcp://host:8786".

        With `weights`, workers must have the same weight files as this checkout. Raises NoWorkers
        if there is no scheduler or the package `distributed` is missing.
        """
        try:
            from distributed import Client
            from distributed.comm import connect
        except ModuleNotFoundError:
            install = "python -m pip install --editable '.[cluster]'"
            raise NoWorkers(f"a cluster needs the package distributed: {install}") from None
        self.address, self._fingerprint = address, fingerprint()[: 1 + weights]
        self._futures = set[Any]()
        self._is_waiting = False

        async def connect_once() -> None:
            # A server of another kind may be slow to refuse.
            async with asyncio.timeout(SCHEDULER_SECONDS + 1):
                (await connect(address, timeout=SCHEDULER_SECONDS)).abort()

        try:
            asyncio.run(connect_once())  # first, as a Client without a scheduler logs errors
            self._client = Client(address, timeout=SCHEDULER_SECONDS, set_as_default=False)
        except Exception as error:
            reason = str(error) or "what is there is none"
            raise NoWorkers(f"no Dask scheduler answers at {address!r}: {reason}") from error

    def room(self) -> int:
        """Return the number of tasks that may be submitted at once: two for each worker.

        Raises NoWorkers if the scheduler has ended.
        """
        try:
            workers = len(self._client.nthreads())
        except (OSError, RuntimeError) as error:
            raise self._lost() from error
        if not workers and not self._is_waiting:
            message = f"the cluster at {self.address} has no worker; this waits for one"
            print(message, file=sys.stderr, flush=True)
        self._is_waiting = not workers
        return max(1, 2 * workers)

    def submit(self, task: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Run a task on any worker.

        The future raises the error of the task, or NoWorkers if the scheduler has ended or the
        worker lacks a module or has other code.
        """
        result_future = Future[T]()
        payload = pickle.dumps(_RemoteTask(self._fingerprint, partial(task, *args, **kwargs)))
        dask_future = self._client.submit(pickle.loads, payload, pure=False)
        self._futures.add(dask_future)
        dask_future.add_done_callback(partial(self._settle, result_future))
        return result_future

    def _settle(self, result_future: Future[T], dask_future: Any) -> None:
        """Copy the result or error of a finished Dask future to `result_future`."""
        from distributed import KilledWorker

        self._futures.discard(dask_future)
        try:
            result_future.set_result(dask_future.result())
        except CancelledError:
            result_future.set_exception(self._lost())
        except KilledWorker:
            result_future.set_exception(
                NoWorkers("a task was given up: each of its workers was lost")
            )
        except ModuleNotFoundError as missing:
            result_future.set_exception(
                NoWorkers(f"a worker has no module {missing.name!r}; {_START}")
            )
        except Exception as error:
            result_future.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect; running tasks continue."""
        self._client.close()

    def stop(self) -> None:
        """Cancel all tasks and disconnect.

        Busy workers are restarted if a Dask nanny supervises them. Other busy workers finish their
        task and drop the result.
        """
        try:
            own_keys = {dask_future.key for dask_future in self._futures}
            busy_workers = {
                name for name, keys in self._client.processing().items() if own_keys & set(keys)
            }
            workers = self._client.scheduler_info(n_workers=-1)["workers"]
            self._client.cancel(list(self._futures))
            restartable = [
                name for name in busy_workers if name in workers and workers[name]["nanny"]
            ]
            self._client.restart_workers(
                restartable, timeout=SCHEDULER_SECONDS, raise_for_error=False
            )
        except (OSError, RuntimeError):
            pass  # the scheduler and its workers have ended
        self._client.close()

    def _lost(self) -> NoWorkers:
        return NoWorkers(f"the Dask scheduler at {self.address} has gone")


@cache
def fingerprint() -> tuple[str, str]:
    """Return short hashes of the code and of the weight files; results depend on both."""
    return _hash_of("*.py"), _hash_of("*.bin", "*.txt")


def _hash_of(*kinds: str) -> str:
    digest = hashlib.sha256()
    folders = _ROOT / "rules", _ROOT / "tests" / "tools" / "rivals"
    paths = [path for folder in folders for kind in kinds for path in folder.rglob(kind)]
    for path in sorted(paths):
        digest.update(path.relative_to(_ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:8]


class _RemoteTask:
    """A pickled task. Unpickling runs it.

    If Dask itself unpickled the task and failed, it would lose the worker or the scheduler. Here a
    failure becomes the error of the task.
    """

    def __init__(self, *how: Any) -> None:
        self.how = how

    def __reduce__(self) -> tuple[Any, ...]:
        return _run_task, self.how


def _run_task(client_fingerprint: tuple[str, ...], task: Callable[[], T]) -> T:
    """Run a task on a worker; NoWorkers if it has other code or weights, or several threads."""
    from distributed import get_worker

    worker = get_worker()
    if fingerprint()[: len(client_fingerprint)] != client_fingerprint:
        difference = "code" if fingerprint()[0] != client_fingerprint[0] else "weights"
        raise NoWorkers(f"the worker {worker.address} has other {difference} than this checkout")
    if worker.state.nthreads != 1:
        raise NoWorkers(f"the worker {worker.address} has several threads; --nthreads 1 is needed")
    return task()
