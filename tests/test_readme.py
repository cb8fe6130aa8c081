"""What the README promises about commands and files is true."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


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


def test_the_map_names_what_is_there() -> None:
    """Every file that the map names exists, and every module of rules/ and game/ is on it."""
    block = README.split("## Map")[1].split("```")[1]
    named = set(re.findall(r"[\w.]+\.py\b", block))
    there = {path.name for part in ("rules", "game") for path in (ROOT / part).rglob("*.py")}
    elsewhere = "build.py shots.py bench.py bench_search.py bench_web.py ladder.py site.py serve.py"
    elsewhere += " rivals.py mutants.py run.py othello_engine.py matches.py descent.py"
    assert named - set(elsewhere.split()) <= there
    for part in ("rules", "game"):
        for path in (ROOT / part).glob("*.py"):
            assert path.stem == "__init__" or path.stem in block, f"{path.name} is not on the map"


def test_the_picture_is_there() -> None:
    """The screenshot at the top is a real file."""
    shown = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README)
    assert shown
    assert all((ROOT / name).is_file() for name in shown)
