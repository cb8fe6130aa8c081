"""The commands `lessons` and `problems`: lessons and solutions as JSON."""

from collections.abc import Iterator, Sequence
from itertools import chain

from flipside.rules.cli.arguments import CommandError
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import FORCED_WIN, WIN, Move, Player
from flipside.rules.engine.analysis.analyst import prove, prove_move
from flipside.rules.match.match import Match
from flipside.rules.teaching import Problem, lessons_of, problem_json, problems_of

_TREE_PLIES, _TABLEBASE_TREE_PLIES = 7, 5
"""The maximum number of plies to a win for which a solution tree is printed. The second value is
for games with a tablebase, because their trees are large."""

_Tree = dict[str, "_Tree"]
"""Moves by name, each with the tree of its continuations; empty if the match is over."""


def lesson_lines(game: AnyGame) -> Iterator[dict[str, object]]:
    """Yield each step of all lessons as a JSON object: position, task, answers, rules, texts.

    Raises BadLesson if the lessons are missing or damaged.
    """
    for step in chain.from_iterable(lessons_of(game).values()):
        match = step.match()
        yield {
            "game": game.key,
            "lesson": step.lesson,
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
                    "right": [answer.text[language] for answer in step.answers if answer.right],
                    "wrong": [answer.text[language] for answer in step.answers if not answer.right],
                }
                for language in step.say
            },
        }


def problem_lines(game: AnyGame, number: int | None = None) -> Iterator[dict[str, object]]:
    """Yield each problem as a JSON object, from easy to hard.

    With `number`, from 1, yield only that problem, with its solution. Raises BadProblem if the file
    is missing or damaged, and CommandError if there is no such number.
    """
    problems = problems_of(game)
    if number is None:
        for place, problem in enumerate(problems, start=1):
            yield _problem_line(place, problem, {})
    elif number <= len(problems):
        yield _problem_line(number, problems[number - 1], _solution(problems[number - 1]))
    else:
        raise CommandError(
            f"{game.key} has problems 1 to {len(problems)}, and none of number {number}"
        )


def _problem_line(number: int, problem: Problem, solution: dict[str, object]) -> dict[str, object]:
    fields = problem_json(problem) | {"options": problem.game.choices(problem.choices)}
    line = {"value": fields.pop("value"), "plies": problem.plies} | solution
    return {"game": problem.game.key, "number": number, **fields, "line": line}


def _solution(problem: Problem) -> dict[str, object]:
    """Return score and principal variation of every legal move, and a tree for short wins."""
    match = problem.match()
    # Exact values reach to the end of the match.
    plies = 0 if problem.game.engine.tablebase is not None else problem.plies
    moves: dict[str, object] = {}
    for move in match.legal():
        value, line = _best(problem.match(), move, plies, problem.goal)
        moves[match.position.name(move)] = {"value": value, "line": line}
    max_tree_plies = _TREE_PLIES if problem.game.engine.tablebase is None else _TABLEBASE_TREE_PLIES
    if problem.goal != "win" or not 0 < problem.plies <= max_tree_plies:
        return {"moves": moves}
    return {"moves": moves, "tree": _tree(match, match.position.turn, problem.plies)}


def _best(match: Match, move: Move, plies: int, goal: str) -> tuple[int, list[str]]:
    """Return the score of a move for its mover, and the best moves from it.

    If the score is certain, the moves lead to the end of the match. If it is not certain within
    `plies`, the score is 0.
    """
    game, start = match.game, match.ply
    *_, info = prove_move(match.position, move, game, plies, match.history(), goal)
    if goal in game.engine.exact_solvers:
        for move_in_line in info.pv:
            match.play(move_in_line)
        return info.score, match.names()[start:]
    is_margin = game.engine.terminal_score is not None and not plies
    certain = is_margin or abs(info.score) >= FORCED_WIN
    match.play(move)
    while certain and match.result() is None:
        left = plies - (match.ply - start) if plies else 0
        *_, reply = prove(match.position, game, left, match.history())
        match.play(reply.move)
    return info.score if certain else 0, match.names()[start:]


def _tree(match: Match, player: Player, plies: int) -> _Tree:
    """Return the tree of all winning moves and replies; `player` wins within `plies`."""
    start, position = match.ply, match.position
    moves = _winning(match, plies) if position.turn == player else match.legal()
    tree: _Tree = {}
    for move in moves:
        match.goto_ply(start)
        match.play(move)
        over = match.result() is not None
        tree[position.name(move)] = {} if over else _tree(match, player, plies - 1)
    match.goto_ply(start)
    return tree


def _winning(match: Match, plies: int) -> Sequence[Move]:
    position, engine = match.position, match.game.engine
    scores = engine.tablebase(position) if engine.tablebase is not None else None
    if scores is not None:
        return [move for move in match.legal() if scores[move] >= WIN - plies]
    return [move for move in match.legal() if _wins(match, move, plies)]


def _wins(match: Match, move: Move, plies: int) -> bool:
    if plies == 1:
        result = match.position.play(move).result()
        return result is not None and result.winner == match.position.turn
    *_, info = prove_move(match.position, move, match.game, plies, match.history())
    return info.score >= WIN - plies
