"""Tests of position texts: round trips, faults, and matches that begin with them."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flipside.rules.catalogue import BY_KEY, FORMATS, GAMES
from flipside.rules.cli.commands import perft
from flipside.rules.contract.diagram import (
    GENERAL_FAULTS,
    BadPosition,
    PositionDiagram,
    cleared_diagram,
    diagram_text,
    fault_of,
    fault_sentence,
    mirrored_diagram,
    parse_diagram,
    position_from,
    write_position,
)
from flipside.rules.contract.game import AnyGame, BadChoice, Choices
from flipside.rules.contract.position import PASS
from flipside.rules.engine.search import level_of, search
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import MIXES, TILE_KINDS, tile_name
from flipside.rules.games.switch import TABLE
from flipside.rules.games.switch.engine.table import tablebase_scores
from flipside.rules.games.switch.position import PlayingPhase, Switch
from flipside.rules.match.any_text import read_any
from flipside.rules.match.link import fragment, read_link
from flipside.rules.match.match import Match, replay
from flipside.rules.match.record import BadRecord, parse_record, record_text
from tests.of_type import of_type
from tests.rules.contract.test_contract import (
    check_closely,
    check_end,
    check_moves,
    check_record,
    check_story,
)
from tests.rules.games.random_matches import (
    CASES,
    Case,
    bound,
    case_name,
    matches,
    pick,
    play_on,
    played,
)
from tests.rules.games.random_positions import parse_position, random_starts

each_variant = pytest.mark.parametrize("case", CASES, ids=case_name)

OTHELLO = "-----------------X---------OX------XO-------OX------------------ O"


def fault(key: str, text: str, **given: str) -> tuple[str, str, int, str]:
    """Return the key and values of the fault of an invalid text."""
    game = BY_KEY[key]
    with pytest.raises(BadPosition) as wrong:
        parse_position(game, game.choices(given), text)
    one = wrong.value
    told = fault_of(game, game.choices(given), one)
    sentence = fault_sentence(game, told)
    assert sentence.endswith(".")
    assert "{" not in sentence
    return one.key, one.word, one.count, str(told.values["cells"])


# -- round trips -----------------------------------------------------------------------------------


@each_variant
def test_positions_of_matches_come_back(case: Case) -> None:
    """Text and position survive a round trip. Hidden information may be dealt differently, and the
    first player may have another colour."""
    for match, random in matches(*case, 3):
        game = match.game
        choices = game.choices_for_diagrams(match.choices)
        while match.result() is None and len(match.moves) < min(120, bound(match)):
            position = match.position
            text = write_position(game, match.choices, position)
            if text is not None:
                again = parse_position(game, choices, text, random)
                assert write_position(game, choices, again) == text
                assert again.pieces()[:25] == position.pieces()[:25]
                if again.colours == position.colours and game.key != "contactic":
                    assert again == position
                names = sorted(map(position.name, position.moves()))
                assert sorted(map(again.name, again.moves())) == names
            play_on(match, random)


@each_variant
def test_promises_are_kept_from_any_position(case: Case) -> None:
    """The contract holds in matches from random positions. Record and link restore them."""
    game, given = case
    for match, text in random_starts(game, given, 4):
        random = Random(match.seed)
        assert write_position(game, match.choices, match.position_at(0)) is not None
        check_closely(match.position, match, random)
        while match.result() is None and len(match.moves) < min(150, bound(match)):
            check_moves(match.position, match.board)
            before = match.position
            play_on(match, random)
            check_story(before, match.moves[-1], match.position)
        check_end(match)
        match.goto_ply(0)
        check_record(match, random)
        there, _ = read_link(fragment(match, match.to_record()), BY_KEY)
        assert there.start == match.start == replay(match.to_record(), BY_KEY).start
        assert (
            there.position_at(len(match.moves)).pieces()
            == match.position_at(len(match.moves)).pieces()
        )
        assert text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_search_runs_from_any_position(game: AnyGame) -> None:
    for match, _ in random_starts(game, {}, 4):
        limit = level_of("depth2").fitted(game).limit
        *_, info = search(match.position, game, limit, Random(1), match.history())
        assert info.move in match.legal()


def test_the_tablebase_of_switch_answers_from_any_position() -> None:
    """The tablebase has a score for every move."""
    for match, _ in random_starts(BY_KEY["switch"], {}, 20):
        scores = tablebase_scores(TABLE, of_type(Switch, match.position))
        assert scores is not None
        assert set(scores) == set(match.legal())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_an_editor_needs_no_more_than_the_data(game: AnyGame) -> None:
    """A position drawn sign by sign on a cleared board, with words, equals the original."""
    rules = game.diagrams
    assert rules is not None
    for match, _ in random_starts(game, {}, 3):
        wanted = rules.diagram(match.position)
        signs = list(cleared_diagram(game, match.choices).symbols)
        for cell, pieces in enumerate(rules.cell_symbols(match.choices)):
            assert wanted.symbols[cell] in "".join(pieces)
            signs[cell] = wanted.symbols[cell]
            assert rules.piece_of(cell, signs[cell]) == match.position.pieces()[cell]
        words: tuple[str, ...] = ()
        for word in wanted.fields:
            one = rules.choices(match.choices, PositionDiagram("".join(signs), words))[len(words)]
            assert word in one.values or one.several
            words += (word,)
        built = position_from(
            game, match.choices, PositionDiagram("".join(signs), words), Random(match.seed)
        )
        assert write_position(game, match.choices, built) == write_position(
            game, match.choices, match.position
        )


@each_variant
def test_a_mirrored_position_is_one_and_plays_alike(case: Case) -> None:
    """The mirrored position has the same perft numbers. Mirroring it again gives the original."""
    game, given = case
    for match, _ in random_starts(game, given, 5):
        diagram = parse_diagram(game, match.choices, match.start)
        mirrored = mirrored_diagram(game, match.choices, diagram)
        assert mirrored_diagram(game, match.choices, mirrored) == diagram
        other = position_from(game, match.choices, mirrored, Random(match.seed))
        assert perft(other, 1) == perft(match.position, 1)
        if game.key != "contactic":
            assert perft(other, 2) == perft(match.position, 2)


def test_a_mirror_turns_doors_tiles_and_names() -> None:
    for key, options, text, wanted in (
        (
            "flipop",
            {},
            "WWWW...........B....BBBB. EEESNESSNNWSNWWW W a4-a3",
            ".WWWW..............B.BBBB SWWWSSWNSENNEEEN W e4-e3",
        ),
        (
            "contactic",
            {},
            f"{'.' * 60}+M{'.' * 59} G 1110",
            f"{'.' * 59}J+{'.' * 60} G 1110",
        ),
        (
            "contactic",
            {"turn": "off"},
            f"{'.' * 60}+M{'.' * 59} G 1110 - 1100,0001 - 0010,1001",
            f"{'.' * 59}J+{'.' * 60} G 1011 - 1001,0100 - 0010,1100",
        ),
    ):
        game = BY_KEY[key]
        choices = game.choices(options)
        diagram = parse_diagram(game, choices, text)
        assert diagram_text(game, choices, mirrored_diagram(game, choices, diagram)) == wanted


def test_texts_are_as_documented() -> None:
    for key, text in (
        ("othello", OTHELLO),
        ("othello", f"{'-' * 27}O{'-' * 36} X opening"),
        ("flipflop", "DLLDDLLDDLDLDLDLLDLDLDLDDLLLLDDLDDLDLLDLLDDLDLDDLLDLDLLDDLDLDLLL L a1"),
        ("switch", "DLDLDLDLDLDL.LDLDLDLDLDLD L"),
        ("flipop", ".WWWW.....W.....B...BB.BB EEESNESSNNWSNWWW B a3-a2"),
        ("contactic", f"{'.' * 49}P{'.' * 10}+{'.' * 60} G 1110 - 1100 - 1111"),
    ):
        game = BY_KEY[key]
        if key == "contactic":
            text = f"{'.' * 60}+P{'.' * 59} G 1110 - 1100 - 1111"
            assert fault(key, text.replace("P", "A"))[0] == "fits"
        choices = game.choices({})
        assert write_position(game, choices, parse_position(game, choices, text)) == text


def test_other_signs_are_read() -> None:
    game, choices = BY_KEY["othello"], BY_KEY["othello"].choices({})
    wanted = parse_position(game, choices, OTHELLO)
    rows = "\n".join(OTHELLO[row : row + 8] for row in range(0, 64, 8))
    for text in (
        OTHELLO.lower(),
        OTHELLO.replace("X", "*").replace("-", "."),
        f"{rows} white",
        OTHELLO[:64].replace("X", "●").replace("O", "○") + "w",
    ):
        assert parse_position(game, choices, text) == wanted


# -- faults ----------------------------------------------------------------------------------------


def test_faults_of_othello() -> None:
    assert fault("othello", "") == ("signs", "", 0, "")
    assert fault("othello", OTHELLO[:63]) == ("signs", "", 63, "")
    assert fault("othello", f"{OTHELLO[:64]}---- X") == ("signs", "", 68, "")
    assert fault("othello", f"{OTHELLO[:63]} O") == ("signs", "", 63, "")
    assert fault("othello", OTHELLO[:64]) == ("turn", "X, O", 0, "")
    assert fault("othello", f"{OTHELLO[:64]} -") == ("turn", "X, O", 0, "")
    assert fault("othello", f"{OTHELLO} d4") == ("word", "d4", 0, "")
    assert fault("othello", f"{'X' * 32}{'-' * 32} X") == ("over", "", 0, "")


def test_faults_of_flipflop() -> None:
    assert fault("flipflop", f"{'D' * 8}{'L' * 8}{'.' * 48} D") == ("over", "", 0, "")
    lines = f"{'D' * 8}{'L' * 8}{'.' * 48} D"
    assert parse_position(BY_KEY["flipflop"], BY_KEY["flipflop"].choices({"lines": "late"}), lines)
    assert fault("flipflop", f"DDL{'.' * 61} D") == ("laying", "1", 2, "")
    assert fault("flipflop", f"DDL{'.' * 61} L d4") == ("banned", "d4", 0, "")
    mixed = "DLDLLDLD" * 4 + "LDLDDLDL" * 4
    assert fault("flipflop", f"{mixed} D a1") == ("banned", "a1", 0, "")
    position = parse_position(BY_KEY["flipflop"], BY_KEY["flipflop"].choices({}), f"{mixed} L a1")
    assert position.ban == 0


def test_faults_of_switch() -> None:
    assert fault("switch", "DDDDDDDDDDDD.LLLLLLLLLLLLL L") == ("signs", "", 26, "")
    assert fault("switch", "DLDLDLDLDLDLDLDLDLDLDLDLD L") == ("twelve", "12", 13, "")
    both = "DDDDDDDDDDDDLLLL.LLLLLLLL D"
    assert fault("switch", both) == ("over", "", 0, "")
    assert fault("switch", "DLDLDLDLDLDL.LDLDLDLDLDLD L d4") == ("word", "d4", 0, "")


def test_a_pending_counter_is_found() -> None:
    """SW-8: the text implies a pending countermove. Without one, the match would be over."""
    game = BY_KEY["switch"]
    match = Match(game)
    match.read_moves("a1-d1 e2-b2 a5-d5 e4-b4 a3-c3 a1-a3 c1-c2")
    assert of_type(PlayingPhase, match.position).must_counter
    text = write_position(game, match.choices, match.position)
    again = Match(game, {}, 0, str(text))
    assert again.position == match.position
    assert of_type(PlayingPhase, again.position).must_counter
    assert fault("switch", str(text), counter="off") == ("over", "", 0, "")
    turned = str(text)[:-1] + ("D" if str(text)[-1] == "L" else "L")
    assert fault("switch", turned) == ("over", "", 0, "")


def test_faults_of_flipop() -> None:
    doors = "EEESNESSNNWSNWWW"
    assert fault("flipop", f"WWWWWW..............BBBBB {doors} W") == ("balls", "5", 6, "")
    assert fault("flipop", f".....................WBBB {doors} W") == ("sign", "W", 0, "b5")
    assert fault("flipop", f"WWWWW...............BBBBB {doors[:-1]}X W") == ("signs", "", 40, "")
    assert fault("flipop", f"WWWWW...............BBBBB {doors} W c3-c2") == ("back", "c3-c2", 0, "")
    twice = f"WWWWW...............BBBBB {doors} W a1-b1,a1-a2"
    assert fault("flipop", twice) == ("back", "a1-b1, a1-a2", 0, "")


def test_balls_that_are_missing_have_left() -> None:
    game = BY_KEY["flipop"]
    text = ".WW.......W.........BB.B. EEESNESSNNWSNWWW B"
    assert parse_position(game, game.choices({}), text).points() == (2, 2)


def test_faults_of_contactic() -> None:
    def board(*tiles: tuple[str, str]) -> str:
        names = BY_KEY["contactic"].board(BY_KEY["contactic"].choices({})).names
        signs = ["."] * 121
        signs[60] = "+"
        for name, sign in tiles:
            signs[names.index(name)] = sign
        return "".join(signs)

    assert fault("contactic", f"{board(('a1', 'A'))} O") == ("apart", "", 0, "a1")
    assert fault("contactic", f"{board(('g6', 'A'))} O") == ("fits", "", 0, "g6")
    assert (
        parse_position(
            BY_KEY["contactic"],
            BY_KEY["contactic"].choices({"referee": "off"}),
            f"{board(('g6', 'a'))} O 1111 - - - - - laid:g6",
        ).last_square
        is not None
    )
    assert fault("contactic", f"{board()} O 1111 again") == ("again", "", 0, "")
    assert fault("contactic", f"{board()} O 0001") == ("word", "0001", 0, "")
    mix = MIXES[BY_KEY["contactic"].choices({})["mix"]]
    tiles = zip(TILE_KINDS, mix, strict=True)
    dead = ",".join(tile_name(kind) for kind, number in tiles for _ in range(number))
    for turn, none_left in (("O", f"{dead} -"), ("G", f"- {dead}")):
        assert fault("contactic", f"{board()} {turn} - - - - {none_left}") == ("hand", "", 0, "")
        assert fault("contactic", f"{board()} {turn} - - - - {dead} {dead}") == ("over", "", 0, "")
    many = ",".join(["1111"] * 10)
    assert fault("contactic", f"{board()} O 1111 - {many}") == ("tiles", "1111", 1, "")
    assert fault("contactic", f"{board()} O 1111 - - - - - laid:g6") == (
        "objection", "laid:g6", 0, "",
    )  # fmt: skip
    for ruling in ("founded:f6", "unfounded:a1", "unfounded:f6", "unfounded:g6"):
        found = fault("contactic", f"{board()} O 1111 - - - - - {ruling}", referee="off")
        assert found == ("objection", ruling, 0, "")


def test_every_fault_has_a_sentence() -> None:
    for game in GAMES:
        for key in GENERAL_FAULTS:
            assert (
                fault_sentence(game, fault_of(game, game.choices({}), BadPosition(key, "x"))) != key
            )


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(GAMES),
    st.text(st.sampled_from("-.+XOxo*DLWBNESWAaPp G1,:ab2-3"), max_size=140),
    st.text(st.sampled_from("XODLWBG-,:01 abc123"), max_size=30),
)
def test_any_text_is_a_position_or_has_a_fault(game: AnyGame, noise: str, words: str) -> None:
    """The text is random, or a valid position with random words at its end."""
    choices = game.choices({})
    start, sentences = write_position(game, choices, Match(game).position), []
    for text in (noise, f"{start} {words}", f"{str(start).rpartition(' ')[0]} {words}"):
        try:
            position = parse_position(game, choices, text)
        except BadPosition as wrong:
            sentences.append(fault_sentence(game, fault_of(game, choices, wrong)))
        else:
            again = write_position(game, choices, position)
            assert parse_position(game, choices, str(again)).pieces()[:25] == position.pieces()[:25]
    assert all(sentence.endswith(".") for sentence in sentences)


def test_a_diagram_without_a_mover_has_a_fault() -> None:
    for game in GAMES:
        with pytest.raises(BadPosition) as wrong:
            position_from(game, game.choices({}), cleared_diagram(game, game.choices({})))
        assert wrong.value.key == "turn"


# -- texts that are found --------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_text_tells_its_game(game: AnyGame) -> None:
    """A position text is read alone or in a list, with and without an open match of any game."""
    starts = [match for match, _ in random_starts(game, {}, 3)]
    for now in (None, *map(Match, GAMES)):
        for texts in (starts[:1], starts):
            found = read_any("\n".join(one.start for one in texts), FORMATS, BY_KEY, now=now)
            assert found is not None
            matches = [one.play() for one in found]
            assert [(one.game, one.start) for one in matches] == [(game, m.start) for m in texts]


def test_a_long_list_is_read_like_its_first_line() -> None:
    """A list is parsed with the options of its first line, and its length is limited."""
    wide = next(random_starts(BY_KEY["contactic"], {"board": "13x9"}, 1))[1]
    calls = Counter[str]()

    def counted(game: AnyGame, choices: Choices, text: str) -> PositionDiagram:
        calls[game.key] += 1
        return parse_diagram(game, choices, text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("flipside.rules.match.any_text.parse_diagram", counted)
        assert len(read_any(f"{wide}\n" * 200, FORMATS, BY_KEY) or ()) == 200
    assert calls.total() < 300
    line = "DLDLDLDLDLDL.LDLDLDLDLDLD D\n"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("flipside.rules.match.any_text.MAX_TEXT_MATCHES", 50)
        assert len(read_any(line * 50, FORMATS, BY_KEY) or ()) == 50
        with pytest.raises(BadRecord, match="too long"):
            read_any(line * 51, FORMATS, BY_KEY)


def test_options_that_a_text_asks_for_are_found() -> None:
    """A text implies options of Contactic, such as the referee and the board. With an open match,
    the options of that match are used."""
    board = next(one for one in BY_KEY["contactic"].options if one.key == "board")
    for options in ({"referee": "off"}, {"board": board.values[1]}):
        match, text = next(random_starts(BY_KEY["contactic"], options, 1))
        if "referee" in options:
            text = f"{'.' * 60}+P{'.' * 59} G 1110 - - - - - laid:g6"
        (one,) = read_any(text, FORMATS, BY_KEY) or ()
        assert one.play().choices == match.choices
        for now in (Match(match.game, match.choices, 5), Match(BY_KEY["flipop"], seed=5)):
            (one,) = read_any(text, FORMATS, BY_KEY, now=now) or ()
            assert one.play().seed == (5 if now.game is match.game else 0), (
                "it deals what is hidden"
            )
    now = Match(BY_KEY["switch"], {"cap": "400"})
    (one,) = read_any("DLDLDLDLDLDL.LDLDLDLDLDLD L", FORMATS, BY_KEY, now=now) or ()
    assert one.play().choices["cap"] == "400"


def test_a_text_with_a_fault_says_so_anywhere() -> None:
    for text, said in (
        ("DLDLDLDLDLDLDLDLDLDLDLDLD L", "twelve"),
        (".WWWW.....W.....B...BB.BB EEESNESSNNWSNWWW B a2-a1", "a2-a1"),
    ):
        (one,) = read_any(text, FORMATS, BY_KEY) or ()
        with pytest.raises(BadRecord, match=said):
            one.play()
    assert read_any("-" * 25, FORMATS, BY_KEY) is None


def test_a_sentence_names_few_of_many_wrong_cells() -> None:
    game = BY_KEY["contactic"]
    signs = "A" * 60 + "+" + "." * 60
    with pytest.raises(BadPosition) as wrong:
        position_from(game, game.choices({}), PositionDiagram(signs, ("O",)))
    assert len(wrong.value.cells) > 8
    said = fault_sentence(game, fault_of(game, game.choices({}), wrong.value))
    assert said.endswith(": a1, b1, c1, d1, e1, f1, g1, …, e6.")


def test_a_torn_line_of_a_list_is_named_and_the_others_are_read() -> None:
    """One invalid line may be at any place. A list with two invalid lines is refused."""
    for game in GAMES:
        (first, good), (_, other) = random_starts(game, {}, 2)
        cells = len(good.split()[0])
        torn = good[: cells // 2] + good[cells // 2 + 1 :]
        for lines in ([torn, good, other], [good, torn, other], [good, other, torn]):
            found = read_any("\n".join(lines), FORMATS, BY_KEY) or ()
            assert len(found) == 3
            for number, (one, line) in enumerate(zip(found, lines, strict=True), 1):
                if line != torn:
                    assert one.play().start == Match(game, first.choices, 0, line).start
                    continue
                with pytest.raises(BadRecord) as wrong:
                    one.play()
                said = wrong.value
                assert said is one.wrong
                assert (said.key, said.word, said.ply) == ("entry", torn[:40], number)


# -- contactic: nothing hidden is told -------------------------------------------------------------


def test_the_seed_shuffles_what_is_hidden() -> None:
    """CT-3: the same text and seed give the same piles; other seeds shuffle them otherwise."""
    game = BY_KEY["contactic"]
    match = played(Match(game, {"first": "green"}, 5), Random(1), 30)
    text = str(write_position(game, match.choices, match.position))
    before = of_type(Contactic, match.position)
    one, same, other = (
        of_type(Contactic, Match(game, {}, seed, text).position) for seed in (1, 1, 2)
    )
    assert one.piles == same.piles != other.piles
    for player, colour in enumerate(one.colours):
        there = before.piles[before.colours.index(colour)]
        assert one.piles[player].kinds() == there.kinds()
    imagined = match.position.determinize(Random(9))
    assert write_position(game, match.choices, imagined) == text


# -- matches that begin anywhere -------------------------------------------------------------------


def test_undo_ends_at_the_start() -> None:
    match = Match(BY_KEY["othello"], {}, 0, OTHELLO)
    assert match.position.turn == 1
    first = match.position
    play_on(match, Random(0))
    match.goto_ply(0)
    assert match.position == first
    with pytest.raises(IndexError):
        match.goto_ply(-1)
    assert match.restarted().position == first


def test_repetition_and_caps_count_from_the_start() -> None:
    """ALL-3, ALL-4, SW-12."""
    text = "DLDLDLDLDLDL.LDLDLDLDLDLD L"
    match = Match(BY_KEY["switch"], {"cap": "100"}, 0, text)
    assert (match.plies_left(), match.occurrences()) == (100, 1)
    play_on(match, Random(0))
    assert match.plies_left() == 99


def test_a_forced_pass_may_be_the_first_ply() -> None:
    """OT-4, ALL-1."""
    text = "XXO-----" + "-" * 56
    match = Match(BY_KEY["othello"], {}, 0, f"{text} O")
    assert tuple(match.legal()) == (PASS,)
    match.read_moves("d1")
    assert match.names() == ["pass", "d1"]


@pytest.mark.parametrize(
    ("key", "given"),
    [
        ("othello", {"corners": "1"}),
        ("othello", {"start": "parallel"}),
        ("flipflop", {"setup": "chess"}),
        ("switch", {"first": "light"}),
        ("switch", {"setup": "placed"}),
        ("contactic", {"first": "orange"}),
    ],
)
def test_options_of_the_opening_do_not_go_with_a_start(key: str, given: dict[str, str]) -> None:
    game = BY_KEY[key]
    match, text = next(random_starts(game, {}, 1))
    assert match.start
    with pytest.raises(BadChoice, match="does not go with a position"):
        Match(game, given, 0, text)
    assert game.choices_for_diagrams(game.choices(given)) == game.choices({})


def test_records_without_a_start_are_as_before() -> None:
    for game in GAMES:
        assert "position" not in record_text(Match(game).to_record())


def test_a_record_with_a_bad_position_says_what_is_wrong() -> None:
    for line in ("position", "position XO X", f"position {OTHELLO[:64]}"):
        with pytest.raises(BadRecord) as wrong:
            replay(parse_record(f"Flipside 1\ngame othello\n{line}\n"), BY_KEY)
        assert wrong.value.key in ("line", "fault")
    assert wrong.value.fault is not None
    assert "who moves" in str(wrong.value)


def test_a_start_is_written_as_it_is_documented() -> None:
    text = f"Flipside 1\ngame othello\nposition {OTHELLO.lower()}\nmoves c3\n"
    with pytest.raises(BadRecord, match="c3"):
        replay(parse_record(text), BY_KEY)
    match = replay(parse_record(text.replace("moves c3\n", "")), BY_KEY)
    assert match.start == OTHELLO
    assert parse_record(record_text(match.to_record())) == match.to_record()
    move = pick(match.legal(), Random(0))
    match.play(move)
    assert replay(match.to_record(), BY_KEY).position == match.position


def test_a_diagram_is_its_text() -> None:
    game, choices = BY_KEY["othello"], BY_KEY["othello"].choices({})
    diagram = parse_diagram(game, choices, OTHELLO)
    assert diagram == PositionDiagram(OTHELLO[:64], ("O",))
    assert diagram_text(game, choices, diagram) == OTHELLO
