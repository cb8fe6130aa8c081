"""Tests of Match: undo, redo, resignation, repetition, caps, and random numbers from the seed."""

from dataclasses import replace
from random import Random

import pytest

from flipside.rules.contract.game import AnyGame, BadChoice
from flipside.rules.contract.position import PASS, IllegalMove, RepetitionAndCap, Result, shuffled
from flipside.rules.contract.story import apply_beat
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.position import Othello
from flipside.rules.match.clock import parse_clock
from flipside.rules.match.match import Match, replay, undo_target
from flipside.rules.match.record import BadRecord, Record
from tests.rules.engine.toy_game import ToyPosition, game_of, made
from tests.rules.games.random_matches import around_a_pass, played

GAMES = {"othello": OTHELLO}


def after(moves: str, **given: str) -> Match:
    match = Match(OTHELLO, given)
    match.read_moves(moves)
    return match


# -- undo and redo -------------------------------------------------------------------------------


def test_a_new_match_stands_at_its_opening() -> None:
    match = Match(OTHELLO)
    assert match.ply == 0
    assert match.moves == []
    assert match.result() is None
    assert match.choices == {"start": "official", "corners": "0", "goal": "most"}
    assert list(match.history()) == [match.position]


def test_undo_to_the_start_and_redo_to_the_end() -> None:
    match = played(Match(OTHELLO), Random(4))
    positions = list(match.history())
    end, result = len(match.moves), match.result()
    for ply in range(end, -1, -1):
        match.goto_ply(ply)
        assert match.position == positions[ply] == match.position_at(ply)
        assert len(match.history()) == ply + 1
    assert match.result() is None
    for ply in range(end + 1):
        match.goto_ply(ply)
        assert match.position == positions[ply]
    assert match.result() == result


@pytest.mark.parametrize(("start", "end"), [(0, 4), (1, 2), (4, 1), (2, 2)])
def test_the_story_between_two_plies(start: int, end: int) -> None:
    """The story leads from the pieces at one ply to those at the other, in both directions."""
    match = after("d3 c3 c4 e3")
    pieces = match.position_at(start).pieces()
    for beat in match.story(start, end):
        pieces = apply_beat(pieces, beat)
    assert tuple(pieces) == tuple(match.position_at(end).pieces())


def test_looking_back_forgets_nothing() -> None:
    match = after("d3 c3 c4")
    match.goto_ply(1)
    assert match.names() == ["d3", "c3", "c4"]
    assert len(match.moves) == 3


def test_a_move_in_the_past_forgets_what_was_undone() -> None:
    match = after("d3 c3 c4")
    match.goto_ply(1)
    match.read_moves("e3")
    assert match.names() == ["d3", "e3"]
    assert match.ply == 2
    with pytest.raises(IndexError):
        match.goto_ply(3)


@pytest.mark.parametrize("ply", [-1, 4, 100])
def test_no_such_ply(ply: int) -> None:
    with pytest.raises(IndexError, match=f"no ply {ply}"):
        after("d3 c3 c4").goto_ply(ply)


@pytest.mark.parametrize("move", [(0,), (19, 19), (64,), (-1,), ()])
def test_illegal_moves_change_nothing(move: tuple[int, ...]) -> None:
    match = after("d3")
    with pytest.raises(IllegalMove):
        match.play(move)
    assert match.names() == ["d3"]


def test_forgetting_what_was_undone() -> None:
    match = after("d3 c3 c4")
    match.goto_ply(2)
    match.clear_redo()
    assert match.names() == ["d3", "c3"]


# -- giving up -----------------------------------------------------------------------------------


@pytest.mark.parametrize("player", [0, 1])
def test_who_gives_up_loses(player: int) -> None:
    match = after("d3 c3")
    match.resign(player)
    assert match.resigned == player
    assert match.result() == Result(1 - player, "gave_up")
    with pytest.raises(IllegalMove, match="over"):
        match.play(match.position.moves()[0])
    with pytest.raises(IllegalMove, match="over"):
        match.resign(player)


def test_giving_up_can_be_taken_back() -> None:
    match = after("d3 c3")
    match.resign(0)
    match.take_back_resignation()
    assert match.result() is None
    match.read_moves("c4")


def test_before_giving_up_the_match_went_on() -> None:
    match = after("d3 c3")
    match.resign(0)
    match.goto_ply(1)
    assert match.resigned is None
    assert match.result() is None
    match.goto_ply(2)
    assert match.resigned == 0
    match.goto_ply(1)
    match.read_moves("e3")
    assert match.result() is None


def test_giving_up_in_the_past_forgets_what_was_undone() -> None:
    match = after("d3 c3 c4")
    match.goto_ply(1)
    match.resign(1)
    assert match.names() == ["d3"]
    assert match.result() == Result(0, "gave_up")


# -- circles and caps ----------------------------------------------------------------------------

CIRCLE = made({0: [1, 2], 1: [0], 2: [3], 3: [4], 4: [5], 5: [6], 6: [0]}, turns={1: 1, 3: 1})


def test_third_time_ends_the_match() -> None:
    """ALL-3: the first position counts, and the player to move makes a difference."""
    match = Match(game_of(CIRCLE, circles=True))
    for ply, move in enumerate([(1,), (0,), (1,), (0,)]):
        assert match.result() is None
        assert match.occurrences() == 1 + ply // 2
        match.play(move)
    assert match.occurrences() == 3
    assert match.result() == Result(None, "repetition")
    with pytest.raises(IllegalMove, match="over"):
        match.play((1,))
    match.goto_ply(3)
    assert match.result() is None


def test_what_was_taken_back_does_not_count_as_having_stood() -> None:
    """ALL-3: only the positions of the current line count."""
    match = Match(game_of(CIRCLE, circles=True))
    for move in [(1,), (0,), (1,)]:
        match.play(move)
    assert match.occurrences() == 2
    match.goto_ply(0)
    for ply, move in enumerate([(1,), (0,), (1,), (0,)]):
        assert match.result() is None
        match.play(move)
        assert match.occurrences() == 1 + (ply + 1) // 2
    match.goto_ply(0)
    assert match.occurrences() == 1


def test_long_matches_are_replayed_without_comparing_all_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise reading thousands of moves would take minutes."""
    compared = []
    monkeypatch.setattr(
        ToyPosition, "__eq__", lambda one, two: compared.append(0) or one.node == two.node
    )
    plan = made({node: [node + 1] for node in range(300)})
    match = Match(game_of(plan, circles=True))
    for node in range(1, 300):
        match.play((node,))
    assert len(compared) < 300


def test_a_game_that_ends_by_itself_counts_no_circles() -> None:
    """ALL-3: repetition does not end a match if the game has no rule for it."""
    match = Match(game_of(CIRCLE, circles=False))
    for move in [(1,), (0,)] * 5:
        match.play(move)
    assert match.result() is None
    assert match.plies_left() is None


@pytest.mark.parametrize("circles", [True, False])
def test_every_match_ends_after_the_most_plies(
    monkeypatch: pytest.MonkeyPatch, circles: bool
) -> None:
    """The general limit also ends matches without repetition rule or with a pending ply."""
    monkeypatch.setattr("flipside.rules.match.match.MAX_PLIES", 3)
    game = game_of(CIRCLE, circles=circles)
    if game.repetition is not None:
        waits = replace(game.repetition, pending=lambda position: True)
        game = replace(game, repetition=waits)
    match = Match(game)
    for move in [(1,), (0,), (1,)]:
        assert match.result() is None
        match.play(move)
    assert match.result() == Result(None, "too_long")


def test_a_cap_needs_an_option() -> None:
    match = Match(replace(game_of(CIRCLE, circles=False), repetition=RepetitionAndCap()))
    match.play((1,))
    assert (match.result(), match.plies_left()) == (None, None)


def test_cap_ends_the_match() -> None:
    """ALL-3: the cap ends a match after a number of plies."""
    match = Match(game_of(CIRCLE, circles=True), {"cap": "5"})
    assert match.plies_left() == 5
    for left, move in enumerate([(2,), (3,), (4,), (5,), (6,)]):
        assert match.result() is None
        assert match.plies_left() == 5 - left
        match.play(move)
    assert match.plies_left() == 0
    assert match.result() == Result(None, "cap")
    match.goto_ply(4)
    assert match.plies_left() == 1
    assert match.result() is None


def test_cap_starts_again() -> None:
    """ALL-3: after some plies, counting starts again."""
    match = Match(game_of(CIRCLE, circles=True), {"cap": "5"})
    for move in [(1,), (0,), (2,)]:
        match.play(move)
    assert match.plies_left() == 4


def test_no_cap() -> None:
    match = Match(game_of(CIRCLE, circles=True), {"cap": "off"})
    assert match.plies_left() is None


# -- options and records -------------------------------------------------------------------------


def test_a_match_of_the_most_plies_is_read_and_no_longer_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("flipside.rules.match.match.MAX_PLIES", 3)
    assert after("d3 c3 c4").ply == 3
    match = Match(OTHELLO)
    with pytest.raises(BadRecord) as told:
        match.read_moves("d3 c3 c4 c5")
    assert (told.value.key, told.value.ply) == ("plies", 3)
    assert match.ply == 3


def test_choices_are_filled_in_and_checked() -> None:
    match = Match(OTHELLO, {"start": "parallel"})
    assert match.choices == {"start": "parallel", "corners": "0", "goal": "most"}
    with pytest.raises(BadChoice, match="no option 'bogus'"):
        Match(OTHELLO, {"bogus": "1"})
    with pytest.raises(BadChoice, match="official, open, parallel"):
        Match(OTHELLO, {"start": "bogus"})


def test_record_holds_what_was_undone() -> None:
    match = after("d3 c3 c4", goal="fewest")
    match.goto_ply(1)
    record = match.to_record(("person", "level4"))
    assert record == Record(
        "othello", match.choices, 0, "d3 c3 c4", ply=1, seats=("person", "level4")
    )
    again = replay(record, GAMES)
    assert again.ply == 1
    assert again.names() == ["d3", "c3", "c4"]


def test_record_holds_giving_up() -> None:
    match = after("d3 c3")
    match.resign(1)
    match.goto_ply(1)
    again = replay(match.to_record(), GAMES)
    assert again.ply == 1
    again.goto_ply(2)
    assert again.result() == Result(0, "gave_up")


FALLEN = replace(parse_clock("5+2 5+2"), left=(0, 300_000))

SHORTEST = "e6 f4 e3 f6 g5 d6 e7 f5 c5"


@pytest.mark.parametrize(
    ("record", "key", "word", "ply"),
    [
        (Record("chess"), "game", "chess", 0),
        (Record("othello", {"start": "closed"}), "choice", "option start", 0),
        (Record("othello", {"start": "open", "corners": "1"}), "choice", "option corners=1", 0),
        (Record("othello", moves="d3 d3"), "move", "d3", 2),
        (Record("othello", moves="d3 hello"), "move", "hello", 2),
        (Record("othello", moves=SHORTEST + " a1"), "over", "a1", 10),
        (Record("othello", moves="d3 c3", ply=3), "line", "at 3", 0),
        (Record("othello", moves=SHORTEST, resigned=0), "line", "gave-up 0", 0),
        (Record("othello", moves=SHORTEST, clock=FALLEN), "line", "left 0.000", 0),
        (Record("othello", moves="d3", resigned=0, clock=FALLEN), "line", "left 0.000", 0),
    ],
)
def test_records_that_do_not_fit(record: Record, key: str, word: str, ply: int) -> None:
    with pytest.raises(BadRecord) as caught:
        replay(record, GAMES)
    assert caught.value.key == key
    assert caught.value.word.startswith(word)
    assert caught.value.ply == ply
    assert str(caught.value)


def test_forced_pass_is_made_only_when_forced() -> None:
    """ALL-1: the program makes a forced pass once."""
    match = after("d3")
    assert not match.pass_if_forced()
    passing = after(around_a_pass()[0])
    assert passing.pass_if_forced()
    assert passing.names()[-1] == "pass"
    assert not passing.pass_if_forced()


def at_a_pass(game: AnyGame = OTHELLO) -> Match:
    """Return a match in which a player must pass."""
    match = Match(game)
    match.read_moves(around_a_pass()[0])
    assert match.position.moves() == [PASS]
    return match


def test_nobody_passes_after_giving_up() -> None:
    match = at_a_pass()
    match.resign(0)
    before = len(match.moves)
    assert not match.pass_if_forced()
    assert len(match.moves) == before
    assert match.result() == Result(1, "gave_up")


def test_nobody_passes_once_the_cap_is_reached() -> None:
    def capped(plies: int) -> AnyGame:
        ending = RepetitionAndCap[Othello](
            cap_of=lambda choices: plies,
            counts=lambda position, move: True,
            verdict=lambda position, reason: Result(None, reason),
        )
        return replace(OTHELLO, repetition=ending)

    plies = len(at_a_pass().moves)
    match = at_a_pass(capped(plies))
    assert match.result() == Result(None, "cap")
    assert not match.pass_if_forced()
    assert len(match.moves) == plies
    assert at_a_pass(capped(plies + 1)).pass_if_forced()


# -- chance --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "order"),
    [
        (0, [0, 6, 3, 5, 1, 7, 11, 9, 2, 4, 8, 10]),
        (1, [8, 11, 4, 0, 5, 6, 10, 3, 2, 7, 9, 1]),
        (2026, [8, 4, 6, 9, 2, 3, 11, 0, 7, 10, 5, 1]),
    ],
)
def test_shuffled_is_the_same_for_ever(seed: int, order: list[int]) -> None:
    """Saved matches depend on this order, so it must never change."""
    items = tuple(range(12))
    assert shuffled(items, Random(seed)) == order
    assert items == tuple(range(12))


def test_shuffled_uses_nothing_but_random() -> None:
    class Counted(Random):
        calls = 0

        def random(self) -> float:
            Counted.calls += 1
            return super().random()

        def getrandbits(self, k: int) -> int:
            raise AssertionError("only random() is the same in every version")

    assert sorted(shuffled("abcdef", Counted(3))) == list("abcdef")
    assert Counted.calls == 5
    assert shuffled([], Random(1)) == []
    assert shuffled(["one"], Random(1)) == ["one"]


def test_every_order_comes_up() -> None:
    random = Random(7)
    orders = {tuple(shuffled("abc", random)) for _ in range(200)}
    assert len(orders) == 6


@pytest.mark.parametrize(
    ("plies", "people", "ply"),
    [
        (0, (True, True), None),
        (0, (False, False), None),
        (3, (False, False), 2),
        (3, (True, True), 2),
        (3, (True, False), 2),
        (3, (False, True), 1),
        (1, (False, True), None),
    ],
)
def test_the_last_decision_of_a_person(
    plies: int, people: tuple[bool, bool], ply: int | None
) -> None:
    match = Match(OTHELLO)
    match.read_moves(" ".join(["d3", "c3", "c4"][:plies]))
    assert undo_target(match, people) == ply
