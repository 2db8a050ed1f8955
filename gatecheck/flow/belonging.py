"""Which parameters of a method are its own object, as far as its text shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import decorator_names, walk_all

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet


def own_parameters(record: r.Function, pools: frozenset[str], buffers: AbstractSet[str]) -> frozenset[str]:
    """The parameters of a method that are its own object: one that is bound to none may be given it beside others.

    ``pools`` are the parameters annotated as such an object; where there are none, one that is asked for ``buffers``.
    """
    first = frozenset(param.name for param in record.params[:1])
    bound = {"staticmethod", "classmethod"}.isdisjoint(decorator_names(record))
    able = frozenset[str]() if bound else pools or _asked_for(record, buffers)
    # Of two pools the one does not wait for the other.
    given = frozenset([param.name for param in record.params if param.name in able][:1])
    if "classmethod" in decorator_names(record):
        return first | given
    return given or first


def _asked_for(record: r.Function, attributes: AbstractSet[str]) -> frozenset[str]:
    """The parameters without an annotation of which a function takes one of some attributes."""
    names = {param.name for param in record.params if param.annotation is None}
    found = (n for n in walk_all(record.body) if isinstance(n, r.Attr) and n.name in attributes)
    return frozenset(n.value.id for n in found if isinstance(n.value, r.Name) and n.value.id in names)
