"""Deletes the wait from one accessor's source, as a careless edit would, and puts the result in the accessor's place.

Which statement the wait is follows from a call that was watched: it is the line of the accessor's own body that was
running when the wait happened.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import textwrap
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any

from msgspec import Struct


class GateLine(Struct, frozen=True):
    """A line of an accessor's own body, in its file, during which a wait happened."""

    cls: type
    name: str
    line: int


class NoSourceFaultError(Exception):
    """The wait cannot be deleted from this accessor; the text says why."""


# Any: the function is the user's own.
def without_gate(gate: GateLine) -> Callable[..., Any]:
    """The accessor compiled from its source without the innermost statement that waits.

    Raises:
        NoSourceFaultError: the statement is a return or an assignment, or the function cannot be compiled alone.
    """
    function = vars(gate.cls)[gate.name]
    if not isinstance(function, FunctionType) or function.__closure__:
        raise NoSourceFaultError(f"{gate.cls.__name__}.{gate.name} is no plain function")
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    target = gate.line - first + 1
    remover = _Remover(target)
    edited = ast.fix_missing_locations(remover.visit(tree))
    if remover.removed != 1:
        raise NoSourceFaultError(f"{gate.cls.__name__}.{gate.name} has no statement of its own that only waits")
    return _compiled(edited, gate.name, function)


class _Remover(ast.NodeTransformer):
    """Replaces the expression statement on one line by ``pass``."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.removed = 0

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        if node.lineno <= self.line <= (node.end_lineno or node.lineno) and isinstance(node.value, ast.Call):
            self.removed += 1
            return ast.copy_location(ast.Pass(), node)
        return node


def _compiled(tree: ast.Module, name: str, original: FunctionType) -> Callable[..., Any]:
    module = compile(tree, inspect.getfile(original), "exec", dont_inherit=True)
    code = next(part for part in module.co_consts if isinstance(part, CodeType) and part.co_name == name)
    made = FunctionType(code, original.__globals__, name, original.__defaults__)
    made.__kwdefaults__ = original.__kwdefaults__
    return made


@contextlib.contextmanager
def replaced(gate: GateLine) -> Iterator[None]:
    """Run with the accessor's wait deleted.

    Raises:
        NoSourceFaultError: it cannot be deleted.
    """
    original = vars(gate.cls)[gate.name]
    setattr(gate.cls, gate.name, without_gate(gate))
    try:
        yield
    finally:
        setattr(gate.cls, gate.name, original)
