"""Measures the problems of a game: numbers, themes, forced plies, twins, and who solves them."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.contract.game import AnyGame
from rules.teaching.problems import GRADES, problems_path
from rules.training.problems.assess import Assessment
from rules.training.problems.players import PLAYERS


def report(game: AnyGame, told: Sequence[Assessment]) -> Iterator[str]:
    """Yield lines of text about the problems that ship."""
    size = problems_path(game).stat().st_size
    yield f"{game.key}: {len(told)} problems, {size} bytes"
    themes = Counter(one.problem.theme for one in told)
    shares = (f"{theme} {100 * count / len(told):.0f} %" for theme, count in themes.most_common())
    yield f"  themes: {', '.join(shares)}"
    plies = sum(len(one.line) for one in told)
    yield f"  forced plies: {100 * sum(one.forced for one in told) / plies:.1f} %"
    keys = [one.key for one in told]
    yield f"  twins: {len(keys) - len(set(keys))}"
    inside = sum(len(set(one.later_keys()) & set(keys) - {one.key}) for one in told)
    yield f"  problems in the solution of another one: {inside}"
    yield f"  {'solved, %':10}" + "".join(f"{name:>10}" for name in (*PLAYERS, "all"))
    for grade in GRADES:
        some = [one for one in told if one.problem.grade == grade]
        shares_of = [[one.solved(name) for one in some] for name in PLAYERS]
        shares_of.append([one.share for one in some])
        row = "".join(f"{100 * sum(share) / max(1, len(share)):10.0f}" for share in shares_of)
        yield f"  {f'grade {grade}':10}{row}  ({len(some)})"
