"""Code outside the pools: who reads a managed buffer past the accessors, and has it waited?

Every function that mentions a managed buffer, or a pool that another pool owns, is walked as an entry of its own. The
pool it works on is found through annotations, ``isinstance``, what its class stores in its attributes, and, last, names
that only pools have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import decorator_names, stored_of
from gatecheck.flow.base import MAX_STEPS, Frame
from gatecheck.flow.inferring import OUTSIDE
from gatecheck.flow.picking import Picking
from gatecheck.flow.returning import is_put_back
from gatecheck.flow.selves import Selves
from gatecheck.flow.state import State
from gatecheck.flow.values import Cls, Counter, Data, Instance, Row, Sym, Table, Value, options, parts
from gatecheck.flow.verdicts import Walk
from gatecheck.flow.world import BUILDER
from gatecheck.program.served import Served

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from gatecheck.flow.base import Arguments
    from gatecheck.flow.kept_rows import Kept
    from gatecheck.flow.values import Func
    from gatecheck.program.link import ClassInfo, FunctionInfo

OUTSIDE_STEPS = 30_000


class OutsideWalker(Picking):
    """Walks functions that are no methods of a pool."""

    pool_classes: dict[str, list[int]]
    guessable: dict[str, list[int]]
    _pools: tuple[int, ...] = ()
    _served: Served
    selves: Selves

    def prepare_outside(self, roots: dict[str, int], managed: frozenset[tuple[int, str]]) -> None:
        """Learn which objects a class name, or an attribute that only pools have, can stand for."""
        self.pool_classes = {}
        self.forget_inferred()
        self.managed_buffers = managed
        for key, oid in roots.items():
            for ancestor in self.program.classes[key].mro:
                self.pool_classes.setdefault(ancestor, []).append(oid)
        rooted = frozenset(roots.values())
        holders = {oid for oid, _ in managed if self.heap.root_of(oid) in rooted}
        for oid in sorted(holders):
            for owner in (oid, *(o for o, _ in self.heap.owner_chain(oid))):
                for ancestor in self.program.classes[self.heap[owner].cls].mro:
                    known = self.pool_classes.setdefault(ancestor, [])
                    if owner not in known and ancestor == self.heap[owner].cls:
                        known.append(owner)
        self.prepare_picking(holders)
        self.guessable = self._names_of_pools(roots, managed)
        self._pools = tuple(roots.values())
        self._served = Served(self.program, self._methods_of_pools())
        self._kinds = {}
        self.selves = Selves(self.program, lambda key: key in self.followed)

    def _names_of_pools(self, roots: dict[str, int], managed: frozenset[tuple[int, str]]) -> dict[str, list[int]]:
        """Attributes of roots that hold a managed buffer or a pool with one, and that no other class has."""
        found: dict[str, list[int]] = {}
        for oid in roots.values():
            for name, value in self.heap[oid].attrs.items():
                inner = any(isinstance(p, Instance) and self._leads_to(p.oid, managed, 3) for p in parts(value))
                if (oid, name) in managed or inner:
                    found.setdefault(name, []).append(oid)
        elsewhere = self._names_elsewhere(found.keys())
        return {name: oids for name, oids in found.items() if name not in elsewhere}

    def _leads_to(self, oid: int, managed: frozenset[tuple[int, str]], depth: int) -> bool:
        if any(holder == oid for holder, _ in managed):
            return True
        held = (p for v in self.heap[oid].attrs.values() for p in parts(v) if isinstance(p, Instance))
        return depth > 0 and any(p.oid != oid and self._leads_to(p.oid, managed, depth - 1) for p in held)

    def _names_elsewhere(self, names: AbstractSet[str]) -> set[str]:
        """Which of these attributes and methods classes other than pools define."""
        found: set[str] = set()
        for info in self.program.classes.values():
            if info.key in self.pool_classes:
                continue
            found |= names & (info.methods.keys() | info.statics.keys())
            found |= {t.id for f in info.fields for t in f.targets if isinstance(t, r.Name) and t.id in names}
        for method in self.program.having(names):
            if method.owner is not None and method.owner not in self.pool_classes:
                found |= stored_of(method.record, names)
        return found

    def _methods_of_pools(self) -> frozenset[str]:
        """The methods that pools have and no other class."""
        every = self.program.classes.items()
        others = {name for key, info in every if key not in self.pool_classes for name in info.methods}
        mine = {name for key in self.pool_classes for name in self.program.classes[key].methods}
        return frozenset(mine - others - self.protocol.register_methods)

    # -- typing ------------------------------------------------------------------------------------------------------

    def pools_of(self, cls: ClassInfo | None) -> Value | None:
        """The pool objects that a value of this class can be."""
        oids = self.pool_classes.get(cls.key, []) if cls is not None and cls.key not in self.handed_out else []
        if cls is None or not oids:
            return None
        chosen = self.chosen(oids)
        self.took_heir = self.took_heir or self.heap[chosen].cls != cls.key
        return Instance(chosen)

    def known_by_use(self, value: Instance, name: str) -> Value | None:
        """One of the pools that have the methods, which only pools have, that a class calls on its attribute."""
        calls = self._served.calls(self.heap[value.oid].cls, name)
        able = [oid for oid in self._pools if all(self.program.method(self.heap[oid].cls, call) for call in calls)]
        if not calls or not able:
            return None
        self.guessed = True
        return Instance(self.chosen(able))

    def typed(self, path: str, annotation: r.Expr | None) -> Value | None:
        """The pool objects that an annotation allows, or an object of another class of the program."""
        return self.object_of(self.annotated_class(path, annotation))

    def object_of(self, cls: ClassInfo | None) -> Value | None:
        """What an object of a class is: one of the pools, or one that nobody built here."""
        found = self.pools_of(cls)
        if found is not None or cls is None or cls.key in self.pool_classes or cls.key in self.handed_out:
            return found
        return Instance(self.heap.allocate(cls.key, self.site(), None).oid)

    def bind(self, info: FunctionInfo, func: Func, args: Arguments) -> dict[str, Value]:
        """Bind arguments; an unknown that is annotated as a pool is one."""
        env = super().bind(info, func, args)
        if self.building or not self.outside:
            return env
        for param in info.record.params:
            if param.annotation is not None and isinstance(env[param.name], Sym):
                env[param.name] = self.typed(info.path, param.annotation) or env[param.name]
        return env

    def compute_into(self, out: Value, args: Arguments, st: State, at: int) -> Value:
        """What goes through memory that objects outside keep, and from there into the same buffer, is not consumed."""
        if self._is_kept_outside(out) and is_put_back(self.program, self.frame.info, at):
            return self.call_unknown(Sym("torch", ()), args, st, at)
        return super().compute_into(out, args, st, at)

    def put_where_told(self, told: list[Value], args: Arguments, st: State, at: int) -> bool:
        """Memory that objects outside keep is out of sight: a callee that nobody knows may put anything there."""
        return not any(map(self._is_kept_outside, told)) and super().put_where_told(told, args, st, at)

    def _is_kept_outside(self, out: Value) -> bool:
        return self.outside and any(isinstance(part, Sym) and part.op != "param" for part in parts(out))

    def as_said(self, value: Value, annotation: r.Expr) -> Value:
        """A variable that is annotated as a pool is one, as a parameter is."""
        if self.building or not self.outside or not isinstance(value, Sym):
            return super().as_said(value, annotation)
        return self.pools_of(self.annotated_class(self.frame.info.path, annotation)) or value

    # What the functions that are walked find in attributes.
    found: Kept | None = None
    outside = False
    followed: frozenset[str] = frozenset()

    def call_function(self, func: Func, args: Arguments, st: State, at: int) -> Value:
        """Outside, only calls that can read a buffer or wait are followed; the others cannot."""
        if not self.outside or self.building:
            return super().call_function(func, args, st, at)
        if self.matters(func, args):
            found = super().call_function(func, args, st, at)
        else:
            found = self.call_unknown(Sym("unfollowed", (func.key, func.receiver)), args, st, at)
        return (self._pool_returned(self.program.functions[func.key]) or found) if isinstance(found, Sym) else found

    def _pool_returned(self, info: FunctionInfo) -> Value | None:
        """The pool that a function says it returns, where nothing else is known of what it does."""
        return self.pools_of(self.annotated_class(info.path, info.record.returns)) if info.record.returns else None

    def matters(self, func: Func, args: Arguments) -> bool:
        """Whether a call can read a buffer or wait: what it enters is near one, or is given one."""
        if func.key in self.followed or func.closure >= 0:
            return True
        if self.program.functions[func.key].owner in self.pool_classes:
            return True
        return any(isinstance(p, (Row, Table, Data)) or self._holds_pool(p) for a in args.all() for p in parts(a))

    def _holds_pool(self, value: Value) -> bool:
        return isinstance(value, Instance) and self.heap[value.oid].cls in self.pool_classes

    def load_unknown(self, value: Value, name: str, st: State, at: int) -> Value:
        """An attribute of an unknown: where only pools have it, the unknown is a pool; its counter is registered."""
        found = super().load_unknown(value, name, st, at)
        if not self.outside or self.building or (value, name) in st.attrs:
            return found
        other = self._other_kind(value, name)
        if other is not None:
            return self.load_attr(other, name, st, at)
        if found != Sym("attr", (value, name)):
            return found
        if name in self.protocol.counter_attrs:
            return Counter("live", "registered")
        if name not in self.guessable:
            return found
        self.guessed = True
        return self.load_attr(Instance(self.chosen(self.guessable[name])), name, st, at)

    def _other_kind(self, value: Value, name: str) -> Value | None:
        """A pool with a buffer that the function names, where it asks an unknown whether it is a pool of some kind."""
        asked = self._kinds.get(value) if self.names_buffers else None
        if asked is None:
            return None
        able = [oid for oid in self._pools if self.has_wanted(oid) and not self._is_one_of(oid, asked)]
        found = Instance(self.chosen(able)) if able else None
        return found if found is not None and self.offers(found.oid, name) else None

    def _is_one_of(self, oid: int, classes: set[str]) -> bool:
        return not classes.isdisjoint(self.program.classes[self.heap[oid].cls].mro)

    def load_instance(self, value: Instance, name: str, st: State, at: int) -> Value:
        """A field of an object that was not built here: what its annotation says, not its default."""
        thing = self.heap[value.oid]
        handed = thing.site[0] == OUTSIDE
        self.doubt(value, name)
        self.heed_inferred(value, name)
        if handed and name not in thing.attrs and (value.oid, name) not in st.attrs:
            said = self.program.annotations(thing.cls, name)
            if said:
                return self._field(value, name, *said[0])
        return super().load_instance(value, name, st, at)

    def _field(self, value: Instance, name: str, path: str, annotation: r.Expr | None) -> Value:
        before, self.took_heir = self.took_heir, False
        found = self.typed(path, annotation) or Sym("attr", (Instance(value.oid), name))
        if self.took_heir:
            self.uncertain.add((value.oid, name))
        self.took_heir = self.took_heir or before
        self.doubt(value, name)
        return found

    # -- entries -----------------------------------------------------------------------------------------------------

    def outside_arguments(self, info: FunctionInfo, receiver: Value | None) -> dict[str, Value]:
        """Parameters of a function outside: pools where annotations say so, unknowns else."""
        env: dict[str, Value] = {}
        bound = receiver is not None and "staticmethod" not in decorator_names(info.record)
        for position, param in enumerate(info.record.params):
            if position == 0 and bound and receiver is not None:
                env[param.name] = receiver
            else:
                env[param.name] = self.typed(info.path, param.annotation) or self.parameter(info, param)
        return env

    def walk_outside(self, info: FunctionInfo) -> list[Walk]:
        """Walk one function outside the pools, once for each object of its own and each pool that its values can be."""
        walks = []
        for own in self.selves.of(info):
            self.pick_for(info)
            while self.choice < self.choices:
                walks.append(self._walk_once(info, own))
                self.choice += 1
        self.pick_for_nobody()
        return walks

    def _walk_once(self, info: FunctionInfo, own: str | None) -> Walk:
        receiver = self._object_outside(own)
        self.outside, self.guessed, self.budget = True, False, OUTSIDE_STEPS
        self._tables, self._kinds = frozenset(), {}
        self.memo.clear()
        env = self.outside_arguments(info, receiver)
        self.left_before = self._left_in(receiver)
        reads, end = self.run_entry(info, receiver, env)
        self.outside, self.budget, self.left_before = False, MAX_STEPS, {}
        return Walk(
            -1,
            info.key,
            tuple(reads),
            end,
            guessed=self.guessed,
            lent=self.lent,
            tables=self._tables,
            unfinished=self.unfinished,
        )

    def _left_in(self, receiver: Value | None) -> dict[tuple[object, str], Value]:
        """What a keeper has left in the object on which a function is walked, and in the records there."""
        if self.found is None or not isinstance(receiver, Instance):
            return {}
        return {**self.found.others, **{(receiver.oid, name): value for name, value in self.found.own.items()}}

    def value_outside(self, info: FunctionInfo, expr: r.Expr) -> Value:
        """What an expression over the parameters of a function outside the pools stands for."""
        self.outside, self.choice = True, 0
        receiver = self._object_outside(info.owner)
        self.frames = [Frame(BUILDER, None, None), Frame(info, receiver, None)]
        st = State()
        st.env = self.outside_arguments(info, receiver)
        try:
            return self.ev(expr, st)
        finally:
            self.outside, self.frames = False, []

    def _object_outside(self, cls: str | None) -> Value | None:
        return Instance(self.heap.allocate(cls, self.site(), None).oid) if cls is not None else None

    def _hand_out(self, part: Instance, st: State) -> None:
        """With a pool that another one owns all its buffers are handed on."""
        super()._hand_out(part, st)
        if self.outside:
            self.lend(frozenset(attr for oid, attr in self.managed_buffers if oid == part.oid))

    def _leave_running(self, code: Value, st: State, at: int) -> None:
        """Code that a function outside hands out reads when somebody runs it."""
        before = len(self.reads)
        super()._leave_running(code, st, at)
        if self.outside:
            self.reads[before:] = [msgspec.structs.replace(read, deferred=True) for read in self.reads[before:]]

    def lend(self, buffers: frozenset[str]) -> None:
        """Whole buffers are handed on: of a function outside it is remembered which."""
        if not self.outside:
            super().lend(buffers)
        self._tables |= buffers

    _tables: frozenset[str] = frozenset()
    # Unknowns of which the function that is walked asks whether they are pools, and the classes that it asks for.
    _kinds: dict[Value, set[str]]

    def assume(self, test: r.Expr, value: Value, st: State, *, truth: bool) -> None:
        """After ``isinstance(x, Pool)`` an unknown ``x`` is such a pool."""
        super().assume(test, value, st, truth=truth)
        if not (self.outside and isinstance(value, Sym) and value.op == "isinstance"):
            return
        tested = test.args[0].value if isinstance(test, r.Call) and test.args else None
        subject, wanted = value.args
        classes = [p.key for p in parts(wanted) if isinstance(p, Cls) and p.key not in self.handed_out]  # type: ignore[arg-type]
        pools = [self.pool_classes.get(key, []) for key in classes]
        oids = [oid for some in pools for oid in some]
        if not oids or not isinstance(subject, Sym):
            return
        self._kinds.setdefault(subject, set()).update(classes)
        if not truth:
            return
        found = Instance(self.chosen(oids))
        if isinstance(tested, r.Name):
            st.env[tested.id] = found
        elif isinstance(tested, r.Attr):
            for owner in options(self.ev(tested.value, st)):
                key = owner.oid if isinstance(owner, Instance) else owner
                st.attrs[(key, tested.name)] = found
