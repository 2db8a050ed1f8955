"""Which object a value is: the calls that make it, where all of them are known.

Fit for telling that two values are never one object. As soon as a value can come from somewhere that is not looked
into, nothing is known of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import attributes_of, called_name, called_of, stored_of, walk, walk_all
from gatecheck.program.build import flatten
from gatecheck.program.naming import Bound, binds, bound_to
from gatecheck.program.origins import field_order, passed, unquoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gatecheck.program.link import ClassInfo, FunctionInfo
    from gatecheck.program.origins import Origin, Origins
    from gatecheck.program.ways import Place

_SETTERS = frozenset({"setattr", "__setattr__"})
_AT_TOP = (r.Assign, r.AugAssign, r.ExprStmt, r.For, r.While)


class Made(msgspec.Struct, frozen=True):
    """An object of class ``cls`` by the calls that make it, the outermost first and the constructor's last.

    ``part`` is the attribute in which it keeps another one that it makes for itself, where that is meant. ``found``
    says that it was not handed back by the function that makes it, but was there before: calls further out make no
    other one.
    """

    cls: str
    calls: tuple[Place, ...]
    part: str = ""
    found: bool = False

    def can_be(self, other: Made) -> bool:
        """Whether two are one object, as far as the calls are known that both speak of."""
        known = min(len(self.calls), len(other.calls))
        return self.part == other.part and self.calls[-known:] == other.calls[-known:]


if TYPE_CHECKING:
    Known = frozenset[Made] | None
    Seen = frozenset[tuple[str, r.Expr, int | None]]


class Makers:
    """Answers for one program; None is the answer where some origin is not known."""

    def __init__(self, origins: Origins) -> None:
        self._origins = origins
        self._program = origins.program

    def of(self, expr: r.Expr, info: FunctionInfo, seen: Seen = frozenset()) -> Known:
        """The objects that an expression of a function can be."""
        return self._of(Bound(expr), info, seen)

    def _of(self, bound: Bound, info: FunctionInfo, seen: Seen) -> Known:
        """The objects that a value, or one of several, can be; nothing new where it comes from itself."""
        key = (info.key, bound.value, bound.place)
        if key in seen:
            return frozenset()
        seen |= {key}
        expr = bound.value
        if isinstance(expr, r.Call):
            return self._called(expr, bound, info, seen)
        if bound.place is not None:
            item = bound.item()
            return self.of(item, info, seen) if item is not None else None
        if isinstance(expr, (r.Cond, r.BoolOp)):
            choices = (expr.then, expr.orelse) if isinstance(expr, r.Cond) else expr.values
            return together(self.of(each, info, seen) for each in choices)
        if isinstance(expr, r.Name):
            return self._variable(expr.id, info, seen)
        if isinstance(expr, r.Attr):
            return self._attribute(expr, info, seen)
        return frozenset() if expr == r.Const(None) else None

    def _variable(self, name: str, info: FunctionInfo, seen: Seen) -> Known:
        param = next((p for p in info.record.params if p.name == name), None)
        values = bound_to(info.record, name)
        if values is None or (param is None and (not values or name in self._program.modules[info.path].names)):
            return None
        found = [self._of(value, info, seen) for value in values]
        return together([*found, self._passed(param, info, seen)] if param is not None else found)

    def _passed(self, param: r.Param, info: FunctionInfo, seen: Seen) -> Known:
        """What all callers pass for a parameter."""
        if not self._is_plain_function(info) or param.kind in {"args", "kwargs"}:
            return None
        calls = self._calls(info.record.name, info)
        given = [(passed(info, node, param.name), node, caller) for caller, node in calls or ()]
        if not given or not all(self._is_plain(node, values, param.default) for values, node, _ in given):
            return None
        return _found(together(self.of(value, caller, seen) for values, _, caller in given for value in values))

    def _is_plain_function(self, info: FunctionInfo) -> bool:
        """Whether a function is no method, is wrapped in nothing, and is the only one of its name in its module."""
        known = self._program.modules[info.path].names.get(info.record.name, [])
        return info.owner is None and not info.record.decorators and len(known) == 1

    def _is_plain(self, node: r.Call, values: list[r.Expr], default: r.Expr | None) -> bool:
        """Whether a call says what it passes, or passes nothing where that means None."""
        return not any(arg.stars for arg in node.args) and (bool(values) or default == r.Const(None))

    # -- calls -------------------------------------------------------------------------------------------------------

    def _called(self, node: r.Call, bound: Bound, info: FunctionInfo, seen: Seen) -> Known:
        if isinstance(node.func, r.Name) and binds(info.record, node.func.id):
            return None
        cls = self._program.class_of(info.path, node.func)
        if cls is not None:
            made = Made(cls.key, ((info.key, node.at),))
            return frozenset({made}) if bound.place is None and self._makes_new(cls) else None
        callee = self._origins.callee(info, node)
        if callee is None or not self._is_plain_function(callee) or callee.record.generator:
            return None
        values = [n.value for n in walk_all(callee.record.body) if isinstance(n, r.Return) and n.value is not None]
        returned = together(self._of(Bound(v, bound.place, bound.count), callee, seen) for v in values)
        place = (info.key, node.at)
        return frozenset(m if m.found else _within(m, place) for m in returned) if values and returned else None

    def _makes_new(self, cls: ClassInfo) -> bool:
        """Whether each call of a class makes an object of its own."""
        infos = [self._program.classes[key] for key in cls.mro]
        odd = any(info.record.keywords or info.external_bases or not _is_plain_class(info) for info in infos)
        return not odd and self._program.method(cls.key, "__new__") is None

    def _calls(self, name: str, target: FunctionInfo | ClassInfo) -> list[tuple[FunctionInfo, r.Call]] | None:
        """All calls of a function or class; None where it is mentioned otherwise, or somebody else may be called."""
        if self._is_mentioned_outside(name):
            return None
        found = []
        for info in self._program.having({name}):
            nodes = tuple(_run(info.record))
            calls = [n for n in nodes if isinstance(n, r.Call) and called_name(n) == name]
            if sum(_is_mention(node, name) for node in nodes) != len(calls) or binds(info.record, name):
                return None
            for node in calls:
                entered = self._entered(node, info)
                if entered is None:
                    return None
                found += [(info, node)] if entered is target else []
        return found

    def _is_mentioned_outside(self, name: str) -> bool:
        """Whether a function or class is used in no function, or under another name."""
        modules = self._program.modules.values()
        imported = ((bound, t) for m in modules for bound, targets in m.names.items() for t in targets)
        if any(isinstance(t, r.Binding) and t.name == name and bound != name for bound, t in imported):
            return True
        statics = (value for cls in self._program.classes.values() for value in cls.statics.values())
        tops = (each for m in modules for each in flatten(m.body) if isinstance(each, _AT_TOP))
        return any(_is_mention(node, name) for each in (*statics, *tops) for node in walk(each))

    def _entered(self, node: r.Call, info: FunctionInfo) -> ClassInfo | FunctionInfo | None:
        return self._program.class_of(info.path, node.func) or self._origins.callee(info, node)

    # -- attributes --------------------------------------------------------------------------------------------------

    def _attribute(self, expr: r.Attr, info: FunctionInfo, seen: Seen) -> Known:
        if self._is_part(expr.name):
            holders = self.of(expr.value, info, seen)
            if holders is None or not all(self._keeps(made, expr.name) for made in holders):
                return None
            return frozenset(msgspec.structs.replace(made, part=expr.name) for made in holders)
        cls = self._annotated(expr.value, info)
        return _found(self._kept(expr.name, cls, seen)) if cls is not None else None

    def _is_part(self, attr: str) -> bool:
        """Whether every object makes for itself what it keeps in an attribute of this name."""
        classes = self._program.classes.values()
        if self._is_set_by_name(attr) or any(self._has_otherwise(info, attr) for info in classes):
            return False
        return all(
            len(node.targets) == 1 and isinstance(node.targets[0], r.Attr) and self._is_new(node.value, info)
            for info, node in self._stores(attr)
        )

    def _keeps(self, made: Made, attr: str) -> bool:
        """Whether the class of an object stores an attribute itself: another one may hand on somebody else's."""
        infos = (self._program.classes[key] for key in self._program.classes[made.cls].mro)
        return not made.part and any(stored_of(m.record, {attr}) for info in infos for m in info.methods.values())

    def _has_otherwise(self, info: ClassInfo, attr: str) -> bool:
        return attr in info.methods or attr in info.statics or bool(info.declared(attr))

    def _is_new(self, value: r.Expr | None, info: FunctionInfo) -> bool:
        if isinstance(value, r.Call) and not (isinstance(value.func, r.Name) and binds(info.record, value.func.id)):
            cls = self._program.class_of(info.path, value.func)
            return cls is not None and self._makes_new(cls)
        return value is None or value == r.Const(None)

    def _stores(self, attr: str) -> list[tuple[FunctionInfo, r.Assign]]:
        return [
            (info, node)
            for info in self._program.having({attr})
            if stored_of(info.record, {attr})
            for node in walk_all(info.record.body)
            if isinstance(node, r.Assign) and any(name == attr for t in node.targets for name in attributes_of(t))
        ]

    def _is_set_by_name(self, attr: str) -> bool:
        return any(
            isinstance(node, r.Call)
            and called_name(node) in _SETTERS
            and any(arg.value == r.Const(attr) for arg in node.args)
            for info in self._program.having({attr})
            if called_of(info.record, _SETTERS)
            for node in walk_all(info.record.body)
        )

    def _handed(self, attr: str) -> list[Origin]:
        """What is handed under a name to somebody who is not known: it may make a copy of a record with that."""
        return [
            (arg.value, info)
            for info in self._program.having({attr})
            for node in walk_all(info.record.body)
            if isinstance(node, r.Call) and any(arg.name == attr for arg in node.args)
            if self._entered(node, info) is None
            for arg in node.args
            if arg.name == attr
        ]

    def _annotated(self, expr: r.Expr, info: FunctionInfo) -> ClassInfo | None:
        """The one class that a parameter is annotated with."""
        if not isinstance(expr, r.Name) or binds(info.record, expr.id):
            return None
        said = unquoted(next((p.annotation for p in info.record.params if p.name == expr.id), None))
        return self._program.class_of(info.path, said) if isinstance(said, (r.Name, r.Attr)) else None

    def _kept(self, attr: str, cls: ClassInfo, seen: Seen) -> Known:
        """What anybody puts into an attribute of a class's objects, by storing it or by the constructor of a record."""
        kin = self._program.heirs.get(cls.key, set()) | {cls.key}
        infos = {base: self._program.classes[base] for key in kin for base in self._program.classes[key].mro}
        if any(attr in info.methods or not _is_plain_class(info) or _makes_itself(info) for info in infos.values()):
            return None
        if self._is_set_by_name(attr):
            return None
        found = [self._stored(node, attr, kin, info, seen) for info, node in self._stores(attr)]
        found += [self.of(value, info, seen) for value, info in self._handed(attr)]
        if any(info.declared(attr) for info in infos.values()):
            found += [self._given(attr, self._program.classes[key], seen) for key in kin]
        return together(found) if found else None

    def _stored(self, node: r.Assign, attr: str, kin: set[str], info: FunctionInfo, seen: Seen) -> Known:
        targets = [t for t in node.targets if attr in attributes_of(t)]
        if all(isinstance(t, r.Attr) and self._is_apart(t.value, kin, info) for t in targets):
            return frozenset()
        if node.value is None or not all(isinstance(target, r.Attr) for target in targets):
            return None
        return self.of(node.value, info, seen)

    def _is_apart(self, expr: r.Expr, kin: set[str], info: FunctionInfo) -> bool:
        """Whether an object is known to be of none of these classes."""
        heirs = [self._program.heirs.get(cls.key, set()) | {cls.key} for cls in self._origins.classes(expr, info)]
        return bool(heirs) and all(kin.isdisjoint(each) for each in heirs)

    def _given(self, attr: str, cls: ClassInfo, seen: Seen) -> Known:
        """What constructor calls give to a field of a record."""
        order = field_order(self._program, cls)
        calls = self._calls(cls.name, cls)
        if calls is None or self._program.method(cls.key, "__init__") is not None:
            return None
        given = [(self._field(node, attr, order), node, info) for info, node in calls]
        if not all(self._is_plain(node, values, cls.statics.get(attr)) for values, node, _ in given):
            return None
        return together(self.of(value, info, seen) for values, _, info in given for value in values)

    def _field(self, node: r.Call, attr: str, order: list[str]) -> list[r.Expr]:
        """What a constructor call gives to a field, by its name or by its place."""
        positional = [arg.value for arg in node.args if arg.name is None]
        return [arg.value for arg in node.args if arg.name == attr] or positional[order.index(attr) :][:1]


def differ(some: Known, others: Known) -> bool:
    """Whether all of these objects and all of the others are known, and none can be both."""
    return bool(some and others) and not any(a.can_be(b) for a in some or () for b in others or ())


def together(found: Iterable[Known]) -> Known:
    """All of these; None where one of them is not known."""
    every = list(found)
    known = [each for each in every if each is not None]
    return frozenset().union(*known) if len(known) == len(every) else None


def _found(known: Known) -> Known:
    return None if known is None else frozenset(msgspec.structs.replace(made, found=True) for made in known)


def _within(made: Made, place: Place) -> Made:
    return msgspec.structs.replace(made, calls=(place, *made.calls))


def _is_plain_class(info: ClassInfo) -> bool:
    """Whether nothing wraps a class: calling it calls the class that is written down."""
    return _named_by(info.record.decorators) <= {"dataclass", "dataclasses"}


def _makes_itself(info: ClassInfo) -> bool:
    """Whether a class may make objects of itself without its name."""
    return any("classmethod" in _named_by(method.record.decorators) for method in info.methods.values())


def _named_by(decorators: tuple[r.Expr, ...]) -> set[str]:
    nodes = [node for each in decorators for node in walk(each)]
    return {n.id for n in nodes if isinstance(n, r.Name)} | {n.name for n in nodes if isinstance(n, r.Attr)}


def _run(record: r.Function) -> Iterator[msgspec.Struct]:
    """Everything in a function that is evaluated when it is defined or called."""
    defaults = [param.default for param in record.params if param.default is not None]
    for node in (*record.decorators, *defaults):
        yield from walk(node)
    yield from walk_all(record.body)


def _is_mention(node: msgspec.Struct, name: str) -> bool:
    """Whether a name is used, or imported inside a function."""
    if isinstance(node, r.Import):
        return any(name in {binding.name, binding.bound} for binding in node.bindings)
    return (isinstance(node, r.Name) and node.id == name) or (isinstance(node, r.Attr) and node.name == name)
