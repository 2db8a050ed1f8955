"""Subscripts: which of them give a view, and which read the buffer."""

from __future__ import annotations

import msgspec

from gatecheck.facts import records as r
from gatecheck.flow.base import Arguments, Read, as_rows
from gatecheck.flow.emptiness import note_some
from gatecheck.flow.inside import BUFFERS_AND_DATA, DATA, holds
from gatecheck.flow.linear import as_num
from gatecheck.flow.lookups import taken
from gatecheck.flow.objects import Objects
from gatecheck.flow.operators import cut, is_scalar, is_slice, is_view_index, layer_in, only_one, tagged
from gatecheck.flow.paths import is_name, listed
from gatecheck.flow.state import State
from gatecheck.flow.values import (
    NONE,
    Cls,
    Data,
    Drawn,
    Fresh,
    Func,
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
    seen_through,
    union,
)


class Subscripts(Objects):
    """Reading of buffers and subscripts of any value."""

    def holds_data(self, value: Value) -> bool:
        """Whether a buffer, or something computed from one, is in a value."""
        return holds(value, BUFFERS_AND_DATA)

    def consume(self, value: Value, st: State, at: int) -> None:
        """The data behind a value is used here: every buffer in it is read."""
        for part in parts(value):
            for row in as_rows(part):
                self.read(row, st, at)
            if isinstance(part, Data):
                self.reads += [r for r in part.reads if isinstance(r, Read)]
            if isinstance(part, Drawn):
                self.consume(self.elements(part, st, at), st, at)

    def consume_data(self, value: Value, st: State, at: int) -> None:
        """Data that is put somewhere out of sight, or decides where the code goes on, is used."""
        for part in parts(value) if holds(value, DATA) else ():
            if is_computed(part):
                self.consume(part, st, at)

    def put_into_words(self, args: Arguments, st: State, at: int) -> Value | None:
        """What was computed from a buffer is read for it; of a buffer itself its description may be meant: None."""
        held = Seq(tuple(part for each in args.all() for part in parts(each) if is_computed(part)))
        if not args.used:
            self.consume_data(held, st, at)
        return self.take(held, st, at) if held.items else None

    def subscript(self, value: Value, index: Value, st: State, at: int) -> Value:
        """Subscript any value."""
        if isinstance(value, Union_):
            kept = [self.subscript(o, index, st, at) for o in value.options if o != NONE]
            return union(*kept) if kept else Sym("item", (value, index))
        value = seen_through(value)
        if isinstance(value, (Sym, ListOf)) and isinstance(index, Lit):
            note_some(value, st)
        if isinstance(value, Table):
            if isinstance(index, Sym) and is_slice(index):
                return cut(value, index)
            return self._subscript_table(value, index)
        if isinstance(value, Row):
            return self.subscript_row(value, index, st, at)
        if isinstance(value, Seq):
            return self._subscript_seq(value, index)
        if isinstance(value, ListOf):
            if not self.building and _is_numbering(value.element) and _is_one(index):
                return Sym("item", (Sym("numbering", (value.element,)), index))
            return tagged(self._under_key(value, index), index) if not is_slice(index) else value
        if isinstance(value, Named):
            known = value.at(index)
            return known if known is not None else tagged(union(*value.values), index)
        if isinstance(value, Instance):
            return self._subscript_instance(value, index, st, at)
        if isinstance(value, (Fresh, Data, Sym)):
            return self._subscript_unknown(value, index, st, at)
        return value if isinstance(value, Cls) else Sym("item", (value, index))

    def _under_key(self, table: ListOf, index: Value) -> Value:
        """What stands under a key of a table; which of several values is known by the key outside loads only."""
        if self.keep_paths:
            return listed(table.element)
        return table.element if self.building else taken(table.element, table.key, index)

    def _subscript_table(self, table: Table, index: Value) -> Value:
        """One layer, or no certain one where loads show that a later subscript chooses it."""
        deeper = not table.named and self.levels.get((table.oid, table.attr)) == {1}
        if is_name(index):
            return msgspec.structs.replace(table, named=True) if deeper else table
        return table.of_layer(None if deeper else layer_in(table.part, index))

    def _subscript_unknown(self, value: Fresh | Data | Sym, index: Value, st: State, at: int) -> Value:
        if isinstance(value, Sym) and value.op == "attr" and value.args[1] == "__dict__" and is_name(index):
            return self.load_attr(value.args[0], str(index.value), st, at)  # type: ignore[arg-type]
        if rows := _computed_in(index):
            return self.take(Seq((value, *rows)), st, at)
        return value if not isinstance(value, Sym) or is_slice(index) else Sym("item", (value, index))

    def _subscript_seq(self, value: Seq, index: Value) -> Value:
        if (
            isinstance(index, Lit)
            and isinstance(index.value, int)
            and -len(value.items) <= index.value < len(value.items)
        ):
            return value.items[index.value]
        if is_slice(index):
            return ListOf(union(*value.items)) if value.items else value
        return tagged(union(*value.items), index) if value.items else Sym("item", (value, index))

    def _subscript_instance(self, value: Instance, index: Value, st: State, at: int) -> Value:
        info = self.program.classes[self.heap[value.oid].cls]
        names = [t.id for f in info.fields for t in f.targets if isinstance(t, r.Name)]
        if isinstance(index, Lit) and isinstance(index.value, int) and index.value < len(names):
            return self.load_instance(value, names[index.value], st, at)
        method = self.program.method(info.key, "__getitem__")
        if method is not None:
            return self.call_function(Func(method.key, value), Arguments((index,)), st, at)
        return Sym("item", (value, index))

    def subscript_row(self, row: Row, index: Value, st: State, at: int) -> Value:
        """A view while the index is made of numbers and slices; with a tensor of indices, a gather."""
        whole = row.layer is None or (isinstance(row.layer, Sym) and row.layer.op == "each")
        if whole and self._is_place(_taken_in_turn(index)):
            return row.of_layer(Sym("each", (row.oid, row.attr)))
        items = self._items(row, index)
        place = min(self._place_of_layer(row), len(items) - 1)
        shown = len(items) == 1 or self._is_place_shown(row)
        scalars = [i for turn, i in enumerate(items) if self._selects_scalar(row, i, leads=shown and turn == place)]
        gathers = [i for i in items if not is_view_index(i) and i not in scalars]
        if not gathers:
            return self._of_layer_among(row, items, scalars)
        before = (*items[: items.index(gathers[0])], *items[place : place + 1])
        chosen = self._of_layer_among(row, items, [i for i in scalars if i in before])
        # An index of unknown type on a whole tensor may choose a layer: data only if somebody uses it as such.
        kind = isinstance(row.layer, Lit) and self.levels.get((row.oid, row.attr)) != {0}
        doubtful = len(items) == 1 and (row.layer is None or kind)
        read = chosen if (row.oid, row.attr) in self.scalar_rows else row
        return self.take(Seq((read, *_computed_in(index))), st, at, "doubtful" if doubtful else "consume")

    def of_every_layer(self, written: r.Expr, row: Row) -> Row:
        """All layers of a buffer where an expression is the attribute with one tensor of them, layers first."""
        named = isinstance(written, r.Attr) and row.attr == written.name and row.layer is None
        buffer = (row.oid, row.attr)
        stacked = named and buffer in self.scalar_rows and self.levels.get(buffer) == {0} and not self._is_listed(row)
        return row.of_layer(Sym("each", buffer)) if stacked and not self.building else row

    def _items(self, row: Row, index: Value) -> tuple[Value, ...]:
        """The items of a subscript; a slice of one layer is the layer, where loads show that the layers are there."""
        items = index.items if isinstance(index, Seq) else (index,)
        by_layer = (row.oid, row.attr) in self.scalar_rows and self._is_place_shown(row)
        if not (by_layer and self._is_open(row)):
            return items
        place = self._place_of_layer(row)
        return tuple(only_one(item) if turn == place else item for turn, item in enumerate(items))

    def _place_of_layer(self, row: Row) -> int:
        """Which item of a subscript chooses the layer: the first, if loads do not show that others stand before it."""
        shown = self._is_place_shown(row) and row.layer is None
        level = next(iter(self.levels[(row.oid, row.attr)])) if shown else 0
        return level - 1 if level and self._is_listed(row) else level

    def _is_place_shown(self, row: Row) -> bool:
        """Whether loads show where the layer stands, all of them the same place."""
        return len(self.levels.get((row.oid, row.attr), ())) == 1

    def _is_listed(self, row: Row) -> bool:
        """Whether a buffer is a list of tensors, so that a subscript stands before those of a tensor in it."""
        return any(isinstance(part, Table) for part in parts(self.heap[row.oid].attrs.get(row.attr, NONE)))

    def _of_layer_among(self, row: Row, items: tuple[Value, ...], scalars: list[Value]) -> Row:
        """The layer that one of the numbers in a subscript chooses: where loads put it, else no constant."""
        layered = [i for i in scalars if not isinstance(i, Lit)]
        if row.layer is not None or not scalars:
            return row.of_layer(layered[0]) if layered and self._is_open(row) else row
        place = self._place_of_layer(row)
        if self._is_place_shown(row) and place < len(items) and items[place] in scalars:
            # A view whose axes were turned has its layer where others have a kind.
            turned = layered if place and isinstance(items[place], Lit) else ()
            return row.of_layer(union(items[place], *turned))
        return row.of_layer((layered or scalars)[0])

    def _is_open(self, row: Row) -> bool:
        """Whether what was chosen so far may be no layer: nothing, or, where layers do not come first, a kind."""
        several = isinstance(row.layer, Sym) and row.layer.op in {"each", "range"}
        if row.layer is None or not (several or isinstance(row.layer, Lit)):
            return row.layer is None
        return self._is_listed(row) or self.levels.get((row.oid, row.attr)) != {0}

    def _selects_scalar(self, row: Row, index: Value, *, leads: bool) -> bool:
        if is_scalar(index) or self._is_place(_looked_up(index)):
            return True
        return (
            leads
            and self._is_open(row)
            and isinstance(index, (Sym, Union_))
            and not is_slice(index)
            and (row.oid, row.attr) in self.scalar_rows
        )

    def _is_place(self, table: object) -> bool:
        """Whether what an index was taken from is a container of numbers that an object keeps."""
        if not (isinstance(table, Sym) and table.op == "attr" and isinstance(table.args[0], Instance)):
            return False
        held = self.heap[table.args[0].oid].attrs.get(str(table.args[1]), NONE)
        kept = [one for one in options(held) if one != NONE]
        return bool(kept) and all(isinstance(one, ListOf) and is_scalar(one.element) for one in kept)


def _computed_in(index: Value) -> tuple[Value, ...]:
    """What was computed from a buffer, in an index."""
    return tuple(part for part in parts(index) if is_computed(part))


def is_computed(part: Value) -> bool:
    """Whether a value was certainly computed from what a buffer holds."""
    return isinstance(part, Data) and any(
        isinstance(x, Read) and x.kind not in {"doubtful", "handed"} for x in part.reads
    )


def _looked_up(index: Value) -> object:
    """What an index was looked up in."""
    return index.args[0] if isinstance(index, Sym) and index.op == "item" else None


def _taken_in_turn(index: Value) -> object:
    """The mapping whose values an index goes through."""
    pair = isinstance(index, Sym) and index.op == "item" and index.args[1] == lit(1)
    each = index.args[0] if pair and isinstance(index, Sym) else index
    call = each.args[0] if isinstance(each, Sym) and each.op == "elem" else None
    method = call.args[0] if isinstance(call, Sym) and call.op == "call" else None
    wanted = "items" if pair else "values"
    return method.args[0] if isinstance(method, Sym) and method.op == "attr" and method.args[1] == wanted else None


def _is_numbering(element: Value) -> bool:
    """Whether a container holds the numbers of its own entries: what stands under a key is one of them, not each."""
    return isinstance(element, Sym) and element.op == "range"


def _is_one(index: Value) -> bool:
    """Whether an index is a single unknown key."""
    number = as_num(index)
    return number is not None and bool(number.terms) and all(s.op in {"param", "attr"} for s, _ in number.terms)
