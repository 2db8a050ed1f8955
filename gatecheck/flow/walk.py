"""Walking every accessor of every root: which reads happen, and what has been waited for before each."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, TypeGuard

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import count_calls, is_private
from gatecheck.flow.base import Again, Arguments, Bail, Frame, Hop, Read, held_by
from gatecheck.flow.belonging import own_parameters
from gatecheck.flow.recalling import Recalling
from gatecheck.flow.state import State, join, on_every_way
from gatecheck.flow.values import (
    Data,
    Func,
    Instance,
    ListOf,
    Lit,
    Named,
    Num,
    Partial,
    Row,
    Seq,
    Sym,
    Table,
    Union_,
    Value,
    parts,
    seen_through,
    union,
)
from gatecheck.flow.world import BUILDER
from gatecheck.program.link import ClassInfo, FunctionInfo, Program
from gatecheck.program.protocol import Protocol
from gatecheck.program.unfinished import only_raises

if TYPE_CHECKING:
    from collections.abc import Mapping


class Walker(Recalling):
    """Walks entries."""

    entry_depth = 0
    # The waits of the last entry for what it had waited for before.
    doubled: tuple[Again, ...] = ()
    lent: tuple[Read, ...] = ()
    # Whether the last entry took too many steps.
    unfinished = False
    # What others have left in attributes before an entry begins.
    left_before: Mapping[tuple[object, str], Value] = MappingProxyType({})

    def __init__(self, program: Program, protocol: Protocol) -> None:
        super().__init__(program, protocol)
        # Objects that accessors return come with a wait already made; code that gets one owes none.
        self.handed_out: set[str] = set()
        # Accessors that hand out an object of the pool's without having waited, and those that hand out whole buffers.
        self.getters: set[str] = set()
        self.lenders: set[str] = set()
        # Functions that leave the waiting to their callers, and who got an address from one: (function, buffer).
        self.requires: frozenset[str] = frozenset()
        self.contracted: set[tuple[str, int, str]] = set()
        self.written: set[tuple[int, str]] = set()
        self._running_out = False

    def leave_return(self, value: Value, st: State, at: int) -> None:
        """A layer's address that the entry returns is read by whoever gets it."""
        if self.building:
            return
        self.settle(value, st)
        if len(self.frames) == self.entry_depth:
            self.leave(value, st, at)

    def leave_yield(self, value: Value, st: State, at: int) -> None:
        """A layer's address that the entry yields is read by whoever gets it."""
        self.leave_return(value, st, at)

    def keep(self, value: Value, owner: Value, target: r.Attr, st: State) -> None:
        """A layer's address that is stored in somebody else's object leaves too."""
        if self.building:
            return
        if any(isinstance(p, Sym) for p in parts(owner)):
            self.leave(value, st, target.at)
        before = len(self.reads)
        for part in parts(value):
            if isinstance(part, Data):
                self.consume(part, st, target.at)
        if isinstance(owner, Instance):
            self.reads[before:] = [msgspec.structs.replace(read, kept=target.name) for read in self.reads[before:]]
        self.settle(value, st)

    def leave(self, value: Value, st: State, at: int) -> None:
        """Everything in ``value`` that is one layer's data leaves the entry; a list of all layers is no read."""
        self.lend(frozenset(p.attr for p in parts(value) if is_whole(p) or self._is_stack(p)))
        for part in leaving(value):
            if isinstance(part, Row):
                self._leave_held(part, st, at)
            elif isinstance(part, Data):
                self.consume(part, st, at)
            elif self.is_runnable(part):
                self._leave_running(part, st, at)
            elif isinstance(part, Instance):
                if not self.heap[part.oid].root:
                    self._hand_out(part, st)
                self._leave_object(part, st, at, 3)

    def lend(self, buffers: frozenset[str]) -> None:
        """Whole buffers are handed out: whoever takes a layer from one reads."""
        name = self.frames[1].info.record.name
        if buffers and not name.startswith("__"):
            self.lenders.add(name)

    def _hand_out(self, part: Instance, st: State) -> None:
        if st.must:
            self.handed_out.add(self.heap[part.oid].cls)
        else:
            self.getters.add(self.frames[1].info.record.name)

    def call_function(self, func: Func, args: Arguments, st: State, at: int) -> Value:
        """Call a function; what a function hands out whose callers owe the wait is remembered as such."""
        value = super().call_function(func, args, st, at)
        if self.requires and not self.building:
            for part in parts(value):
                if isinstance(part, Row) and (
                    func.key in self.requires or (func.key, part.oid, part.attr) in self.contracted
                ):
                    self.contracted.add((self.frame.info.key, part.oid, part.attr))
        return value

    def _leave_running(self, code: Value, st: State, at: int) -> None:
        """Code leaves: what it reads on what it saw here is read by whoever runs it, and so is what it returns."""
        if self._running_out:
            return
        self._running_out = True
        try:
            for value, after in self.run_out_of_sight(code, st, at):
                self.leave(value, after, at)
        finally:
            self._running_out = False

    def _is_part_of_table(self, row: Row) -> bool:
        """Where loads take the layer inside a tensor, the tensor itself, or a constant part of it, is no layer."""
        return (row.layer is None or isinstance(row.layer, Lit)) and (row.oid, row.attr) in self.scalar_rows

    def _is_stack(self, part: Value) -> TypeGuard[Row]:
        """Whether a value is one tensor with all layers of a buffer."""
        return isinstance(part, Row) and part.layer is None and self._is_part_of_table(part)

    def _leave_held(self, row: Row, st: State, at: int) -> None:
        if not self._is_part_of_table(row):
            self.read(row, st, at, "leave")

    def _leave_object(self, value: Instance, st: State, at: int, depth: int) -> None:
        """An object leaves: the addresses put into it on the way, and its own tensors if a layer chose it."""
        fresh = {name: v for (owner, name), v in st.attrs.items() if owner == value.oid}
        held = fresh if value.index is None else {**self.heap[value.oid].attrs, **fresh}
        for stored in held.values():
            for part in parts(stored):
                if isinstance(part, Row):
                    self._leave_held(held_by(part, value), st, at)
                elif isinstance(part, Instance) and depth and value.index is not None:
                    self._leave_object(msgspec.structs.replace(value, oid=part.oid), st, at, depth - 1)

    def stored(self, target: Value, st: State, at: int) -> None:
        """Something was written into a buffer here."""
        super().stored(target, st, at)
        if not self.building:
            self.written.update((p.oid, p.attr) for p in parts(target) if isinstance(p, (Row, Table)))

    def holds_no_data(self, root: int) -> bool:
        """Whether a class raises where its base stores most: what it keeps in its buffers is nothing."""
        cls = self.program.classes[self.heap[root].cls]
        if not any(only_raises(method.record) for method in cls.methods.values()):
            return False
        storing = [name for name in sorted(cls.methods) if self._base_stores(cls, name, root)]
        raising = {name for name in storing if only_raises(cls.methods[name].record)}
        if len(raising) in {0, len(storing)}:
            return bool(raising)
        main = max(storing, key=self.count_of_calls)
        return main in raising

    def _base_stores(self, cls: ClassInfo, name: str, root: int) -> bool:
        """Whether the method that a class overrides writes into a buffer of its object."""
        base = self.program.method(cls.key, name, cls.key)
        if base is None or name.startswith("_") or only_raises(base.record):
            return False
        self.written = set()
        receiver = Instance(root)
        self.run_entry(base, receiver, self.entry_arguments(base, receiver))
        return any(oid == root for oid, _ in self.written)

    # -- entries ------------------------------------------------------------------------------------------------------

    def run_entry(
        self, info: FunctionInfo, receiver: Value | None, env: dict[str, Value]
    ) -> tuple[list[Read], State | None]:
        """Walk one entry: its reads, and the state at its end."""
        st = State()
        st.conds, st.attrs = self.passed_by_callers(info, env), dict(self.left_before)
        self.steps = 0
        self.doubled, self.lent = (), ()
        self.rounds = ()
        self.closing = frozenset()
        self.repeating = 0
        self.unfinished = False
        self.frames = [Frame(BUILDER, None, None)]
        self.entry_depth = 2
        try:
            seen, end = self.enter(info, receiver, dict(env), st)
            later, end = self.at_a_later_call(info, receiver, env, end)
        except (Bail, RecursionError):
            self.unfinished = True
            self.give_up(info)
            return [], None
        finally:
            self.frames = []
        self.doubled = tuple(one for one in seen if isinstance(one, Again))
        reads = [one for one in dict.fromkeys((*seen, *later)) if isinstance(one, Read)]
        self.lent = tuple(read for read in reads if read.kind == "lent")
        return [read for read in reads if read.kind != "lent"], end

    def give_up(self, info: FunctionInfo) -> None:
        """Note that an entry could not be walked to its end."""
        self.limits.add(((info.key, 0), "too many paths to follow"))

    def enter(
        self, info: FunctionInfo, receiver: Value | None, env: dict[str, Value], st: State
    ) -> tuple[tuple[Read | Again, ...], State | None]:
        """Walk one entry once, from a state on."""
        wrapped = self.decorated(info) if info.record.decorators else None
        if wrapped is not None:
            return self._entry_decorated(info, wrapped, env, st)
        frame = Frame(info, receiver, None)
        frame.used = info.record.returns != r.Const(None)
        st.env = env
        self.reads = []
        self.frames.append(frame)
        ends = self.exec_block(info.record.body, [st])
        self.leave_returns()
        exits = [one.state for one in frame.returns] + ends
        self.closing = on_every_way(exits)
        return tuple(dict.fromkeys(self.reads)), join(exits) if exits else None

    def _entry_decorated(
        self, info: FunctionInfo, wrapped: Value, env: dict[str, Value], st: State
    ) -> tuple[tuple[Read | Again, ...], State | None]:
        """Walk what the decorators made of an entry; the way to a read begins in the entry itself."""
        self.reads = []
        given = [p for p in info.record.params if p.kind in {"positional", "keyword"}]
        positional = tuple(env[p.name] for p in given if p.kind == "positional")
        keywords = tuple((p.name, env[p.name]) for p in given if p.kind == "keyword")
        node = r.Call(r.Const(None), (), info.record.at)
        self.call_value(wrapped, Arguments(positional, keywords), st, node)
        reads = [msgspec.structs.replace(read, chain=_within(read.chain, info)) for read in self.reads]
        return tuple(dict.fromkeys(reads)), None if st.ended else st

    def entry_arguments(self, info: FunctionInfo, receiver: Value) -> dict[str, Value]:
        """Parameters of an entry: its own object, and unknowns."""
        env: dict[str, Value] = {}
        own = self._own_parameters(info, receiver)
        for param in info.record.params:
            if param.name in own:
                env[param.name] = receiver
            elif param.kind in {"args", "kwargs"}:
                env[param.name] = Sym("param", (info.key, param.name))
            else:
                env[param.name] = self.parameter(info, param)
        env.update(self._given_beforehand(info, receiver))
        return env

    def _own_parameters(self, info: FunctionInfo, receiver: Value) -> frozenset[str]:
        """The parameters that are the object on which an entry is walked."""
        if not isinstance(receiver, Instance) or not info.record.decorators:
            return frozenset(param.name for param in info.record.params[:1])
        kinds = self.program.classes[self.heap[receiver.oid].cls].mro
        buffers = frozenset(name for name, held in self.heap[receiver.oid].attrs.items() if self.holds_data(held))
        said = ((p.name, self.annotated_class(info.path, p.annotation)) for p in info.record.params)
        pools = frozenset(name for name, cls in said if cls is not None and cls.key in kinds)
        return own_parameters(info.record, pools, buffers)

    def _given_beforehand(self, info: FunctionInfo, receiver: Value) -> dict[str, Value]:
        """What a private method is always given, where it is an entry only by ``partialmethod``."""
        if not isinstance(receiver, Instance) or not info.record.name.startswith("_"):
            return {}
        classes = [self.program.classes[key] for key in self.program.classes[self.heap[receiver.oid].cls].mro]
        wrapped = [given for each in classes for _, func, given in self.wrapped_methods(each) if func.key == info.key]
        names = [param.name for param in info.record.params[1:] if param.kind == "positional"]
        every = [
            {**dict(zip(names, one.positional, strict=False)), **dict(one.keywords)} if one else {} for one in wrapped
        ]
        return {
            name: union(*(one[name] for one in every)) for name in names if every and all(name in one for one in every)
        }

    def count_of_calls(self, method: str) -> int:
        """How often a method of this name is called in the program, as far as the text shows."""
        return sum(count_calls(info.record, method) for info in self.program.having({method}))

    def accessors(self, cls: ClassInfo) -> list[FunctionInfo]:
        """The methods of a root that others call: without a leading underscore, not a registration."""
        classes = [self.program.classes[key] for key in cls.mro]
        names = {name for each in classes for name in (*each.methods, *each.aliases, *_lambdas(each))}
        names |= {name for each in classes for name, _, _ in self.wrapped_methods(each)}
        found: dict[str, FunctionInfo] = {}
        for name in sorted(names):
            if is_private(name) or name in self.protocol.register_methods:
                continue
            method = self.program.method(cls.key, name) or self._lambda(cls, name)
            if method is not None and not self.opaque_function(method):
                found[method.key] = method
        return list(found.values())

    def _lambda(self, cls: ClassInfo, name: str) -> FunctionInfo | None:
        """A method that is written as a lambda, or made of one by a wrapper."""
        value = self.static_attr(cls.key, name)
        if isinstance(value, (Partial, Sym)):
            value = next(
                (f for key in cls.mro for n, f, _ in self.wrapped_methods(self.program.classes[key]) if n == name),
                value,
            )
        return self.program.functions[value.key] if isinstance(value, Func) and value.receiver is None else None


def _lambdas(cls: ClassInfo) -> list[str]:
    """The attributes of a class that are methods written as lambdas."""
    return [name for name, value in cls.statics.items() if isinstance(value, r.Lambda) and value.params]


def leaving(value: Value) -> tuple[Value, ...]:
    """The parts of a value that hand out single layers: not the elements of a list that runs over all of them."""
    if isinstance(value, Union_):
        return tuple(p for o in value.options for p in leaving(o))
    if isinstance(value, Seq):
        return tuple(p for i in value.items for p in leaving(i))
    if isinstance(value, Named):
        return tuple(p for i in value.values for p in leaving(i))
    if isinstance(value, ListOf):
        return tuple(p for p in leaving(value.element) if not (isinstance(p, (Row, Instance)) and _over_layers(p)))
    return (seen_through(value),)


def is_whole(part: Value) -> TypeGuard[Table | Row]:
    """Whether a value is a buffer with all its layers, or stands for each of them."""
    return isinstance(part, Table) or (isinstance(part, Row) and _over_layers(part))


def _within(chain: tuple[Hop, ...], entry: FunctionInfo) -> tuple[Hop, ...]:
    """The part of a way that begins in ``entry``; what its decorator does itself begins where it is defined."""
    for position, hop in enumerate(chain):
        if hop.callee == entry.key:
            return chain[position + 1 :]
    return tuple(msgspec.structs.replace(hop, place=(entry.key, entry.record.at)) for hop in chain[:1]) + chain[1:]


def _over_layers(part: Row | Instance) -> bool:
    index = part.layer if isinstance(part, Row) else part.index
    return any(s.op in {"range", "each"} for s in symbols(index))


def symbols(value: object) -> tuple[Sym, ...]:
    """The unknowns that an index is made of."""
    if isinstance(value, Sym):
        return (value,)
    if isinstance(value, Num):
        return tuple(s for s, _ in value.terms)
    if isinstance(value, Union_):
        return tuple(s for o in value.options for s in symbols(o))
    return ()
