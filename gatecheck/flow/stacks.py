"""One tensor with all layers of a buffer, layers first: when is every layer of it read at once?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.inside import mentioned
from gatecheck.flow.operators import is_scalar, is_slice, is_view_index
from gatecheck.flow.values import NONE, External, Lit, Seq, Sym, Value

if TYPE_CHECKING:
    from gatecheck.flow.base import Arguments
    from gatecheck.flow.state import State


def takes_rows_of_all(index: Value, st: State) -> bool:
    """Whether a subscript gathers something of every layer, as ``[:, rows]`` does.

    The rows may be a layer where somebody has turned the axes before: one that is waited for is no row.
    """
    items = index.items if isinstance(index, Seq) else ()
    if len(items) < 2 or not _is_all(items[0]):
        return False
    rows = [item for item in items if not is_view_index(item) and not is_scalar(item)]
    waited = frozenset[object]().union(*(mentioned(wait.index) for wait in st.maybe))
    return bool(rows) and not any(waited & mentioned(row) for row in rows)


def takes_all(args: Arguments) -> bool:
    """Whether a method of a tensor that gets no more than constants and types computes something of all of it."""
    return all(isinstance(value, (Lit, External)) for value in args.all())


def _is_all(item: Value) -> bool:
    return isinstance(item, Sym) and is_slice(item) and item.args == (NONE, NONE, NONE)
