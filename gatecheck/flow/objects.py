"""Attributes: what loading and storing them does, on objects of the program and on everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import decorator_names
from gatecheck.flow.base import Arguments, held_by
from gatecheck.flow.flags import Flags, unknown_in
from gatecheck.flow.muting import muted_at
from gatecheck.flow.renumbering import is_few, renumbered
from gatecheck.flow.setters import is_property
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
    Named,
    Num,
    Partial,
    Row,
    Seq,
    Super,
    Sym,
    Table,
    Union_,
    Value,
    options,
    parts,
    seen_through,
    union,
)
from gatecheck.program.link import ClassInfo, FunctionInfo, ModuleInfo

if TYPE_CHECKING:
    from gatecheck.flow.state import State
    from gatecheck.program.link import Target

_KNOWN = (Instance, Row, Table, Counter, Func, Partial, Cls, Module, External)
_KEPT_AS_IS = (*_KNOWN, Seq, Named, Fresh, Data)
_KNOWN_PARTS = (*_KNOWN, ListOf)


_PLAIN_BASES = frozenset({"object", "ABC", "abc.ABC", "Generic", "Protocol", "NamedTuple"})


class Objects(Flags):
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
        if isinstance(target, (r.Call, r.DictLit, r.Seq)):
            return self.made_in_module(target, path, name) or Sym("global", (path, name))
        if isinstance(target, r.Attr) and isinstance(target.value, r.Name) and target.value.id != name:
            return self.module_attr(self.global_value(path, target.value.id), target.name)
        return Sym("global", (path, name))

    def module_attr(self, value: Value, name: str) -> Value:
        """An attribute of a module, in the program or outside."""
        if isinstance(value, Module):
            target = self.program.lookup(value.path, name)
            if target is not None:
                return self.global_value(value.path, name)
            parts_of = self.program.modules[value.path].parts
            sub = self.program.find_module(".".join((*parts_of, name)), 0, value.path)
            return Module(sub.path) if sub is not None else External(name)
        if isinstance(value, External):
            return External(f"{value.name}.{name}")
        method = self.program.method(value.key, name) if isinstance(value, Cls) else None
        return Func(method.key) if method is not None else Sym("attr", (value, name))

    def load_attr(self, value: Value, name: str, st: State, at: int) -> Value:
        """Load ``value.name``."""
        if isinstance(value, Instance):
            return self.load_instance(value, name, st, at)
        if isinstance(value, Sym):
            return self.load_unknown(value, name, st, at)
        if isinstance(value, Union_):
            found = [self.load_attr(o, name, st, at) for o in value.options if o != NONE]
            return union(*found) if found else Sym("attr", (value, name))
        if isinstance(value, (Table, Row)):
            if name in META_ATTRS:
                return Sym("meta", (value, name))
            return value if name in VIEW_ATTRS else Bound(value, name)
        if isinstance(value, Data):
            return Sym("meta", (name,)) if name in META_ATTRS else value if name in VIEW_ATTRS else Bound(value, name)
        if isinstance(value, (Seq, ListOf, Named, Fresh, Lit)):
            return st.held_in(value, name) or Bound(value, name)
        if isinstance(value, Bound) and seen_through(value) != value:
            return self.load_attr(value.base, name, st, at)
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
        if stored is not None:
            return stored
        if name in self.protocol.counter_attrs and not self.building:
            return Counter("live", "registered")  # a pool that is not known here, and its own counter
        return Sym("attr", (value, name))

    def load_instance(self, value: Instance, name: str, st: State, at: int) -> Value:
        """Load an attribute of an object: stored, defined by its class, or unknown."""
        thing = self.heap[value.oid]
        if name == "__class__":
            return Cls(thing.cls)
        stored = self.held(value, name, st)
        if stored is not None:
            return self.loaded(value, name, stored)
        found = self.program.method(thing.cls, name)
        if found is not None:
            held = self.load_method(found, value, st, at)
            kept = self.building and "cached_property" in decorator_names(found.record)
            return self._cached(value.oid, name, held, st) if kept else held
        static = self.static_attr(thing.cls, name)
        if static is not None:
            return self._bound(self.static_flag(static, Instance(value.oid), name), value, st, at)
        return self.load_missing(value, name, st, at)

    def _cached(self, oid: int, name: str, held: Value, st: State) -> Value:
        """An object, or new memory, that a property makes once stays in the attribute from then on."""
        if any(isinstance(part, (Instance, Fresh)) for part in parts(held)):
            st.attrs[(oid, name)] = held = self.named(held, oid, name)
            self.adopt(held, oid, name)
        return held

    def _bound(self, static: Value, receiver: Instance, st: State, at: int) -> Value:
        """A function that stands in a class under another name, or wrapped, is a method of its objects."""
        if isinstance(static, Sym) and static.op == "property" and isinstance(static.args[0], Func):
            return self.call_function(Func(static.args[0].key, receiver), Arguments(), st, at)
        if isinstance(static, Partial) and isinstance(static.func, Func):
            return Partial(Func(static.func.key, receiver), static.positional, static.keywords)
        if not isinstance(static, Func) or static.receiver is not None:
            return static
        if "staticmethod" in decorator_names(self.program.functions[static.key].record):
            return static
        return Func(static.key, receiver)

    def load_missing(self, value: Instance, name: str, st: State, at: int) -> Value:
        """An attribute that neither the object nor its class has: ``__getattr__`` where there is one."""
        hook = self.program.method(self.heap[value.oid].cls, "__getattr__")
        if hook is not None and not name.startswith("__") and len(self.frames) < 20:
            found = self.call_function(Func(hook.key, value), Arguments((Lit(name, "str"),)), st, at)
            return union(*(_handed_out(o, hook.key) for o in options(found)))
        if name in self.protocol.counter_attrs and not self.building and self.is_known_whole(value):
            return Counter("unset" if self.protocol.registered else "live", "registered")
        return Sym("attr", (Instance(value.oid), name))

    def is_known_whole(self, value: Instance) -> bool:
        """Whether nothing outside the program can give an object attributes: all its bases are known."""
        mro = self.program.classes[self.heap[value.oid].cls].mro
        return all(set(self.program.classes[key].external_bases) <= _PLAIN_BASES for key in mro)

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
            # A tree that registers nothing is part of one: it says nothing about who gets a counter.
            return Counter("unset" if self.protocol.registered else "live", "registered")
        if isinstance(stored, Row) and stored.layer is None and value.index is not None:
            return held_by(stored, value)
        if isinstance(stored, Instance) and stored.index is None and self._is_part(stored, value):
            return Instance(stored.oid, value.index, value.via, value.behind)
        if isinstance(stored, _KEPT_AS_IS):
            return stored
        if isinstance(stored, Lit):
            flag = self.flag(stored, Instance(value.oid), name)
            if flag != stored:
                return flag
            return stored if value.index is None or stored == NONE else unknown_in(value, name)
        if self.keep_paths:
            return stored
        if isinstance(stored, (Union_, ListOf)):
            if any(isinstance(p, _KNOWN_PARTS) for p in parts(stored)):
                return self._loaded_parts(value, name, stored)
            return unknown_in(value, name)
        if isinstance(stored, (Sym, Num)) and value.index is None:
            return stored
        return unknown_in(value, name)

    def _is_part(self, held: Instance, holder: Instance) -> bool:
        """Whether an object belongs to the one of a layer that holds it, rather than points back from there."""
        parent = self.heap[held.oid].parent
        return holder.index is not None and parent is not None and parent[0] == holder.oid

    def _loaded_parts(self, value: Instance, name: str, stored: Value) -> Value:
        if isinstance(stored, Union_):
            return union(*(o if o == NONE else self.loaded(value, name, o) for o in stored.options))
        return stored

    def load_class(self, value: Cls, name: str, st: State, at: int) -> Value:
        """An attribute of a class itself."""
        del st, at
        found = self.program.method(value.key, name)
        if found is not None:
            return Func(found.key, value if "classmethod" in decorator_names(found.record) else None)
        static = self.static_attr(value.key, name)
        return self.static_flag(static, value, name) if static is not None else Sym("attr", (value, name))

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
            elif isinstance(option, (Sym, Named)):
                st.attrs[(option, name)] = new

    def store_instance(self, target: Instance, name: str, new: Value, st: State, at: int) -> None:
        """Store an attribute of an object, naming new memory after it; a muted counter remembers who muted it."""
        if self.taken_by_property(target, name, new, st, at):
            return
        if name in self.protocol.counter_attrs:
            new = self.counter_stored(target.oid, name, new, st, at)
        st.attrs[(target.oid, name)] = named = self.named(new, target.oid, name)
        self.adopt(named, target.oid, name)

    def counter_stored(self, oid: int, name: str, new: Value, st: State, at: int) -> Value:
        """What a counter attribute holds from here on; who puts a stand-in there means None."""
        new = union(*(NONE if self.waits_for_nothing(o) else o for o in options(new)))
        if self.registering:
            muted = Counter("muted", "registered", muted_at(self.frames, self.place(at)))
            return union(*(muted if o == NONE else o for o in options(new)))
        if self.building:
            self._reset(oid, name, new, st, at)
        return new

    def waits_for_nothing(self, value: Value) -> bool:
        """Whether a value stands in for a counter and every wait of it returns at once.

        Of an object that is only declared the class may be another.
        """
        if isinstance(value, Instance):
            thing = self.heap[value.oid]
            return thing.site[0] in self.program.functions and self.stand_ins.is_one(thing.cls)
        if isinstance(value, Sym) and value.op == "global":
            path, name = value.args
            return self.stand_ins.is_named(str(path), str(name))
        return False

    def _reset(self, oid: int, name: str, new: Value, st: State, at: int) -> None:
        """A constructor that puts None where it had put a counter takes the counter back for good."""
        before = st.attrs.get((oid, name), NONE)
        if new == NONE and before != NONE:
            self.heap[oid].resets[name] = self.place(at)
        elif new != NONE:
            self.heap[oid].resets.pop(name, None)

    def named(self, value: Value, oid: int, name: str) -> Value:
        """Name new memory after the attribute that it is stored in."""
        if self.building:
            value = renumbered(value)
        if isinstance(value, Fresh):
            if self.building:
                self._whole.setdefault((oid, value), name)
            return Row(oid, name, None)
        if isinstance(value, (ListOf, Named)) and (whole := self._cut_from(value, oid)) is not None:
            return Table(oid, whole)
        if isinstance(value, ListOf) and is_few(value.over) and _holds_layers(value.element):
            return ListOf(self.named(value.element, oid, name), value.over)
        if isinstance(value, Named) and all(map(_holds_layers, value.values)):
            return Named(tuple((key, self.named(v, oid, name)) for key, v in value.entries))
        if isinstance(value, ListOf) and any(isinstance(p, Fresh) for p in parts(value)):
            length = _length(value)
            if length is not None:
                self.lengths.setdefault((oid, name), length)
            return Table(oid, name)
        if isinstance(value, Named) and any(isinstance(p, Fresh) for p in parts(value)):
            return Table(oid, name)
        if isinstance(value, Seq) and value.items and all(isinstance(i, Fresh) for i in value.items):
            return Table(oid, name)
        if isinstance(value, Seq):
            return Seq(tuple(self.named(i, oid, name) for i in value.items))
        if isinstance(value, Union_):
            return union(*(self.named(o, oid, name) for o in value.options))
        return value

    def _cut_from(self, views: Value, oid: int) -> str | None:
        """The attribute of an object that holds the one tensor of which all of these are views."""
        found = {self._whole.get((oid, p)) if isinstance(p, Fresh) else None for p in parts(views)}
        return found.pop() if len(found) == 1 else None

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


def _handed_out(value: Value, hook: str) -> Value:
    """A method that a ``__getattr__`` hands out remembers who did."""
    if isinstance(value, Func) and isinstance(value.receiver, Instance):
        return Func(value.key, value.receiver, value.closure, value.bare, hook)
    return value


def _holds_layers(value: Value) -> bool:
    """Whether a value is a list with memory for each of many layers, or a buffer that was made of one."""
    several = isinstance(value, ListOf) and value.over is not None and not is_few(value.over)
    return isinstance(value, Table) or (several and any(isinstance(p, Fresh) for p in parts(value)))


def _length(made: ListOf) -> Sym | None:
    """How many items a list was made with, where a range says so."""
    over = made.over.element if isinstance(made.over, ListOf) else None
    count = over.args[0] if isinstance(over, Sym) and over.op == "range" and len(over.args) == 1 else None
    return count if isinstance(count, Sym) else None
