"""Imports a package in short steps, so that no frame is late."""

import ast
import importlib
import re
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec
from pathlib import Path

_IMPORTS = re.compile(rb"^(?:import .+|from .+ import (?:\([^)]*\)|.+))$", re.MULTILINE)
"""Finds import statements at the top level of a source, much faster than a parser."""


def import_in_steps(name: str) -> Iterator[None]:
    """Import a module in steps, after the modules of the same package that it imports.

    One step compiles a module and the next executes it. The `__init__.py` of a package is executed
    statement by statement, because its submodules need its earlier definitions. A name that is not
    a module is skipped. Errors of the imported code are raised.
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
            return  # imported by one of these modules
        code = spec.loader.get_code(name)  # type: ignore[union-attr]
        yield
        module = sys.modules[name] = module_from_spec(spec)
        with _removed_on_error(name):
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
                branch = statement.body if eval(test, vars(module)) else statement.orelse
                statements.extendleft(reversed(branch))
                continue
            yield from _import_needed(statement, spec)
            part = ast.Module([statement], [])
            with _removed_on_error(name):
                exec(compile(part, path, "exec"), vars(module))
            yield
    package, _, child = name.rpartition(".")
    if package:
        setattr(sys.modules[package], child, module)


@contextmanager
def _removed_on_error(name: str) -> Iterator[None]:
    try:
        yield
    except BaseException:
        del sys.modules[name]
        raise


def _spec_of(name: str) -> ModuleSpec | None:
    with suppress(ModuleNotFoundError):  # the name before the last dot is not a package
        return find_spec(name)
    return None


def _import_needed(statement: ast.stmt, spec: ModuleSpec) -> Iterator[None]:
    """Import the modules of `spec`'s package that a statement may import, packages first."""
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
