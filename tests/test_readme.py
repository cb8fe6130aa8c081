"""Commands, links and names of files in the documents exist, and their sentences are short."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath

import pytest

from flipside.rules.engine.search import LEVELS
from tests.texts import program_texts
from tests.tools.commands import BUILD_COMMANDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")

FOLDERS = ("assets", "flipside", "game", "rules", "tests", "web")

THERE = [PurePosixPath(path.name) for path in ROOT.iterdir()] + [
    PurePosixPath(path.relative_to(ROOT).as_posix())
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*")
    if "__pycache__" not in path.parts
]
"""Every file and folder, from the root."""

DOCUMENTS = [str(path) for path in THERE if path.suffix == ".md"]

ALL_DOCUMENTS = [
    *DOCUMENTS,
    *(path.relative_to(ROOT).as_posix() for path in (ROOT / ".github").rglob("*.md")),
]
"""With the forms in .github, which have no links."""

RULES = "rules/RULES.md"
"""Numbered rules whose wording stands, parentheses and quotations of the rule sheets included."""

ENGLISH = [document for document in ALL_DOCUMENTS if document != RULES]

LONGEST_SENTENCE_WORDS = 30

MADE = ("build/", ".venv/", "strength/", "web/runtime.lock.json")
"""Output of commands, which is not in a checkout."""

CODE = re.compile(
    r"((?:[A-Z]\w+\.)?[a-z]+(?:_[a-z]+)+|[A-Z]\w*\.[a-z_]+|_?[A-Z]+(?:_[A-Z]+)+)(?:\(.*\))?"
)
"""A name of the code: `snake_case`, `Class.name` or `IN_CAPITALS`, and maybe its arguments."""

each_document = pytest.mark.parametrize("document", DOCUMENTS)
each_english_document = pytest.mark.parametrize("document", ENGLISH)


def read(document: str) -> str:
    return (ROOT / document).read_text("utf-8")


@cache
def sources() -> str:
    """The text of all code, ours and what the page runs."""
    kinds = (".py", ".js", ".toml", ".tmpl", ".sh")
    ours = [ROOT / path for path in THERE if path.suffix in kinds]
    return "\n".join(path.read_text("utf-8") for path in (*ours, *ROOT.glob(".github/*/*.yml")))


# -- the two commands ------------------------------------------------------------------------------


def commands() -> list[str]:
    """The single-line commands of the section that names two."""
    section = README.split("## Two commands")[1].split("\n## ")[0]
    return [block.strip() for block in re.findall(r"```\n(.*?)```", section, re.S)]


def test_two_commands_of_one_line_each() -> None:
    """One starts the game, one ends in the check that CI runs."""
    start, check = commands()
    assert "\n" not in start + check
    assert start.endswith("flipside")
    assert check.endswith("python build.py check")


def test_ci_runs_the_test_command() -> None:
    """The script of CI holds that command to the letter."""
    assert commands()[1] in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()


def test_levels_are_described_as_in_the_game() -> None:
    """The same names in the same order, and a line that begins as the game's own."""
    text = program_texts("en")["level"]
    rows = re.findall(r"^\| (\d) \| (.+?) \| (.+?) \|$", README, re.M)
    assert [f"level{number}" for number, _, _ in rows] == [level.key for level in LEVELS]
    for (_, name, line), level in zip(rows, LEVELS, strict=True):
        assert name == text[level.key]["name"]
        assert text[level.key]["line"].lower().startswith(line)


# -- links and names -------------------------------------------------------------------------------


def test_the_readme_is_read_at_two_glances() -> None:
    assert len(README.splitlines()) <= 110


@each_document
def test_links_lead_somewhere(document: str) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", read(document)):
        if not link.startswith("https://"):
            assert (ROOT / document).parent.joinpath(link).is_file(), link


def test_the_picture_is_there() -> None:
    assert re.search(r"!\[[^\]]+\]\([^)]+\.gif\)", README)


PATH = re.compile(r"(?:[\w.<>*-]+/)+[\w.<>*-]*|[\w.<>*-]+\.(?:py|md|toml|txt|bin|npz|js|css|tmpl)")


def is_there(name: str, folder: PurePosixPath) -> bool:
    """Whether a file or folder of that name is anywhere below the document's own, or there as seen
    from the root; `<key>` stands for any name."""
    pattern = re.sub(r"<\w+>", "*", name.rstrip("/"))
    parts = len(PurePosixPath(pattern).parts)
    return any(
        path.match(pattern) and (len(path.parts) == parts or path.is_relative_to(folder))
        for path in THERE
    )


@each_document
def test_named_files_are_there(document: str) -> None:
    """Those in running text; of the blocks, the modules."""
    *texts, last = read(document).split("```")
    spans = re.findall(r"`([^`\n]+)`", " ".join([*texts[::2], last]))
    modules = [name for block in texts[1::2] for name in re.findall(r"\b\w+\.py\b", block)]
    for name in (*(span for span in spans if PATH.fullmatch(span)), *modules):
        assert name.startswith(MADE) or is_there(name, PurePosixPath(document).parent), name


@each_document
def test_named_code_is_there(document: str) -> None:
    """Each name in capitals, with an underscore or behind a class."""
    *texts, last = read(document).split("```")
    for span in re.findall(r"`([^`\n]+)`", " ".join([*texts[::2], last])):
        name = CODE.fullmatch(span)
        if name is not None:
            last_part = name[1].rpartition(".")[2]
            assert re.search(rf"\b{last_part}\b", sources()), span


def map_of(module: Path) -> Path:
    """The README of the nearest folder around a module that has one."""
    return next(path for folder in module.parents if (path := folder / "README.md").is_file())


@pytest.mark.parametrize(
    "folders",
    [
        ("rules", "rules/*", "rules/engine/*", "rules/arena/*", "rules/training/*"),
        ("game", "game/*", "game/scenes/*"),
        ("web",),
        ("tests/tools",),
    ],
)
def test_no_module_is_missing_in_its_map(folders: tuple[str, ...]) -> None:
    """Modules of single games are left out: their first lines describe them."""
    silent = ("__init__", "__main__", "test_")
    for folder in folders:
        for module in ROOT.glob(f"{folder}/*.py"):
            named = re.findall(r"\b\w+\.py\b", map_of(module).read_text("utf-8"))
            assert module.name in named or module.name.startswith(silent), module


# -- English ---------------------------------------------------------------------------------------


def pieces(text: str) -> Iterator[str]:
    """Paragraphs, list items, headings, cells of tables and lines of code blocks; headers of HTTP,
    which are no sentences, are left out."""
    text = re.sub(r"^```http\n.*?^```\n", "", text, flags=re.M | re.S)
    *texts, last = re.split(r"^```.*\n", text, flags=re.M)
    for block in texts[1::2]:
        yield from block.splitlines()
    for running in (*texts[::2], last):
        for part in re.split(r"\n\s*\n|\n(?=\s*(?:[*#-]+ |\d+\. |\|))", running):
            yield from part.split("|") if part.lstrip().startswith("|") else [part]


def sentences(text: str) -> Iterator[str]:
    """Sentences in which a code span and the address of a link are no more than a word."""
    for piece in pieces(text):
        plain = re.sub(r"\]\([^)]+\)", "]", re.sub(r"`[^`]+`", "code", piece))
        yield from re.split(r"(?<=[.!?])[)*\"\]]*\s+", plain)


def test_sentences_end_where_they_end() -> None:
    """A point inside a number or a name ends none; items, cells and lines of code stand alone."""
    text = (
        "One `a. b` of\n1.5 is. Two!\n\n* three\n  four\n* five\n\n| a | b |\n\n```\nc d\ne\n```\n"
    )
    found = [" ".join(sentence.split()) for sentence in sentences(text)]
    assert [one for one in found if one] == [
        *("c d", "e", "One code of 1.5 is.", "Two!", "* three four", "* five", "a", "b"),
    ]


@each_english_document
def test_no_sentence_is_long(document: str) -> None:
    for sentence in sentences(read(document)):
        words = re.findall(r"\S*\w\S*", sentence)
        assert len(words) <= LONGEST_SENTENCE_WORDS, " ".join(words)


@each_english_document
def test_words_are_plain(document: str) -> None:
    for word in ("whoever", "handful", "to and fro", "outlook"):
        assert word not in read(document).lower()


# -- commands --------------------------------------------------------------------------------------


@each_document
def test_commands_exist(document: str) -> None:
    """Every word after build.py is one it knows, and every module that is run can be."""
    text = read(document)
    assert set(re.findall(r"\bbuild\.py (\w+)", text)) <= set(BUILD_COMMANDS)
    for module in re.findall(r"-m ([\w.]+)", text):
        path = module.removeprefix("flipside.").replace(".", "/")
        if path.split("/")[0] in FOLDERS:
            assert (ROOT / f"{path}.py").is_file() or (ROOT / path / "__main__.py").is_file()
