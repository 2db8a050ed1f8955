"""Who may run a method by an operator: whoever subscripts an object of its class, or loops over one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import is_name, last_name, named_of, own_name, walk_all
from gatecheck.program.calling import names_of_objects

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from gatecheck.program.link import FunctionInfo, Program

_OPERATORS = frozenset({"__getitem__", "__iter__"})


def users(program: Program, method: FunctionInfo) -> Iterator[FunctionInfo]:
    """The functions that use an object of a method's class by an operator that may run it, as far as texts show.

    They know the object by a name that one has somewhere, or are methods of its class and use their own.
    """
    if method.owner is None or method.record.name not in _OPERATORS:
        return
    kin = {*program.heirs.get(method.owner, ()), *program.classes[method.owner].mro}
    for cls in sorted(kin):
        yield from (each for each in program.classes[cls].methods.values() if _uses_itself(each.record))
    names = names_of_objects(program, method.owner)
    yield from (each for each in program.having(names) if each.outer is None and _uses(each.record, names))


def _uses_itself(record: r.Function) -> bool:
    own = own_name(record)
    return any(is_name(expr, own) for expr in _operated(record))


def _uses(record: r.Function, names: AbstractSet[str]) -> bool:
    return bool(named_of(record, names)) and any(last_name(expr) in names for expr in _operated(record))


def _operated(record: r.Function) -> Iterator[r.Expr]:
    """What a function subscripts or loops over."""
    for node in walk_all(record.body):
        if isinstance(node, r.Sub):
            yield node.value
        elif isinstance(node, (r.For, r.Gen)):
            yield node.iter
