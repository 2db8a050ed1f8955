"""From an index back to the number of an event, where a load shows how it makes the one of the other.

A load is given the number of an event, and makes the index of a buffer from it: the number itself, the number and the
pool's first layer, twice the number and one. What it makes is kept as an expression over :data:`EVENT`. An index that
was made in the same way leads back to its event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.inside import mentions
from gatecheck.flow.layers import mapping_key
from gatecheck.flow.linear import as_num, difference, plain
from gatecheck.flow.values import Lit, Num, Seq, Sym, Union_, Value, union

if TYPE_CHECKING:
    from collections.abc import Iterable

EVENT = Sym("number", ())
"""The number of an event, in what a load makes of it."""
SOMETHING = Sym("number", ("unknown",))
"""An index that a load makes of the number and of something that is not known."""
_PLAIN = Num(((EVENT, 1),), 0)
_OPERATIONS = frozenset({"op", "calc"})
_ROUNDING = frozenset({"//", "%", ">>", "&"})


def event_of(index: Value, made: Iterable[Value]) -> Value | None:
    """The event's number of which a load makes this index; None where none or several would do.

    Where a load writes to several places for one event, the number that takes the fewest unknowns is meant.
    """
    if isinstance(index, Union_):
        each = [event_of(option, made) for option in index.options]
        return union(*(e for e in each if e is not None)) if None not in each else None
    if isinstance(index, Seq):
        return Seq(tuple(event_of(item, made) or item for item in index.items))
    if isinstance(index, Sym) and index.op == "each":
        return None
    found = {number for one in made if (number := _led_back(index, one)) is not None}
    least = min(map(_unknowns, found), default=0)
    simplest = [number for number in found if _unknowns(number) == least]
    return simplest[0] if len(simplest) == 1 else None


def is_rounded(made: Iterable[Value]) -> bool:
    """Whether several events have one index."""
    return any(_rounds(one) for one in made)


def first_key(made: frozenset[Value]) -> Sym | None:
    """What a load adds to every event's number: the key of the first layer."""
    number = as_num(next(iter(made))) if len(made) == 1 else None
    rest = difference(number, _PLAIN) if number is not None else None
    only = rest is not None and rest.const == 0 and len(rest.terms) == 1
    return rest.terms[0][0] if only and rest is not None and rest.terms[0][1] == 1 else None


def numbers_in(index: object, loader: str) -> set[Sym]:
    """The parameters of a load that are used as numbers in an index: as they are, or as what is looked up."""
    if isinstance(index, Num):
        return set().union(*(numbers_in(sym, loader) for sym, _ in index.terms))
    if not isinstance(index, Sym):
        return set()
    if index.op in {"param", "int"}:
        return {index} if index.args[:1] == (loader,) else set()
    key = mapping_key(index)
    inside = (key,) if key is not None else index.args[1:] if index.op in _OPERATIONS else ()
    return set().union(*(numbers_in(one, loader) for one in inside))


def params_in(value: object, loader: str) -> set[Sym]:
    """Every parameter of a load that a value is made of, in whatever way."""
    if isinstance(value, Sym) and value.op in {"param", "int"}:
        return {value} if value.args[:1] == (loader,) else set()
    if isinstance(value, Num):
        return params_in(tuple(sym for sym, _ in value.terms), loader)
    inside = value.args if isinstance(value, Sym) else value if isinstance(value, tuple) else ()
    return set().union(*(params_in(one, loader) for one in inside))


def _led_back(index: Value, made: Value) -> Value | None:
    """The number of which ``made`` would be this index."""
    got, shape = as_num(index), as_num(made)
    if got is None or shape is None:
        return None
    if (EVENT, 1) in shape.terms:
        return plain(difference(got, difference(shape, _PLAIN)))
    inner = [(sym, times) for sym, times in shape.terms if mentions(sym, EVENT)]
    if len(inner) != 1:
        return None
    ((sym, times),) = inner
    left = difference(got, difference(shape, Num(((sym, times),), 0)))
    alone = left.const == 0 and len(left.terms) == 1 and left.terms[0][1] == times
    return _inside(left.terms[0][0], sym) if alone else None


def _inside(got: Sym, made: Sym) -> Value | None:
    """The same, of two operations: one of their sides has the number in it."""
    if not {got.op, made.op} <= _OPERATIONS or got.args[0] != made.args[0]:
        return None
    _, left, right = made.args
    swapped = ((2, 1),) if made.args[0] == "*" else ()
    for first, second in ((1, 2), *swapped):
        mine, other = got.args[first], got.args[second]
        if other == right and mentions(left, EVENT):
            return _led_back(mine, left)  # type: ignore[arg-type]
        if mine == left and mentions(right, EVENT):
            return _led_back(other, right)  # type: ignore[arg-type]
    return None


def _rounds(made: object) -> bool:
    if isinstance(made, Num):
        return any(_rounds(sym) for sym, _ in made.terms)
    if not isinstance(made, Sym) or made.op not in _OPERATIONS:
        return False
    return made.args[0] in _ROUNDING or any(_rounds(arg) for arg in made.args[1:])


def _unknowns(number: Value) -> int:
    form = as_num(number)
    return len(form.terms) if form is not None and not isinstance(number, Lit) else 0
