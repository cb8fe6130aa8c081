"""The results of a review by ply of the match, and their text format."""

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass

from flipside.rules.contract.position import Move
from flipside.rules.match.match import Match, identity

REVIEW_FORMAT = 1

_MAX_CHARACTERS = 1_000_000

_LINE = re.compile(
    r"([0-9]{1,6}) (rough|well|exact) (-?[0-9]{1,7}) (-|[0-9]{1,7})((?: [^ ]{1,100}+){1,100}+)"
)


@dataclass(frozen=True)
class ReviewMoment:
    """Score and best move of one position of a match."""

    value: int
    """Score in points for player 0."""
    rough: bool
    best: Move
    pv: tuple[str, ...]
    """The principal variation by names of moves, the best one first."""
    exact: bool = False
    loss: int | None = None
    """Points that the move made cost the mover under hidden information. None: nothing was hidden,
    and the next score gives the loss."""


def moments_text(match: Match, moments: Mapping[int, ReviewMoment]) -> str:
    """The results of a review as text; `parse_moments` reads it."""
    lines = [f"Flipside review {REVIEW_FORMAT}", f"of {identity(match)}"]
    for ply, moment in sorted(moments.items()):
        how = "exact" if moment.exact else "rough" if moment.rough else "well"
        loss = moment.loss
        cost = "-" if loss is None else loss
        lines.append(f"{ply} {how} {moment.value} {cost} {' '.join(moment.pv)}")
    return "\n".join(lines) + "\n"


def parse_moments(text: str, match: Match, asked: Container[int]) -> dict[int, ReviewMoment]:
    """Parse the results for the plies `asked` of this match; damaged lines are left out."""
    moments: dict[int, ReviewMoment] = {}
    first, of, *lines = [*text[:_MAX_CHARACTERS].splitlines(), "", ""]
    if first != f"Flipside review {REVIEW_FORMAT}" or of != f"of {identity(match)}":
        return moments
    for line in lines:
        found = _LINE.fullmatch(line)
        if found is None or int(found.group(1)) not in asked:
            continue
        ply, names = int(found.group(1)), tuple(found.group(5).split())
        position = match.position_at(ply)
        best = [move for move in position.moves() if position.name(move) == names[0]]
        if best:
            loss = None if found.group(4) == "-" else int(found.group(4))
            value, how = int(found.group(3)), found.group(2)
            exact, rough = how == "exact", how == "rough"
            moments[ply] = ReviewMoment(value, rough, best[0], names, exact, loss)
    return moments
