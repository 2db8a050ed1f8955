"""Ways from an unknown to a buffer: chains of attributes, elements and calls, as a load or a builder goes them."""

from __future__ import annotations

from typing import TypeGuard

from gatecheck.flow.layers import mapping_key
from gatecheck.flow.linear import as_num
from gatecheck.flow.values import Lit, Sym, Union_, Value, union

_MAX_CHAIN = 6
_LISTED = "listed"


def is_mapped(path: Sym) -> bool:
    """Whether a load looks up where a layer stands in a buffer, rather than to use the event's own number."""
    index = as_num(path.args[1]) if path.op == "item" else None  # type: ignore[arg-type]
    return index is not None and any(mapping_key(sym) is not None for sym, _ in index.terms)


def listed(element: Value) -> Value:
    """An element as one that is taken of a list of such: which of them is told by the subscript that takes it."""
    if isinstance(element, Union_):
        return union(*map(listed, element.options))
    return Sym("elem", (element.args[0], _LISTED)) if isinstance(element, Sym) and element.op == "elem" else element


def is_listed(step: Sym) -> bool:
    """Whether a step goes to an element which the next one chooses."""
    return step.op == "elem" and step.args[1:] == (_LISTED,)


def is_name(index: object) -> TypeGuard[Lit]:
    """Whether an index is a string that is known."""
    return isinstance(index, Lit) and index.tag == "str"


def steps_of(path: Sym) -> list[Sym]:
    """The elements and subscripts that a path takes, one of the other, the innermost first."""
    found: list[Sym] = []
    node: object = path
    while isinstance(node, Sym) and node.op in {"item", "elem"}:
        found.append(node)
        node = node.args[0]
    return found[::-1]


def depth_of(path: object) -> int:
    """How many attributes a path goes through."""
    count = 0
    while isinstance(path, Sym) and path.args:
        count += path.op == "attr"
        path = path.args[0]
    return count


def bases_of(path: Sym) -> list[Sym]:
    """The unknowns inside a path that may stand for a pool, outermost (longest chain of attributes) first."""
    bases: list[Sym] = []
    node: object = path
    while isinstance(node, Sym) and node.args and node.op in {"attr", "item", "elem", "call"}:
        inner = node.args[0]
        if isinstance(inner, Sym) and node.op == "attr":
            bases.append(inner)
        node = inner
    return bases[::-1][:_MAX_CHAIN]


def first_step(path: Sym, base: Sym) -> Sym:
    """The attribute that a path takes from its base, as a path of its own."""
    node: object = path
    while isinstance(node, Sym) and node.args:
        if node.op == "attr" and node.args[0] == base:
            return node
        node = node.args[0]
    return base


def first_name(path: Sym, base: Sym) -> str | None:
    """The attribute that a path takes from its base."""
    node: object = path
    while isinstance(node, Sym) and node.args:
        if node.op == "attr" and node.args[0] == base:
            return str(node.args[1])
        node = node.args[0]
    return None
