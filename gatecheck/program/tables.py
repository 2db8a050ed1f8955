"""Event tables and the counts they are made with: does the count span the layer ids, or only number them?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_of, walk_all
from gatecheck.program.gaps import can_have_gaps
from gatecheck.program.origins import Origins

if TYPE_CHECKING:
    from gatecheck.program.link import FunctionInfo, Program
    from gatecheck.program.protocol import Protocol

_DEPTH = 10
Counted = tuple[r.Call, "FunctionInfo"]


class TableLength(msgspec.Struct, frozen=True):
    """A count that becomes the length of an event table: where it is taken, and whether its ids can have gaps."""

    function: str
    at: int
    gaps: bool
    what: str


def table_lengths(program: Program, protocol: Protocol) -> list[TableLength]:
    """Every ``len(ids)`` that ends as the length of a table of events, however many calls later."""
    origins = Origins(program)
    found: dict[TableLength, None] = {}
    for init, name in _sinks(program, protocol):
        for value, info in origins.arguments(init, name):
            for call, owner in _counts(value, info, origins, _DEPTH, frozenset()):
                ids = call.args[0].value
                gaps = can_have_gaps(ids, owner, origins) and not _by_rank(owner, program)
                found[TableLength(owner.key, call.at, gaps, _text(ids))] = None
    return list(found)


def _sinks(program: Program, protocol: Protocol) -> list[tuple[FunctionInfo, str]]:
    """The parameters of counters' constructors that size something."""
    sinks: dict[tuple[str, str], tuple[FunctionInfo, str]] = {}
    for info in program.classes.values():
        init = program.method(info.key, "__init__")
        if init is not None and protocol.wait_methods & info.methods.keys():
            for param in init.record.params[1:]:
                if _sizes_something(init.record, param.name):
                    sinks[init.key, param.name] = (init, param.name)
    return list(sinks.values())


def _sizes_something(record: r.Function, name: str) -> bool:
    """Whether a parameter is the bound of a range, or goes into another constructor in one."""
    return any(
        isinstance(node, r.Call) and any(isinstance(a.value, r.Name) and a.value.id == name for a in node.args)
        for node in walk_all(record.body)
    )


def _counts(
    value: r.Expr, info: FunctionInfo, origins: Origins, depth: int, seen: frozenset[tuple[str, str]]
) -> list[Counted]:
    """The ``len`` calls that a value can be the result of."""
    if depth == 0:
        return []
    if isinstance(value, r.Call) and isinstance(value.func, r.Name) and len(value.args) == 1:
        if value.func.id == "len":
            return [(value, info)]
        if value.func.id == "int":
            return _counts(value.args[0].value, info, origins, depth - 1, seen)
    if isinstance(value, (r.Cond, r.BoolOp)):
        choices = (value.then, value.orelse) if isinstance(value, r.Cond) else value.values
        return [c for choice in choices for c in _counts(choice, info, origins, depth - 1, seen)]
    if isinstance(value, (r.Name, r.Attr, r.Call)):
        key = (info.key, repr(value))
        if key not in seen:
            found = origins.of(value, info)
            return [c for expr, owner in found for c in _counts(expr, owner, origins, depth - 1, seen | {key})]
    return []


# -- ranks -----------------------------------------------------------------------------------------------------------


def _record_methods(program: Program) -> frozenset[str]:
    """The methods that record the event of an index."""
    return frozenset(
        info.record.name
        for info in program.having({"record"})
        if info.owner is not None and called_of(info.record, frozenset({"record"})) and len(info.record.params) == 2
    )


def _by_rank(info: FunctionInfo, program: Program) -> bool:
    """Whether the code around a count records events by rank: every index is a number of ``enumerate`` or ``range``."""
    records = _record_methods(program)
    methods = [info]
    if info.owner is not None:
        methods = list(program.classes[info.owner].methods.values())
    indices = [(node.args[0].value, m) for m in methods if called_of(m.record, records) for node in _calls(m, records)]
    return bool(indices) and all(
        isinstance(index, r.Name) and index.id in _numbers(owner.record) for index, owner in indices
    )


def _calls(info: FunctionInfo, names: frozenset[str]) -> list[r.Call]:
    return [
        node
        for node in walk_all(info.record.body)
        if isinstance(node, r.Call) and isinstance(node.func, r.Attr) and node.func.name in names and node.args
    ]


def _numbers(record: r.Function) -> set[str]:
    """The loop variables that count from zero."""
    found: set[str] = set()
    for node in walk_all(record.body):
        if isinstance(node, r.For) and isinstance(node.iter, r.Call) and isinstance(node.iter.func, r.Name):
            name, target = node.iter.func.id, node.target
            if name == "enumerate" and isinstance(target, r.Seq) and isinstance(target.items[0], r.Name):
                found.add(target.items[0].id)
            elif name == "range" and isinstance(target, r.Name):
                found.add(target.id)
    return found


def _text(expr: r.Expr) -> str:
    if isinstance(expr, r.Name):
        return expr.id
    if isinstance(expr, r.Attr):
        return f"{_text(expr.value)}.{expr.name}"
    if isinstance(expr, r.Bin):
        return f"{_text(expr.left)} {expr.op} {_text(expr.right)}"
    if isinstance(expr, r.Call):
        return f"{_text(expr.func)}(…)"
    return "…"
