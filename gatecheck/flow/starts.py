"""The first layers of pools: what waits subtract from layer ids.

A method shows it for every pool that inherits it, even overridden: the attribute that its waits subtract is the first
layer of all of them, also of one whose own waits forget it. A root that keeps a number there has none that is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import is_name, stored_of, walk_all
from gatecheck.flow.values import Instance, Lit, Num, Sym, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gatecheck.flow.heap import Heap
    from gatecheck.flow.verdicts import Walk
    from gatecheck.program.link import Program

Starts = Mapping[int, frozenset[Sym]]


def first_layers(walks: Iterable[Walk], roots: Iterable[int], heap: Heap, program: Program) -> Starts:
    """The unknowns that are a root's first layer, for each root."""
    found: dict[int, set[Sym]] = {root: set() for root in roots}
    shown: set[tuple[str, str]] = set()
    handed = {value for thing in heap.objects if thing.handed_in for value in _symbols(heap, thing.oid)}
    for walk in walks:
        # What only a pool keeps that was handed in is the first layer of that one.
        others = handed - _symbols(heap, walk.root)
        for sym, function in _subtracted(walk):
            found[walk.root].update({sym} - others)
            owner = program.functions[function].owner
            attrs = (attr for attr in heap[walk.root].attrs if _read(heap, walk.root, attr) == sym)
            shown.update((owner, attr) for attr in attrs if owner is not None)
    for root, symbols in found.items():
        mro = program.classes[heap[root].cls].mro
        kept = {attr for owner, attr in shown if owner in mro and attr in heap[root].attrs}
        symbols.update(value for attr in kept if isinstance(value := _read(heap, root, attr), Sym))
    return {root: frozenset(symbols) for root, symbols in found.items()}


def kindred_layers(roots: Iterable[int], heap: Heap, program: Program, waits: frozenset[str]) -> Starts:
    """What is a root's first layer if it is one for other pools: one class that both inherit stores it for them."""
    shown = {
        (key, attr)
        for info in program.having(waits)
        if info.owner is not None
        for attr in _written_off(info.record, waits)
        for key in _storing(info.owner, attr, program)
    }
    found: dict[int, frozenset[Sym]] = {}
    for root in roots:
        mro = program.classes[heap[root].cls].mro
        kept = {attr for key, attr in shown if key in mro and attr in heap[root].attrs}
        found[root] = frozenset(value for attr in kept if isinstance(value := _read(heap, root, attr), Sym))
    return found


def _written_off(record: r.Function, waits: frozenset[str]) -> set[str]:
    """The attributes of its object that a method takes off what it gives to a wait."""
    calls = (n for n in walk_all(record.body) if isinstance(n, r.Call) and isinstance(n.func, r.Attr))
    given = [arg.value for call in calls if call.func.name in waits for arg in call.args]  # type: ignore[union-attr]
    taken = [n.right for n in given if isinstance(n, r.Bin) and n.op == "-"]
    own = record.params[0].name if record.params else ""
    return {n.name for n in taken if isinstance(n, r.Attr) and is_name(n.value, own)}


def _storing(cls: str, attr: str, program: Program) -> Iterator[str]:
    """The class, and those that it inherits, whose methods store an attribute."""
    for key in program.classes[cls].mro:
        if any(stored_of(method.record, frozenset({attr})) for method in program.classes[key].methods.values()):
            yield key


def _subtracted(walk: Walk) -> Iterator[tuple[Sym, str]]:
    """What waits subtract, and the functions that hold them: of two things, neither is known to be the first layer."""
    for read in walk.reads:
        for wait in read.maybe:
            taken = [sym for sym, factor in wait.index.terms if factor < 0] if isinstance(wait.index, Num) else []
            if len(taken) == 1 and (taken[0], -1) in wait.index.terms:  # type: ignore[union-attr]
                yield taken[0], wait.place[0]


def _symbols(heap: Heap, oid: int) -> set[Sym]:
    return {value for value in heap[oid].attrs.values() if isinstance(value, Sym)}


def _read(heap: Heap, root: int, attr: str) -> Value:
    """What an attribute is to its reader: one thing that a constructor stored, or an unknown of its own."""
    value = heap[root].attrs[attr]
    return value if isinstance(value, (Sym, Lit)) else Sym("attr", (Instance(root), attr))
