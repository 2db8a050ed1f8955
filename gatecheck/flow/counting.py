"""``while`` loops that count: what a variable stands for in their rounds, as a ``for`` over a range would say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import is_name, names_of, walk, walk_all
from gatecheck.flow.linear import add, as_num
from gatecheck.flow.ranges import bounds_of
from gatecheck.flow.values import Lit, Num, Sym, Value, lit
from gatecheck.program.naming import bound_otherwise

if TYPE_CHECKING:
    from collections.abc import Iterator

_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_STEPS = {"Add": 1, "Subtract": -1, "+": 1, "-": -1}
ONE = lit(1)


class Step(msgspec.Struct, frozen=True):
    """A variable that each round of a loop moves by as much, up or down, and the test of it, ``name op bound``."""

    name: str
    by: r.Expr
    sign: int
    op: str = ""
    bound: r.Expr | None = None


def as_tested(stmt: r.While) -> r.While:
    """A loop without end whose rounds begin with ``if test: break`` is one with that test."""
    first = stmt.body[0] if stmt.body else None
    endless = isinstance(stmt.test, r.Const) and bool(stmt.test.value) and not stmt.orelse
    if not endless or not isinstance(first, r.If) or first.orelse or first.body != (r.Jump("break"),):
        return stmt
    return r.While(r.Unary("not", first.test), stmt.body[1:], (), stmt.at)


def steps_of(loop: r.For | r.While) -> list[Step]:
    """The variables that the rounds of a loop count with."""
    found = [step for step in map(_step, loop.body) if step is not None]
    bound = [name for node in walk_all(loop.body) for name in _bound(node)] if found else []
    kept = [step for step in found if bound.count(step.name) == 1 and not _changes(step.by, bound)]
    return [_tested(step, loop.test, bound) for step in kept] if isinstance(loop, r.While) else kept


def goes_on(loop: r.For) -> bool:
    """Whether a round may go on to the next one before it has counted."""
    return any(isinstance(node, r.Jump) and node.kind == "continue" for node in walk_all(loop.body))


def numbers_along(first: Value, step: Step, by: Value, index: Value | None) -> Value | None:
    """What a variable is in the round for item ``index``, where each round moves it; None where it is no number."""
    any_of = numbers(first, step, by, None)
    counted = add(first, index, step.sign) if index is not None and by == ONE and any_of is not None else None
    return counted if counted is not None else any_of


def index_of(iterable: Value, element: Value) -> Value:
    """The number of an item of a collection."""
    bounds = bounds_of(element) if isinstance(element, Sym) and element.op == "range" else None
    number = add(element, bounds[0], -1) if bounds is not None else None
    return number if number is not None else Sym("range", (Sym("len", (iterable,)),))


def numbers(first: Value, step: Step, by: Value, bound: Value | None) -> Sym | None:
    """What a variable is in any of the rounds, from what it is in the first; None where that is no number."""
    if as_num(first) is None or not isinstance(first, (Lit, Sym, Num)):
        return None
    low, high = (first, _beyond(step, bound)) if step.sign > 0 else (_beyond(step, bound), add(first, ONE))
    if by != ONE or low is None or high is None:
        return Sym("range", (first, Sym("end", (step.name,)), by))
    return Sym("range", (high,) if low == lit(0) else (low, high))


def _beyond(step: Step, bound: Value | None) -> Value | None:
    """The end of a range that counts up, or the lowest number of one that counts down; None where it is not known."""
    if bound is None:
        return None
    with_it, without_it = ("<=", "<") if step.sign > 0 else (">", ">=")
    if step.op == with_it or (step.op == "!=" and step.sign < 0):
        return add(bound, ONE)
    return add(bound, lit(0)) if step.op in {without_it, "!="} else None


def _step(stmt: r.Stmt) -> Step | None:
    """``i += n``, ``i -= n``, or the same in full."""
    if isinstance(stmt, r.AugAssign) and isinstance(stmt.target, r.Name) and stmt.op in _STEPS:
        return Step(stmt.target.id, stmt.value, _STEPS[stmt.op])
    if not isinstance(stmt, r.Assign) or not isinstance(stmt.value, r.Bin) or stmt.value.op not in _STEPS:
        return None
    target, value = stmt.targets[0], stmt.value
    same = isinstance(target, r.Name) and is_name(value.left, target.id) and len(stmt.targets) == 1
    return Step(target.id, value.right, _STEPS[value.op]) if same and isinstance(target, r.Name) else None


def _tested(step: Step, test: r.Expr, bound: list[str]) -> Step:
    """A step with the test of its variable, where the loop goes on for that alone and what it asks for stays."""
    same = True
    while isinstance(test, r.Unary) and test.op == "not":
        test, same = test.value, not same
    if not isinstance(test, r.Compare):
        return step
    op, other = test.op, test.right
    if is_name(test.right, step.name):
        op, other = _TURNED.get(op, op), test.left
    elif not is_name(test.left, step.name):
        return step
    kept = not _changes(other, bound) and op in _OPPOSITE
    return msgspec.structs.replace(step, op=op if same else _OPPOSITE[op], bound=other) if kept else step


def _changes(expr: r.Expr, bound: list[str]) -> bool:
    return any(isinstance(node, r.Name) and node.id in bound for node in walk(expr))


def _bound(node: msgspec.Struct) -> Iterator[str]:
    if isinstance(node, r.Assign):
        yield from (name for target in node.targets for name in names_of(target))
    yield from bound_otherwise(node)
