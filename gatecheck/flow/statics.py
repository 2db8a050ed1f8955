"""What class bodies and modules keep under a name: classes, functions, tables of them, and wrapped methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name
from gatecheck.flow.base import Base
from gatecheck.flow.displays import keyed
from gatecheck.flow.operators import lambda_function
from gatecheck.flow.tensors import WRAPPING_FUNCTIONS
from gatecheck.flow.values import Cls, External, Func, Lit, Partial, Seq, Sym, Value, lit, parts
from gatecheck.program.link import ClassInfo, FunctionInfo

if TYPE_CHECKING:
    from collections.abc import Iterator

PROPERTIES = frozenset({"property", "cached_property"})
_MOST_ENTRIES = 24


class Statics(Base):
    """Attributes of classes."""

    def static_attr(self, cls: str, name: str) -> Value | None:
        """A class attribute, found along the MRO."""
        for key in self.program.classes[cls].mro:
            info = self.program.classes[key]
            expr = info.statics.get(name)
            if expr is not None:
                return self._static(info, name, expr)
        return None

    def _static(self, info: ClassInfo, name: str, expr: r.Expr) -> Value:
        member = self._member(info, name, expr)
        if member is not None:
            return member
        made = self._wrapped(info, name, expr) if isinstance(expr, r.Call) else self._table_of_methods(info, name, expr)
        if made is not None:
            return made
        value = self.target_value(expr, info.path, name)
        unknown = value == Sym("global", (info.path, name)) or isinstance(expr, r.Seq)
        return Sym("member", (info.key, name)) if unknown and self._is_enumeration(info) else value

    def _is_enumeration(self, info: ClassInfo) -> bool:
        """Whether the attributes of a class are its members, each of them a value of its own."""
        bases = (base for key in info.mro for base in self.program.classes[key].external_bases)
        return any(base.endswith("Enum") for base in bases)

    def _member(self, info: ClassInfo, name: str, expr: r.Expr) -> Value | None:
        """A nested class, a method or a lambda."""
        if isinstance(expr, r.Const) and isinstance(expr.value, str) and expr.value.startswith("class:"):
            return Cls(expr.value.removeprefix("class:"))
        if isinstance(expr, r.Name) and expr.id in info.methods:
            return Func(info.methods[expr.id].key)
        return self._class_lambda(info, name, expr) if isinstance(expr, r.Lambda) else None

    def _class_lambda(self, info: ClassInfo, name: str, expr: r.Lambda) -> Func:
        """A lambda in a class body is a method that returns its expression."""
        key = f"{info.key}.<{name}>"
        if key not in self.program.functions:
            record = lambda_function(expr, info.record.chunk)
            self.program.functions[key] = FunctionInfo(key, info.path, f"{info.name}.{name}", record, info.key)
        return Func(key)

    def _table_of_methods(self, info: ClassInfo, name: str, expr: r.Expr) -> Value | None:
        """A dict, list or tuple in a class body that holds methods of the class, not bound to any object."""
        values = expr.values if isinstance(expr, r.DictLit) else expr.items if isinstance(expr, r.Seq) else ()
        if not 0 < len(values) <= _MOST_ENTRIES:
            return None
        members = [self._member(info, f"{name}[{n}]", value) for n, value in enumerate(values)]
        if not any(isinstance(member, Func) for member in members):
            return None
        held = tuple(member or Sym("value", (name, n)) for n, member in enumerate(members))
        return keyed(expr, held) if isinstance(expr, r.DictLit) else Seq(held)

    def made_in_module(self, expr: r.Call | r.DictLit | r.Seq, path: str, name: str) -> Value | None:
        """What a module makes of functions, classes and words; None for anything else."""
        if isinstance(expr, r.Call):
            return self._made_of_function(expr, path, name)
        if isinstance(expr, r.DictLit):
            return self.class_table(expr, path, name)
        return words_in(expr) or self._functions_in(expr, path, name)

    def class_table(self, table: r.DictLit, path: str, name: str) -> Value | None:
        """A dict of a module that holds classes or functions: whichever is asked for, it is one of them."""
        values = tuple(self._entry(value, path, name) for value in table.values)
        return keyed(table, values) if any(isinstance(v, (Cls, Func, Partial)) for v in values) else None

    def _functions_in(self, table: r.Seq, path: str, name: str) -> Value | None:
        """A list or tuple of a module that holds functions and nothing else."""
        if not 0 < len(table.items) <= _MOST_ENTRIES or not isinstance(table.items[0], (r.Name, r.Attr, r.Call)):
            return None
        values = tuple(self._entry(item, path, name) for item in table.items)
        return Seq(values) if all(isinstance(value, (Func, Partial)) for value in values) else None

    def _entry(self, expr: r.Expr, path: str, name: str) -> Value:
        """What one place of a table of a module holds."""
        known = self.target_value(expr, path, name) if isinstance(expr, (r.Name, r.Attr, r.Call)) else None
        return known if known is not None and known != Sym("global", (path, name)) else Sym("value", ())

    def _made_of_function(self, call: r.Call, path: str, name: str) -> Value | None:
        """What a module makes of a function by a call: one that does the same, or one with arguments given before."""
        first = call.args[0] if call.args and not call.args[0].stars and call.args[0].name is None else None
        if first is None or not isinstance(first.value, (r.Name, r.Attr)) or any(arg.stars for arg in call.args):
            return None
        callee = call.func.func if isinstance(call.func, r.Call) else call.func
        made_by = self.target_value(callee, path, name) if isinstance(callee, (r.Name, r.Attr)) else None
        if not isinstance(made_by, External) or made_by.name not in WRAPPING_FUNCTIONS | {"functools.partial"}:
            return None
        func = self.target_value(first.value, path, name)
        if not isinstance(func, (Func, Partial)):
            return None
        if made_by.name in WRAPPING_FUNCTIONS:
            return func
        given = [(arg.name, self._constant(arg.value, path)) for arg in call.args[1:]]
        positional = tuple(value for key, value in given if key is None)
        return Partial(func, positional, tuple((key, value) for key, value in given if key is not None))

    # -- wrapped methods -------------------------------------------------------------------------------------------

    def _wrapped(self, info: ClassInfo, name: str, call: r.Call) -> Value | None:
        """What ``property(f)`` or ``partialmethod(f, ...)`` makes of a method, not bound yet."""
        first = call.args[0] if call.args and not call.args[0].stars else None
        func = self._member(info, name, first.value) if first is not None and first.name in {None, "fget"} else None
        if not isinstance(func, Func):
            return None
        kind = called_name(call)
        if kind in PROPERTIES:
            return Sym("property", (func, *self._setter_in(info, name, call)))
        if kind == "partialmethod":
            given = [(a.name, self._constant(a.value, info.path)) for a in call.args[1:]]
            positional = tuple(value for key, value in given if key is None)
            return Partial(func, positional, tuple((key, value) for key, value in given if key is not None))
        return None

    def _setter_in(self, info: ClassInfo, name: str, call: r.Call) -> Iterator[Func]:
        """The setter of such a property."""
        second = [arg.value for arg in call.args[1:2] if arg.name is None and not arg.stars]
        named = [arg.value for arg in call.args if arg.name == "fset"]
        made = (self._member(info, name, value) for value in (*named, *second))
        yield from (one for one in made if isinstance(one, Func))

    def _constant(self, expr: r.Expr, path: str) -> Value:
        return self.target_value(expr, path, "") if isinstance(expr, (r.Const, r.Name, r.Attr)) else Sym("value", ())

    def wrapped_methods(self, info: ClassInfo) -> Iterator[tuple[str, Func, Partial | None]]:
        """The attributes of a class that are made of methods, with what those are given beforehand."""
        for name, expr in info.statics.items():
            value = self._wrapped(info, name, expr) if isinstance(expr, r.Call) else None
            if isinstance(value, Partial) and isinstance(value.func, Func):
                yield name, value.func, value
            elif isinstance(value, Sym) and isinstance(value.args[0], Func):
                yield name, value.args[0], None


def words_in(table: r.Seq) -> Value | None:
    """A tuple or list of words, such as names of attributes, and nothing but constants beside them; None for others.

    A dict can be a place for what is set later.
    """
    value = _constant_in(table)
    return value if value is not None and any(isinstance(p, Lit) and p.tag == "str" for p in parts(value)) else None


def _constant_in(expr: r.Expr) -> Value | None:
    if isinstance(expr, r.Const):
        return lit(expr.value)
    items = [_constant_in(item) for item in expr.items] if isinstance(expr, r.Seq) else []
    known = tuple(item for item in items if item is not None)
    if not 0 < len(known) <= _MOST_ENTRIES or len(known) < len(items):
        return None
    return Seq(known)
