"""What an attribute holds of an object that nobody built here: what the methods of its class store in it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import as_attribute, attrs_of, own_attribute, walk_all
from gatecheck.flow.base import Bail, Frame
from gatecheck.flow.displays import displayed, items_of
from gatecheck.flow.holding import given_to, hands_tables, spelled_out
from gatecheck.flow.state import State
from gatecheck.flow.steps import Step, making, steps_of
from gatecheck.flow.values import Func, Instance, ListOf, Partial, Row, Sym, Table, Value, parts, union
from gatecheck.flow.walk import Walker
from gatecheck.flow.world import BUILDER
from gatecheck.program.keepers import made_of, put_in
from gatecheck.program.link import FunctionInfo

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.link import ClassInfo

OUTSIDE = "<outside>"
"""Where objects are made that nobody built here."""
_MAX_INFER = 4
_MAX_STEPS = 4_000


class _Inferred(msgspec.Struct, frozen=True):
    """How what an attribute holds was found: among how many pools, and whether by a guess."""

    choices: int
    guessed: bool


class Inferring(Walker):
    """Infers attributes from single assignments."""

    managed_buffers: frozenset[tuple[int, str]] = frozenset()
    # What leads to a buffer.
    leading: frozenset[str] = frozenset()
    outside = False
    # Whether the running walk took something for a pool by a guess, and for how many pools it is to be made.
    guessed: bool = False
    choices = 1
    took_heir = False
    # Attributes of objects that nobody built here whose class is only a base of what is taken for it.
    uncertain: set[tuple[int, str]]
    # How each attribute was inferred: whoever loads it is to be walked for each of the pools, too, and as uncertain.
    _known: dict[tuple[int, str], _Inferred]
    _assigned: dict[str, dict[str, r.Expr | None]]
    _assigning: dict[str, tuple[r.Assign, ...]]
    _steps: dict[str, tuple[Step, ...]]
    _inferring: int = 0

    def forget_inferred(self) -> None:
        """Begin with objects of which nothing is known."""
        self.uncertain = set()
        self._known = {}
        self._assigned = {}
        self._assigning = {}
        self._steps = {}

    def typed(self, path: str, annotation: r.Expr | None) -> Value | None:
        """The pool objects that an annotation allows, or an object of another class of the program."""
        raise NotImplementedError

    def object_of(self, cls: ClassInfo | None) -> Value | None:
        """What an object of a class is: one of the pools, or one that nobody built here."""
        raise NotImplementedError

    def outside_arguments(self, info: FunctionInfo, receiver: Value | None) -> dict[str, Value]:
        """Parameters of a function outside: pools where annotations say so, unknowns else."""
        raise NotImplementedError

    def known_by_use(self, value: Instance, name: str) -> Value | None:
        """What an attribute holds that nothing is stored in of which anything is known, by what is asked of it."""
        raise NotImplementedError

    def doubt(self, value: Instance, name: str) -> None:
        """What other objects hold is known by what their classes say of it: a base says little of its heirs."""
        if self.outside and (value.oid, name) in self.uncertain:
            outer = self.frames[1].receiver if len(self.frames) > 1 else None
            self.guessed = self.guessed or outer != Instance(value.oid)

    def stands_for_heirs(self, oid: int) -> bool:
        """Whether an object is one that only its declaration tells of: its class may be another that inherits."""
        return self.heap[oid].site[0] == OUTSIDE or super().stands_for_heirs(oid)

    def heed_inferred(self, value: Instance, name: str) -> None:
        """An attribute that was inferred for somebody else is as uncertain here."""
        known = self._known.get((value.oid, name)) if self.heap[value.oid].site[0] == OUTSIDE else None
        if known is not None:
            self._heed(known)

    def load_missing(self, value: Instance, name: str, st: State, at: int) -> Value:
        """An attribute of an object that was not built here: what its class's methods store in it."""
        thing = self.heap[value.oid]
        if thing.site[0] != OUTSIDE or self._inferring >= _MAX_INFER:
            return super().load_missing(value, name, st, at)
        before, self.took_heir = self.took_heir, False
        choices, self.choices = self.choices, 1
        guessed, self.guessed = self.guessed, False
        self._inferring += 1
        try:
            thing.attrs[name] = found = self._inferred(value, name)
            if self.took_heir:
                self.uncertain.add((value.oid, name))
            self._known[value.oid, name] = _Inferred(self.choices, self.guessed)
        finally:
            # A walk that is given up in here must not cost the next one its depth.
            self._inferring -= 1
            self.took_heir = self.took_heir or before
            self._heed(_Inferred(choices, guessed))
        self.doubt(value, name)
        return found

    def _heed(self, known: _Inferred) -> None:
        self.choices = max(self.choices, known.choices)
        self.guessed = self.guessed or known.guessed

    def _inferred(self, value: Instance, name: str) -> Value:
        unknown = Sym("attr", (Instance(value.oid), name))
        found: list[Value] = []
        for key in self.program.classes[self.heap[value.oid].cls].mro:
            for method in self.program.storing(key, name):
                found += self._stored_by(method, value, name)
        pools = [v for v in found if self._is_known(v)]
        return union(*pools) if pools else self.known_by_use(value, name) or unknown

    def _stored_by(self, method: FunctionInfo, value: Instance, name: str) -> list[Value]:
        """What a method stores in an attribute of its object, as far as one expression shows it."""
        nodes = self.assignments(method)
        stored = [self._given(method, value, node, expr) for node in nodes for expr in given_to(name, node)]
        known = [one for one in (*stored, *self._functions_put_in(method, value, name)) if one is not None]
        return known if any(map(self._is_known, known)) else [*known, *self._made_in_steps(method, value, name)]

    def _functions_put_in(self, method: FunctionInfo, value: Instance, name: str) -> Iterator[Value]:
        """The functions that a method puts into a table, one by one."""
        for attribute, expr in put_in(method.record):
            if attribute == name and self._takes_functions(method, value, expr):
                found = self._functions_of(method, value, expr)
                yield from [ListOf(found)] if found is not None else []

    def _is_known(self, value: Value) -> bool:
        """Whether a value holds an object, a buffer, a layer of one, or code that can read."""
        return any(isinstance(part, (Instance, Table, Row)) or self._is_code(part) for part in parts(value))

    def _is_code(self, part: Value) -> bool:
        """Whether something is code that knows an object, is given one before it is called, or needs none."""
        if isinstance(part, Partial):
            return any(map(self._is_code, parts(part.func)))
        if not isinstance(part, Func):
            return False
        info = self.program.functions.get(part.key)
        return part.closure >= 0 or isinstance(part.receiver, Instance) or (info is not None and info.owner is None)

    def _made_in_steps(self, method: FunctionInfo, value: Instance, name: str) -> list[Value]:
        """What a method puts into an attribute step by step, where that can be layers of a buffer or a reader."""
        words = {buffer for _, buffer in self.managed_buffers} | self.lenders
        if not attrs_of(method.record, words):
            return []
        body = making(self._steps_of(method), name, words)
        before, self.budget = self.budget, self.steps + _MAX_STEPS
        try:
            ends = self._run_in(method, value, body) if body else []
        except (Bail, RecursionError):
            return []
        finally:
            self.budget = before
        return [end.attrs[value.oid, name] for end in ends if (value.oid, name) in end.attrs]

    def _steps_of(self, method: FunctionInfo) -> tuple[Step, ...]:
        """The statements of a method, each with what it does, looked at once."""
        found = self._steps.get(method.key)
        if found is None:
            found = self._steps[method.key] = steps_of(method.record)
        return found

    def _given(self, method: FunctionInfo, value: Instance, node: r.Assign, given: r.Expr | None) -> Value | None:
        """What one assignment stores, by what it is annotated with, makes, or names."""
        given = as_attribute(given) if given is not None else None
        annotated = self.typed(method.path, node.annotation)
        if annotated is None and given is not None:
            annotated = self._made_by(method, value, given)
        elif isinstance(annotated, Instance) and isinstance(given, r.Attr) and given.name in self.leading:
            found = self.evaluated_in(method, value, given)
            return found if self._is_inner(found, self.annotated_class(method.path, node.annotation)) else annotated
        if annotated is not None or given is None:
            return annotated
        expr = spelled_out(given, self.assignments(method))
        if hands_tables(expr, {name for _, name in self.managed_buffers}, self.lenders):
            return self.evaluated_in(method, value, expr)
        if self._takes_functions(method, value, expr):
            return self._functions_of(method, value, expr)
        if not isinstance(given, (r.Name, r.Attr, r.BoolOp, r.Cond)):
            return None
        kept = self.evaluated_in(method, value, given)
        return kept if _holds_object(kept) else self._declared(method, given) or kept

    def _is_inner(self, found: Value, cls: ClassInfo | None) -> bool:
        """Whether an object is one that another object owns, and of the class that an annotation says."""
        if not isinstance(found, Instance) or cls is None or self.heap[found.oid].parent is None:
            return False
        return self.program.is_a(self.heap[found.oid].cls, cls.key)

    def _takes_functions(self, method: FunctionInfo, value: Instance, expr: r.Expr) -> bool:
        """Whether an expression is made of methods of the object, or of what a module keeps functions in."""
        cls = self.heap[value.oid].cls
        for node in made_of(expr):
            own = node.value if isinstance(node, r.Const) else own_attribute(node, method.record)
            if isinstance(own, str) and self.program.method(cls, own) is not None:
                return True
            if isinstance(node, r.Name) and _is_function(self.program.lookup(method.path, node.id)):
                return True
        return False

    def _functions_of(self, method: FunctionInfo, value: Instance, expr: r.Expr) -> Value | None:
        """What an expression makes of functions; None where that is too much."""
        before, self.budget = self.budget, self.steps + _MAX_STEPS
        try:
            return self.evaluated_in(method, value, expr)
        except (Bail, RecursionError):
            return None
        finally:
            self.budget = before

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

    def _made_by(self, method: FunctionInfo, value: Instance, expr: r.Expr) -> Value | None:
        """The objects that an expression makes: one of a class, or a container of them and of others."""
        if isinstance(expr, r.Call):
            cls = self.program.class_of(method.path, expr.func)
            if cls is not None:
                return self.object_of(cls)
            return self._made_by(method, value, expr.args[0].value) if len(expr.args) == 1 else None
        if isinstance(expr, r.Comp):
            element = self._made_by(method, value, expr.value)
            return ListOf(element) if element is not None else None
        if isinstance(expr, (r.Seq, r.DictLit)):
            made = [self._made_by(method, value, item) for item in items_of(expr)]
            if any(made) or any(isinstance(item, r.Attr) and item.name in self.leading for item in items_of(expr)):
                known = zip(made, items_of(expr), strict=True)
                return displayed(expr, [one or self._named_by(method, value, item) for one, item in known])
        return None

    def _named_by(self, method: FunctionInfo, value: Instance, expr: r.Expr) -> Value | None:
        """The object that a name stands for."""
        named = self.evaluated_in(method, value, expr) if isinstance(expr, (r.Name, r.Attr)) else None
        return named if named is not None and _holds_object(named) else None

    def evaluated_in(self, method: FunctionInfo, value: Instance, expr: r.Expr) -> Value:
        with self._inside(method, value):
            return self.ev(expr, self._locals(method, value))

    def _run_in(self, method: FunctionInfo, value: Instance, body: tuple[r.Stmt, ...]) -> list[State]:
        with self._inside(method, value):
            return self.exec_block(body, [self._locals(method, value)])

    @contextmanager
    def _inside(self, method: FunctionInfo, value: Instance) -> Iterator[None]:
        """Evaluate in a method, as while objects are built."""
        held, self.frames = self.frames, [Frame(BUILDER, None, None), Frame(method, value, None)]
        was, self.building = self.building, True
        try:
            yield
        finally:
            self.building = was
            self.frames = held

    def _locals(self, method: FunctionInfo, value: Value) -> State:
        st = State()
        st.env = self.outside_arguments(method, value)
        for name, annotation in self._local_names(method).items():
            st.env.setdefault(name, self.typed(method.path, annotation) or Sym("local", (method.key, name)))
        return st

    def _local_names(self, method: FunctionInfo) -> dict[str, r.Expr | None]:
        """The variables that a method assigns, each with what it is annotated with, looked for once."""
        names = self._assigned.get(method.key)
        if names is None:
            nodes = sorted(self.assignments(method), key=lambda node: node.annotation is not None)
            names = {t.id: node.annotation for node in nodes for t in node.targets if isinstance(t, r.Name)}
            self._assigned[method.key] = names
        return names

    def assignments(self, method: FunctionInfo) -> tuple[r.Assign, ...]:
        """The assignments of a method, looked for once."""
        found = self._assigning.get(method.key)
        if found is None:
            found = tuple(node for node in walk_all(method.record.body) if isinstance(node, r.Assign))
            self._assigning[method.key] = found
        return found


def _is_function(target: object) -> bool:
    """Whether a name of a module stands for a function or a table."""
    return isinstance(target, (r.DictLit, FunctionInfo))


def _holds_object(value: Value) -> bool:
    return any(isinstance(part, Instance) for part in parts(value))
