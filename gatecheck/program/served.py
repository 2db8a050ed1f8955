"""What an object is by what it is asked for: the methods that a class calls on what it keeps in an attribute."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import may_call, may_name, own_attribute
from gatecheck.program.reaching import reaching

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.link import FunctionInfo, Program


class Served:
    """Answers for one program; ``words`` are the methods that count."""

    def __init__(self, program: Program, words: frozenset[str]) -> None:
        self._program = program
        self._words = words
        self._known: dict[str, frozenset[tuple[str, str]]] = {}

    def calls(self, cls: str, attribute: str) -> frozenset[str]:
        """The methods that are called on an attribute of the class's own objects."""
        bases = (self._program.classes[key] for key in self._program.classes[cls].mro)
        methods = (m for base in bases for m in base.methods.values() if may_name(m.record, {attribute}))
        return frozenset(name for method in methods for kept, name in self._called(method) if kept == attribute)

    def _called(self, method: FunctionInfo) -> frozenset[tuple[str, str]]:
        """The attributes of its own object on which a method calls something, each with what it calls."""
        if method.key not in self._known:
            self._known[method.key] = frozenset(self._find_called(method))
        return self._known[method.key]

    def _find_called(self, method: FunctionInfo) -> Iterator[tuple[str, str]]:
        if not may_call(method.record, self._words):
            return
        for node in self._program.body(method).calls:
            func = node.func
            if isinstance(func, r.Attr) and func.name in self._words:
                kept = _own(func.value, method.record)
                if kept is not None:
                    yield kept, func.name


def _own(expr: r.Expr, record: r.Function) -> str | None:
    """The attribute of the method's own object that a value is, also under a name of its own."""
    values = reaching(record, expr) if isinstance(expr, r.Name) else (expr,)
    names = {own_attribute(value, record) for value in values}
    return names.pop() if len(names) == 1 else None
