"""Tests of tasks in processes: each runs once, and the processes end with their parent."""

import time
from collections.abc import Generator, Iterator
from functools import partial
from multiprocessing import active_children, get_context

import pytest

from flipside.rules.arena.pool import PoolTask, Workers, run_tasks
from tests.needed import PATIENCE
from tests.of_type import of_type

JOBS = pytest.mark.parametrize("jobs", [1, 2])


@JOBS
def test_every_task_ends_once(jobs: int) -> None:
    others = set(active_children())
    tasks = {partial(pow, 2, number): 2**number for number in range(9)}
    found = {task: answer() for task, answer in run_tasks(tasks, Workers(jobs))}
    assert found == tasks
    assert not set(active_children()) - others


@JOBS
def test_an_error_is_that_of_its_task(jobs: int) -> None:
    """Other tasks return their results."""
    tasks = [partial(divmod, 7, by) for by in (2, 0, 3)]
    found = dict[PoolTask[object], object]()
    for task, answer in run_tasks(tasks, Workers(jobs)):
        try:
            found[task] = answer()
        except ZeroDivisionError:
            found[task] = None
    assert [found[task] for task in tasks] == [(3, 1), None, (2, 1)]


@JOBS
def test_stopping(jobs: int) -> None:
    """All processes of the pool end, including busy ones. No further task is started."""
    other = get_context("spawn").Process(target=time.sleep, args=(3600,))
    other.start()
    others, asked = set(active_children()), []

    def tasks() -> Iterator[PoolTask[object]]:
        for number in range(50):
            asked.append(number)
            yield partial(time.sleep, 3600 if number else 0)

    running = run_tasks(tasks(), Workers(jobs))
    _, answer = next(running)
    assert answer() is None
    of_type(Generator, running).close()
    assert len(asked) < 6
    # A thread of the executor may not have recorded the end of a process yet.
    end = time.monotonic() + PATIENCE
    while set(active_children()) - others and time.monotonic() < end:
        time.sleep(0.01)
    assert not set(active_children()) - others
    assert other.is_alive()
    other.kill()
    other.join()
