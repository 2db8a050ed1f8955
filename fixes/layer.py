"""The layer that a read is for, written as the reader itself would write it.

The walk knows an index as arithmetic over unknowns. What can be said of it with the parameters of the entry, by their
attributes, or by attributes of the object is written back as an expression; for anything else there is None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import is_name, walk, walk_all
from gatecheck.flow.layers import is_from_the_end, mapping_key
from gatecheck.flow.linear import as_num
from gatecheck.flow.values import Lit, Num, Seq, Sym, Union_, Value

if TYPE_CHECKING:
    from gatecheck.program.link import FunctionInfo


class Layer(msgspec.Struct, frozen=True):
    """A layer id in the numbering of outer code; ``raw`` where it is used as an index without the first layer."""

    expr: r.Expr
    raw: bool


def is_layer(layer: Layer, entry: FunctionInfo, known: frozenset[str]) -> bool | None:
    """Whether a parameter that stands alone is a layer id: yes by its annotation, or by a name that siblings wait for.

    None where nothing says so, which is no more than a guess; no where it is annotated as something else.
    """
    params = {p.name: p.annotation for p in entry.record.params}
    names = [n.id for n in walk(layer.expr) if isinstance(n, r.Name)]
    under = {n.value.id for n in walk(layer.expr) if isinstance(n, r.Attr) and isinstance(n.value, r.Name)}
    under |= {a.value.id for n in walk(layer.expr) if _makes_number(n) for a in n.args if isinstance(a.value, r.Name)}
    alone = [name for name in names if name not in under and name in params]
    verdicts = [
        _is_int(params[name], name in known) if params[name] is not None or not _is_object(entry, name) else False
        for name in alone
    ]
    return False if False in verdicts else None if None in verdicts else True


def _is_object(entry: FunctionInfo, name: str) -> bool:
    """Whether a function takes a variable for more than a number: it asks what it is or has, or makes one of it."""
    for node in walk_all(entry.record.body):
        if isinstance(node, r.Attr | r.Sub) and is_name(node.value, name):
            return True
        asks = isinstance(node, r.Call) and (_makes_number(node) or is_name(node.func, "isinstance"))
        if asks and isinstance(node, r.Call) and any(is_name(arg.value, name) for arg in node.args):
            return True
    return False


def _makes_number(node: msgspec.Struct) -> TypeGuard[r.Call]:
    return isinstance(node, r.Call) and is_name(node.func, "int")


def _is_int(annotation: r.Expr | None, known: bool) -> bool | None:  # noqa: FBT001 - one of two sources of one answer
    if annotation is None:
        return True if known else None
    return any(isinstance(n, r.Name) and n.id == "int" for n in walk(annotation))


def layer_of(index: Value | None, entry: FunctionInfo, starts: frozenset[Sym]) -> Layer | None:
    """The layer id behind an index: what was mapped, or what the first layer was taken off."""
    if isinstance(index, Union_ | Seq):
        inner = index.options if isinstance(index, Union_) else index.items
        found = {layer_of(option, entry, starts) for option in inner}
        # Two ways that lead to two layers are no reason to wait for either; of several axes one has the layers.
        known = found if isinstance(index, Union_) else found - {None}
        return known.pop() if len(known) == 1 else None
    number = as_num(index) if index is not None else None
    if number is None:
        return None
    for sym, factor in number.terms:
        key = mapping_key(sym) or _either_way(sym)
        if factor == 1 and key is not None:
            return _layer(key, entry, raw=False)
    rest = tuple((s, f) for s, f in number.terms if not (f == -1 and s in starts))
    if len(rest) == len(number.terms):
        return _layer(number, entry, raw=True)
    return _layer(Num(rest, number.const), entry, raw=False)


def is_counted(index: Value | None, starts: frozenset[Sym]) -> bool:
    """Whether an index is a number that the first layer was taken off, and that no mapping made."""
    number = as_num(index) if index is not None else None
    terms = number.terms if number is not None else ()
    taken = any(factor == -1 and sym in starts for sym, factor in terms)
    return taken and all(mapping_key(sym) is None and _either_way(sym) is None for sym, _ in terms)


def _either_way(sym: Sym) -> Value | None:
    """The layer behind a choice between a layer and what a mapping makes of the same layer."""
    if sym.op != "default" or len(sym.args) != 2:
        return None
    first, second = sym.args
    keys = [mapping_key(arg) if isinstance(arg, Sym) else None for arg in (first, second)]
    if keys[1] is not None and keys[1] == first:
        return keys[1]
    return keys[0] if keys[0] is not None and keys[0] == second else None


def _layer(value: Value, entry: FunctionInfo, *, raw: bool) -> Layer | None:
    expr = written(value, entry) if not is_from_the_end(value) else None
    if expr is None or (isinstance(expr, r.Const) and not raw):
        return None
    return Layer(expr, raw)


def written(value: object, entry: FunctionInfo) -> r.Expr | None:
    """An unknown as an expression over the entry's parameters."""
    if isinstance(value, Lit):
        return r.Const(value.value) if value.tag == "int" else None
    if isinstance(value, Num):
        return _sum(value, entry)
    if not isinstance(value, Sym):
        return None
    if value.op in {"int", "param"}:
        key, name = value.args
        return r.Name(str(name), -1) if key == entry.key else None
    if value.op == "attr":
        inner = written(value.args[0], entry)
        return r.Attr(inner, str(value.args[1]), -1) if inner is not None else None
    return None


def _sum(value: Num, entry: FunctionInfo) -> r.Expr | None:
    total: r.Expr | None = None
    for sym, factor in sorted(value.terms, key=lambda t: -t[1]):
        part = written(sym, entry)
        if part is None or abs(factor) != 1 or (total is None and factor < 0):
            return None
        total = part if total is None else r.Bin("+" if factor > 0 else "-", total, part, -1)
    if total is None or value.const == 0:
        return total
    return r.Bin("+" if value.const > 0 else "-", total, r.Const(abs(value.const)), -1)
