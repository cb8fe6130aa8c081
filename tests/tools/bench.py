"""Measures the figures of tests/RESULTS.md: speed of rules and search, frames, start-up, memory.

Prints one Markdown table. Frames are timed with the wall clock; SDL_VIDEODRIVER decides on what.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pygame

from flipside.game.saves.album import add_to_album
from flipside.game.saves.album_index import AlbumIndex
from flipside.game.saves.matches import StoredMatch
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.play.session import PlaySession
from flipside.game.scenes.shelf.album import Album, open_review
from flipside.game.scenes.shelf.setup import SetupScene
from flipside.game.scenes.task.problems import Problems
from flipside.game.window.app import App
from flipside.rules.catalogue import GAMES
from flipside.rules.cli.commands import perft
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Move
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.analysis.analyst import reference_limit
from flipside.rules.engine.search import search, warm_up
from flipside.rules.match.match import Match
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.positions import texts
from tests.tools import bench_search
from tests.tools.processor import python_slowness
from tests.tools.shots import random_match

SIZE = (1280, 800)
SIZES = (SIZE, (3840, 2160))

_FINISHED = 1000
"""The number of matches in the album of the opened pages."""

Row = tuple[str, str]

Size = tuple[int, int]
"""The size of a window in pixels, or a point in it."""


def measure_all() -> None:
    """Print the table, each line when it is measured."""
    print("| what | figure |\n|---|---|", flush=True)
    for what, figure in _rows():
        print(f"| {what} | {figure} |", flush=True)


def _rows() -> Iterator[Row]:
    yield "Python, times slower than the reference", f"{python_slowness():.2f}"
    for size in SIZES:
        yield from _window_rows(size)
    yield from _album_rows()
    othello = GAMES[0]
    started = time.perf_counter()
    nodes = perft(Match(othello).position, 7)
    seconds = time.perf_counter() - started
    yield f"{othello.key}: perft 7", f"{nodes:,} in {seconds:.2f} s ({nodes / seconds:,.0f}/s)"
    yield "import of all that a first move needs", f"{_imports():.2f} s"
    yield from bench_search.rows({name: texts(name) for name in bench_search.FILES})
    yield from _batched_perft(8)  # in a process with memory allocated, like a search in a match
    for game in GAMES:
        yield f"{game.key}: search, positions/s", f"{_search_speed(game):,.0f}"
    for game in GAMES:
        yield f"{game.key}: frames while the computer thinks", _summary(_thinking(game), 99.9)
    yield from _reviewing(recorded("othello").match)
    for game in GAMES:
        yield f"{game.key}: memory of the whole game, level 8 thinking", f"{_memory(game):.0f} MB"


def _window_rows(size: Size) -> Iterator[Row]:
    """Yield figures of start, frames and taps in a window of this size."""
    where = f"{size[0]}x{size[1]}"
    yield f"{where}: start-up to the first drawn frame", f"{_start_up(size):.2f} s"
    yield f"{where}: frame while idle", _idle(size)
    yield f"{where}: empty flip", _summary(_empty_flips(size))
    for game in GAMES:
        match, move = _heaviest(game)
        changes = sum(len(beat) for beat in match.position.story(move))
        times = _frames(match, move, size)
        yield f"{where}: {game.key}: frames of a move with {changes} steps", _summary(times)
    for game in GAMES:
        yield f"{where}: {game.key}: from a tap to its picture", _summary(_taps(game, size), 95.0)


def _album_rows() -> Iterator[Row]:
    """Yield figures of pages that show or count an album of many matches."""
    with tempfile.TemporaryDirectory() as data:
        pilot = Pilot(Path(data), SIZE, drawing=True)
        for number in range(_FINISHED):
            match = Match(GAMES[number % len(GAMES)], {}, number)
            match.play(match.legal()[0])
            match.resign(number % 2)
            add_to_album(pilot.app.services, match, ("person", "person"))
        index = AlbumIndex(pilot.app.services)
        while index.unread:
            index.read()
        pages: dict[str, Callable[[], Scene]] = {
            "album": lambda: Album(pilot.app.stack),
            "set-up": lambda: SetupScene(pilot.app.stack, GAMES[0]),
            "problems": lambda: Problems(pilot.app.stack, GAMES[0]),
        }
        for what, page in pages.items():
            times = [_opened(pilot, page) for _ in range(20)]
            yield f"opening the {what} with {_FINISHED} finished matches", _summary(times, 95.0)


def _opened(pilot: Pilot, page: Callable[[], Scene]) -> float:
    """Return the seconds until a page is shown."""
    pilot.app.stack.home()
    pilot.app.show()
    started = time.perf_counter()
    pilot.app.stack.open(page())
    pilot.app.show()
    return time.perf_counter() - started


def _batched_perft(depth: int) -> Iterator[Row]:
    """Yield perft nodes per second by arrays, and those of OpenSpiel if installed."""
    theirs = 0.0
    with suppress(ImportError):
        import pyspiel

        start = pyspiel.load_game("othello").new_initial_state()
        for _ in range(4):
            started = time.perf_counter()
            nodes = _spiel_perft(start, depth - 1)
            theirs = max(theirs, nodes / (time.perf_counter() - started))
    for merged, how in (False, "by arrays"), (True, "by arrays, equal positions once"):
        runs = [bench_search.perft(depth, merged) for _ in range(40)]
        count, seconds = min(runs, key=lambda one: one[1])
        said = f"{count:,} in {seconds * 1000:.1f} ms ({count / seconds / 1e6:.0f} million/s); "
        if not theirs:
            said += "OpenSpiel is not installed"
        else:
            said += f"OpenSpiel's perft {depth - 1} {theirs / 1e6:.2f} million/s: "
            said += f"{count / seconds / theirs:.0f} times"
        yield f"othello: perft {depth} {how}", said


def _spiel_perft(state: Any, depth: int) -> int:
    moves = state.legal_actions()
    if depth == 1:
        return len(moves)
    return sum(_spiel_perft(state.child(move), depth - 1) for move in moves)


def _imports() -> float:
    """Return the seconds for importing modules and numpy, and loading tables, for all games."""
    code = (
        "import time; begun = time.perf_counter(); from flipside.rules.catalogue import GAMES; "
        "from flipside.rules.engine.search import LEVELS; "
        "from flipside.rules.engine.search import warm_up; "
        "[list(warm_up(game, LEVELS[-1].limit)) for game in GAMES]; "
        "print(time.perf_counter() - begun)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for _ in range(3)
    ]
    return min(float(done.stdout) for done in runs)


def _memory(game: AnyGame) -> float:
    """Return the peak megabytes of a process that shows a match of two level 8 computers.
    `ru_maxrss` is not used, because it begins with the memory of the parent."""
    code = (
        "import sys, tempfile; from pathlib import Path; from random import Random; "
        "from flipside.game.saves.matches import StoredMatch; "
        "from flipside.game.scenes.common.board_scene import BoardScene; "
        "from flipside.game.scenes.play.session import PlaySession; "
        "from flipside.game.window.app import App; from flipside.rules.catalogue import BY_KEY; "
        "from flipside.rules.match.match import Match; "
        "from tests.game.pilot import Pilot; "
        "folder = Path(tempfile.mkdtemp()); "
        "pilot = Pilot(folder, (1280, 800), drawing=True, patience=App.slices[1]); "
        "match = Match(BY_KEY[sys.argv[1]], {}, 3); "
        "stack = pilot.app.stack; "
        "stack.open(BoardScene(PlaySession(stack, StoredMatch(match, ('level8', 'level8'))))); "
        "[pilot.app.frame(1 / 60) for _ in range(900)]; "
        "print(int(Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0]) / 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, game.key], capture_output=True, text=True, check=True
    )
    return float(done.stdout.split()[-1])


def _summary(seconds: list[float], percent: float = 99.0) -> str:
    """Return median, a high percentile and maximum in milliseconds."""
    ordered = sorted(seconds)
    high = ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]
    middle = ordered[len(ordered) // 2]
    return (
        f"median {middle * 1000:.1f} ms, {percent:g} % below {high * 1000:.1f} ms, "
        f"longest {ordered[-1] * 1000:.1f} ms ({len(ordered)} frames)"
    )


def _start_up(size: Size) -> float:
    """Return the seconds from the start of Python to the first frame, the best of three."""
    code = (
        "import sys, time; from pathlib import Path; from flipside.game.window.app import App; "
        f"app = App(Path(sys.argv[1]), {size}); app.start(); app.frame(0.016); print(time.time())"
    )
    best = 99.0
    for _ in range(3):
        with tempfile.TemporaryDirectory() as data:
            begun = time.time()
            done = subprocess.run(
                [sys.executable, "-c", code, data], capture_output=True, text=True, check=True
            )
            best = min(best, float(done.stdout.split()[-1]) - begun)
    return best


def _search_speed(game: AnyGame) -> float:
    """Return the positions per second of a search of two seconds in the middle game."""
    plies = len(random_match(game.key, 3).moves) // 3
    match = random_match(game.key, 3, plies)
    started, seen = time.perf_counter(), 0
    for thought in search(match.position, game, Limit(depth=30), Random(1), match.history()):
        seen = thought.nodes
        if time.perf_counter() - started > 2:
            break
    return seen / (time.perf_counter() - started)


EIGHTEEN = (
    "d3 e3 f5 c3 c2 c5 e2 c1 b2 c4 b5 a3 b1 c6 a2 g5 b7 a5 d1 e6 b3 c7 a4 f4 b6 a6 d6 d2 h6 f1 e1"
    " g3 c8 f2 g1 h5 g2 h7 f6 b8 d7 d8 a7 e7 f7 f3 h2 h1 h3 g4 b4 f8 g8 h8 g7 a8 h4 a1"
)
"""A match of Othello whose last move flips eighteen discs, more than in random matches."""


def _eighteen() -> tuple[Match, Move]:
    match = Match(GAMES[0])
    match.read_moves(EIGHTEEN)
    move = match.moves[-1]
    match.goto_ply(match.ply - 1)
    match.clear_redo()
    return match, move


def _heaviest(game: AnyGame) -> tuple[Match, Move]:
    """Return the move with the most steps in some random matches, with the match before it."""
    if game is GAMES[0]:
        return _eighteen()
    best: tuple[int, int, int, Move] | None = None
    for seed in range(12):
        whole = random_match(game.key, seed)
        for ply, move in enumerate(whole.moves):
            steps = sum(len(beat) for beat in whole.position_at(ply).story(move))
            steps = steps * 1000 + ply
            if best is None or steps > best[0]:
                best = steps, seed, ply, move
    assert best is not None
    return random_match(game.key, best[1], best[2]), best[3]


def _timed(frame: Callable[[], None], count: int) -> list[float]:
    times = []
    for _ in range(count):
        started = time.perf_counter()
        frame()
        times.append(time.perf_counter() - started)
    return times


def _playing(match: Match, seats: tuple[str, str], data: str, size: Size = SIZE) -> Pilot:
    pilot = Pilot(Path(data), size, drawing=True, patience=App.slices[1])
    pilot.app.stack.open(BoardScene(PlaySession(pilot.app.stack, StoredMatch(match, seats))))
    pilot.advance(0.5)
    return pilot


def _taps(game: AnyGame, size: Size) -> list[float]:
    """Return the seconds of frames with a tap on a legal move, in a match of two people."""
    times: list[float] = []
    with tempfile.TemporaryDirectory() as data:
        pilot = _playing(Match(game, {}, 3), ("person", "person"), data, size)
        while len(times) < 40 and pilot.play.live_match.result is None:
            at = pilot.at(next(iter(pilot.play.match_view.next_cells)))
            pilot.app.stack.double_press.forget()
            times += _timed(partial(pilot.app.frame, 1 / 60, _tap(at)), 1)
            pilot.settle()
            pilot.advance(0.2)
    return times


def _tap(at: Size) -> list[pygame.event.Event]:
    kinds = pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP
    return [pygame.event.Event(kind, button=1, pos=at, touch=False) for kind in kinds]


def _frames(match: Match, move: Move, size: Size) -> list[float]:
    """Return the seconds of frames during the animation of a move, ten times."""
    times = []
    with tempfile.TemporaryDirectory() as data:
        pilot = _playing(match, ("person", "person"), data, size)
        for _ in range(10):
            play = pilot.play
            pilot.commit(move)
            length = play.scene.playback.seconds_left()
            times += _timed(lambda: pilot.app.frame(1 / 60), max(2, int(length * 60)))
            pilot.advance(1.0)
            play.goto_ply(play.live_match.match.ply - 1)
            pilot.advance(2.0)
    return times


def _thinking(game: AnyGame) -> list[float]:
    """Return the seconds of frames while level 8 searches for several moves."""
    times: list[float] = []
    plies = len(random_match(game.key, 3).moves) // 3
    for seed in range(4):
        with tempfile.TemporaryDirectory() as data:
            match = random_match(game.key, seed, plies)
            pilot = _playing(match, ("level8", "level8"), data)
            while len(times) < 300 * (seed + 1) and pilot.play.live_match.result is None:
                thinking = pilot.play.live_match.thinking
                taken = _timed(partial(pilot.app.frame, 1 / 60), 1)
                times += taken if thinking else []
    return times


def _reviewing(match: Match) -> Iterator[Row]:
    """Yield the time of a review at 60 frames per second, and its frames."""
    times: list[float] = []
    # After a match against a computer all this is loaded. Another row measures the loading.
    list(warm_up(match.game, reference_limit(match.game)))
    with tempfile.TemporaryDirectory() as data:
        pilot = Pilot(Path(data), SIZE, drawing=True, patience=App.slices[1])
        open_review(pilot.app.stack, StoredMatch(match, ("person", "person")))
        scene = pilot.review
        pilot.advance(0.3)
        while not scene.analysis.review.done:
            times += _timed(partial(pilot.app.frame, 1 / 60), 1)
    seconds = sum(max(frame, 1 / 60) for frame in times)
    key, moves = match.game.key, len(match.moves)
    yield f"{key}: seconds to review a match of {moves} moves", f"{seconds:.1f}"
    yield f"{key}: frames of that review", _summary(times, 99.9)


def _idle(size: Size) -> str:
    with tempfile.TemporaryDirectory() as data:
        pilot = _playing(Match(GAMES[0]), ("person", "person"), data, size)
        flips = _counting_flips()
        times = _timed(lambda: pilot.app.frame(1 / 60), 300)
        return f"{_summary(times)}, {flips()} flips"


def _counting_flips() -> Callable[[], int]:
    flip, count = pygame.display.flip, [0]

    def counted() -> None:
        count[0] += 1
        flip()

    pygame.display.flip = counted

    def stop() -> int:
        pygame.display.flip = flip
        return count[0]

    return stop


def _empty_flips(size: Size) -> list[float]:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.set_mode(size)
    return _timed(pygame.display.flip, 300)
