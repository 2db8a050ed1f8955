"""What may be None where an edit would take an attribute of it: its annotation, its default or a question says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import as_attribute, walk, walk_all
from gatecheck.fixes.chains import is_self
from gatecheck.fixes.placement import ordinals
from gatecheck.fixes.source import expression

if TYPE_CHECKING:
    from collections.abc import Iterator

_NONE = r.Const(None)


def optional(param: r.Param) -> bool:
    """Whether a parameter may be None by its default or by its annotation."""
    if param.default == _NONE or param.annotation is None:
        return param.default == _NONE
    texts = (n.value for n in walk(param.annotation) if isinstance(n, r.Const))
    words = {n.id for n in walk(param.annotation) if isinstance(n, r.Name)}
    words |= {n.name for n in walk(param.annotation) if isinstance(n, r.Attr)}
    return "Optional" in words or any(t is None or "None" in str(t) or "Optional[" in str(t) for t in texts)


def lacking(record: r.Function, expr: r.Expr, before: int | None = None) -> tuple[r.Expr, ...]:
    """The parts of a chain of attributes that may be None before a statement, what is asked first in front.

    ``before`` is a node of the statement; None stands for the start of the function.
    """
    return tuple(link for link in _links(expr) if _may_lack(record, link) and not _is_known(record, link, before))


def _links(expr: r.Expr) -> Iterator[r.Expr]:
    """A variable, its attribute, the attribute of that, and so on; without the object itself."""
    if isinstance(expr, r.Attr):
        yield from _links(expr.value)
    if not is_self(expr):
        yield expr


def _may_lack(record: r.Function, link: r.Expr) -> bool:
    if isinstance(link, r.Name) and any(p.name == link.id and optional(p) for p in record.params):
        return True
    text = expression(link)
    tests = (n for n in walk_all(record.body) if isinstance(n, r.Compare) and n.right == _NONE)
    if any(expression(as_attribute(test.left)) == text for test in tests):
        return True
    asked = (n.test for n in walk_all(record.body) if isinstance(n, r.If | r.Cond | r.While | r.Assert))
    return any(_shows(test, text, holds=holds) for test in asked for holds in (True, False))


def _is_known(record: r.Function, link: r.Expr, before: int | None) -> bool:
    """Whether what stands before a statement, or around it, shows that something is there."""
    text, body = expression(link), record.body
    while before is not None:
        at = next((i for i, stmt in enumerate(body) if before in ordinals(stmt)), len(body))
        if any(_lets_by(stmt, text) for stmt in body[:at]):
            return True
        stmt = body[at] if at < len(body) else None
        if not isinstance(stmt, r.If | r.For | r.While | r.With):
            return False
        inside = any(before in ordinals(each) for each in stmt.body)
        if isinstance(stmt, r.If) and before not in ordinals(stmt.test) and _shows(stmt.test, text, holds=inside):
            return True
        body = stmt.body if inside else getattr(stmt, "orelse", ())
    return False


def _lets_by(stmt: r.Stmt, text: str | None) -> bool:
    """Whether nothing comes behind a statement where something is missing."""
    if isinstance(stmt, r.Assert):
        return _shows(stmt.test, text, holds=True)
    if not isinstance(stmt, r.If):
        return False
    return (_ends(stmt.body) and _shows(stmt.test, text, holds=False)) or (
        _ends(stmt.orelse) and _shows(stmt.test, text, holds=True)
    )


def _ends(body: tuple[r.Stmt, ...]) -> bool:
    return bool(body) and isinstance(body[-1], r.Return | r.Raise | r.Jump)


def _shows(test: r.Expr, text: str | None, *, holds: bool) -> bool:
    """Whether a test shows that something is there: where it holds, or where it does not."""
    if isinstance(test, r.Unary) and test.op == "not":
        return _shows(test.value, text, holds=not holds)
    if isinstance(test, r.BoolOp):
        return (test.op == "and") is holds and any(_shows(each, text, holds=holds) for each in test.values)
    if isinstance(test, r.Compare) and test.right == _NONE:
        return expression(test.left) == text and test.op in ({"is not", "!="} if holds else {"is", "=="})
    return holds and expression(test) == text


__all__ = ["lacking", "optional"]
