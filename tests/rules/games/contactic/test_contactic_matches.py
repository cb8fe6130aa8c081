"""Tests of Contactic in random matches with every option: rules, hidden tiles, stories, records."""

from dataclasses import replace
from random import Random

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import WIN
from flipside.rules.games.contactic import CONTACTIC
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.match import record as notation
from flipside.rules.match.match import Match, replay
from tests.rules.games.contactic.positions import Naive, every_option, names, opened, walk
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
    """CT-7, CT-11: cells beside the board have names, and what a picture marks can be tapped."""
    text = texts_of("contactic")
    board = CONTACTIC.board(CONTACTIC.choices({"referee": "off"}))
    kinds = zip(board.names, board.kinds, strict=True)
    assert {name for name, kind in kinds if kind == "beside"} <= text["en"]["cell"].keys()
    for picture in text["pictures"].values():
        match = Match(CONTACTIC, picture.get("options"), picture.get("seed", 0))
        match.read_moves(picture["moves"])
        for cell in picture.get("marked", []):
            assert any(match.board.names[move[0]] == cell for move in match.position.moves())
