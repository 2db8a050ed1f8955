"""From records back to source text: the few expressions and statements that a wait is written with."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

import msgspec

from gatecheck.facts import records as r

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Record = TypeVar("Record", bound=msgspec.Struct)
_TIGHT = (r.Name, r.Attr, r.Sub, r.Call, r.Const)


class Line(msgspec.Struct, frozen=True):
    """One line of new source, ``depth`` levels deeper than the block that it is put into."""

    depth: int
    text: str


def expression(expr: r.Expr) -> str | None:
    """The text of an expression; None where it holds something that records do not keep."""
    if isinstance(expr, r.Name):
        return expr.id
    if isinstance(expr, r.Const):
        return repr(expr.value)
    if isinstance(expr, r.Attr):
        return _joined("{}." + expr.name, [_operand(expr.value)])
    if isinstance(expr, r.Sub):
        return _joined("{}[{}]", [_operand(expr.value), expression(expr.index)])
    if isinstance(expr, r.Bin):
        return _joined("{} " + expr.op + " {}", [_operand(expr.left), _operand(expr.right)])
    if isinstance(expr, r.Compare):
        return _joined("{} " + expr.op + " {}", [_operand(expr.left), _operand(expr.right)])
    if isinstance(expr, r.BoolOp):
        parts = [expression(v) if isinstance(v, r.Compare) else _operand(v) for v in expr.values]
        return _list(parts, f" {expr.op} ")
    if isinstance(expr, r.Unary):
        return _joined(expr.op + (" " if expr.op == "not" else "") + "{}", [_operand(expr.value)])
    return _call(expr) if isinstance(expr, r.Call) else None


def statement(stmt: r.Stmt) -> tuple[Line, ...] | None:
    """The lines of a wait as siblings write it: a call, or a call under a condition."""
    if isinstance(stmt, r.ExprStmt):
        text = expression(stmt.value)
        return (Line(0, text),) if text is not None else None
    if not isinstance(stmt, r.If) or stmt.orelse:
        return None
    test = expression(stmt.test)
    inner = [statement(s) for s in stmt.body]
    if test is None or any(lines is None for lines in inner):
        return None
    body = tuple(Line(line.depth + 1, line.text) for lines in inner for line in lines or ())
    return (Line(0, f"if {test}:"), *body)


def substitute(node: Record, old: msgspec.Struct, new: msgspec.Struct) -> Record:
    """A copy of a record in which ``old``, that very object, is ``new``."""
    if node is old:
        return cast("Record", new)
    changed: dict[str, object] = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if isinstance(value, msgspec.Struct):
            replaced: object = substitute(value, old, new)
        elif isinstance(value, tuple):
            replaced = tuple(substitute(v, old, new) if isinstance(v, msgspec.Struct) else v for v in value)
        else:
            continue
        if replaced is not value and replaced != value:
            changed[name] = replaced
    return msgspec.structs.replace(node, **changed) if changed else node


def signature(record: r.Function, *, typed: bool) -> str | None:
    """The parameters behind the object itself, as a ``def`` has them; None where they cannot be written down."""
    heads = [_head(p, typed=typed) for p in record.params[1:]]
    return ", ".join(h for h in heads if h is not None) if None not in heads else None


def _head(param: r.Param, *, typed: bool) -> str | None:
    default = expression(param.default) if param.default is not None else ""
    if default is None or param.kind != "positional":
        return None
    kind = expression(param.annotation) if typed and param.annotation is not None else None
    if kind is not None:
        return f"{param.name}: {kind} = {default}" if default else f"{param.name}: {kind}"
    return f"{param.name}={default}" if default else param.name


def on(node: Record, hole: r.Expr, pool: r.Expr) -> Record:
    """A gate that names the object itself, written for ``pool``; the hole is left as it is."""
    return renamed(node, {"self": pool}, hole)


def renamed(node: Record, names: Mapping[str, r.Expr], but: r.Expr | None = None) -> Record:
    """A copy of a record in which each of some variables is an expression, except in one place."""
    if node is but:
        return node
    if isinstance(node, r.Name):
        return cast("Record", names.get(node.id, node))
    changed: dict[str, object] = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if isinstance(value, msgspec.Struct):
            changed[name] = renamed(value, names, but)
        elif isinstance(value, tuple):
            changed[name] = tuple(renamed(v, names, but) if isinstance(v, msgspec.Struct) else v for v in value)
    return msgspec.structs.replace(node, **changed) if changed else node


def _operand(expr: r.Expr) -> str | None:
    text = expression(expr)
    return text if text is None or isinstance(expr, _TIGHT) else f"({text})"


def _call(expr: r.Call) -> str | None:
    args = []
    for arg in expr.args:
        value = expression(arg.value)
        if value is None:
            return None
        args.append("*" * arg.stars + (f"{arg.name}=" if arg.name else "") + value)
    return _joined("{}({})", [_operand(expr.func), ", ".join(args)])


def _joined(form: str, parts: list[str | None]) -> str | None:
    return None if any(part is None for part in parts) else form.format(*parts)


def _list(parts: Iterable[str | None], between: str) -> str | None:
    known = list(parts)
    return between.join(p for p in known if p is not None) if None not in known else None
