"""Numbers that are looked up: what a table holds, in terms of the key that it is asked for, where that is known.

A table of events ``{g: g - start for g in ids}`` gives the number of an event for a layer, a table of places
``{g: i for i, g in enumerate(ids)}`` the number of a layer in another pool: both are asked for a layer in one way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.flow.layers import mapping_key
from gatecheck.flow.linear import add, as_num, difference, plain
from gatecheck.flow.values import (
    NONE,
    NOTHING,
    Instance,
    ListOf,
    Lit,
    Num,
    Seq,
    Sym,
    Union_,
    Value,
    in_order,
    options,
    parts,
    union,
)

if TYPE_CHECKING:
    from gatecheck.flow.heap import Heap

_VARYING = frozenset({"range", "elem", "each", "len", "item", "held"})
_COUNTED = frozenset({"range", "len"})


class Held(msgspec.Struct, frozen=True):
    """What a table may hold, and the keys that it was filled under (None: not known)."""

    values: tuple[Value, ...]
    key: Value | None = None

    def under(self, asked: Value) -> Value | None:
        """The number under a key, where it is the same sum of the key and something that is kept for every entry."""
        numbers = self.numbers
        found = {_from_key(value, self.key, asked) for value in numbers} if self.key is not None else set()
        return found.pop() if len(found) == 1 else None

    @property
    def numbers(self) -> tuple[Value, ...]:
        """What it was filled with, but for what it was made with before."""
        each = tuple(one for value in self.values for one in options(value) if one not in {NONE, NOTHING})
        return tuple(one for one in each if not isinstance(one, Lit)) or each

    @property
    def are_places(self) -> bool:
        """Whether these are the numbers of places, counted from the first one, whatever the key is."""
        return bool(self.numbers) and all(map(_is_place, self.numbers))


def taken(value: Value, key: Value | None, index: Value) -> Value:
    """What several values under one key of a table are, each of them by itself; objects are not of one key."""
    if isinstance(value, Union_):
        alike = [one for one in value.options if isinstance(one, Seq)]
        if len(alike) > 1 and len({len(one.items) for one in alike}) == 1:
            beside = tuple(one for one in value.options if not isinstance(one, Seq))
            merged = Seq(tuple(union(*items) for items in zip(*(one.items for one in alike), strict=True)))
            return union(*beside, taken(merged, key, index))
        return union(*(taken(one, key, index) for one in value.options))
    if not isinstance(value, Seq):
        return value
    return Seq(tuple(_number_under(item, key, index) for item in value.items))


def known_number(value: Value | None, heap: Heap) -> Value | None:
    """A number in which look-ups of known tables are replaced by what these hold."""
    number = as_num(value) if isinstance(value, (Sym, Num)) else None
    for sym, times in number.terms if number is not None and value is not None else ():
        found = _known(sym, heap)
        if found is not None and value is not None:
            rest = add(value, sym, -times)
            value = add(rest, found, times) if rest is not None else value
    return value


def without_others(index: Value, layer: Value | None, heap: Heap) -> Value:
    """An index; an unknown where it is made with a look-up that the layer's is not, and that need not give a place."""
    number = as_num(index)
    wanted = as_num(layer) if layer is not None else None
    same = {_name_of(sym) for sym, _ in wanted.terms} if wanted is not None else set()
    looked_up = (sym for sym, _ in number.terms if mapping_key(sym) is not None) if number is not None else ()
    others = any(_name_of(sym) not in same and not _gives_place(sym, heap) for sym in looked_up)
    return Sym("held", (index,)) if others else index


def with_key(table: ListOf, key: Value | None) -> Value | None:
    """The keys of a table once it is filled under one more."""
    before = NOTHING if table.element == NOTHING else table.key
    return union(before, key) if before is not None and key is not None else None


def place_in(source: Value) -> Value | None:
    """The place in a list of what is made of each element of a source in turn; None where that is not known."""
    element = source.element if isinstance(source, ListOf) else None
    first = element.items[0] if isinstance(element, Seq) and element.items else element
    is_place = isinstance(first, Sym) and first.op == "range" and len(first.args) == 1
    return first if is_place else None


def counts_of_places(root: int, heap: Heap) -> frozenset[Value]:
    """How many layers have a place elsewhere, by the tables of a pool that give it: their ids may have gaps."""
    tables = ((name, _held_by(value)) for name, value in heap[root].attrs.items())
    some = (name for name, held in tables if held is not None and held.are_places and _are_ids(held.key))
    return frozenset(Sym("len", (Sym("attr", (Instance(root), name)),)) for name in some)


def _are_ids(key: Value | None) -> bool:
    """Whether keys are taken from a collection, rather than all numbers of a range."""
    return key is not None and all(isinstance(one, Sym) and one.op == "elem" for one in options(key) if one != NOTHING)


def _gives_place(sym: Sym, heap: Heap) -> bool:
    held = held_under(sym, heap)
    return sym.op == "call" and _is_asked_for_place(sym) if held is None else held.are_places


def _is_asked_for_place(sym: Sym) -> bool:
    """``ids.index(layer)``."""
    method = sym.args[0]
    return isinstance(method, Sym) and method.op == "attr" and method.args[1] == "index"


def _known(sym: Sym, heap: Heap) -> Value | None:
    asked = mapping_key(sym)
    held = held_under(sym, heap) if asked is not None else None
    return held.under(asked) if held is not None and asked is not None else None


def held_under(sym: Sym, heap: Heap) -> Held | None:
    """What the table of a look-up holds; None where nothing is known of it."""
    if sym.op == "attr" and isinstance(sym.args[0], Instance):
        return _field_of(sym.args[0], str(sym.args[1]), heap)
    table, key = sym.args[0], sym.args[1] if len(sym.args) > 1 else None
    if sym.op == "item" and isinstance(key, Lit) and isinstance(table, Sym):
        return _component(held_under(table, heap), key)
    if sym.op == "call" and isinstance(table, Sym) and table.op == "attr":
        default = key[1:] if isinstance(key, tuple) else ()
        usual = table.args[1] == "get" and set(default) <= {NONE}
        return _in_table(table.args[0], heap) if usual else None
    return _in_table(table, heap) if sym.op == "item" else None


def _in_table(table: object, heap: Heap) -> Held | None:
    if isinstance(table, Sym) and table.op == "attr" and isinstance(table.args[0], Instance):
        stored = heap[table.args[0].oid].attrs.get(str(table.args[1]))
        return _held_by(stored) if stored is not None and table.args[0].index is None else None
    if isinstance(table, Sym) and table.op == "held":
        return Held(table.args)  # type: ignore[arg-type]
    is_number = isinstance(table, Num) or (isinstance(table, Sym) and table.op in _COUNTED)
    return Held((table,)) if is_number else None  # type: ignore[arg-type]


def _held_by(stored: Value) -> Held | None:
    tables = [one for one in options(stored) if isinstance(one, (ListOf, Seq)) and one != Seq(())]
    if not tables or not all(isinstance(one, (ListOf, Seq)) or one == NONE for one in options(stored)):
        return None
    if len(tables) == 1 and isinstance(tables[0], ListOf):
        return Held(options(tables[0].element), tables[0].key)
    return Held(tuple(part for one in tables for part in (one.items if isinstance(one, Seq) else (one.element,))))


def _component(held: Held | None, place: Lit) -> Held | None:
    """One of several values that stand under every key."""
    if held is None or not isinstance(place.value, int):
        return None
    filled = [one for value in held.values for one in options(value) if one not in {NONE, NOTHING}]
    found = [one.items[place.value] for one in filled if isinstance(one, Seq) and place.value < len(one.items)]
    return Held(tuple(found), held.key) if found and len(found) == len(filled) else None


def _field_of(entry: Instance, name: str, heap: Heap) -> Held | None:
    """What a record of a table keeps, one for every key."""
    thing = heap[entry.oid]
    value = thing.attrs.get(name)
    if entry.index is None or value is None or thing.parent is None:
        return None
    owner, attribute = thing.parent
    tables = [one for one in options(heap[owner].attrs.get(attribute, NONE)) if isinstance(one, ListOf)]
    alone = len(tables) == 1 and {one.oid for one in parts(tables[0]) if isinstance(one, Instance)} == {entry.oid}
    return Held(options(value), tables[0].key if alone else None)


def _number_under(value: Value, key: Value | None, index: Value) -> Value:
    """A number that is another one under every key; anything else as it is."""
    if not _varies(value):
        return value
    found = Held(options(value), key).under(index)
    if found is not None:
        return found
    several = isinstance(value, Union_)
    return Sym("item", (Sym("held", in_order(*options(value))) if several else value, index))


def _varies(value: Value) -> bool:
    """Whether a value is a number that differs from entry to entry."""
    if isinstance(value, Union_):
        numbers = [one for one in value.options if isinstance(one, Lit) and one.tag == "int"]
        return len(numbers) > 1 or any(map(_varies, value.options))
    number = as_num(value) if isinstance(value, (Sym, Num)) else None
    return number is not None and any(sym.op in _VARYING for sym, _ in number.terms)


def _from_key(value: Value, keys: Value | None, asked: Value) -> Value | None:
    """The number under a key that was asked for, where it differs from the key by what is the same for every entry."""
    number = as_num(value)
    for key in options(keys) if keys is not None and number is not None else ():
        made = as_num(key)
        rest = difference(number, made) if made is not None and number is not None else None
        if rest is not None and all(_is_kept(sym) for sym, _ in rest.terms):
            return add(asked, plain(rest))
    return None


def _is_kept(sym: Sym) -> bool:
    """Whether an unknown is the same for all entries of a table: an argument, or what an object keeps."""
    if sym.op == "attr":
        base = sym.args[0]
        return (isinstance(base, Instance) and base.index is None) or (isinstance(base, Sym) and _is_kept(base))
    return sym.op in {"param", "int"}


def _is_place(value: Value) -> bool:
    if isinstance(value, Lit):
        return value.tag == "int"
    number = as_num(value)
    return number is not None and bool(number.terms) and all(sym.op in _COUNTED for sym, _ in number.terms)


def _name_of(sym: Sym) -> object:
    """The table and the key of a look-up, however it is written."""
    method, key = sym.args[0] if sym.args else None, mapping_key(sym)
    if sym.op == "call" and key is not None and isinstance(method, Sym) and method.args[1] == "get":
        return Sym("item", (method.args[0], key))
    return sym
