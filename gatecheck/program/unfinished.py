"""Bodies that leave what a method is there for to heirs."""

from __future__ import annotations

from gatecheck.facts import records as r
from gatecheck.facts.deferred import can_mention
from gatecheck.facts.visit import decorator_names


def is_empty(record: r.Function) -> bool:
    """Whether a body does nothing and hands nothing back."""
    said = [s.value for s in record.body if isinstance(s, (r.ExprStmt, r.Return))]
    return len(said) == len(record.body) and all(value is None or isinstance(value, r.Const) for value in said)


def is_missing(record: r.Function) -> bool:
    """Whether a method is one that objects cannot be without: it is abstract, or does nothing but raise."""
    return any(name.startswith("abstract") for name in decorator_names(record)) or only_raises(record)


def only_raises(record: r.Function) -> bool:
    """Whether a body does nothing but raise, behind a docstring."""
    if not can_mention(record, {"raise"}):
        return False
    body = [s for s in record.body if not (isinstance(s, r.ExprStmt) and isinstance(s.value, (r.Const, r.Opaque)))]
    return len(body) == 1 and isinstance(body[0], r.Raise)
