"""No function is longer than 60 lines, no class has more than 25 public methods, and no folder
holds more than 25 files."""

import ast
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for part in ("build.py", "flipside/**/*.py", "game/**/*.py", "rules/**/*.py", "web/**/*.py")
    for path in ROOT.glob(part)
)

MAX_LINES = 60
MAX_PUBLIC_METHODS = 25
MAX_FILES = 25
"""Files that lie directly in one folder."""

EXCEPTIONS: dict[str, set[str]] = {}
"""Names that may be over a limit, by file; the list may only shrink."""


def over_a_limit(tree: ast.AST) -> Iterator[str]:
    """Names of functions and classes over a limit."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            if node.end_lineno - node.lineno >= MAX_LINES:
                yield node.name
        elif isinstance(node, ast.ClassDef):
            methods = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
            if sum(not name.startswith("_") for name in methods) > MAX_PUBLIC_METHODS:
                yield node.name


@pytest.mark.parametrize("path", FILES)
def test_functions_and_classes_are_short(path: str) -> None:
    found = set(over_a_limit(ast.parse((ROOT / path).read_text("utf-8"))))
    assert found == EXCEPTIONS.get(path, set())


def test_exceptions_are_of_files_that_exist() -> None:
    assert set(EXCEPTIONS) <= set(FILES)


def test_what_is_over_a_limit_is_found() -> None:
    lines = "    pass\n" * MAX_LINES
    methods = "".join(f"    def m{number}(self): ...\n" for number in range(MAX_PUBLIC_METHODS))
    assert list(over_a_limit(ast.parse(f"def long():\n{lines}"))) == ["long"]
    assert list(over_a_limit(ast.parse(f"def short():\n{lines[9:]}"))) == []
    assert list(over_a_limit(ast.parse(f"class Small:\n{methods}    def _m(self): ...\n"))) == []
    assert list(over_a_limit(ast.parse(f"class Big:\n{methods}    def m(self): ...\n"))) == ["Big"]


def test_no_folder_holds_more_files_than_fit_on_a_page() -> None:
    command = ["git", "ls-files", "-z"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("this is no clone, and git does not tell its files")
    files = Counter(str(Path(name).parent) for name in done.stdout.split("\0") if name)
    assert {folder: count for folder, count in files.items() if count > MAX_FILES} == {}
