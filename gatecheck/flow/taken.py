"""Methods that are taken from their object first and called by another name, as far as that is written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name

if TYPE_CHECKING:
    from gatecheck.program.link import FunctionInfo
    from gatecheck.program.origins import Origins

_DEPTH = 4
Taken = tuple[r.Attr, "FunctionInfo"]


def methods_taken(expr: r.Expr, info: FunctionInfo, origins: Origins, depth: int = _DEPTH) -> list[Taken]:
    """The attributes that a function which is called can have been, each with the function it was taken in."""
    if depth == 0:
        return []
    expr = function_of(expr)
    here = [(expr, info)] if isinstance(expr, r.Attr) else []
    ways = [(way, info) for way in _ways(expr)] or origins.of(expr, info)
    return [*here, *(taken for way, owner in ways for taken in methods_taken(way, owner, origins, depth - 1))]


def function_of(expr: r.Expr) -> r.Expr:
    """The function itself, where some of its arguments are given beforehand."""
    if isinstance(expr, r.Call) and called_name(expr) == "partial" and expr.args:
        return expr.args[0].value
    return expr


def _ways(expr: r.Expr) -> tuple[r.Expr, ...]:
    """What a value is one of."""
    if isinstance(expr, r.Cond):
        return (expr.then, expr.orelse)
    return expr.values if isinstance(expr, r.BoolOp) else ()
