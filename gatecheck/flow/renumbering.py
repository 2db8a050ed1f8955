"""Tables that are made of the layers of another one: they have these layers, and numbers of their own."""

from __future__ import annotations

import msgspec

from gatecheck.flow.values import ListOf, Lit, Row, Seq, Sym, Table, Value, parts

_SOME = Sym("slice", ())


def renumbered(value: Value) -> Value:
    """A table that an object keeps beside another one, whose layers it has: under which numbers does not show.

    Loads and readers count in the table that they are given. Where that begins some way into the other one, or has its
    layers in another order, nothing says which event belongs to a number of the other one.
    """
    if isinstance(value, Table):
        return msgspec.structs.replace(value, part=_SOME) if _begins_behind_the_first(value.part) else value
    picked = _picked(value) if isinstance(value, ListOf) else None
    return Table(picked.oid, picked.attr, picked.behind, _SOME) if picked is not None else value


def is_few(over: Value | None) -> bool:
    """Whether what a list was made over is written out in the source: kinds of buffers, no layers."""
    element = over.element if isinstance(over, ListOf) else None
    bounds = element.args if isinstance(element, Sym) and element.op == "range" else (element,)
    return isinstance(over, Seq) or all(isinstance(bound, Lit) for bound in bounds)


def _begins_behind_the_first(part: Sym | None) -> bool:
    low = part.args[0] if part is not None and part.args else None
    return isinstance(low, Lit) and low.tag == "int" and low.value != 0


def _picked(made: ListOf) -> Row | None:
    """Any of the layers that a list has of one buffer, where it has one for each of many."""
    rows = parts(made.element)
    first = rows[0] if rows else None
    if not isinstance(first, Row) or is_few(made.over) or isinstance(made.element, (ListOf, Seq)):
        return None
    same = all(isinstance(r, Row) and (r.oid, r.attr, r.behind) == (first.oid, first.attr, first.behind) for r in rows)
    return first if same and all(_is_chosen(r) for r in rows) else None


def _is_chosen(row: Value) -> bool:
    """Whether a number chose a layer: neither the whole of a buffer nor a kind of it."""
    return isinstance(row, Row) and row.layer is not None and not isinstance(row.layer, (Lit, Seq))
