"""What leaves a block of statements early, and what catches the errors of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import last_name

if TYPE_CHECKING:
    from collections.abc import Iterator

_Body = tuple[r.Stmt, ...]
_QUIET = frozenset({"NotImplementedError", "ImportError", "ModuleNotFoundError", "OSError", "KeyboardInterrupt"})
"""Errors that no evaluation of an index raises."""
_OF_LOOK_UPS = frozenset({"KeyError", "ValueError", "StopIteration"})
_OF_TABLES = frozenset({"IndexError", "LookupError", "Exception", "BaseException"})


def handled(stmt: r.Try) -> bool:
    """Whether an error of what is tried goes no further."""
    return any(handles(handler) for handler in stmt.handlers)


def handles(handler: r.Handler) -> bool:
    """Whether an ``except`` can end an error that an index makes."""
    if handler.type is None or not handler.body:
        return True
    types = handler.type.items if isinstance(handler.type, r.Seq) else (handler.type,)
    return any(last_name(each) not in _QUIET for each in types)


def caught_by(stmt: r.Try | r.With) -> frozenset[str]:
    """The errors of its body that a statement ends, by name."""
    if isinstance(stmt, r.With):
        calls = (item.value for item in stmt.items if isinstance(item.value, r.Call))
        return frozenset(last_name(a.value) for c in calls if last_name(c.func) == "suppress" for a in c.args)
    types = [handler.type or r.Name("BaseException", -1) for handler in stmt.handlers if handles(handler)]
    each = (one for kind in types for one in (kind.items if isinstance(kind, r.Seq) else (kind,)))
    return frozenset(map(last_name, each))


def only_of_look_ups(errors: frozenset[str]) -> bool:
    """Whether errors are those of a look-up, and not those of a table of events that is too short."""
    return bool(errors & _OF_LOOK_UPS) and not errors & _OF_TABLES


def leaves(body: _Body, *, looped: bool = False) -> bool:
    """Whether a block can leave the function, or the round of a loop around it; ``looped`` that it is of a loop."""
    for stmt in body:
        if isinstance(stmt, r.Return | r.Raise) or (isinstance(stmt, r.Jump) and not looped):
            return True
        inside = looped or isinstance(stmt, r.For | r.While)
        if any(leaves(block, looped=inside) for block in _blocks(stmt)):
            return True
    return False


def _blocks(stmt: r.Stmt) -> Iterator[_Body]:
    if isinstance(stmt, r.If | r.For | r.While):
        yield from (stmt.body, stmt.orelse)
    elif isinstance(stmt, r.With):
        yield stmt.body
    elif isinstance(stmt, r.Try):
        yield from (stmt.body, *(h.body for h in stmt.handlers), stmt.orelse, stmt.final)
    elif isinstance(stmt, r.Match):
        yield from (case.body for case in stmt.cases)
