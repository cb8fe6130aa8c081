"""A package that is imported in steps is the one that is imported at once."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from flipside.game.services.platform.gradual_import import import_in_steps

NUMPY = """
import sys
from flipside.game.services.platform.gradual_import import import_in_steps
assert "numpy" not in sys.modules
steps = sum(1 for _ in import_in_steps("numpy"))
import numpy as np
print(steps, sorted(name for name in sys.modules if name.startswith("numpy")))
print(sorted(vars(np)), np.linalg.norm([3, 4]), np.arange(4).reshape(2, 2) @ [1, 2])
"""

AT_ONCE = """
import sys
import numpy as np
print(0, sorted(name for name in sys.modules if name.startswith("numpy")))
print(sorted(vars(np)), np.linalg.norm([3, 4]), np.arange(4).reshape(2, 2) @ [1, 2])
"""

FILES = {
    "__init__.py": """
FIRST = 1
if FIRST:
    from . import inner
    from .leaf import taken as renamed
else:
    import no_such_module
LAST = inner.FOUND + 1
""",
    "inner/__init__.py": """
from stepped import FIRST
from . import deep
FOUND = FIRST + deep.DEEP
""",
    "inner/deep.py": "from ..leaf import (\n    taken,\n)\nDEEP = taken()\n",
    "leaf.py": "import json\n\ndef taken():\n    from . import late\n    return late.LATE\n",
    "late.py": "LATE = 40\n",
    "broken.py": "raise ImportError('it does not work')\n",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name, text in FILES.items():
        path = tmp_path / "stepped" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "stepped"]:
        del sys.modules[name]


def told(code: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_numpy_is_the_same_as_at_once() -> None:
    (steps, modules), whole = told(NUMPY)[0].split(" ", 1), told(AT_ONCE)
    assert int(steps) > 100
    assert modules == whole[0].split(" ", 1)[1]
    assert told(NUMPY)[1] == whole[1]


@pytest.mark.usefixtures("package")
def test_packages_that_need_each_other() -> None:
    """A module sees what its package defined before importing it; only the branch that is taken is
    executed; what a function imports waits."""
    seen = ["stepped.late" in sys.modules for _ in import_in_steps("stepped")]
    stepped = sys.modules["stepped"]
    assert not seen[0]
    assert (stepped.LAST, stepped.renamed()) == (42, 40)
    assert stepped.inner.deep.DEEP == 40


@pytest.mark.usefixtures("package")
def test_an_error_of_a_module_is_told() -> None:
    list(import_in_steps("stepped"))
    steps = import_in_steps("stepped.broken")
    with pytest.raises(ImportError, match="it does not work"):
        list(steps)
    assert "stepped.broken" not in sys.modules, "another try begins anew"
