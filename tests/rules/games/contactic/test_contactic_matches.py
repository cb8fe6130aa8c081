"""Tests of Contactic in random matches with every option: rules, hidden tiles, stories, records."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.game import BadChoice
from flipside.rules.contract.position import WIN
from flipside.rules.contract.story import apply_beat, reversed_story
from flipside.rules.games.contactic import CONTACTIC
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.match import record as notation
from flipside.rules.match.match import Match, replay
from flipside.rules.match.record import parse_moves
from tests.rules.games.contactic.positions import EVERY, Naive, every_option, names, opened, walk
from tests.rules.games.contactic.reference_evaluation import evaluate
from tests.texts import texts_of


@every_option
def test_agrees_with_the_naive_referee(given: dict[str, str]) -> None:
    """CT-5 to CT-11: moves, turns, piles, points and ends agree with independent rules."""
    for seed in (11, 12, 13):
        naive = Naive(opened(seed, **given), CONTACTIC.choices(given))
        for position, move in walk(seed, **given):
            assert set(names(position)) == naive.legal()
            assert (position.turn, position.to_dict()) == (naive.turn, naive.show())
            assert position.points() == (naive.points(0), naive.points(1))
            naive.play(position.name(move))
        end = position.play(move)
        assert naive.over()
        assert end.points() == (naive.points(0), naive.points(1))


def public(position: Contactic) -> dict[str, object]:
    """Return everything that players and the screen can see."""
    moves = position.moves()
    asked: dict[str, object] = {
        "moves": moves,
        "names": [position.name(move) for move in moves],
        "pieces": position.pieces(),
        "result": position.result(),
        "score": position.points(),
        "tallies": position.tallies(),
        "marks": [position.marks(move[:taps]) for move in moves for taps in (0, 1)],
        "prompt": position.prompt(),
        "show": position.to_dict(),
        "turn": position.turn,
        "imagined": position.determinize(Random(7)),
    }
    if position.result() is None:
        asked["judge"] = CONTACTIC.engine.static_score(position)
    return asked


@every_option
def test_hidden_order_decides_nothing(given: dict[str, str]) -> None:
    """CT-3: positions that differ only in the hidden order look the same to everybody."""
    random, different = Random(5), 0
    for ply, (position, move) in enumerate(walk(21, **given)):
        if ply % 6 == 0:
            twin = position.determinize(random)
            different += twin != position
            assert public(twin) == public(position)
            after, other = position.play(move), twin.play(move)
            assert after.tile_map == other.tile_map
            assert after.points() == other.points()
    assert different > 8


@every_option
def test_imagine_deals_main_piles_only(given: dict[str, str]) -> None:
    """CT-3: main piles keep their kinds. Known tiles, dead and leftover tiles stay."""
    for position, _ in walk(22, **given):
        twin = position.determinize(Random(1))
        assert replace(twin, piles=position.piles) == position
        for own, other in zip(position.piles, twin.piles, strict=True):
            assert own.kinds() == other.kinds()
            assert (own.leftover, own.dead) == (other.leftover, other.dead)


@every_option
def test_stories(given: dict[str, str]) -> None:
    """CT-3, CT-7, CT-11: every story ends with the pieces after the move, and undoes itself."""
    random, longest = Random(3), 0
    for seed in (31, 32):
        for position, made in walk(seed, **given):
            moves = position.moves()
            for move in (made, moves[0], moves[-1], moves[int(random.random() * len(moves))]):
                story = position.story(move)
                longest = max(longest, len(story))
                before, after = position.pieces(), position.play(move).pieces()
                pieces = before
                for beat in story:
                    assert beat
                    pieces = apply_beat(pieces, beat)
                assert pieces == after
                for beat in reversed_story(story):
                    pieces = apply_beat(pieces, beat)
                assert pieces == before
    assert longest <= 3


@every_option
def test_names_and_taps(given: dict[str, str]) -> None:
    """CT-6, CT-11: names are unique and are read back; no move is the beginning of another."""
    for position, _ in walk(41, **given):
        moves = position.moves()
        assert len(set(names(position))) == len(moves) == len(set(moves))
        for one, other in pairwise(sorted(moves)):
            assert not one or other[: len(one)] != one
        for move in moves[::7]:
            found = parse_moves(position, position.name(move))
            assert found == (move, len(position.name(move)))


@every_option
def test_records(given: dict[str, str]) -> None:
    """CT-3, CT-11: a record restores a whole match, including the hidden order."""
    match = Match(CONTACTIC, given, seed=51)
    for _, move in walk(51, **given):
        match.play(move)
    assert match.result() is not None
    again = replay(notation.parse_record(notation.record_text(match.to_record())), BY_KEY)
    assert again.position == match.position
    assert again.names() == match.names()
    assert hash(again.position) == hash(match.position)
    left_out = " ".join(word for word in match.names() if word != "pass")
    if match.choices["referee"] == "on":
        short = Match(CONTACTIC, given, seed=51)
        short.read_moves(left_out)
        while short.pass_if_forced():
            pass
        assert short.names() == match.names()
        assert short.result() == match.result()


def test_options() -> None:
    """ALL-2, CT-2, CT-4, CT-6, CT-11, CT-12: these values are offered, others refused."""
    offered = {option.key: option.values for option in CONTACTIC.options}
    assert offered == {
        "mix": ("equal", "proportional"),
        "board": ("11x11", "13x13", "15x7", "13x9"),
        "turn": ("on", "off"),
        "referee": ("on", "off"),
        "first": ("lots", "orange", "green"),
    }
    for key, values in offered.items():
        assert {given.get(key, values[0]) for given in EVERY} == set(values)
        with pytest.raises(BadChoice):
            CONTACTIC.choices({key: "other"})


def test_who_begins() -> None:
    """ALL-2, CT-12: the seed chooses who begins, or the option does."""
    assert opened(1, first="orange").colours == ("orange", "green")
    assert opened(1, first="green").colours == ("green", "orange")
    drawn = [opened(seed).colours[0] for seed in range(60)]
    assert drawn == [opened(seed, first="lots").colours[0] for seed in range(60)]
    assert 15 < drawn.count("orange") < 45


def test_a_seed_draws_the_same_lots_for_ever() -> None:
    """CT-12: saved matches depend on the colours that a seed chooses."""
    drawn = "".join(opened(seed).colours[0][0] for seed in range(12))
    assert drawn == "oogoogooggog"


def test_a_record_says_what_was_agreed() -> None:
    """CT-12: the colour in a record counts, not the one that its seed would choose."""
    for first in ("orange", "green", "lots"):
        for seed in range(6):
            record = Match(CONTACTIC, {"first": first}, seed).to_record()
            assert record.choices["first"] == first
            again = replay(notation.parse_record(notation.record_text(record)), BY_KEY)
            assert again.position == opened(seed, first=first)
            assert first in ("lots", again.position.colours[0])


def test_judge_sees_more_than_chance() -> None:
    """CT-10: a player with the best evaluation after one ply beats random moves clearly."""
    for seed, side in ((1, 0), (2, 1)):
        position, random = opened(seed), Random(seed)
        while position.result() is None:
            moves = position.moves()
            if position.turn == side and len(moves) > 1:
                position = min((position.play(move) for move in moves), key=worth)
            else:
                position = position.play(moves[int(random.random() * len(moves))])
        score = position.points()
        assert score[side] >= score[1 - side] + 10


def worth(position: Contactic) -> int:
    return 0 if position.result() is not None else evaluate(position)


def test_judge_is_below_a_win() -> None:
    """CT-10: evaluations are far below a win, and 0 at the start."""
    for position, _ in walk(61):
        assert abs(evaluate(position)) < WIN // 10
    assert evaluate(opened(1)) == 0


def test_texts() -> None:
    """CT-7, CT-10, CT-11: everything visible has a text, including the neutral piece and cells
    beside the board. Marked cells of pictures can be tapped."""
    text = texts_of("contactic")
    for table, keys in used_keys().items():
        assert keys <= text["en"][table].keys(), table
    for picture in text["pictures"].values():
        match = Match(CONTACTIC, picture.get("options"), picture.get("seed", 0))
        match.read_moves(picture["moves"])
        for cell in picture.get("marked", []):
            assert any(match.board.names[move[0]] == cell for move in match.position.moves())


def used_keys() -> dict[str, set[str]]:
    """Return the text keys that occur in random matches."""
    used: dict[str, set[str]] = {"prompt": set(), "tally": set(), "reason": set(), "colour": set()}
    for given in EVERY:
        steps = list(walk(71, **given))
        used["prompt"] |= {position.prompt() for position, _ in steps}
        position, move = steps[-1]
        used["tally"] |= {tally.key for tally in position.tallies()[0]}
        used["colour"] |= {piece.colour for piece in position.pieces() if piece}
        result = position.play(move).result()
        assert result is not None
        used["reason"].add(result.reason)
    board = CONTACTIC.board(CONTACTIC.choices({"referee": "off"}))
    used["cell"] = {
        name for name, kind in zip(board.names, board.kinds, strict=True) if kind == "beside"
    }
    return used
