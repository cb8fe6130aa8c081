"""Makes snapshots of the program's answers and pictures, and compares two snapshots. They detect
unintended changes by a refactoring. Only the command line and the pictures of `shots` are used, so
layouts of the code may differ. Answers are stored without their seconds."""

import io
import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pygame

from flipside.rules.__main__ import main
from flipside.rules.catalogue import GAMES
from tests.positions import texts
from tests.tools.shots import draw_all

ANSWERS = "answers.jsonl"
_SECONDS = re.compile(r', "seconds": [0-9.e-]+')

MEASURED = ("flipflop", "flipop", "othello", "switch")
"""The games with a file of positions. For Contactic the positions of problems are used."""


def snapshot(folder: Path, only: Sequence[str]) -> None:
    """Write answers, and pictures whose name contains one of `only` or all, into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ANSWERS).open("w", encoding="utf-8") as file:
        for question in _questions():
            file.write(json.dumps((question, _asked(question)), ensure_ascii=False) + "\n")
    draw_all(folder, only)


def compare(before: Path, after: Path) -> int:
    """Print the differences of two snapshots; return the number of answers and pictures."""
    one, other = (_lines(folder / ANSWERS) for folder in (before, after))
    differing = [question for question in one | other if one.get(question) != other.get(question)]
    for question in differing:
        print(f"{question}\n  {one.get(question, '')[:200]}\n  {other.get(question, '')[:200]}")
    names = {path.name for folder in (before, after) for path in folder.glob("*.png")}
    drawn = [name for name in sorted(names) if _pixels(before / name) != _pixels(after / name)]
    for name in drawn:
        print(name)
    print(
        f"{len(differing)} of {len(one)} answers and {len(drawn)} of {len(names)} pictures differ"
    )
    return len(differing) + len(drawn)


def _questions() -> Iterator[tuple[str, ...]]:
    yield ("games",)
    for game in GAMES:
        yield "perft", game.key, "3"
        yield "lessons", game.key
        yield "problems", game.key
        yield from (("problems", game.key, "--number", str(number)) for number in (1, 63, 110))
        match = ("match", game.key, "--first", "level2", "--second", "level1")
        yield (*match, "--seed", "5", "--jobs", "1")
    for key in MEASURED:
        for words in map(str.split, texts(key)):
            chosen = [word for word in words if "=" in word]
            moves = " ".join(words[len(chosen) :])
            yield from _searches(key, dict(word.split("=") for word in chosen), 1, moves)
    for line in _asked(("problems", "contactic")).splitlines()[::6]:
        problem = json.loads(line)
        yield from _searches("contactic", problem["options"], problem["seed"], problem["moves"])
    for path in sorted(Path(__file__).parents[1].rglob("matches/*.txt")):
        record = path.read_text("utf-8").partition("\n")[2]
        yield "read", "-", record
        yield "write", "flipside", "-", record


def _searches(
    key: str, options: dict[str, str], seed: int, moves: str
) -> Iterator[tuple[str, ...]]:
    chosen = [word for option in options.items() for word in ("--option", "=".join(option))]
    asked = ("best", key, *chosen, "--seed", str(seed), "--moves", moves)
    yield (*asked, "--depth", "4")
    yield (*asked, "--level", "level3")


def _asked(question: tuple[str, ...]) -> str:
    """Return the output of a command. The word after "-" is its standard input."""
    words, given = question, ""
    if "-" in question:
        words, given = question[:-1], question[-1]
    told = io.StringIO()
    with (
        redirect_stdout(told),
        redirect_stderr(told),
        patch.object(sys, "argv", ["rules", *words]),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()))),
    ):
        code = main()
    return f"{_SECONDS.sub('', told.getvalue())}{code if code else ''}"


def _lines(path: Path) -> dict[str, str]:
    pairs = (json.loads(line) for line in path.read_text("utf-8").splitlines())
    return {" ".join(question): answer for question, answer in pairs}


def _pixels(path: Path) -> bytes | None:
    if not path.is_file():
        return None
    picture = pygame.image.load(path)
    return repr(picture.get_size()).encode() + pygame.image.tobytes(picture, "RGB")
