"""Event tables and the counts they are made with: does the count span the layer ids, or only number them?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import attrs_of, is_name, own_attribute, parents_of, walk_all
from gatecheck.program.gaps import can_have_gaps
from gatecheck.program.indices import Indices
from gatecheck.program.link import FunctionInfo
from gatecheck.program.origins import Origins

if TYPE_CHECKING:
    from gatecheck.program.link import Program
    from gatecheck.program.protocol import Protocol

_DEPTH = 10


class _Counted(msgspec.Struct, frozen=True):
    """A call that counts something, where it stands, and the functions on the way from there to the table."""

    call: r.Call
    info: FunctionInfo
    way: frozenset[str]


class TableLength(msgspec.Struct, frozen=True):
    """A count that becomes the length of an event table: where it is taken, and whether its ids can have gaps."""

    function: str
    at: int
    gaps: bool
    what: str


def table_lengths(program: Program, protocol: Protocol) -> list[TableLength]:
    """Every ``len(ids)`` that ends as the length of a table of events, however many calls later."""
    origins = Origins(program)
    indices = Indices(program, origins)
    found: dict[TableLength, None] = {}
    for init, name in _sinks(program, protocol):
        for value, info in origins.arguments(init, name):
            for counted in _counts(value, info, origins, _DEPTH, frozenset()):
                if _is_of_a_part(counted, program, protocol):
                    continue
                call, owner = counted.call, counted.info
                ids = _counted(call)
                loose = can_have_gaps(ids, owner, origins) or indices.by_keys_of(ids, owner)
                shown = not _is_sum_of_ones(call) or indices.are_near(owner)
                gaps = loose and shown and not indices.by_rank(ids, owner)
                found[TableLength(owner.key, call.at, gaps, _text(ids))] = None
    return list(found)


def _is_of_a_part(counted: _Counted, program: Program, protocol: Protocol) -> bool:
    """Whether a count goes to what a pool makes for itself, and nothing on the way to the table takes it from there."""
    info = counted.info
    kin = program.classes[info.owner].mro if info.owner is not None else ()
    if not any(program.method(key, name) for key in kin[:1] for name in protocol.register_methods):
        return False
    parents = parents_of(info.record)
    node = parents.get(id(counted.call))
    while isinstance(node, (r.Arg, r.Call, r.Cond)):
        node = parents.get(id(node))
    targets = node.targets if isinstance(node, r.Assign) else ()
    kept = {name for target in targets if (name := own_attribute(target, info.record)) is not None}
    way = (program.functions[key] for key in counted.way)
    return bool(kept) and not any(attrs_of(each.record, kept) for each in way if each.owner not in kin)


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
) -> list[_Counted]:
    """The calls that count something and whose result a value can be."""
    if depth == 0:
        return []
    if _is_sum_of_ones(value) and isinstance(value, r.Call):
        return [_Counted(value, info, frozenset(key for key, _ in seen))]
    if isinstance(value, r.Call) and isinstance(value.func, r.Name) and len(value.args) == 1:
        if value.func.id == "len":
            return [_Counted(value, info, frozenset(key for key, _ in seen))]
        if value.func.id == "int":
            return _counts(value.args[0].value, info, origins, depth - 1, seen)
    if (least := _at_least(value)) is not None:
        return _counts(least, info, origins, depth - 1, seen)
    if isinstance(value, (r.Cond, r.BoolOp, r.Walrus)):
        return [c for choice in _choices(value) for c in _counts(choice, info, origins, depth - 1, seen)]
    if isinstance(value, (r.Name, r.Attr, r.Call)):
        key = (info.key, repr(value))
        if key not in seen:
            found = origins.of(value, info)
            return [c for expr, owner in found for c in _counts(expr, owner, origins, depth - 1, seen | {key})]
    return []


def _choices(value: r.Cond | r.BoolOp | r.Walrus) -> tuple[r.Expr, ...]:
    """What a value is one of."""
    if isinstance(value, r.Cond):
        return (value.then, value.orelse)
    return value.values if isinstance(value, r.BoolOp) else (value.value,)


def _at_least(value: r.Expr) -> r.Expr | None:
    """``count`` of ``max(count, 1)``, which is another number only where there is nothing to count; None else."""
    if not (isinstance(value, r.Call) and is_name(value.func, "max") and len(value.args) == 2):
        return None
    if any(arg.name is not None or arg.stars for arg in value.args):
        return None
    one, other = (arg.value for arg in value.args)
    if isinstance(one, r.Const):
        one, other = other, one
    is_least = isinstance(other, r.Const) and isinstance(other.value, int) and other.value <= 1
    return one if is_least else None


def _is_sum_of_ones(value: r.Expr) -> bool:
    """``sum(1 for … if …)``, or a sum of truth values."""
    summed = isinstance(value, r.Call) and isinstance(value.func, r.Name) and value.func.id == "sum"
    if not (summed and isinstance(value, r.Call) and len(value.args) == 1 and isinstance(value.args[0].value, r.Comp)):
        return False
    one = value.args[0].value.value
    return _is_truth(one) or (isinstance(one, r.Const) and one.value == 1)


def _is_truth(expr: r.Expr) -> bool:
    """Whether an expression is a test, which counts as one where it holds."""
    if isinstance(expr, r.BoolOp):
        return all(_is_truth(value) for value in expr.values)
    return isinstance(expr, r.Compare) or (isinstance(expr, r.Unary) and expr.op == "not")


def _counted(call: r.Call) -> r.Expr:
    """What a call counts; the truth of a comparison is a test of what is run over."""
    ids = call.args[0].value
    if isinstance(ids, r.Comp) and _is_truth(ids.value) and _is_sum_of_ones(call):
        first, *others = ids.gens
        return msgspec.structs.replace(ids, gens=(msgspec.structs.replace(first, tests=(ids.value,)), *others))
    return ids


def _text(expr: r.Expr) -> str:
    if isinstance(expr, r.Name):
        return expr.id
    if isinstance(expr, r.Attr):
        return f"{_text(expr.value)}.{expr.name}"
    if isinstance(expr, r.Walrus):
        return _text(expr.target)
    if isinstance(expr, r.Bin):
        return f"{_text(expr.left)} {expr.op} {_text(expr.right)}"
    if isinstance(expr, r.Call):
        return f"{_text(expr.func)}(…)"
    return "…"
