"""The first layers of pools: what waits subtract from layer ids.

A method shows it for every pool that inherits it, even overridden: the attribute that its waits subtract is the first
layer of all of them, also of one whose own waits forget it. A root that keeps a number there has none that is unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.values import Instance, Lit, Num, Sym, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gatecheck.flow.heap import Heap
    from gatecheck.flow.verdicts import Walk
    from gatecheck.program.link import Program

Starts = dict[int, frozenset[Sym]]


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
