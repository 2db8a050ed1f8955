"""What an expression can evaluate to, as the walk knows it.

Values are immutable and compare by structure. Whatever is not known is symbolic: a :class:`Sym` says where it came from
(a parameter, an attribute, an element, a call), so that two mentions of one unknown are the same unknown, integer
arithmetic over unknowns stays exact (:class:`Num`), and a path on an unknown object can be followed on a real one.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from itertools import repeat
from operator import is_
from typing import Union

import msgspec


class Base(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """Base of all values."""


class Lit(Base, frozen=True, cache_hash=True):
    """A known None, truth value, integer or string. ``tag`` keeps True and 1 apart."""

    value: bool | int | str | None
    tag: str


class Sym(Base, frozen=True, cache_hash=True):
    """An unknown: ``op`` says how it arose, ``args`` from what (values, names, numbers)."""

    op: str
    args: tuple[object, ...]


class Num(Base, frozen=True, cache_hash=True):
    """A linear form over unknowns: the sum of ``factor * unknown`` plus ``const``; terms are sorted, factors not 0."""

    terms: tuple[tuple[Sym, int], ...]
    const: int


class Instance(Base, frozen=True, cache_hash=True):
    """An object of the heap. ``index`` is the layer that a container was asked for; the rest is as in :class:`Row`."""

    oid: int
    index: Value | None = None
    via: tuple[str, ...] = ()
    behind: frozenset[object] = frozenset()


class Cls(Base, frozen=True, cache_hash=True):
    """A class of the program, by its key."""

    key: str


class Func(Base, frozen=True, cache_hash=True):
    """A function of the program; ``receiver`` is bound as its first argument, ``closure`` names its variables.

    ``bare`` is the function without its decorators; ``through`` the ``__getattr__`` that handed it out.
    """

    key: str
    receiver: Value | None = None
    closure: int = -1
    bare: bool = False
    through: str = ""


class Partial(Base, frozen=True, cache_hash=True):
    """A function with some of its arguments given beforehand."""

    func: Value
    positional: tuple[Value, ...]
    keywords: tuple[tuple[str, Value], ...]


class Drawn(Base, frozen=True, cache_hash=True):
    """A generator: a call that runs when somebody draws from it."""

    func: Func
    positional: tuple[Value, ...]
    keywords: tuple[tuple[str, Value], ...]


class Module(Base, frozen=True, cache_hash=True):
    """A module of the program, by path."""

    path: str


class External(Base, frozen=True, cache_hash=True):
    """A name that no scanned file defines (torch, a builtin), dotted."""

    name: str


class Fresh(Base, frozen=True, cache_hash=True):
    """A tensor that was just allocated at ``site``; an attribute that it is stored in gives it its name."""

    site: str


class Table(Base, frozen=True, cache_hash=True):
    """A buffer of a pool with all its layers: the attribute ``attr`` of object ``oid``.

    ``behind`` are the waits that certainly came before it, also where other ways to the same point made none;
    ``part`` is the slice that was cut out of it, None for the whole; ``named`` says that it stands under a name.
    """

    oid: int
    attr: str
    behind: frozenset[object] = frozenset()
    part: Sym | None = None
    named: bool = False

    def of_layer(self, layer: Value | None) -> Row:
        """One of its layers."""
        return Row(self.oid, self.attr, layer, (), self.behind)

    def each(self) -> Row:
        """Any of its layers."""
        one = (self.oid, self.attr) if self.part is None else (self.oid, self.attr, self.part)
        return self.of_layer(Sym("each", one))


class Row(Base, frozen=True, cache_hash=True):
    """One layer of a buffer, or a view into it: an address, no data yet. ``layer`` is None where none was asked for.

    ``via`` are the accessors that handed it on, the innermost first; ``behind`` is as in :class:`Table`.
    """

    oid: int
    attr: str
    layer: Value | None
    via: tuple[str, ...] = ()
    behind: frozenset[object] = frozenset()

    def of_layer(self, layer: Value | None) -> Row:
        """The same buffer, handed on in the same way, at another layer."""
        return Row(self.oid, self.attr, layer, self.via, self.behind)


class Data(Base, frozen=True, cache_hash=True):
    """What was computed from a buffer. ``reads`` are the reads behind it; they count once somebody uses the data."""

    reads: tuple[object, ...]


class Counter(Base, frozen=True, cache_hash=True):
    """A counter as an attribute holds it. ``state`` is live, muted, unset or foreign (passed in by a caller).

    ``why`` is the place that muted it (a function key and an ordinal), ``token`` tells counters apart.
    """

    state: str
    token: str
    why: tuple[str, int] | None = None


class Seq(Base, frozen=True, cache_hash=True):
    """A tuple or list whose items are known, in order."""

    items: tuple[Value, ...]


class ListOf(Base, frozen=True, cache_hash=True):
    """A container (list, dict, set) of which only the joined element is known; ``over`` is what it was built over.

    ``key`` is what an element was put under, where that is known: of a list its place, NOTHING where nothing was put.
    """

    element: Value
    over: Value | None = None
    key: Value | None = None


class Named(Base, frozen=True, cache_hash=True):
    """A dict whose keys are known constants, or a namespace whose attributes are its keys; in order."""

    entries: tuple[tuple[Lit, Value], ...]

    def at(self, key: Value) -> Value | None:
        """What stands under a key, where that is known to be one of these."""
        return next((value for name, value in self.entries if name == key), None)

    @property
    def values(self) -> tuple[Value, ...]:
        """Everything in it."""
        return tuple(value for _, value in self.entries)


class Union_(Base, frozen=True, cache_hash=True):
    """One of several values."""

    options: tuple[Value, ...]


class StreamCtx(Base, frozen=True, cache_hash=True):
    """A context manager that makes ``stream`` the current one."""

    stream: Value


class Bound(Base, frozen=True, cache_hash=True):
    """A method of something that is no object of the program (a buffer, an unknown): ``base.name``."""

    base: Value
    name: str


class Super(Base, frozen=True, cache_hash=True):
    """``super()`` inside a method of class ``after``, for the object ``oid``."""

    receiver: Value
    after: str


Value = Union[
    Lit,
    Sym,
    Num,
    Instance,
    Cls,
    Func,
    Module,
    External,
    Fresh,
    Table,
    Row,
    Counter,
    Seq,
    ListOf,
    Named,
    Union_,
    StreamCtx,
    Bound,
    Super,
    Data,
    Partial,
    Drawn,
]

NONE = Lit(None, "none")
TRUE = Lit(True, "bool")
FALSE = Lit(False, "bool")
ALL_LAYERS = Sym("all", ())
ARMED = Sym("armed", ())
NOTHING = Sym("nothing", ())
CURRENT_STREAM = Sym("stream", ("current",))
MAX_OPTIONS = 8
_HOLDERS: frozenset[type] = frozenset({Union_, Seq, ListOf, Named})


@lru_cache(maxsize=1 << 12, typed=True)
def lit(value: bool | int | str | None) -> Lit:
    """Wrap a known value."""
    kind = (
        "none" if value is None else "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "str"
    )
    return Lit(value, kind)


def attribute(name: str) -> Lit:
    """The key of an attribute in a namespace: no key of a dict."""
    return Lit(name, "attribute")


def options(value: Value) -> tuple[Value, ...]:
    """The alternatives of a value, itself where there is one only."""
    return value.options if isinstance(value, Union_) else (value,)


def union(*values: Value) -> Value:
    """One of these values; unknown where there are too many."""
    if values and all(map(is_, values, repeat(values[0]))):
        return values[0]
    flat: dict[Value, None] = {}
    for value in values:
        if isinstance(value, Union_):
            flat.update(dict.fromkeys(value.options))
        else:
            flat[value] = None
    if len(flat) == 1:
        return next(iter(flat))
    if len(flat) > 1:
        flat.pop(NOTHING, None)
    items = _one_list(tuple(flat))
    if len(items) == 1:
        return items[0]
    if len(items) > MAX_OPTIONS:
        objects = tuple(v for v in items if isinstance(v, (Instance, Table, Row, Cls)))[: MAX_OPTIONS - 1]
        return Union_((*objects, Sym("many", ()))) if objects else Sym("many", ())
    return Union_(items)


def _one_list(items: tuple[Value, ...]) -> tuple[Value, ...]:
    """Several containers become one that holds what any of them holds."""
    lists = [v for v in items if isinstance(v, ListOf)]
    if len(lists) < 2:
        return items
    keys = [NOTHING if v.element == NOTHING else v.key for v in lists]
    key = union(*(each for each in keys if each is not None)) if None not in keys else None
    one = ListOf(union(*(v.element for v in lists)), lists[0].over, key)
    return tuple(dict.fromkeys(one if isinstance(v, ListOf) else v for v in items))


@lru_cache(maxsize=1 << 12)
def rank(value: Base) -> bytes:
    """What unknowns are sorted by, in every run alike: made from the ranks of the parts, since one can be very long."""
    fields = (_rank_of(getattr(value, name)) for name in value.__struct_fields__)
    return blake2b(b"|".join((type(value).__name__.encode(), *fields)), digest_size=16).digest()


def _rank_of(part: object) -> bytes:
    if isinstance(part, Base):
        return rank(part)
    if isinstance(part, tuple):
        return b"(%b)" % b",".join(map(_rank_of, part))
    if isinstance(part, frozenset):
        return b"{%b}" % b",".join(sorted(map(_rank_of, part)))
    return repr(part).encode("utf-8", "surrogatepass")


def in_order(*values: Value) -> tuple[Value, ...]:
    """Values in an order that is the same in every run."""
    return tuple(sorted(values, key=rank))


def parts(value: Value) -> tuple[Value, ...]:
    """The values that a container or a union holds, flattened; the value itself otherwise."""
    kind = type(value)
    if kind not in _HOLDERS:
        return (seen_through(value),) if kind is Bound else (value,)
    return _held_in(value)


@lru_cache(maxsize=1 << 11)
def _held_in(value: Value) -> tuple[Value, ...]:
    if isinstance(value, ListOf):
        return parts(value.element)
    held = value.options if isinstance(value, Union_) else value.items if isinstance(value, Seq) else value.values  # type: ignore[union-attr]
    return tuple(p for item in held for p in parts(item))


def seen_through(value: Value) -> Value:
    """An attribute of a tensor, or a method of it that nobody has called yet, stands for the tensor."""
    return value.base if isinstance(value, Bound) and isinstance(value.base, (Row, Table, Data)) else value
