"""What occurs inside a value."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from gatecheck.flow.values import (
    Base,
    Bound,
    Data,
    Instance,
    ListOf,
    Named,
    Num,
    Row,
    Seq,
    Sym,
    Table,
    Union_,
    Value,
    seen_through,
)

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

_SEEN_INTO: frozenset[type] = frozenset({Bound, ListOf, Named, Seq, Union_})
DATA: frozenset[type] = frozenset({Data})
BUFFERS: frozenset[type] = frozenset({Row, Table})
BUFFERS_AND_DATA: frozenset[type] = frozenset({Row, Table, Data})


def holds(value: Value, kinds: AbstractSet[type]) -> bool:
    """Whether any of the parts of a value is of one of these kinds."""
    kind = type(value)
    if kind in kinds:
        return True
    if kind not in _SEEN_INTO:
        return False
    if kind is Bound:
        return type(seen_through(value)) in kinds
    if isinstance(value, ListOf):
        return holds(value.element, kinds)
    held = value.options if isinstance(value, Union_) else value.items if isinstance(value, Seq) else value.values  # type: ignore[union-attr]
    return any(holds(part, kinds) for part in held)


def mentions(value: object, wanted: Value) -> bool:
    """Whether an unknown, or an object, occurs anywhere inside a value."""
    return value == wanted or any(mentions(part, wanted) for part in _inside(value))


@lru_cache(maxsize=1 << 11)
def mentioned(value: object) -> frozenset[object]:
    """The unknowns and the objects that occur anywhere inside a value."""
    own = (value,) if isinstance(value, (Sym, Instance)) else ()
    return frozenset(own).union(*(mentioned(part) for part in _inside(value) if isinstance(part, (Base, tuple))))


def _inside(value: object) -> tuple[object, ...]:
    """What stands directly in a value."""
    if isinstance(value, Sym):
        return value.args
    if isinstance(value, Num):
        return tuple(sym for sym, _ in value.terms)
    if isinstance(value, Instance):
        return (value.index,) if value.index is not None else ()
    if isinstance(value, Seq):
        return value.items
    return value if isinstance(value, tuple) else ()
