"""What the README promises about commands and files is true."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
RULES = (ROOT / "rules" / "README.md").read_text("utf-8")


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


def files_named(text: str) -> set[str]:
    """The Python files that the blocks of a paper name."""
    return {name for block in text.split("```")[1::2] for name in re.findall(r"\b\w+\.py\b", block)}


def files_in(*folders: Path) -> set[str]:
    return {path.name for folder in folders for path in folder.rglob("*.py")}


def test_the_map_names_what_is_there() -> None:
    """Every file that the map names exists."""
    block = README.split("## Map")[1].split("```")[1]
    named = files_named(f"```{block}```") - {"build.py", "setup.py"}
    parts = (ROOT / part for part in ("rules", "game", "web", "tests"))
    assert named <= files_in(*parts)


def test_the_map_of_the_game_names_what_is_there() -> None:
    """Every file that is named exists, and every module is on the map."""
    game = ROOT / "game"
    paper = (game / "README.md").read_text("utf-8")
    block = paper.split("```")[1]
    there = {path.name for path in game.rglob("[a-z]*.py")}
    assert files_named(f"```{block}```") == there
    for name in re.findall(r"`([\w/]+\.(?:py|toml))`", paper):
        found = [*ROOT.glob(f"game/**/{name}"), *ROOT.glob(name), *ROOT.glob(f"rules/**/{name}")]
        assert found, f"{name} is nowhere"


def test_the_rooms_of_the_rules_name_what_is_there() -> None:
    """Every file that is named exists, and every module but those of single games is named."""
    rules = ROOT / "rules"
    named = files_named(RULES)
    assert named - {"build.py"} <= files_in(rules)
    rooms = (rules, rules / "thinking", rules / "thinking" / "arrays", rules / "command")
    there = {path.name for room in rooms for path in room.glob("*.py")}
    assert there - named == {"__init__.py"}


def test_the_links_of_the_rules_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", RULES):
        assert (ROOT / "rules" / link).is_file(), link


def test_the_picture_is_there() -> None:
    """The screenshot at the top is a real file."""
    shown = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README)
    assert shown
    assert all((ROOT / name).is_file() for name in shown)
