"""What the host side loads: its builders and loads are run with unknown pools, and what they write is noted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_of
from gatecheck.flow.base import Arguments, Bail, Frame
from gatecheck.flow.evidence import Evidence, Made, all_checked, checked, made_by
from gatecheck.flow.needs import Needs
from gatecheck.flow.paths import depth_of
from gatecheck.flow.registering import Registering
from gatecheck.flow.state import State
from gatecheck.flow.values import (
    NONE,
    Bound,
    Cls,
    Func,
    Instance,
    ListOf,
    Row,
    Seq,
    Sym,
    Table,
    Value,
    options,
    parts,
    union,
)
from gatecheck.flow.world import BUILDER

if TYPE_CHECKING:
    from gatecheck.program.link import ClassInfo, FunctionInfo


class Loads(Registering):
    """Interprets the host side symbolically."""

    _hosts: frozenset[str] = frozenset()

    def construct(self, cls: Cls, args: Arguments, st: State, at: int) -> Value:
        """Make an object; for one of the host side, remember for which pool."""
        if cls.key not in self._hosts:
            return super().construct(cls, args, st, at)
        first = args.all()[0] if args.all() else NONE
        outer, self._maker_context = self._maker_context, first
        try:
            value = super().construct(cls, args, st, at)
        finally:
            self._maker_context = outer
        assert isinstance(value, Instance)
        self.made.setdefault(value.oid, set()).add(made_by(first, st))
        self._note_checks(value.oid, st)
        return value

    def _note_checks(self, host: int, st: State) -> None:
        """What is known of an unknown wherever this host object is made: nothing where one maker has not checked it."""
        known: dict[object, set[str]] = {}
        for subject, classes in all_checked(st):
            known.setdefault(subject, set()).update(classes)
        before = self.checks.get(host, known)
        self.checks[host] = {s: before[s] | classes for s, classes in known.items() if s in before}

    _maker_context: Value = NONE

    def construction_context(self) -> object:
        """Host objects that one builder makes for different pools are different objects."""
        return self._maker_context

    def collect_evidence(self) -> tuple[Evidence, ...]:
        """Run every load of every host object that the tree builds."""
        self.evidence: dict[Evidence, None] = {}
        self.needs = Needs(self.program)
        self.made: dict[int, set[Made]] = {}
        # For each host object, the classes that its makers had checked unknowns for.
        self.checks: dict[int, dict[object, set[str]]] = {}
        # For each attribute that was asked of an unknown, the classes that the unknown had been checked for wherever
        # it was asked; none where it was asked of one that had not been checked.
        self._asked: dict[Sym, frozenset[str]] = {}
        # Buffers that a load reaches from a pool itself, not from some record of which only one attribute is known.
        self.strong: set[tuple[int, str]] = set()
        self._reach: dict[tuple[Sym, Sym, tuple[int, ...]], frozenset[int]] = {}
        self.keep_paths = True
        hosts = self._host_objects()
        for load in self.protocol.load_functions:
            assert load.owner is not None
            for oid in hosts.get(load.owner, []):
                self._run_load(load, Instance(oid))
        self.keep_paths = False
        return tuple(self.evidence)

    def load_unknown(self, value: Value, name: str, st: State, at: int) -> Value:
        """Load an attribute of something unknown; while hosts are built, note for which classes it was meant."""
        found = super().load_unknown(value, name, st, at)
        if self.keep_paths and isinstance(value, Sym) and isinstance(found, Sym):
            classes, known = checked(value, st), self._asked.get(found)
            self._asked[found] = classes if known is None else classes | known if classes and known else frozenset()
        return found

    def named(self, value: Value, oid: int, name: str) -> Value:
        """Name new memory; where a host keeps memory of its own beside ways to a pool's buffers, pairs stay pairs."""
        pairs = options(value.element) if self.keep_paths and isinstance(value, ListOf) else ()
        if pairs and all(isinstance(pair, Seq) and any(map(depth_of, pair.items)) for pair in pairs):
            assert isinstance(value, ListOf)
            return ListOf(union(*(super(Loads, self).named(pair, oid, name) for pair in pairs)), value.over)
        return super().named(value, oid, name)

    def _host_classes(self) -> dict[str, ClassInfo]:
        owners = {load.owner for load in self.protocol.load_functions if load.owner is not None}
        return {key: self.program.classes[key] for owner in owners for key in self.program.heirs.get(owner, ())}

    def _host_objects(self) -> dict[str, list[int]]:
        """Host objects as their builders make them; for a class that nobody builds, one with unknown arguments."""
        classes = self._host_classes()
        self._hosts = frozenset(classes)
        names = {info.name for info in classes.values()}
        before = len(self.heap.objects)
        for function in self.program.having(names):
            if function.owner in classes and function.record.name in self.protocol.load_methods:
                continue
            # A nested function makes them for what its outer one has checked, and is run with that.
            if function.outer is None and called_of(function.record, names):
                self._run_builder(function)
        built = {o.cls for o in self.heap.objects[before:]}
        for key, info in classes.items():
            if key not in built:
                self.build(info, "host")
        found: dict[str, list[int]] = {}
        for thing in self.heap.objects[before:]:
            if thing.cls in classes:
                for ancestor in self.program.classes[thing.cls].mro:
                    method = next(
                        (m for m in self.protocol.load_methods if m in self.program.classes[ancestor].methods), None
                    )
                    if method is not None:
                        found.setdefault(ancestor, []).append(thing.oid)
        return found

    def unknown_argument(self, init: FunctionInfo, param: r.Param, value: Instance) -> Value:
        """What a host object gets stays unknown: its loads then show the way from there to a buffer."""
        if self.keep_paths:
            return self.parameter(init, param)
        return super().unknown_argument(init, param, value)

    def _run_builder(self, info: FunctionInfo) -> None:
        """Interpret a function that makes host objects, with unknown arguments."""
        receiver: Value | None = None
        env: dict[str, Value] = {}
        for position, param in enumerate(info.record.params):
            env[param.name] = Sym("param", (info.key, param.name))
            if position == 0 and info.owner is not None:
                receiver = env[param.name] = Sym("self", (info.owner,))
        self._symbolic_run(info, receiver, env)

    def _symbolic_run(self, info: FunctionInfo, receiver: Value | None, env: dict[str, Value]) -> None:
        st = State()
        was, self.building = self.building, True
        steps, self.steps = self.steps, 0
        held, self.frames = self.frames, [Frame(BUILDER, None, None)]
        try:
            outcome = self._run(info, Func(info.key, receiver), env, st)
            if outcome.state is not None:
                for (owner, name), value in outcome.state.attrs.items():
                    if isinstance(owner, int):
                        self.heap[owner].attrs[name] = value
        except (Bail, RecursionError):
            self.limits.add(((info.key, 0), "too large to be followed"))
        finally:
            self.building = was
            self.frames = held
            self.steps = steps

    def _run_load(self, load: FunctionInfo, host: Instance) -> None:
        env: dict[str, Value] = {p.name: Sym("param", (load.key, p.name)) for p in load.record.params}
        env[load.record.params[0].name] = host
        self._loader: FunctionInfo | None = load
        self._host = host.oid
        self._symbolic_run(load, host, env)
        self._loader = None

    _loader: FunctionInfo | None = None
    _written: set[tuple[int, str]] | None = None
    _host = -1
    _is_sure = True

    def stored(self, target: Value, st: State, at: int) -> None:
        """A load writes here: remember the path on the pool."""
        del st
        if self._written is not None:
            self._written.update((p.oid, p.attr) for p in parts(target) if isinstance(p, (Row, Table)))
        if self._loader is None:
            return
        for part in parts(target):
            if isinstance(part, Bound):
                continue
            if isinstance(part, Sym) and depth_of(part):
                sure = self._is_sure and part.op == "item"
                self.evidence[Evidence(part, self._loader.key, self.place(at), self._host, sure)] = None

    def perhaps_stored(self, target: Value, st: State, at: int) -> None:
        """A load perhaps writes here: what it writes into need not be a tensor."""
        before, self._is_sure = self._is_sure, False
        self.stored(target, st, at)
        self._is_sure = before

    def call_unknown(self, func: Value, args: Arguments, st: State, at: int) -> Value:
        """A load that hands its data to a method of the pool writes wherever that method writes."""
        value = super().call_unknown(func, args, st, at)
        if (
            self._loader is not None
            and not args.used
            and isinstance(func, Sym)
            and func.op == "attr"
            and depth_of(func)
        ):
            call = Sym("call", (func, args.positional, args.keywords))
            self.evidence[Evidence(call, self._loader.key, self.place(at), self._host, called=True)] = None
        return value
