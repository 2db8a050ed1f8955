"""Calls of what is known by a base only, or not at all: readers whose callers are asked for may run there.

An object that is handed in may be of any heir of the class that its annotation names. Of an unknown nothing but the
name of the method tells: to have waited for what a reader reads speaks for it, not to have waited against nobody.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts.visit import call_words
from gatecheck.flow.fillings import is_used
from gatecheck.flow.inferring import OUTSIDE
from gatecheck.flow.revealing import Revealing
from gatecheck.flow.values import Func, Instance, Sym, Value, options, union
from gatecheck.program.ways import is_form

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gatecheck.facts import records as r
    from gatecheck.flow.base import Arguments, Read
    from gatecheck.flow.state import State
    from gatecheck.program.link import FunctionInfo


class Reader(msgspec.Struct, frozen=True):
    """A method that reads for its callers, by its key, on objects of class ``cls``."""

    method: str
    cls: str


class Dispatching(Revealing):
    """Follows calls to the methods of heirs."""

    _readers: dict[str, tuple[Reader, ...]]
    # The names of the functions that are asked about, and of all that ever were.
    _sought: frozenset[str] = frozenset()
    _ever_sought: frozenset[str] = frozenset()
    # Objects that stand for the receiver of a call, and those among them of which nothing but a name speaks.
    _standing: frozenset[int] = frozenset()
    _by_name: frozenset[int] = frozenset()

    def prepare_outside(self, roots: dict[str, int], managed: frozenset[tuple[int, str]]) -> None:
        """Begin with nobody asked about."""
        super().prepare_outside(roots, managed)
        self._readers, self._standing, self._by_name = {}, frozenset(), frozenset()

    def ask_about(self, functions: Iterable[FunctionInfo]) -> None:
        """From here on functions are walked for what they make of these."""
        asked = list(functions)
        self.asked_about = self.leading_names(asked)
        # What was found behind those that were asked about before is to be found again.
        self._ever_sought |= {info.record.name for info in asked if info.owner is not None}
        self._sought = self._ever_sought
        self.followed |= {info.key for info in asked}
        readers: dict[str, list[Reader]] = {}
        for info in asked:
            found = [Reader(info.key, cls) for cls in self.selves.of(info) if cls is not None]
            readers.setdefault(info.record.name, []).extend(found)
        self._readers = {name: tuple(found) for name, found in readers.items()}

    def ask_about_tables(self, functions: Iterable[FunctionInfo]) -> None:
        """From here on functions are walked for what they take from whole tables that these hand on."""
        self.ask_about(functions)
        self._readers = {}

    def ask_no_more(self) -> None:
        """From here on functions are walked for their own sake."""
        self.asked_about, self._sought, self._readers = frozenset(), frozenset(), {}

    def asks_for(self, info: FunctionInfo) -> frozenset[Reader]:
        """The methods that are asked about of which a function calls one by its name."""
        named = self._readers.keys() & call_words(info.record) if self._readers else ()
        return frozenset(reader for name in named for reader in self._readers[name])

    def is_supposed(self, read: Read) -> bool:
        """Whether nothing but the name of a method speaks for a way to a read."""
        return any(hop.receiver in self._by_name for hop in read.chain)

    @contextmanager
    def asking_nobody(self) -> Iterator[None]:
        """Walk past the readers that only may run where an object is handed in."""
        readers, self._readers = self._readers, {}
        try:
            yield
        finally:
            self._readers = readers

    def load_instance(self, value: Instance, name: str, st: State, at: int) -> Value:
        """A method of an object that may be of an heir is any that the heirs have, where one of them is asked about."""
        found = super().load_instance(value, name, st, at)
        if self.building or not self.outside or not self._may_be_heir(value):
            return found
        own = found.key if isinstance(found, Func) and found.receiver == value else None
        here = self.heap[value.oid].cls
        filled = [r for r in self._filling(own) if self.program.is_a(r.cls, here)] if own is not None else []
        named = [r for r in self._readers.get(name, ()) if r.method != own]
        further = [r for r in named if is_form(self.program.classes[here]) or self.program.is_a(r.cls, here)]
        sure = not further or self._is_only_a_base(here)
        self.guessed = self.guessed or (bool(further) and sure)
        own_way = self._taken_on(filled, sure=True) if filled else [found]
        return union(*own_way, *self._taken_on(further, sure=sure))

    def _is_only_a_base(self, cls: str) -> bool:
        """Whether whatever is handed in as an object of a class is one of an heir of it."""
        return not is_form(self.program.classes[cls]) and not is_used(self.program, cls)

    def load_unknown(self, value: Value, name: str, st: State, at: int) -> Value:
        """A method of an unknown may be one that is asked about; of an object that a helper gives it is its own."""
        found = super().load_unknown(value, name, st, at)
        if self.building or not self.outside or not isinstance(found, Sym):
            return found
        shown = options(self.revealed(value, st, at)) if name in self._sought else ()
        own = [self.load_attr(one, name, st, at) for one in shown if isinstance(one, Instance)]
        if own and len(own) == len(shown):
            return union(*own)
        readers = self._readers.get(name, ())
        return union(found, *own, *self._taken_on(readers, sure=False)) if own or readers else found

    def call_function(self, func: Func, args: Arguments, st: State, at: int) -> Value:
        """Any call; one that does not fit what is supposed to run there runs something else."""
        supposed = isinstance(func.receiver, Instance) and func.receiver.oid in self._by_name
        if supposed and not _fits(self.program.functions[func.key].record, args):
            return Sym("unfollowed", (func.key,))
        return super().call_function(func, args, st, at)

    def _may_be_heir(self, value: Instance) -> bool:
        """Whether an object is one that others hand in: not the one whose method is walked, nor one that stands in."""
        walked = self.frames[1].receiver if len(self.frames) > 1 else None
        handed_in = self.heap[value.oid].site[0] == OUTSIDE
        return handed_in and value != walked and value.oid not in self._standing

    def _filling(self, method: str) -> Iterator[Reader]:
        """The heirs on which a method is walked, where its own class leaves open what it calls."""
        info = self.program.functions[method]
        classes = self.selves.of(info)
        if info.owner is not None and info.owner not in classes:
            yield from (Reader(method, cls) for cls in classes if cls is not None)

    def _taken_on(self, readers: Iterable[Reader], *, sure: bool) -> list[Value]:
        return [Func(each.method, self._standing_for(each.cls, sure=sure)) for each in readers]

    def _standing_for(self, cls: str, *, sure: bool) -> Instance:
        """An object of a class that stands for what is called."""
        oid = self.heap.allocate(cls, self.site(), ("stands", sure)).oid
        self._standing |= {oid}
        self._by_name |= set() if sure else {oid}
        return Instance(oid)


def _fits(record: r.Function, args: Arguments) -> bool:
    """Whether a method can be called on an object with these arguments."""
    params = record.params[1:]
    kinds = {param.kind for param in params}
    named = {name for name, _ in args.keywords}
    places = [param.name for param in params if param.kind == "positional"]
    if args.rest is not None:
        return True
    if len(args.positional) > len(places) and "args" not in kinds:
        return False
    if "kwargs" not in kinds and not named <= {param.name for param in params}:
        return False
    given = named.union(places[: len(args.positional)])
    plain = (param for param in params if param.kind not in {"args", "kwargs"})
    return all(param.default is not None or param.name in given for param in plain)
