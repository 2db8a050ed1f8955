"""Whether a function can hand on an address of a buffer, as far as its text shows: one too many, never one too few."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import as_attribute, called_name, children, walk_all
from gatecheck.flow.tensors import CONTAINER_FUNCTIONS, GROWING_METHODS, VIEW_FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    import msgspec

_VIEWS = frozenset(name.rpartition(".")[2] for name in VIEW_FUNCTIONS | CONTAINER_FUNCTIONS) | {
    "dict", "enumerate", "zip", "getattr", "next", "partial",
}  # fmt: skip
GROWING = GROWING_METHODS | {"setdefault"}


def hands_on(record: r.Function, words: AbstractSet[str]) -> bool:
    """Whether a function returns, yields, or keeps in an attribute what it got by one of ``words``."""
    nodes = list(walk_all(record.body))
    tainted = _variables(nodes, words)
    return any(_leads(value, words, tainted) for value in _leaving(nodes))


def answers_for(record: r.Function, words: AbstractSet[str]) -> bool:
    """Whether a function returns what it got by one of ``words``, or what it has found that to be."""
    nodes = list(walk_all(record.body))
    returned = [node.value for node in nodes if isinstance(node, r.Return) and node.value is not None]
    tainted = _variables(nodes, words)
    if all(isinstance(value, r.Const) for value in returned):
        tests = [node.test for node in nodes if isinstance(node, r.If)]
        return bool(returned) and any(_asks(test, words, tainted) for test in tests)
    return any(_asks(value, words, tainted) for value in returned)


def _asks(expr: msgspec.Struct, words: AbstractSet[str], tainted: AbstractSet[str]) -> bool:
    """Whether the value of an expression is, or tells of, what was got by one of these words."""
    if isinstance(expr, r.Compare | r.BoolOp | r.Unary | r.Cond):
        return any(_asks(child, words, tainted) for child in children(expr))
    return _leads(expr, words, tainted)


def _variables(nodes: list[msgspec.Struct], words: AbstractSet[str]) -> set[str]:
    """The variables that can hold an address."""
    given = [pair for node in nodes for pair in bindings(node)]
    tainted: set[str] = set()
    while True:
        more = {
            name for names, value in given if not names <= tainted and _leads(value, words, tainted) for name in names
        }
        if more <= tainted:
            return tainted
        tainted |= more


def bindings(node: msgspec.Struct) -> Iterator[tuple[set[str], r.Expr]]:
    """The variables that a node binds, each with what to."""
    if isinstance(node, r.Assign) and node.value is not None:
        yield {name for target in node.targets for name in _names(target)}, node.value
    elif isinstance(node, (r.AugAssign, r.Walrus)):
        yield set(_names(node.target)), node.value
    elif isinstance(node, (r.For, r.Gen)):
        yield set(_names(node.target)), node.iter
    elif isinstance(node, r.Call) and isinstance(node.func, r.Attr) and node.func.name in GROWING:
        yield from ((set(_names(node.func.value)), arg.value) for arg in node.args)
    elif isinstance(node, r.With):
        yield from ((set(_names(item.target)), item.value) for item in node.items if item.target is not None)


def _names(target: r.Expr) -> Iterator[str]:
    """The variables that a target binds, or puts something into."""
    if isinstance(target, r.Name):
        yield target.id
    elif isinstance(target, r.Seq):
        for item in target.items:
            yield from _names(item)
    elif isinstance(target, (r.Star, r.Sub)):
        yield from _names(target.value)


def _leaving(nodes: list[msgspec.Struct]) -> Iterator[r.Expr]:
    """What a function returns, yields, or stores in an attribute."""
    for node in nodes:
        if not isinstance(node, (r.Return, r.Yield, r.Assign)) or node.value is None:
            continue
        if not isinstance(node, r.Assign) or any(map(_is_kept, node.targets)):
            yield node.value


def _is_kept(target: r.Expr) -> bool:
    if isinstance(target, r.Seq):
        return any(map(_is_kept, target.items))
    while isinstance(target, (r.Sub, r.Star)):
        target = target.value
    return isinstance(target, r.Attr)


def _leads(expr: msgspec.Struct, words: AbstractSet[str], tainted: AbstractSet[str]) -> bool:
    """Whether the value of an expression can be an address: not what is computed from one."""
    if isinstance(expr, r.Name):
        return expr.id in tainted
    if isinstance(expr, r.Attr):
        return expr.name in words or _leads(expr.value, words, tainted)
    if isinstance(expr, r.Call):
        named = as_attribute(expr)
        return _call_leads(expr, words, tainted) if named is expr else _leads(named, words, tainted)
    computed = isinstance(expr, r.Bin) and expr.op != "+"  # two lists make one
    if computed or isinstance(expr, (r.Const, r.Compare, r.Unary, r.Opaque)):
        return False
    return any(_leads(child, words, tainted) for child in children(expr))


def _call_leads(call: r.Call, words: AbstractSet[str], tainted: AbstractSet[str]) -> bool:
    if called_name(call) in _VIEWS and any(_leads(arg.value, words, tainted) for arg in call.args):
        return True
    return called_name(call) in words or (isinstance(call.func, r.Attr) and _leads(call.func.value, words, tainted))
