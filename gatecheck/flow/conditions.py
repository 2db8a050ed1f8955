"""What is known of conditions: one that the code asks for twice has one answer, also where it is put in other words.

Each condition is kept in the words that all ways to put it share: ``x is not None`` is what holds where ``x is None``
does not, ``a > b`` is ``b < a``, ``x in (A, B)`` is ``x == A or x == B``. Of several conditions it is kept that all of
them hold, or that not all of them do.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from gatecheck.flow.inside import mentioned
from gatecheck.flow.linear import add
from gatecheck.flow.operators import choose, is_scalar
from gatecheck.flow.values import NONE, Cls, Instance, ListOf, Lit, Seq, Sym, Value, in_order, lit, options

if TYPE_CHECKING:
    from collections.abc import Iterable

# Conditions with their outcomes.
Known = dict[Value, bool]

_OPPOSITE = {"is not": "is", "!=": "==", "not in": "in", ">=": "<"}
_TURNED = {">": "<", "<=": ">="}
_TESTS = frozenset({"cmp", "not", "isinstance", "has"})
_COUNTING = frozenset({"numel", "size"})


def known(cond: Value, conds: Known) -> bool | None:
    """The outcome of a condition, where others say it."""
    asked, same = plain(cond)
    answer = _answer(asked, conds)
    return answer if answer is None or same else not answer


def about(values: Iterable[Value], conds: Known) -> Known:
    """What is known of conditions on some values."""
    if not conds:
        return {}
    given = {one for value in values for one in options(value) if isinstance(one, (Sym, Instance))}
    return {cond: said for cond, said in conds.items() if not given.isdisjoint(mentioned(cond))}


def either(op: str, first: Value, second: Value) -> Value:
    """What ``first and second``, or ``first or second``, is."""
    chosen = choose(first, second)
    return Sym(op, (first, second)) if isinstance(chosen, Sym) and chosen.op == "default" else chosen


def learn(cond: Value, conds: Known, *, truth: bool) -> None:
    """Remember the outcome of a condition, and of those that it leaves no choice."""
    asked, same = plain(cond)
    _learn(asked, conds, holds=truth is same)


@lru_cache(maxsize=1 << 11)
def plain(cond: Value) -> tuple[Value, bool]:
    """The condition in the words that all ways to put it share, and whether it holds where that one does."""
    same = True
    while (other := _in_other_words(cond)) is not None:
        cond, same = other[0], same is other[1]
    return cond, same


def _learn(cond: Value, conds: Known, *, holds: bool) -> None:
    if cond in conds:
        return
    conds[cond] = holds
    if holds:
        for part, said in (*_parts(cond), *_follows(cond)):
            _learn(part, conds, holds=said)
    for whole in [one for one, said in conds.items() if not said and isinstance(one, Sym) and one.op == "every"]:
        only = _only_open(whole, conds)
        if only is not None:
            _learn(only[0], conds, holds=not only[1])


def _only_open(whole: Value, conds: Known) -> tuple[Value, bool] | None:
    """The part of a condition that is not known to be as said; None where that is none of them, or more than one."""
    only: tuple[Value, bool] | None = None
    for part, said in _parts(whole):
        if _answer(part, conds) is not said:
            if only is not None:
                return None
            only = part, said
    return only


def _follows(cond: Value) -> tuple[tuple[Value, bool], ...]:
    """What holds where a condition does: a collection with something in it is not empty."""
    inside = isinstance(cond, Sym) and cond.op == "cmp" and cond.args[0] == "in"
    return (plain(cond.args[2]),) if inside else ()  # type: ignore[union-attr]


def _answer(cond: Value, conds: Known) -> bool | None:
    if isinstance(cond, Lit):
        return bool(cond.value)
    known = conds.get(cond)
    if known is not None:
        return known
    if parts := _parts(cond):
        return _answer_all(parts, conds)
    equal = _equality(cond)
    if equal is None:
        return _answer_other(cond, conds)
    subject, value = equal
    held = _held_by(subject, conds)
    if held is not None:
        return held == value
    wanted = bool(value.value) if isinstance(value, Lit) else None
    truth = conds.get(subject)
    differs = truth is not None and wanted is (not truth)
    return False if differs or _is_object(value, subject, conds) else None


def _answer_all(parts: tuple[tuple[Value, bool], ...], conds: Known) -> bool | None:
    """Whether several conditions are all as said."""
    answer: bool | None = True
    for part, wanted in parts:
        said = _answer(part, conds)
        if said is None:
            answer = None
        elif said is not wanted:
            return False
    return answer


def _answer_other(cond: Value, conds: Known) -> bool | None:
    """A condition that asks for no constant: what is known to be one is true or not, and of no class if it is None."""
    if isinstance(cond, Sym) and cond.op == "isinstance":
        return False if _held_by(cond.args[0], conds) == NONE else None
    held = _held_by(cond, conds)
    return bool(held.value) if isinstance(held, Lit) else None


def _is_object(value: Value, subject: Value, conds: Known) -> bool:
    """Whether None is asked for where an object of some class is known to be."""
    if value != NONE:
        return False
    checks = (one for one, said in conds.items() if said and isinstance(one, Sym) and one.op == "isinstance")
    return any(check.args[0] == subject for check in checks)


def _held_by(subject: object, conds: Known) -> Value | None:
    """The constant that something is known to be."""
    for cond, said in conds.items():
        if said and isinstance(cond, Sym) and cond.op == "cmp" and cond.args[1] == subject:
            equal = _equality(cond)
            if equal is not None:
                return equal[1]
    return None


def _parts(cond: Value) -> tuple[tuple[Value, bool], ...]:
    """The conditions that must all hold or fail, as said, for this one; none for a single one."""
    return cond.args if isinstance(cond, Sym) and cond.op == "every" else ()  # type: ignore[return-value]


def _equality(cond: Value) -> tuple[Value, Value] | None:
    """What a condition asks for, and the constant that it must be."""
    if not isinstance(cond, Sym) or cond.op != "cmp" or cond.args[0] not in {"is", "=="}:
        return None
    _, subject, value = cond.args
    return (subject, value) if _is_constant(value) else None  # type: ignore[return-value]


def _is_constant(value: object) -> bool:
    return isinstance(value, (Lit, Cls)) or (isinstance(value, Sym) and value.op == "member")


def _in_other_words(cond: Value) -> tuple[Value, bool] | None:
    """One step to the words that are shared, and whether the two conditions hold together or in turn."""
    if not isinstance(cond, Sym):
        return None
    if cond.op == "not":
        return cond.args[0], False  # type: ignore[return-value]
    if cond.op in {"and", "or"}:
        return _every(cond.args, cond.op == "and"), cond.op == "and"  # type: ignore[arg-type]
    if cond.op == "len":
        return cond.args[0], True  # type: ignore[return-value]
    return _compared(*cond.args) if cond.op == "cmp" else None  # type: ignore[arg-type]


def _every(operands: tuple[Value, ...], holds: bool) -> Value:
    """That all of some conditions hold, or that all of them fail."""
    found: dict[Value, bool] = {}
    for operand in operands:
        part, same = plain(operand)
        flat = _parts(part) if same is holds else ()
        found.update(flat or [(part, same is holds)])
    return Sym("every", tuple((part, found[part]) for part in in_order(*found)))


def _compared(op: str, left: Value, right: Value) -> tuple[Value, bool] | None:
    """A comparison in other words."""
    if op in _OPPOSITE:
        return Sym("cmp", (_OPPOSITE[op], left, right)), False
    if op in _TURNED:
        return Sym("cmp", (_TURNED[op], right, left)), True
    if op == "in":
        return _membership(left, right)
    if op == "<":
        return _below(left, right)
    if op == "==" and right == NONE:
        return Sym("cmp", ("is", left, NONE)), True
    if isinstance(right, Lit) and right.tag == "bool":
        # What may be None is true where it is True, but not only false where it is False.
        is_none = Sym("cmp", ("is", left, NONE))
        never_none = isinstance(left, Sym) and left.op in _TESTS
        return (left, bool(right.value)) if right.value or never_none else (Sym("or", (left, is_none)), False)
    if right == lit(0) and _is_whole(left):
        return left, False
    alike = _is_constant(left) is _is_constant(right)
    turned = in_order(left, right) != (left, right) if alike else _is_constant(left)
    return (Sym("cmp", (op, right, left)), True) if turned else None


def _membership(left: Value, right: Value) -> tuple[Value, bool] | None:
    """``x in (A, B)`` where the items are known."""
    items: tuple[Value, ...] = ()
    if isinstance(right, Seq):
        items = right.items
    elif isinstance(right, ListOf) and right.over is None and all(map(_is_constant, options(right.element))):
        items = options(right.element)
    tests = tuple(Sym("cmp", ("==", left, item)) for item in items)
    return (tests[0] if len(tests) == 1 else Sym("or", tests), True) if tests else None


def _below(left: Value, right: Value) -> tuple[Value, bool] | None:
    """``left < right``, of whole numbers by what is above, and of counts by whether there is anything."""
    if left == lit(0) and _is_count(right):
        return right, True
    if isinstance(right, Lit) and right.tag == "int" and _is_whole(left):
        return Sym("cmp", ("<", add(right, lit(-1)), left)), False
    return None


def _is_whole(value: Value) -> bool:
    """Whether a value is an unknown whole number."""
    return not isinstance(value, Lit) and (is_scalar(value) or _is_count(value))


def _is_count(value: Value) -> bool:
    """Whether a value is how many there are of something: never negative."""
    if not isinstance(value, Sym):
        return False
    inner = value.args[0] if value.args else None
    if value.op in {"call", "item"} and isinstance(inner, Sym) and inner.op == "attr":
        return inner.args[1] in (_COUNTING if value.op == "call" else {"shape"})
    return value.op == "len"
