"""Collections that may be empty: a loop over one makes no round, and then neither does another loop over the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.conditions import known
from gatecheck.flow.values import ListOf, Num, Seq, Sym, Value, parts

if TYPE_CHECKING:
    from gatecheck.flow.state import State

_VIEWS = frozenset({"items", "keys", "values", "copy", "tolist"})


def note_none(iterable: Value, st: State) -> None:
    """Remember, on the way on which a loop makes no round, what is empty there."""
    for collection in _emptied(iterable):
        st.learn(collection, truth=False)


def note_some(iterable: Value, st: State) -> None:
    """Something was taken out of a collection: what was waited for unless it is empty has been waited for."""
    for collection in _filled(iterable) if st.conditional else ():
        st.learn(collection, truth=True)


def is_filled(iterable: Value, st: State) -> bool:
    """Whether the tests on the way show that a loop makes a round."""
    return bool(st.conds) and any(known(one, st.conds) is True for one in _emptied(iterable))


def _emptied(iterable: Value) -> tuple[Value, ...]:
    """What is empty where a loop over this makes no round; of collections that are taken side by side, each."""
    source = _source(iterable)
    together = source.element.items if isinstance(source, ListOf) and isinstance(source.element, Seq) else ()
    if together and isinstance(source, ListOf) and source.over is None:
        return tuple(dict.fromkeys((source, *_taken_from(source.element))))
    return (source,)


def _filled(iterable: Value) -> tuple[Value, ...]:
    """What is not empty where a loop over this makes a round: also what its items were chosen from."""
    source = _source(iterable)
    if not isinstance(source, ListOf):
        return (source,)
    above = _filled(source.over) if source.over is not None else ()
    return tuple(dict.fromkeys((source, *above, *_taken_from(source.element))))


def _source(iterable: Value) -> Value:
    """The collection of which something is a view, or its items with their numbers, or as many numbers."""
    if isinstance(iterable, ListOf):
        counted = _counted(iterable.element)
        return _source(counted) if counted is not None else iterable
    method = iterable.args[0] if isinstance(iterable, Sym) and iterable.op == "call" else None
    if isinstance(method, Sym) and method.op == "attr" and method.args[1] in _VIEWS:
        return method.args[0]  # type: ignore[return-value]
    return iterable


def _counted(element: Value) -> Value | None:
    """The collection of which an element holds the number of an item, as ``enumerate`` or a range make it."""
    first = element.items[0] if isinstance(element, Seq) and len(element.items) == 2 else element
    number = first.terms[0][0] if isinstance(first, Num) and len(first.terms) == 1 else first
    length = number.args[0] if isinstance(number, Sym) and number.op == "range" and len(number.args) == 1 else None
    return length.args[0] if isinstance(length, Sym) and length.op == "len" else None  # type: ignore[return-value]


def _taken_from(element: Value) -> tuple[Value, ...]:
    """The collections of which the parts of an element are items."""
    items = (part for part in parts(element) if isinstance(part, Sym) and part.op == "elem")
    return tuple(_source(item.args[0]) for item in items)  # type: ignore[arg-type]
