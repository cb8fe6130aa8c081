"""Unpacks a wheel and imports a package in short steps, so that no frame waits for all of it."""

import ast
import importlib
import re
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

_IMPORTS = re.compile(rb"^(?:import .+|from .+ import (?:\([^)]*\)|.+))$", re.MULTILINE)
"""Import statements at the top level of a source; much faster than to parse all of it."""


def import_in_steps(name: str) -> Iterator[None]:
    """Import the module, and before it each module of its own package that it imports.

    A module is compiled in one step and executed in another. The file of a package is executed
    statement by statement, for its modules need what it has defined before it imports them. A name
    that is no module is passed over. Raise what the module raises.
    """
    spec = None if name in sys.modules else _spec_of(name)
    if spec is None:
        return
    path = spec.origin or ""
    if not path.endswith(".py"):
        importlib.import_module(name)
        yield
        return
    source = Path(path).read_bytes()
    if spec.submodule_search_locations is None:
        for statement in ast.parse(b"\n".join(_IMPORTS.findall(source))).body:
            yield from _import_needed(statement, spec)
        if name in sys.modules:
            return  # one of those has imported it
        code = spec.loader.get_code(name)  # type: ignore[union-attr]
        yield
        module = sys.modules[name] = module_from_spec(spec)
        with _forgotten_if_it_fails(name):
            exec(code, vars(module))
        yield
    else:
        module = sys.modules[name] = module_from_spec(spec)
        statements = deque(ast.parse(source).body)
        yield
        while statements:
            statement = statements.popleft()
            if isinstance(statement, ast.If):
                test = compile(ast.Expression(statement.test), path, "eval")
                taken = statement.body if eval(test, vars(module)) else statement.orelse
                statements.extendleft(reversed(taken))
                continue
            yield from _import_needed(statement, spec)
            part = ast.Module([statement], [])
            with _forgotten_if_it_fails(name):
                exec(compile(part, path, "exec"), vars(module))
            yield
    package, _, child = name.rpartition(".")
    if package:
        setattr(sys.modules[package], child, module)


@contextmanager
def _forgotten_if_it_fails(name: str) -> Iterator[None]:
    try:
        yield
    except BaseException:
        del sys.modules[name]
        raise


def _spec_of(name: str) -> ModuleSpec | None:
    with suppress(ModuleNotFoundError):  # the name before the last dot is no package
        return find_spec(name)
    return None


def _import_needed(statement: ast.stmt, spec: ModuleSpec) -> Iterator[None]:
    """Import the modules of the same package that a statement may import, packages first."""
    if isinstance(statement, ast.Import):
        names = [alias.name for alias in statement.names]
    elif isinstance(statement, ast.ImportFrom):
        package = spec.name if spec.submodule_search_locations is not None else spec.parent
        above = (package or "").split(".")
        start = above[: len(above) + 1 - statement.level] if statement.level else []
        base = ".".join([*start, *filter(None, [statement.module])])
        names = [f"{base}.{alias.name}" for alias in statement.names]
    else:
        return
    for name in names:
        parts = name.split(".")
        if parts[0] == spec.name.partition(".")[0]:
            for end in range(1, len(parts) + 1):
                yield from import_in_steps(".".join(parts[:end]))


_NOT_RUN = re.compile(r"/(?:tests|f2py|include)/|\.(?:pyi|pxd|h|a)$")
"""What no program needs that runs, by name: half of the files of numpy."""

_PART_BYTES = 1 << 17
"""Bytes that one step unpacks."""


def unpack_in_steps(wheel: bytes, folder: Path) -> Iterator[None]:
    """Unpack what a running program needs; raise BadZipFile or OSError if that is not possible."""
    with ZipFile(BytesIO(wheel)) as files:
        for one in files.infolist():
            if one.is_dir() or _NOT_RUN.search(one.filename):
                continue
            path = folder / one.filename
            path.parent.mkdir(parents=True, exist_ok=True)
            with files.open(one) as packed, path.open("wb") as out:
                out.truncate(one.file_size)  # memory is asked for once
                while part := packed.read(_PART_BYTES):
                    out.write(part)
                    yield
