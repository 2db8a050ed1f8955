"""The layer of a read as its own subscript writes it, for readers whose layer is no parameter."""

from __future__ import annotations

from collections import Counter as Tally
from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import is_name, walk, walk_all
from gatecheck.fixes.chains import is_plain, is_self
from gatecheck.fixes.guards import given
from gatecheck.fixes.idiom import is_docstring
from gatecheck.fixes.layer import Layer
from gatecheck.fixes.placement import binds, ordinals, statement_of
from gatecheck.fixes.source import expression, substitute

if TYPE_CHECKING:
    from gatecheck.program.link import Program


def written_layer(record: r.Function, buffer: str, at: int) -> Layer | None:
    """What stands in ``….buffer[here]`` at a read, or before it where a view was taken; the first layer is left off."""
    subs = [
        node
        for node in walk_all(record.body)
        if isinstance(node, r.Sub) and isinstance(node.value, r.Attr) and node.value.name == buffer
    ]
    here = statement_of(record, at)
    own = ordinals(here) if here is not None else frozenset()
    node = next((n for n in walk_all(record.body) if getattr(n, "at", None) == at), None)
    read = ordinals(node) if node is not None else frozenset()
    near = ([s for s in subs if s.at in inside] for inside in (read, own))
    chosen = next(filter(None, near), [s for s in subs if s.at < at][-1:])
    index = _from_the_start(chosen[0]) if chosen else None
    if index is None or expression(index) is None:
        return None
    return _without_start(index)


def _from_the_start(sub: r.Sub) -> r.Expr:
    """The index of a subscript: one that counts from the end is no event's, and is written by the table's length."""
    back = sub.index.value if isinstance(sub.index, r.Const) else None
    if not isinstance(back, int) or back >= 0:
        return sub.index
    length = r.Call(r.Name("len", -1), (r.Arg(sub.value, None, 0),), -1)
    return r.Bin("-", length, r.Const(-back), -1) if is_plain(sub.value) else r.Opaque(())


def _without_start(index: r.Expr) -> Layer:
    """The layer of an index: what the first layer is taken off, else all of it."""
    if isinstance(index, r.Bin) and index.op == "-" and isinstance(index.right, r.Attr) and is_plain(index.right):
        return Layer(index.left, raw=False)
    return Layer(index, raw=True)


def worked_out(program: Program, cls: str, layer: Layer) -> Layer:
    """A layer whose index a method of the object itself makes of it by taking off the first layer, and nothing else."""
    call = layer.expr
    if (
        not layer.raw
        or not isinstance(call, r.Call)
        or not isinstance(call.func, r.Attr)
        or not is_self(call.func.value)
    ):
        return layer
    method = program.method(cls, call.func.name)
    body = [s for s in method.record.body if not is_docstring(s)] if method is not None else []
    only = body[0].value if len(body) == 1 and isinstance(body[0], r.Return) else None
    if method is None or only is None or len(method.record.params) != 2 or len(call.args) != 1 or call.args[0].stars:
        return layer
    found = _without_start(only)
    alone = is_name(found.expr, method.record.params[1].name) and not found.raw and not method.record.decorators
    return Layer(call.args[0].value, raw=False) if alone else layer


def spelt_as_calls(program: Program, cls: str, layer: Layer) -> Layer:
    """A layer in which a property of the object itself that does more than to look is a call: it has an effect."""
    for node in walk(layer.expr):
        if not isinstance(node, r.Attr) or not is_self(node.value):
            continue
        method = program.method(cls, node.name)
        if method is not None and not _only_looks(method.record):
            return Layer(substitute(layer.expr, node, r.Call(node, (), node.at)), layer.raw)
    return layer


def _only_looks(record: r.Function) -> bool:
    """Whether a function does nothing but make a value."""
    busy = (r.Call, r.AugAssign, r.Delete, r.Walrus, r.Yield)
    stores = (t for n in walk_all(record.body) if isinstance(n, r.Assign) for t in n.targets)
    return not any(isinstance(n, busy) for n in walk_all(record.body)) and all(isinstance(t, r.Name) for t in stores)


def rebound(record: r.Function, layer: Layer, written: Layer) -> bool:
    """Whether a parameter gets another value before the read uses it as it is: what it was called with is not read."""
    names = names_of(layer)
    same = layer.raw == written.raw and names <= names_of(written)
    return same and any(binds(stmt, names) for stmt in record.body)


def takes_ways(record: r.Function, at: int) -> bool:
    """Whether what a statement has for an index, or gives to a call, is not the same on every way to it."""
    stmt = statement_of(record, at)
    used = _indices(stmt) if stmt is not None else []
    names = frozenset[str]().union(*map(names_in, used))
    pairs = [(names_in(target), value) for node in walk_all(record.body) for target, value in given(node)]
    while more := [value for target, value in pairs if target & names and not names_in(value) <= names]:
        names = names.union(*map(names_in, more))
    times = Tally(name for target, _ in pairs for name in target)
    params = {p.name for p in record.params}
    made = [*used, *(value for target, value in pairs if target & names)]
    chosen = any(isinstance(n, r.Cond | r.BoolOp) for value in made for n in walk(value))
    return chosen or any(times[name] > (name not in params) for name in names)


def _indices(stmt: r.Stmt) -> list[r.Expr]:
    """What stands in brackets, or is given to a call, in a statement."""
    found = [n.index for n in walk(stmt) if isinstance(n, r.Sub)]
    return found + [arg.value for n in walk(stmt) if isinstance(n, r.Call) for arg in n.args]


def names_of(layer: Layer) -> frozenset[str]:
    """The variables that a layer is written with."""
    return names_in(layer.expr)


def names_in(expr: r.Expr | r.Stmt) -> frozenset[str]:
    """The variables of an expression or a statement, the object itself left out."""
    return frozenset(n.id for n in walk(expr) if isinstance(n, r.Name) and n.id != "self")
