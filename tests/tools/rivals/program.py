"""A rival that runs any program with the Go Text Protocol (GTP)."""

import shlex
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Empty, Queue
from tempfile import TemporaryFile
from threading import Thread
from typing import IO

from flipside.rules.cli.gtp import gtp_lines
from flipside.rules.contract.position import PASS, Move, Position
from flipside.rules.engine.search import Level
from flipside.rules.engine.time_slices import SecondsClock
from flipside.rules.match.match import Match
from flipside.rules.match.record import parse_moves

ANSWER_SECONDS = 60.0
"""The maximum wall-clock seconds for an answer."""


class ProgramFailed(RuntimeError):
    """The program cannot continue the match; the message gives the reason."""


@contextmanager
def started(command: str, seed: int) -> Iterator["Program"]:
    """Start a process for one match and kill it afterwards; `{seed}` in `command` is replaced.

    Raises ProgramFailed if it cannot be started.
    """
    with TemporaryFile() as complaints:
        try:
            words = [word.replace("{seed}", str(seed)) for word in shlex.split(command)]
            pipe = subprocess.PIPE
            process = subprocess.Popen(words, 0, stdin=pipe, stdout=pipe, stderr=complaints)
        except (OSError, ValueError, IndexError) as failed:
            raise ProgramFailed(f"cannot be started: {failed}") from failed
        try:
            yield Program(process, complaints)
        finally:
            process.kill()
            process.wait()


class Program:
    """A process that plays one match, over its standard input and output."""

    def __init__(self, process: "subprocess.Popen[bytes]", complaints: IO[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self.complaints, self.input = process, complaints, process.stdin
        self.told = 0
        """The number of plies of the match that were sent to the program."""
        self.lines = Queue[str | None](1000)
        Thread(target=self._listen, args=(process.stdout,), daemon=True).start()

    def answer(self, match: Match, level: Level, clock: SecondsClock) -> Move:
        """Return the program's move in an unfinished match, without a time limit.

        Raises ProgramFailed if the move is illegal or the program does not answer.
        """
        if tuple(match.legal()) == (PASS,):
            return PASS
        for ply in range(self.told, match.ply):
            self.ask(f"play {_mover(match.position_at(ply))} {match.names()[ply]}")
        word = self.ask(f"genmove {_mover(match.position)}")
        found = parse_moves(match.position, word)
        if found is None or found[1] != len(word):
            raise ProgramFailed(f"makes the move {word!r}, which is not legal")
        self.told = match.ply + 1
        return found[0]

    def ask(self, command: str) -> str:
        """Send a GTP command and return the first line of the answer.

        Raises ProgramFailed if the answer is an error, is not GTP or does not come in time.
        """
        latest = time.monotonic() + ANSWER_SECONDS
        with suppress(OSError):  # the process has ended, so reading fails below
            self.input.write(f"{command}\n".encode())
        first = ""
        while (line := self._line(command, latest)) or not first:
            first = first or line
        if first[0] not in "=?":
            raise ProgramFailed(f"says {first[:80]!r} to {command!r}, which is no answer")
        if first[0] == "?":
            raise ProgramFailed(f"refuses {command!r}: {first[1:81].strip()!r}")
        return first[1:].strip()

    def _line(self, command: str, latest: float) -> str:
        try:
            line = self.lines.get(timeout=max(0.0, latest - time.monotonic()))
        except Empty:
            raise ProgramFailed(f"is silent for {ANSWER_SECONDS:g} s after {command!r}") from None
        if line is None:
            raise ProgramFailed(f"{self._end()} after {command!r}")
        return line.strip()

    def _end(self) -> str:
        """Return a sentence that says how the process ended. Its output was closed before."""
        try:
            code = self.process.wait(1)
        except subprocess.TimeoutExpired:
            return "closes its output"
        self.complaints.seek(0)
        said = self.complaints.read().decode("utf-8", "replace").strip().splitlines()
        last = f", saying {said[-1][:200]!r}," if said else ""
        return f"ends with code {code}{last}"

    def _listen(self, output: IO[bytes]) -> None:
        with output:
            for line in gtp_lines(output):
                self.lines.put(line)
        self.lines.put(None)


def _mover(position: Position) -> str:
    return (position.colours or ("first", "second"))[position.turn]
