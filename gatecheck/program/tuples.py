"""Classes that a call makes: ``namedtuple("Info", "name table")``, as ``typing.NamedTuple`` would write it."""

from __future__ import annotations

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name


def named_tuple(name: str, value: r.Expr) -> r.ClassDef | None:
    """The class that a name stands for; None where no such call makes it, or its fields are not in sight."""
    if not isinstance(value, r.Call) or called_name(value) not in {"namedtuple", "NamedTuple"} or len(value.args) < 2:
        return None
    fields = _fields(value.args[1].value)
    if not fields or value.args[1].name is not None:
        return None
    body = tuple(r.Assign((r.Name(field, value.at),), None, r.Name("object", value.at), value.at) for field in fields)
    return r.ClassDef(name, (r.Name("NamedTuple", value.at),), (), (), body, 0, value.at)


def _fields(expr: r.Expr) -> list[str]:
    if isinstance(expr, r.Const) and isinstance(expr.value, str):
        return expr.value.replace(",", " ").split()
    names = [_name(item) for item in expr.items] if isinstance(expr, r.Seq) else []
    return [name for name in names if name is not None] if None not in names else []


def _name(item: r.Expr) -> str | None:
    """A field's name: a string, or the first of a pair with its type."""
    if isinstance(item, r.Seq) and item.items:
        item = item.items[0]
    return item.value if isinstance(item, r.Const) and isinstance(item.value, str) else None
