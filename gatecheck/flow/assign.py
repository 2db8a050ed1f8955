"""Assignments: names, attributes, elements, and stores into buffers."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import only_value, walk_all
from gatecheck.flow.base import Arguments, Read
from gatecheck.flow.giving import Giving
from gatecheck.flow.inside import BUFFERS, holds, mentions
from gatecheck.flow.lookups import with_key
from gatecheck.flow.operators import arithmetic, is_scalar, is_slice, is_view_index
from gatecheck.flow.recalled import was_left
from gatecheck.flow.state import State
from gatecheck.flow.tensors import is_like_a_destination
from gatecheck.flow.values import (
    NONE,
    NOTHING,
    Data,
    Drawn,
    Fresh,
    Instance,
    ListOf,
    Lit,
    Named,
    Row,
    Seq,
    Sym,
    Table,
    Union_,
    Value,
    lit,
    options,
    parts,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


_UNROLL = 6


class Assign(Giving):
    """Assignment statements."""

    def ex_Assign(self, stmt: r.Assign, st: State) -> list[State]:
        if stmt.value is None:
            return [st]
        value = self._each_in_turn(stmt, st) or self.ev(stmt.value, st)
        if st.ended:
            return []
        if self.fetches and self._is_fetch(stmt):
            value = self._fetched_at(stmt, value)
        if stmt.annotation is not None:
            value = self.as_said(value, stmt.annotation)
        for target in stmt.targets:
            self.bind_target(target, value, st)
        return [st]

    def _each_in_turn(self, stmt: r.Assign, st: State) -> Value | None:
        """A comprehension over several targets makes something of its own for each of them; None for anything else."""
        comp, target = stmt.value, stmt.targets[0]
        if not isinstance(comp, r.Comp) or not isinstance(target, r.Seq) or len(target.items) > _UNROLL:
            return None
        if (
            comp.key is not None
            or len(comp.gens) > 1
            or comp.gens[0].tests
            or any(isinstance(item, r.Star) for item in target.items)
        ):
            return None
        source, count = self.ev(comp.gens[0].iter, st), len(target.items)
        known = source.items if isinstance(source, Seq) and len(source.items) == count else None
        elements = [known[turn] if known is not None else self.elements(source, st, comp.at) for turn in range(count)]
        return Seq(tuple(self._made_of(comp, element, turn, st) for turn, element in enumerate(elements)))

    def _made_of(self, comp: r.Comp, element: Value, turn: int, st: State) -> Value:
        """What a comprehension makes of one element."""
        inner = st.copy()
        before, self.turn = self.turn, turn
        try:
            self.bind_target(comp.gens[0].target, element, inner)
            value = self.ev(comp.value, inner)
        finally:
            self.turn = before
        inner.env, inner.conds = st.env, st.conds
        st.become(inner)
        return value

    def as_said(self, value: Value, annotation: r.Expr) -> Value:
        """A value of which an annotation may say more than is known."""
        del annotation
        return value

    def _is_fetch(self, stmt: r.Assign) -> bool:
        """Whether the source says that what is fetched here is only written into."""
        key, outer = self.frame.info.key, self.frame.info.outer
        while outer is not None:
            key, outer = outer, self.program.functions[outer].outer
        return not self.building and (key, stmt.at) in self.fetches

    def _fetched_at(self, stmt: r.Assign, value: Value) -> Value:
        """What such a statement assigns: a value without the addresses in it."""
        target = self._as_target(value)
        if target != value:
            self.fetched.add(self.place(stmt.at))
        return target

    def _as_target(self, value: Value) -> Value:
        """A value without the addresses in it."""
        if isinstance(value, Seq):
            return Seq(tuple(self._as_target(item) for item in value.items))
        if holds(value, BUFFERS):
            return Sym("target", (self.place(-1),))
        return value

    def bind_target(self, target: r.Expr, value: Value, st: State) -> None:
        """Assign to a name, an attribute, an element or several of them."""
        if isinstance(target, r.Name):
            st.env[target.id] = value
        elif isinstance(target, r.Attr):
            owner = self.ev(target.value, st)
            self.keep(value, owner, target, st)
            self.store_attr(owner, target.name, value, st, target.at)
        elif isinstance(target, r.Sub):
            self._store_item(target, value, st)
        elif isinstance(target, r.Star):
            self.bind_target(target.value, ListOf(value), st)
        elif isinstance(target, r.Seq):
            self._unpack(target, value, st)

    def keep(self, value: Value, owner: Value, target: r.Attr, st: State) -> None:
        """A layer's address that is stored in an object leaves the walk's sight with it."""
        raise NotImplementedError

    def _unpack(self, target: r.Seq, value: Value, st: State) -> None:
        count = len(target.items)
        if isinstance(value, Drawn):
            value = ListOf(self.elements(value, st, -1))
        if isinstance(value, Union_):
            usable = [o for o in value.options if o != NONE]
            value = usable[0] if len(usable) == 1 else value
        for position, item in enumerate(target.items):
            self.bind_target(item, self._component(value, position, count, st), st)

    def _component(self, value: Value, position: int, count: int, st: State) -> Value:
        if isinstance(value, Union_):
            several = [o for o in value.options if not isinstance(o, Lit)]
            return union(*(self._component(o, position, count, st) for o in several)) if several else NONE
        if isinstance(value, Seq) and len(value.items) == count:
            return value.items[position]
        if isinstance(value, Instance):
            return self._subscript_instance(value, _index(position), st, -1)
        if isinstance(value, (Row, Table, Data)):
            return self.subscript(value, _index(position), st, -1)
        if isinstance(value, (ListOf, Seq, Named)):
            return union(*parts(value)) if not isinstance(value, ListOf) else value.element
        return Sym("item", (value, _index(position)))

    def _store_item(self, target: r.Sub, value: Value, st: State) -> None:
        """``x[i] = value``: into a buffer a store, into a container a new element."""
        base = self.ev(target.value, st)
        key = self.ev(target.index, st)
        buffers = [p for p in options(base) if isinstance(p, (Row, Table))]
        if buffers:
            for buffer in buffers:
                self.stored(buffer, st, target.at)
            self.consume(self.moved(value, buffers, st, target.at), st, target.at)
        else:
            unknown = [o for o in options(base) if isinstance(o, Sym)]
            note = self.perhaps_stored if isinstance(value, Lit) else self.stored
            for one in unknown:
                note(_layer_of(one, key, value), st, target.at)
            if unknown:
                self.consume_data(value, st, target.at)
            if any(is_slice(part) for part in parts(key)):
                self._copied(value, st, target.at)
            self.fill(base, st)
            self.grow(target.value, base, value, st, key)

    def _copied(self, value: Value, st: State, at: int) -> None:
        """A tensor that is put where a slice leads is copied there: an address would go under a number or a name."""
        for one in options(value):
            if isinstance(one, Row):
                self.consume(one, st, at)

    def compute_into(self, out: Value, args: Arguments, st: State, at: int) -> Value:
        """A function of torch reads what it is given, and writes into ``out``."""
        given = (*args.positional, *(value for name, value in args.keywords if name != "out"))
        self.use(given, st)
        for value in given:
            self.consume(self.moved(value, parts(out), st, at), st, at)
        for part in parts(out):
            if isinstance(part, (Sym, Row, Table)):
                self.stored(part, st, at)
        self.fill(out, st)
        return out

    def put_where_told(self, told: list[Value], args: Arguments, st: State, at: int) -> bool:
        """A callee out of sight that is told what to write into reads the buffers that it is given beside that."""
        targets = [part for out in told for part in parts(out)]
        if not targets or any(isinstance(part, Fresh) or _is_of_layer(part) for part in targets):
            return False
        beside = (value for name, value in args.keywords if not is_like_a_destination(name))
        rest = (args.rest,) if args.rest is not None else ()
        for value in (*args.positional, *beside, *rest):
            self.consume(self.moved(value, targets, st, at), st, at)
        return True

    def moved(self, value: Value, buffers: Sequence[Value], st: State, at: int) -> Value:
        """Data that goes back into the buffer that it came from is a move."""
        if isinstance(value, Union_):
            return union(*(self.moved(o, buffers, st, at) for o in value.options))
        targets = {(b.oid, b.attr) for b in buffers if isinstance(b, (Row, Table))}
        if isinstance(value, Row) and (value.oid, value.attr) in targets:
            return Data((self.reading(value, st, at, "move"),))
        if not isinstance(value, Data):
            return value
        return Data(
            tuple(
                msgspec.structs.replace(read, kind="move")
                if isinstance(read, Read) and (read.oid, read.attr) in targets and read.kind in {"consume", "doubtful"}
                else read
                for read in value.reads
            )
        )

    def stored(self, target: Value, st: State, at: int) -> None:
        """Something was written into here; building the host side listens to it."""

    def perhaps_stored(self, target: Value, st: State, at: int) -> None:
        """Something may have been written into here, if it is a tensor at all."""
        self.stored(target, st, at)

    def grow(self, container: r.Expr, base: Value, element: Value, st: State, key: Value | None = None) -> None:
        """Add a possible element to a container held by a name or an attribute, under a key where one is known."""
        named = container
        if isinstance(container, r.Name) and holds(element, BUFFERS) and not self.building:
            container = self._meant_by(container) or container
        if isinstance(container, r.Attr):
            base = self.raw(container, base, st)
        self.give(base, element, st, getattr(container, "at", -1))
        grown = with_element(base, element, key)
        if grown is None:
            return
        if isinstance(named, r.Name):
            # Another variable for the same container, as one that runs over several, grows with it.
            same = [name for name, value in st.env.items() if value is base and not isinstance(base, Sym)]
            st.env.update(dict.fromkeys((*same, named.id), grown))
        if isinstance(container, r.Attr):
            owner = self.ev(container.value, st)
            self.keep(element, owner, container, st)
            self.store_attr(owner, container.name, grown, st, container.at)

    def _meant_by(self, variable: r.Name) -> r.Attr | None:
        """The attribute that a variable is another name for."""
        only = only_value(walk_all(self.frame.info.record.body), variable.id)
        return only if isinstance(only, r.Attr) else None

    def take_out(self, container: r.Expr, st: State) -> None:
        """What an earlier call has left in an attribute is there no more."""
        left = {name: value for (_, name), value in st.attrs.items() if was_left(value)}
        attr = self._meant_by(container) if left and isinstance(container, r.Name) else container
        if isinstance(attr, r.Attr) and attr.name in left:
            st.env = {name: ListOf(NOTHING) if value == left[attr.name] else value for name, value in st.env.items()}
            self.store_attr(self.ev(attr.value, st), attr.name, ListOf(NOTHING), st, attr.at)

    def raw(self, target: r.Attr, loaded: Value, st: State) -> Value:
        """What an attribute holds, container and all, rather than what a reader makes of it."""
        for owner in options(self.ev(target.value, st)):
            if isinstance(owner, Instance):
                stored = st.attrs.get((owner.oid, target.name), self.heap[owner.oid].attrs.get(target.name))
                if stored is not None:
                    return stored
        return loaded

    def ex_AugAssign(self, stmt: r.AugAssign, st: State) -> list[State]:
        value = self.ev(stmt.value, st)
        self.consume(value, st, stmt.at) if not isinstance(stmt.target, r.Name) else None
        if isinstance(stmt.target, r.Sub):
            base = self.ev(stmt.target.value, st)
            old = self.subscript(base, self.ev(stmt.target.index, st), st, stmt.at)
            self.updated(old, options(base), st, stmt.at)
            for part in options(base):
                self.stored(part, st, stmt.at)
            return [st]
        old = self.ev(stmt.target, st)
        if self._taken_in(stmt, old, value, st):
            return [st]
        rows = [part for part in options(old) if isinstance(part, Row)]
        for row in rows:
            self.consume(value, st, stmt.at)
            self.updated(row, rows, st, stmt.at)
            self.stored(row, st, stmt.at)
        self.compute_with(old, value, st, stmt.at)
        if self.holds_data(value) and not holds(old, BUFFERS):
            self.bind_target(stmt.target, self.take(Seq((old, value)), st, stmt.at), st)
            return [st]
        op = {"Add": "+", "Subtract": "-", "Multiply": "*"}.get(stmt.op, stmt.op)
        if not holds(old, BUFFERS):
            self.bind_target(stmt.target, arithmetic(op, old, value), st)
        return [st]

    def _taken_in(self, stmt: r.AugAssign, old: Value, value: Value, st: State) -> bool:
        """Whether a container takes in what another one holds: a list by ``+=``, a dict or a set by ``|=``."""
        target = stmt.target
        held = self.raw(target, old, st) if isinstance(target, r.Attr) else old
        if stmt.op == "Add" and isinstance(held, (Seq, ListOf)):
            self.grow(target, held, self.elements(value, st, stmt.at), st)
            return True
        united = self.united(held, value) if stmt.op == "BitOr" else None
        if united is not None:
            self.bind_target(target, united, st)
        return united is not None

    def updated(self, old: Value, buffers: Sequence[Value], st: State, at: int) -> None:
        """What stands in buffers is computed anew from itself: that reads it, before it goes back."""
        held = Seq(tuple(part for part in parts(old) if isinstance(part, (Row, Data))))
        for part in held.items:
            self.consume(self.moved(part, buffers, st, at), st, at)


def _is_of_layer(part: Value) -> bool:
    """Whether a value is a buffer by layers, or one of its layers: who writes there may write into others as well."""
    return isinstance(part, Table) or (isinstance(part, Row) and part.layer is not None)


def _index(position: int) -> Value:
    return lit(position)


def _layer_of(tensor: Sym, key: Value, value: Value) -> Sym:
    """What ``x[i, rows] = y`` writes into: ``x[i]``, where ``i`` is a number, as one is that ``y`` is chosen by too.

    Constants and slices may stand before it: ``x[0, i, rows] = y`` writes into ``x[0][i]``.
    """
    items = key.items if isinstance(key, Seq) and len(key.items) > 1 else ()
    turn = next((n for n, item in enumerate(items) if not is_view_index(item)), 0)
    chosen = items[turn] if items else NONE
    number = is_scalar(chosen) or (isinstance(chosen, Sym) and not is_slice(chosen) and mentions(value, chosen))
    steps = items[: turn + 1] if number else items[:1] if items and is_scalar(items[0]) else ()
    return reduce(lambda of, item: Sym("item", (of, item)), steps, tensor)


def with_element(base: Value, element: Value, key: Value | None = None) -> Value | None:
    """A container that may hold one more kind of element; None where ``base`` is no container."""
    if isinstance(base, Named):
        if isinstance(key, Lit):
            return Named((*(e for e in base.entries if e[0] != key), (key, element)))
        return ListOf(union(*base.values, element))
    if isinstance(base, ListOf) and base.element == NOTHING and isinstance(key, Lit) and key.tag == "str":
        return Named(((key, element),))
    if isinstance(base, Union_):
        grown = [with_element(o, element, key) for o in base.options]
        kept = [g for g in grown if g is not None]
        return union(*kept) if kept else None
    if isinstance(base, Seq):
        items = tuple(i for i in base.items if i != element)
        return ListOf(union(*items, element)) if items else ListOf(element)
    if isinstance(base, ListOf):
        if isinstance(base.element, Sym) and base.element.op == "nothing":
            return ListOf(element, base.over, key)
        return ListOf(union(base.element, element), base.over, with_key(base, key))
    if isinstance(base, Sym) and base.op in {"emptyset", "call"}:
        return ListOf(element) if any(isinstance(p, (Instance, Row, Table, Fresh)) for p in parts(element)) else None
    return None
