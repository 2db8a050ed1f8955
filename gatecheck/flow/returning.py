"""Who takes rows out of a tensor and puts rows into the same one: it moves on what the loads bring, as they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import last_name, walk_all
from gatecheck.flow.tensors import is_store_method

if TYPE_CHECKING:
    from collections.abc import Iterator

    import msgspec

    from gatecheck.program.link import FunctionInfo, Program


def is_put_back(program: Program, info: FunctionInfo, at: int) -> bool:
    """Whether what a call takes its rows from is stored into, under that name, by its function or class."""
    call = next((node for node in program.body(info).calls if node.at == at), None)
    taken = set(_names(call.args[0].value)) if call is not None and call.args else set()
    methods = program.classes[info.owner].methods.values() if info.owner is not None else (info,)
    nodes = (node for method in methods for node in walk_all(method.record.body))
    return any(not taken.isdisjoint(_stored_into(node)) for node in nodes)


def _stored_into(node: msgspec.Struct) -> Iterator[str]:
    """What a statement, or the call of a method, writes into."""
    if isinstance(node, r.Call) and isinstance(node.func, r.Attr) and is_store_method(node.func.name):
        yield from _names(node.func.value)
    elif isinstance(node, r.Assign):
        yield from (name for target in node.targets if isinstance(target, r.Sub) for name in _names(target))


def _names(expr: r.Expr) -> Iterator[str]:
    """What a tensor is called, or several are that stand in a list; a part of one goes by its name."""
    if isinstance(expr, r.Sub):
        yield from _names(expr.value)
    elif isinstance(expr, r.Seq):
        yield from (name for item in expr.items for name in _names(item))
    elif name := last_name(expr):
        yield name
