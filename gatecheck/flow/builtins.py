"""Calls whose meaning Python and torch define: builtins, tensor methods, streams and events."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.flow import tensors
from gatecheck.flow.assign import with_element
from gatecheck.flow.base import Arguments
from gatecheck.flow.cuts import as_index
from gatecheck.flow.dicts import called_as
from gatecheck.flow.gates import Gates
from gatecheck.flow.inside import holds
from gatecheck.flow.kinds import Kinds
from gatecheck.flow.linear import add
from gatecheck.flow.operators import numbered, words_chosen
from gatecheck.flow.stacks import takes_all
from gatecheck.flow.values import (
    NONE,
    Bound,
    Cls,
    Counter,
    Data,
    External,
    Fresh,
    Func,
    Instance,
    ListOf,
    Lit,
    Named,
    Row,
    Seq,
    Super,
    Sym,
    Table,
    Union_,
    Value,
    lit,
    parts,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gatecheck.flow.state import State


_NEW: frozenset[type] = frozenset({Fresh})


@lru_cache(maxsize=1 << 12)
def _handler_of(name: str) -> str:
    return f"fn_{called_as(name)}"


class Builtins(Gates, Kinds):
    """Calls of known names."""

    def special_call(self, expr: r.Call, st: State) -> Value | None:
        """Calls that need their syntax: growing containers, waits, ``super()``; None for any other."""
        func = expr.func
        if isinstance(func, r.Attr):
            gate = self.gate_call(expr, func, st)
            if gate is not None:
                return gate
            if func.name in tensors.GROWING_METHODS and isinstance(func.value, (r.Name, r.Attr)) and expr.args:
                return self._growing_call(expr, func, st)
            if func.name in tensors.EMPTYING_METHODS:
                self.take_out(func.value, st)
        if isinstance(func, r.Name) and func.id not in st.env:
            if func.id == "super":
                return self._super(expr, st)
            if func.id == "locals":
                return Sym("opaque", ())
        return None

    def _growing_call(self, expr: r.Call, func: r.Attr, st: State) -> Value | None:
        base = self.ev(func.value, st)
        if isinstance(func.value, r.Attr):
            base = self.raw(func.value, base, st)
        if with_element(base, NONE) is None:
            return None
        args = self.arguments(expr.args, st, used=False)
        values = args.all()
        element = values[-1] if values else NONE
        key = element.key if func.name == "update" and isinstance(element, ListOf) else None
        if func.name in {"extend", "update"}:
            element = self.contents(element, st, expr.at)
        self.grow(func.value, base, element, st, key)
        return NONE

    def arguments(self, nodes: tuple[r.Arg, ...], st: State, *, used: bool) -> Arguments:
        """Evaluate arguments in order."""
        raise NotImplementedError

    def _super(self, expr: r.Call, st: State) -> Value:
        owner = self.frame.info.owner
        receiver = self.frame.receiver
        if len(expr.args) == 2:
            first, receiver = (self.ev(a.value, st) for a in expr.args)
            owner = first.key if isinstance(first, Cls) else owner
        if receiver is None and self.frame.closure is not None:
            receiver = next(iter(self.frame.closure.values()), None)
        if owner is None or receiver is None:
            return Sym("super", ())
        return Super(receiver, owner)

    # -- external functions --------------------------------------------------------------------------------------

    def call_external(self, name: str, args: Arguments, st: State, node: r.Call) -> Value:
        """Call something that no scanned file defines."""
        handler: Callable[[Arguments, State, r.Call], Value | None] | None = getattr(self, _handler_of(name), None)
        if handler is not None:
            result = handler(args, st, node)
            if result is not None:
                return result
        stream = self.stream_call(name, args, st, node.at)
        if stream is not None:
            return stream
        if name in tensors.WRITING_FUNCTIONS and (words := self.put_into_words(args, st, node.at)) is not None:
            return words
        if name in tensors.META_FUNCTIONS:
            return Sym("meta", (name, args.positional))
        if name in tensors.VIEW_FUNCTIONS and args.positional:
            return args.positional[-1] if name.endswith("cast") else self._view(name, args, st, node.at)
        if name in tensors.CONTAINER_FUNCTIONS and args.positional:
            return self._container(args.positional[0], st, node.at)
        if name.startswith("torch.") and name.rsplit(".", 1)[-1] in tensors.ALLOCATORS:
            return self._allocated(name, args, st, node.at)
        if self.building and name.startswith("torch.") and any(holds(a, _NEW) for a in args.all()):
            return self.fresh(node.at)  # what torch makes of new memory is new memory
        if name.startswith("torch.") and any(self.holds_data(a) for a in args.all()):
            out = dict(args.keywords).get("out")
            if out is not None and name.count(".") == 1:
                return self.compute_into(out, args, st, node.at)
            if out is None and args.used:
                self.size_by(name.removeprefix("torch."), Seq(args.all()), st, node.at)
                return self.take(Seq(args.all()), st, node.at)
        return self.call_unknown(External(name), args, st, node.at)

    def _allocated(self, name: str, args: Arguments, st: State, at: int) -> Value:
        if name in {"torch.tensor", "torch.as_tensor"}:
            for value in args.all():
                self.consume(value, st, at)
            if self.keep_paths and args.positional and isinstance(args.positional[0], ListOf):
                return args.positional[0]  # a table of pointers stands for what they point to
        return self.fresh(at)

    def fresh(self, at: int) -> Fresh:
        """Memory that is allocated here; while objects are built, each way of calls to here makes memory of its own."""
        ways = self.frames[1:-1] if self.building else ()
        return Fresh("".join((*(f"{f.info.key}@{f.at}>" for f in ways), f"{self.frame.info.key}@{at}")))

    def _container(self, value: Value, st: State, at: int) -> Value:
        if isinstance(value, (Table, Seq, ListOf)):
            return value
        return ListOf(self.elements(value, st, at)) if not isinstance(value, Sym) else value

    def fn_len(self, args: Arguments, _st: State, _node: r.Call) -> Value | None:
        if len(args.positional) != 1:
            return None
        value = args.positional[0]
        if isinstance(value, Seq):
            return lit(len(value.items))
        if isinstance(value, Named):
            return lit(len(value.entries))
        return Sym("len", (value,))

    def fn_bool(self, args: Arguments, _st: State, _node: r.Call) -> Value | None:
        value = args.positional[0] if len(args.positional) == 1 else None
        return value if isinstance(value, Sym) else None

    def fn_enumerate(self, args: Arguments, st: State, node: r.Call) -> Value | None:
        if not args.positional:
            return None
        source = args.positional[0]
        first = (*args.positional[1:], *(value for name, value in args.keywords if name == "start"), lit(0))[0]
        if isinstance(source, Seq) and len(source.items) <= 6:
            numbers = [add(first, lit(i)) for i in range(len(source.items))]
            return Seq(tuple(Seq((n or NONE, item)) for n, item in zip(numbers, source.items, strict=True)))
        index = Sym("range", (Sym("len", (source,)),))
        number = add(first, index)
        return ListOf(Seq((number or index, numbered(self.elements(source, st, node.at), index))), source)

    def fn_zip(self, args: Arguments, st: State, node: r.Call) -> Value:
        return ListOf(Seq(tuple(self.elements(a, st, node.at) for a in args.positional)))

    def fn_int(self, args: Arguments, _st: State, _node: r.Call) -> Value | None:
        value = args.positional[0] if args.positional else None
        return value if isinstance(value, (Sym, Lit)) and not isinstance(value, (Row, Table)) else None

    def fn_getattr(self, args: Arguments, st: State, node: r.Call) -> Value | None:
        if len(args.positional) < 2:
            return None
        base, name = args.positional[:2]
        if isinstance(name, Lit) and isinstance(name.value, str):
            value = self.load_attr(base, name.value, st, node.at)
            if value == Sym("attr", (base, name.value)) and isinstance(base, Instance) and len(args.positional) > 2:
                return self.missing(base, name.value, args.positional[2], st)
            return value
        if words := words_chosen(name):
            return union(*(self.load_attr(base, word, st, node.at) for word in words))
        if isinstance(base, Instance):
            held = [self.load_attr(base, n, st, node.at) for n in self.heap[base.oid].attrs]
            stored = [v for v in held if any(isinstance(p, (Row, Table, Instance)) for p in parts(v))]
            return union(*stored, Bound(base, "*"))
        return None

    def fn_hasattr(self, args: Arguments, st: State, _node: r.Call) -> Value | None:
        base, name = (*args.positional, NONE, NONE)[:2]
        if isinstance(base, Instance) and isinstance(name, Lit) and isinstance(name.value, str):
            return lit(True) if self.has(base, name.value, st) else Sym("has", (base, name.value))
        waits = isinstance(name, Lit) and name.value in self.protocol.wait_methods
        its_own = isinstance(base, Counter) and base.state != "foreign"
        return lit(True) if waits and its_own else Sym("has", (base, name))

    def fn_setattr(self, args: Arguments, st: State, node: r.Call) -> Value | None:
        if len(args.positional) != 3:
            return None
        self.give(args.positional[0], args.positional[2], st, node.at)
        if isinstance(args.positional[1], Lit):
            self.store_attr(args.positional[0], str(args.positional[1].value), args.positional[2], st, node.at)
            return NONE
        return None

    def fn_vars(self, args: Arguments, st: State, node: r.Call) -> Value | None:
        base = args.positional[0] if args.positional else None
        if isinstance(base, Instance):
            held = [self.load_attr(base, n, st, node.at) for n in self.heap[base.oid].attrs]
            return ListOf(union(*held)) if held else None
        return None

    # -- methods of buffers and containers ------------------------------------------------------------------------

    def call_bound(self, func: Bound, args: Arguments, st: State, node: r.Call) -> Value:
        """Call a method of a buffer, a container or a constant."""
        base, name = func.base, func.name
        if isinstance(base, (Row, Table)):
            return self._buffer_method(base, name, args, st, node)
        if isinstance(base, Data):
            return self._data_method(base, name, args, st, node.at)
        if isinstance(base, Fresh) and not tensors.is_store_method(name):
            self._consume_all(args, st, node.at)
            if name in tensors.VIEW_METHODS:
                return base
            self.use((base, *args.all()), st)
            return self.fresh(node.at)
        if isinstance(base, Fresh):
            self.fill(base, st)
        if isinstance(base, (ListOf, Seq, Named)):
            return self.container_method(base, name, args, st, node.at)
        return self.call_unknown(Sym("method", (base, name)), args, st, node.at)

    def _consume_all(self, args: Arguments, st: State, at: int) -> None:
        for value in args.all():
            self.consume(value, st, at)

    def _buffer_method(self, base: Row | Table, name: str, args: Arguments, st: State, node: r.Call) -> Value:
        at = node.at
        if tensors.is_meta_method(name):
            return Sym("meta", (base, name))
        if name in tensors.ALLOCATING_METHODS:
            return self.fresh(at)
        if name in tensors.VIEW_METHODS:
            return self._view_method(base, name, args, st, at)
        if tensors.is_store_method(name):
            self._consume_all(args, st, at)
            if name in tensors.UPDATING_METHODS:
                self.updated(base, (base,), st, at)
            self.stored(base, st, at)
            return base
        self._consume_all(args, st, at)
        self.size_by(name, base, st, at)
        if isinstance(base, Row) and isinstance(node.func, r.Attr) and takes_all(args):
            base = self.of_every_layer(node.func.value, base)
        return self.take(base, st, at)

    def _data_method(self, base: Data, name: str, args: Arguments, st: State, at: int) -> Value:
        self._consume_all(args, st, at)
        if tensors.is_meta_method(name):
            return Sym("meta", (name,))
        if name in tensors.ALLOCATING_METHODS:
            return self.fresh(at)
        self.size_by(name, base, st, at)
        return base if name in tensors.VIEW_METHODS or tensors.is_store_method(name) else self.take(base, st, at)

    def _view_method(self, base: Row | Table, name: str, args: Arguments, st: State, at: int) -> Value:
        if isinstance(base, Table) and name in {"values", "items", "get"}:
            row = base.of_layer(args.positional[0]) if args.positional else base.each()
            return ListOf(Seq((Sym("key", ()), row))) if name == "items" else ListOf(row) if name == "values" else row
        if name == "__getitem__" and args.positional:
            return self.subscript(base, args.positional[0], st, at)
        index = as_index(name, args) if isinstance(base, Row) else None
        return self.subscript_row(base, index, st, at) if index is not None else base  # type: ignore[arg-type]

    def _view(self, name: str, args: Arguments, st: State, at: int) -> Value:
        """What a function of torch makes of its first argument, as the method of that name does."""
        base, rest = args.positional[0], Arguments(args.positional[1:], args.keywords, args.rest)
        return self._view_method(base, name.removeprefix("torch."), rest, st, at) if isinstance(base, Row) else base

    def elements(self, value: Value, st: State, at: int) -> Value:
        """What iterating a value yields."""
        if isinstance(value, Union_):
            kept = [self.elements(o, st, at) for o in value.options if o != NONE]
            return union(*kept) if kept else Sym("nothing", ())
        if isinstance(value, Table):
            return value.each()
        if isinstance(value, Row):
            return value if value.layer is not None else value.of_layer(Sym("each", (value.oid, value.attr)))
        if isinstance(value, (Data, Fresh)):
            return value
        if isinstance(value, Seq):
            return union(*value.items) if value.items else Sym("nothing", ())
        if isinstance(value, Named):
            return union(*(key for key, _ in value.entries))
        if isinstance(value, ListOf):
            return _each(value.element, at)
        if isinstance(value, Instance):
            return self._iterate_instance(value, st, at)
        return Sym("elem", (value,))

    def contents(self, value: Value, st: State, at: int) -> Value:
        """What another container takes over from a value: of a dict what stands under its keys."""
        return union(*value.values) if isinstance(value, Named) else self.elements(value, st, at)

    def _iterate_instance(self, value: Instance, st: State, at: int) -> Value:
        cls = self.heap[value.oid].cls
        method = self.program.method(cls, "__iter__")
        if method is not None:
            return self.elements(self.call_function(Func(method.key, value), Arguments(), st, at), st, at)
        # Python asks an object without it for each index in turn.
        method = self.program.method(cls, "__getitem__")
        if method is None:
            return Sym("elem", (value,))
        index = Sym("each", (value.oid, at))
        return self.call_function(Func(method.key, value), Arguments((index,)), st, at)


def _each(element: Value, at: int) -> Value:
    """Objects of a container, taken one after the other, remember that they are one of many."""
    if isinstance(element, Union_):
        return union(*(_each(o, at) for o in element.options))
    if isinstance(element, Instance) and element.index is None:
        return Instance(element.oid, Sym("each", (element.oid, at)))
    return element
