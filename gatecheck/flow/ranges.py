"""Indices that stand for several layers, one after the other: how many of them, and which is the last."""

from __future__ import annotations

from gatecheck.flow.linear import add, as_num
from gatecheck.flow.values import ALL_LAYERS, NONE, Num, Sym, Value, lit

_RANGES = frozenset({"range", "each"})


def loops(value: Num) -> bool:
    """Whether a number stands for several layers."""
    return bool(looped(value))


def looped(value: Num) -> list[Sym]:
    """The unknowns in a number that stand for any of several layers."""
    return [s for s, _ in value.terms if s.op in _RANGES]


def is_several(layer: Value | None) -> bool:
    """Whether a read is of all layers of a buffer, one after the other."""
    number = as_num(layer) if layer is not None else None
    every = looped(number) if number is not None else []
    return any(sym.op == "each" and len(sym.args) == 2 for sym in every)


def bounds_of(sym: Sym) -> tuple[Value, Value] | None:
    """The first of several layers, and the one behind the last of them, where both are known."""
    args = sym.args
    if sym.op == "each":
        part = args[2].args if len(args) > 2 and isinstance(args[2], Sym) else ()
        args = (lit(0) if part[0] == NONE else part[0], part[1]) if len(part) == 3 and part[1] != NONE else ()
    elif len(args) == 1:
        args = (lit(0), args[0])
    return (args[0], args[1]) if len(args) == 2 else None  # type: ignore[return-value]


def last_of_range(index: Value, sym: Sym) -> Value:
    """The last of the layers that an index runs over with ``sym``: all of them, where their end is not known."""
    bounds = bounds_of(sym)
    number = as_num(index)
    last = add(bounds[1], lit(-1)) if bounds is not None else None
    if number is None or last is None or dict(number.terms).get(sym) != 1:
        return ALL_LAYERS
    rest = add(index, sym, -1)
    end = add(rest, last) if rest is not None else None
    return end if end is not None else ALL_LAYERS
