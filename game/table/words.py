"""A match in words: its moves as the list shows them, and what a screen reader is told."""

from typing import TYPE_CHECKING, Protocol

from game.services.text import Text
from rules.board import Board, Cell
from rules.match import Match
from rules.position import PASS, AnyGame, Flip, Move, Player, Position, Remove, Slide, Story

if TYPE_CHECKING:
    from game.scenes.play.scene import Play

_ON_BOARD = ("square", "pit")

OPENING = 20
"""Plies in which one may want to know what the opening is called."""


class Told(Protocol):
    """A match whose moves are told in some language."""

    text: Text
    match: Match
    game: AnyGame


def move_names(play: "Play") -> list[str]:
    """The names of all moves, with words for what is chosen beside the board."""
    match = play.match
    return [move_name(play, match.position_at(ply), move) for ply, move in enumerate(match.moves)]


def move_name(told: "Told", position: Position, move: Move) -> str:
    """The name of a move in one of the match's positions, also of one that was not made."""
    if move == PASS:
        return told.text("play.pass")
    board = told.match.board
    beside = [cell for cell in move if board.kinds[cell] == "beside"]
    words = [spot_name(told, cell) for cell in beside]
    if len(beside) == len(move):
        return ", ".join(words)
    # A piece that lies beside the board from the beginning is there to be chosen.
    if beside and told.match.position_at(0).pieces()[beside[-1]] is not None:
        return f"{board.names[move[0]]} {words[-1]}"
    return position.name(move)


def outcome(text: Text, winner: Player | None, called: str, points: tuple[int, int] | None) -> str:
    """How a match ended in a few words: who won, called so, and the points where they count."""
    words = text("play.draw") if winner is None else text("play.wins", colour=called)
    return words if points is None else f"{words} {max(points)} : {min(points)}"


def result_words(play: "Play") -> str:
    """The result in a few words, with the score as announced."""
    assert play.result is not None
    winner = play.result.winner
    called = "" if winner is None else play.colour(winner)
    score = None if play.result.reason == "gave_up" else play.score()
    return outcome(play.text, winner, called, score)


def reason_words(play: "Play") -> str:
    """Why the match ended."""
    assert play.result is not None
    winner = play.result.winner
    names = {
        "winner": play.colour(winner if winner is not None else 0),
        "loser": play.colour(1 - winner if winner is not None else 1),
    }
    if play.result.reason == "gave_up":
        return play.text("play.gave_up", **names)
    return play.text.game(play.game.key, f"reason.{play.result.reason}", **names)


def warning(play: "Play") -> str:
    """That the match may soon end by repetition or by its cap; "" if not."""
    if play.match.occurrences() == 2:
        return play.text("play.second_time")
    left = play.match.plies_left()
    return play.text("play.plies_left", count=left) if left is not None and left <= 20 else ""


def spot_name(told: "Told", cell: Cell) -> str:
    """The name of a cell, in words where it lies beside the board."""
    board: Board = told.match.board
    if board.kinds[cell] != "beside":
        return board.names[cell]
    return told.text.game(told.game.key, f"cell.{board.names[cell]}")


def opening_name(play: "Play") -> str:
    """What people call the opening that was played last, or ""; far from it nobody asks."""
    match, named = play.match, play.game.named
    if named is None or match.at > OPENING:
        return ""
    found = (named(match.position_at(ply)) for ply in range(match.at, 0, -1))
    key = next((key for key in found if key is not None), None)
    if key is None:
        return ""
    return play.text("play.opening", name=play.text.game(play.game.key, f"named.{key}"))


def tell_move(play: "Play", mover: str, before: Position, story: Story) -> None:
    """Say what the last move was and did, and how it is now."""
    if play.note:
        told = play.note
    else:
        parts = [play.text("say.move", mover=mover, move=move_names(play)[-1])]
        for key, count in zip(("turned", "off"), _counted(play.match, story), strict=True):
            if count:
                parts.append(play.text(f"say.{key}", count=count))
        told = ", ".join(parts) + "."
        opening = opening_name(play)
        if opening and play.game.named is not None and play.game.named(play.match.position):
            told = f"{told} {opening}."
    tell_now(play, told, before.prompt())


def _counted(match: Match, story: Story) -> tuple[int, int]:
    """How many pieces of the board a story turns over, and how many leave it."""
    kinds = match.board.kinds
    turned = off = 0
    for beat in story:
        for step in beat:
            match step:
                case Flip():
                    turned += kinds[step.cell] in _ON_BOARD
                case Remove():
                    off += kinds[step.cell] in _ON_BOARD
                case Slide():
                    off += kinds[step.source] in _ON_BOARD and kinds[step.target] == "beside"
                case _:
                    pass
    return turned, off


def tell_now(play: "Play", told: str = "", prompt: str = "") -> None:
    """Say the result, or who is to move and what he is asked if that is not `prompt`."""
    text, position = play.text, play.match.position
    words = [told] if told else []
    if play.result is not None:
        words += [f"{result_words(play)}.", reason_words(play)]
    else:
        if play.looking_back:
            now, end = play.match.at, len(play.match.moves)
            words.append(text("play.looking_back", at=now, of=end) + ".")
        words.append(text("play.to_move", colour=play.colour(position.turn)) + ".")
        asked = position.prompt()
        if asked != prompt and play.person(position.turn) and tuple(position.moves()) != (PASS,):
            words.append(text.game(play.game.key, f"prompt.{asked}") + ".")
        words.append(warning(play))
        words.append(text("level.loads") if play.loads else "")
    play.services.page.say(" ".join(word for word in words if word))
