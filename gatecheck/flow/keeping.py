"""Objects that their builder keeps: on which stream they are loaded, and whether they ever get out of its sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.base import Bail, Frame
from gatecheck.flow.landing import Landing
from gatecheck.flow.setters import is_property
from gatecheck.flow.state import State
from gatecheck.flow.values import CURRENT_STREAM, NONE, External, Func, Instance, Row, Sym, Table, Value, parts
from gatecheck.flow.world import BUILDER

if TYPE_CHECKING:
    from gatecheck.flow.base import Arguments
    from gatecheck.flow.heap import HeapObject
    from gatecheck.program.link import ClassInfo, FunctionInfo

_LOOKS = frozenset({"len", "isinstance", "hasattr", "getattr", "id", "print", "repr", "str", "type", "bool", "range"})
_DEPTH = 3


class Keeping(Landing):
    """Runs the methods of a builder on the object that its constructor makes."""

    # Pools whose address went to something unknown, and the streams that loads wrote into which pool on.
    left: set[int]
    loads: set[tuple[int, Value]]
    # The properties of the keeper that stand for a pool: as with its attributes, who takes it there says so by name.
    aliases: dict[int, set[str]]
    # The loads that the running method has issued; for each method, those that nobody is behind at its end; and the
    # methods that issue some because another method calls them.
    _issued: set[tuple[int, Value]]
    _behind: dict[tuple[int, str], set[tuple[int, Value]]]
    _called: set[tuple[int, str]]

    def build_keeper(self, info: ClassInfo) -> int:
        """Make an object of a class and run every method of it and of what it keeps; its number."""
        self.left, self.aliases = set(), {}
        self._issued, self._behind, self._called = set(), {}, set()
        self.tracking = True
        oid = self.build(info, "keeper")
        self.loads = self._issued
        for thing in self.kept_by(oid):
            for name in sorted({n for key in self.program.classes[thing.cls].mro for n in self._methods(key)}):
                method = self.program.method(thing.cls, name)
                if method is not None and not self.opaque_function(method):
                    self._run_method(thing.oid, method, mine=thing.oid == oid)
        self.tracking = False
        self.loads = self.loads.union(*(behind for run, behind in self._behind.items() if self._is_entry(*run, oid)))
        return oid

    def _is_entry(self, oid: int, key: str, keeper: int) -> bool:
        """Whether a method is called from outside; what the keeper calls itself is judged by what follows the call."""
        private = self.program.functions[key].record.name.startswith("_")
        return (oid, key) not in self._called or (oid == keeper and not private)

    def _methods(self, key: str) -> list[str]:
        return [n for n in self.program.classes[key].methods if not n.startswith("__")]

    def parts_of(self, oid: int) -> set[int]:
        """The objects that an object holds, however deep."""
        found: set[int] = set()
        queue = [oid]
        while queue:
            held = {p.oid for v in self.heap[queue.pop()].attrs.values() for p in parts(v) if isinstance(p, Instance)}
            queue += held - found
            found |= held
        return found

    def kept_by(self, oid: int) -> list[HeapObject]:
        """An object and the objects in its attributes, pools' own parts left out."""
        found = {oid: self.heap[oid]}
        queue = [(oid, _DEPTH)]
        while queue:
            current, depth = queue.pop()
            for value in list(self.heap[current].attrs.values()):
                for part in parts(value):
                    if isinstance(part, Instance) and part.oid not in found and depth:
                        found[part.oid] = self.heap[part.oid]
                        if not self.is_pool(self.heap[part.oid].cls):
                            queue.append((part.oid, depth - 1))
        return [thing for thing in found.values() if thing.oid == oid or not self.is_pool(thing.cls)]

    def pools_kept_by(self, oid: int) -> list[tuple[str, int]]:
        """The pools in the attributes of an object and of what it keeps, with the attribute."""
        found: dict[int, str] = {}
        for thing in self.kept_by(oid):
            for name, value in thing.attrs.items():
                for part in parts(value):
                    if isinstance(part, Instance) and self.is_pool(self.heap[part.oid].cls):
                        found.setdefault(part.oid, name)
        return [(name, pool) for pool, name in found.items()]

    def is_pool(self, cls: str) -> bool:
        """Whether a class can be given a counter, and is none of the host side."""
        loads = self.protocol.load_methods
        return self.is_pool_class(cls) and not any(self.program.method(cls, name) for name in loads)

    def has_counter(self, oid: int) -> bool:
        """Whether a counter has been stored in an object."""
        attrs = self.heap[oid].attrs
        return any(
            part != NONE and not _is_nothing(part)
            for name in self.protocol.counter_attrs
            if name in attrs
            for part in parts(attrs[name])
        )

    def _run_method(self, oid: int, method: FunctionInfo, *, mine: bool) -> None:
        """Run one method with unknown arguments; what it stores is kept, what it returns to strangers has left."""
        value = Instance(oid)
        self._issued = self._behind[oid, method.key] = set()
        was, self.building = self.building, True
        steps, self.steps = self.steps, 0
        held, self.frames = self.frames, [Frame(BUILDER, None, None)]
        try:
            outcome = self._run(method, Func(method.key, value), self.unknown_arguments(method, value), State())
            if outcome.state is not None:
                self._behind[oid, method.key] = self.under_way(outcome.state)
                for (owner, name), stored in outcome.state.attrs.items():
                    if isinstance(owner, int):
                        self.heap[owner].attrs[name] = stored
            if mine and not method.record.name.startswith("_"):
                self._handed_out(method, outcome.value)
        except (Bail, RecursionError):
            self.limits.add(((method.key, 0), "too large to be followed"))
        finally:
            self.building = was
            self.frames = held
            self.steps = steps

    def _handed_out(self, method: FunctionInfo, value: Value) -> None:
        """A public method gives a value to strangers; a property is another name for it."""
        if not is_property(method.record):
            self.leaves(value)
            return
        for part in parts(value):
            if isinstance(part, Instance):
                self.aliases.setdefault(part.oid, set()).add(method.record.name)

    def leaves(self, value: Value) -> None:
        """Everything in a value is out of sight from here on."""
        self.left |= {part.oid for part in parts(value) if isinstance(part, Instance)}

    # -- what is watched ---------------------------------------------------------------------------------------------

    def call_unknown(self, func: Value, args: Arguments, st: State, at: int) -> Value:
        """A stranger may register what it is given; a load that nobody can enter writes into its pool."""
        if self.tracking:
            name = func.args[1] if isinstance(func, Sym) and func.op == "attr" else None
            if name in self.protocol.load_methods:
                self._loaded(tuple(p.oid for a in args.all() for p in parts(a) if isinstance(p, Instance)), st)
            elif not (isinstance(func, External) and func.name in _LOOKS):
                for value in args.all():
                    self.leaves(value)
        return super().call_unknown(func, args, st, at)

    def store_attr(self, value: Value, name: str, new: Value, st: State, at: int) -> None:
        """What is stored in something unknown has left."""
        if self.tracking and any(not isinstance(p, Instance) for p in parts(value)):
            self.leaves(new)
        super().store_attr(value, name, new, st, at)

    def stored(self, target: Value, st: State, at: int) -> None:
        """A write into a pool's buffer below a load is a load."""
        super().stored(target, st, at)
        if self.tracking and any(f.info.record.name in self.protocol.load_methods for f in self.frames):
            self._loaded(tuple(p.oid for p in parts(target) if isinstance(p, (Row, Table))), st)

    def _loaded(self, oids: tuple[int, ...], st: State) -> None:
        pools = tuple(dict.fromkeys(o for oid in oids for o in (oid, *(o for o, _ in self.heap.owner_chain(oid)))))
        self.issue(pools, st)
        self._issued.update((pool, st.stream) for pool in pools)
        self._called.update((f.receiver.oid, f.info.key) for f in self.frames[2:] if isinstance(f.receiver, Instance))

    def load_streams(self, oid: int) -> set[Value]:
        """The streams other than the current one on which loads into a pool are still under way when it is read."""
        return {stream for loaded, stream in self.loads if loaded == oid and stream != CURRENT_STREAM}


def _is_nothing(value: Value) -> bool:
    return isinstance(value, Sym) and value.op == "nothing"
