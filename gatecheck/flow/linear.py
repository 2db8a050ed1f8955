"""Integers as linear forms of unknowns: sums and differences of layer ids, first layers and counts."""

from __future__ import annotations

from gatecheck.flow.values import Lit, Num, Sym, Value, lit, rank


def as_num(value: Value) -> Num | None:
    """The linear form of an integer-like value."""
    if isinstance(value, Num):
        return value
    if isinstance(value, Lit) and value.tag == "int":
        assert isinstance(value.value, int)
        return Num((), value.value)
    if isinstance(value, Sym):
        return Num(((value, 1),), 0)
    return None


def _normal(terms: dict[Sym, int], const: int) -> Value:
    kept = tuple((s, f) for s, f in terms.items() if f)
    if len(kept) > 1:
        kept = tuple(sorted(kept, key=lambda term: rank(term[0])))
    if not kept:
        return lit(const)
    if const == 0 and len(kept) == 1 and kept[0][1] == 1:
        return kept[0][0]
    return Num(kept, const)


def add(left: Value, right: Value, factor: int = 1) -> Value | None:
    """``left + factor * right`` where both are integer-like."""
    a, b = as_num(left), as_num(right)
    if a is None or b is None:
        return None
    return _normal(_combined(a, b, factor), a.const + factor * b.const)


def plain(number: Num) -> Value:
    """The value that a linear form is written as: an unknown where it is no more than that."""
    moved = add(number, lit(0))
    assert moved is not None
    return moved


def difference(left: Num, right: Num) -> Num:
    """``left - right``: what two numbers differ by is a number again."""
    terms = _combined(left, right, -1)
    return Num(tuple((s, f) for s, f in terms.items() if f), left.const - right.const)


def _combined(left: Num, right: Num, factor: int) -> dict[Sym, int]:
    terms = dict(left.terms)
    for sym, times in right.terms:
        terms[sym] = terms.get(sym, 0) + factor * times
    return terms
