"""Calls: into functions of the program, constructors, torch, and whatever is unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import decorator_names
from gatecheck.flow.base import MAX_DEPTH, Arguments, Frame, Hop, Outcome, Read, Return, deepen, hand_on_held
from gatecheck.flow.conditions import about
from gatecheck.flow.contexts import Contexts
from gatecheck.flow.handing import GROWING
from gatecheck.flow.operators import choose
from gatecheck.flow.state import Pending, State, guarded, joined
from gatecheck.flow.tensors import DESTINATIONS, VIEW_METHODS, is_store_method
from gatecheck.flow.values import (
    NONE,
    Bound,
    Cls,
    Data,
    External,
    Fresh,
    Func,
    Instance,
    ListOf,
    Named,
    Partial,
    Row,
    Seq,
    Sym,
    Table,
    Union_,
    Value,
    parts,
    union,
)
from gatecheck.flow.workspaces import kept_as, workspaces
from gatecheck.program.link import FunctionInfo

if TYPE_CHECKING:
    from collections.abc import Sequence

_KERNELS = frozenset({"jit", "kernel", "prim_func", "autotune", "heuristics"})
_LOOK_UPS = frozenset({"get", "pop", "__getitem__"})
_FILLED = "<filled>"


class Calls(Contexts):
    """Call evaluation."""

    def ev_Call(self, expr: r.Call, st: State) -> Value:
        return self.ev_call(expr, st, used=True)

    def ev_call(self, expr: r.Call, st: State, *, used: bool) -> Value:
        """Evaluate a call, knowing whether its value is used."""
        special = self.special_call(expr, st)
        if special is not None:
            return special
        func = self.ev(expr.func, st)
        args = self.arguments(expr.args, st, used=used)
        return self.call_value(func, args, st, expr)

    def arguments(self, nodes: tuple[r.Arg, ...], st: State, *, used: bool) -> Arguments:
        """Evaluate arguments in order."""
        positional: list[Value] = []
        keywords: list[tuple[str, Value]] = []
        rest: list[Value] = []
        for node in nodes:
            value = self.ev(node.value, st)
            if node.stars == 1 and isinstance(value, Seq) and not rest:
                positional += value.items
            elif node.stars == 2 and isinstance(value, Named) and self.holds_data(value):
                # Only for an address it matters which parameter gets it; plain settings would keep many ways apart.
                keywords += [(str(key.value), one) for key, one in value.entries]
            elif node.stars:
                rest.append(self.contents(value, st, -1))
            elif node.name is not None:
                keywords.append((node.name, value))
            else:
                positional.append(value)
        return Arguments(tuple(positional), tuple(keywords), union(*rest) if rest else None, used)

    def call_value(self, func: Value, args: Arguments, st: State, node: r.Call) -> Value:
        """Call any value."""
        if isinstance(func, Union_):
            return self._call_each(func, args, st, node)
        if isinstance(func, Func):
            return self.call_function(func, args, st, node.at)
        if isinstance(func, Cls):
            return self.construct(func, args, st, node.at)
        if isinstance(func, Instance):
            for name in ("__call__", "forward"):
                method = self.program.method(self.heap[func.oid].cls, name)
                if method is not None:
                    return self.call_function(Func(method.key, func), args, st, node.at)
        if isinstance(func, Bound):
            return self.call_bound(func, args, st, node)
        if isinstance(func, External):
            return self.call_external(func.name, args, st, node)
        if isinstance(func, Partial):
            return self.call_partial(func, args, st, node)
        known = self._call_of_unknown(func, args, st, node) if isinstance(func, Sym) and func.op == "attr" else None
        return known if known is not None else self.call_unknown(func, args, st, node.at)

    def _call_of_unknown(self, func: Sym, args: Arguments, st: State, node: r.Call) -> Value | None:
        """Call a method of an unknown, where its name says enough."""
        base, name = func.args
        if name in self.protocol.wait_methods:
            return self.wait_call(base, args, st, node.at)  # type: ignore[arg-type]
        if name == "enter_context" and args.positional:
            return self.entered(args.positional[0], st, node.at)
        stream = self.stream_call(f"?.{name}", args, st, node.at)
        if stream is not None:
            return stream
        if name in _LOOK_UPS and args.positional:
            return self._looked_up(base, args, st, node.at)  # type: ignore[arg-type]
        if self.keep_paths and name == "data_ptr":
            # Whoever writes through the pointer writes into the buffer.
            return base  # type: ignore[return-value]
        if name in GROWING:
            self.give_by_method(base, str(name), args, st, node.at)  # type: ignore[arg-type]
        if str(name).endswith("_") and is_store_method(str(name)):
            self.stored(base, st, node.at)  # type: ignore[arg-type]
            for value in args.all():
                self.consume(value, st, node.at)
            return base  # type: ignore[return-value]
        if is_store_method(str(name)):
            self.perhaps_stored(base, st, node.at)  # type: ignore[arg-type]
        return base if name in VIEW_METHODS and name != "items" else None  # type: ignore[return-value]

    def _looked_up(self, base: Value, args: Arguments, st: State, at: int) -> Value:
        """What a look-up in an unknown finds: the element of that key, or the default."""
        found = self.subscript(base, args.positional[0], st, at)
        return choose(found, args.positional[1]) if len(args.positional) > 1 else found

    def _call_each(self, func: Union_, args: Arguments, st: State, node: r.Call) -> Value:
        values: list[Value] = []
        states: list[State] = []
        if self.registering:
            # A registration that runs over several pools reaches each of them.
            return union(*(self.call_value(option, args, st, node) for option in func.options if option != NONE))
        ended = False
        for option in func.options:
            if option == NONE:
                continue
            state = st.copy()
            value = self.call_value(option, args, state, node)
            if not state.ended:
                values.append(value)
                states.append(state)
            ended = True
        if not states:
            st.ended = ended
            return Sym("never", ()) if ended else self.unknown("call", node.at)
        results, after = joined(list(zip(values, states, strict=True)))
        st.become(after)
        return union(*results)

    # -- functions of the program --------------------------------------------------------------------------------

    def call_function(self, func: Func, args: Arguments, st: State, at: int) -> Value:
        """Call a function of the program: its effect on the state, its reads, its value."""
        func, args = self.bound_to_first(func, args)
        info = self.function(func.key)
        if info.record.decorators and not func.bare and (wrapped := self.decorated(info)) is not None:
            return self.call_decorated(wrapped, func, args, st, at)
        if func.key in self.marked and any(self.holds_data(a) for a in args.all()):
            self.given.add(func.key)
        if func.key in self.targets:
            return Sym("target", (func.key,))
        if self.opaque_function(info):
            return self.call_unknown(Sym("kernel", (func.key,)), args, st, at)
        if info.record.generator and self.is_managing(info, func):
            return Sym("context", (func, args))
        generator = self.suspended(info, func, args)
        return generator if generator is not None else self.run_function(info, func, args, st, at)

    def run_generator(self, func: Func, args: Arguments, st: State, at: int) -> Value:
        """Run the body of a generator function."""
        return self.run_function(self.function(func.key), func, args, st, at)

    def run_function(self, info: FunctionInfo, func: Func, args: Arguments, st: State, at: int) -> Value:
        """Run a function's body: its effect on the state, its reads, its value."""
        if self._recursive(func):
            # The running activation reads and waits for whatever this one would: nothing is gained, nothing lost.
            return Sym("recursion", (func.key,))
        if len(self.frames) >= MAX_DEPTH:
            self.limit(at, "calls nest too deeply")
            return self.call_unknown(Sym("deep", (func.key,)), args, st, at)
        env = self.bind(info, func, args)
        key = None
        if not self.building and func.closure < 0:
            asked = frozenset(about(env.values(), st.conds).items())
            key = (func.key, frozenset(env.items()), st.key(), asked, args.used)
            known = self.memo.get(key)
            if known is not None:
                return self._replay(known, func, st, at)
        outcome = self._run(info, func, env, st, used=args.used)
        if key is not None:
            self.memo[key] = outcome
        return self._replay(outcome, func, st, at)

    def opaque_function(self, info: FunctionInfo) -> bool:
        """Whether a function's body is no Python that runs here: a kernel, or a bare declaration."""
        return any(name in _KERNELS for name in decorator_names(info.record))

    def _recursive(self, func: Func) -> bool:
        return sum(f.info.key == func.key and f.receiver == func.receiver for f in self.frames) > 0

    def _run(self, info: FunctionInfo, func: Func, env: dict[str, Value], st: State, *, used: bool = True) -> Outcome:
        frame = Frame(info, func.receiver, self.closures[func.closure] if func.closure >= 0 else None)
        frame.used = used and info.record.returns != r.Const(None)
        inner = st.copy()
        inner.env = env
        inner.conds = inner.conds if self.building or func.closure >= 0 else about(env.values(), st.conds)
        inner.pending = ()
        outer_reads, self.reads = self.reads, []
        depth = len(self.frames)
        self.frames.append(frame)
        try:
            ends = self.exec_block(info.record.body, [inner])
            self.leave_returns()
        finally:
            del self.frames[depth:]
            reads, self.reads = self.reads, outer_reads
        exits = [*frame.returns, *(Return(NONE, end) for end in ends)]
        if not exits:
            return Outcome(Sym("never", ()), None, tuple(dict.fromkeys(reads)))
        values, after = joined([(one.value, one.state) for one in exits])
        value = union(*values)
        if info.record.generator:
            drawn = (guarded(value, must - after.must) for value, must in frame.yielded)
            value = ListOf(union(*drawn)) if frame.yielded else ListOf(Sym("nothing", ()))
        return Outcome(value, after, tuple(dict.fromkeys(reads)))

    def _replay(self, outcome: Outcome, func: Func, st: State, at: int) -> Value:
        """Apply what a call did to the caller's state, and extend the way to its reads by this call."""
        hop = self.hop_into(func, at)
        if outcome.reads:
            hops: tuple[Hop, ...] = (hop,)
            if func.through:
                hops = (Hop(self.place(at), func.through, -1), *hops)
            self.reads += [msgspec.structs.replace(read, chain=(*hops, *read.chain)) for read in outcome.reads]
        if outcome.state is None:
            st.ended = True
            return outcome.value
        after = outcome.state.copy()
        after.env, after.conds = st.env, st.conds
        after.heed()
        after.pending = st.pending + tuple(_deferred(p, hop) for p in after.pending)
        after.ended = after.ended or st.ended
        st.become(after)
        if func.key in self.handing:
            hand_on_held(outcome.value, hop, st, self.handing)
        return deepen(outcome.value, hop, self.handing)

    def make_closure(self, record: r.Function, st: State, at: int) -> Func:
        """A nested function with the variables that it sees."""
        outer = self.frame.info
        key = f"{outer.key}.<{record.name}@{at}>"
        if key not in self.program.functions:
            self.program.functions[key] = FunctionInfo(key, outer.path, outer.symbol, record, outer.owner, outer.key)
        seen = dict(self.frame.closure or {})
        seen.update(st.env)
        self.closures.append(seen)
        return Func(key, None, len(self.closures) - 1)

    # -- constructors ----------------------------------------------------------------------------------------------

    def construct(self, cls: Cls, args: Arguments, st: State, at: int) -> Value:
        """Make an object of a class of the program."""
        receiver = self.frame.receiver
        context = (receiver.oid if isinstance(receiver, Instance) else -1, self.construction_context(), self.turn)
        made = self.heap.allocate(cls.key, self.place(at), context)
        value = Instance(made.oid)
        init = self.program.method(cls.key, "__init__")
        if init is not None:
            self.call_function(Func(init.key, value), args, st, at)
            st.ended = False
        else:
            self._fill_fields(value, cls, args, st, at)
        return value

    def construction_context(self) -> object:
        """What keeps objects made at one site by different makers apart."""
        return None

    def _fill_fields(self, value: Instance, cls: Cls, args: Arguments, st: State, at: int) -> None:
        """A dataclass or named tuple takes its fields by order or by name."""
        fields: list[tuple[str, r.Expr | None]] = []
        for key in reversed(self.program.classes[cls.key].mro):
            fields += [
                (field.targets[0].id, field.value)
                for field in self.program.classes[key].fields
                if isinstance(field.targets[0], r.Name)
            ]
        for position, (name, default) in enumerate(fields):
            given = args.get(position, name)
            if given is None and args.rest is not None:
                given = args.rest
            if given is None and default is not None:
                given = self.target_value(default, self.program.classes[cls.key].path, name)
            if given is not None:
                self.store_instance(value, name, given, st, at)

    # -- unknown callees -------------------------------------------------------------------------------------------

    def call_unknown(self, func: Value, args: Arguments, st: State, at: int) -> Value:
        """An unknown callee does not wait. A buffer handed to it is read if its value is used, else written into."""
        args = self.arrived(args, st, at)
        elsewhere = self.run_elsewhere(func, args, st, at)
        if elsewhere is not None:
            return elsewhere
        given = args.all()
        self.use(given if args.used else (), st)
        rows = [p for a in given for p in parts(a) if isinstance(p, (Row, Table))]
        for callback in given:
            if not self.building and (isinstance(callback, Partial) or _is_closure(callback)):
                self.run_out_of_sight(callback, st, at)
        if args.used and any(self.holds_data(a) for a in given):
            return self.take(Seq(given), st, at, "handed")
        for value in given:
            put = self.moved(value, rows, st, at) if isinstance(value, Data) and not args.used else value
            self.consume_data(put, st, at)
            if not args.used:
                for part in parts(value):
                    if isinstance(part, (Sym, Row, Table)):
                        self.perhaps_stored(part, st, at)
        told = [value for name, value in args.keywords if name in DESTINATIONS and value != NONE]
        if rows and (args.used or not self.put_where_told(told, args, st, at)):
            self.suspend(rows, args, st, at)
        for value in given if not args.used else ():
            self.fill(value, st)
        base = func if isinstance(func, Sym) else Sym("func", (repr(func),))
        return Sym("call", (base, args.positional, args.keywords))

    def suspend(self, rows: Sequence[Value], args: Arguments, st: State, at: int) -> None:
        """Nobody uses the call's value: its buffers are read once another of its arguments leaves the function."""
        if self.building:
            return
        every = [p for a in args.all() for p in parts(a) if not isinstance(p, (Row, Table))]
        kept = workspaces(self.program, self.heap, args)
        others = tuple(kept.get(p, p) for p in every if p in kept or _can_carry(p))
        single = [row for row in rows if isinstance(row, Row)]
        if any(isinstance(p, Sym) and p.op == "param" for p in every):
            self.reads += [self.reading(row, st, at, "lent") for row in single]
        if others:
            empty = tuple(p for p in others if isinstance(p, Fresh) and (p, _FILLED) not in st.attrs)
            st.pending += tuple(Pending(self.reading(row, st, at), others, empty) for row in single)

    def fill(self, value: Value, st: State) -> None:
        """Something may have been put into a tensor that was just allocated."""
        if not self.building:
            st.attrs.update({(p, _FILLED): NONE for p in parts(value) if isinstance(p, Fresh)})

    def use(self, values: Sequence[Value], st: State) -> None:
        """Something is computed from values: reads that were suspended on what they hold have happened."""
        if not st.pending or self.building:
            return
        used = {p for value in values for p in parts(value) if isinstance(p, Fresh)}
        self.reads += [one.read for one in st.pending if not used.isdisjoint(one.outputs)]  # type: ignore[misc]

    def settle(self, value: Value, st: State) -> None:
        """A value leaves: reads that were suspended on it have happened."""
        leaving = {one for part in parts(value) for one in (part, kept_as(part))} if st.pending else ()
        for pending in st.pending:
            if not set(pending.with_).isdisjoint(leaving):
                assert isinstance(pending.read, Read)
                self.reads.append(pending.read)


def _is_closure(value: Value) -> bool:
    return isinstance(value, Func) and value.closure >= 0


def _deferred(pending: Pending, hop: Hop) -> Pending:
    """A suspended read, seen from the caller."""
    assert isinstance(pending.read, Read)
    read = msgspec.structs.replace(pending.read, chain=(hop, *pending.read.chain))
    return msgspec.structs.replace(pending, read=read)


def _can_carry(value: Value) -> bool:
    return isinstance(value, (Fresh, Instance)) or (isinstance(value, Sym) and value.op in {"call", "data"})
