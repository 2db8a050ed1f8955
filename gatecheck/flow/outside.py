"""Code outside the pools: who reads a managed buffer past the accessors, and has it waited?

Every function that mentions a managed buffer, or a pool that another pool owns, is walked as an entry of its own. The
pool it works on is found through annotations, ``isinstance``, what its class stores in its attributes, and, last, names
that only pools have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import attrs_of, stored_of, walk_all
from gatecheck.flow.base import MAX_STEPS, Frame
from gatecheck.flow.holding import given_to, hands_tables, spelled_out
from gatecheck.flow.objects import decorator_names
from gatecheck.flow.state import State
from gatecheck.flow.values import Cls, Counter, Data, Instance, ListOf, Row, Sym, Table, Value, options, parts, union
from gatecheck.flow.verdicts import Walk
from gatecheck.flow.walk import Walker
from gatecheck.flow.world import BUILDER
from gatecheck.program.origins import Origins

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from gatecheck.flow.base import Arguments
    from gatecheck.flow.values import Func
    from gatecheck.program.link import ClassInfo, FunctionInfo

_MAX_POOLS = 3
_MAX_INFER = 4
OUTSIDE_STEPS = 10_000


class OutsideWalker(Walker):
    """Walks functions that are no methods of a pool."""

    pool_classes: dict[str, list[int]]
    guessable: dict[str, list[int]]
    managed_buffers: frozenset[tuple[int, str]] = frozenset()
    guessed: bool = False
    origins: Origins
    _assigned: dict[str, tuple[str, ...]]
    _assigning: dict[str, tuple[r.Assign, ...]]
    _inferring: int = 0
    _took_heir = False
    _uncertain: set[tuple[int, str]]

    def prepare_outside(self, roots: dict[str, int], managed: frozenset[tuple[int, str]]) -> None:
        """Learn which objects a class name, or an attribute that only pools have, can stand for."""
        self.pool_classes = {}
        # Attributes of objects that nobody built here whose class is only a base of what is taken for it.
        self._uncertain = set()
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
        self.guessable = self._names_of_pools(roots, managed)
        self.origins = Origins(self.program)
        self._wishes = {frozenset(): 0}
        self._assigned = {}
        self._assigning = {}

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
            for method in info.methods.values():
                found |= stored_of(method.record, names)
        return found

    # -- typing ------------------------------------------------------------------------------------------------------

    def pools_of(self, cls: ClassInfo | None) -> Value | None:
        """The pool objects that a value of this class can be."""
        oids = self.pool_classes.get(cls.key, []) if cls is not None and cls.key not in self.handed_out else []
        if cls is None or not oids:
            return None
        chosen = self.chosen(oids)
        self._took_heir = self._took_heir or self.heap[chosen].cls != cls.key
        return Instance(chosen)

    def chosen(self, oids: list[int]) -> int:
        """One of the pools that a value can be: each is walked by itself, since each is waited for in its own way.

        Those come first that have the buffers which the function names.
        """
        self.choices = max(self.choices, min(len(oids), _MAX_POOLS))
        if self._wanted:
            oids = sorted(oids, key=lambda oid: -sum((oid, name) in self.managed_buffers for name in self._wanted))
        return oids[min(self.choice, len(oids) - 1)]

    def _site(self) -> tuple[str, int]:
        """Where objects that nobody built here are made: one of each class for each choice among the pools."""
        return ("<outside>", self.choice + _MAX_POOLS * self._wishes.setdefault(self._wanted, len(self._wishes)))

    choice = 0
    choices = 1
    # The buffers that the function being walked names, and a number for each set of such names.
    _wanted: frozenset[str] = frozenset()
    _wishes: dict[frozenset[str], int]

    def typed(self, path: str, annotation: r.Expr | None) -> Value | None:
        """The pool objects that an annotation allows, or an object of another class of the program."""
        return self.object_of(self.annotated_class(path, annotation))

    def object_of(self, cls: ClassInfo | None) -> Value | None:
        """What an object of a class is: one of the pools, or one that nobody built here."""
        found = self.pools_of(cls)
        if found is not None or cls is None or cls.key in self.pool_classes or cls.key in self.handed_out:
            return found
        return Instance(self.heap.allocate(cls.key, self._site(), None).oid)

    def bind(self, info: FunctionInfo, func: Func, args: Arguments) -> dict[str, Value]:
        """Bind arguments; an unknown that is annotated as a pool is one."""
        env = super().bind(info, func, args)
        if self.building or not self.outside:
            return env
        for param in info.record.params:
            if param.annotation is not None and isinstance(env[param.name], Sym):
                env[param.name] = self.typed(info.path, param.annotation) or env[param.name]
        return env

    outside = False
    followed: frozenset[str] = frozenset()

    def call_function(self, func: Func, args: Arguments, st: State, at: int) -> Value:
        """Outside, only calls that can read a buffer or wait are followed; the others cannot."""
        if self.outside and not self.building and not self._matters(func, args):
            return self.call_unknown(Sym("unfollowed", (func.key,)), args, st, at)
        return super().call_function(func, args, st, at)

    def _matters(self, func: Func, args: Arguments) -> bool:
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
        if not self.outside or self.building or found != Sym("attr", (value, name)):
            return found
        if name in self.protocol.counter_attrs:
            return Counter("live", "registered")
        if name not in self.guessable:
            return found
        self.guessed = True
        return self.load_attr(Instance(self.chosen(self.guessable[name])), name, st, at)

    def load_instance(self, value: Instance, name: str, st: State, at: int) -> Value:
        """A field of an object that was not built here: what its annotation says, not its default."""
        thing = self.heap[value.oid]
        handed = thing.site[0] == "<outside>"
        self._doubt(value, name)
        if handed and name not in thing.attrs and (value.oid, name) not in st.attrs:
            said = self.program.annotations(thing.cls, name)
            if said:
                return self._field(value, name, *said[0])
        return super().load_instance(value, name, st, at)

    def _field(self, value: Instance, name: str, path: str, annotation: r.Expr | None) -> Value:
        before, self._took_heir = self._took_heir, False
        found = self.typed(path, annotation) or Sym("attr", (Instance(value.oid), name))
        if self._took_heir:
            self._uncertain.add((value.oid, name))
        self._took_heir = self._took_heir or before
        self._doubt(value, name)
        return found

    def _doubt(self, value: Instance, name: str) -> None:
        """What other objects hold is known by what their classes say of it: a base says little of its heirs."""
        outer = self.frames[1].receiver if len(self.frames) > 1 else None
        if self.outside and outer != Instance(value.oid) and (value.oid, name) in self._uncertain:
            self.guessed = True

    def load_missing(self, value: Instance, name: str, st: State, at: int) -> Value:
        """An attribute of an object that was not built here: what its class's methods store in it."""
        thing = self.heap[value.oid]
        if thing.site[0] != "<outside>" or self._inferring >= _MAX_INFER:
            return super().load_missing(value, name, st, at)
        self._inferring += 1
        before, self._took_heir = self._took_heir, False
        found = self._inferred(value, name)
        if self._took_heir:
            self._uncertain.add((value.oid, name))
        self._took_heir = self._took_heir or before
        self._doubt(value, name)
        self._inferring -= 1
        thing.attrs[name] = found
        return found

    def _inferred(self, value: Instance, name: str) -> Value:
        unknown = Sym("attr", (Instance(value.oid), name))
        found: list[Value] = []
        for key in self.program.classes[self.heap[value.oid].cls].mro:
            for method in self.program.classes[key].methods.values():
                found += self._stored_by(method, value, name)
        pools = [v for v in found if any(isinstance(p, (Instance, Table)) for p in parts(v))]
        return union(*pools) if pools else unknown

    def _stored_by(self, method: FunctionInfo, value: Instance, name: str) -> list[Value]:
        """What a method stores in an attribute of its object, as far as one expression shows it."""
        if not stored_of(method.record, frozenset({name})):
            return []
        nodes = self._assignments(method)
        stored = [self._given(method, value, node, expr) for node in nodes for expr in given_to(name, node)]
        return [one for one in stored if one is not None]

    def _given(self, method: FunctionInfo, value: Instance, node: r.Assign, given: r.Expr | None) -> Value | None:
        """What one assignment stores, by what it is annotated with, makes, or names."""
        annotated = self.typed(method.path, node.annotation)
        if annotated is None and given is not None:
            annotated = self._made_by(method, given)
        if annotated is not None or given is None:
            return annotated
        expr = spelled_out(given, self._assignments(method))
        if hands_tables(expr, {name for _, name in self.managed_buffers}, self.lenders):
            return self._evaluate_in(method, value, expr)
        if not isinstance(given, (r.Name, r.Attr, r.BoolOp, r.Cond)):
            return None
        kept = self._evaluate_in(method, value, given)
        return kept if _holds_object(kept) else self._declared(method, given) or kept

    def _declared(self, method: FunctionInfo, expr: r.Expr) -> Value | None:
        """What the class of an object says that one of its fields holds."""
        if not isinstance(expr, r.Attr):
            return None
        found = [
            typed
            for cls in self.origins.classes(expr.value, method)
            for path, annotation in self.program.annotations(cls.key, expr.name)
            if (typed := self.typed(path, annotation)) is not None
        ]
        return union(*found) if found else None

    def _made_by(self, method: FunctionInfo, expr: r.Expr) -> Value | None:
        """The objects that an expression makes: one of a class, or a container of them."""
        if isinstance(expr, r.Call):
            cls = self.program.class_of(method.path, expr.func)
            if cls is not None:
                return self.object_of(cls)
            return self._made_by(method, expr.args[0].value) if len(expr.args) == 1 else None
        if isinstance(expr, r.Comp):
            element = self._made_by(method, expr.value)
            return ListOf(element) if element is not None else None
        if isinstance(expr, (r.Seq, r.DictLit)):
            items = expr.items if isinstance(expr, r.Seq) else expr.values
            made = [m for item in items if (m := self._made_by(method, item)) is not None]
            return ListOf(union(*made)) if made else None
        return None

    def _evaluate_in(self, method: FunctionInfo, value: Instance, expr: r.Expr) -> Value:
        held, self.frames = self.frames, [Frame(BUILDER, None, None), Frame(method, value, None)]
        was, self.building = self.building, True
        try:
            return self.ev(expr, self._locals(method, value))
        finally:
            self.building = was
            self.frames = held

    def _locals(self, method: FunctionInfo, value: Value) -> State:
        st = State()
        st.env = self.outside_arguments(method, value)
        for name in self._local_names(method):
            st.env.setdefault(name, Sym("local", (method.key, name)))
        return st

    def _local_names(self, method: FunctionInfo) -> tuple[str, ...]:
        """The variables that a method assigns, looked for once."""
        names = self._assigned.get(method.key)
        if names is None:
            nodes = self._assignments(method)
            names = tuple(target.id for node in nodes for target in node.targets if isinstance(target, r.Name))
            self._assigned[method.key] = names
        return names

    def _assignments(self, method: FunctionInfo) -> tuple[r.Assign, ...]:
        """The assignments of a method, looked for once."""
        found = self._assigning.get(method.key)
        if found is None:
            found = tuple(node for node in walk_all(method.record.body) if isinstance(node, r.Assign))
            self._assigning[method.key] = found
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
        """Walk one function outside the pools, once for each pool that its values can be."""
        walks = []
        self._wanted = frozenset(attrs_of(info.record, {name for _, name in self.managed_buffers}))
        self.choice, self.choices = 0, 1
        while self.choice < self.choices:
            walks.append(self._walk_once(info))
            self.choice += 1
        self._wanted = frozenset()
        return walks

    def _walk_once(self, info: FunctionInfo) -> Walk:
        receiver: Value | None = None
        if info.owner is not None:
            receiver = Instance(self.heap.allocate(info.owner, self._site(), None).oid)
        self.outside, self.guessed, self.lent, self.budget = True, False, False, OUTSIDE_STEPS
        self._tables = frozenset()
        self.memo.clear()
        env = self.outside_arguments(info, receiver)
        reads, end = self.run_entry(info, receiver, env)
        self.outside, self.budget = False, MAX_STEPS
        return Walk(-1, info.key, tuple(reads), end, guessed=self.guessed, lent=self.lent, tables=self._tables)

    def lend(self, buffers: frozenset[str]) -> None:
        """Whole buffers are handed on: of a function outside it is remembered which."""
        if not self.outside:
            super().lend(buffers)
        self._tables |= buffers

    _tables: frozenset[str] = frozenset()

    def assume(self, test: r.Expr, value: Value, st: State, *, truth: bool) -> None:
        """After ``isinstance(x, Pool)`` an unknown ``x`` is such a pool."""
        super().assume(test, value, st, truth=truth)
        if not (truth and self.outside and isinstance(value, Sym) and value.op == "isinstance"):
            return
        tested = test.args[0].value if isinstance(test, r.Call) and test.args else None
        subject, wanted = value.args
        classes = [p.key for p in parts(wanted) if isinstance(p, Cls) and p.key not in self.handed_out]  # type: ignore[arg-type]
        pools = [self.pool_classes.get(key, []) for key in classes]
        oids = [oid for some in pools for oid in some]
        if not oids or not isinstance(subject, Sym):
            return
        found = Instance(self.chosen(oids))
        if isinstance(tested, r.Name):
            st.env[tested.id] = found
        elif isinstance(tested, r.Attr):
            for owner in options(self.ev(tested.value, st)):
                key = owner.oid if isinstance(owner, Instance) else owner
                st.attrs[(key, tested.name)] = found


def _holds_object(value: Value) -> bool:
    return any(isinstance(part, Instance) for part in parts(value))
