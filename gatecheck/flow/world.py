"""The pool objects of a program: each root as its constructor and then its registration leave it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import decorator_names, named_of, uses, walk_all
from gatecheck.flow.base import Bail, Frame
from gatecheck.flow.calls import Calls
from gatecheck.flow.setters import is_property
from gatecheck.flow.state import State
from gatecheck.flow.values import NONE, Cls, Counter, Func, Instance, ListOf, Row, Sym, Table, Value, parts, union
from gatecheck.program.link import FunctionInfo

if TYPE_CHECKING:
    from collections.abc import Callable

    from gatecheck.program.link import ClassInfo

BUILDER = FunctionInfo("<builder>", "", "<builder>", r.Function("<builder>", (), (), None, (), False, 0, 0))

# Calls that name a class without making an object of it.
_NAMING = frozenset({"isinstance", "issubclass", "super"})


class World(Calls):
    """Builds pool objects."""

    def leave_yield(self, value: Value, st: State, at: int) -> None:
        """Nothing leaves while objects are built."""

    def leave_return(self, value: Value, st: State, at: int) -> None:
        """Nothing leaves while objects are built."""

    def keep(self, value: Value, owner: Value, target: r.Attr, st: State) -> None:
        """Nothing leaves while objects are built."""

    # -- roots -----------------------------------------------------------------------------------------------------

    def build(self, info: ClassInfo, context: object) -> int:
        """Make an object of a class with unknown arguments and run its own registration; its number."""
        made = self.heap.allocate(info.key, ("<builder>", 0), context)
        made.root = True
        if made.attrs:
            return made.oid
        value = Instance(made.oid)
        init = self.program.method(info.key, "__init__")
        if init is not None:
            self.settle_into(made.oid, init, self.unknown_arguments(init, value))
        self.register(value)
        self._make_late(value)
        return made.oid

    def settle_into(self, oid: int, init: FunctionInfo, env: dict[str, Value]) -> None:
        """Run a method in building mode and keep what it stored."""
        self._settle(init, lambda st: self._run(init, Func(init.key, Instance(oid)), env, st).state)

    def _settle(self, init: FunctionInfo, run: Callable[[State], State | None]) -> None:
        """Run something in building mode and keep what it stored."""
        was, self.building = self.building, True
        steps = self.steps
        held, self.frames = self.frames, [Frame(BUILDER, None, None)]
        try:
            after = run(State())
            if after is not None:
                for (owner, name), value in after.attrs.items():
                    if isinstance(owner, int):
                        self.heap[owner].attrs[name] = value
        except (Bail, RecursionError):
            self.limits.add(((init.key, 0), "the constructor is too large to be followed"))
        finally:
            self.building = was
            self.frames = held
            self.steps = steps

    def unknown_arguments(self, init: FunctionInfo, value: Instance) -> dict[str, Value]:
        """Parameters of a method that nobody in sight calls: typed objects where annotations name a pool."""
        env: dict[str, Value] = {}
        for position, param in enumerate(init.record.params):
            if position == 0:
                env[param.name] = value
            elif param.kind == "args":
                env[param.name] = ListOf(Sym("param", (init.key, param.name)))
            else:
                env[param.name] = self.unknown_argument(init, param, value)
        return env

    def unknown_argument(self, init: FunctionInfo, param: r.Param, value: Instance) -> Value:
        """An object that is handed in, where the annotation names a class that holds buffers."""
        cls = self.annotated_class(init.path, param.annotation)
        if cls is not None and cls.key not in self.program.classes[self.heap[value.oid].cls].mro:
            made = self.handed_in(cls, value.oid, param.name)
            if made is not None:
                return made
        default = self.default_of(init, param)
        passed = self.passing.classes(param)
        if passed:
            known = [default] if isinstance(default, Cls) or default == NONE else []
            return union(*known, *(Cls(cls.key) for cls in passed))
        return default if isinstance(default, Cls) else self.parameter(init, param)

    def handed_in(self, cls: ClassInfo, taker: int, name: str) -> Instance | None:
        """An object of a class that a constructor gets from outside under a name; None if it holds no buffer."""
        if len(self.frames) > 8 or self.is_abstract(cls):
            return None
        made = self.heap.allocate(cls.key, ("<handed in>", 0), (taker, name))
        made.handed_in = True
        if not made.attrs:
            self.build_into(made.oid, cls)
        return Instance(made.oid) if self.holds_buffers(made.oid, 3) else None

    def build_into(self, oid: int, cls: ClassInfo) -> None:
        """Run the constructor and the registration of an object that stands already."""
        init = self.program.method(cls.key, "__init__")
        self.heap[oid].attrs["__built__"] = Sym("built", ())
        if init is not None:
            self.settle_into(oid, init, self.unknown_arguments(init, Instance(oid)))
        self.register(Instance(oid))
        self._make_late(Instance(oid))

    def _make_late(self, value: Instance) -> None:
        """Make what properties make at their first use: by then the registration has run."""
        cls = self.heap[value.oid].cls
        names = {name for key in self.program.classes[cls].mro for name in self.program.classes[key].methods}
        for name in sorted(names):
            method = self.program.method(cls, name)
            if method is not None and is_property(method.record) and self._makes_something(method):
                self._settle(method, partial(self._loaded_once, value, name))

    def _makes_something(self, method: FunctionInfo) -> bool:
        """Whether a function calls a class of the program, or makes something that is kept."""
        if "cached_property" in decorator_names(method.record):
            return True
        called = uses(method.record).called
        return any(self.program.class_of(method.path, r.Name(name, 0)) is not None for name in called)

    def _loaded_once(self, value: Instance, name: str, st: State) -> State | None:
        self.load_instance(value, name, st, 0)
        return None if st.ended else st

    def holds_buffers(self, oid: int, depth: int) -> bool:
        """Whether an object holds a device buffer, itself or in what it holds."""
        for value in self.heap[oid].attrs.values():
            for part in parts(value):
                if isinstance(part, (Row, Table)):
                    return True
                if isinstance(part, Instance) and depth and self.holds_buffers(part.oid, depth - 1):
                    return True
        return False

    def register(self, value: Instance) -> None:
        """Run the registration methods of an object with a live counter: what they mute and forward is then known."""
        cls = self.heap[value.oid].cls
        live = Counter("live", "registered")
        for name in sorted(self.protocol.register_methods):
            method = self.program.method(cls, name)
            if method is None or len(method.record.params) < 2:
                continue
            given = method.record.params[1:]
            env: dict[str, Value] = {p.name: Counter("live", f"registered:{p.name}") for p in given[1:]}
            env[given[0].name] = live
            env[method.record.params[0].name] = value
            self.registering = True
            self.settle_into(value.oid, method, env)
            self.registering = False
        for name, place in self.heap[value.oid].resets.items():
            self.heap[value.oid].attrs[name] = Counter("muted", "registered", place)

    def is_pool_class(self, cls: str) -> bool:
        """Whether objects of a class can be given a counter."""
        return any(self.program.method(cls, name) for name in self.protocol.register_methods)

    def refuses(self, cls: str) -> bool:
        """Whether a pool's registration always raises: HiCache is not meant for it."""
        for name in self.protocol.register_methods:
            method = self.program.method(cls, name)
            if method is not None and any(isinstance(s, r.Raise) for s in method.record.body):
                return True
        return False

    # -- classes ---------------------------------------------------------------------------------------------------

    def annotated_class(self, path: str, annotation: r.Expr | None) -> ClassInfo | None:
        """The first class of the program that an annotation names."""
        if annotation is None:
            return None
        if isinstance(annotation, r.Const) and isinstance(annotation.value, str):
            name = annotation.value.replace("Optional[", "").rstrip("]").split("|")[0].strip()
            return self.program.class_of(path, r.Name(name.rsplit(".", 1)[-1], 0))
        if isinstance(annotation, r.Sub):
            outer = self.program.class_of(path, annotation.value)
            return outer or self.annotated_class(path, annotation.index)
        if isinstance(annotation, r.Bin):
            return self.annotated_class(path, annotation.left) or self.annotated_class(path, annotation.right)
        if isinstance(annotation, r.Seq):
            found = (self.annotated_class(path, item) for item in annotation.items)
            return next((f for f in found if f is not None), None)
        return self.program.class_of(path, annotation)

    def is_abstract(self, info: ClassInfo) -> bool:
        """Whether a class still has an abstract method."""
        names = {name for key in info.mro for name in self.program.classes[key].methods}
        for name in names:
            method = self.program.method(info.key, name)
            if method is not None and any(d.startswith("abstract") for d in decorator_names(method.record)):
                return True
        return False

    def root_classes(self) -> list[ClassInfo]:
        """Concrete classes with a registration method that are not only built inside other pools."""
        candidates = [
            info
            for info in self.program.classes.values()
            if self.is_pool_class(info.key)
            and not self.is_abstract(info)
            and not self.refuses(info.key)
            and self._is_pool(info)
        ]
        keys = {c.key for c in candidates}
        inside = self._mentions(keys, keys, inside=True)
        outside = self._mentions(keys, inside, inside=False)
        return [c for c in candidates if c.key in outside or c.key not in inside]

    def _is_pool(self, info: ClassInfo) -> bool:
        """A class of the device side: its registration keeps the counter, or hands it on."""
        return not any(self.program.method(info.key, name) for name in self.protocol.load_methods)

    def _mentions(self, pools: set[str], wanted: set[str], *, inside: bool) -> set[str]:
        """Which of the pool classes ``wanted`` are named in code inside of pools, or outside of them."""
        found: set[str] = set()
        by_name: dict[str, set[str]] = {}
        for key in pools:
            by_name.setdefault(self.program.classes[key].name, set()).add(key)
        names = {self.program.classes[key].name for key in wanted}
        for info in self.program.having(names):
            if (info.owner in pools) is not inside or wanted <= found or not named_of(info.record, names):
                continue
            for name in used_as_values(info.record) & by_name.keys():
                cls = self.program.class_of(info.path, r.Name(name, 0))
                found |= {cls.key} if cls is not None and cls.key in pools else by_name[name]
        return found & wanted


def used_as_values(record: r.Function) -> set[str]:
    """The class names that a function uses as values; a test of an object's class is no use, nor is ``super``."""
    found: set[str] = set()
    for node in walk_all(record.body):
        names = isinstance(node, r.Call) and isinstance(node.func, r.Name) and node.func.id in _NAMING
        if not names:
            found |= _named(node)
    return found


def _named(node: msgspec.Struct) -> set[str]:
    """The class names that a node uses as a value: called, assigned or passed on."""
    exprs: tuple[r.Expr | None, ...] = ()
    if isinstance(node, r.Call):
        exprs = (node.func, *(a.value for a in node.args))
    elif isinstance(node, (r.Assign, r.Return)):
        exprs = (node.value,)
    elif isinstance(node, r.Cond):
        exprs = (node.then, node.orelse)
    elif isinstance(node, r.BoolOp):
        exprs = node.values
    elif isinstance(node, (r.Seq,)):
        exprs = node.items
    elif isinstance(node, r.DictLit):
        exprs = node.values
    return {e.id if isinstance(e, r.Name) else e.name for e in exprs if isinstance(e, (r.Name, r.Attr))}
