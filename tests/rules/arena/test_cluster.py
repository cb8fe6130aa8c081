"""Tests of a Dask cluster: the results of local processes, or a clear error message."""

import os
import signal
import sys
import time
from collections.abc import Generator, Iterator
from functools import partial
from typing import Any

import pytest

from flipside.rules.arena import pool as pool_module
from flipside.rules.arena.contest import GREEDY, RANDOM, Series, Terms, play_missing
from flipside.rules.arena.pool import NoWorkers, Workers, run_tasks
from flipside.rules.cli.commands import main
from flipside.rules.games.othello import OTHELLO
from tests.needed import PATIENCE
from tests.of_type import of_type

pytestmark = pytest.mark.long

MATCH = ["match", "flipop", "--first", "random", "--second", "random"]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Yield a client of a cluster with two workers, each supervised by a nanny process."""
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    wanted: dict[str, Any] = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0"}
    with distributed.LocalCluster(**wanted) as found, distributed.Client(found) as client:
        yield client


@pytest.fixture
def small() -> Iterator[Any]:
    """Yield a cluster with one worker in this process, which has two threads."""
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    wanted: dict[str, Any] = {"n_workers": 1, "threads_per_worker": 2, "dashboard_address": ":0"}
    with distributed.LocalCluster(**wanted, processes=False) as found:
        yield found


def address(client: Any) -> str:
    return str(client.scheduler_info()["address"])


def processes(client: Any) -> set[int]:
    return set(client.run(os.getpid).values())


def test_a_lost_worker_costs_nothing(cluster: Any) -> None:
    """One of two busy workers is killed. The results are those of a run on one core."""
    terms = Terms(GREEDY, RANDOM, seed=5)
    here, there = Series(OTHELLO, terms, 8), Series(OTHELLO, terms, 8)
    for _ in play_missing([here], Workers(1)):
        pass
    before = processes(cluster)
    playing = play_missing([there], Workers(cluster=address(cluster)))
    next(playing)
    os.kill(min(before), signal.SIGKILL)
    assert len(list(playing)) == 7
    assert there.winners == here.winners
    assert min(before) not in processes(cluster)


def test_stopping_ends_what_workers_are_at(cluster: Any) -> None:
    """The workers restart without their tasks."""
    before = processes(cluster)
    tasks = [partial(time.sleep, seconds) for seconds in (0, *[600] * 9)]
    running = run_tasks(tasks, Workers(cluster=address(cluster)))
    next(running)
    of_type(Generator, running).close()
    latest = time.monotonic() + PATIENCE
    while processes(cluster) & before and time.monotonic() < latest:
        time.sleep(0.1)
    assert not processes(cluster) & before
    assert not any(cluster.processing().values())


def test_errors_come_back(cluster: Any) -> None:
    tasks = [partial(divmod, 7, by) for by in (0, 2)]
    found = dict(run_tasks(tasks, Workers(cluster=address(cluster))))
    assert found[tasks[1]]() == (3, 1)
    with pytest.raises(ZeroDivisionError):
        found[tasks[0]]()


@pytest.mark.parametrize(
    ("sign", "what"), [(("other", "same"), "other code"), (("", "other"), "other weights")]
)
def test_a_worker_with_another_checkout_is_refused(
    cluster: Any, monkeypatch: pytest.MonkeyPatch, sign: tuple[str, str], what: str
) -> None:
    """Other weights are accepted if the tasks bring their own weights."""
    sign = sign[0] or pool_module.fingerprint()[0], sign[1]
    monkeypatch.setattr(pool_module, "fingerprint", lambda: sign)
    series = Series(OTHELLO, Terms(RANDOM, RANDOM), 1)
    with pytest.raises(NoWorkers, match=f"has {what} than this checkout"):
        list(play_missing([series], Workers(cluster=address(cluster))))
    if what == "other weights":
        workers = Workers(cluster=address(cluster), weights=False)
        assert len(list(play_missing([series], workers))) == 1


def test_a_worker_with_several_threads_is_refused(small: Any) -> None:
    """Matches in several threads would share caches and processor time."""
    workers = Workers(cluster=small.scheduler_address)
    (_, answer), *_ = run_tasks([partial(pow, 2, 2)], workers)
    with pytest.raises(NoWorkers, match="several threads"):
        answer()


def test_a_scheduler_that_goes_is_told(small: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "SCHEDULER_SECONDS", 1)
    monkeypatch.setattr(pool_module, "_run_task", _slowly)
    running = run_tasks([partial(pow, 2, 2)] * 3, Workers(cluster=small.scheduler_address))
    next(running)
    small.close()
    with pytest.raises(NoWorkers, match="has gone"):
        [answer() for _, answer in running]


def _slowly(*_: object) -> None:
    time.sleep(0.5)


@pytest.mark.parametrize(
    "where", ["nonsense", "tcp://127.0.0.1:9", "tcp://127.0.0.1:99999", "foo://there", ""]
)
def test_a_wrong_address_is_told(
    where: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    monkeypatch.setattr(pool_module, "SCHEDULER_SECONDS", 0.3)
    assert main([*MATCH, "--dask", where]) == 2
    told = capsys.readouterr()
    assert told.err.startswith(f"rules: no Dask scheduler answers at '{where}'")
    assert (told.out, told.err.count("\n")) == ("", 1)


def test_without_the_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only `--dask` needs the package. The error message names it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main([*MATCH, "--jobs", "1"]) == 0
    assert main([*MATCH, "--dask", "tcp://127.0.0.1:9"]) == 2
    assert "needs the package distributed" in capsys.readouterr().err
