"""Tests of mutation: which changes are tried, and their verdicts."""

import ast
from pathlib import Path

import pytest

from tests.tools import mutants as module
from tests.tools import mutants_calls as watching
from tests.tools.mutants import SECONDS, Bench, concerned, measure
from tests.tools.mutants_calls import Calls
from tests.tools.mutants_changes import mutants

SOURCE = '''"""A text."""
if TYPE_CHECKING:
    A = 1 + 2
@cache(size=3)
def ä(x: "int | None", y: int = 1) -> int | None:
    """A text."""
    print(f"{x + 1}")
    if x < y and not x:
        self.x = min(x, 1.5)
    return "ö" * x
'''


def test_what_is_changed() -> None:
    found = [(m.line, m.old, m.text) for m in mutants("a.py", SOURCE)]
    assert found == [
        (5, "1", "(1 + 1)"),
        (7, 'print(f"{x + 1}")', "pass"),
        (8, "x < y and not x", "(x < y or not x)"),
        (8, "x < y", "(x <= y)"),
        (8, "not x", "(x)"),
        (9, "self.x = min(x, 1.5)", "pass"),
        (9, "min", "max"),
        (9, "1.5", "(1.5 + 1)"),
        (10, 'return "ö" * x', "return None"),
        (10, '"ö" * x', "('ö' // x)"),
    ]


def test_every_change_is_python_and_is_one() -> None:
    root = Path(module.ROOT)
    for path in sorted((root / "game").glob("seats.py")):
        source = path.read_text("utf-8")
        data = source.encode()
        for mutant in mutants(path.name, source):
            text = (data[: mutant.start] + mutant.text.encode() + data[mutant.end :]).decode()
            assert ast.dump(ast.parse(text)) != ast.dump(ast.parse(source)), str(mutant)


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the result folder of a tiny program with two tests, of which one checks something."""
    files = {
        "flipside/__init__.py": "__path__.append('.')\n",
        "rules/one.py": "def goes_on(x):\n    return x > 0\n",
        "game/two.py": "def half(x):\n    return x // 2\n",
        "tests/__init__.py": "",
        "tests/tools/__init__.py": "",
        "tests/tools/mutants_calls.py": Path(watching.__file__)
        .read_text()
        .replace("HANGS = 12.0", "HANGS = 0.2"),
        "tests/rules/test_one.py": "from flipside.rules.one import goes_on\n\n\ndef test_it():\n"
        "    while goes_on(0):\n        pass\n",
        "tests/game/test_two.py": "from flipside.game.two import half\n\n\ndef test_it():\n"
        "    half(3)\n",
    }
    for name, text in files.items():
        (tmp_path / "root" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "root" / name).write_text(text)
    monkeypatch.setattr(module, "ROOT", tmp_path / "root")
    monkeypatch.setattr(module, "COPIED", ("flipside", "rules", "game", "tests"))
    return tmp_path / "build"


@pytest.mark.long
def test_survivors_are_told_and_answers_are_kept(
    program: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert measure(program, 1, seed=1, only="two.py") == 1
    said = capsys.readouterr().out
    assert "survived: game/two.py:2: " in said
    assert "0 of 1 caught (3 are possible)" in said
    monkeypatch.setattr(Bench, "verdict", lambda self, mutant: pytest.fail("is known"))
    assert measure(program, 1, seed=1, only="two.py") == 1


@pytest.mark.long
def test_a_change_after_which_a_test_hangs_is_caught(
    program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert measure(program, 3, seed=1, only="one.py") == 2
    assert "caught   rules/one.py:2: x > 0  ->  (x >= 0)" in capsys.readouterr().out
    kept, copied = module.ROOT / "rules" / "one.py", program / "tree" / "rules" / "one.py"
    assert copied.read_text() == kept.read_text(), "the copy is as it was"


NESTED = """SIZE = 3

class A:
    wide = SIZE + 1

    def area(self):
        def side(x):
            return x + 1
        return side(self.wide)

def size():
    return SIZE
"""


@pytest.mark.parametrize(
    ("line", "names"),
    [(1, {"size"}), (4, {"A.area"}), (7, {"A.area.<locals>.side"}), (9, {"A.area"}), (2, set())],
)
def test_which_functions_a_line_concerns(line: int, names: set[str]) -> None:
    """It is the function around the line, else every function using the name assigned there."""
    assert concerned(NESTED, line) == names


@pytest.mark.long
def test_the_quickest_tests_that_call_the_function_come_first(program: Path) -> None:
    bench = Bench(program)
    bench.watch(program / "calls", {"rules"})
    first = next(mutants("rules/one.py", (bench.tree / "rules" / "one.py").read_text()))
    [calls] = bench.calls
    assert bench.callers(first) == [calls.test] == ["tests/rules/test_one.py::test_it"]
    bench.calls += [Calls(f"slow {n}", 0.6 * SECONDS, calls.functions) for n in range(3)]
    bench.calls += [Calls("other", 0.0, frozenset())]
    assert bench.callers(first) == [calls.test, "slow 0"]


@pytest.mark.long
def test_a_test_that_fails_anyway_notices_nothing(
    program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = module.ROOT / "tests" / "game" / "test_two.py"
    path.write_text(path.read_text().replace("half(3)", "assert half(3) == 2"))
    assert measure(program, 1, seed=1, only="two.py") == 1
    said = capsys.readouterr().out
    assert "it fails without any change: tests/game/test_two.py::test_it" in said
    assert "0 of 1 caught" in said


@pytest.mark.long
def test_a_test_that_cannot_begin_notices_nothing(
    program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = module.ROOT / "tests" / "game" / "test_two.py"
    fixture = "import pytest\n\n\n@pytest.fixture\ndef it():\n    raise OSError\n\n\n"
    path.write_text(fixture + path.read_text().replace("test_it()", "test_it(it)"))
    assert measure(program, 1, seed=1, only="two.py") == 1
    said = capsys.readouterr().out
    assert "it fails without any change: tests/game/test_two.py::test_it" in said


@pytest.mark.long
def test_a_change_after_which_no_test_can_be_read_is_caught(
    program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = module.ROOT / "tests" / "rules" / "conftest.py"
    path.write_text("from flipside.rules.one import goes_on\n\nassert not goes_on(0)\n")
    assert measure(program, 3, seed=1, only="one.py") == 2
    assert "caught   rules/one.py:2: x > 0  ->  (x >= 0)" in capsys.readouterr().out
