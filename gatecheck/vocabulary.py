"""The names under which code can reach what the core of a tree defines: the words that other files are chosen by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import (
    attrs_of,
    called_name,
    called_of,
    named_of,
    names_of,
    own_attribute,
    own_name,
    stored_of,
    walk,
    walk_all,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from gatecheck.program.link import ClassInfo, FunctionInfo, Program
    from gatecheck.program.protocol import Protocol

_GRAPH_WORDS = frozenset({"CUDAGraph", "NPUGraph"})


class Workers(msgspec.Struct, frozen=True):
    """Classes that select a consumer, by name, and the methods by which they run the model."""

    names: frozenset[str]
    runs: frozenset[str]


class Vocabulary:
    """The names under which code outside the core can reach what the core defines."""

    def __init__(self, program: Program, protocol: Protocol) -> None:
        self._program = program
        self._protocol = protocol
        involved = self._involved()
        self._workers = self._selecting_classes()
        self.class_names = {program.classes[key].name for key in involved | self._workers}
        hosts = protocol.load_methods
        self._device = [i for i in program.classes.values() if not any(program.method(i.key, h) for h in hosts)]
        self._pools = [info for info in self._device if info.key in involved]
        self._loaded = self._loaded_attributes()

    def telling(self) -> set[str]:
        """Words that make a file matter wherever they stand."""
        protocol = self._protocol
        named = protocol.counter_attrs | protocol.register_methods | _GRAPH_WORDS
        return self.class_names | named | self._selecting() | self._owned()

    def hints(self) -> set[str]:
        """Words that make a file matter unless they stand everywhere."""
        return (
            self._accessors()
            | self._forwards()
            | self._loaded
            | {name for method in self._methods() for name in _subscripted(method)}
        )

    def _methods(self) -> list[FunctionInfo]:
        return [method for info in self._pools for method in info.methods.values()]

    def _involved(self) -> set[str]:
        """Classes that wait, load, register or select, with their bases and heirs."""
        protocol = self._protocol
        methods = protocol.register_methods | protocol.load_methods | protocol.wait_methods | protocol.arm_methods
        found: set[str] = set()
        for key, info in self._program.classes.items():
            if not methods.isdisjoint(info.methods) or _names_attribute(info, protocol.counter_attrs):
                found |= {key, *info.mro, *self._program.heirs.get(key, ())}
        return found

    def _loaded_attributes(self) -> set[str]:
        """Attributes of a pool that a load takes from the pool that it is given."""
        taken = {
            node.name for load in self._protocol.load_functions for node in _attributes(load) if not _is_own(node, load)
        }
        stored = {name for method in self._methods() for name in stored_of(method.record, taken)}
        return stored | {name for info in self._pools for name in taken & info.methods.keys()}

    def _forwards(self) -> set[str]:
        """Methods by which a pool hands on what another object keeps in a record of loaded data."""
        methods = [method for info in self._device for method in info.methods.values()]
        kept = self._holding(methods)
        near = {m.record.name for m in methods if attrs_of(m.record, kept)} - {"__init__"}
        return {m.record.name for m in self._methods() if m.record.name[0] != "_" and called_of(m.record, near)}

    def _holding(self, methods: list[FunctionInfo]) -> set[str]:
        """Attributes in which an object keeps a record that is made of what loads take."""
        loads = self._protocol.load_functions
        taken = {node.name for load in loads for node in _attributes(load) if isinstance(node.value, r.Attr)}
        records = {
            info.name: fields
            for info in self._program.classes.values()
            if (fields := taken.intersection(_fields(info)))
        }
        return _keeping(methods, records.keys(), lambda value: _makes_one_of(value, records))

    def _owned(self) -> set[str]:
        """Attributes of a pool that hold an object of a class of the core."""
        names = frozenset(info.name for info in self._program.classes.values())
        return _keeping(self._methods(), names, lambda value: not names.isdisjoint(_names(value)))

    def built(self) -> set[str]:
        """What a pool makes of classes that the core does not define, and keeps in an attribute or returns."""
        made = {
            node.func.id
            for method in self._methods()
            for statement in walk_all(method.record.body)
            if _keeps(statement)
            for node in walk(statement)
            if isinstance(node, r.Call) and isinstance(node.func, r.Name)
        }
        return made - {info.name for info in self._program.classes.values()}

    def _accessors(self) -> set[str]:
        """Methods of a pool that name a loaded attribute or its counter, or wait."""
        words = self._loaded | self._protocol.counter_attrs
        return {
            method.record.name
            for method in self._methods()
            if not method.record.name.startswith("_")
            and (attrs_of(method.record, words) or called_of(method.record, self._protocol.wait_methods))
        }

    def _selecting(self) -> set[str]:
        """Functions that select a consumer."""
        return {info.record.name for info in self._selectors() if not info.record.name.startswith("__")}

    def _selectors(self) -> list[FunctionInfo]:
        words = self._protocol.arm_methods
        return [info for info in self._program.having(words) if called_of(info.record, words)]

    def _selecting_classes(self) -> set[str]:
        """Workers: classes with a method that selects a consumer, and their heirs."""
        owners = {info.owner for info in self._selectors() if info.owner is not None}
        return owners.union(*(self._program.heirs.get(owner, ()) for owner in owners))

    def workers(self) -> Workers:
        """The classes that select a consumer, and what those which do call on their attributes: the runs of a model."""
        program, words = self._program, self._selecting() | self._protocol.arm_methods
        bases = {base for key in self._workers for base in program.classes[key].mro}
        methods = (method for key in bases for method in program.classes[key].methods.values())
        runs = {name for m in methods if called_of(m.record, words) for name in _called_on_own(m)}
        return Workers(frozenset(program.classes[key].name for key in self._workers), frozenset(runs - words))


def _called_on_own(method: FunctionInfo) -> Iterator[str]:
    """The methods that a method calls with arguments on attributes of its own object."""
    calls = (node for node in walk_all(method.record.body) if isinstance(node, r.Call) and node.args)
    funcs = (call.func for call in calls if isinstance(call.func, r.Attr))
    return (func.name for func in funcs if own_attribute(func.value, method.record) is not None)


def _keeping(methods: list[FunctionInfo], names: AbstractSet[str], holds: Callable[[r.Expr], bool]) -> set[str]:
    """The attributes in which some methods put a value of which something holds; it names one of these."""
    return {
        target.name
        for method in methods
        if named_of(method.record, names)
        for node in walk_all(method.record.body)
        if isinstance(node, r.Assign) and node.value is not None and holds(node.value)
        for target in node.targets
        if isinstance(target, r.Attr)
    }


def _names_attribute(info: ClassInfo, attributes: AbstractSet[str]) -> bool:
    return any(attrs_of(method.record, attributes) for method in info.methods.values())


def _attributes(method: FunctionInfo) -> Iterator[r.Attr]:
    return (node for node in walk_all(method.record.body) if isinstance(node, r.Attr))


def _fields(info: ClassInfo) -> Iterator[str]:
    return (name for field in info.fields for target in field.targets for name in names_of(target))


def _is_own(node: r.Attr, method: FunctionInfo) -> bool:
    own = own_name(method.record)
    return not isinstance(node.value, r.Name) or node.value.id == own


def _makes_one_of(value: r.Expr, records: Mapping[str, set[str]]) -> bool:
    """Whether a value is made by a call of one of these records that is given one of its fields."""
    calls = (node for node in walk(value) if isinstance(node, r.Call))
    return any(arg.name in records.get(called_name(call), ()) for call in calls for arg in call.args)


def _keeps(statement: object) -> bool:
    if isinstance(statement, r.Assign):
        return statement.value is not None and any(map(_is_kept, statement.targets))
    return isinstance(statement, r.Return) and statement.value is not None


def _is_kept(target: r.Expr) -> bool:
    return isinstance(target, r.Attr) or (isinstance(target, r.Sub) and isinstance(target.value, r.Attr))


def _subscripted(method: FunctionInfo) -> set[str]:
    subscripts = (node for node in walk_all(method.record.body) if isinstance(node, r.Sub))
    return {name for node in subscripts if (name := own_attribute(node.value, method.record)) is not None}


def _names(expr: r.Expr) -> set[str]:
    return {node.id for node in walk(expr) if isinstance(node, r.Name)}
