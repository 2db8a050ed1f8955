"""Which of the buffers that one accessor can hand out a load writes into, where it goes through the accessor."""

from __future__ import annotations

from gatecheck.flow.events import numbers_in
from gatecheck.flow.values import Num, Row, Seq, Sym, Table, Value, options, union

_WRAPPING = frozenset({"%", "&"})


def of_each_layer(value: Value, loader: str) -> Value:
    """A value without the buffers that have no place for each layer of a load, where others of it have one.

    A load goes layer by layer. What an accessor hands out instead at times, whichever the layer, or one of a few in
    turn, is where it puts what it gathers for its readers.
    """
    each = options(value)
    if not any(_is_by_layer(one, loader) for one in each):
        return value
    return union(*(one for one in each if not isinstance(one, (Row, Table)) or _is_by_layer(one, loader)))


def _is_by_layer(value: Value, loader: str) -> bool:
    index = value.layer if isinstance(value, Row) else None
    levels = index.items if isinstance(index, Seq) else (index,)
    return any(numbers_in(level, loader) and not _wraps(level) for level in levels)


def _wraps(index: object) -> bool:
    """Whether an index comes round again: several layers share one place."""
    if isinstance(index, Num):
        return any(_wraps(sym) for sym, _ in index.terms)
    if not isinstance(index, Sym) or index.op not in {"op", "calc"}:
        return False
    return index.args[0] in _WRAPPING or any(map(_wraps, index.args[1:]))
