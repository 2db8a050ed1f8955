"""What an object is by what it is asked for: the methods that a class calls on what it keeps in an attribute."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import attrs_of, is_name, may_call, own_name, walk_all
from gatecheck.program.reaching import reaching

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.link import FunctionInfo, Program


class Served:
    """Answers for one program; ``words`` are the methods that count."""

    def __init__(self, program: Program, words: frozenset[str]) -> None:
        self._program = program
        self._words = words
        self._known: dict[tuple[str, str], frozenset[str]] = {}

    def calls(self, cls: str, attribute: str) -> frozenset[str]:
        """The methods that are called on an attribute of the class's own objects."""
        key = (cls, attribute)
        if key not in self._known:
            methods = (
                m for base in self._program.classes[cls].mro for m in self._program.classes[base].methods.values()
            )
            self._known[key] = frozenset(name for method in methods for name in self._called(method, attribute))
        return self._known[key]

    def _called(self, method: FunctionInfo, attribute: str) -> Iterator[str]:
        if not (may_call(method.record, self._words) and attrs_of(method.record, {attribute})):
            return
        for node in walk_all(method.record.body):
            func = node.func if isinstance(node, r.Call) else None
            if isinstance(func, r.Attr) and func.name in self._words and _is_own(func.value, attribute, method.record):
                yield func.name


def _is_own(expr: r.Expr, attribute: str, record: r.Function) -> bool:
    """Whether a value is an attribute of the method's own object, also under a name of its own."""
    if isinstance(expr, r.Name):
        values = reaching(record, expr)
        return bool(values) and all(_is_plain(value, attribute, record) for value in values)
    return _is_plain(expr, attribute, record)


def _is_plain(expr: r.Expr, attribute: str, record: r.Function) -> bool:
    return isinstance(expr, r.Attr) and expr.name == attribute and is_name(expr.value, own_name(record))
