"""How a method of an object is run: by a call, through a variable that holds it, or by a thread that it is given to."""

from __future__ import annotations

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name
from gatecheck.flow.taken import function_of
from gatecheck.program.reaching import reaching

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
