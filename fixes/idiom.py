"""How a class waits: the gate as its siblings write it, with a hole where the layer stands.

Nothing here goes by name. A helper is a method that waits on its own counter for its argument's layer and does nothing
else; a form is whatever statement of a sibling waits; the more siblings write it, the better it stands.
"""

from __future__ import annotations

from collections import Counter as Tally
from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_of, walk, walk_all
from gatecheck.fixes.chains import beginning, is_plain, is_self, spelt_out
from gatecheck.fixes.gates import checked, taken_as, wait_call
from gatecheck.fixes.source import Line, expression, statement, substitute

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from gatecheck.fixes.gates import Vocabulary
    from gatecheck.program.link import ClassInfo, FunctionInfo, Program

_HOLE = r.Name("\0", -1)


class Form(msgspec.Struct, frozen=True):
    """A statement that waits for one layer: ``gate`` with the expression ``hole`` in it, and who writes it.

    ``helper`` is the method that it calls, where it calls one. ``raw`` says that the hole is the event's index itself,
    with no first layer taken off. ``names`` are the variables that the gates of this shape have in the hole.
    ``derived`` says that no sibling writes the gate with the bare index that is in the hole. ``apart`` says that a
    reader outside the pools, or its class, waits like that itself. ``takes`` are the attributes by which the helper
    comes from its argument to the layer: empty where the argument is the layer itself.
    """

    gate: r.If | r.ExprStmt
    hole: r.Expr
    symbol: str
    helper: str | None
    raw: bool
    names: frozenset[str] = frozenset()
    apart: bool = False
    derived: bool = False
    takes: tuple[str, ...] = ()

    def filled(self, layer: r.Expr) -> tuple[Line, ...] | None:
        """The lines of this gate for another layer; None where the helper wants an object that is not at hand."""
        given = self.argument(layer)
        return statement(substitute(self.gate, self.hole, given)) if given is not None else None

    def argument(self, layer: r.Expr) -> r.Expr | None:
        """What is written in the hole for a layer."""
        for name in reversed(self.takes):
            if not isinstance(layer, r.Attr) or layer.name != name:
                return None
            layer = layer.value
        return layer

    @property
    def layer(self) -> r.Expr:
        """The layer that the gate stands for where it was found."""
        found = self.hole
        for name in self.takes:
            found = r.Attr(found, name, -1)
        return found

    @property
    def shape(self) -> tuple[Line, ...] | None:
        """The lines with the hole left open: two gates of one shape are one form."""
        return statement(substitute(self.gate, self.hole, _HOLE))


class Helper(msgspec.Struct, frozen=True):
    """A method that only waits for its argument's layer; ``takes`` leads from the argument to the layer.

    ``raw`` says that it takes no first layer off: callers give it the event's index.
    """

    symbol: str
    parameter: str
    takes: tuple[str, ...]
    raw: bool


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
            said.setdefault(form.shape or (), set()).update(_called(form))
        for form in sorted(found, key=lambda f: -tally[f.shape]):
            out.setdefault(form.shape or (), form)
        for name, helper in helpers[key].items():
            form = _helper_form(name, helper)
            said.setdefault(form.shape or (), set()).update(_called(form))
            out.setdefault(form.shape or (), form)
            inner = next(iter(_in(info.methods[name], words, {})), None)
            if inner is not None:
                out.setdefault(inner.shape or (), inner)
    return tuple(msgspec.structs.replace(f, names=frozenset(said.get(shape, ()))) for shape, f in out.items() if shape)


def written_out(program: Program, key: str, words: Vocabulary) -> tuple[Form, ...]:
    """The gates of a class and its ancestors that call no helper: what is of use to a class that has none."""
    return tuple(form for form in forms(program, (key,), words) if form.helper is None)


def gates_in(
    record: r.Function, words: Vocabulary, helpers: frozenset[str], pool: r.Expr | None = None
) -> tuple[r.Stmt, ...]:
    """The statements of a function that wait, wherever they stand; ``pool`` is what a reader outside waits on."""
    return tuple(_gates(record.body, words, helpers, pool))


def _called(form: Form) -> set[str]:
    """The variables that stand for a layer in a gate; a layer object, by its attribute or as a whole, is none."""
    under = {id(n.value) for n in walk(form.hole) if isinstance(n, r.Attr | r.Sub)}
    names = {n.id for n in walk(form.hole) if isinstance(n, r.Name) and id(n) not in under}
    return names if not form.takes else set()


def _helpers(info: ClassInfo, words: Vocabulary) -> dict[str, Helper]:
    """Methods of a class whose body is one gate for their only argument."""
    found = {}
    for name, method in info.methods.items():
        record = method.record
        if len(record.params) != 2 or record.decorators or record.generator:
            continue
        index = _only_index(record, words) if called_of(record, words.wait_methods) else None
        takes = taken_as(index, record.params[1].name) if index is not None else None
        if index is not None and takes is not None:
            found[name] = Helper(method.symbol, record.params[1].name, takes, raw=is_plain(index))
    return found


def _only_index(record: r.Function, words: Vocabulary) -> r.Expr | None:
    """The index that a method waits for where it does nothing else; to leave without a counter is part of that."""
    body = [s for s in spelt_out(record) if not is_docstring(s) and not words.leaves_without(s)]
    call = wait_call(body[0], words, frozenset()) if len(body) == 1 else None
    return call.args[0].value if call is not None and call.args else None


def _helper_form(name: str, helper: Helper) -> Form:
    hole = r.Name(helper.parameter, -1)
    call = r.Call(r.Attr(r.Name("self", -1), name, -1), (r.Arg(hole, None, 0),), -1)
    return Form(r.ExprStmt(call, -1), hole, helper.symbol, name, helper.raw, takes=helper.takes)


def _in(method: FunctionInfo, words: Vocabulary, helpers: Mapping[str, Helper]) -> Iterator[Form]:
    """The gates of one method that stand for one layer, each able to stand alone."""
    names = frozenset(helpers)
    if not called_of(method.record, words.wait_methods | names):
        return
    for stmt in _gates(spelt_out(method.record), words, names):
        call = wait_call(stmt, words, names)
        if call is None or len(call.args) != 1:
            continue
        assert isinstance(stmt, r.If | r.ExprStmt)
        name = call.func.name if isinstance(call.func, r.Attr) else ""
        helper = helpers.get(name)
        index = call.args[0].value
        if helper is not None:
            hole, bare = (index, True) if helper.takes else _hole(index)
            found = [Form(stmt, hole, method.symbol, name, helper.raw and bare, takes=helper.takes)]
        else:
            found = _own_gate(checked(stmt, call, words), index, method.symbol)
        yield from (form for form in found if form.shape is not None and _only_self(form))


def _own_gate(gate: r.If | r.ExprStmt, index: r.Expr, symbol: str) -> list[Form]:
    """The forms of a gate that is written out: with the layer left open, and with the whole index."""
    hole, raw = _hole(index)
    found = [Form(gate, hole, symbol, None, raw)]
    return found if raw else [*found, Form(gate, index, symbol, None, raw=True, derived=True)]


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
    return is_self(beginning(expr))


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


def _gates(
    body: tuple[r.Stmt, ...], words: Vocabulary, helpers: frozenset[str], pool: r.Expr | None = None
) -> Iterator[r.Stmt]:
    """The gates of a body, those of its blocks included; a wait under its own check is one gate."""
    for stmt in body:
        if wait_call(stmt, words, helpers, pool) is not None:
            yield stmt
        elif not isinstance(stmt, r.Function | r.ClassDef):
            for name in ("body", "orelse", "final"):
                inner = getattr(stmt, name, None)
                if isinstance(inner, tuple):
                    yield from _gates(inner, words, helpers, pool)
            for case in stmt.cases if isinstance(stmt, r.Match) else ():
                yield from _gates(case.body, words, helpers, pool)


__all__ = ["Form", "expression", "forms", "gates_in", "is_docstring"]
