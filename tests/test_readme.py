"""What the papers promise about commands, links and files is true."""

import re
import tomllib
from pathlib import Path, PurePosixPath

import pytest

from rules.engine.levels import LEVELS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")

ROOMS = ("assets", "flipside", "game", "rules", "tests", "web")

THERE = [PurePosixPath(path.name) for path in ROOT.iterdir()] + [
    PurePosixPath(path.relative_to(ROOT).as_posix())
    for room in ROOMS
    for path in (ROOT / room).rglob("*")
    if "__pycache__" not in path.parts
]
"""Every file and folder, from the root."""

PAPERS = [str(path) for path in THERE if path.suffix == ".md"]

MADE = ("build/", ".venv/", "strength/", "web/runtime.lock.json")
"""What commands make, so that no checkout has it."""

each_paper = pytest.mark.parametrize("paper", PAPERS)


def read(paper: str) -> str:
    return (ROOT / paper).read_text("utf-8")


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
    text = tomllib.loads((ROOT / "assets" / "text" / "en.toml").read_text("utf-8"))["level"]
    rows = re.findall(r"^\| (\d) \| (.+?) \| (.+?) \|$", README, re.M)
    assert [f"level{number}" for number, _, _ in rows] == [level.key for level in LEVELS]
    for (_, name, line), level in zip(rows, LEVELS, strict=True):
        assert name == text[level.key]["name"]
        assert text[level.key]["line"].lower().startswith(line)


# -- links and names -------------------------------------------------------------------------------


def test_the_readme_is_read_at_two_glances() -> None:
    assert len(README.splitlines()) <= 110


@each_paper
def test_links_lead_somewhere(paper: str) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", read(paper)):
        if not link.startswith("https://"):
            assert (ROOT / paper).parent.joinpath(link).is_file(), link


def test_the_picture_is_there() -> None:
    assert re.search(r"!\[[^\]]+\]\([^)]+\.gif\)", README)


PATH = re.compile(r"(?:[\w.<>*-]+/)+[\w.<>*-]*|[\w.<>*-]+\.(?:py|md|toml|txt|bin|npz|js|css|tmpl)")


def is_there(name: str, folder: PurePosixPath) -> bool:
    """Whether a file or folder of that name is anywhere below the paper's own, or there as seen
    from the root; `<key>` stands for any name."""
    pattern = re.sub(r"<\w+>", "*", name.rstrip("/"))
    parts = len(PurePosixPath(pattern).parts)
    return any(
        path.match(pattern) and (len(path.parts) == parts or path.is_relative_to(folder))
        for path in THERE
    )


@each_paper
def test_named_files_are_there(paper: str) -> None:
    """Those in running text; of the blocks, the modules."""
    *texts, last = read(paper).split("```")
    spans = re.findall(r"`([^`\n]+)`", " ".join([*texts[::2], last]))
    modules = [name for block in texts[1::2] for name in re.findall(r"\b\w+\.py\b", block)]
    for name in (*(span for span in spans if PATH.fullmatch(span)), *modules):
        assert name.startswith(MADE) or is_there(name, PurePosixPath(paper).parent), name


@pytest.mark.parametrize(
    ("paper", "folders"),
    [
        ("rules/README.md", ("rules", "rules/*", "rules/engine/*")),
        ("game/README.md", ("game", "game/*", "game/scenes/*")),
        ("web/README.md", ("web",)),
        ("tests/README.md", ("tests/tools",)),
    ],
)
def test_no_module_is_missing_in_its_room(paper: str, folders: tuple[str, ...]) -> None:
    """Those of single games say in their own first lines what they are for."""
    named = set(re.findall(r"\b\w+\.py\b", read(paper)))
    there = {path.name for folder in folders for path in ROOT.glob(f"{folder}/*.py")}
    assert there - named <= {"__init__.py", "__main__.py"}


# -- commands --------------------------------------------------------------------------------------


@each_paper
def test_commands_exist(paper: str) -> None:
    """Every word after build.py is one it knows, and every module that is run can be."""
    known = re.findall(r"add_parser\(\s*\"(\w+)\"", (ROOT / "build.py").read_text("utf-8"))
    text = read(paper)
    assert set(re.findall(r"\bbuild\.py (\w+)", text)) <= set(known)
    for module in re.findall(r"-m ([\w.]+)", text):
        path = module.removeprefix("flipside.").replace(".", "/")
        if path.split("/")[0] in ROOMS:
            assert (ROOT / f"{path}.py").is_file() or (ROOT / path / "__main__.py").is_file()
