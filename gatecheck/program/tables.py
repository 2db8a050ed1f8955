"""Event tables and the counts they are made with: does the count span the layer ids, or only number them?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_of, walk_all
from gatecheck.program.link import ClassInfo

if TYPE_CHECKING:
    from gatecheck.program.link import FunctionInfo, Program
    from gatecheck.program.protocol import Protocol

_SET_METHODS = frozenset({"union", "intersection", "difference", "symmetric_difference"})
_COPIES = frozenset({"set", "frozenset", "sorted", "list", "tuple", "dict"})
_DENSE = frozenset({"range", "enumerate"})
Sink = tuple[str, str]


class TableLength(msgspec.Struct, frozen=True):
    """A count that becomes the length of an event table: where it is taken, and whether its ids can have gaps."""

    function: str
    at: int
    gaps: bool
    what: str


def table_lengths(program: Program, protocol: Protocol) -> list[TableLength]:
    """Every ``len(ids)`` that ends as the length of a table of events, however many calls later."""
    sinks = _sinks(program, protocol)
    found = []
    for info in _callers(program, sinks):
        local = _assigned(info.record)
        for call, sink_args in _calls_into(program, info, sinks):
            del call
            for value in sink_args:
                counted = _count_of(value, local)
                if counted is not None:
                    argument = counted.args[0].value
                    found.append(TableLength(info.key, counted.at, _can_have_gaps(argument, local), _text(argument)))
    return list(dict.fromkeys(found))


def _sinks(program: Program, protocol: Protocol) -> set[Sink]:
    """Parameters whose value becomes the length of a counter's table."""
    sinks: set[Sink] = set()
    for info in program.classes.values():
        init = program.method(info.key, "__init__")
        if init is not None and protocol.wait_methods & info.methods.keys():
            sinks |= {(init.key, p.name) for p in init.record.params[1:] if _sizes_something(init.record, p.name)}
    while True:
        more = {s for info in _callers(program, sinks) for s in _passed_on(program, info, sinks)} - sinks
        if not more:
            return sinks
        sinks |= more


def _callers(program: Program, sinks: set[Sink]) -> list[FunctionInfo]:
    """The functions that name one of the callees with a sink."""
    names = {_callee_label(program, key) for key, _ in sinks}
    return [i for i in list(program.functions.values()) if called_of(i.record, names | {"__init__"})]


def _sizes_something(record: r.Function, name: str) -> bool:
    """Whether a parameter is the bound of a range, or goes into another constructor in one."""
    return any(
        isinstance(node, r.Call) and any(isinstance(a.value, r.Name) and a.value.id == name for a in node.args)
        for node in walk_all(record.body)
    )


def _passed_on(program: Program, info: FunctionInfo, sinks: set[Sink]) -> set[Sink]:
    params = {p.name for p in info.record.params}
    stored = _stored_parameters(info.record, params)
    found: set[Sink] = set()
    for _, values in _calls_into(program, info, sinks):
        for value in values:
            name = (
                value.id if isinstance(value, r.Name) else stored.get(value.name) if isinstance(value, r.Attr) else None
            )
            if name in params:
                found.add((info.key, str(name)))
    return found


def _stored_parameters(record: r.Function, params: set[str]) -> dict[str, str]:
    """Attributes that a function sets to one of its parameters."""
    stored: dict[str, str] = {}
    for node in walk_all(record.body):
        if isinstance(node, r.Assign) and isinstance(node.value, r.Name) and node.value.id in params:
            for target in node.targets:
                if isinstance(target, r.Attr):
                    stored[target.name] = node.value.id
    return stored


def _calls_into(program: Program, info: FunctionInfo, sinks: set[Sink]) -> list[tuple[r.Call, list[r.Expr]]]:
    """The calls of a function whose arguments reach a sink, with those arguments."""
    found = []
    for node in walk_all(info.record.body):
        if isinstance(node, r.Call):
            callee = _callee(program, info, node)
            values = [
                v
                for key, name in sinks
                if callee is not None and callee.key == key
                for v in _argument(callee, node, name)
            ]
            if values:
                found.append((node, values))
    return found


def _callee_label(program: Program, key: str) -> str:
    info = program.functions[key]
    return program.classes[info.owner].name if info.owner and info.record.name == "__init__" else info.record.name


def _callee(program: Program, info: FunctionInfo, node: r.Call) -> FunctionInfo | None:
    """The function that a call enters: by name, by class, by ``super().__init__`` or on ``self``."""
    func = node.func
    if isinstance(func, r.Name):
        target = program.lookup(info.path, func.id)
        return _constructor(program, target)
    if not isinstance(func, r.Attr):
        return None
    if isinstance(func.value, r.Call) and isinstance(func.value.func, r.Name) and func.value.func.id == "super":
        return program.method(info.owner, func.name, info.owner) if info.owner else None
    if (
        isinstance(func.value, r.Name)
        and info.owner is not None
        and info.record.params[:1]
        and (func.value.id == info.record.params[0].name)
    ):
        return program.method(info.owner, func.name)
    if isinstance(func.value, r.Name):
        module = program.lookup(info.path, func.value.id)
        path = getattr(module, "path", None)
        return _constructor(program, program.lookup(path, func.name)) if path in program.modules else None
    return None


def _constructor(program: Program, target: object) -> FunctionInfo | None:
    from gatecheck.program.link import ClassInfo, FunctionInfo

    if isinstance(target, ClassInfo):
        return program.method(target.key, "__init__")
    return target if isinstance(target, FunctionInfo) else None


def _argument(callee: FunctionInfo, node: r.Call, name: str) -> list[r.Expr]:
    keyword = [a.value for a in node.args if a.name == name]
    if keyword:
        return keyword
    params = [p.name for p in callee.record.params]
    position = params.index(name) - (1 if callee.owner is not None else 0)
    positional = [a.value for a in node.args if a.name is None and not a.stars]
    return [positional[position]] if 0 <= position < len(positional) else []


def _assigned(record: r.Function) -> dict[str, r.Expr]:
    """What local names are assigned, the last assignment of each."""
    found: dict[str, r.Expr] = {}
    for node in walk_all(record.body):
        if isinstance(node, r.Assign) and node.value is not None:
            for target in node.targets:
                if isinstance(target, r.Name):
                    found[target.id] = node.value
    return found


def _count_of(value: r.Expr, local: dict[str, r.Expr], depth: int = 4) -> r.Call | None:
    """The ``len(...)`` that a value is."""
    if isinstance(value, r.Name) and value.id in local and depth:
        return _count_of(local[value.id], local, depth - 1)
    if isinstance(value, r.Call) and isinstance(value.func, r.Name) and value.func.id == "len" and len(value.args) == 1:
        return value
    return None


def _can_have_gaps(ids: r.Expr, local: dict[str, r.Expr], depth: int = 6) -> bool:
    """Whether a collection of layer ids can leave some out: a union, a filter, a map keyed by ids."""
    if depth == 0:
        return False
    if isinstance(ids, r.Name):
        return ids.id in local and _can_have_gaps(local[ids.id], local, depth - 1)
    if isinstance(ids, r.Bin):
        return ids.op in {"|", "&", "-", "^"}
    if isinstance(ids, r.Cond):
        return _can_have_gaps(ids.then, local, depth - 1) or _can_have_gaps(ids.orelse, local, depth - 1)
    if isinstance(ids, r.Comp):
        return _comprehension_has_gaps(ids, local, depth)
    if isinstance(ids, r.DictLit) or (isinstance(ids, r.Seq) and ids.kind == "set"):
        parts = ids.keys if isinstance(ids, r.DictLit) else ids.items
        return any(p is None or isinstance(p, r.Star) for p in parts)
    if isinstance(ids, r.Call):
        name = ids.func.name if isinstance(ids.func, r.Attr) else ids.func.id if isinstance(ids.func, r.Name) else ""
        if isinstance(ids.func, r.Attr) and name in {"keys", "copy", "values", "items"}:
            return _can_have_gaps(ids.func.value, local, depth - 1)
        if name == "filter":
            return True
        return name in _SET_METHODS or (
            name in _COPIES and bool(ids.args) and _can_have_gaps(ids.args[0].value, local, depth - 1)
        )
    return False


def _comprehension_has_gaps(ids: r.Comp, local: dict[str, r.Expr], depth: int) -> bool:
    if any(gen.tests for gen in ids.gens):
        return True
    source = ids.gens[0].iter
    if isinstance(source, r.Call) and isinstance(source.func, r.Name) and source.func.id in _DENSE:
        return source.func.id == "enumerate" and _keyed_by_element(ids)
    return _can_have_gaps(source, local, depth - 1)


def _keyed_by_element(ids: r.Comp) -> bool:
    """``{id: i for i, id in enumerate(ids)}`` is keyed by ids, not by their numbers."""
    target = ids.gens[0].target
    key = ids.key if ids.key is not None else ids.value
    return (
        isinstance(target, r.Seq)
        and len(target.items) == 2
        and isinstance(target.items[1], r.Name)
        and isinstance(key, r.Name)
        and key.id == target.items[1].id
    )


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


__all__ = ["ClassInfo", "TableLength", "table_lengths"]
