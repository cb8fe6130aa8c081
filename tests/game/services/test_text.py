"""Every language says everything, with the same keys, placeholders and lists."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.texts import LANGUAGES, Texts, game_words, plural_category, shell_words
from flipside.rules.match.record import _SENTENCES as BAD_RECORDS
from flipside.rules.texts import read_toml
from tests.game.browser_stub import browser
from tests.texts import is_plural, program_texts, texts_of

ROOT = Path(__file__).resolve().parents[3]
GAMES = sorted(path.parent.name for path in ROOT.glob("rules/games/*/pictures.toml"))


def shape(value: Any) -> Any:
    """What must be equal in all languages: keys, lengths, placeholders, names of pictures. Of a
    text by plural category that is what all its forms have, and no form may have more."""
    if is_plural(value):
        forms = {name for form in value.values() for name in shape(form)}
        return sorted(forms)
    if isinstance(value, dict):
        return {key: inner if key == "picture" else shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(inner) for inner in value]
    assert isinstance(value, str)
    assert value.strip() == value
    assert value
    return sorted({name for _, name, _, _ in Formatter().parse(value) if name is not None})


def test_the_shell_says_the_same_in_all_languages() -> None:
    shapes = {code: shape(program_texts(code)) for code in LANGUAGES}
    for code in LANGUAGES:
        assert shapes[code] == shapes["en"], code


@pytest.mark.parametrize("game", GAMES)
def test_a_game_says_the_same_in_all_languages(game: str) -> None:
    tables = texts_of(game)
    for code in LANGUAGES:
        assert shape(tables[code]) == shape(tables["en"]), code
        lists = [value for value in tables[code].values() if isinstance(value, list)]
        told = [entry for entries in lists for entry in entries if isinstance(entry, dict)]
        shown = {name for part in told for name in part.get("picture", "").split()}
        assert shown <= set(tables["pictures"])


SENTENCES = re.compile(
    r"(storage|record|fault|bundle|why)\..*|options\.(group\.)?\w+\.about|keys\.turned(_back)?|warn\.words"
    r"|review\.drills|repair\.\w+|\w+\.(paste|import)_about"
    r"|seat\.fixed_line|level\.(loads|damaged)|level\.\w+\.line|menu\.(quit|unsaved)_words"
    r"|manual\.(judged_\w+|rated_\w+|unrated|usual|explore|begins|rematch|lots|clocks(_stand)?|days_streak|undo|position)|clock\.(about|left)|name\.(latin|dots)"
    r"|play\.streak_(won|lost)|result\.\w*(first_win|wins)\w*|result\.you_(gave_up|on_time)|series\.(about\w*|names|state|\w*won|abandon\w+)|crash\.(words|weights|file|page|memory|copied|not_copied|ended)"
    r"|run\.(rule|ended_\w+|solved|best|new_best|missed|no_mistakes)|daily\.(complete|copied|not_copied|rule|no_streak|streak|best)|drill\.(match|learned|returns)|rating\.(change(_of)?|you_and_level|two|unrated\.\w+)|options\.imported|play\.(again_swapped|again_lots|passes|gave_up|on_time|too_long|second_time|plies_left|two_people|stays)"
    r"|play\.(elsewhere|ended|deleted)_words|lesson\.(damaged|after_loss)|problems\.(browser|desktop|damaged)"
    r"|problem\.(win|hold|held|no_win)(_in)?|problem\.(draw|most|go_on_\w+|checked|right|refuted)"
    r"|problem\.(solved_\w+|sought|answer|reply|loses|slow|draws|drawn|worse|theme)"
    r"|better\.(asks|wrong|same)|taking\.(reading|several|found|none|unreadable|contradicts|stopped)"
    r"|pictures\.(making|ready|saved|no_room|not_saved|still_only\.\w+)"
    r"|share\.(text\.)?((post_)?words|copied|not_copied|code_words|too_long)"
    r"|explore\.(promoted|\w+_words|long|gone|hidden)"
    r"|progress\.(no_\w+|single|day|span|up|down|same|solved|set_aside|played|last_day)"
    r"|link\.(new|goes_on|same|yours|older|contradicts)|post\.no_clocks"
    r"|play\.(give_up_question|copied|not_copied)|album\.(empty|damaged|delete_question|delete_going)"
    r"|editor\.(ready|about|copied|not_copied|none|kept|elsewhere|dropped)|setup\.position"
    r"|mark\..*|(marks|keys|page)\.about"
    r"|review\.(rough|leads|seen|far|discs|even|drawn|wins(_by|_within|_now|_next)?|sure|unknown|better|best|quiet|judged|decided_\w+|none|play_on_words)|drill\.none"
    r"|\w+ (line|goal|editing|how|end|advice|sheet|marks|rulings|credits|notation|(reason|tie)\..*)"
    r"|\w+ option\.\w+\.(about|meaning\.\w+)"
    r"|\w+ (refused|fault|lessons|problem|cap)\..*"
    r"|spoken\.(empties|group|score|no_last|next|unknown|nothing|not_now|not_so|no_pass|must_pass)"
    r"|spoken\.(over|not_yours|cannot|taken_back|clock|no_clocks|no_beside)"
)
"""Keys of whole sentences; everything else is a label without a full stop."""

WRONG = {
    "two blanks": "  ",
    "a blank before a mark": " [,.;!?]",
    "no blank after a mark": r"[,;!?:][^\W\d]",
    "three dots": r"\.\.",
    "a straight quote": "[\"']",
}

QUOTES = {"en": "“”’", "de": "„“’", "cs": "„“", "fr": "«»’"}


def said(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every text below a table with its dotted key; the entries of a list share one."""
    if is_plural(value):
        yield from ((path, form) for form in value.values())
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key != "picture":
                yield from said(inner, path if key == "text" else f"{path}.{key}".strip(". "))
    elif isinstance(value, list):
        for inner in value:
            yield from said(inner, path)
    else:
        yield path, value


def all_said(code: str) -> list[tuple[str, str]]:
    """Everything said in a language: keys as "play.undo" and "othello reason.more"."""
    found = list(said(program_texts(code), ""))
    for game in GAMES:
        found += [(f"{game} {key}", words) for key, words in said(texts_of(game)[code], "")]
    return found


@pytest.mark.parametrize("code", LANGUAGES)
def test_everything_is_well_written(code: str) -> None:
    first, last = tuple(QUOTES[code][:2])
    for key, words in all_said(code):
        for name, pattern in WRONG.items():
            assert not re.search(pattern, words), f"{name} in {code} {key}: {words}"
        strange = set("“”„‘’‚«»‹›") - set(QUOTES[code])
        assert not strange & set(words), f"quotes of another language in {code} {key}: {words}"
        quotes = "".join(letter for letter in words if letter in first + last)
        assert quotes == (first + last) * (len(quotes) // 2), f"{code} {key}: {words}"
        stops = words.rstrip(last).endswith((".", "!", "?"))
        assert stops == bool(SENTENCES.fullmatch(key)), f"full stop in {code} {key}: {words}"
        small = words[0] in "abcdefghijklmnopqrstuvwxyzäöüčřšžàâçéèêîôœ"
        field = re.match(r"[a-k]\d+ ", words)
        within = key in LOWER or WITHIN & set(re.split(r"\W", key))
        assert not small or field or within, f"{code} {key}"


LOWER = {"play.pass", "rating.none"}
"""What stands in the middle of a sentence."""

WITHIN = {"fact", "month", "say", "spoken", "piece", "remark", "kind", "mark", "word", "where"}
"""Tables of such words."""


def test_czech_colours_begin_their_sentences() -> None:
    """They are said in the nominative with a capital, whatever their gender; or what stands after
    a colon."""
    for key, words in all_said("cs"):
        for found in re.finditer(r"\{(colour|winner|loser|mover)\}", words):
            before = words[: found.start()]
            begins = before in ("", *sentences(words)) or before.endswith(": ")
            assert begins, f"{key}: {words}"


def sentences(words: str) -> list[str]:
    """The words up to the end of each sentence with the blank after it."""
    return [words[: found.end()] for found in re.finditer(r"[.?!] ", words)]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_choices_are_called_by_their_names(game: str, code: str) -> None:
    """What stands in quotes in the manual is the name of a value of an option or of a seat, or the
    words of the rule sheet, which its chapter quotes too."""
    table = texts_of(game)[code]
    options = table["option"].values()
    names = {option[key] for option in options for key in option.keys() - {"about", "meaning"}}
    names |= {program_texts(code)["play"]["first"]}
    names |= {quote for step in table.get("sheet", ()) for quote in quotes(step["text"], code)}
    meanings = [words for option in options for words in option.get("meaning", {}).values()]
    explained = [*table["rulings"], *meanings, *(option.get("about", "") for option in options)]
    for words in explained:
        assert set(quotes(words, code)) <= names, words


def quotes(words: str, code: str) -> list[str]:
    """What stands in the quotes of a language."""
    first, last = tuple(QUOTES[code][:2])
    return [quote.strip() for quote in re.findall(f"{first}(.*?){last}", words)]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_bad_record_has_a_sentence(code: str) -> None:
    text = Texts(code, DesktopPlatform())
    for key in BAD_RECORDS:
        sentence = text(f"record.{key}", word="d3", ply=7)
        assert "{" not in sentence
        assert sentence != f"record.{key}"
    for key in ("cannot_save", "no_room", "set_aside", "cannot_read"):
        assert text(f"storage.{key}", name="othello.txt", count=1) != f"storage.{key}"
    assert not text.missing


class Speaking(DesktopPlatform):
    def __init__(self, *languages: str) -> None:
        super().__init__()
        self._spoken = list(languages)

    def languages(self) -> list[str]:
        return self._spoken


@pytest.mark.parametrize(
    ("chosen", "system", "expected"),
    [
        ("cs", ["de"], "cs"),
        ("auto", ["pl", "de", "cs"], "de"),
        ("auto", ["pl"], "en"),
        ("auto", [], "en"),
        ("klingon", ["cs"], "cs"),
    ],
)
def test_which_language(chosen: str, system: list[str], expected: str) -> None:
    assert Texts(chosen, Speaking(*system)).language == expected


@pytest.mark.parametrize("code", LANGUAGES)
def test_only_a_desktop_is_told_to_install(code: str) -> None:
    """A page and the app around it are not installed by hand; they are opened again."""
    told = {key for key, words in all_said(code) if "instal" in words.lower()}
    assert {key for key in told if not key.endswith(".desktop")} == set()
    assert "repair.desktop" in told
    text = Texts(code, browser())
    for key in ("crash.weights", "level.damaged", "lesson.damaged", "problems.damaged"):
        assert text.damage(key) == f"{text(key)} {text('repair.browser')}"
    assert not text.missing


def test_a_missing_word_comes_from_english_and_is_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = Texts("de", DesktopPlatform())
    monkeypatch.delitem(shell_words("de"), "record.long")
    monkeypatch.delitem(game_words("othello", "de"), "goal")
    assert text("record.long") == "This text is too long to be a match."
    assert text.game("othello", "goal").startswith("When neither")
    assert text("play.nothing_of_that_name") == "play.nothing_of_that_name"
    assert text.game("chess", "name") == "chess.name"
    assert text.game_list("chess", "rulings") == []
    assert text.pictures("chess") == {}
    assert {"de record.long", "de othello goal", "en chess name"} <= text.missing


def test_missing_and_surplus_values() -> None:
    text = Texts("en", DesktopPlatform())
    assert text("record.move", ply=3) == "Move {ply}, “{word}”, is not possible at that point."
    assert text.missing
    assert text("record.empty", word="{x}") == "There are no moves in this text."
    assert "{x}" in text("record.line", word="{x}")


def test_words_are_found_from_any_folder(tmp_path: Path) -> None:
    code = "from flipside.game.services.texts import Texts;"
    code += "from flipside.game.services.platform.desktop import DesktopPlatform;"
    code += "t = Texts('en', DesktopPlatform());"
    code += "assert t('record.empty') != 'record.empty'; assert t.game('othello', 'goal')"
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_forced_end_in_one_move_reads_well(code: str) -> None:
    """As where every reply loses at once: no plural may follow the number."""
    text = Texts(code, DesktopPlatform())
    for key in ("wins_in", "wins_within", "lost_in", "lost_within"):
        assert not re.search(r"\b1 \w", text(f"fact.{key}", count=1))


# -- plurals ---------------------------------------------------------------------------------------

PLURAL_RULES = read_toml(ROOT / "assets/text/languages.toml")

PLURAL_COUNTS = (0, 1, 2, 4, 5, 21, 1.5, 1.0)
PLURAL_CATEGORIES = {
    "en": "other one other other other other other other",
    "de": "other one other other other other other other",
    "cs": "other one few few other other many many",
    "fr": "one one other other other other one one",
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_plural_categories_are_those_of_cldr(code: str) -> None:
    found = [plural_category(PLURAL_RULES[code]["plural"], count) for count in PLURAL_COUNTS]
    assert found == PLURAL_CATEGORIES[code].split()


def test_the_whole_syntax_of_plural_rules_is_understood() -> None:
    """Rules of Polish, Latvian and Welsh, with moduli, lists of ranges and alternatives."""
    few = {"few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"}
    assert [n for n in range(30) if plural_category(few, n) == "few"] == [2, 3, 4, 22, 23, 24]
    zero = {"zero": "n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19"}
    assert [n for n in (0, 1, 10, 11, 19, 21, 1.12) if plural_category(zero, n) == "zero"] == [
        0, 10, 11, 19, 1.12,
    ]  # fmt: skip
    assert plural_category({"many": "n = 6,8"}, 8) == "many"
    with pytest.raises(ValueError, match="not a relation"):
        plural_category({"one": "n is 1"}, 1)


@pytest.mark.parametrize("code", LANGUAGES)
def test_texts_have_forms_for_all_counts_of_their_language(code: str) -> None:
    text = Texts(code, DesktopPlatform())
    counted = {count: text.game("othello", "fact.turns", count=count) for count in range(1, 30)}
    assert not text.missing
    assert len({words.replace(str(n), "") for n, words in counted.items()}) == len(
        {plural_category(PLURAL_RULES[code]["plural"], n) for n in counted}
    )
    assert text("problem.win_in", count=1) != text("problem.win_in", count=2)


def test_a_text_whose_values_do_not_fit_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Texts("de", DesktopPlatform())
    monkeypatch.setitem(shell_words("de"), "play.to_move", "{color} zieht")
    assert text("play.to_move", colour="Weiß") == "Weiß to move"
    assert text.missing == {"de play.to_move: a value for '{color} zieht'"}
