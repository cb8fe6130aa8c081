"""One recorded match per game as readable text, to be read in review when it changes.

A file begins with the record of the match, and everything below it follows from that. Rewrite
them all with `python -m tests.rules.games.test_playthroughs --write`; a missing one is played anew.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from flipside.rules.arena.contest import play_out
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.engine.search import LEVELS
from flipside.rules.match.match import Match, replay
from flipside.rules.match.record import Record, parse_record, record_text

FOLDER = Path(__file__).parent / "playthroughs"
RULE = "-" * 40


def path_of(game: AnyGame) -> Path:
    return FOLDER / f"{game.key}.txt"


def recorded(game: AnyGame) -> Record:
    """Return the record in the game's file, or the record of a new match."""
    path = path_of(game)
    if path.exists():
        return parse_record(path.read_text("utf-8").split(RULE)[0])
    match = Match(game, seed=1)
    play_out(match, (LEVELS[1], LEVELS[0]), Random(1))
    return match.to_record()


def told_again(record: Record) -> str:
    """Return the text of a match: its record and all its positions."""
    match = replay(record, BY_KEY)
    parts = [record_text(record)]
    for ply in range(len(match.moves) + 1):
        match.goto_ply(ply)
        parts.append("\n".join(page(match)) + "\n")
    return f"{RULE}\n".join(parts)


def page(match: Match) -> Iterator[str]:
    """Yield lines about the position: the last move, the board, and the legal moves."""
    position, result = match.position, match.result()
    colours = position.colours or ("first", "second")
    if match.ply:
        before = match.position_at(match.ply - 1)
        mover = (before.colours or ("first", "second"))[before.turn]
        yield f"{match.ply}. {mover}: {before.name(match.moves[match.ply - 1])}"
    shown: dict[str, Any] = position.to_dict()
    for row in shown.pop("board"):
        yield f"    {row}"
    earlier = match.position_at(match.ply - 1).to_dict() if match.ply else {}
    for key, value in shown.items():
        yield f"{key}: {news(value, earlier.get(key))}"
    yield f"score: {position.points()}"
    if result is None:
        names = " ".join(position.name(move) for move in position.moves())
        yield f"{colours[position.turn]} may play: {names}"
    else:
        yield f"won by {'nobody' if result.winner is None else colours[result.winner]}: " + (
            result.reason
        )


def news(value: object, earlier: object) -> object:
    """Return the value, or only the changed entries of a dictionary."""
    if isinstance(value, dict) and isinstance(earlier, dict):
        return {key: new for key, new in value.items() if earlier.get(key) != new}
    return value


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_playthrough(game: AnyGame) -> None:
    """The text computed from the record equals the file."""
    assert path_of(game).exists()
    assert path_of(game).read_text("utf-8") == told_again(recorded(game))


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.rules.games.test_playthroughs --write")
    for each in GAMES:
        path_of(each).write_text(told_again(recorded(each)), "utf-8")
