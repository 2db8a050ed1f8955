"""What more than no objection can be said for a wait: that it is for the layer that is read, on every way to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.layers import RIGHT, judge_index
from gatecheck.flow.linear import add, as_num, difference, plain
from gatecheck.flow.values import Num, Union_, Value

if TYPE_CHECKING:
    from gatecheck.flow.layers import Numbering
    from gatecheck.flow.state import Wait


def proof_among(waits: list[Wait], layer: Value | None, by: Numbering) -> Wait | None:
    """The first of some waits that are certainly right for a read, whichever of several layers it is of."""
    same = next((wait for wait in waits if wait.index == layer and judge_index(wait.index, layer, by) == RIGHT), None)
    if same is not None:
        return same
    each = [next((w for w in waits if judge_index(w.index, one, by) == RIGHT), None) for one in each_of(layer)]
    return each[0] if None not in each else None


def each_of(layer: Value | None) -> tuple[Value | None, ...]:
    """The layers of which a read takes one: by the way that leads to it, or by a test in the index itself."""
    if isinstance(layer, Union_):
        return tuple(one for option in layer.options for one in each_of(option))
    number = as_num(layer) if layer is not None else None
    terms = number.terms if number is not None else ()
    choice = next((s for s, times in terms if s.op == "default" and times == 1), None)
    if number is None or choice is None:
        return (layer,)
    rest = plain(difference(number, Num(((choice, 1),), 0)))
    found = [add(rest, one) for one in choice.args]  # type: ignore[arg-type]
    return tuple(found) if None not in found else (layer,)
