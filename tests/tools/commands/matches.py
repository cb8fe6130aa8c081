"""Commands that play many matches or make data: levels, rivals, train, problems, solve."""

import argparse
import sys
from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING

from web.commands import BuildCommand

if TYPE_CHECKING:
    from flipside.rules.arena.pool import Workers


def _add_workers(parser: argparse.ArgumentParser) -> None:
    workers = parser.add_mutually_exclusive_group()
    workers.add_argument("--jobs", type=int, metavar="N", help="processes (one a core)")
    cluster = "the workers of this Dask scheduler instead (extra `cluster`)"
    workers.add_argument("--dask", metavar="ADDRESS", help=cluster)


def _with_workers(
    play: Callable[[argparse.Namespace, "Workers"], int], given: argparse.Namespace
) -> int:
    """Run `play` with workers; finished matches are kept if the rest cannot be played."""
    from flipside.rules.arena.pool import NoWorkers, Workers

    # Training sends its weights with the tasks, and it changes those in the games' folders.
    workers = Workers(given.jobs, given.dask, weights=given.command != "train")
    try:
        return play(given, workers)
    except NoWorkers as wrong:
        print(f"{given.command}: {wrong}", file=sys.stderr)
    except KeyboardInterrupt:
        print(f"{given.command}: stopped; the same command goes on", file=sys.stderr)
    return 1


def _unknown(command: str, words: Collection[str], known: Collection[str]) -> bool:
    """Print an error for the first unknown word; return whether there is one."""
    strange = [word for word in words if word not in known]
    if strange:
        print(f"{command}: {strange[0]!r} is none of {', '.join(known)}", file=sys.stderr)
    return bool(strange)


def _levels_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="the games (default: all)")
    parser.add_argument("--only", nargs="+", default=[], metavar="LEVEL", help="pairs with these")
    parser.add_argument("--matches", type=int, metavar="N", help="of each pair (100, timed 40)")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    _add_workers(parser)
    parser.add_argument("--table", action="store_true", help="play nothing, print what there is")


def _levels(given: argparse.Namespace, workers: "Workers") -> int:
    from tests.tools.strength import ladder

    if _unknown("levels", (*given.games, *given.only), ladder.known_words()):
        return 2
    numbers, folder = (given.matches, given.seed, workers), given.build / "levels"
    good = ladder.measure_levels(folder, given.games, given.only, *numbers, play=not given.table)
    return 0 if good else 1


def _rivals_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", default="othello")
    parser.add_argument(
        "--program", metavar="COMMAND",
        help="starts what plays instead, by the Go Text Protocol; {seed} in it is replaced",
    )  # fmt: skip
    parser.add_argument("--matches", type=int, default=40, metavar="N")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="for our moves (1)")
    parser.add_argument(
        "--depth", type=int, metavar="N", help="of the other (Othello 8; Flipop: in our seconds)"
    )
    _add_workers(parser)


def _rivals(given: argparse.Namespace, workers: "Workers") -> int:
    from flipside.rules.catalogue import BY_KEY
    from tests.tools import rivals

    if _unknown("rivals", (given.game,), rivals.RIVALS if given.program is None else BY_KEY):
        return 2
    if given.program is not None and given.depth is not None:
        print("rivals: how deep a program looks is for its own command to say", file=sys.stderr)
        return 2
    numbers = given.matches, given.seconds, given.depth
    return rivals.play_rival(given.build / "rivals", given.game, *numbers, workers, given.program)


def _train_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="rounds in all (3)")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    _add_workers(parser)
    parser.add_argument("--anew", action="store_true", help="begin with the hand-made evaluation")
    parser.add_argument(
        "--compare", action="store_true",
        help="only play the weights against the hand-made evaluation",
    )  # fmt: skip
    parser.add_argument("--margins", action="store_true", help="only measure those of ProbCut anew")
    parser.add_argument(
        "--book", action="store_true", help="only make the book of first moves anew"
    )
    parser.add_argument("--matches", type=int, default=200, metavar="N", help="to compare (200)")
    parser.add_argument("--seconds", type=float, metavar="S", help="for a move, to compare")


def _train(given: argparse.Namespace, workers: "Workers") -> int:
    from flipside.rules.training import run
    from flipside.rules.training.courses import COURSES
    from flipside.rules.training.othello import OthelloCourse

    if _unknown("train", (given.game,), COURSES):
        return 2
    course, folder = COURSES[given.game], given.build / "train"
    if given.margins or given.book:
        if not isinstance(course, OthelloCourse):
            print("train: only othello has margins and a book", file=sys.stderr)
            return 2
        if given.margins:
            run.write_whole(course.weights, course.margins(course.weights.read_bytes()))
        else:
            run.write_whole(course.moves, course.book(workers).encode())
        return 0
    numbers = given.seed, workers
    if given.compare:
        return run.compare(given.game, folder, given.matches, given.seconds, *numbers)
    return run.train(given.game, folder, given.rounds, *numbers, given.anew)


def _problems_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--matches", type=int, default=0, metavar="N", help="to search")
    parser.add_argument("--report", action="store_true", help="only measure those that ship")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument(
        "--shares",
        type=float,
        nargs=2,
        default=(0.0, 1.0),
        metavar=("LOW", "HIGH"),
        help="search only for problems whose first move such a share of naive players finds",
    )
    _add_workers(parser)


def _problems(given: argparse.Namespace, workers: "Workers") -> int:
    from flipside.rules.catalogue import BY_KEY
    from flipside.rules.training.problems.make import make, measure

    if _unknown("problems", (given.game,), BY_KEY):
        return 2
    game, folder = BY_KEY[given.game], given.build / "problems"
    if given.report:
        print(*measure(game, folder), sep="\n")
        return 0
    shares = tuple(given.shares)
    count = make(game, folder, given.seed, given.matches, workers, shares)
    print(f"{count} problems of {given.game}")
    return 0


def _solve_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=("switch",))
    parser.add_argument("--verify", action="store_true", help="hold every value against its moves")


def _solve(given: argparse.Namespace) -> int:
    from flipside.rules.training.solve_switch import solve_switch

    return solve_switch(given.verify)


BUILD_COMMANDS = {
    "levels": BuildCommand(
        "play the levels of the computer against each other",
        partial(_with_workers, _levels),
        _levels_arguments,
        "Plays the ladder of levels on all cores and prints a table for each game. What"
        " has been played lies in build/levels and is not played again while the level's limit"
        " stays what it was; delete it after a change of the search or of an evaluation."
        " The low levels of all games come first; --table shows what there is, also while another"
        " run plays.",
    ),
    "rivals": BuildCommand(
        "play against another program",
        partial(_with_workers, _rivals),
        _rivals_arguments,
        "Plays Othello against the package rust-reversi (extra `rivals`), Flipop against a"
        " compiled engine with rules of its own (extra `rivals`); with --program any game against"
        " whatever speaks the Go Text Protocol. It plays on all cores."
        " What has been played lies in build/rivals and is not played again.",
    ),
    "train": BuildCommand(
        "train an evaluation by self-play, round after round",
        partial(_with_workers, _train),
        _train_arguments,
    ),
    "problems": BuildCommand(
        "make the problems of a game from matches of our own",
        partial(_with_workers, _problems),
        _problems_arguments,
        "Without --matches, the problems of the game's file are only rated and graded again."
        " Problems that are found are kept in build/problems.",
    ),
    "solve": BuildCommand(
        "work out a game that is small, write its table", _solve, _solve_arguments
    ),
}
