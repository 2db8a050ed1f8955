"""How a method of an object is run: by a call, through a variable that holds it, or by a thread that it is given to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, names_of, own_attribute, walk, walk_all
from gatecheck.flow.taken import function_of
from gatecheck.program.reaching import reaching

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

FORWARD = "forward"
"""The method by which torch runs a model."""
# What runs the function that it is given. Source: asyncio, anyio, concurrent.futures, multiprocessing.pool, threading.
RUNNERS = frozenset({"to_thread", "run_sync", "run_in_executor", "submit", "apply_async", "Thread", "start_soon"})
_DEPTH = 4
HeldMethod = tuple[str, str]


def runs_of(node: r.Call, record: r.Function) -> set[HeldMethod]:
    """The methods that a call runs, or has run, each with the attribute that holds its object."""
    found = _held(node.func, record, _DEPTH)
    if called_name(node) in RUNNERS:
        for arg in node.args:
            found |= _held(function_of(arg.value), record, _DEPTH)
    return found


def _held(expr: r.Expr, record: r.Function, depth: int) -> set[HeldMethod]:
    if depth == 0:
        return set()
    if isinstance(expr, r.Attr):
        return {(holder, expr.name) for holder in _holders(expr.value, record)}
    if isinstance(expr, r.Name):
        return {pair for value in reaching(record, expr) for pair in _held(function_of(value), record, depth - 1)}
    if isinstance(expr, r.Cond):
        return _held(expr.then, record, depth - 1) | _held(expr.orelse, record, depth - 1)
    return set()


def _holders(expr: r.Expr, record: r.Function) -> set[str]:
    """The attributes that an object is taken from, at once or by way of a variable."""
    if isinstance(expr, r.Attr):
        return {expr.name}
    values = reaching(record, expr) if isinstance(expr, r.Name) else ()
    return {value.name for value in values if isinstance(value, r.Attr)}


def armed_run(record: r.Function, arming: AbstractSet[str]) -> HeldMethod | None:
    """How a method that selects a consumer runs the model: the first call on an attribute of its own behind that.

    Unless that call goes on with what torch's own way to run a model has made before: the consumer comes too late.
    """
    seen = False
    before: list[r.Call] = []
    for node in walk_all(record.body):
        if not (isinstance(node, r.Call) and isinstance(node.func, r.Attr)):
            continue
        holder = own_attribute(node.func.value, record) if node.args else None
        if node.func.name in arming:
            seen = True
        elif holder is not None and seen:
            return _gone_on_with(node, before, record) or (holder, node.func.name)
        elif holder is not None and node.func.name == FORWARD:
            before.append(node)
    return None


def _gone_on_with(node: r.Call, before: list[r.Call], record: r.Function) -> HeldMethod | None:
    """The run of the model with whose result a call goes on, or on whose object it is made."""
    holder = own_attribute(getattr(node.func, "value", None), record)
    if called_name(node).startswith(FORWARD):
        return None
    given = [part for arg in node.args for part in walk(arg.value)]
    for run in before:
        ran = own_attribute(getattr(run.func, "value", None), record) or ""
        made = _made_of(run, record)
        if ran == holder or any(part is run or (isinstance(part, r.Name) and part.id in made) for part in given):
            return (ran, FORWARD)
    return None


def _made_of(call: r.Call, record: r.Function) -> set[str]:
    """The variables that are given the result of a call, or something that is made of it."""
    found: set[str] = set()
    for node in walk_all(record.body):
        if isinstance(node, r.Assign) and node.value is not None:
            parts = walk(node.value)
            if any(part is call or (isinstance(part, r.Name) and part.id in found) for part in parts):
                found |= {name for target in node.targets for name in names_of(target)}
    return found
