"""What a review says in words: values, moves, what would have been better."""

from typing import TYPE_CHECKING

from game.review import SURE
from game.table.words import move_name
from rules.facts import moves_to_end
from rules.position import Fact, Player

if TYPE_CHECKING:
    from game.scenes.review.scene import Reviewing


FAR = 3000
"""A judge's points beyond which a number would pretend to know more than it does."""


MINUS = "\N{MINUS SIGN}"

REASONS = 2
"""Reasons that are told for a better move, at most."""


def colour(scene: "Reviewing", player: Player, ply: int) -> str:
    """What a player was called after so many plies."""
    colours = scene.match.position_at(ply).colours
    if colours is None:
        return scene.text(("play.first", "play.second")[player])
    return scene.text.game(scene.game.key, f"colour.{colours[player]}")


def move_words(scene: "Reviewing", ply: int) -> str:
    """The ply that led to this moment: its number, who made it and its name."""
    if not ply:
        return scene.text("review.beginning")
    position = scene.match.position_at(ply - 1)
    name = move_name(scene, position, scene.match.moves[ply - 1])
    called = colour(scene, position.turn, ply - 1)
    return scene.text("review.move", ply=ply, colour=called, move=name)


def value_words(scene: "Reviewing", ply: int) -> str:
    """Who is ahead after so many plies, and by how much."""
    text, review = scene.text, scene.review
    last = len(scene.match.moves)
    if ply == last and scene.result is not None:
        return scene.result_words()
    value = review.value(ply)
    if value is None:
        return text("review.unknown")
    called = colour(scene, 0 if value > 0 else 1, ply)
    turn = scene.match.position_at(ply).turn
    moves = moves_to_end(value if turn == 0 else -value)
    if moves is not None:
        words = text("review.wins", colour=called, count=moves)
    elif abs(value) > SURE:
        words = text("review.sure", colour=called)
    elif review.certain(ply):
        words = text("review.drawn")
    else:
        words = _lead(scene, value, called)
    return f"{text('review.rough')} {words}" if review.rough(ply) else words


def _lead(scene: "Reviewing", value: int, called: str) -> str:
    """Who leads by a number of discs, or of what the game's judge counts in."""
    if scene.game.worth is not None:
        discs = round(abs(value) / 100)
        return scene.text("review.discs", colour=called, count=discs) if discs else _even(scene)
    if abs(value) < 10:
        return _even(scene)
    if abs(value) > FAR:
        return scene.text("review.far", colour=called)
    return scene.text("review.leads", colour=called, count=scene.text.decimal(abs(value) / 100))


def _even(scene: "Reviewing") -> str:
    return scene.text("review.even")


def short(scene: "Reviewing", value: int, ply: int) -> str:
    """A value for the mover after so many plies in as few letters as may be."""
    if abs(value) > SURE:
        return scene.text("review.won" if value > 0 else "review.lost")
    if scene.review.certain(ply):
        return scene.text("review.equal")
    if scene.game.worth is not None:
        number = f"{round(abs(value) / 100)}"
    else:
        number = scene.text.decimal(abs(value) / 100)
        if abs(value) > FAR:
            return "++" if value > 0 else 2 * MINUS
    return number if not number.strip("0.,") else f"{'+' if value > 0 else MINUS}{number}"


def swing_words(scene: "Reviewing", number: int, ply: int) -> str:
    """One of the moves that cost most: which it was, and what became of the match by it."""
    position = scene.match.position_at(ply)
    best, played = scene.review.at_stake(ply)
    return scene.text(
        "review.swing",
        number=number,
        ply=ply + 1,
        colour=colour(scene, position.turn, ply),
        move=move_name(scene, position, scene.match.moves[ply]),
        best=short(scene, best, ply),
        played=short(scene, played, ply + 1),
    )


def better_words(scene: "Reviewing", ply: int) -> list[str]:
    """What would have been better than the move made after so many plies, and what could follow;
    that it was the best one; or nothing while nobody knows."""
    review, match = scene.review, scene.match
    moment = review.moments.get(ply)
    if moment is None or review.value(ply + 1) is None:
        return []
    position = match.position_at(ply)
    if moment.best == match.moves[ply]:
        return [scene.text("review.best")]
    if not review.loss(ply):
        return []
    best, played = review.at_stake(ply)
    words = [
        scene.text(
            "review.better",
            move=move_name(scene, position, moment.best),
            best=short(scene, best, ply),
            played=short(scene, played, ply + 1),
        )
    ]
    if moment.loss is not None:
        words.append(scene.text("review.seen"))
    why = [_fact_words(scene, ply, fact) for fact in scene.review.why(ply)[:REASONS]]
    if why:
        words.append(" ".join(why))
    if len(moment.line) > 1:
        words.append(scene.text("review.after", line=" ".join(moment.line[1:])))
    return words


def _fact_words(scene: "Reviewing", ply: int, fact: Fact) -> str:
    turn = scene.match.position_at(ply).turn
    values = {
        "count": fact.count,
        "where": fact.where,
        "mover": colour(scene, turn, ply),
        "opponent": colour(scene, 1 - turn, ply),
    }
    if fact.general:
        return scene.text(f"fact.{fact.key}", **values) + "."
    return scene.text.game(scene.game.key, f"fact.{fact.key}", **values) + "."
