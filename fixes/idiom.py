"""How a class waits: the gate as its siblings write it, with a hole where the layer stands.

Nothing here goes by name. A helper is a method that waits on its own counter for its argument's layer and does nothing
else; a form is whatever statement of a sibling waits; the more siblings write it, the better it stands.
"""

from __future__ import annotations

from collections import Counter as Tally
from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import walk, walk_all
from gatecheck.fixes.source import Line, expression, statement, substitute

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gatecheck.program.link import ClassInfo, FunctionInfo, Program

_HOLE = r.Name("\0", -1)


class Form(msgspec.Struct, frozen=True):
    """A statement that waits for one layer: ``gate`` with the expression ``hole`` in it, and who writes it.

    ``helper`` is the method that it calls, where it calls one. ``raw`` says that the hole is the event's index itself,
    with no first layer taken off. ``names`` are the variables that the gates of this shape have in the hole.
    ``derived`` says that no sibling writes the gate with the bare index that is in the hole. ``apart`` says that a
    reader outside the pools, or its class, waits like that itself.
    """

    gate: r.If | r.ExprStmt
    hole: r.Expr
    symbol: str
    helper: str | None
    raw: bool
    names: frozenset[str] = frozenset()
    apart: bool = False
    derived: bool = False

    def filled(self, layer: r.Expr) -> tuple[Line, ...] | None:
        """The lines of this gate for another layer."""
        made = substitute(self.gate, self.hole, layer)
        return statement(made)

    @property
    def shape(self) -> tuple[Line, ...] | None:
        """The lines with the hole left open: two gates of one shape are one form."""
        return self.filled(_HOLE)


class Vocabulary(msgspec.Struct, frozen=True):
    """What tells a gate from other statements: the wait methods and the attributes that hold counters."""

    wait_methods: frozenset[str]
    counter_attrs: frozenset[str]


def forms(program: Program, classes: Iterable[str], words: Vocabulary) -> tuple[Form, ...]:
    """The gates of these classes and their ancestors: nearest class first, in each class the most frequent first."""
    order = list(dict.fromkeys(a for key in classes for a in program.classes[key].mro))
    helpers = {key: _helpers(program.classes[key], words) for key in order}
    names = {name: found for key in reversed(order) for name, found in helpers[key].items()}
    out: dict[tuple[Line, ...], Form] = {}
    said: dict[tuple[Line, ...], set[str]] = {}
    for key in order:
        info = program.classes[key]
        found = [
            f for method in info.methods.values() if method.record.name not in names for f in _in(method, words, names)
        ]
        tally = Tally(f.shape for f in found)
        for form in found:
            said.setdefault(form.shape or (), set()).update(n.id for n in walk(form.hole) if isinstance(n, r.Name))
        for form in sorted(found, key=lambda f: -tally[f.shape]):
            out.setdefault(form.shape or (), form)
        for name, (symbol, parameter) in helpers[key].items():
            form = _helper_form(name, symbol, parameter)
            said.setdefault(form.shape or (), set()).add(parameter.name)
            out.setdefault(form.shape or (), form)
            inner = next(iter(_in(info.methods[name], words, {})), None)
            if inner is not None:
                out.setdefault(inner.shape or (), inner)
    found = [msgspec.structs.replace(f, names=frozenset(said.get(shape, ()))) for shape, f in out.items() if shape]
    # A bare wait may rely on a check around it, which stays behind when it is copied.
    return tuple(sorted(found, key=lambda f: f.helper is None and isinstance(f.gate, r.ExprStmt)))


def gates_in(record: r.Function, words: Vocabulary, helpers: frozenset[str]) -> tuple[r.Stmt, ...]:
    """The statements of a function that wait, wherever they stand."""
    return tuple(_gates(record.body, words, helpers))


def _helpers(info: ClassInfo, words: Vocabulary) -> dict[str, tuple[str, r.Param]]:
    """Methods of a class whose body is one gate for their only argument."""
    found = {}
    for name, method in info.methods.items():
        body = [s for s in method.record.body if not is_docstring(s)]
        params = method.record.params
        if len(body) != 1 or len(params) != 2 or method.record.decorators or method.record.generator:
            continue
        call = _wait_call(body[0], words, frozenset())
        if call is not None and call.args and _mentions(call.args[0].value, params[1].name):
            found[name] = (method.symbol, params[1])
    return found


def _helper_form(name: str, symbol: str, parameter: r.Param) -> Form:
    hole = r.Name(parameter.name, -1)
    call = r.Call(r.Attr(r.Name("self", -1), name, -1), (r.Arg(hole, None, 0),), -1)
    return Form(r.ExprStmt(call, -1), hole, symbol, name, raw=False)


def _in(method: FunctionInfo, words: Vocabulary, helpers: dict[str, tuple[str, r.Param]]) -> Iterator[Form]:
    """The gates of one method that stand for one layer."""
    names = frozenset(helpers)
    top = frozenset(map(id, method.record.body))
    for stmt in _gates(method.record.body, words, names):
        call = _wait_call(stmt, words, names)
        if call is None or len(call.args) != 1:
            continue
        assert isinstance(stmt, r.If | r.ExprStmt)
        if id(stmt) not in top:
            stmt = _checked(stmt, call, names)  # noqa: PLW2901 - the same gate, able to stand alone
        name = call.func.name if isinstance(call.func, r.Attr) else ""
        helper = name if name in names else None
        hole, raw = (call.args[0].value, False) if helper is not None else _hole(call.args[0].value)
        found = [Form(stmt, hole, method.symbol, helper, raw)]
        if helper is None and not raw:
            found.append(Form(stmt, call.args[0].value, method.symbol, None, raw=True, derived=True))
        yield from (form for form in found if form.shape is not None and _only_self(form))


def _checked(stmt: r.If | r.ExprStmt, call: r.Call, helpers: frozenset[str]) -> r.If | r.ExprStmt:
    """A bare wait of an inner block with a check of its counter: the one around it may be what made it safe."""
    func = call.func
    if isinstance(stmt, r.If) or not isinstance(func, r.Attr) or (is_self(func.value) and func.name in helpers):
        return stmt
    return r.If(r.Compare("is not", func.value, r.Const(None)), (stmt,), (), -1)


def _hole(index: r.Expr) -> tuple[r.Expr, bool]:
    """The layer in an event's index: what the first layer is taken off, else all of it."""
    if isinstance(index, r.Bin) and index.op == "-" and _rooted_at_self(index.right):
        return index.left, False
    return index, True


def _only_self(form: Form) -> bool:
    """Whether nothing but the object itself is named once the layer is left out."""
    filled = substitute(form.gate, form.hole, _HOLE)
    names = {node.id for node in walk(filled) if isinstance(node, r.Name)}
    return names <= {"self", _HOLE.id}


def _rooted_at_self(expr: r.Expr) -> bool:
    while isinstance(expr, r.Attr):
        expr = expr.value
    return is_self(expr)


def _wait_call(stmt: r.Stmt, words: Vocabulary, helpers: frozenset[str]) -> r.Call | None:
    """The wait of a statement that does nothing else: a call, or a call under a check of the counter."""
    if isinstance(stmt, r.If):
        inner = stmt.body[0] if len(stmt.body) == 1 and not stmt.orelse else None
        checks = any(isinstance(n, r.Attr) and n.name in words.counter_attrs for n in walk(stmt.test))
        return _wait_call(inner, words, frozenset()) if isinstance(inner, r.ExprStmt) and checks else None
    if not isinstance(stmt, r.ExprStmt) or not isinstance(stmt.value, r.Call):
        return None
    func = stmt.value.func
    if not isinstance(func, r.Attr):
        return None
    waits = func.name in words.wait_methods or (is_self(func.value) and func.name in helpers)
    return stmt.value if waits else None


def _mentions(expr: r.Expr, name: str) -> bool:
    return any(isinstance(n, r.Name) and n.id == name for n in walk(expr))


def is_self(expr: r.Expr) -> bool:
    """Whether an expression is the object itself, as its methods call it."""
    return isinstance(expr, r.Name) and expr.id == "self"


def own_calls(record: r.Function) -> frozenset[str]:
    """The methods that a function calls on its own object."""
    calls = (n.func for n in walk_all(record.body) if isinstance(n, r.Call))
    return frozenset(func.name for func in calls if isinstance(func, r.Attr) and is_self(func.value))


def is_docstring(stmt: r.Stmt) -> bool:
    """Whether a statement is nothing but a string."""
    if not isinstance(stmt, r.ExprStmt):
        return False
    value = stmt.value
    return (isinstance(value, r.Const) and isinstance(value.value, str)) or value == r.Opaque(())


def _gates(body: tuple[r.Stmt, ...], words: Vocabulary, helpers: frozenset[str]) -> Iterator[r.Stmt]:
    """The gates of a body, those of its blocks included; a wait under its own check is one gate."""
    for stmt in body:
        if _wait_call(stmt, words, helpers) is not None:
            yield stmt
        elif not isinstance(stmt, r.Function | r.ClassDef):
            for name in ("body", "orelse", "final"):
                inner = getattr(stmt, name, None)
                if isinstance(inner, tuple):
                    yield from _gates(inner, words, helpers)


__all__ = ["Form", "Vocabulary", "expression", "forms", "gates_in", "is_docstring"]
