"""Addresses that a function leaves in attributes for its next call: who finds one there has not waited for it.

What is found is marked, so that a look-up in it is known to find something, and so that it differs from what is put
there anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.flow.inside import BUFFERS, holds, mentioned
from gatecheck.flow.values import NONE, ListOf, Named, Row, Seq, Sym, Table, Union_, Value, parts, union

if TYPE_CHECKING:
    from gatecheck.flow.state import State

_LEFT = Sym("left", ())


def left_by(end: State) -> dict[tuple[object, str], Value]:
    """The attributes of objects in which a call has left addresses of other buffers, with what a later one finds."""
    if not end.maybe:
        return {}
    return {
        (oid, name): _as_found(value)
        for (oid, name), value in end.attrs.items()
        if isinstance(oid, int) and holds(value, BUFFERS) and not any(_is_itself(p, oid, name) for p in parts(value))
    }


def _is_itself(part: Value, oid: int, name: str) -> bool:
    """Whether a buffer stands in the attribute that it is named after."""
    return isinstance(part, (Row, Table)) and (part.oid, part.attr) == (oid, name)


def _as_found(value: Value) -> Value:
    """What was left, without the waits of who left it, and without what it was put in the place of."""
    if isinstance(value, (Row, Table)):
        return msgspec.structs.replace(value, behind=frozenset({_LEFT}))
    if isinstance(value, Union_):
        return union(*(_as_found(o) for o in value.options if o != NONE))
    if isinstance(value, Seq):
        return Seq(tuple(_as_found(item) for item in value.items))
    if isinstance(value, ListOf):
        return ListOf(_as_found(value.element), value.over)
    if isinstance(value, Named):
        return Named(tuple((key, _as_found(one)) for key, one in value.entries))
    return value


def was_left(value: Value) -> bool:
    """Whether something in a value was left by an earlier call."""
    return any(isinstance(part, (Row, Table)) and _LEFT in part.behind for part in parts(value))


def is_left_under(container: Value, key: Value) -> bool:
    """Whether a container has, from an earlier call, what stands under a key: one that says no more than the layer."""
    if isinstance(container, Named):
        found = container.at(key)
        return found is not None and was_left(found)
    if not isinstance(container, ListOf) or not was_left(container):
        return False
    layers = [part.layer for part in parts(container) if isinstance(part, Row)]
    return bool(layers) and all(mentioned(key) <= mentioned(layer) for layer in layers)
