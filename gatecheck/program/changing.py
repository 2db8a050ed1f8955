"""Whether an attribute keeps what its object's constructor puts into it: what code stores there later makes it unknown.

A constant says which ways there are through a method only as long as nobody replaces it. What a constructor stores is
known by what it leaves behind, and so is what a registration stores, behind which a pool is judged.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.deferred import can_quote, can_store
from gatecheck.facts.tokens import elsewhere
from gatecheck.facts.visit import (
    as_attribute,
    called_name,
    is_name,
    may_call,
    may_name,
    names_of,
    own_name,
    stored_of,
    walk_all,
)
from gatecheck.program.filling import is_changed, may_change
from gatecheck.program.link import FunctionInfo, ModuleInfo
from gatecheck.program.mentions import Mentions
from gatecheck.program.origins import Origins

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gatecheck.program.link import Program
    from gatecheck.program.protocol import Protocol

_CONSTRUCTORS = frozenset({"__init__", "__new__", "__post_init__"})
_BY_NAME = frozenset({"setattr", "__setattr__"})
_NONE = r.Const(None)


class Store(msgspec.Struct, frozen=True, gc=False):
    """One store into an attribute: of what, which value (None where that is computed from the old one), and where."""

    base: r.Expr
    value: r.Expr | None
    info: FunctionInfo


class Use(msgspec.Struct, frozen=True, gc=False):
    """One use of an attribute of an object, in a function whose records stand in ``parents``."""

    node: r.Attr
    base: r.Expr
    info: FunctionInfo
    parents: dict[int, msgspec.Struct]


class Changing:
    """Answers for one program, about each attribute of a class once."""

    def __init__(self, program: Program, protocol: Protocol) -> None:
        self._program = program
        self._protocol = protocol
        self.origins = Origins(program)
        self._uses: dict[str, tuple[Use, ...]] = {}
        self._elsewhere: dict[str, tuple[Store, ...]] = {}
        self._early: dict[str, bool] = {}
        self._known: dict[tuple[str, str, r.Const | bool], bool] = {}
        self._rebound: dict[tuple[str, str], bool] = {}

    def changes(self, cls: str, name: str, held: r.Const | None) -> bool:
        """Whether code in sight puts something else into an attribute of a class than a constant, or a container."""
        key = (cls, name, held if held is not None else False)
        if key not in self._known:
            self._known[key] = (
                name in self._mentions.apart.attrs
                or self._is_set_by_any_name(cls)
                or any(self._replaces(store, cls, name, held) for store in self._stores_of(cls, name))
            )
        return self._known[key]

    def fills(self, cls: str, name: str, *, empty: bool) -> bool:
        """Whether a container in an attribute may get other contents, or be replaced; an empty one is made for that."""
        key = (cls, name, empty)
        if key not in self._known:
            changed = may_change if empty else is_changed
            self._known[key] = self.changes(cls, name, None) or any(
                changed(use.node, use.parents) for use in self._uses_of(name) if self._is_on(use.base, use.info, cls)
            )
        return self._known[key]

    def stores(self, cls: str, name: str) -> list[Store] | None:
        """Every store into an attribute of a class, those of its constructors too; None where there may be others."""
        if name in self._mentions.apart.attrs or self._is_set_by_any_name(cls):
            return None
        mro = self._program.classes[cls].mro
        own = [info for info in self._functions(name) if info.owner in mro]
        mine = [store for info in own for store in _stores_in(info, name, name) if _is_own(store.base, info)]
        return mine + [one for one in self._stores_elsewhere(name) if self._is_on(one.base, one.info, cls)]

    def uses(self, cls: str, name: str) -> list[Use]:
        """Every use of an attribute that can be one of a class."""
        mro = self._program.classes[cls].mro
        return [
            use
            for use in self._uses_of(name)
            if (use.info.owner in mro if _is_own(use.base, use.info) else self._is_on(use.base, use.info, cls))
        ]

    def is_named_apart(self, name: str) -> bool:
        """Whether code outside of functions names something so, in a string too, or gives it another name."""
        apart = self._mentions.apart
        return name in apart.names | apart.attrs | apart.texts | apart.renamed

    def is_rebound(self, path: str, name: str) -> bool:
        """Whether code in sight gives a name of a module another value, by ``global`` or as the module's attribute."""
        key = (path, name)
        if key not in self._rebound:
            inside = [i for i in self._program.having({name}) if i.path == path]
            self._rebound[key] = any(_binds(node, name) for i in inside for node in walk_all(i.record.body)) or any(
                self._is_module(store, path) for store in self._stores_elsewhere(name)
            )
        return self._rebound[key]

    def _is_module(self, store: Store, path: str) -> bool:
        found = self._program.lookup(store.info.path, store.base.id) if isinstance(store.base, r.Name) else None
        return isinstance(found, ModuleInfo) and found.path == path

    @cached_property
    def _mentions(self) -> Mentions:
        return Mentions(self._program)

    def _functions(self, name: str) -> list[FunctionInfo]:
        """The functions that may name an attribute."""
        return [info for info in self._mentions.having(frozenset({name})) if info.outer is None]

    def _stores_of(self, cls: str, name: str) -> Iterator[Store]:
        """The stores into attributes of this name that can be ones of a class: its own methods', and others'."""
        mro = self._program.classes[cls].mro
        own = [info for info in self._functions(name) if info.owner in mro and not self._is_known(info)]
        for info in own:
            yield from _stores_in(info, name, name)
        yield from self._stores_elsewhere(name)

    def _stores_elsewhere(self, name: str) -> tuple[Store, ...]:
        """The stores into attributes of this name of other objects than the one whose method it is."""
        if name not in self._elsewhere:
            stores = (store for info in self._functions(name) for store in _stores_in(info, name, elsewhere(name)))
            self._elsewhere[name] = tuple(store for store in stores if not _is_own(store.base, store.info))
        return self._elsewhere[name]

    def _uses_of(self, name: str) -> tuple[Use, ...]:
        """Where attributes of this name are used."""
        if name not in self._uses:
            infos = [info for info in self._functions(name) if may_name(info.record, {name})]
            scenes = [(info, self._mentions.scene(info)) for info in infos]
            self._uses[name] = tuple(
                Use(node, node.value, info, scene.parents)
                for info, scene in scenes
                for node in scene.nodes
                if isinstance(node, r.Attr) and node.name == name
            )
        return self._uses[name]

    def _is_set_by_any_name(self, cls: str) -> bool:
        """Whether a method of a class sets attributes of its object by names that are computed."""
        methods = (m for key in self._program.classes[cls].mro for m in self._program.classes[key].methods.values())
        return any(
            called_name(node) == "setattr"
            and len(node.args) == 3
            and is_name(node.args[0].value, own_name(method.record))
            and not isinstance(node.args[1].value, r.Const)
            for method in methods
            if may_call(method.record, _BY_NAME) and not self._is_known(method)
            for node in self._program.body(method).calls
        )

    def _is_known(self, info: FunctionInfo) -> bool:
        """Whether what a method stores in its own object has been seen: it runs before anything else is asked."""
        named = info.record.name in _CONSTRUCTORS | self._protocol.register_methods
        return named or self._registers(info) or (info.owner is not None and self._runs_early(info.record.name))

    def _registers(self, info: FunctionInfo) -> bool:
        """Whether a method gives its own object a counter, or takes it away: what else it stores goes with that."""
        if stored_of(info.record, self._protocol.counter_attrs):
            return True
        own = [n for n in self._protocol.register_methods if info.owner and self._program.method(info.owner, n)]
        return bool(own) and bool(may_call(info.record, frozenset(own)))

    def _runs_early(self, name: str) -> bool:
        """Whether only constructors and registrations call private methods of this name, directly or through others."""
        if not name.startswith("_") or name.startswith("__"):
            return False
        if name not in self._early:
            self._early[name] = True
            callers = [i for i in self._mentions.having(frozenset({name})) if i.outer is None and i.record.name != name]
            calling = [info for info in callers if may_call(info.record, {name})]
            self._early[name] = bool(calling) and all(i.owner is not None and self._is_known(i) for i in calling)
        return self._early[name]

    def _replaces(self, store: Store, cls: str, name: str, held: r.Const | None) -> bool:
        """Whether a store can put something else there; what is made at the first use always stands there then."""
        if store.value is not None and _constant(store.value) == held:
            return False
        return self._is_on(store.base, store.info, cls) and not (held == _NONE and self._is_made_once(store, name))

    def _is_on(self, base: r.Expr, info: FunctionInfo, cls: str) -> bool:
        """Whether an object can be one of a class, after what is known of it: where nothing else is known, it can."""
        mro = self._program.classes[cls].mro
        if _is_own(base, info):
            return info.owner in mro and not self._is_known(info)
        known = self.origins.classes(base, info)
        return not known or any(one.key in mro or cls in one.mro for one in known)

    def _is_made_once(self, store: Store, name: str) -> bool:
        """Whether an object of the program is made where the attribute is None, and not again."""
        value, info = store.value, store.info
        if not isinstance(value, r.Call) or not any(_asks_for(node, name) for node in walk_all(info.record.body)):
            return False
        return bool(self._program.class_of(info.path, value.func) or self.origins.callee(info, value))


def _is_own(base: r.Expr, info: FunctionInfo) -> bool:
    """Whether an object is the one whose method it stands in."""
    return info.owner is not None and is_name(base, own_name(info.record))


def _stores_in(info: FunctionInfo, name: str, stored: str) -> Iterator[Store]:
    """The stores into an attribute in a function; ``stored`` is what its text must tell of."""
    words = frozenset({name})
    by_dot = can_store(info.record, frozenset({stored})) and may_name(info.record, words)
    by_name = bool(may_call(info.record, _BY_NAME)) and can_quote(info.record, words)
    for node in walk_all(info.record.body) if by_dot or by_name else ():
        for base, value in _stored(node, name):
            yield Store(base, value, info)


def _stored(node: object, name: str) -> Iterator[tuple[r.Expr, r.Expr | None]]:
    """The objects in whose attribute of this name a node stores something, with what it is."""
    if isinstance(node, r.Assign) and node.value is not None:
        for target in node.targets:
            yield from ((base, node.value if isinstance(target, r.Attr) else None) for base in _bases(target, name))
    elif isinstance(node, (r.AugAssign, r.For)):
        yield from ((base, None) for base in _bases(node.target, name))
    elif isinstance(node, r.With):
        yield from ((base, None) for item in node.items if item.target for base in _bases(item.target, name))
    elif isinstance(node, r.Call) and called_name(node) in _BY_NAME:
        yield from _stored_by_name(node, name)


def _stored_by_name(node: r.Call, name: str) -> Iterator[tuple[r.Expr, r.Expr | None]]:
    """``setattr(x, "name", value)``, also as a method of ``x`` or of its class."""
    values = [arg.value for arg in node.args]
    place = next((n for n, value in enumerate(values) if isinstance(value, r.Const) and value.value == name), None)
    if place is not None:
        base = values[0] if place else node.func.value if isinstance(node.func, r.Attr) else None
        yield from [(base, values[place + 1] if place + 1 < len(values) else None)] if base is not None else []


def _bases(target: r.Expr, name: str) -> Iterator[r.Expr]:
    """The objects in whose attribute of this name an assignment target stores."""
    if isinstance(target, r.Attr) and target.name == name:
        yield target.value
    elif isinstance(target, r.Star):
        yield from _bases(target.value, name)
    elif isinstance(target, r.Seq):
        for item in target.items:
            yield from _bases(item, name)


def _binds(node: object, name: str) -> bool:
    targets = node.targets if isinstance(node, r.Assign) else (node.target,) if isinstance(node, r.AugAssign) else ()
    return any(name in names_of(target) for target in targets)


def _constant(value: r.Expr) -> r.Expr:
    """A constant as it is written, a negative number as one."""
    if isinstance(value, r.Unary) and value.op == "-" and isinstance(value.value, r.Const):
        number = value.value.value
        return r.Const(-number) if type(number) is int else value
    return value


def _asks_for(node: object, name: str) -> bool:
    """Whether a test asks if an attribute of this name is there, or None."""
    asked: Iterable[r.Expr] = ()
    if isinstance(node, r.Compare) and node.op in {"is", "is not", "=="} and node.right == _NONE:
        asked = (as_attribute(node.left),)
    elif isinstance(node, r.Unary) and node.op == "not":
        asked = (as_attribute(node.value),)
    elif isinstance(node, r.Call) and called_name(node) == "hasattr":
        return any(isinstance(arg.value, r.Const) and arg.value.value == name for arg in node.args)
    return any(isinstance(one, r.Attr) and one.name == name for one in asked)
