"""Where one object may be found again: the names that it is given, by assignments, containers, calls and returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import as_attribute, called_name, last_name, names_of, own_attribute, walk, walk_all
from gatecheck.program.link import ClassInfo, FunctionInfo
from gatecheck.program.reaching import reaching

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gatecheck.program.link import Program

_LOOKS = frozenset({"items", "values", "get", "pop"})
_LISTS = frozenset({"enumerate", "zip", "list", "reversed", "tuple", "sorted", "iter", "next"})
_STORES = frozenset({"append", "add", "insert", "setdefault", "extend", "update", "appendleft"})
_DEPTH = 8
_ANY = "*"


class Local(msgspec.Struct, frozen=True):
    """A variable of a function, those nested in it included; a number for what a call in it makes."""

    function: str
    name: str | int


class Own(msgspec.Struct, frozen=True):
    """An attribute of the objects of a family of classes."""

    family: str
    name: str


class Read(msgspec.Struct, frozen=True):
    """An attribute of this name, taken from an object of which nothing is known."""

    name: str


class Written(msgspec.Struct, frozen=True):
    """An attribute of this name, given to an object of which nothing is known."""

    name: str


class Result(msgspec.Struct, frozen=True):
    """What functions of a name return: the whole, or one of several values at this place (-1 for any of them)."""

    scope: str
    name: str
    place: int | None = None


class Taken(msgspec.Struct, frozen=True):
    """What functions of a name are given, by place or by name."""

    scope: str
    name: str
    param: int | str


Slot = Union[Local, Own, Read, Written, Result, Taken]
Link = tuple[Slot, Slot]


class Slots:
    """Answers for one program. Nothing is interpreted: this looks at what is written down."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._families: dict[str, str] = {}
        self._links: dict[str, list[Link]] = {}
        self._loose: dict[str, frozenset[str]] = {}

    def family(self, cls: str) -> str:
        """The classes that are bases or heirs of one another, by one name."""
        if not self._families:
            self._families = _families(self._program)
        return self._families[cls]

    def links(self, info: FunctionInfo) -> list[Link]:
        """The pairs of names in a function of which the second holds whatever the first one does."""
        if info.key not in self._links:
            self._links[info.key] = [*self._of_params(info.record, info)]
            self._links[info.key] += [link for node in walk_all(info.record.body) for link in self._of_node(node, info)]
            self._links[info.key] += list(self._of_returns(info.record, info))
        return self._links[info.key]

    # -- names -------------------------------------------------------------------------------------------------------

    def of(self, expr: r.Expr, info: FunctionInfo, *, into: bool = False, depth: int = _DEPTH) -> set[Slot]:
        """The names under which an expression finds its value; with ``into``, those under which it leaves one."""
        if depth == 0:
            return set()
        expr = as_attribute(expr)
        if isinstance(expr, r.Name):
            return self._of_name(expr, info, into=into, depth=depth)
        if isinstance(expr, r.Attr):
            return self._of_attribute(expr, info, into=into)
        if isinstance(expr, (r.Sub, r.Star, r.Await, r.Walrus)):
            return self.of(expr.value, info, into=into, depth=depth - 1)
        if isinstance(expr, r.Call):
            return self._of_call(expr, info, into=into, depth=depth)
        held = _held(expr) if isinstance(expr, (r.Cond, r.BoolOp)) or not into else ()
        return {slot for each in held for slot in self.of(each, info, into=into, depth=depth - 1)}

    def _of_name(self, expr: r.Name, info: FunctionInfo, *, into: bool, depth: int) -> set[Slot]:
        defined = _defined(info.record, expr)
        found = {slot for value in defined for slot in self.of(value, info, into=into, depth=depth - 1)}
        return found | {Local(info.key, expr.id)} if expr.id in self._bound(info) or not defined else found

    def _bound(self, info: FunctionInfo) -> frozenset[str]:
        """The variables of a function that get values in other ways than by being assigned one."""
        if info.key not in self._loose:
            nodes = (info.record, *walk_all(info.record.body))
            self._loose[info.key] = frozenset(name for node in nodes for name in _loose_in(node))
        return self._loose[info.key]

    def _of_attribute(self, expr: r.Attr, info: FunctionInfo, *, into: bool) -> set[Slot]:
        own = own_attribute(expr, info.record) if info.owner is not None else None
        if own is None or info.owner is None:
            return {Written(expr.name) if into else Read(expr.name)}
        family = self.family(info.owner)
        return {Own(family, own)} if into else {Own(family, own), Result(family, own)}

    def _of_call(self, expr: r.Call, info: FunctionInfo, *, into: bool, depth: int) -> set[Slot]:
        name = called_name(expr)
        if isinstance(expr.func, r.Attr) and name in _LOOKS:
            return self.of(expr.func.value, info, into=into, depth=depth - 1)
        if isinstance(expr.func, r.Name) and name in _LISTS:
            return {s for a in expr.args for s in self.of(a.value, info, into=into, depth=depth - 1)}
        made: set[Slot] = {Local(info.key, expr.at)}
        if not into:  # What one caller makes of a result says nothing of what others get.
            made |= {Result(*label, place) for label in self._called(expr, info) for place in (None, -1)}
        return made

    def _called(self, expr: r.Call, info: FunctionInfo) -> list[tuple[str, str]]:
        """The functions that a call may enter, by where they are defined and their name."""
        func = expr.func
        if isinstance(func, r.Attr):
            own = own_attribute(func, info.record) is not None and info.owner is not None
            by_super = isinstance(func.value, r.Call) and called_name(func.value) == "super"
            return [(self.family(info.owner), func.name)] if info.owner and (own or by_super) else [(_ANY, func.name)]
        if not isinstance(func, r.Name):
            return []
        if any(isinstance(node, r.Function) and node.name == func.id for node in walk_all(info.record.body)):
            return [(info.key, func.id)]
        target = self._program.lookup(info.path, func.id)
        if isinstance(target, ClassInfo):
            return [(self.family(target.key), "__init__")]
        return [(target.path, func.id)] if isinstance(target, FunctionInfo) else []

    def _labels(self, record: r.Function, info: FunctionInfo) -> list[tuple[str, str]]:
        """What a function, or one nested in it, is called by."""
        if record is not info.record and record.name != info.record.name:
            return [(info.key, record.name)]
        if info.owner is None:
            return [(info.path, record.name)]
        return [(self.family(info.owner), record.name), (_ANY, record.name)]

    # -- links -------------------------------------------------------------------------------------------------------

    def _same(self, one: Iterable[Slot], value: r.Expr, info: FunctionInfo) -> Iterator[Link]:
        """One object by two names: what becomes of it by one of them has become of it by the other."""
        slots = list(one)
        yield from ((source, slot) for source in self.of(value, info) for slot in slots)
        yield from ((slot, goal) for slot in slots for goal in self.of(value, info, into=True))

    def _kept(self, value: r.Expr, container: r.Expr, info: FunctionInfo) -> Iterator[Link]:
        """An object among others in a container: of these nothing is said."""
        goals = self.of(container, info, into=True)
        yield from ((source, goal) for source in self.of(value, info) for goal in goals)

    def _of_node(self, node: msgspec.Struct, info: FunctionInfo) -> Iterator[Link]:
        if isinstance(node, r.Assign) and node.value is not None:
            for target in node.targets:
                yield from self._assigned(target, node.value, info)
        elif isinstance(node, r.AugAssign):
            yield from self._kept(node.value, node.target, info)
        elif isinstance(node, (r.For, r.Gen)):
            yield from self._same([Local(info.key, name) for name in names_of(node.target)], node.iter, info)
        elif isinstance(node, r.With):
            for item in node.items:
                yield from self._same([Local(info.key, name) for name in names_of(item.target)], item.value, info)
        elif isinstance(node, r.Call):
            yield from self._passed(node, info)
        elif isinstance(node, r.Function):
            yield from self._of_params(node, info)
            yield from self._of_returns(node, info)

    def _assigned(self, target: r.Expr, value: r.Expr, info: FunctionInfo) -> Iterator[Link]:
        if isinstance(target, r.Sub):
            yield from self._kept(value, target.value, info)
        elif isinstance(target, r.Attr):
            yield from self._same(self.of(target, info, into=True), value, info)
        elif isinstance(target, r.Name) and target.id in self._bound(info):
            yield from self._same([Local(info.key, target.id)], value, info)
        elif isinstance(target, r.Seq):
            for place, item in enumerate(target.items):
                yield from self._unpacked(item, value, place, info)

    def _unpacked(self, item: r.Expr, value: r.Expr, place: int, info: FunctionInfo) -> Iterator[Link]:
        called = self._called(value, info) if isinstance(value, r.Call) else []
        if isinstance(value, r.Seq) and place < len(value.items):
            yield from self._assigned(item, value.items[place], info)
        elif called:
            goals = {Local(info.key, item.id)} if isinstance(item, r.Name) else self.of(item, info, into=True)
            sources = [Result(*label, each) for label in called for each in (None, place)]
            yield from ((source, goal) for source in sources for goal in goals)
        else:
            yield from self._assigned(item, value, info)

    def _passed(self, node: r.Call, info: FunctionInfo) -> Iterator[Link]:
        """What a call keeps in a container, or gives to a function."""
        if isinstance(node.func, r.Attr) and node.func.name in _STORES:
            for arg in node.args:
                yield from self._kept(arg.value, node.func.value, info)
        made = self._program.class_of(info.path, node.func)
        if made is not None and self._program.method(made.key, "__init__") is None:
            named = [(a.name or _field(self._program, made, n), a.value) for n, a in enumerate(node.args)]
            yield from ((s, Written(name)) for name, value in named if name for s in self.of(value, info))
            return
        for scope, name in self._called(node, info):
            for place, arg in enumerate(node.args):
                taken = Taken(scope, name, arg.name or place)
                yield from ((source, taken) for source in self.of(arg.value, info))

    def _of_params(self, record: r.Function, info: FunctionInfo) -> Iterator[Link]:
        is_method = record is info.record and info.owner is not None
        for place, param in enumerate(record.params[int(is_method) :]):
            for label in self._labels(record, info):
                for given in (place, param.name):
                    yield Taken(*label, given), Local(info.key, param.name)

    def _of_returns(self, record: r.Function, info: FunctionInfo) -> Iterator[Link]:
        for value in _returned(record.body):
            for label in self._labels(record, info):
                yield from self._returned_as(value, label, info)

    def _returned_as(self, value: r.Expr, label: tuple[str, str], info: FunctionInfo) -> Iterator[Link]:
        if not isinstance(value, r.Seq):
            yield from self._same([Result(*label)], value, info)
            return
        for place, item in enumerate(value.items):
            yield from ((slot, Result(*label, each)) for slot in self.of(item, info) for each in (place, -1))


def _families(program: Program) -> dict[str, str]:
    """For each class one of those that it is akin to, the same for all of them."""
    found = {key: key for key in program.classes}

    def head(key: str) -> str:
        while found[key] != key:
            key = found[key]
        return key

    for key, info in program.classes.items():
        for base in info.mro:
            found[head(base)] = head(key)
    return {key: head(key) for key in found}


def _held(expr: r.Expr) -> tuple[r.Expr, ...]:
    """The values that an expression holds, or is one of."""
    if isinstance(expr, r.Cond):
        return (expr.then, expr.orelse)
    if isinstance(expr, (r.BoolOp, r.DictLit)):
        return expr.values
    if isinstance(expr, r.Comp):
        return (expr.value,)
    return expr.items if isinstance(expr, r.Seq) else ()


def _defined(record: r.Function, use: r.Name) -> tuple[r.Expr, ...]:
    """What a variable is assigned before its use: in the innermost function that holds the use, else around it."""
    inner = [n for n in walk_all(record.body) if isinstance(n, r.Function) and _holds(n, use)]
    return next((found for each in (*reversed(inner), record) if (found := reaching(each, use))), ())


def _holds(record: r.Function, use: r.Name) -> bool:
    return any(isinstance(node, r.Name) and node.at == use.at for node in walk_all(record.body))


def _loose_in(node: msgspec.Struct) -> Iterator[str]:
    """The variables that a node binds, or puts something into, other than by assigning to them alone."""
    if isinstance(node, (r.Function, r.Lambda)):
        yield from (param.name for param in node.params)
    elif isinstance(node, (r.For, r.Gen)):
        yield from names_of(node.target)
    elif isinstance(node, r.With):
        yield from (name for item in node.items for name in names_of(item.target))
    elif isinstance(node, r.Assign):
        for target in node.targets:
            yield from names_of(target) if isinstance(target, r.Seq) else ()
            if isinstance(target, r.Sub):
                yield last_name(target.value) if isinstance(target.value, r.Name) else ""
    elif isinstance(node, r.AugAssign) or (isinstance(node, r.Call) and called_name(node) in _STORES):
        changed = node.target if isinstance(node, r.AugAssign) else node.func
        yield from (part.id for part in walk(changed) if isinstance(part, r.Name))


def _returned(body: tuple[r.Stmt, ...]) -> Iterator[r.Expr]:
    """What the statements of a function return or yield, without those of functions nested in it."""
    nested = {id(n) for f in walk_all(body) if isinstance(f, r.Function) for n in walk_all(f.body)}
    for node in walk_all(body):
        if isinstance(node, (r.Return, r.Yield)) and node.value is not None and id(node) not in nested:
            yield node.value


def _field(program: Program, cls: ClassInfo, place: int) -> str:
    """The field of a record that its constructor takes at a place; nothing where there is none."""
    fields = [t for key in reversed(cls.mro) for f in program.classes[key].fields for t in f.targets]
    return last_name(fields[place]) if place < len(fields) else ""
