"""Where the error of a look-up ends: in an ``except`` or in a block that suppresses it, for want of a layer."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from gatecheck.facts import records as r
from gatecheck.facts.visit import last_name, walk, walk_all
from gatecheck.fixes.chains import is_self
from gatecheck.fixes.placement import ordinals
from gatecheck.fixes.source import expression

if TYPE_CHECKING:
    from collections.abc import Iterator

    import msgspec

_QUIET = frozenset({"NotImplementedError", "ImportError", "ModuleNotFoundError", "OSError", "KeyboardInterrupt"})
"""Errors that no evaluation of an index raises."""
_NUMBERS = frozenset({"abs", "bool", "int", "isinstance", "len", "max", "min", "range"})
"""Functions that ask nobody whether a layer is there."""


def is_quiet(stmt: r.With) -> bool:
    """Whether an error of a ``with`` block goes no further."""
    heads = (item.value for item in stmt.items)
    return any(isinstance(head, r.Call) and last_name(head.func) == "suppress" for head in heads)


def is_handled(stmt: r.Try) -> bool:
    """Whether an error of what is tried goes no further."""
    return any(map(_handles, stmt.handlers))


def _handles(handler: r.Handler) -> bool:
    """Whether an ``except`` can end an error that an index makes."""
    if handler.type is None or not handler.body:
        return True
    types = handler.type.items if isinstance(handler.type, r.Seq) else (handler.type,)
    return any(last_name(each) not in _QUIET for each in types)


def lookups(record: r.Function, names: frozenset[str], layer: r.Expr | None = None) -> frozenset[int]:
    """The nodes that look a layer up, or give it to a call, where an error of that ends.

    ``names`` are the variables that tell the layer. A sum of it is the event's own index, which fails with the wait,
    and so does what ``layer``, which the wait evaluates, looks up itself.
    """
    bodies = (body for stmt in walk_all(record.body) for body in _ended(stmt))
    found = [n for body in bodies for n in walk_all(body) if _looks_up(n, names)]
    own = [expression(n) for n in walk(layer) if isinstance(n, r.Sub)] if layer is not None else []
    return frozenset(n.at for n in found if expression(n) not in own)


def _ended(stmt: msgspec.Struct) -> Iterator[tuple[r.Stmt, ...]]:
    """The body of a statement that ends the errors in it; one that is raised anew goes on."""
    if isinstance(stmt, r.Try):
        ends = any(_handles(h) and not (h.body and isinstance(h.body[-1], r.Raise)) for h in stmt.handlers)
    else:
        ends = isinstance(stmt, r.With) and is_quiet(stmt)
    if isinstance(stmt, r.Try | r.With) and ends:
        yield stmt.body


def _looks_up(node: msgspec.Struct, names: frozenset[str]) -> TypeGuard[r.Sub | r.Call]:
    if isinstance(node, r.Sub):
        return not isinstance(node.index, r.Bin) and _tells(node.index, names)
    if not isinstance(node, r.Call) or (isinstance(node.func, r.Name) and node.func.id in _NUMBERS):
        return False
    return any(_tells(arg.value, names) for arg in node.args)


def _tells(expr: r.Expr, names: frozenset[str]) -> bool:
    return any(isinstance(n, r.Name) and n.id in names for n in walk(expr))


def looked_up_in(node: msgspec.Struct, reads: frozenset[int]) -> frozenset[int]:
    """What is evaluated for the index of a subscript, or for an argument of a method of its own that reads."""
    parts = [n.index for n in walk(node) if isinstance(n, r.Sub)]
    for call in walk(node):
        if isinstance(call, r.Call) and call.at in reads and isinstance(call.func, r.Attr) and is_self(call.func.value):
            parts += [arg.value for arg in call.args]
    return frozenset[int]().union(*map(ordinals, parts))
