"""The mutations that `mutants.py` tries."""

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

SWAPPED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.Mult, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
"""The replacement of each operator."""

NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """A mutation: the bytes of a file from `start` to `end` become `text`."""

    path: str
    line: int
    start: int
    end: int
    old: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.old}  ->  {self.text}"


def mutants(path: str, source: str) -> Iterator[Mutant]:
    """Yield every mutation of a file, in the order of its lines."""
    tree, data = ast.parse(source), source.encode()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in _changeable(tree):
        for text in _changed(node):
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            yield Mutant(path, node.lineno, start, end, data[start:end].decode(), text)


def _changeable(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield the nodes of a tree except types, decorators and f-strings."""
    left_out = {"annotation", "returns", "decorator_list", "pattern"}
    if isinstance(node, ast.JoinedStr) or _for_types(node):
        return
    if isinstance(node, ast.expr | ast.stmt):
        yield node
    for field, value in ast.iter_fields(node):
        if field not in left_out:
            for inner in value if isinstance(value, list) else [value]:
                if isinstance(inner, ast.AST):
                    yield from _changeable(inner)


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _changed(node: ast.expr | ast.stmt) -> Iterator[str]:
    """Yield the replacements of an expression or statement."""
    match node:
        case ast.Compare(ops=[op, *_]):
            yield _with(node, ops=[SWAPPED[type(op)](), *node.ops[1:]])
        case ast.BoolOp() | ast.BinOp() if type(node.op) in SWAPPED:
            yield _with(node, op=SWAPPED[type(node.op)]())
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield f"({ast.unparse(node.operand)})"
        case ast.Constant(value=bool()):
            yield str(not node.value)
        case ast.Constant(value=int() | float()):
            yield f"({node.value!r} + 1)"
        case ast.IfExp():
            yield _with(node, body=node.orelse, orelse=node.body)
        case ast.Name(id=name, ctx=ast.Load()) if name in NAMES:
            yield NAMES[name]
        case ast.Break():
            yield "continue"
        case ast.Continue():
            yield "break"
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield "return None"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Delete():
            yield "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "pass"
        case _:
            pass


def _with(node: ast.expr, **fields: object) -> str:
    new = deepcopy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return f"({ast.unparse(new)})"
