"""Registrations of a pool's parts by others: who is outside may give a part the counter that its owner keeps from it.

Each function that registers, and that names what leads to a part without a counter, is run on every root that has one.
What it takes that from is unknown to it; here it is the root. A part that the owner mutes is registered only behind the
owner: what it was given before is taken from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts.deferred import can_quote
from gatecheck.facts.visit import attrs_of, called_of, decorator_names, stored_of
from gatecheck.flow.base import Bail, Frame
from gatecheck.flow.state import State
from gatecheck.flow.supplying import Supplying
from gatecheck.flow.values import NONE, NOTHING, Cls, Counter, Func, Instance, Sym, Value, parts, union
from gatecheck.flow.world import BUILDER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gatecheck.facts import records as r
    from gatecheck.flow.base import Arguments
    from gatecheck.program.link import FunctionInfo

_FAR = 2
_MAX_STEPS = 20_000
_BY_NAME = frozenset({"getattr", "setattr"})
_APART = "apart"
# What a root's counter is until the function that is run registers one.
_BEFORE = Sym("before", ())


class _Served(msgspec.Struct, frozen=True):
    """A root, its parts without a counter, and the attributes and methods by which others come to them.

    ``words`` are the names of what registers.
    """

    root: int
    silent: frozenset[int]
    leads: frozenset[str]
    words: frozenset[str] = frozenset()


class Registering(Supplying):
    """Runs what registers the parts of roots."""

    # The root that stands for what is unknown, while a function outside the pools is run.
    _on: _Served | None = None

    def register_parts(self, roots: Iterable[int]) -> None:
        """Give parts of roots the counters that functions outside the pools register with them."""
        served = [each for root in roots if (each := self._parts_of(root)).silent]
        words = self._registering_names() if served else frozenset()
        for info in self._functions(words) if served else ():
            for each in served:
                self._serve(msgspec.structs.replace(each, words=words), info)

    def _parts_of(self, root: int) -> _Served:
        held = list(self._held(root))
        silent = {part for _, _, part in held if self.is_silent(part)}
        leading = set(silent)
        while more := {holder for holder, _, part in held if part in leading} - leading:
            leading |= more
        attrs = {name for _, name, part in held if part in leading}
        return _Served(root, frozenset(silent - {root}), frozenset(attrs | self._methods_to(root, attrs)))

    def _held(self, root: int) -> Iterator[tuple[int, str, int]]:
        """Everything below a root: what holds it, in which attribute, and what it is."""
        seen, queue = {root}, [root]
        while queue:
            holder = queue.pop()
            for name, value in self.heap[holder].attrs.items():
                for part in parts(value):
                    if isinstance(part, Instance):
                        yield holder, name, part.oid
                        queue += [part.oid] if part.oid not in seen else []
                        seen.add(part.oid)

    def is_silent(self, oid: int) -> bool:
        """Whether an object that can be given a counter has none."""
        thing = self.heap[oid]
        held = (thing.attrs.get(name, NONE) for name in self.protocol.counter_attrs)
        return self.is_pool_class(thing.cls) and not any(_is_given(value) for value in held)

    def _methods_to(self, root: int, attrs: set[str]) -> set[str]:
        """The methods of a root that name what leads to such a part; its own registration is none of them."""
        classes = (self.program.classes[key] for key in self.program.classes[self.heap[root].cls].mro)
        methods = {name: method for each in classes for name, method in each.methods.items()}
        near = {name for name, method in methods.items() if attrs_of(method.record, attrs)}
        return {name for name in near if not name.startswith("__")} - self.protocol.register_methods

    # -- who registers -----------------------------------------------------------------------------------------------

    def _registering_names(self) -> frozenset[str]:
        """The names by which functions are called that register something, by themselves or through others."""
        names = set(self.protocol.register_methods)
        for _ in range(_FAR):
            calling = [i for i in self.program.having(names) if called_of(i.record, names)]
            names |= {label for info in calling for label in self._labels(info)}
        return frozenset(names)

    def _labels(self, info: FunctionInfo) -> set[str]:
        if info.record.name != "__init__" or info.owner is None:
            return {info.record.name}
        return {self.program.classes[heir].name for heir in self.program.heirs[info.owner]}

    def _functions(self, words: frozenset[str]) -> list[FunctionInfo]:
        """The functions of no pool that register, or store a counter themselves."""
        counters = self.protocol.counter_attrs
        return [
            info
            for info in self.program.having(words | counters)
            if info.outer is None and not (info.owner is not None and self.is_pool_class(info.owner))
            if called_of(info.record, words) or stored_of(info.record, counters)
        ]

    # -- what it does ------------------------------------------------------------------------------------------------

    def _serve(self, served: _Served, info: FunctionInfo) -> None:
        """Run a function, behind the constructor of its object, on a root; note which parts have a counter then."""
        init = self.program.method(info.owner, "__init__") if info.owner is not None else None
        steps = [each for each in dict.fromkeys((init, info)) if each is not None]
        makes = {self.program.classes[self.heap[served.root].cls].name}
        if not any(_names(each.record, served.leads) or called_of(each.record, makes) for each in steps):
            return
        after = self._run_on(served, steps)
        for (owner, name), value in after.attrs.items() if after is not None else ():
            if owner in served.silent and name in self.protocol.counter_attrs and _is_given(value):
                self.heap[owner].attrs[name] = Counter("live", "registered")

    def _run_on(self, served: _Served, steps: list[FunctionInfo]) -> State | None:
        """The state behind functions that are run one after the other on the same object, and on a root."""
        before = (self.building, self.steps, self.budget, self.frames)
        self.building, self.steps, self.budget, self.frames = True, 0, _MAX_STEPS, [Frame(BUILDER, None, None)]
        made = self.heap.mark()
        self._on = served
        try:
            return self._run_each(steps)
        except (Bail, RecursionError):
            return None
        finally:
            self._on = None
            self.heap.forget(made)
            self.memo.clear()
            self.building, self.steps, self.budget, self.frames = before

    def _run_each(self, steps: list[FunctionInfo]) -> State | None:
        assert self._on is not None
        begin = State()
        begin.attrs = {(self._on.root, name): _BEFORE for name in self.protocol.counter_attrs}
        after: State | None = begin
        for info in steps:
            receiver = self._registrant(info)
            if after is not None:
                after = self._run(info, Func(info.key, receiver), self._unknowns(info, receiver), after).state
        return after

    def _registrant(self, info: FunctionInfo) -> Instance | None:
        """The object of a method: one that is forgotten afterwards."""
        if info.owner is None or "staticmethod" in decorator_names(info.record):
            return None
        return Instance(self.heap.allocate(info.owner, (BUILDER.key, 0), "registering").oid)

    def _unknowns(self, info: FunctionInfo, receiver: Instance | None) -> dict[str, Value]:
        """What a function is given: unknowns, and the root where an annotation names its class."""
        env: dict[str, Value] = {}
        for position, param in enumerate(info.record.params):
            said = self.annotated_class(info.path, param.annotation)
            if position == 0 and receiver is not None:
                env[param.name] = receiver
            elif said is not None and self.is_pool_class(said.key):
                assert self._on is not None
                root = self.program.is_a(self.heap[self._on.root].cls, said.key)
                env[param.name] = Instance(self._on.root) if root else Sym(_APART, (info.key, param.name))
            else:
                env[param.name] = Sym("param", (info.key, param.name))
        return env

    def counter_stored(self, oid: int, name: str, new: Value, st: State, at: int) -> Value:
        """What a counter attribute holds from here on; a part that its owner mutes keeps nothing from before."""
        if self._on is None:
            return super().counter_stored(oid, name, new, st, at)
        early = oid in self._on.silent and self._is_muted(oid) and not self._is_registered(self._on.root, st)
        return NONE if early or all(map(self.waits_for_nothing, parts(new))) else new

    def _is_muted(self, oid: int) -> bool:
        held = (self.heap[oid].attrs.get(name) for name in self.protocol.counter_attrs)
        return any(isinstance(value, Counter) and value.state == "muted" for value in held)

    def _is_registered(self, root: int, st: State) -> bool:
        """Whether a root has been given a counter on every way."""
        held = (parts(st.attrs.get((root, name), _BEFORE)) for name in self.protocol.counter_attrs)
        return any(_BEFORE not in each for each in held)

    def call_function(self, func: Func, args: Arguments, st: State, at: int) -> Value:
        """Call a function; what neither registers nor leads to a part is not followed."""
        if self._on is None or self._matters(func, self._on):
            return super().call_function(func, args, st, at)
        return Sym("unfollowed", (self.place(at), func.key))

    def _matters(self, func: Func, served: _Served) -> bool:
        record = self.program.functions[func.key].record
        counters = self.protocol.counter_attrs
        return bool(called_of(record, served.words) or stored_of(record, counters)) or _names(record, served.leads)

    def construct(self, cls: Cls, args: Arguments, st: State, at: int) -> Value:
        """Make an object; who makes one of the root's class, or of one that is handed to it, works on these."""
        if self._on is not None:
            handed = sorted(oid for oid in self._on.silent if self.heap[oid].handed_in)
            same = [oid for oid in (self._on.root, *handed) if self.heap[oid].cls == cls.key]
            if same:
                return union(*map(Instance, same))
        return super().construct(cls, args, st, at)

    def load_unknown(self, value: Value, name: str, st: State, at: int) -> Value:
        """Load an attribute of something unknown: where it leads to one of the parts, that is the root."""
        served = self._on
        if served is None or (value, name) in st.attrs or not self._may_be_root(value, st, served.root):
            return super().load_unknown(value, name, st, at)
        if name not in served.leads | self.protocol.register_methods:
            return super().load_unknown(value, name, st, at)
        found = self.load_instance(Instance(served.root), name, st, at)
        return found if found != Sym("attr", (Instance(served.root), name)) else Sym("attr", (value, name))

    def _may_be_root(self, value: Value, st: State, root: int) -> bool:
        """Whether an unknown is not of another kind, and does not come from one that is."""
        step: object = value
        while isinstance(step, Sym):
            if step.op == _APART or self._is_asked_apart(step, st, root):
                return False
            step = step.args[0] if step.args else None
        return True

    def _is_asked_apart(self, value: Sym, st: State, root: int) -> bool:
        """Whether a check has shown that an unknown is a pool of other classes than a root's."""
        asked = (c.args for c, truth in st.conds.items() if truth and isinstance(c, Sym) and c.op == "isinstance")
        wanted = [parts(classes) for subject, classes in asked if subject == value]  # type: ignore[arg-type]
        return any(not any(self._is_allowed(root, cls) for cls in some) for some in wanted)

    def _is_allowed(self, root: int, cls: Value) -> bool:
        if not isinstance(cls, Cls) or not self.is_pool_class(cls.key):
            return True
        return self.program.is_a(self.heap[root].cls, cls.key)


def _is_given(value: Value) -> bool:
    """Whether a counter attribute holds a counter, on some way at least."""
    return any(
        part not in (NONE, NOTHING) and not (isinstance(part, Counter) and part.state in {"muted", "unset"})
        for part in parts(value)
    )


def _names(record: r.Function, leads: frozenset[str]) -> bool:
    """Whether a function names one of these attributes, or has it as a string."""
    return bool(attrs_of(record, leads)) or (can_quote(record, leads) and bool(called_of(record, _BY_NAME)))
