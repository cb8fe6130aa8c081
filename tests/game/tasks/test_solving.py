"""Small problems of every goal, solved, erred in and shown, and no pixel seen."""

import re

import pytest

from flipside.game.services.texts import LANGUAGES
from flipside.game.tasks.solving import Solving
from flipside.game.tasks.task import FOLLOW_UP_SECONDS, ProblemTask
from flipside.rules.contract.position import PASS, WIN, Move, Player, Position
from flipside.rules.teaching import Problem, move_named
from tests.game.live_match.machine import FRAME, Household, after_story
from tests.rules.teaching.small_problems import SMALL

each_problem = pytest.mark.parametrize("name", SMALL)

WINS_AT_ONCE = re.compile(r"(\w+) can now win at once\.")
WINS_IN = re.compile(r"(\w+) now wins in (\d) moves\.")
ENDS = re.compile(r"With best play this leads to: (\w+)(?: wins by (\d+))?\. .*")


def solve(home: Household, name: str) -> Solving:
    return Solving(home, ProblemTask(SMALL[name]))


def make(solving: Solving, move: Move) -> None:
    """Tap a move."""
    for cell in move:
        assert solving.tap(cell) is not None


def follow(solving: Solving) -> None:
    """Let everything happen that follows a move, and hold what is seen against the truth."""
    quiet = 0.0
    while quiet <= 2 * FOLLOW_UP_SECONDS:
        event = solving.pass_time(FRAME, 0.5)
        quiet = 0.0 if event is not None or solving.thinking else quiet + FRAME
        if event is not None and event.story:
            pieces = after_story(event.before, event.story)
            assert pieces == solving.live_match.match.position.pieces()


def right(solving: Solving, problem: Problem) -> Move:
    """A right move of the solver's: the problem's answer, or what its solution shows after the same
    moves."""
    position = solving.live_match.match.position
    if not solving.plies_played:
        return move_named(position, problem.answers[0])
    *_, verdict = solving.task.verdicts(solving.live_match.match, solving.start)
    return verdict.line[0]


def wrong(solving: Solving) -> list[Move]:
    """Some wrong first moves, the first and the last among them."""
    match, answers = solving.live_match.match, solving.task.answers
    found = [move for move in match.legal() if match.position.name(move) not in answers]
    return [found[0], found[len(found) // 2], found[-1]]


# -- solving --------------------------------------------------------------------------------------


@each_problem
def test_a_problem_solved_at_the_first_try(home: Household, name: str) -> None:
    problem, solving = SMALL[name], solve(home, name)
    assert solving.state == "asked"
    while solving.state == "asked":
        make(solving, right(solving, problem))
        follow(solving)
    assert solving.state == "solved"
    assert solving.outcome is True
    result = solving.live_match.result
    if problem.goal == "win":
        assert result.winner == solving.solver
        assert problem.win_moves is None or (solving.plies_played + 1) // 2 <= problem.win_moves
    elif not problem.plies and problem.game.engine.terminal_score is not None:
        worth = problem.game.engine.terminal_score(solving.live_match.match.position)
        turn = solving.live_match.match.position.turn
        assert (worth if turn == solving.solver else -worth) == problem.value
    else:
        assert result is None
        assert solving.plies_played >= problem.plies - 1
    assert home.storage.names() == []


@each_problem
def test_a_wrong_move_is_refuted_and_told_why(home: Household, name: str) -> None:
    solving = solve(home, name)
    match, start = solving.live_match.match, solving.live_match.match.position
    for move in wrong(solving):
        make(solving, move)
        assert solving.state == "wrong"
        follow(solving)
        assert solving.state == "wrong"
        assert match.moves[solving.start] == move
        said, task = solving.words
        assert not task
        after = match.position_at(solving.start + 1)
        assert match.ply > solving.start + 1 or after.result() is not None
        hold_to_it(said, after, match.result(), solving)
        solving.retry()
        assert solving.state == "asked"
        assert match.position == start
        assert not solving.live_match.looking_back
    make(solving, right(solving, SMALL[name]))
    follow(solving)
    while solving.state == "asked":
        make(solving, right(solving, SMALL[name]))
        follow(solving)
    assert solving.state == "solved"
    assert solving.outcome is False


def hold_to_it(said: str, after: Position, result: object, solving: Solving) -> None:
    """What is said of a wrong move is so, found out without any search of ours."""
    match_text, other = solving.live_match.match_text, 1 - solving.solver
    if found := WINS_AT_ONCE.fullmatch(said):
        assert found.group(1) == match_text.colour(other)
        assert wins(after, other, 1)
        assert result is not None
    elif found := WINS_IN.fullmatch(said):
        assert found.group(1) == match_text.colour(other)
        assert not wins(after, other, int(found.group(2)) - 1)
        assert wins(after, other, int(found.group(2)))
    elif found := ENDS.fullmatch(said):
        margin = final(after, solving.solver)
        assert abs(margin) == int(found.group(2) or 0)
        if margin:
            winner = solving.solver if margin > 0 else other
            assert found.group(1) == match_text.colour(winner)
    elif after.result() is None:
        assert said in {
            "That only draws.",
            "That does not win at once.",
            "That does not force a win within 2 moves.",
        } or re.fullmatch(r"That wins too, but only in [2-9] moves\.", said)
        assert not any(won(after.play(move), other) for move in after.moves())


def won(position: Position, player: Player) -> bool:
    result = position.result()
    return result is not None and result.winner == player


def wins(position: Position, player: Player, moves: int) -> bool:
    """Whether the mover wins within so many own moves against every reply."""
    if not moves:
        return False
    for move in position.moves():
        after = position.play(move)
        if won(after, player):
            return True
        if moves > 1 and after.result() is None:
            replies = (after.play(reply) for reply in after.moves())
            if all(one.result() is None and wins(one, player, moves - 1) for one in replies):
                return True
    return False


def final(position: Position, player: Player) -> int:
    """By how much a player wins in the end, if both do their best."""
    if position.result() is not None:
        score = position.points()
        return score[player] - score[1 - player]
    values = [final(position.play(move), player) for move in position.moves()]
    return max(values) if position.turn == player else min(values)


def test_a_wrong_move_later_is_taken_back_to_where_it_was_made(home: Household) -> None:
    solving = solve(home, "flipop-win-3")
    make(solving, right(solving, SMALL["flipop-win-3"]))
    follow(solving)
    assert (solving.state, solving.plies_played) == ("asked", 2)
    assert solving.words[1] == "Win with this move."
    best = right(solving, SMALL["flipop-win-3"])
    make(solving, next(move for move in solving.live_match.match.legal() if move != best))
    follow(solving)
    assert solving.state == "wrong"
    assert solving.words == ("That does not win at once.", "")
    solving.tap(best[0])
    assert (solving.state, solving.plies_played) == ("asked", 2)
    make(solving, best[1:])
    follow(solving)
    assert (solving.state, solving.outcome) == ("solved", False)


def test_a_win_that_takes_too_long_is_none(home: Household) -> None:
    problem = SMALL["switch-win-slow"]
    solving = Solving(home, ProblemTask(problem))
    position = solving.live_match.match.position
    assert problem.game.engine.tablebase is not None
    values = problem.game.engine.tablebase(position)
    slow = next(move for move, value in values.items() if value == WIN - 7)
    make(solving, slow)
    follow(solving)
    assert solving.state == "wrong"
    assert solving.words[0] == "That wins too, but only in 4 moves."


def test_thinking_is_done_in_bites(home: Household) -> None:
    """A frame does not wait for a proof, and one sees that it goes on."""
    solving = solve(home, "othello-win")
    make(solving, right(solving, SMALL["othello-win"]))
    frames, dots = 0, set()
    while solving.thinking:
        solving.pass_time(0.2, 0.0)
        dots.add(solving.dots)
        frames += 1
    assert frames > 3
    assert solving.state == "right"
    assert len(dots) > 1


def test_nobody_moves_while_a_move_is_judged(home: Household) -> None:
    solving = solve(home, "flipop-hold-4")
    make(solving, right(solving, SMALL["flipop-hold-4"]))
    at = solving.live_match.match.ply
    assert not solving.takes_moves
    for move in solving.live_match.match.legal():
        assert solving.tap(move[0]) is None
    assert solving.live_match.match.ply == at


# -- the solution ---------------------------------------------------------------------------------


@each_problem
def test_the_solution_answers_every_defence(home: Household, name: str) -> None:
    """Whatever the other side replies, the answer that follows still reaches the goal."""
    problem, solving = SMALL[name], solve(home, name)
    solving.show()
    follow(solving)
    match = solving.live_match.match
    assert problem.answers[0] == match.names()[solving.start]
    if solving.state == "end":
        assert match.result() is not None
        return
    assert solving.state == "open"
    replies, first = list(match.legal()), solving.plies_played
    for reply in replies[:: max(1, len(replies) // 6)]:
        make(solving, reply)
        follow(solving)
        assert solving.state in ("open", "end")
        *_, verdict = solving.task.verdicts(match, solving.start)
        assert verdict.right
        if match.result() is None and solving.plies_played < problem.plies:
            assert match.position.turn != solving.solver
        while solving.plies_played > first:
            solving.back()
        assert solving.state == "open"
    solving.next()
    follow(solving)
    assert solving.plies_played > first


@each_problem
def test_a_player_who_has_seen_the_solution_has_not_solved_it(home: Household, name: str) -> None:
    solving = solve(home, name)
    solving.show()
    follow(solving)
    while solving.watching:
        assert solving.back() is not None
    assert (solving.state, solving.plies_played) == ("asked", 0)
    while solving.state == "asked":
        make(solving, right(solving, SMALL[name]))
        follow(solving)
    assert solving.state == "solved"
    assert solving.outcome is None


def test_the_best_defence_to_the_end(home: Household) -> None:
    solving = solve(home, "othello-most")
    solving.show()
    follow(solving)
    while solving.state == "open":
        assert PASS not in solving.live_match.match.legal()
        solving.next()
        follow(solving)
    assert solving.state == "end"
    assert solving.live_match.result is not None
    ended = " ".join(solving.live_match.match_text.end_sentences(solving.live_match.result, True))
    assert solving.words[0].endswith(f"{ended} Theme: Corner sacrifice.")


# -- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@each_problem
def test_everything_is_said_in_every_language(home: Household, name: str, language: str) -> None:
    home.text.use(language)
    solving = solve(home, name)
    said = set(solving.words)
    make(solving, wrong(solving)[0])
    said |= set(solving.words)
    follow(solving)
    said |= set(solving.words)
    solving.retry()
    make(solving, right(solving, SMALL[name]))
    said |= set(solving.words)
    follow(solving)
    said |= set(solving.words)
    solving.show()
    follow(solving)
    said |= set(solving.words)
    assert not home.text.missing
    assert all(words.endswith((".", "")) and "{" not in words for words in said)
