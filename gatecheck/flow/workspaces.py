"""Memory that objects keep for kernels to write their results into."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name
from gatecheck.flow.holding import given_to, spelled_out
from gatecheck.flow.tensors import DESTINATIONS, is_meta_method, is_store_method
from gatecheck.flow.values import Instance, Sym, Value, parts

if TYPE_CHECKING:
    from gatecheck.flow.base import Arguments
    from gatecheck.flow.heap import Heap
    from gatecheck.program.link import Program

# What somebody else is to put something into; memory with values in it can as well be an index or a scale.
_EMPTY = frozenset({"empty", "empty_like", "empty_strided", "zeros", "zeros_like", "new_empty", "new_zeros"})

_PARTS = frozenset({"item", "elem"})


def workspaces(program: Program, heap: Heap, args: Arguments) -> dict[Value, Value]:
    """What a callee is given that is an attribute, or a part of one, into which it can put its results; by the former.

    It is told so, or their class allocates them: of others, be they indices or scales, nobody knows.
    """
    told = {part for name, value in args.keywords if name in DESTINATIONS for part in parts(value)}
    given = ((part, kept_as(part)) for value in args.all() for part in parts(value))
    return {p: kept for p, kept in given if _is_attribute(kept) and (p in told or _is_allocated(program, heap, kept))}


def kept_as(value: Value) -> Value:
    """What a value is a part of, or was made of by a method: a copy, another kind of numbers; itself where of none."""
    while isinstance(value, Sym) and (value.op in _PARTS or _is_made_of(value)):
        value = value.args[0] if value.op in _PARTS else value.args[0].args[0]  # type: ignore[attr-defined, assignment]
    return value


def _is_made_of(value: Sym) -> bool:
    """Whether a value is what a method of a tensor makes of its data."""
    func = value.args[0] if value.op == "call" else None
    if not isinstance(func, Sym) or func.op != "attr":
        return False
    return not is_meta_method(str(func.args[1])) and not is_store_method(str(func.args[1]))


def _is_attribute(value: Value) -> TypeGuard[Sym]:
    return isinstance(value, Sym) and value.op == "attr"


def _is_allocated(program: Program, heap: Heap, attribute: Sym) -> bool:
    """Whether a method of its object's class stores memory with nothing in it in an attribute."""
    owner, name = attribute.args
    return isinstance(owner, Instance) and any(
        _allocates(program, key, str(name)) for key in program.classes[heap[owner.oid].cls].mro
    )


def _allocates(program: Program, cls: str, name: str) -> bool:
    for method in program.storing(cls, name):
        nodes = program.body(method).assigns
        given = (value for node in nodes for value in given_to(name, node) if value is not None)
        if any(_is_empty(spelled_out(value, nodes)) for value in given):
            return True
    return False


def _is_empty(value: r.Expr) -> bool:
    """Whether an expression allocates, on one way at least, be it to make a view of that."""
    if isinstance(value, r.Cond):
        return _is_empty(value.then) or _is_empty(value.orelse)
    if not isinstance(value, r.Call):
        return False
    return called_name(value) in _EMPTY or (isinstance(value.func, r.Attr) and _is_empty(value.func.value))
