"""Counters that arrive as arguments: the attributes that callers give to a function which waits on a parameter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import decorator_names, walk_all
from gatecheck.program.held import Source, attributes, held_by, sources_of
from gatecheck.program.origins import Origins

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from gatecheck.program.link import FunctionInfo, Program

Waited = tuple["FunctionInfo", str]
_OWN = frozenset({"self", "cls"})


def variables(info: FunctionInfo) -> dict[str, set[Source]]:
    """What the variables of a function can stand for; its own object is none that it was given."""
    params = info.record.params
    own = info.owner is not None and "staticmethod" not in decorator_names(info.record)
    return held_by(info.record, [param.name for param in params[1 if own else 0 :]])


def waits_on_parameter(record: r.Function, waits: AbstractSet[str]) -> bool:
    """Whether a function waits on what it is given, its own object left out."""
    local = held_by(record, [param.name for param in record.params if param.name not in _OWN])
    asked = (node for node in walk_all(record.body) if isinstance(node, r.Attr) and node.name in waits)
    return any(source.is_parameter for node in asked for source in sources_of(node.value, local))


def given(program: Program, waited: Iterable[Waited]) -> set[str]:
    """The attributes that are given for parameters on which somebody waits, through any number of calls."""
    todo = list(waited)
    origins = Origins(program) if todo else None
    found: set[str] = set()
    seen: set[tuple[str, str]] = set()
    while todo and origins is not None:
        info, name = todo.pop()
        if (info.key, name) in seen:
            continue
        seen.add((info.key, name))
        for value, caller in origins.arguments(info, name):
            local = variables(caller)
            found |= attributes(value, local)
            todo += [(caller, source.name) for source in sources_of(value, local) if source.is_parameter]
    return found
