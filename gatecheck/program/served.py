"""What an object is by what it is asked for: the methods that a class calls on what it keeps in an attribute."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import may_call, own_attribute
from gatecheck.program.reaching import reaching

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.link import FunctionInfo, Program


class Served:
    """Answers for one program; ``words`` are the methods that count."""

    def __init__(self, program: Program, words: frozenset[str]) -> None:
        self._program = program
        self._words = words
        self._known: dict[str, dict[str, frozenset[str]]] = {}

    def calls(self, cls: str, attribute: str) -> frozenset[str]:
        """The methods that are called on an attribute of the class's own objects."""
        bases = self._program.classes[cls].mro
        return frozenset().union(*(self._called(base).get(attribute, ()) for base in bases))

    def _called(self, cls: str) -> dict[str, frozenset[str]]:
        """The attributes of its objects on which the methods of a class itself call something, each with what."""
        if cls not in self._known:
            methods = self._program.classes[cls].methods.values()
            pairs = {pair for method in methods for pair in self._find_called(method)}
            kept = {attribute for attribute, _ in pairs}
            self._known[cls] = {one: frozenset(name for attribute, name in pairs if attribute == one) for one in kept}
        return self._known[cls]

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
