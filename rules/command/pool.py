"""Many tasks on all cores, by processes that are gone as soon as nobody waits for them.

Knows nothing of what the tasks are.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import active_children, get_context, parent_process
from typing import TypeVar

T = TypeVar("T")

Task = Callable[[], T]


def ended(tasks: Iterable[Task[T]], jobs: int) -> Iterator[tuple[Task[T], Task[T]]]:
    """Each task as it ends, and what gives its answer or raises its error.

    So many are done at a time, and a task is not asked for before there is room for it. A single
    job needs no other process: a task is then done when its answer is asked for.
    """
    if jobs < 2:
        for task in tasks:
            yield task, task
        return
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_end_with_parent)
    try:
        waiting, running = iter(tasks), dict[Future[T], Task[T]]()
        while True:
            while len(running) < 2 * jobs and (following := next(waiting, None)) is not None:
                running[pool.submit(following)] = following
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result
        pool.shutdown()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in active_children():
            process.terminate()
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
