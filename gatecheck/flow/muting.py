"""Who mutes a counter: the assignment, or the call that passed what is assigned."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, walk, walk_all
from gatecheck.program.origins import passed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gatecheck.flow.base import Frame, Place


def muted_at(frames: Sequence[Frame], place: Place) -> Place:
    """Where what is stored at a place of the innermost function was first written down: there, or in a call of it.

    A function that stores what it is given has not decided on it; one further up the running calls has.
    """
    inner = frames[-1]
    name = _parameter(_stored(inner.info.record, place[1]), inner)
    for callee, caller in pairwise(reversed(frames)):
        call = _running(caller, callee) if name is not None else None
        if call is None or name is None:
            break
        place, given = (caller.info.key, call.at), passed(callee.info, call, name)
        name = _parameter(given[0], caller) if given else None
    return place


def _stored(record: r.Function, at: int) -> r.Expr | None:
    """What an assignment stores into the attribute at a place."""
    stores = (n for n in walk_all(record.body) if isinstance(n, r.Assign))
    return next((n.value for n in stores if any(isinstance(t, r.Attr) and t.at == at for t in n.targets)), None)


def _parameter(value: r.Expr | None, frame: Frame) -> str | None:
    """The parameter of a function that an expression is."""
    names = {param.name for param in frame.info.record.params}
    return value.id if isinstance(value, r.Name) and value.id in names else None


def _running(caller: Frame, callee: Frame) -> r.Call | None:
    """The call that has led from one function to the other."""
    inside = (n for n in walk_all(caller.info.record.body) if getattr(n, "at", None) == caller.at)
    calls = (n for stmt in inside for n in walk(stmt) if isinstance(n, r.Call))
    return next((n for n in calls if called_name(n) == callee.info.record.name), None)
