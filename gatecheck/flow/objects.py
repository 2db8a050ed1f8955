"""Attributes: what loading and storing them does, on objects of the program and on everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.flow.base import Arguments, Base
from gatecheck.flow.tensors import META_ATTRS, VIEW_ATTRS
from gatecheck.flow.values import (
    ARMED,
    NONE,
    Bound,
    Cls,
    Counter,
    Data,
    External,
    Fresh,
    Func,
    Instance,
    ListOf,
    Lit,
    Module,
    Num,
    Row,
    Seq,
    Super,
    Sym,
    Table,
    Union_,
    Value,
    options,
    parts,
    union,
)
from gatecheck.program.link import ClassInfo, FunctionInfo, ModuleInfo

if TYPE_CHECKING:
    from gatecheck.flow.state import State
    from gatecheck.program.link import Target

_KEPT_AS_IS = (
    Instance, Row, Table, Counter, Func, Cls, Module, External, Seq, Fresh, Data,
)  # fmt: skip


def decorator_names(record: r.Function) -> set[str]:
    """The last names of a function's decorators."""
    names = set()
    for decorator in record.decorators:
        target = decorator.func if isinstance(decorator, r.Call) else decorator
        names.add(target.name if isinstance(target, r.Attr) else target.id if isinstance(target, r.Name) else "")
    return names


def is_property(record: r.Function) -> bool:
    """Whether reading the attribute runs the function."""
    return any(name in {"property", "cached_property"} or name.endswith("property") for name in decorator_names(record))


class Objects(Base):
    """Attribute access."""

    def target_value(self, target: Target | ModuleInfo | None, path: str, name: str) -> Value:
        """The value of whatever a module-level name stands for."""
        if target is None:
            return External(name)
        if isinstance(target, FunctionInfo):
            return Func(target.key)
        if isinstance(target, ClassInfo):
            return Cls(target.key)
        if isinstance(target, ModuleInfo):
            return Module(target.path)
        if isinstance(target, r.Binding):
            return External(f"{target.module}.{target.name}" if target.name else target.module)
        if isinstance(target, r.Const):
            value = target.value
            kind = type(value).__name__
            return NONE if value is None else Lit(value, kind)
        if isinstance(target, r.Name) and target.id != name:
            return self.global_value(path, target.id)
        if isinstance(target, r.Attr) and isinstance(target.value, r.Name) and target.value.id != name:
            return self.module_attr(self.global_value(path, target.value.id), target.name)
        return Sym("global", (path, name))

    def module_attr(self, value: Value, name: str) -> Value:
        """An attribute of a module, in the program or outside."""
        if isinstance(value, Module):
            target = self.program.lookup(value.path, name)
            if target is not None:
                return self.target_value(target, value.path, name)
            parts_of = self.program.modules[value.path].parts
            sub = self.program.find_module(".".join((*parts_of, name)), 0, value.path)
            return Module(sub.path) if sub is not None else External(name)
        if isinstance(value, External):
            return External(f"{value.name}.{name}")
        return Sym("attr", (value, name))

    def load_attr(self, value: Value, name: str, st: State, at: int) -> Value:
        """Load ``value.name``."""
        if isinstance(value, Instance):
            return self.load_instance(value, name, st, at)
        if isinstance(value, Union_):
            found = [self.load_attr(o, name, st, at) for o in value.options if o != NONE]
            return union(*found) if found else Sym("attr", (value, name))
        if isinstance(value, (Table, Row)):
            if name in META_ATTRS:
                return Sym("meta", (value, name))
            return value if name in VIEW_ATTRS else Bound(value, name)
        if isinstance(value, Data):
            return Sym("meta", (name,)) if name in META_ATTRS else value if name in VIEW_ATTRS else Bound(value, name)
        if isinstance(value, (Seq, ListOf, Fresh, Lit)):
            return Bound(value, name)
        if isinstance(value, Counter):
            return ARMED if name in self.protocol.armed_attrs else Sym("attr", (value, name))
        if isinstance(value, (Module, External)):
            return self.module_attr(value, name)
        if isinstance(value, Cls):
            return self.load_class(value, name, st, at)
        if isinstance(value, Super):
            return self.load_super(value, name, st, at)
        return self.load_unknown(value, name, st, at)

    def load_unknown(self, value: Value, name: str, st: State, at: int) -> Value:
        """Load an attribute of something unknown: an unknown with a path."""
        del at
        stored = st.attrs.get((value, name))
        return stored if stored is not None else Sym("attr", (value, name))

    def load_instance(self, value: Instance, name: str, st: State, at: int) -> Value:
        """Load an attribute of an object: stored, defined by its class, or unknown."""
        if name == "__class__":
            return Cls(self.heap[value.oid].cls)
        stored = st.attrs.get((value.oid, name))
        if stored is None:
            stored = self.heap[value.oid].attrs.get(name)
        if stored is not None:
            return self.loaded(value, name, stored)
        found = self.program.method(self.heap[value.oid].cls, name)
        if found is not None:
            return self.load_method(found, value, st, at)
        static = self.static_attr(self.heap[value.oid].cls, name)
        if static is not None:
            return static
        return self.load_missing(value, name, st, at)

    def load_missing(self, value: Instance, name: str, st: State, at: int) -> Value:
        """An attribute that neither the object nor its class has: ``__getattr__`` where there is one."""
        hook = self.program.method(self.heap[value.oid].cls, "__getattr__")
        if hook is not None and not name.startswith("__") and len(self.frames) < 20:
            return self.call_function(Func(hook.key, value), Arguments((Lit(name, "str"),)), st, at)
        return Sym("attr", (Instance(value.oid), name))

    def load_method(self, found: FunctionInfo, receiver: Value, st: State, at: int) -> Value:
        """A function found in a class, as an attribute of ``receiver``."""
        names = decorator_names(found.record)
        if is_property(found.record):
            return self.call_function(Func(found.key, receiver), Arguments(), st, at)
        if "staticmethod" in names:
            return Func(found.key)
        if "classmethod" in names and isinstance(receiver, Instance):
            return Func(found.key, Cls(self.heap[receiver.oid].cls))
        return Func(found.key, receiver)

    def loaded(self, value: Instance, name: str, stored: Value) -> Value:
        """What a stored attribute is to its reader."""
        if stored == NONE and name in self.protocol.counter_attrs:
            return Counter("unset", "registered")
        if isinstance(stored, Row) and stored.layer is None and value.index is not None:
            return stored.of_layer(value.index)
        if isinstance(stored, _KEPT_AS_IS):
            return stored
        if isinstance(stored, Lit):
            return stored if value.index is None or stored == NONE else Sym("attr", (value, name))
        if self.keep_paths:
            return stored
        if isinstance(stored, (Union_, ListOf)):
            if any(isinstance(p, (*_KEPT_AS_IS[:-3], ListOf)) for p in parts(stored)):
                return self._loaded_parts(value, name, stored)
            return Sym("attr", (value, name))
        if isinstance(stored, (Sym, Num)) and value.index is None:
            return stored
        return Sym("attr", (value, name))

    def _loaded_parts(self, value: Instance, name: str, stored: Value) -> Value:
        if isinstance(stored, Union_):
            return union(*(o if o == NONE else self.loaded(value, name, o) for o in stored.options))
        return stored

    def static_attr(self, cls: str, name: str) -> Value | None:
        """A class attribute, found along the MRO."""
        for key in self.program.classes[cls].mro:
            info = self.program.classes[key]
            expr = info.statics.get(name)
            if expr is None:
                continue
            if isinstance(expr, r.Const) and isinstance(expr.value, str) and expr.value.startswith("class:"):
                return Cls(expr.value.removeprefix("class:"))
            if isinstance(expr, r.Name) and expr.id in info.methods:
                return Func(info.methods[expr.id].key)
            return self.target_value(expr, info.path, name)
        return None

    def load_class(self, value: Cls, name: str, st: State, at: int) -> Value:
        """An attribute of a class itself."""
        del st, at
        found = self.program.method(value.key, name)
        if found is not None:
            return Func(found.key, value if "classmethod" in decorator_names(found.record) else None)
        static = self.static_attr(value.key, name)
        return static if static is not None else Sym("attr", (value, name))

    def load_super(self, value: Super, name: str, st: State, at: int) -> Value:
        """An attribute found behind a class in the receiver's MRO."""
        receiver = value.receiver
        cls = self.heap[receiver.oid].cls if isinstance(receiver, Instance) else None
        if isinstance(receiver, Cls):
            cls = receiver.key
        found = self.program.method(cls, name, value.after) if cls is not None else None
        if found is None:
            return Sym("attr", (value, name))
        return self.load_method(found, receiver, st, at)

    def store_attr(self, value: Value, name: str, new: Value, st: State, at: int) -> None:
        """Store ``value.name = new``."""
        for option in options(value):
            if isinstance(option, Instance):
                self.store_instance(option, name, new, st, at)
            elif isinstance(option, Sym):
                st.attrs[(option, name)] = new

    def store_instance(self, target: Instance, name: str, new: Value, st: State, at: int) -> None:
        """Store an attribute of an object, naming new memory after it; a muted counter remembers who muted it."""
        setter = self.program.method(self.heap[target.oid].cls, name)
        if setter is not None and is_property(setter.record):
            return
        if self.registering and new == NONE and name in self.protocol.counter_attrs:
            new = Counter("muted", "registered", self.place(at))
        named = self.named(new, target.oid, name)
        st.attrs[(target.oid, name)] = named
        self.adopt(named, target.oid, name)

    def named(self, value: Value, oid: int, name: str) -> Value:
        """Name new memory after the attribute that it is stored in."""
        if isinstance(value, Fresh):
            return Row(oid, name, None)
        if isinstance(value, ListOf) and any(isinstance(p, Fresh) for p in parts(value)):
            return Table(oid, name)
        if isinstance(value, Seq) and value.items and all(isinstance(i, Fresh) for i in value.items):
            return Table(oid, name)
        if isinstance(value, Seq):
            return Seq(tuple(self.named(i, oid, name) for i in value.items))
        if isinstance(value, Union_):
            return union(*(self.named(o, oid, name) for o in value.options))
        return value

    def adopt(self, value: Value, oid: int, name: str) -> None:
        """Remember the first owner of the objects in a value, while objects are built."""
        if not self.building:
            return
        for part in parts(value):
            if isinstance(part, Instance) and part.oid != oid:
                owned = self.heap[part.oid]
                above = {owner for owner, _ in self.heap.owner_chain(oid)}
                if (
                    owned.parent is None
                    and not (owned.handed_in or owned.root)
                    and part.oid not in above | self._under_construction()
                ):
                    owned.parent = (oid, name)

    def _under_construction(self) -> set[int]:
        """The objects whose methods are running: one that stores itself elsewhere hands out a back-reference."""
        return {f.receiver.oid for f in self.frames if isinstance(f.receiver, Instance)}
