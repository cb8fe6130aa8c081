"""Tests of links: short, complete or refused, readable for ever."""

import base64
import zlib
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.games.contactic import CONTACTIC
from flipside.rules.games.flipflop import FLIPFLOP
from flipside.rules.games.othello import OTHELLO
from flipside.rules.match import link
from flipside.rules.match.clock import TimeControl, full_clock
from flipside.rules.match.link import MAX_FRAGMENT_CHARACTERS, fragment, is_link, read_link
from flipside.rules.match.match import Match
from flipside.rules.match.record import MAX_PLIES, BadRecord, Correspondence, parse_correspondence
from tests.rules.games.random_matches import CASES, UNENDING, case_name, endless, matches, played

ADDRESS = "https://example.org/flipside/#"


def assert_comes_through(match: Match, seats: tuple[str, str] | None = None) -> None:
    record = match.to_record(seats)
    again, told = read_link(ADDRESS + fragment(match, record), BY_KEY)
    assert again.to_record(told.seats) == record


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_a_match_comes_through_its_link(case: tuple[AnyGame, dict[str, str]]) -> None:
    for match, random in matches(*case, 2):
        played(match, random, 40).players = "Anna", "Žofie"
        assert_comes_through(match)


def test_everything_of_a_match_comes_through() -> None:
    match = played(Match(OTHELLO, seed=3), Random(3), 12)
    match.players, match.correspondence = ("Anna", "Ben"), Correspondence("0123abcd")
    match.clock = full_clock((TimeControl(300, 2), TimeControl(180)), allows_undo=True).spent(
        0, 7.25
    )
    match.goto_ply(5)
    assert_comes_through(match, ("person", "level3"))
    match.goto_ply(12)
    match.resign(1)
    assert_comes_through(match)


def test_it_is_told_who_is_away_but_not_what_was_sent() -> None:
    """The link says which player is away, but not how many plies were sent."""
    match = Match(OTHELLO)
    for away in (0, 1, None):
        match.correspondence = Correspondence("0123abcd", away, 0 if away is None else 7)
        again, _ = read_link(fragment(match, match.to_record()), BY_KEY)
        assert again.correspondence == Correspondence("0123abcd", away)


KEPT = (
    ("m=1.YD875gAGQxfNL8lIzcnJh-sqLkksKgHZkJmcCfRbcn5RHtB5tgYK6fmJOba5QKdAzDFHdq9jXl4iFwC0BgA",
     "c4 c3 f5 b4 d3 e3"),
    ("m=1.9NpymAAGQxdNA_LTcvIL4NqKU0tKC2xzEjNTFHIy84DmJuaUJ1YWg802BDsdaIo5zOdIjnbMy0vkAgBiF7C7AAA",
     "e3 b2 c6 e1 d5 a4"),
    ("m=1.vCvyTgAGQxctLs8sSc6AaypOLSktsAWbrAB2kG1KYlE2UBXQZKATFJLzS_NKUovA1gOFjMB-ARprjux8x7y8RC4A8HKzEwA",
     "e1-c3 d1-d4 b4-e1 b1-b4 e3-b1 b3-b2"),
    ("m=1.dEpOEgAGQxdNA_LzC-CakjMSM_NswQqKS0qTs20LEouLITrNkV3omJeXyAUAIQMA",
     "b1-b2 b5-b4 d1-d2 b4-c4 d2-e2 c4-c5-b5"),
    ("m=1.R-xeSgAGQxcF2lOSmFySmQzXl5tZYZtaWAr0WFJ-YlGKraFhhaGhQklpUR7I0qLUtNSi1FQQE-xgsP0Qo82RveCYl5fIBQAM7AIA",
     "e6:0100 e5:0010 g6:1101 g5:0000 d6:0101 h5:0111"),
)  # fmt: skip
"""Published links, one for each game."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_links_that_are_out_in_the_world_stay_readable(game: AnyGame) -> None:
    letters, moves = KEPT[GAMES.index(game)]
    match, _ = read_link(letters, BY_KEY)
    assert (match.game, match.seed, match.players) == (game, 7, ("Anna", ""))
    assert match.names() == moves.split()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_links_that_are_out_in_the_world_are_still_written(game: AnyGame) -> None:
    """Old links are still written in the same form, without the ignored "deal"."""
    letters, _ = KEPT[GAMES.index(game)]
    written = fragment(*read_link(letters, BY_KEY))
    before, after = (link._head_of(link._data(words[4:])) for words in (letters, written))
    assert before is not None
    assert after == (before[0].replace("deal 2\n", ""), before[1])


def test_links_with_an_added_option_have_a_higher_number() -> None:
    """A program without the option then reports a newer format instead of a damaged link."""
    for tie, number in (("draw", "m=1."), ("lines", "m=2.")):
        match = Match(FLIPFLOP, {"tie": tie})
        assert fragment(match, match.to_record()).startswith(number)
        assert_comes_through(match)


# -- sizes -----------------------------------------------------------------------------------------

WORST = "Wilhelmina Žďárská-Mülle", "Přemysl Otakar Ždiar-Šťa"


def longest(game: AnyGame, plies: int) -> int:
    """Return the length of the longest of some links with everything that a record may contain."""
    lengths = []
    for seed in range(6):
        match = played(Match(game, seed=2**31 - 1 - seed), Random(seed), plies)
        match.players, match.correspondence = WORST, Correspondence("0123abcd")
        match.clock = full_clock(
            (TimeControl(10_800, 60), TimeControl(10_800, 60)), allows_undo=True
        )
        lengths.append(len(fragment(match, match.to_record())))
    return max(lengths)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_sixty_plies_are_short(game: AnyGame) -> None:
    """The links have 210 to 240 characters; half of them are two long names."""
    assert longest(game, 60) < 400


def test_whole_matches_are_short() -> None:
    assert longest(CONTACTIC, 200) < 900
    assert all(longest(game, 400) < 500 for game in GAMES)


@pytest.mark.long
def test_the_longest_match_is_read() -> None:
    """A link can contain the longest possible match."""
    match = Match(FLIPFLOP, UNENDING, seed=1)
    match.read_moves(endless(MAX_PLIES))
    assert len(fragment(match, match.to_record())) < MAX_FRAGMENT_CHARACTERS
    assert_comes_through(match)


# -- hostile links ---------------------------------------------------------------------------------


@cache
def real(key: str, seed: int) -> str:
    match = played(Match(BY_KEY[key], seed=seed), Random(seed), 30)
    match.players = ("Anna", "Ben")
    return fragment(match, match.to_record())


def refused(text: str) -> str:
    with pytest.raises(BadRecord) as caught:
        read_link(text, BY_KEY)
    return caught.value.key


def made(head: bytes, plies: int = 0, number: int = 0, checksum: bytes | None = None) -> str:
    """Return a link with this content, which may be invalid."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=link._WORDS)
    whole = checksum if checksum is not None else zlib.crc32(head).to_bytes(4, "big")
    data = whole + plies.to_bytes(2, "big") + deflate.compress(head) + deflate.flush()
    data += number.to_bytes(number.bit_length() // 8 + 2, "little")
    return "m=1." + base64.urlsafe_b64encode(data).decode().rstrip("=")


def test_a_link_that_lost_or_changed_a_letter_is_refused() -> None:
    """A link that was cut or changed must not be read as another match."""
    letters = real("othello", 1)
    assert not any(
        is_read(letters[:at] + other + letters[at + 1 :])
        for at in range(4, len(letters))
        for other in ("", "A", "_")
        if other != letters[at] and at < len(letters) - 2
    )
    assert not any(is_read(letters[:at]) for at in range(4, len(letters) - 2))


def is_read(text: str) -> bool:
    try:
        read_link(text, BY_KEY)
    except BadRecord:
        return False
    return True


def altered(text: str) -> Iterator[str]:
    """Yield variants of a text that change one letter: omitted, replaced, doubled, in another case,
    swapped with the next letter, or the last letter left."""
    for at, letter in enumerate(text):
        before, after = text[:at], text[at + 1 :]
        yield from (before + other + after for other in ("", letter.swapcase(), *"A0-.%#/ "))
        yield from (before + other + letter + after for other in "aA1-")
        yield before + after[:1] + letter + after[1:]
        yield before + letter


DAMAGED = (
    "https://example.org/#m=1.YPTLYgADQxf1L8lIzcnJh-sqLkksKgHZkJmcCfRbcn5RHtB5tgYK6fmJOba5QKdAzDHg"
    "AgANAA"
)
"""A link without one letter in the name of the game."""


@pytest.mark.parametrize("before", ["", ADDRESS])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_an_altered_link_is_damaged_whatever_it_seems_to_hold(game: AnyGame, before: str) -> None:
    letters, moves = KEPT[GAMES.index(game)]
    whole = before + letters
    told: dict[str, list[str]] = {"": []}
    for text in altered(whole):
        try:
            match, _ = read_link(text, BY_KEY)
            assert match.names() == moves.split()
        except BadRecord as wrong:
            told.setdefault(wrong.key, []).append(text)
    assert told.keys() <= {"", "link", "foreign"}
    assert all(whole.startswith(text) for text in told.get("foreign", ())), "cut off before it"
    assert max(map(len, told.get("foreign", [""]))) < len(before) + 3
    assert refused(DAMAGED) == "link"


def test_a_whole_link_without_moves_tells_its_own_fault() -> None:
    assert refused(made(b"Flipside 1\ngame chess\n")) == "game"
    assert refused(made(b"Flipside 1\ngame chess\n", plies=1, checksum=b"1234")) == "link"


def test_each_lie_has_its_sentence() -> None:
    good = b"Flipside 1\ngame othello\nseed 1\n"
    assert is_read(made(good))
    assert refused("m=2." + "A" * 80) == "link"
    assert refused("m=3." + "A" * 80) == "newer"
    assert refused("m=1." + "A" * (MAX_FRAGMENT_CHARACTERS + 1)) == "long"
    assert refused("m=hello") == "link"
    assert refused("hello") == "foreign"
    assert refused(made(good, checksum=b"1234")) == "link"
    assert refused(made(good, plies=MAX_PLIES + 1)) == "link"
    assert refused(made(good, number=1)) == "link"
    assert refused(made(b"Flipside 9\ngame othello\n")) == "newer"
    assert refused(made(b"Flipside 1\ngame chess\n")) == "game"
    assert refused(made(b"Flipside 1\ngame othello\noptions corners=9\n")) == "choice"
    assert refused(made(b"Flipside 1\ngame othello\nnonsense\n")) == "line"
    assert refused(made(b"\xff\xfe")) == refused(made(b"hello")) == "link"


def test_a_bomb_is_not_let_off() -> None:
    """A small link that would decompress to three million bytes is refused early."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = deflate.compress(b"\n" * 3_000_000) + deflate.flush()
    data = base64.urlsafe_b64encode(b"\0" * 6 + packed).decode().rstrip("=")
    assert len(data) < MAX_FRAGMENT_CHARACTERS
    assert refused("m=1." + data) == "link"


def match_or_refusal(text: str) -> None:
    try:
        match, record = read_link(text, BY_KEY)
    except BadRecord:
        return
    assert_comes_through(match, record.seats)


@given(st.text())
@example("#m=")
@example("#m=1.")
@example("m=" + "1" * 100_000)
@example("#m=" * 30_000)
@example(" " * 100_000 + "m")
@example("m=0.AAAA")
@example("m=²." + "AAAA")
def test_any_text_is_a_match_or_refused(text: str) -> None:
    match_or_refusal(text)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_match_or_refused(data: bytes) -> None:
    match_or_refusal("#m=1." + base64.urlsafe_b64encode(data).decode())


@given(st.binary(max_size=60), st.integers(0, 2**16 - 1), st.integers(0, 2**64))
def test_any_head_is_a_match_or_refused(head: bytes, plies: int, number: int) -> None:
    match_or_refusal(made(b"Flipside 1\ngame othello\n" + head, plies, number))


@settings(max_examples=60)
@given(
    key=st.sampled_from([game.key for game in GAMES]),
    where=st.floats(0, 1),
    length=st.integers(0, 4),
    new=st.text(max_size=4) | st.sampled_from(["A", "-", "%20", "=", "\n"]),
)
def test_damaged_links_are_a_match_or_refused(
    key: str, where: float, length: int, new: str
) -> None:
    letters = real(key, 1)
    at = int(where * len(letters))
    match_or_refusal(letters[:at] + new + letters[at + length :])


# -- addresses in what people send -----------------------------------------------------------------


def test_a_link_is_found_in_a_message() -> None:
    letters = real("othello", 1)
    for text in (letters, f"#{letters}", f" {letters}\n", f"Look: {ADDRESS}{letters}. Anna",
                 f"Flipside with Ben: {ADDRESS}{letters}",
                 f"<{ADDRESS}{letters}>", f"{ADDRESS}{letters}\nsent from my phone"):  # fmt: skip
        assert is_link(text)
        assert read_link(text, BY_KEY)[0].players == ("Anna", "Ben")


WRAPPED = {
    "the sign escaped": "https://example.org/flipside/%23{}",
    "both signs escaped": "https://example.org/flipside/%23m%3D{rest}",
    "in small letters": "https://example.org/flipside/#m%3d{rest}",
    "the point escaped": "https://example.org/flipside/%23m%3D1%2E{letters}",
    "a page that leads on": "https://l.example.com/l.php?u=https%3A%2F%2Fexample.org%2F%23m%3D{rest}"
    "&h=AT0zZ",
    "a mail program": "https://eur01.safe.example.com/?url=https%3A%2F%2Fexample.org%2F%23m%3D{rest}"
    "&data=05%7C01%7Cben%40example.com&reserved=0",
    "twice": "https://a.example/?u=https%3A%2F%2Fb.example%2F%3Fu%3Dhttps%253A%252F%252Fexample.org"
    "%252F%2523m%253D{rest}",
    "quoted-printable": "https://example.org/=23m=3D{rest}",
    "a gateway": "https://defence.example.com/v3/__https://example.org/*{}__;Iw!!",
    "another gateway": "https://defence.example.com/v2/url?u=https-3A__example.org_-23m-3D{rest}",
    "a page's source": "https://example.org/&#35;{}",
    "Markdown": "https://example.org/\\#{}",
}
"""How mail programs and messengers change an address."""


@pytest.mark.parametrize("wrapped", WRAPPED.values(), ids=WRAPPED)
def test_a_link_inside_another_address_is_read(wrapped: str) -> None:
    letters = KEPT[0][0]
    assert not {"-", "_"} & set(letters[-60:]), "no sign that an address would escape"
    for whole, told in ((letters, None), (f"{letters[:40]}x{letters[41:]}", "link")):
        text = wrapped.format(whole, rest=whole[2:], letters=whole[4:])
        assert is_link(text)
        if told:
            assert refused(text) == told
        else:
            assert read_link(text, BY_KEY)[0].names() == KEPT[0][1].split()


def test_what_is_no_link_is_not_taken_for_one() -> None:
    for text in (
        "",
        "d3 c3 c4",
        "Flipside 1\ngame othello\nfirst-name #m=1.A\n",
        "E=m=c",
        "https://example.org/",
        "https://example.org/?moves=f5d6c3d3c4f4c5b3c2e3d2c6b4b5f6e6",
        "#1.f5d6c3d3c4f4c5b3c2e3d2c6b4b5f6e6",
        "1.---------------------------OX------XO--------------------------- X",
    ):
        assert not is_link(text)


# -- by post ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "post",
    [Correspondence("0123abcd"), Correspondence("00000000", 0, 12), Correspondence("ffffffff", 1)],
)
def test_post_as_it_stands_in_records(post: Correspondence) -> None:
    assert parse_correspondence(post.text) == post


@pytest.mark.parametrize("words", ["", "0123", "0123ABCD", "0123abcd 2 0", "0123abcd 1", "x" * 8])
def test_what_is_no_post(words: str) -> None:
    with pytest.raises(ValueError, match=words or None):
        parse_correspondence(words)
