"""Lessons, and problems with their solutions, as data for other programs."""

from collections.abc import Iterator, Sequence

from flipside.rules.cli.arguments import Refused
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import FORCED, WIN, Move, Player
from flipside.rules.engine.analysis.analyst import prove, prove_move
from flipside.rules.match.match import Match
from flipside.rules.teaching.lessons import lesson_of
from flipside.rules.teaching.problems import Problem, problem_json, problems_of

_TREE_PLIES, _TABLEBASE_TREE_PLIES = 7, 5
"""Most plies to a win with a solution tree; the second for games with a tablebase, whose problems
have many replies."""

_Tree = dict[str, "_Tree"]
"""Continuations by names of moves; empty where the match is over."""


def lesson_lines(game: AnyGame) -> Iterator[dict[str, object]]:
    """Each step as a JSON object: position, task, right answers, rule numbers, texts by language;
    raises BadLesson if the lesson is missing or damaged."""
    for step in lesson_of(game):
        match = step.match()
        yield {
            "game": game.key,
            "id": step.key,
            "options": match.choices,
            "seed": step.seed,
            "moves": " ".join(match.names()),
            "asks": step.asks,
            "answers": step.right_answers(),
            "rules": step.rules,
            "words": {
                language: {
                    "say": step.say[language],
                    "task": step.task[language],
                    "right": [one.text[language] for one in step.answers if one.right],
                    "wrong": [one.text[language] for one in step.answers if not one.right],
                }
                for language in step.say
            },
        }


def problem_lines(game: AnyGame, number: int | None = None) -> Iterator[dict[str, object]]:
    """Each problem as a JSON object, easy ones first; or only number `number`, from 1, with its
    solution. Raises BadProblem if the file is missing or damaged, Refused if there is no such
    number."""
    problems = problems_of(game)
    if number is None:
        for at, problem in enumerate(problems, start=1):
            yield _told(at, problem, {})
    elif number <= len(problems):
        yield _told(number, problems[number - 1], _solution(problems[number - 1]))
    else:
        raise Refused(f"{game.key} has problems 1 to {len(problems)}, and none of number {number}")


def _told(number: int, problem: Problem, solution: dict[str, object]) -> dict[str, object]:
    told = problem_json(problem) | {"options": problem.game.choices(problem.choices)}
    line = {"value": told.pop("value"), "plies": problem.plies} | solution
    return {"game": problem.game.key, "number": number, **told, "line": line}


def _solution(problem: Problem) -> dict[str, object]:
    """Score and principal variation of every legal move; for near wins also the solution tree."""
    match = problem.match()
    # Exact values reach to the end of the match.
    plies = 0 if problem.game.engine.tablebase is not None else problem.plies
    moves: dict[str, object] = {}
    for move in match.legal():
        value, line = _best(problem.match(), move, plies, problem.goal)
        moves[match.position.name(move)] = {"value": value, "line": line}
    full = _TREE_PLIES if problem.game.engine.tablebase is None else _TABLEBASE_TREE_PLIES
    if problem.goal != "win" or not 0 < problem.plies <= full:
        return {"moves": moves}
    return {"moves": moves, "tree": _tree(match, match.position.turn, problem.plies)}


def _best(match: Match, move: Move, plies: int, goal: str) -> tuple[int, list[str]]:
    """The score of a move for its mover, 0 if undecided within `plies`, and the best moves from it
    to the end of the match, if they are certain."""
    game, at = match.game, match.ply
    *_, info = prove_move(match.position, move, game, plies, match.history(), goal)
    if goal in game.engine.exact_solvers:
        for counted_move in info.pv:
            match.play(counted_move)
        return info.score, match.names()[at:]
    counted = game.engine.terminal_score is not None and not plies
    certain = counted or abs(info.score) >= FORCED
    match.play(move)
    while certain and match.result() is None:
        left = plies - (match.ply - at) if plies else 0
        *_, reply = prove(match.position, game, left, match.history())
        match.play(reply.move)
    return info.score if certain else 0, match.names()[at:]


def _tree(match: Match, player: Player, plies: int) -> _Tree:
    """The solution tree of a position that `player` wins within `plies`: every winning move, and
    every reply."""
    at, position = match.ply, match.position
    moves = _winning(match, plies) if position.turn == player else match.legal()
    found: _Tree = {}
    for move in moves:
        match.go(at)
        match.play(move)
        over = match.result() is not None
        found[position.name(move)] = {} if over else _tree(match, player, plies - 1)
    match.go(at)
    return found


def _winning(match: Match, plies: int) -> Sequence[Move]:
    position, engine = match.position, match.game.engine
    known = engine.tablebase(position) if engine.tablebase is not None else None
    if known is not None:
        return [move for move in match.legal() if known[move] >= WIN - plies]
    return [move for move in match.legal() if _wins(match, move, plies)]


def _wins(match: Match, move: Move, plies: int) -> bool:
    if plies == 1:
        result = match.position.play(move).result()
        return result is not None and result.winner == match.position.turn
    *_, info = prove_move(match.position, move, match.game, plies, match.history())
    return info.score >= WIN - plies
