"""Tests of the contract of `Position` and `Game` in random matches of every game."""

from random import Random

import pytest

from flipside.rules.catalogue import GAMES
from flipside.rules.contract.board import Board
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import (
    FORCED_WIN,
    PASS,
    WIN,
    Move,
    Position,
    moves_to_end,
    plies_to_end,
    ply_adjusted,
)
from flipside.rules.contract.story import (
    Beat,
    Flip,
    Pieces,
    Place,
    Remove,
    Rotate,
    Slide,
    apply_beat,
    reversed_story,
)
from flipside.rules.match.match import Match, replay
from flipside.rules.match.record import Record, parse_moves, parse_record, record_text
from tests.rules.engine.near_cap import GAMES_WITH_CAP, capped
from tests.rules.games.random_matches import (
    CASES,
    LONGEST,
    Case,
    bound,
    case_name,
    matches,
    pick,
    play_on,
    variants,
)

EVERY = 24
"""One ply in so many gets the expensive checks."""

each_variant = pytest.mark.parametrize("case", CASES, ids=case_name)


def number_of_matches(case: Case, long: bool) -> int:
    """Return the number of matches per variant: 2,000 or 60 for all variants of a game."""
    return -(-(2_000 if long else 60) // len(variants(case[0])))


@each_variant
def test_promises_are_kept(case: tuple[AnyGame, dict[str, str]], long: bool) -> None:
    """Random matches are played to their end. `check_closely` is called at one of EVERY plies."""
    for match, random in matches(*case, number_of_matches(case, long)):
        while match.result() is None and len(match.moves) < bound(match):
            position = match.position
            before = position.pieces()
            check_moves(position, match.board)
            if random.random() < 1 / EVERY:
                check_closely(position, match, random)
            play_on(match, random)
            assert position.pieces() == before, "the position was changed"
            check_story(position, match.moves[-1], match.position)
        assert len(match.moves) < LONGEST, "the match does not end"
        check_end(match)
        check_record(match, random)


def check_moves(position: Position, board: Board) -> None:
    """Check that there are moves on cells of the board, and that none is a prefix of another."""
    moves = position.moves()
    assert moves, "no move although the match goes on"
    assert len(set(moves)) == len(moves)
    assert list(moves) == list(position.moves()), "the order of moves is not fixed"
    legal = set(moves)
    for move in moves:
        assert all(0 <= cell < len(board.names) for cell in move)
        assert not any(move[:length] in legal for length in range(1, len(move)))
    assert position.turn in (0, 1)


def check_closely(position: Position, match: Match, random: Random) -> None:
    """Check names, marks, hidden information, the evaluation and the stories of all moves."""
    key = hash(position)
    check_names(position)
    check_marks(position, match.board, random)
    check_imagined(position, random)
    check_worth(position, match)
    for move in position.moves():
        check_story(position, move, position.play(move))
    assert hash(position) == key
    after = {position.play(move) for move in position.moves()}
    assert len({hash(one) for one in after}) == len(after)
    assert len(position.pieces()) == len(match.board.names)


def check_story(position: Position, move: Move, after: Position) -> None:
    """Check that a story leads from the pieces before a move to those after it, and back."""
    story = position.story(move)
    pieces = position.pieces()
    for beat in story:
        check_beat(pieces, beat)
        pieces = apply_beat(pieces, beat)
        assert all(step.after >= 0 for step in beat)
    assert pieces == after.pieces()
    for beat in reversed_story(story):
        check_beat(pieces, beat)
        pieces = apply_beat(pieces, beat)
    assert pieces == position.pieces()


def check_beat(pieces: Pieces, beat: Beat) -> None:
    """Check that every step is possible, and that no cell is the target of two steps."""
    slides = [step for step in beat if isinstance(step, Slide)]
    removed = [step.cell for step in beat if isinstance(step, Remove)]
    left = {step.source for step in slides} | set(removed)
    targets = [step.target if isinstance(step, Slide) else step.cell for step in beat]
    assert len(targets) == len(set(targets)), beat
    assert all(pieces[step.source] is not None for step in slides), beat
    for step, target in zip(beat, targets, strict=True):
        if isinstance(step, Place | Slide):
            assert pieces[target] is None or target in left, f"{target} is taken: {step}"
        elif isinstance(step, Flip | Rotate):
            assert pieces[target] == step.old, f"not there to turn: {step}"
            assert target not in left
        else:
            assert pieces[target] == step.piece, f"not there to remove: {step}"


def check_names(position: Position) -> None:
    """Check that names are unique words, and that upper and lower case are parsed as the move."""
    names = [position.name(move) for move in position.moves()]
    assert len(set(names)) == len(names)
    for move, name in zip(position.moves(), names, strict=True):
        assert name.split() == [name]
        assert parse_moves(position, name) == (move, len(name))
        assert parse_moves(position, name.upper()) == (move, len(name))
        assert move != PASS or (name == "pass" and len(names) == 1)


def check_marks(position: Position, board: Board, random: Random) -> None:
    """Check that marks refer to cells and colours of the board, also after first taps."""
    move = pick(position.moves(), random)
    for length in range(len(move) + 1):
        for mark in position.marks(move[:length]):
            assert mark.cells
            assert all(0 <= cell < len(board.names) for cell in mark.cells)
    assert position.prompt()


def seen(position: Position) -> list[object]:
    """Return everything that is visible of a position."""
    first = [position.marks(move[:1]) for move in position.moves()]
    public = position.result(), position.points(), position.tallies(), position.prompt()
    return [position.turn, position.colours, position.pieces(), position.to_dict(), *public, first]


def check_imagined(position: Position, random: Random) -> None:
    """Check that `determinize` changes only hidden information."""
    before = seen(position)
    imagined = position.determinize(random)
    assert list(imagined.moves()) == list(position.moves())
    assert seen(imagined) == before
    assert seen(position) == before
    imagined.play(pick(imagined.moves(), random))


def check_worth(position: Position, match: Match) -> None:
    """Check that the static evaluation is an integer below all forced ends."""
    value = match.game.engine.static_score(position)
    assert type(value) is int
    assert -FORCED_WIN < value < FORCED_WIN


def check_end(match: Match) -> None:
    """Check that a finished position has no moves, and that announced scores are integers."""
    if match.position.result() is not None:
        assert list(match.position.moves()) == []
        assert match.position.to_dict()
    if match.game.announced_score is not None and match.result() is not None:
        assert all(type(points) is int for points in match.game.announced_score(match.position))


def check_record(match: Match, random: Random) -> None:
    """Check that a record restores the match at any ply."""
    match.goto_ply(int(random.random() * (len(match.moves) + 1)))
    record = match.to_record(("person", "level1"))
    assert parse_record(record_text(record)) == record
    again = replay(parse_record(record_text(record)), {match.game.key: match.game})
    assert (again.ply, again.moves, again.choices) == (match.ply, match.moves, match.choices)
    assert again.position == match.position
    end = len(match.moves)
    assert again.position_at(end).pieces() == match.position_at(end).pieces()


@each_variant
def test_same_seed_same_match(case: tuple[AnyGame, dict[str, str]]) -> None:
    """Two matches with the same seed and the same moves have the same positions."""
    game, given = case
    for match, random in matches(game, given, 2):
        twin = Match(game, match.choices, match.seed)
        for _ in range(30):
            assert twin.position == match.position
            assert twin.position.pieces() == match.position.pieces()
            if match.result() is not None:
                break
            play_on(match, random)
            twin.play(match.moves[-1])


@each_variant
def test_passes_may_be_left_out(case: tuple[AnyGame, dict[str, str]]) -> None:
    """ALL-1: a transcript without forced passes gives the same match."""
    game, given = case
    for match, random in matches(game, given, 3):
        spoken = []
        while match.result() is None and len(match.moves) < bound(match):
            forced = tuple(match.position.moves()) == (PASS,)
            play_on(match, random)
            if not forced:
                spoken.append(match.names()[-1])
        moves = " ".join(spoken)
        record = Record(game.key, match.choices, match.seed, moves)
        again = replay(record, {game.key: game})
        while again.pass_if_forced():
            pass
        assert again.moves == match.moves


@each_variant
def test_finished_match_takes_no_more_moves(case: tuple[AnyGame, dict[str, str]]) -> None:
    """After the end, moves and resignations are refused."""
    game, given = case
    match, random = next(matches(game, given, 1))
    while match.result() is None and len(match.moves) < bound(match):
        play_on(match, random)
    if match.result() is not None:
        with pytest.raises(ValueError, match="over"):
            match.play(PASS)
        with pytest.raises(ValueError, match="over"):
            match.resign(0)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_lines_end_as_the_match_does(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """The history agrees with the match at every ply, with a low cap or the general limit."""
    reasons = set[str]()
    for seed in range(30):
        random = Random(seed)
        short = capped(game, 5 + seed) if game.key in GAMES_WITH_CAP and seed % 3 else game
        match = Match(short, pick(variants(game), random), seed)
        monkeypatch.setattr(
            "flipside.rules.match.match.MAX_PLIES", 5_000 if match.history().cap else 90
        )
        start = int(random.random() * 80)
        history = match.history()
        while match.result() is None:
            assert history.result() is None
            play_on(match, random)
            move = match.moves[-1]
            history = match.history() if match.ply < start else history.extended(move)
            assert history.plies_to_cap == match.history().plies_to_cap
        assert history.result() == match.result()
        assert list(history) == list(match.history())
        reasons |= {result.reason for result in (history.result(),) if result is not None}
    capped_ends = [reason for reason in reasons if reason.startswith("cap")]
    assert bool(capped_ends) == (game.key in GAMES_WITH_CAP), reasons


EARLIER = [
    (WIN, 3, WIN - 3),
    (WIN - 5, 1, WIN - 6),
    (-WIN, 3, 3 - WIN),
    (5 - WIN, 1, 6 - WIN),
    (FORCED_WIN, 1, FORCED_WIN - 1),
    (-FORCED_WIN, 1, 1 - FORCED_WIN),
    (FORCED_WIN - 1, 3, FORCED_WIN - 1),
    (1 - FORCED_WIN, 3, 1 - FORCED_WIN),
    (0, 3, 0),
    (-70, 3, -70),
]


@pytest.mark.parametrize(("value", "plies", "earlier"), EARLIER)
def test_a_forced_end_is_farther_from_an_earlier_moment(
    value: int, plies: int, earlier: int
) -> None:
    assert ply_adjusted(value, plies) == earlier


@pytest.mark.parametrize("value", [WIN - 9, 9 - WIN, 70, -70, 0])
def test_sooner_and_later_undo_each_other(value: int) -> None:
    assert ply_adjusted(ply_adjusted(value, 4), -4) == value


ENDS = [
    (WIN - 1, 1, 1),
    (WIN - 2, 2, 1),
    (WIN - 3, 3, 2),
    (1 - WIN, 1, 1),
    (2 - WIN, 2, 1),
    (3 - WIN, 3, 2),
    (4 - WIN, 4, 2),
    (FORCED_WIN, WIN - FORCED_WIN, (WIN - FORCED_WIN) // 2),
    (FORCED_WIN - 1, None, None),
    (1 - FORCED_WIN, None, None),
    (0, None, None),
]


@pytest.mark.parametrize(("value", "plies", "moves"), ENDS)
def test_plies_and_own_moves_to_an_end(value: int, plies: int | None, moves: int | None) -> None:
    """The last ply of a win may be the opponent's."""
    assert plies_to_end(value) == plies
    assert moves_to_end(value) == moves
