"""Lists, tuples and dicts that are written out with objects in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.flow.values import ListOf, Named, Seq, Sym, Value, lit, union

if TYPE_CHECKING:
    from collections.abc import Sequence


def displayed(expr: r.Seq | r.DictLit, known: Sequence[Value | None]) -> Value | None:
    """A container by what is known of its items, if anything; which is under which key, or in which place of a tuple.

    A list can grow.
    """
    if all(one is None for one in known):
        return None
    held = tuple(one or Sym("element", (turn,)) for turn, one in enumerate(known))
    if isinstance(expr, r.Seq):
        return Seq(held) if expr.kind == "tuple" else ListOf(union(*(one for one in known if one is not None)))
    return keyed(expr, held)


def keyed(table: r.DictLit, values: tuple[Value, ...]) -> Value:
    """A dict with values under its keys; any of them where a key is none that is written out."""
    keys = [lit(key.value) for key in table.keys if isinstance(key, r.Const)]
    return Named(tuple(zip(keys, values, strict=True))) if len(keys) == len(values) else ListOf(union(*values))


def items_of(expr: r.Seq | r.DictLit) -> tuple[r.Expr, ...]:
    """What is written out in a container: of a dict its values."""
    return expr.items if isinstance(expr, r.Seq) else expr.values
